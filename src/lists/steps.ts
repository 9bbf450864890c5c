import { type Bitset, has } from './bitset.ts';

/** A step along an order is so many slots. */
const size = 1_024;

/** How many slots of a set are met before each step along an order, as far as somebody has gone; at first `[0]`. */
export type Steps = number[];

/**
 * The slots of a set from the `first` to before the `end`th met along an order. Goes only from the step before, so that
 * a page far in costs no more than a near one; the steps that are counted for that are kept in `steps`.
 */
export function met(bits: Bitset, order: Int32Array, first: number, end: number, steps: Steps): number[] {
  while ((steps.at(-1) ?? 0) <= first && steps.length * size < order.length) {
    steps.push((steps.at(-1) ?? 0) + countIn(bits, order.subarray((steps.length - 1) * size, steps.length * size)));
  }
  let step = steps.length - 1;
  while ((steps[step] ?? 0) > first) step--;
  const slots: number[] = [];
  let place = steps[step] ?? 0;
  for (let index = step * size; place < end && index < order.length; index++) {
    const slot = order[index] ?? 0;
    if (has(bits, slot) && place++ >= first) slots.push(slot);
  }
  return slots;
}

/** Without a branch: whether a slot is in the set is as good as random. */
function countIn(bits: Bitset, slots: Int32Array): number {
  let total = 0;
  for (const slot of slots) total += ((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1;
  return total;
}
