import fc from 'fast-check';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import type { CellKey, CountedBy, CountedCell, OutputCounting, OutputCounts } from '#src/lists/model/counting.ts';
import { groupedOutput } from '#src/lists/model/definition.ts';
import { type Value, valuesOf } from '#src/lists/model/spec.ts';
import type { CuratorRow } from '#src/records/publications/row.ts';
import { kdsfTypeOf } from '#src/records/reports/kdsf-types.ts';
import { groupCounting } from '../lists/publication-queries.ts';
import { aCuratorRow } from './builders.ts';

/** Random rows and ways to count them, and the counts by the rules of docs/reports.md, output by output. */

const people = ['a', 'b', 'c', 'd'];

export const countedRow: fc.Arbitrary<CuratorRow> = fc
  .record({
    doi: fc.integer({ min: 0, max: 60 }).map((n) => `10.5555/${n}`),
    publication_date: fc.constantFrom(null, '2019', '2019-07', '2019-07-04', '2020', '2020-01-01'),
    publication_year: fc.constantFrom(null, 2019, 2020),
    report_year: fc.constantFrom(null, null, 2021),
    publication_type: fc.constantFrom(null, 'journal-article', 'book', 'dataset'),
    orcids: fc.subarray(people),
    author_count: fc.constantFrom(null, 1, 2, 5, 5_000),
    unmatched_orcids: fc.subarray(people, { maxLength: 1 }),
    funders: fc.subarray(['10.13039/1', 'https://ror.org/021nxhr62']),
    corresponding: fc.constantFrom<string[]>([], ['known'], ['known', 'person']),
    open_access_status: fc.constantFrom(null, 'gold', 'closed'),
    journal: fc.constantFrom(null, '2049-3630'),
    publisher: fc.constantFrom(null, 'A Press', 'B Press'),
    license: fc.constantFrom(null, 'cc-by-4.0', 'cc0'),
  })
  .map((fields) => aCuratorRow(fields));

/** The filters of what reports count by. */
export const countedByValue = [
  ...(['counted_year', 'output_type', 'orcid_id', 'open_access_status', 'journal', 'publisher', 'funder'] as const),
  ...(['license', 'corresponding'] as const),
];

const by: fc.Arbitrary<CountedBy> = fc.oneof(
  fc.constantFrom(...countedByValue).map((equal): CountedBy => ({ kind: 'values', equal })),
  fc
    .subarray(people, { minLength: 1 })
    .map((only): CountedBy => ({ kind: 'values', equal: 'orcid_id', only: new Set(only) })),
  fc.constantFrom<CountedBy>(
    { kind: 'values', equal: 'output_type', classOf: (value) => kdsfTypeOf(String(value)) },
    { kind: 'values', equal: 'corresponding', classOf: (value) => (value === 'person' ? 'yes' : 'no'), winner: 'yes' },
  ),
  fc.tuple(groupCounting, fc.option(fc.subarray(['faculty', 'institute', 'centre']))).map(
    ([counting, only]): CountedBy => ({
      kind: 'groups',
      counting,
      levelOf: (group) => (group === 'faculty' ? 0 : 1),
      ...(only && { only: new Set(only) }),
    }),
  ),
);

/** At most one of groups and one of people: a report has each dimension once. */
export const counting: fc.Arbitrary<OutputCounting> = fc
  .tuple(
    fc.uniqueArray(by, { maxLength: 3, selector: (each) => (each.kind === 'groups' ? 'groups' : each.equal) }),
    fc.option(fc.record({ people: fc.option(fc.subarray(people, { minLength: 1 })) })),
    by,
  )
  .map(([all, shares, unit]) => ({
    by: all,
    ...(shares && {
      shares: {
        ...(shares.people && { people: new Set(shares.people) }),
        ...(unit.kind === 'groups' && !all.some(({ kind }) => kind === 'groups') && { unit }),
      },
    }),
  }));

interface Unit {
  key: CellKey;
  level: number;
}

/** The counts of rows, each looked at alone. */
export function countedByRule(rows: readonly CuratorRow[], { by: dimensions, shares }: OutputCounting): OutputCounts {
  const cells = new Map<string, CountedCell>();
  const sums = dimensions.map(() => new Map<string, CountedCell>());
  const total = cell([]);
  for (const row of rows) {
    const units = dimensions.map((each) => unitsOf(row, each));
    const hasBeside = (at: number, key: CellKey) =>
      (units[at] ?? []).some((other) => other.key !== key && other.level === levelAt(units[at], key));
    const areSeveral = units.some((all, at) => all.some(({ key }) => hasBeside(at, key)));
    const share = (keys: (CellKey | undefined)[]) => (shares ? shareOf(row, dimensions, shares, keys) : 0);
    count(total, areSeveral, share([]));
    for (const [at, all] of units.entries())
      for (const { key } of all) {
        const others = units.some((other, place) => place !== at && other.some((unit) => hasBeside(place, unit.key)));
        const keys: (CellKey | undefined)[] = dimensions.map((_, place) => (place === at ? key : undefined));
        const sum = sums[at];
        if (sum) count(cellIn(sum, [key]), others || hasBeside(at, key), share(keys));
      }
    if (dimensions.length === 0) continue;
    const [one = [], two = [none], three = [none]] = units;
    for (const a of one)
      for (const b of two)
        for (const c of three) {
          const keys = [a.key, b.key, c.key].slice(0, dimensions.length);
          count(
            cellIn(cells, keys),
            keys.some((key, at) => hasBeside(at, key)),
            share(keys),
          );
        }
  }
  return { cells: [...cells.values()], sums: sums.map((sum) => [...sum.values()]), total };
}

