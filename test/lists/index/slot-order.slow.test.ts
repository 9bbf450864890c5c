import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Permutation } from '#src/lists/index/permutation.ts';
import { SlotOrder } from '#src/lists/index/slot-order.ts';
import { fromValues } from '#src/lists/sets/bitset.ts';

const size = 5_000;

/** All slots of a snapshot, in a seeded order. */
const shuffled = (seed: number) =>
  Int32Array.from(
    Array.from({ length: size }, (_, slot) => slot).sort((a, b) => ((a * seed) % 4_999) - ((b * seed) % 4_999)),
  );

/** An order of slots that are stored, or not in a snapshot at all, and of some written since. */
const orders = fc
  .record({
    seed: fc.option(fc.integer({ min: 1, max: 4_998 })),
    stored: fc.constantFrom(size, 1_024, 70, 0),
    places: fc.array(fc.nat({ max: size }), { maxLength: 40 }),
    /** Slots after the last place, so that a list without a snapshot has many, too. */
    last: fc.constantFrom(0, 3_000),
  })
  .map(({ seed, stored, places, last }) => {
    const slots = seed === null ? undefined : shuffled(seed).filter((slot) => slot < stored);
    const ascending = [...places.map((place) => Math.min(place, stored)), ...Array<number>(last).fill(stored)].sort(
      (a, b) => a - b,
    );
    // The last written slot comes first.
    const written = Int32Array.from(ascending, (_, n) => stored + ascending.length - 1 - n);
    const all = Array.from(slots ?? Int32Array.from({ length: stored }, (_, slot) => slot));
    for (const [n, place] of ascending.entries()) all.splice(place + n, 0, written[n] ?? 0);
    const order = new SlotOrder({ length: stored, ...(slots && { slots }) }, written, Int32Array.from(ascending));
    return { order, all };
  });

test('slots written since are among those of the snapshot, at any index, without those that are dead', () => {
  fc.assert(
    fc.property(orders, fc.integer({ min: 2, max: 9 }), fc.nat({ max: size }), ({ order, all }, dead, index) => {
      expect(order.length).toBe(all.length);
      if (index < all.length) expect(order.at(index)).toBe(all[index]);
      const isLive = (slot: number) => slot % dead !== 0;
      const gone = all.filter((slot) => !isLive(slot));
      expect([...order.without(fromValues(gone, size * 2))]).toEqual(all.filter(isLive));
    }),
  );
});

test('any range of ranks, in any sequence of calls, is the slice of the matching slots in their order', () => {
  const part = fc.tuple(fc.nat({ max: size }), fc.nat({ max: 60 }));
  fc.assert(
    fc.property(
      orders,
      fc.constantFrom(1, 2, 9, 700),
      fc.array(part, { minLength: 1, maxLength: 12 }),
      ({ order, all }, sparseness, parts) => {
        const matching = all.filter((slot) => slot % sparseness === 0);
        const bits = fromValues(matching, all.length);
        const ranks = [0];
        for (const [first, length] of parts) {
          const end = Math.min(first + length, matching.length);
          if (first < end) expect(order.slotsAtRanks(bits, first, end, ranks)).toEqual(matching.slice(first, end));
          const from = all.slice(first).filter((slot) => slot % sparseness === 0);
          expect(order.slotsFrom(first, bits, length)).toEqual(from.slice(0, length));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('the blocks before a far page are counted only once', () => {
  const slots = Int32Array.from({ length: size }, (_, slot) => slot);
  const none = new Int32Array(0);
  const order = new SlotOrder({ length: size, slots }, none, none);
  const bits = fromValues(
    slots.filter((slot) => slot !== 0),
    size,
  );
  const ranks = [0];
  const far = order.slotsAtRanks(bits, 4_500, 4_520, ranks);
  // A slot that is not in the set: counting the blocks again would give less.
  slots.fill(0, 0, 4_096);
  expect(order.slotsAtRanks(bits, 4_500, 4_520, ranks)).toEqual(far);
});

test('a row that is written finds its place in the order of a snapshot, of which the rest is not read', () => {
  let reads = 0;
  const slots = new Proxy(shuffled(7), {
    get(target, name) {
      reads++;
      return Reflect.get(target, name, target);
    },
  });
  const places = Array.from(shuffled(7)).reduce((all, slot, place) => all.set(slot, place), new Map<number, number>());
  const permutation = new Permutation({
    // Written slots lie between two of the snapshot.
    value: (slot) => places.get(slot) ?? (slot - size) * 1_000 + 0.5,
    id: String,
    isDescending: false,
    stored: () => ({ length: size, slots }),
  });
  const byId = () => new Int32Array(0);
  expect(permutation.order(size, byId).length).toBe(size);
  permutation.change(size + 3);
  const order = permutation.order(size + 4, byId);
  expect(reads).toBeLessThan(60);
  expect(order.at(3_001)).toBe(size + 3);
  expect(order.at(3_002)).toBe(shuffled(7)[3_001]);
});
