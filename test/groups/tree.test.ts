import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { ancestorsOf, cycleOf, descendantsOf, type GroupPlace, groupTree, levelsOf } from '#src/records/groups/tree.ts';
import { group } from './a-registry.ts';
import { anyRegistry, groupId, runs } from './any-registry.ts';

describe('circles and levels', () => {
  const noon = '2024-05-05T12:00Z';
  const chain = (length: number) =>
    Array.from({ length }, (_, number) => group(`level-${number}`, number === 0 ? [] : [`level-${number - 1}`]));

  test.each<[string, GroupPlace[], string[] | null]>([
    [
      'one after the other, with the change at noon',
      [group('a', [['b', null, noon]]), group('b', [['a', noon, null]])],
      null,
    ],
    [
      'together for a moment',
      [group('a', [['b', null, '2024-05-05T12:00:00.001Z']]), group('b', [['a', noon, null]])],
      ['a', 'b'],
    ],
    ['of three', [group('a', ['b']), group('b', ['c']), group('c', ['a'])], ['a', 'b', 'c']],
    ['of itself', [group('a', ['a'])], ['a']],
    [
      'by a successor below',
      [group('a', [], { taken_over_by: 'b' }), group('b', [['a', '2024-01-01', '2024-01-02']])],
      ['a', 'b'],
    ],
    ['above it', [group('a', ['b']), group('b', ['c']), group('c', ['b'])], null],
    ['with a parent that is not there', [group('a', ['unknown'])], null],
  ])('%s', (_, groups, cycle) => {
    expect(cycleOf(groupTree(groups), 'a')).toEqual(cycle);
  });

  test.each([1, 2, 10])('a chain of %d has so many levels from everywhere', (length) => {
    const tree = groupTree(chain(length));
    for (const id of tree.keys()) expect(levelsOf(tree, id)).toBe(length);
  });

  test.each([11, 25])('a chain of %d is too long from everywhere', (length) => {
    const tree = groupTree(chain(length));
    for (const id of tree.keys()) expect(levelsOf(tree, id)).toBeGreaterThan(10);
  });

  test('what is above and below at different times is no chain', () => {
    const tree = groupTree([group('a', [['b', null, noon]]), group('b', [['c', noon, null]]), group('c')]);
    expect(levelsOf(tree, 'b')).toBe(2);
  });

  test('a group is below those above it', () => {
    fc.assert(
      fc.property(anyRegistry, groupId, groupId, ({ groups }, lower, upper) => {
        const tree = groupTree(groups);
        expect(ancestorsOf(tree, lower).has(upper)).toBe(descendantsOf(tree, upper).has(lower));
      }),
    );
  });

  test('a circle is one at a moment, and only then', () => {
    const times = Array.from({ length: 26 }, (_, step) => (step - 1) * 3.75 * 86_400_000);
    fc.assert(
      fc.property(anyRegistry, groupId, ({ groups }, id) => {
        const leadsAround = (ms: number) => {
          const next = (from: string) =>
            groups
              .filter((one) => one.id === from)
              .flatMap((one) => [
                ...one.parents
                  .filter(({ starts_at, ends_at }) => (starts_at ?? ms) <= ms && (ends_at ?? ms + 1) > ms)
                  .map((parent) => parent.id),
                ...(one.taken_over_by === null ? [] : [one.taken_over_by]),
              ]);
          const reached = new Set(next(id));
          for (const one of reached) for (const other of next(one)) reached.add(other);
          return reached.has(id);
        };
        const cycle = cycleOf(groupTree(groups), id);
        expect(cycle !== null).toBe(times.some(leadsAround));
        if (cycle) expect([cycle[0], new Set(cycle).size]).toEqual([id, cycle.length]);
      }),
      runs,
    );
  });
});
