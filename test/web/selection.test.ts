import { expect, test } from '@jest/globals';
import { withoutGone } from '../../web/src/pages/publications/selection.ts';

const visible = { visibility: 'visible' } as const;
const shown = (search: object, ...ids: string[]) => ({ search, ids: new Set(ids) });

test.each<[string, string[], ReturnType<typeof shown>, ReturnType<typeof shown>, string[]]>([
  [
    'a hidden row leaves a list of visible ones',
    ['a', 'b'],
    shown(visible, 'a', 'b', 'c'),
    shown(visible, 'b', 'c'),
    ['b'],
  ],
  ['rows of other pages stay', ['a', 'z'], shown({}, 'a'), shown({ page: 2 }, 'b'), ['a', 'z']],
  [
    'another order is the same list',
    ['a'],
    shown({}, 'a'),
    shown({ sort: 'title', dir: 'asc', perPage: 50 }, 'b'),
    ['a'],
  ],
  ['with another filter, only what is shown stays', ['a', 'z'], shown({}, 'a', 'b'), shown({ q: 'pot' }, 'a'), ['a']],
  ['an absent filter is none', ['a'], shown({}, 'a'), shown({ q: undefined, page: 2 }, 'b'), ['a']],
  ['a row that the list has again is not selected by that', [], shown({}, 'a'), shown({}, 'a', 'b'), []],
])('%s', (_, selected, before, now, left) => {
  const rows = new Map(selected.map((id) => [id, id]));
  expect([...withoutGone(rows, before, now).keys()]).toEqual(left);
});
