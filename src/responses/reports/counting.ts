import { curatedPublications } from '#src/lists/curated-publications.ts';
import { type KnownGroups, knownGroups } from '#src/lists/groups/group-filter.ts';
import { groupNames } from '#src/lists/groups/groups.ts';
import type { CellKey, CountedBy, CountedCell, OutputCounting, OutputCounts } from '#src/lists/model/counting.ts';
import { curatedWorks } from '#src/lists/works.ts';
import { isOwnCorresponding, ownCorresponding } from '#src/records/counting/counted-row-fields.ts';
import type { OutputName } from '#src/records/groups/output.ts';
import type { Journal } from '#src/records/journals/journal.ts';
import { getJournals } from '#src/records/journals/store/journals.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import type { ReportDimension } from '#src/records/reports/definition.ts';
import { kdsfTypeOf } from '#src/records/reports/kdsf-types.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { defaultLocale, inLocale } from '#src/vocabulary/locale.ts';
import { licenseValues } from '#src/vocabulary/sources/license.ts';
import { workConditions } from '../curated-outputs/outputs.ts';
import { curatedSearch } from '../curated-outputs/publication-search.ts';
import { institutionRors } from '../curated-outputs/report-filters.ts';
import { countedGroups } from '../group-query.ts';
import { cellParameters, type ListParameters, type ReportQuestion } from './question.ts';

/** More cells are no table that anybody reads, and do not fit into a response. */
const mostCells = 5_000;

/** The counts of a report, as routes show them and runs keep them. */
export interface ReportCounts {
  dimensions: readonly ReportDimension[];
  list: ReportQuestion['list'];
  cells: ReportCell[];
  /** Of each value of each dimension. */
  sums: ({ dimension: ReportDimension } & ReportCell)[];
  overall: ReportCell;
  /** Names of values, by dimension and value. */
  labels: Partial<Record<ReportDimension, Record<string, string>>>;
}

export interface ReportCell {
  /** Null: without a value, or unknown. */
  keys: CellKey[];
  /** Distinct outputs. */
  whole: number;
  /** Of these, those that other cells count, too. */
  in_several: number;
  /** The sum of the known shares; null if shares are not asked for, or none is known. */
  fractional: number | null;
  /** Outputs whose share is not known; null if shares are not asked for. */
  fractional_unknown: number | null;
  /** The parameters of the list of exactly these outputs. */
  query: ListParameters;
}

const filterOf: Record<Exclude<ReportDimension, 'group' | 'year'>, string> = {
  type: 'output_type',
  person: 'orcid_id',
  open_access: 'open_access_status',
  journal: 'journal',
  publisher: 'publisher',
  funder: 'funder',
  license: 'license',
  corresponding: 'corresponding',
  kdsf: 'output_type',
};

/** Counts what a report asks for, in lists that include every earlier write. Throws a Problem for too many cells. */
export async function countReport(question: ReportQuestion, now: Date): Promise<ReportCounts> {
  const { definition, query, locale } = question;
  const { outputs, group_by: dimensions } = definition;
  const ofKind = async (kind: OutputName['kind']) => countingOf(question, await knownGroups(kind, 'curators', 0), now);
  const [publications, works] = await Promise.all([
    outputs === 'works'
      ? undefined
      : curatedSearch(query, locale, now).then(async ({ conditions }) =>
          curatedPublications.countOutputs({ ...anyPage, ...conditions }, await ofKind('publication'), 0),
        ),
    outputs === 'publications'
      ? undefined
      : workConditions(query, locale, now).then(
          async (conditions) =>
            conditions && curatedWorks.countOutputs({ ...anyPage, ...conditions }, await ofKind('work'), 0),
        ),
  ]);
  const counts = [publications, works].flatMap((each) => each ?? []);
  counts.forEach(requireFewCells);
  const journals = dimensions.includes('journal') ? await journalsIn(counts, dimensions.indexOf('journal')) : new Map();
  return shownCounts(
    question,
    mergedCounts(counts, dimensions, (issn) => journals.get(issn)?.id ?? issn),
  );
}

/** Throws a Problem for counts with more cells than anybody reads. */
export function requireFewCells({ cells }: Pick<OutputCounts, 'cells'>): void {
  if (cells.length > mostCells)
    throw invalidField('body', 'definition.group_by', `gives more than ${mostCells} numbers`);
}

/** Counts as reports show them: each with its list, and with the names of values. */
export async function shownCounts(question: ReportQuestion, merged: OutputCounts): Promise<ReportCounts> {
  const { definition } = question;
  const { group_by: dimensions } = definition;
  const isShared = definition.counting === 'fractional';
  const cellOf =
    (of: readonly ReportDimension[]) =>
    (cell: CountedCell): ReportCell => ({
      keys: cell.keys,
      whole: cell.whole,
      in_several: cell.inSeveral,
      fractional: isShared && cell.unshared < cell.whole ? rounded(cell.share) : null,
      fractional_unknown: isShared ? cell.unshared : null,
      query: cellParameters(question, of, cell.keys),
    });
  return {
    dimensions,
    list: question.list,
    cells: Array.from(merged.cells, cellOf(dimensions)).sort(inOrderOfKeys),
    sums: merged.sums.flatMap((each, at) =>
      dimensions.slice(at, at + 1).flatMap((dimension) =>
        each
          .map(cellOf([dimension]))
          .sort(inOrderOfKeys)
          .map((cell) => ({ dimension, ...cell })),
      ),
    ),
    overall: cellOf([])(merged.total),
    labels: await labelsOf(merged, dimensions, definition.locale),
  };
}

