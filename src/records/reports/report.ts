import * as z from 'zod';
import { ReportDefinition, reportDimensions } from './definition.ts';
import { CountedKey } from './report-item.ts';

/** A saved report. Times in milliseconds since the epoch. */
export const ReportRecord = z.object({
  id: z.string(),
  workspace: z.string(),
  definition: ReportDefinition,
  shared: z.boolean(),
  /** The e-mail address of who made it, and whether that was a steward, whose reports are of their groups alone. */
  created_by: z.string(),
  created_at: z.int(),
  updated_at: z.int(),
  /** The run that is not finished. */
  running: z.string().nullable(),
  /** The last run that finished. */
  last_run: z.object({ id: z.string(), as_of: z.int() }).nullable(),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
});
export type ReportRecord = z.output<typeof ReportRecord>;

/** The most that one person has in a workspace, and that it shares. */
export const mostReports = { own: 100, shared: 200 } as const;

const parameters = z.record(z.string(), z.string());
const cell = {
  keys: z.array(CountedKey),
  whole: z.int(),
  in_several: z.int(),
  fractional: z.number().nullable(),
  fractional_unknown: z.int().nullable(),
  query: parameters,
};

/** The counts of a run, as they were. */
export const RunCounts = z.object({
  dimensions: z.array(z.enum(reportDimensions)),
  list: z.enum(['/api/publications', '/api/works']),
  cells: z.array(z.object(cell)),
  sums: z.array(z.object({ dimension: z.enum(reportDimensions), ...cell })),
  overall: z.object(cell),
  labels: z.partialRecord(z.enum(reportDimensions), z.record(z.string(), z.string())),
});
export type RunCounts = z.output<typeof RunCounts>;

const partCell = z.object({
  keys: z.array(CountedKey),
  whole: z.int(),
  inSeveral: z.int(),
  share: z.number(),
  unshared: z.int(),
});

/** The counts of a part of the items of a run, of which the sums over all parts are those of the run. */
export const PartCounts = z.object({ cells: z.array(partCell), sums: z.array(z.array(partCell)), total: partCell });
export type PartCounts = z.output<typeof PartCounts>;

export const runStates = ['running', 'finished', 'failed'] as const;

/** A run of a report: what it counted and listed at one time. Times in milliseconds since the epoch. */
export const ReportRun = z.object({
  /** See `runIdOf`. */
  id: z.string(),
  report_id: z.string(),
  workspace: z.string(),
  state: z.enum(runStates),
  /** The definition as it was. */
  definition: ReportDefinition,
  /** The parameters of the list of its outputs. */
  query: parameters.nullable(),
  requested_at: z.int(),
  requested_by: z.string(),
  /** When its outputs were listed; null until then. Each is as it was when it was read, between then and the end. */
  as_of: z.int().nullable(),
  finished_at: z.int().nullable(),
  /** The last run that had finished before. */
  previous_run: z.string().nullable(),
  /** The outputs that it lists, and of these, those that have been read. In the end those that it has. */
  total: z.int().nullable(),
  done: z.int(),
  /** Listed outputs that it does not have: when they were read, they were gone, or not what it asks for any more. */
  missing: z.int(),
  /** How many parts of items it has, and which list of outputs they are read by. */
  parts: z.int(),
  listing: z.object({ name: z.string(), parts: z.int() }).nullable(),
  frozen: z.boolean(),
  /** Pseudonyms of erased people who were in it. */
  erased: z.array(z.string()),
  message: z.string().nullable(),
  version: z.int(),
});
export type ReportRun = z.output<typeof ReportRun>;

/** The id of a run, which leads to its report; runs of a report are in the order of their times. */
export const runIdOf = (reportId: string, requestedAtMs: number, random: string): string =>
  `${reportId}-${String(requestedAtMs).padStart(13, '0')}-${random}`;

const runId = /^([0-9a-f]{32})-\d{13}-[0-9a-f]{8}$/;

/** The report of a run by its id; undefined for what is no id of a run. */
export const reportOfRun = (id: string): string | undefined => runId.exec(id)?.[1];

/** A run is kept so long after it was asked for, unless it is frozen. */
export const runDays = 90;
export const runExpirySeconds = ({ requested_at }: Pick<ReportRun, 'requested_at'>): number =>
  Math.ceil(requested_at / 1000) + runDays * 86_400;
