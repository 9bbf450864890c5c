import * as z from 'zod';
import { reportStyles } from '../citations/style-names.ts';

/** Dimensions by which outputs are counted: docs/reports.md. */
export const reportDimensions = [
  'year',
  'type',
  'group',
  'person',
  'open_access',
  'journal',
  'publisher',
  'funder',
  'license',
  'corresponding',
  'kdsf',
] as const;
export type ReportDimension = (typeof reportDimensions)[number];

/** The kinds of outputs in a report. */
export const reportOutputs = ['publications', 'works', 'both'] as const;

/** Columns of a table of outputs, in the order in which a report names them. */
export const reportColumns = [
  'citation',
  'title',
  'authors',
  'own_authors',
  'groups',
  'year',
  'date',
  'type',
  'journal',
  'issn',
  'publisher',
  'volume',
  'issue',
  'pages',
  'doi',
  'url',
  'isbn',
  'open_access',
  'is_hybrid',
  'license',
  'funders',
  'author_count',
  'corresponding',
  'country_count',
  'is_retracted',
  'kdsf',
  'id',
  'institution',
  'period',
  'euro',
] as const;
export type ReportColumn = (typeof reportColumns)[number];

const year = z.int().min(1000).max(3000);
const yearsAgo = z.int().min(-100).max(10);

/** The years whose outputs count; an open end is null. Relative ones are added to the year of the run: -1 is the year before. */
export const ReportPeriod = z.discriminatedUnion('years', [
  z.strictObject({ years: z.literal('absolute'), from: year.nullable(), to: year.nullable() }),
  z.strictObject({ years: z.literal('relative'), from: yearsAgo.nullable(), to: yearsAgo.nullable() }),
]);
export type ReportPeriod = z.output<typeof ReportPeriod>;

const filterValue = z.string().min(1).max(2_000);

/** Parameters of the list that a report is made from, by name, each as in the query of that list. */
export const ReportFilter = z
  .record(z.string().regex(/^[a-z_]{1,40}$/), filterValue)
  .refine((filter) => Object.keys(filter).length <= 30, { message: 'must have at most 30 filters' });
export type ReportFilter = z.output<typeof ReportFilter>;

export const maxDimensions = 3;

const distinct = (values: readonly unknown[]) => new Set(values).size === values.length;

export const ReportDefinition = z.strictObject({
  name: z.string().trim().min(1).max(200),
  filter: ReportFilter.default({}),
  period: ReportPeriod.default({ years: 'absolute', from: null, to: null }),
  outputs: z.enum(reportOutputs).default('both'),
  sections: z
    .array(z.enum(['list', 'counts']))
    .min(1)
    .max(2)
    .refine(distinct, { message: 'must differ' })
    .default(['list', 'counts']),
  /** The first one is the outermost. */
  group_by: z
    .array(z.enum(reportDimensions))
    .max(maxDimensions)
    .refine(distinct, { message: 'must differ' })
    .default(['year']),
  counting: z.enum(['whole', 'fractional']).default('whole'),
  /** The year that counts unless a curator has set one: of the first publication, or of the issue. */
  year_of: z.enum(['first', 'issue']).default('first'),
  style: z.enum(reportStyles).default('apa'),
  /** Of the words in documents and of titles in several languages. */
  locale: z.string().min(2).max(35).default('en'),
  /** Whose names are bold: of all own authors, of those of the groups in the filter, or nobody's. */
  bold: z.enum(['own', 'group', 'none']).default('own'),
  /** Of tables; without one, those of the format. */
  columns: z
    .array(z.enum(reportColumns))
    .max(reportColumns.length)
    .refine(distinct, { message: 'must differ' })
    .default([]),
});
export type ReportDefinition = z.output<typeof ReportDefinition>;
