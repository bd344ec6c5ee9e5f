/**
 * Runs `run` with a signal that aborts after `ms` or together with `outer`. This call holds the timer: on Node 20, the
 * timer of `AbortSignal.any([…, AbortSignal.timeout(ms)])` can be garbage-collected and never fire.
 */
export async function withDeadline<Result>(
  ms: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const follow = () => ending.abort(outer?.reason);
  const timer = setTimeout(() => ending.abort(new DOMException('Deadline exceeded', 'TimeoutError')), ms);
  outer?.addEventListener('abort', follow);
  if (outer?.aborted) follow();
  try {
    return await run(ending.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
}
