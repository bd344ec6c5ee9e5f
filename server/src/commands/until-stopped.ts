interface StopOptions {
  isUnderNpm: boolean;
  /** Where to say that it stops. Default: stdout. */
  out?: NodeJS.WriteStream;
}

/** Resolves at SIGINT (Ctrl-C) or SIGTERM. A second signal exits immediately. */
export function untilStopped({ isUnderNpm, out = process.stdout }: StopOptions): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const stop = () => {
      // Ctrl-C can arrive twice: from the terminal, and again from npm, which forwards it.
      if (firstAt !== undefined && Date.now() - firstAt > 1_000) process.exit(130);
      if (firstAt !== undefined) return;
      firstAt = Date.now();
      out.write('\n  Stopping …\n');
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    if (isUnderNpm) whenOrphaned(stop);
  });
}

/**
 * If `npm start` is killed, it cannot forward the signal. Without this check, the server would keep running and hold
 * the port.
 */
function whenOrphaned(stop: () => void): void {
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}
