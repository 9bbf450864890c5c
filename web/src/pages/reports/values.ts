import type { ReportDefinition, ReportFilter } from '../../../../src/records/reports/definition.ts';
import type { PublicationSearch } from '../../data/publication-filters/search.ts';
import type { Report } from './shapes.ts';

/** The fields that somebody sets of a report. */
export type Values = ReportDefinition & { shared: boolean };
export type Field = keyof Values;

/** A report without anything chosen. */
export const emptyDefinition: ReportDefinition = {
  name: '',
  filter: {},
  period: { years: 'absolute', from: null, to: null },
  outputs: 'both',
  sections: ['list', 'counts'],
  group_by: ['year'],
  counting: 'whole',
  year_of: 'first',
  style: 'apa',
  locale: 'en',
  bold: 'own',
  columns: [],
};

export const valuesOf = ({ definition, shared }: Report): Values => ({ ...definition, shared });

export const definitionOf = ({ shared: _, ...definition }: Values): ReportDefinition => ({
  ...definition,
  name: definition.name.trim(),
});

/** The changed fields that somebody else has set to another value since `seen`. */
export function conflictsOf(typed: Partial<Values>, seen: Report, now: Report): Field[] {
  const [before, after] = [valuesOf(seen), valuesOf(now)];
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return (Object.keys(typed) as Field[]).filter(
    (field) => !isSame(before[field], after[field]) && !isSame(typed[field], after[field]),
  );
}

export type Fault = 'name' | 'sections' | 'period';

export function faultOf({ name, sections, period: { from, to } }: Values): Fault | undefined {
  if (name.trim() === '') return 'name';
  if (sections.length === 0) return 'sections';
  return from !== null && to !== null && from > to ? 'period' : undefined;
}

/** Parameters of lists that a report has elsewhere than in its filter. */
const notInFilter: readonly string[] = [
  'page',
  'perPage',
  'sort',
  'dir',
  'include',
  'locale',
  'counted_year',
  'counted_year_from',
  'counted_year_to',
  'year_of',
  'and_group_id',
];

const maxYear = 3000;

/** The definition of a report of what a list has: its years are the period. */
export function definitionOfList(search: PublicationSearch): Partial<ReportDefinition> {
  const { publication_year_from, publication_year_to, publication_year, ...rest } = search;
  const { counted_year_from, counted_year_to, counted_year } = search;
  const [only] = [counted_year, publication_year].flatMap((years) =>
    years && /^\d{4}$/.test(years) ? Number(years) : [],
  );
  const from = only ?? counted_year_from ?? publication_year_from ?? null;
  const to = only ?? counted_year_to ?? publication_year_to ?? null;
  const left = { ...rest, ...(only === undefined && publication_year !== undefined && { publication_year }) };
  const given = Object.entries(left).flatMap(([name, value]) =>
    value === undefined || notInFilter.includes(name) ? [] : [[name, String(value)]],
  );
  const isWithin = [from, to].every((year) => year === null || (year >= 1000 && year <= maxYear));
  return {
    filter: { ...Object.fromEntries(given), ...(search.q && !search.search_in && { search_in: 'everything' }) },
    ...(isWithin && { period: { years: 'absolute', from, to } }),
    outputs: search.include === 'works' ? 'both' : 'publications',
    ...(search.year_of && { year_of: search.year_of }),
  };
}

/** A filter after the change of some of its parameters; others, which no control shows, stay. */
export function changedFilter(filter: ReportFilter, change: PublicationSearch): ReportFilter {
  const after: Record<string, string> = { ...filter };
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) delete after[name];
    else after[name] = String(value);
  }
  return after;
}
