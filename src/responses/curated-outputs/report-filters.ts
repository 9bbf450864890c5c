import * as z from 'zod';
import * as publicationQuery from '#src/http/publication-query.ts';
import { decimalInteger, filter, maxInteger, oneOf } from '#src/http/query.ts';
import { echoValues, enumFilter, orNone, orUnknown, valuesFilter } from '#src/http/values-filter.ts';
import { ownCorresponding } from '#src/records/counting/counted-row-fields.ts';
import { Institution } from '#src/records/people/employment.ts';
import { env } from '#src/runtime/env.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { optional } from '../query.ts';
import { timeInput, timeSchema } from '../time-input.ts';
import { doiHints } from './doi-hints.ts';

const year = decimalInteger(1000, 3000);
const yearSchema = { type: 'integer', minimum: 1000, maximum: 3000 };
const count = decimalInteger(0, maxInteger);
const countSchema = { type: 'integer', minimum: 0, maximum: maxInteger };

const years = (description: string) =>
  optional(valuesFilter(orUnknown(year), publicationQuery.yearsSchema, `${description} \`unknown\`: without one.`));
const counts = (description: string) =>
  optional(valuesFilter(orUnknown(count), { type: 'string' }, `${description} \`unknown\`: where it is not known.`));

/** The filters of curators' lists of outputs by what reports count. */
export const reportFilters = {
  funder: optional(
    valuesFilter(
      z.string().max(200),
      { type: 'string' },
      'Only what this funder has paid for: its ROR iD as a URL, or its DOI if it has none. `unknown`: without one.',
    ),
  ),
  own_corresponding: optional(
    enumFilter(
      ['yes', 'no', 'unknown'],
      'Only what has a corresponding author of the institution: a person of the registry, or somebody affiliated with it.',
    ),
  ),
  author_count: counts('Only what has this number of authors.'),
  min_authors: optional(filter(count, countSchema, 'Only what has at least this number of authors.')),
  max_authors: optional(filter(count, countSchema, 'Only what has at most this number of authors.')),
  country_count: counts("Only what has this number of countries in its authors' affiliations."),
  report_year: years('Only what curators have set this year for.'),
  counted_year: years('Only what counts in this year: the one that curators have set, or else that of `year_of`.'),
  counted_year_from: optional(filter(year, yearSchema, 'Only what counts in this year or later.')),
  counted_year_to: optional(filter(year, yearSchema, 'Only what counts in this year or earlier.')),
  year_of: optional(
    oneOf(
      ['first', 'issue'],
      'The year that counts: of the first publication, or of the issue if it is known. Default: `first`.',
    ),
  ),
  created_from: optional(filter(timeInput, timeSchema, 'Only what the registry has had since this time.')),
  doi_hint: optional(
    enumFilter(
      doiHints,
      'Only works that may have a DOI: with an open question whether they are a publication (`duplicate`), or in a journal in ' +
        'which the registry has publications (`journal`). Publications have one, and are not found.',
    ),
  ),
  and_group_id: optional(
    valuesFilter(
      z.string().toLowerCase().max(80),
      { type: 'string' },
      'Of these, only what belongs to this group, too, by the same rule.',
    ),
  ),
};

export const publisherFilter = valuesFilter(
  z.string().max(200),
  { type: 'string' },
  'Only what has this publisher. `unknown`: without one.',
);

/** Only publications are retracted. */
export const retractedFrom = optional(
  filter(timeInput, timeSchema, 'Only publications whose notice of retraction is of this day or later.'),
);

export type ReportQuery = z.output<z.ZodObject<typeof reportFilters>>;

/** The ROR iDs of the institution in the settings. */
export const institutionRors = (): string[] => Institution.parse(JSON.parse(env('INSTITUTION'))).ror;

/** The conditions of a list that follow from these filters, only those that are given. Throws a Problem for impossible ones. */
export function reportConditions(query: ReportQuery) {
  const { funder, author_count, country_count, report_year, counted_year, year_of, own_corresponding } = query;
  const { counted_year_from: from = null, counted_year_to: to = null, min_authors, max_authors, created_from } = query;
  if (from !== null && to !== null && from > to)
    throw invalidField('query', 'counted_year_to', 'must not be before counted_year_from');
  const yearField = year_of === 'issue' ? 'counted_issue_year' : 'counted_year';
  const corresponding = correspondingConditions(own_corresponding ?? null);
  return {
    equals: {
      ...(funder && { funder: orNone(funder) }),
      ...(author_count && { author_count: orNone(author_count) }),
      ...(country_count && { country_count: orNone(country_count) }),
      ...(report_year && { report_year: orNone(report_year) }),
      ...(counted_year && { [yearField]: orNone(counted_year) }),
      ...corresponding.equals,
    },
    except: corresponding.except,
    atLeast: {
      ...(from !== null && { [yearField]: from }),
      ...(min_authors && { author_count: min_authors }),
      ...(created_from && { created_at: created_from }),
    },
    atMost: {
      ...(to !== null && { [yearField]: to }),
      ...(typeof max_authors === 'number' && { author_count: max_authors }),
    },
  };
}

type Corresponding = 'yes' | 'no' | 'unknown';

/** Two of the three are the others without the third. */
function correspondingConditions(asked: readonly Corresponding[] | null) {
  const has = (value: Corresponding) => asked?.includes(value) === true;
  const none = { equals: {}, except: {} };
  if (!asked || asked.length === 3) return none;
  const own = ownCorresponding(institutionRors());
  if (has('yes')) {
    if (has('no')) return { ...none, except: { corresponding: [null] } };
    return { ...none, equals: { corresponding: has('unknown') ? [...own, null] : own } };
  }
  const others = { except: { corresponding: own } };
  if (has('no') && has('unknown')) return { ...none, ...others };
  return has('no')
    ? { equals: {}, except: { corresponding: [...own, null] } }
    : { ...none, equals: { corresponding: [null] } };
}

/** Echoes the applied filters, those that are given. */
export const echoReport = (query: ReportQuery) => ({
  ...Object.fromEntries(
    valueNames.flatMap((name) => {
      const values: readonly (string | number)[] | null | undefined = query[name];
      return values ? [[name, String(echoValues(values))]] : [];
    }),
  ),
  ...Object.fromEntries(
    numberNames.flatMap((name) => {
      const value = query[name];
      return typeof value === 'number' ? [[name, value]] : [];
    }),
  ),
  ...(query.year_of && { year_of: query.year_of }),
});

const valueNames = [
  'doi_hint',
  'funder',
  'own_corresponding',
  'author_count',
  'country_count',
  'report_year',
  'counted_year',
  'and_group_id',
] as const;
const numberNames = ['min_authors', 'max_authors', 'counted_year_from', 'counted_year_to', 'created_from'] as const;

const given = { description: 'Only if it was requested' };

/** The echoed filters in a response. */
export const reportEcho = {
  ...(Object.fromEntries(valueNames.map((name) => [name, z.string().optional().meta(given)])) as {
    [Name in (typeof valueNames)[number]]: z.ZodOptional<z.ZodString>;
  }),
  ...(Object.fromEntries(numberNames.map((name) => [name, z.int().optional().meta(given)])) as {
    [Name in (typeof numberNames)[number]]: z.ZodOptional<z.ZodInt>;
  }),
  year_of: z.enum(['first', 'issue']).optional().meta(given),
};
