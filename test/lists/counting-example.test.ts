import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import { RowIndex } from '#src/lists/index/row-index.ts';
import { countColumns, type ShareColumns } from '#src/lists/model/count-columns.ts';
import { type Column, codesByOutput } from '#src/lists/model/counted-columns.ts';
import type { CountedCell } from '#src/lists/model/counting.ts';
import { withoutGroupCondition } from '#src/records/groups/group-condition.ts';
import { groupDays } from '#src/records/groups/group-days.ts';
import { groupsOf, groupsOfPerson } from '#src/records/groups/groups-of.ts';
import { groupKnowledge } from '#src/records/groups/knowledge.ts';
import { levelIn } from '#src/records/groups/tree.ts';
import { aCuratorRow } from '../support/builders.ts';

/** The example of docs/reports.md, computed from its own table. */
const page = readFileSync(join(import.meta.dirname, '../../docs/reports.md'), 'utf8');
const table = (heading: string): string[][] => {
  const lines = page.slice(page.indexOf(`| ${heading} |`)).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
const number = (text = '') => (text === 'unknown' ? null : Number(text));

const open = { starts_at: null, ends_at: null };
const member = (group_id: string) => ({ group_id, is_primary: false, ...open });
const place = (id: string, parents: string[]) => ({
  ...{ id, ...open, taken_over_by: null },
  parents: parents.map((parent) => ({ id: parent, ...open })),
});
const knowledge = groupKnowledge(
  [place('Faculty', []), place('Ceramics', ['Faculty']), place('Glass', ['Faculty'])],
  new Map([
    ['Ada', [member('Ceramics')]],
    ['Ben', [member('Ceramics'), member('Glass')]],
    ['Cleo', [member('Glass')]],
  ]),
  new Map(),
);
const options = { basis: 'at_publication', primary: false, subgroups: true, today: 20_000, monthsAfter: 0 } as const;

test('the page counts its example as the registry does', () => {
  const index = new RowIndex(curatorSpec);
  index.put(
    table('Output').map(([doi = '', year, authors, people = '']) =>
      aCuratorRow({
        doi,
        publication_date: year ?? null,
        publication_year: number(year),
        author_count: number(authors),
        orcids: people.split(', '),
      }),
    ),
  );
  const { cells, total } = index.countOutputs(
    { page: 1, per_page: 1, q: '', sort: 'title', dir: 'asc', where: [] },
    {
      by: [
        {
          kind: 'groups',
          levelOf: (group) => levelIn(knowledge.tree, group),
          counting: {
            days: groupDays(knowledge, options),
            groupsOf: (output) => groupsOf(output, knowledge, options),
            groupsOfPerson: (output, orcid) => groupsOfPerson(output, orcid, knowledge, options),
            any: () => withoutGroupCondition(knowledge, options),
          },
        },
      ],
      shares: {},
    },
  );
  const shown = (name: string, { whole, inSeveral, share, unshared }: CountedCell) => [
    name,
    ...[whole, inSeveral, share, unshared].map(String),
  ];
  const counted = [...[...cells].map((cell) => shown(String(cell.keys[0]), cell)), shown('Total', total)];
  expect(counted.sort()).toEqual(table('Group').sort());
});

test('cells of values of which there are so many that two are more than 32 bits', () => {
  const nothing = new Int32Array(0);
  const column = (name: string, outputs: readonly number[]): Column => {
    const values = Array.from({ length: 70_000 }, (_, code) => `${name}${code}`);
    return {
      kind: 'values',
      values,
      outputs: values.map((_, code) => Int32Array.from(code === 69_998 ? outputs : nothing)),
    };
  };
  const groups: Column = {
    kind: 'groups',
    values: ['a', 'b'],
    levels: [0, 0],
    outputs: [0, 1].map(() => Int32Array.of(0, 1)),
  };
  const columns = [groups, column('person ', [0]), column('journal ', [0, 1])];
  const counted = (shares?: ShareColumns) =>
    [...countColumns(2, columns, shares).cells].map(({ keys, ...cell }) => [keys, cell]).sort();
  const cell = (keys: (string | null)[], fields: object) => [
    keys,
    { whole: 1, inSeveral: 1, share: 0, unshared: 0, ...fields },
  ];
  const of = (fields: Record<'known' | 'unknown', object>) =>
    ['a', 'b'].flatMap((group) => [
      cell([group, null, 'journal 69998'], fields.unknown),
      cell([group, 'person 69998', 'journal 69998'], fields.known),
    ]);
  expect(counted()).toEqual(of({ known: {}, unknown: {} }));
  // The first output has one person, who is one of two authors; nobody knows the authors of the other one.
  const people = codesByOutput(columns[1]?.outputs ?? [], 2);
  const shares = { authors: Float64Array.of(2, Number.NaN), people, ofPeople: 1, unit: undefined };
  columns[0] = { ...groups, kind: 'values' };
  expect(counted(shares)).toEqual(of({ known: { share: 0.5 }, unknown: { unshared: 1 } }));
});
