/**
 * Runs `task` for all items, at most `limit` concurrently, and returns the results in order. Reads items lazily. An
 * error starts no more tasks and is thrown when the running ones have ended, so that nothing outlives the call.
 */
export async function inParallel<T, R>(items: Iterable<T>, limit: number, task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const iterator = items[Symbol.iterator]();
  let taken = 0;
  let failure: { error: unknown } | undefined;
  const lane = async () => {
    try {
      for (let next = iterator.next(); !failure && !next.done; next = iterator.next()) {
        const index = taken++;
        results[index] = await task(next.value);
      }
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(Array.from({ length: limit }, lane));
  if (failure) throw failure.error;
  return results;
}
