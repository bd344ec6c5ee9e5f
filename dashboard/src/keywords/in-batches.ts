/** Processes a list in batches and reports the progress. Stops at the first error; finished batches are kept. */
export async function inBatches<Item, Result>(
  items: Item[],
  size: number,
  { work, onProgress }: { work: (batch: Item[], first: number) => Promise<Result>; onProgress: (done: number) => void },
): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < items.length; first += size) {
    const batch = items.slice(first, first + size);
    results.push(await work(batch, first));
    onProgress(first + batch.length);
  }
  return results;
}
