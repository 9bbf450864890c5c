import { describe, expect, test } from '@jest/globals';
import { groupMatcher, treeOf, withAbove } from '../../web/src/data/groups/tree.ts';

const nowMs = Date.parse('2026-06-01');
const ms = (day: string) => Date.parse(day);

interface Parent {
  id: string;
  starts_at: number | null;
  ends_at: number | null;
}

/** A group as the API gives it, with the groups that it belongs to today. */
function group(id: string, parents: Parent[] = [], ends_at: number | null = null) {
  const current = parents.filter((each) => each.ends_at === null || each.ends_at > nowMs);
  return { id, parents, parent_ids: current.map((parent) => parent.id), ends_at };
}

const always = (id: string): Parent => ({ id, starts_at: null, ends_at: null });
const until = (id: string, day: string): Parent => ({ id, starts_at: null, ends_at: ms(day) });

const idsBelow = (tree: ReturnType<typeof treeOf>, id: string) => (tree.below.get(id) ?? []).map((each) => each.id);

describe('the tree of groups', () => {
  test('has a group with two parents below both, and none below a place that it has left', () => {
    const groups = [
      group('centre', [always('faculty'), always('network')]),
      group('faculty'),
      group('glass', [until('network', '2024-01-01'), always('faculty')]),
      group('network'),
    ];
    const tree = treeOf(groups, nowMs);
    expect(tree.roots.map(({ id }) => id)).toEqual(['faculty', 'network']);
    expect(idsBelow(tree, 'faculty')).toEqual(['centre', 'glass']);
    expect(idsBelow(tree, 'network')).toEqual(['centre']);
  });

  test('has a group that has ended where it was last, and one that has left its place but goes on at the top', () => {
    const left = [until('faculty', '2020-01-01'), until('network', '2024-01-01')];
    const groups = [
      group('ended', left, ms('2024-01-01')),
      group('faculty'),
      group('moved out', left),
      group('network'),
    ];
    const tree = treeOf(groups, nowMs);
    expect(tree.roots.map(({ id }) => id)).toEqual(['faculty', 'moved out', 'network']);
    expect(idsBelow(tree, 'network')).toEqual(['ended']);
    expect(idsBelow(tree, 'faculty')).toEqual([]);
  });

  test('loses no group in a circle, nor one whose parent is not there', () => {
    const groups = [
      group('a', [always('b')]),
      group('b', [until('a', '2024-01-01')], ms('2024-01-01')),
      group('c', [always('deleted')]),
    ];
    const tree = treeOf(groups, nowMs);
    expect(tree.roots.map(({ id }) => id)).toEqual(['c', 'a']);
    expect(idsBelow(tree, 'a')).toEqual(['b']);
  });
});

test('what a search finds is shown below all groups above it', () => {
  const groups = [
    group('institute', [always('faculty'), always('centre')]),
    group('faculty'),
    group('centre', [always('network')]),
    group('network'),
    group('other'),
  ];
  expect([...withAbove(['institute'], treeOf(groups, nowMs).above)].sort()).toEqual([
    'centre',
    'faculty',
    'institute',
    'network',
  ]);
});

test.each([
  ['keramik', true],
  ['  Ceramics  institute ', true],
  ['INSTITUT FUR', true],
  ['4711', true],
  ['glass', false],
])('a search for %s finds the institute: %s', (text, isFound) => {
  const institute = {
    id: 'kiln',
    name: { en: 'Institute of Ceramics', de: 'Institut für Keramik' },
    external_id: '4711',
    printed_names: ['Inst. of Clay'],
  };
  expect(groupMatcher(text)(institute)).toBe(isFound);
});
