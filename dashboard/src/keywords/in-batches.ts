/** Works through a list a batch at a time and tells how far it is. The first failure ends it; what was done stays done. */
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
