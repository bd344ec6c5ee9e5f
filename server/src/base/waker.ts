/** A rest that somebody can end. A call that comes before the rest begins is not forgotten. */
export interface Waker {
  wake(): void;
  /** Resolves after so long, when woken, or when stopped. */
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