const none: Unit = { key: null, level: -1 };
const levelAt = (units: readonly Unit[] = [], key: CellKey) => units.find((unit) => unit.key === key)?.level;
const cell = (keys: CellKey[]): CountedCell => ({ keys, whole: 0, inSeveral: 0, share: 0, unshared: 0 });

function cellIn(cells: Map<string, CountedCell>, keys: CellKey[]): CountedCell {
  const id = JSON.stringify(keys);
  const known = cells.get(id) ?? cell(keys);
  cells.set(id, known);
  return known;
}

function count(into: CountedCell, isInSeveral: boolean, share: number): void {
  into.whole++;
  if (isInSeveral) into.inSeveral++;
  if (Number.isNaN(share)) into.unshared++;
  else into.share += share;
}

function unitsOf(row: CuratorRow, dimension: CountedBy): Unit[] {
  if (dimension.kind === 'groups') {
    const all = [...dimension.counting.groupsOf(groupedOutput(curatorSpec, row))];
    const shown = all.filter((group) => !dimension.only || dimension.only.has(group));
    return shown.length === 0 ? [none] : shown.map((key) => ({ key, level: dimension.levelOf(key) }));
  }
  const { equal, classOf = (value: Value) => value, only, winner } = dimension;
  const read = curatorSpec.equals[equal as keyof typeof curatorSpec.equals];
  const classes = new Set(valuesOf(read(row)).flatMap((value) => classOf(value) ?? []));
  const shown = [...classes].filter((value) => !only || only.has(value));
  if (winner !== undefined && shown.includes(winner)) return [{ key: winner, level: 0 }];
  return shown.length === 0 ? [none] : shown.map((key) => ({ key, level: 0 }));
}

/** The share of the people who are meant: of a cell, of a value, or of everything without keys. */
function shareOf(
  row: CuratorRow,
  dimensions: readonly CountedBy[],
  shares: NonNullable<OutputCounting['shares']>,
  keys: readonly (CellKey | undefined)[],
): number {
  const authors = [...new Set(row.orcids)].filter(
    (orcid) => !row.unmatched_orcids.includes(orcid) && (!shares.people || shares.people.has(orcid)),
  );
  if (row.author_count === null) return Number.NaN;
  const part = 1 / Math.max(row.author_count, authors.length);
  const ofGroups = dimensions.findIndex(({ kind }) => kind === 'groups');
  const unit = dimensions.find((each) => each.kind === 'groups') ?? shares.unit;
  const output = groupedOutput(curatorSpec, row);
  const partIn = (orcid: string, group: CellKey): number => {
    if (unit?.kind !== 'groups' || group === null) return 0;
    const belongs = new Set(unit.counting.groupsOf(output));
    const own = [...unit.counting.groupsOfPerson(output, orcid)].filter(
      (each) => belongs.has(each) && (!unit.only || unit.only.has(each)),
    );
    if (!own.includes(String(group))) return 0;
    return 1 / own.filter((each) => unit.levelOf(each) === unit.levelOf(String(group))).length;
  };
  const isIn = (orcid: string) => {
    if (unit?.kind !== 'groups') return true;
    return ['faculty', 'institute', 'centre'].some((group) => partIn(orcid, group) > 0);
  };
  const ofPeople = dimensions.findIndex((each) => each.kind === 'values' && each.equal === 'orcid_id');
  const [group, person] = [keys[ofGroups], keys[ofPeople]];
  if (group === undefined && person === undefined) {
    const meant = authors.filter(isIn);
    return meant.length === 0 ? Number.NaN : meant.length * part;
  }
  if (person !== undefined && !authors.includes(String(person))) return Number.NaN;
  if (group === undefined) return part;
  const members = authors.filter((orcid) => partIn(orcid, group) > 0);
  if (members.length === 0) return Number.NaN;
  if (person !== undefined) return partIn(String(person), group) * part;
  return members.reduce((sum, orcid) => sum + partIn(orcid, group), 0) * part;
}

/** Counts in one order, with shares as far as sums of fractions are exact. */
export function comparable({ cells, sums, total }: OutputCounts) {
  const rounded = (each: CountedCell) => ({ ...each, share: Math.round(each.share * 1e6) });
  const inOrder = (all: readonly CountedCell[]) =>
    all.map(rounded).sort((one, other) => (JSON.stringify(one.keys) < JSON.stringify(other.keys) ? -1 : 1));
  return { cells: inOrder([...cells]), sums: sums.map(inOrder), total: rounded(total) };
}
