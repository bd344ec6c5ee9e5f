/**
 * Runs `run` with a signal that is aborted after `ms`, or together with `outer`. The timer is kept by this call:
 * on Node 20 that of `AbortSignal.any([…, AbortSignal.timeout(ms)])` is lost to garbage collection and never fires.
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
