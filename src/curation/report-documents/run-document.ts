import { countingRules } from '#src/formats/documents/counting-rules.ts';
import { dimensionName, documentFact, valueName, withoutValue } from '#src/formats/documents/document-texts.ts';
import type { CountedRow, CountsTable, Fact, ReportDocument } from '#src/formats/documents/report-document.ts';
import { groups } from '#src/lists/groups/groups.ts';
import type { StyleLanguage } from '#src/records/citations/style-parts.ts';
import { firstCountedYear, issueCountedYear } from '#src/records/counting/counted-row-fields.ts';
import { Institution } from '#src/records/people/employment.ts';
import type { ReportDefinition, ReportDimension } from '#src/records/reports/definition.ts';
import type { ReportRun, RunCounts } from '#src/records/reports/report.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { env } from '#src/runtime/env.ts';
import { inLocale } from '#src/vocabulary/locale.ts';
import { getRun, getRunCounts, runItems } from '../reports/store.ts';
import { boldAuthors, wordsIn } from './bold-authors.ts';

type CellKey = RunCounts['cells'][number]['keys'][number];

/** The content of the documents of a finished run; undefined if it is not there any more. */
export async function openRun(runId: string): Promise<ReportDocument | undefined> {
  const run = await getRun(runId);
  const counts = run?.state === 'finished' ? await getRunCounts(run) : undefined;
  return run && counts && documentOf(run, counts);
}

async function documentOf(run: ReportRun, counts: RunCounts): Promise<ReportDocument> {
  const { definition } = run;
  const language = wordsIn(definition.locale);
  const names = await namesOfGroups(definition.locale);
  const groupName = (id: string) => counts.labels.group?.[id] ?? names.get(id) ?? id;
  const items = () => runItems(run);
  const funders = counts.dimensions.includes('funder') ? await namesOfFunders(items()) : new Map<string, string>();
  const labels = counts.dimensions.map((dimension, at) => labelsOf(dimension, at, counts, funders, language));
  const yearOf = (item: ReportItem) => countedYear(item, definition);
  return {
    name: definition.name,
    language,
    style: definition.style,
    facts: factsOf(run, groupName, language),
    sections: definition.sections,
    dimensions: counts.dimensions,
    tables: tablesOf(counts, labels),
    definitions: countingRules(definition, language),
    columns: definition.columns,
    institution: Institution.parse(JSON.parse(env('INSTITUTION'))).names[0] ?? '',
    total: run.done,
    items,
    labelsOf: (item) => productOf(labels.map((own, at) => own.of(item.counted_by[at] ?? []))),
    yearOf,
    isBold: await boldAuthors(definition),
    groupName,
  };
}

const countedYear = ({ report_year, first_year, issue_year }: ReportItem, { year_of }: ReportDefinition) => {
  const years = { report_year, issue_year, publication_year: first_year };
  return year_of === 'issue' ? issueCountedYear(years) : firstCountedYear(years);
};

const mostGroups = 10_000;

async function namesOfGroups(locale: string): Promise<Map<string, string>> {
  const all = { page: 1, per_page: mostGroups, q: '', sort: 'created_at', dir: 'asc', where: [] } as const;
  const { rows } = await groups.find(all, 0, ['id', 'name']);
  return new Map(rows.map(({ id, name }) => [id, inLocale(name, locale) || id]));
}

async function namesOfFunders(items: AsyncIterable<ReportItem>): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const { funders } of items) {
    for (const { id, name } of funders) if (id !== null && name !== null && !names.has(id)) names.set(id, name);
  }
  return names;
}

/** The labels of the values of a dimension. */
interface Labels {
  dimension: ReportDimension;
  label(key: CellKey): string;
  /** The labels of those of these values that are counted; that of no value if none is. */
  of(keys: readonly CellKey[]): string[];
}

function labelsOf(
  dimension: ReportDimension,
  at: number,
  { cells, labels }: RunCounts,
  funders: ReadonlyMap<string, string>,
  language: StyleLanguage,
): Labels {
  const counted = new Set(cells.map(({ keys }) => keys[at] ?? null));
  const nameOf = (key: CellKey) => {
    if (key === null) return withoutValue(dimension, language);
    const value = String(key);
    return labels[dimension]?.[value] ?? funders.get(value) ?? valueName(dimension, value, language);
  };
  const byName = Map.groupBy(counted, nameOf);
  const label = (key: CellKey) => {
    const name = nameOf(key);
    return (byName.get(name)?.length ?? 0) > 1 ? `${name} (${key})` : name;
  };
  return {
    dimension,
    label,
    of(keys) {
      const known = keys.filter((key) => key !== null && counted.has(key));
      return (known.length > 0 ? known : [null]).map(label);
    },
  };
}

