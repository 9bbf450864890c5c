import * as z from 'zod';
import type { CellKey } from '#src/lists/model/counting.ts';
import { isLocaleSearchActive } from '#src/lists/rollout/gate.ts';
import type { ReportDefinition, ReportDimension, ReportPeriod } from '#src/records/reports/definition.ts';
import { outputTypesOfKdsf } from '#src/records/reports/kdsf-types.ts';
import { invalidField, invalidRequest } from '#src/runtime/errors.ts';
import { issuesOf, plainMessage } from '#src/runtime/issues.ts';
import { parseLocale, requestedLocale } from '#src/vocabulary/locale.ts';
import { type CuratedQuery, curatedFilters } from '../curated-outputs/publication-search.ts';
import { sharedFilters } from '../curated-outputs/work-filters.ts';

/** The parameters of a list that finds what a report counts, by name. */
export type ListParameters = Record<string, string>;

/** A report as a question to the lists. */
export interface ReportQuestion {
  definition: ReportDefinition;
  /** The route of the list with all that the report counts. */
  list: '/api/publications' | '/api/works';
  parameters: ListParameters;
  query: CuratedQuery;
  /** The locale in which a text is searched, as the list would. */
  locale: string | undefined;
}

/** A definition says these elsewhere. */
const notInFilter: ReadonlySet<string> = new Set([
  'counted_year',
  'counted_year_from',
  'counted_year_to',
  'year_of',
  'and_group_id',
  'locale',
]);

const filterNames = new Set(Object.keys(curatedFilters).filter((name) => !notInFilter.has(name)));
/** The list of works has these of them. */
const workFilterNames: ReadonlySet<string> = new Set([
  ...Object.keys(sharedFilters),
  ...['q', 'visibility', 'status', 'orcid_id', 'publication_year_from', 'publication_year_to', 'identifier'],
  ...['is_edited', 'group_id', 'subgroups', 'group_basis', 'group_primary'],
]);

/** Filters by time that may name the last run. */
const timeFilters = ['created_from', 'retracted_from'];
const lastRun = 'last_run';

/** When a report asks. */
export interface ReportMoment {
  workspace: string;
  now: Date;
  /** When the last finished run asked; null before the first one. */
  lastRunMs: number | null;
}

/** The question of a report. Throws a Problem that names the field of a filter which no list has. */
export async function reportQuestion(definition: ReportDefinition, moment: ReportMoment): Promise<ReportQuestion> {
  const { filter, outputs, year_of } = definition;
  const isWorks = outputs === 'works';
  const unknown = Object.keys(filter).filter(
    (name) => !filterNames.has(name) || (isWorks && !workFilterNames.has(name)),
  );
  if (unknown.length > 0) {
    const message = isWorks ? 'is no filter of works in reports' : 'is no filter of reports';
    throw invalidRequest(
      'body',
      unknown.map((name) => ({ path: `definition.filter.${name}`, message })),
    );
  }
  if (!parseLocale(definition.locale))
    throw invalidField('body', 'definition.locale', 'must be a language tag, such as pt-BR');
  const years = yearsOf(definition.period, moment.now);
  if (endsBefore(years.from, years.to)) throw invalidField('body', 'definition.period.to', 'must not be before from');
  const parameters: ListParameters = {
    visibility: 'visible',
    ...timed(filter, moment.lastRunMs),
    ...(years.from !== null && { counted_year_from: String(years.from) }),
    ...(years.to !== null && { counted_year_to: String(years.to) }),
    ...(year_of === 'issue' && { year_of }),
    ...(filter.q && { locale: definition.locale }),
    ...(outputs === 'both' && { include: 'works' }),
  };
  const { data, error } = z.object(curatedFilters).safeParse(parameters, { error: plainMessage });
  if (error) {
    const issues = issuesOf(error).map(({ path, message }) => ({ path: `definition.filter.${path}`, message }));
    throw invalidRequest('body', issues);
  }
  if (endsBefore(data.publication_year_from, data.publication_year_to)) {
    const message = 'must not be before publication_year_from';
    throw invalidField('body', 'definition.filter.publication_year_to', message);
  }
  const isSearched = Boolean(filter.q) && (await isLocaleSearchActive(moment.workspace, moment.now.getTime()));
  const locale = isSearched ? requestedLocale(definition.locale, undefined) : undefined;
  return { definition, list: isWorks ? '/api/works' : '/api/publications', parameters, query: data, locale };
}

const endsBefore = (from: number | null, to: number | null) => from !== null && to !== null && to < from;

/** The years of a period at a time. */
function yearsOf({ years, from, to }: ReportPeriod, now: Date): { from: number | null; to: number | null } {
  const year = now.getUTCFullYear();
  const absolute = (value: number | null) => (value === null || years === 'absolute' ? value : year + value);
  return { from: absolute(from), to: absolute(to) };
}

/** Without a last run, everything is new. */
const timed = (filter: ListParameters, lastRunMs: number | null): ListParameters =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => {
      if (!timeFilters.includes(name) || value !== lastRun) return [[name, value]];
      return lastRunMs === null ? [] : [[name, String(lastRunMs)]];
    }),
  );

/** The parameter of the list by which a dimension is asked for. */
const parameterOf: Record<Exclude<ReportDimension, 'group'>, string> = {
  year: 'counted_year',
  type: 'output_type',
  person: 'orcid_id',
  open_access: 'open_access_status',
  journal: 'journal',
  publisher: 'publisher',
  funder: 'funder',
  license: 'license',
  corresponding: 'own_corresponding',
  kdsf: 'output_type',
};

/** The parameters of the list of exactly what a cell counts. The dimensions and the values are in the same order. */
export function cellParameters(
  { parameters, query }: Pick<ReportQuestion, 'parameters' | 'query'>,
  dimensions: readonly ReportDimension[],
  keys: readonly CellKey[],
): ListParameters {
  const cell = { ...parameters };
  for (const [at, dimension] of dimensions.entries()) {
    const key = keys[at] ?? null;
    if (dimension === 'group') {
      const asked = query.group_id ?? [];
      if (key === null) cell.group_id = 'none';
      else if (asked.length === 0 || asked.includes(String(key))) cell.group_id = String(key);
      else cell.and_group_id = String(key);
      continue;
    }
    const name = parameterOf[dimension];
    if (dimension === 'year') {
      delete cell.counted_year_from;
      delete cell.counted_year_to;
    }
    cell[name] = dimension === 'kdsf' && key !== null ? kdsfParameter(String(key), cell) : String(key ?? 'unknown');
  }
  return cell;
}

function kdsfParameter(kdsf: string, { output_type: asked }: ListParameters): string {
  const allowed = asked
    ?.toLowerCase()
    .split('|')
    .map((type) => type.trim());
  return outputTypesOfKdsf(kdsf)
    .filter((type) => !allowed || allowed.includes(type))
    .join('|');
}
