import * as z from 'zod';
import type { ReportReader, SeenReport } from '#src/curation/reports/reports.ts';
import { getRunCounts } from '#src/curation/reports/store.ts';
import { versionTag } from '#src/http/entity-tag.ts';
import { ReportDefinition, reportDimensions } from '#src/records/reports/definition.ts';
import { type ReportRun, runDays, runExpirySeconds, runStates } from '#src/records/reports/report.ts';
import type { ReportCell, ReportCounts } from './counting.ts';

const time = z.int().meta({ description: 'Milliseconds since the epoch' });

const cellFields = {
  whole: z.int().meta({ description: 'Distinct outputs' }),
  in_several: z.int().meta({ description: 'Of these, those that other numbers count, too' }),
  fractional: z.number().nullable().meta({
    description: 'The sum of the known shares of matched authors. Null unless counting is fractional and one is known',
  }),
  fractional_unknown: z
    .int()
    .nullable()
    .meta({ description: 'Outputs whose share is not known. Null unless counting is fractional' }),
  query: z
    .record(z.string(), z.string())
    .meta({ description: 'The parameters of `list` that find exactly these outputs' }),
};

const CountKey = z.union([z.string(), z.int()]).nullable();

const ReportNumber = z
  .object({
    keys: z.array(CountKey).meta({ description: 'A value for each of `group_by`. Null: without one, or unknown' }),
    ...cellFields,
  })
  .meta({ id: 'ReportNumber' });

const ReportSum = z
  .object({ by: z.enum(reportDimensions), key: CountKey, ...cellFields })
  .meta({ id: 'ReportSum', description: 'The distinct outputs with one value' });

const countFields = {
  group_by: z.array(z.enum(reportDimensions)),
  list: z.enum(['/api/publications', '/api/works']).meta({
    description:
      'The list that `query` is for. With `include=works` in it, the number is its `outputs_total`, else `total`',
  }),
  counts: z.array(ReportNumber),
  sums: z.array(ReportSum),
  overall: z.object(cellFields).meta({ id: 'ReportOverall', description: 'All outputs' }),
  labels: z
    .partialRecord(z.enum(reportDimensions), z.record(z.string(), z.string()))
    .meta({ description: 'Names of groups, people and journals, by dimension and value' }),
};

export const ReportCountsView = z.object(countFields).meta({ id: 'ReportCounts' });

const cellView = ({ whole, in_several, fractional, fractional_unknown, query }: ReportCell) => ({
  whole,
  in_several,
  fractional,
  fractional_unknown,
  query,
});

export const countsView = (counts: ReportCounts): z.input<typeof ReportCountsView> => ({
  group_by: [...counts.dimensions],
  list: counts.list,
  counts: counts.cells.map((cell) => ({ keys: cell.keys, ...cellView(cell) })),
  sums: counts.sums.map((sum) => ({ by: sum.dimension, key: sum.keys[0] ?? null, ...cellView(sum) })),
  overall: cellView(counts.overall),
  labels: counts.labels,
});

const Kind = z.enum(['publication', 'work']);

const inForm = z.boolean().optional().meta({ description: 'Only if it is' });

export const CitationRun = z
  .object({
    text: z.string(),
    italic: inForm,
    bold: z.boolean().optional().meta({ description: 'Only if it is: the own authors that the definition asks for' }),
    link: z.string().optional().meta({ description: 'A web address' }),
    right_to_left: inForm,
  })
  .meta({ id: 'CitationRun', description: 'A piece of a citation in one form' });

export const ReportPreview = z
  .object({
    ...countFields,
    total: z.int(),
    items: z
      .array(
        z
          .object({
            kind: Kind,
            id: z.string().meta({ description: 'The DOI of a publication, the id of a work' }),
            citation: z.string().meta({ description: 'In the style of the definition' }),
            runs: z.array(CitationRun).meta({ description: 'The same text with italics, bold and links' }),
          })
          .meta({ id: 'ReportCitation' }),
      )
      .meta({ description: 'The first 50 outputs, the newest first' }),
  })
  .meta({ id: 'ReportPreview' });

const shared = z.boolean().meta({ description: 'Whether everybody in the workspace has it' });

/** The fields of a report that callers set. */
export const ReportFieldsInput = z.strictObject({ definition: ReportDefinition, shared: shared.default(false) });
export const ReportPatch = z.strictObject({
  definition: ReportDefinition.optional(),
  shared: shared.optional(),
  take_over: z.boolean().optional().meta({
    description: 'Makes it a report of the caller: an administrator, if who has made it has left the workspace',
  }),
});

