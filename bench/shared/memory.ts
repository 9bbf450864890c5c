import { setTimeout } from 'node:timers/promises';

const bytesPerMb = 1024 * 1024;

/**
 * Memory on the heap and in typed arrays. Collects garbage several times: once does not free all of the previous list.
 */
export async function memoryMb(): Promise<number> {
  if (!globalThis.gc) throw new Error('This needs node --expose-gc: use npm run bench:lists');
  // Another thread frees buffers and needs processor time: read until five readings show no further decrease.
  let least = Number.POSITIVE_INFINITY;
  for (let same = 0; same < 5; same++) {
    globalThis.gc();
    await setTimeout(20);
    const { heapUsed, external } = process.memoryUsage();
    if (heapUsed + external < least - bytesPerMb / 100) same = 0;
    least = Math.min(least, heapUsed + external);
  }
  return least / bytesPerMb;
}
