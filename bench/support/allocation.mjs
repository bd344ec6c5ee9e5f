const COLLECTION = /: (?:Scavenge|Mark-Compact)[^0-9]* ([\d.]+) \([\d.]+\) -> ([\d.]+) \(/g;

/**
 * Counts what a process allocates, from the lines that `node --trace-gc` prints: the heap before a collection minus
 * the heap after the one before.
 */
export function watchAllocation(stdout) {
  let [megabytes, last] = [0, undefined];
  stdout.setEncoding('utf8').on('data', (text) => {
    for (const [, before, after] of text.matchAll(COLLECTION)) {
      if (last !== undefined) megabytes += Number(before) - last;
      last = Number(after);
    }
  });
  return { bytes: () => megabytes * 1_000_000 };
}