const productOf = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((paths, list) => paths.flatMap((path) => list.map((label) => [...path, label])), [[]]);

type CountedCell = Pick<RunCounts['cells'][number], 'whole' | 'in_several' | 'fractional' | 'fractional_unknown'>;

const rowOf = (labels: readonly string[], cell: CountedCell, hasSeveral: boolean): CountedRow => ({
  labels,
  whole: cell.whole,
  inSeveral: hasSeveral ? cell.in_several : null,
  fractional: cell.fractional,
  fractionalUnknown: cell.fractional_unknown,
});

/** The cells with the sums of the first dimension among them, then the sums of each further one. */
function tablesOf({ dimensions, cells, sums, overall }: RunCounts, labels: readonly Labels[]): CountsTable[] {
  const hasSeveral = [...cells, ...sums].some(({ in_several }) => in_several > 0);
  const total = rowOf([], overall, hasSeveral);
  const sumsOf = (dimension: ReportDimension) => sums.filter((sum) => sum.dimension === dimension);
  const [first, ...others] = labels;
  if (!first) return [{ dimensions, rows: [total] }];
  const labelled = ({ keys }: { keys: readonly CellKey[] }) => labels.map(({ label }, at) => label(keys[at] ?? null));
  const blocks = Map.groupBy(cells, ({ keys: [key] }) => key ?? null);
  const rows = [...blocks].flatMap(([key, block]) => {
    const sum = others.length > 0 ? sumsOf(first.dimension).find(({ keys }) => (keys[0] ?? null) === key) : undefined;
    return [
      ...block.map((cell) => rowOf(labelled(cell), cell, hasSeveral)),
      ...(sum ? [rowOf([first.label(key)], sum, hasSeveral)] : []),
    ];
  });
  const further = others.map(({ dimension, label }) => ({
    dimensions: [dimension],
    rows: [...sumsOf(dimension).map((sum) => rowOf([label(sum.keys[0] ?? null)], sum, hasSeveral)), total],
  }));
  return [{ dimensions, rows: [...rows, total] }, ...further];
}

/** Filters that have words of their own, or stand elsewhere in the document. */
const saidOtherwise = new Set(['group_id', 'counted_year_from', 'counted_year_to', 'year_of', 'include', 'visibility']);

const dimensionOfFilter: Partial<Record<string, ReportDimension>> = {
  output_type: 'type',
  publication_year: 'year',
  open_access_status: 'open_access',
  orcid_id: 'person',
  journal: 'journal',
  publisher: 'publisher',
  funder: 'funder',
  license: 'license',
  own_corresponding: 'corresponding',
};

/** A filter in words, as far as there are any. */
function filterText(name: string, value: string, language: StyleLanguage): string {
  const dimension = dimensionOfFilter[name];
  if (!dimension) return `${name} = ${value}`;
  const names = value
    .split('|')
    .map((each) => each.trim())
    .map((each) => (each === 'unknown' ? withoutValue(dimension, language) : valueName(dimension, each, language)));
  return `${dimensionName(dimension, language)}: ${names.join(', ')}`;
}

function factsOf(run: ReportRun, groupName: (id: string) => string, language: StyleLanguage): Fact[] {
  const { definition, query, as_of, erased, missing } = run;
  const { counted_year_from: from, counted_year_to: to, group_id } = query ?? {};
  const fact = (name: Parameters<typeof documentFact>[0], text: string | false | undefined): Fact[] =>
    text ? [{ label: documentFact(name, language), text }] : [];
  const others = Object.entries(query ?? {}).filter(([name]) => !saidOtherwise.has(name));
  const date = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return [
    ...fact('period', (from || to) && (from === to ? from : `${from ?? ''}–${to ?? ''}`)),
    ...fact(
      'groups',
      group_id
        ?.split('|')
        .map((id) => groupName(id.trim()))
        .join('; '),
    ),
    ...fact('filter', others.map(([name, value]) => filterText(name, value, language)).join('; ')),
    ...fact('outputs', documentFact(definition.outputs, language)),
    ...fact('as_of', as_of !== null && date.format(as_of)),
    ...fact('erased', erased.length > 0 && String(erased.length)),
    ...fact('missing', missing > 0 && String(missing)),
  ];
}
