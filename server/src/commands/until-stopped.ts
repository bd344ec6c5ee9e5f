/** Resolves at Ctrl-C or a polite kill. A second one does not wait for anything. */
export function untilStopped({ isUnderNpm }: { isUnderNpm: boolean }): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    const stop = () => {
      // Ctrl-C reaches us twice when npm passes on what the terminal has already sent to everybody.
      if (firstAt !== undefined && Date.now() - firstAt > 1_000) process.exit(130);
      if (firstAt !== undefined) return;
      firstAt = Date.now();
      process.stdout.write('\n  Stopping …\n');
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    if (isUnderNpm) whenOrphaned(stop);
  });
}

/** `npm start` that was killed cannot pass the signal on; without it the server would run on unseen and keep the port. */
function whenOrphaned(stop: () => void): void {
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}