export const Report = z
  .object({
    id: z.string(),
    definition: ReportDefinition,
    shared: z.boolean(),
    is_own: z.boolean().meta({ description: 'Whether the caller has made it' }),
    created_by: z.string(),
    has_left: z
      .boolean()
      .meta({ description: 'Whether who has made it has left the workspace, as administrators are told' }),
    created_at: time,
    updated_at: time,
    running: z.string().nullable().meta({ description: 'The id of the run that is not finished' }),
    last_run: z
      .object({ id: z.string(), as_of: time })
      .nullable()
      .meta({ id: 'LastReportRun', description: 'The last run that finished' }),
    version: z.int().meta({ description: 'For If-Match' }),
  })
  .meta({ id: 'Report' });

export const reportView = (
  { report: { workspace: _, ...report }, isLeft }: SeenReport,
  { email }: Pick<ReportReader, 'email'>,
): z.input<typeof Report> => ({ ...report, is_own: report.created_by === email, has_left: isLeft });

/** The answer with a report, and its ETag. */
export const reportBody = (seen: SeenReport, reader: ReportReader) => ({
  body: reportView(seen, reader),
  headers: { etag: versionTag(seen.report, seen.report) },
});

const runFields = {
  id: z.string(),
  report_id: z.string(),
  state: z.enum(runStates),
  name: z.string().meta({ description: 'Of the report, as it was' }),
  requested_at: time,
  requested_by: z.string(),
  as_of: time.nullable().meta({
    description: 'When its outputs were listed. Each is as it was when it was read, between then and `finished_at`',
  }),
  finished_at: time.nullable(),
  total: z
    .int()
    .nullable()
    .meta({ description: 'The outputs that it lists; null until they are known. In the end, those that it has' }),
  done: z.int().meta({ description: 'Of these, those that have been read' }),
  missing: z.int().meta({
    description: 'Listed outputs that it does not have: gone, hidden or no longer what it asks for when they were read',
  }),
  previous_run: z.string().nullable(),
  frozen: z.boolean().meta({ description: 'Whether it is kept until the report is deleted' }),
  expires_at: time.nullable().meta({ description: `${runDays} days after the request; null if it is frozen` }),
  erased: z.int().meta({ description: 'People who were erased since, and are no longer named in it' }),
  message: z.string().nullable().meta({ description: 'Why it failed' }),
};

export const ReportRunSummary = z.object(runFields).meta({ id: 'ReportRunSummary' });

export const ReportRunView = z
  .object({
    ...runFields,
    definition: ReportDefinition,
    query: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: 'The parameters of the list of its outputs' }),
    counts: ReportCountsView.nullable().meta({ description: 'Null until it has finished' }),
  })
  .meta({ id: 'ReportRun' });

export const runSummary = (run: ReportRun): z.input<typeof ReportRunSummary> => ({
  id: run.id,
  report_id: run.report_id,
  state: run.state,
  name: run.definition.name,
  requested_at: run.requested_at,
  requested_by: run.requested_by,
  as_of: run.as_of,
  finished_at: run.finished_at,
  total: run.total,
  done: run.done,
  missing: run.missing,
  previous_run: run.previous_run,
  frozen: run.frozen,
  expires_at: run.frozen ? null : runExpirySeconds(run) * 1000,
  erased: run.erased.length,
  message: run.message,
});

export async function runView(run: ReportRun): Promise<z.input<typeof ReportRunView>> {
  const counts = await getRunCounts(run);
  const { definition, query } = run;
  return { ...runSummary(run), definition, query, counts: counts ? countsView(counts) : null };
}

const ReportOutput = z
  .object({ kind: Kind, id: z.string(), title: z.string().nullable() })
  .meta({ id: 'ReportOutput' });

/** Of each list; the totals have all. */
export const mostChanges = 1_000;

export const ReportChanges = z
  .object({
    since: z.string().meta({ description: 'The run that is compared with' }),
    new: z.array(ReportOutput),
    gone: z
      .array(ReportOutput)
      .meta({ description: 'What was hidden, deleted, merged or superseded, or has left the filter' }),
    changed: z.array(
      z
        .object({
          kind: Kind,
          id: z.string(),
          title: z.string().nullable(),
          fields: z.array(
            z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }).meta({ id: 'ReportFieldChange' }),
          ),
        })
        .meta({ id: 'ReportOutputChange' }),
    ),
    totals: z
      .object({ new: z.int(), gone: z.int(), changed: z.int() })
      .meta({ id: 'ReportChangeTotals', description: `Each list has at most ${mostChanges}` }),
  })
  .meta({ id: 'ReportChanges' });

export const ReportParams = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/, 'must be the id of a report'),
});

export const RunParams = z.object({
  runId: z.string().regex(/^[0-9a-f]{32}-\d{13}-[0-9a-f]{8}$/, 'must be the id of a run'),
});
