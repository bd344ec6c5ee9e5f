/** A wait that can be ended early. A wake-up before the wait starts also ends it. */
export interface Waker {
  wake(): void;
  /** Resolves after `ms`, on `wake`, or on abort. */
  rest(ms: number, signal: AbortSignal): Promise<void>;
}

export function createWaker(): Waker {
  let isAwake = false;
  let end = () => {};
  return {
    wake() {
      isAwake = true;
      end();
    },
    async rest(ms, signal) {
      if (!isAwake && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', end, { once: true });
        });
        signal.removeEventListener('abort', end);
        end = () => {};
      }
      isAwake = false;
    },
  };
}