const anyPage = { page: 1, per_page: 1, sort: 'publication_date', dir: 'desc' } as const;

/** Sums of fractions such as 1/3 have errors in the last places. */
const rounded = (share: number): number => Math.round(share * 1e9) / 1e9;

/** How a list counts what a report asks for. What a filter names is all that is counted of it. */
export function countingOf({ definition, query }: ReportQuestion, known: KnownGroups, now: Date): OutputCounting {
  const { group_id } = query;
  const named = group_id?.filter((id) => id !== 'none') ?? [];
  const groups = countedGroups(known, query, now);
  const people = query.orcid_id?.filter((orcid) => orcid !== 'unknown');
  const byOf = (dimension: ReportDimension): CountedBy => {
    if (dimension === 'group') return groups;
    if (dimension === 'year')
      return { kind: 'values', equal: definition.year_of === 'issue' ? 'counted_issue_year' : 'counted_year' };
    const values = { kind: 'values', equal: filterOf[dimension] } as const;
    switch (dimension) {
      case 'person':
        return { ...values, only: people && new Set(people) };
      case 'funder':
        return { ...values, only: query.funder ? new Set(query.funder) : undefined };
      case 'license':
        return query.license
          ? { ...values, only: new Set(query.license) }
          : { ...values, classOf: (value) => (licenseValues(String(value)).at(-1) === value ? value : undefined) };
      case 'kdsf':
        return { ...values, classOf: (value) => kdsfTypeOf(String(value)) };
      case 'corresponding': {
        const own = ownCorresponding(institutionRors());
        const classOf = (value: CellKey) => (isOwnCorresponding([String(value)], own) ? 'yes' : 'no');
        return { ...values, classOf, winner: 'yes' };
      }
      default:
        return values;
    }
  };
  const by = definition.group_by.map(byOf);
  if (definition.counting === 'whole') return { by };
  const isOfGroups = named.length > 0 && !by.some(({ kind }) => kind === 'groups');
  return {
    by,
    shares: {
      ...(isOfGroups && { unit: { ...groups, only: new Set(named) } }),
      ...(people && people.length > 0 && { people: new Set(people) }),
    },
  };
}

/** The counts of outputs of which no two have one in common, with the ISSNs of a journal as one value. */
export function mergedCounts(
  all: readonly OutputCounts[],
  dimensions: readonly ReportDimension[],
  journalOf: (issn: string) => string = (issn) => issn,
) {
  const keyOf = (key: CellKey, dimension: ReportDimension | undefined) =>
    dimension === 'journal' && key !== null ? journalOf(String(key)) : key;
  const merge = (cells: Iterable<CountedCell>, of: readonly ReportDimension[]): CountedCell[] => {
    const found = new Map<string, CountedCell>();
    for (const cell of cells) {
      const keys = cell.keys.map((key, at) => keyOf(key, of[at]));
      const id = JSON.stringify(keys);
      const known = found.get(id);
      if (!known) found.set(id, { ...cell, keys });
      else {
        known.whole += cell.whole;
        known.inSeveral += cell.inSeveral;
        known.share += cell.share;
        known.unshared += cell.unshared;
      }
    }
    return [...found.values()];
  };
  const [total] = merge(
    all.map((each) => each.total),
    [],
  );
  return {
    cells: merge(
      all.flatMap(({ cells }) => [...cells]),
      dimensions,
    ),
    sums: dimensions.map((dimension, at) =>
      merge(
        all.flatMap(({ sums }) => sums[at] ?? []),
        [dimension],
      ),
    ),
    total: total ?? { keys: [], whole: 0, inSeveral: 0, share: 0, unshared: 0 },
  };
}

async function journalsIn(counts: readonly OutputCounts[], at: number): Promise<ReadonlyMap<string, Journal>> {
  const issns = counts.flatMap(({ sums }) => (sums[at] ?? []).flatMap(({ keys: [issn] }) => issn ?? []));
  return getJournals([...new Set(issns.map(String))]);
}

async function labelsOf(
  { sums }: Pick<OutputCounts, 'sums'>,
  dimensions: readonly ReportDimension[],
  locale: string,
): Promise<ReportCounts['labels']> {
  const keysOf = (dimension: ReportDimension) =>
    (sums[dimensions.indexOf(dimension)] ?? []).flatMap(({ keys: [key] }) =>
      key === null || key === undefined ? [] : String(key),
    );
  const labels: ReportCounts['labels'] = {};
  const named = (names: Iterable<readonly [string, string | null]>) =>
    Object.fromEntries([...names].flatMap(([id, name]) => (name === null ? [] : [[id, name]])));
  if (dimensions.includes('group'))
    labels.group = named(
      Array.from(await groupNames(keysOf('group'), 0), ([id, name]) => [id, inLocale(name, locale)]),
    );
  if (dimensions.includes('person'))
    labels.person = named(
      (await getPeople(keysOf('person'))).map(({ orcid, name }) => [orcid, inLocale(name, defaultLocale)]),
    );
  if (dimensions.includes('journal'))
    labels.journal = named(Array.from((await getJournals(keysOf('journal'))).values(), ({ id, title }) => [id, title]));
  return labels;
}

/** By value, numbers as numbers; what has none comes last. */
function inOrderOfKeys(one: Pick<ReportCell, 'keys'>, other: Pick<ReportCell, 'keys'>): number {
  for (const [at, key] of one.keys.entries()) {
    const than = other.keys[at] ?? null;
    if (key === than) continue;
    if (key === null || than === null) return key === null ? 1 : -1;
    if (typeof key === 'number' && typeof than === 'number') return key - than;
    return String(key) < String(than) ? -1 : 1;
  }
  return 0;
}
