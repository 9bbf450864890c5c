import type { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import type { ColumnCounts } from './column-chart.ts';

/** Distinct outputs of a year with a status. Null, or none: it is not known. */
export interface OpenAccessCount {
  year?: number | null | undefined;
  open_access?: string | null | undefined;
  count: number;
}

type Status = OpenAccessStatus | 'unknown';

/** From the bottom of a column up, the most open first. The colours differ in lightness, too. */
const series = [
  ['diamond', '#084c8d'],
  ['gold', '#c98a00'],
  ['hybrid', '#9a5b13'],
  ['green', '#3c8d40'],
  ['bronze', '#7d4f50'],
  ['closed', '#5b6570'],
  ['unknown', '#878f99'],
] as const satisfies [Status, string][];

/** A chart of open access by year, as pages and the dashboard draw it, with the same numbers for a table. */
export interface OpenAccessColumns {
  /** All that have any, in the order of the counts of columns and rows. */
  series: { status: Status; colour: string }[];
  /** The years without a gap, the earliest first; none if no year is known. */
  columns: ColumnCounts[];
  /** The latest first. What has no year comes last, with null. */
  rows: { year: number | null; counts: number[]; total: number }[];
}

const mostColumns = 60;

/** Undefined if there are no counts. */
export function openAccessColumns(counts: readonly OpenAccessCount[]): OpenAccessColumns | undefined {
  const given = counts.flatMap(({ year = null, open_access, count }) =>
    count > 0 ? [{ year, status: open_access ?? 'unknown', count }] : [],
  );
  if (given.length === 0) return undefined;
  const shown = series.filter(([status]) => given.some((each) => each.status === status));
  const countsOf = (year: number | null) =>
    shown.map(([status]) => sum(given.map((each) => (each.year === year && each.status === status ? each.count : 0))));
  const known = [...new Set(given.flatMap(({ year }) => year ?? []))].sort((one, other) => other - one);
  const last = known[0] ?? 0;
  // A wrong date long ago would make the columns too thin to see: what is older is in the table.
  const first = Math.max(known.at(-1) ?? 0, last - mostColumns + 1);
  const years = known.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const inTable = given.some(({ year }) => year === null) ? [...known, null] : known;
  return {
    series: shown.map(([status, colour]) => ({ status, colour })),
    columns: years.map((year) => ({ label: String(year), counts: countsOf(year) })),
    rows: inTable.map((year) => {
      const ofYear = countsOf(year);
      return { year, counts: ofYear, total: sum(ofYear) };
    }),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
