/**
 * Answers many callers with one piece of work. What is asked for in one turn of the event loop becomes one piece, and
 * so does everything that is asked for while `mostRunning` pieces run. The more callers, the less work for each.
 */
export function gather<Asked, Result>(
  work: (asked: Asked[]) => Promise<Result[]>,
  { mostRunning }: { mostRunning: number },
): (asked: Asked) => Promise<Result> {
  let waiting: Call<Asked, Result>[] = [];
  let isPlanned = false;
  let running = 0;
  function plan(): void {
    if (isPlanned || running >= mostRunning || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(run);
  }
  function run(): void {
    isPlanned = false;
    const calls = waiting;
    waiting = [];
    running++;
    void answer(work, calls).finally(() => {
      running--;
      plan();
    });
  }
  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      plan();
    });
}

interface Call<Asked, Result> {
  asked: Asked;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

async function answer<Asked, Result>(
  work: (asked: Asked[]) => Promise<Result[]>,
  calls: Call<Asked, Result>[],
): Promise<void> {
  try {
    const results = await work(calls.map(({ asked }) => asked));
    for (const [i, { resolve }] of calls.entries()) resolve(results[i] as Result);
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}
