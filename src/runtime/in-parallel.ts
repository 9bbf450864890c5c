/**
 * Runs `task` over all items, at most `limit` at once, and returns the results in the items' order. Items are taken as
 * they are needed. The first error ends it.
 */
export async function inParallel<T, R>(items: Iterable<T>, limit: number, task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let taken = 0;
  const queue = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const index = taken++;
      results[index] = await task(next.value);
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  return results;
}
