import * as z from 'zod';
import { compress, decompress } from '#src/records/publications/store/compressed.ts';
import {
  PartCounts,
  ReportRecord,
  ReportRun,
  RunCounts,
  reportOfRun,
  runExpirySeconds,
} from '#src/records/reports/report.ts';
import { ReportItem } from '#src/records/reports/report-item.ts';
import { keys, partitions, reportRunContents } from '#src/table/keys.ts';
import {
  deleteItems,
  getItem,
  getItems,
  type Item,
  ifUnchanged,
  type Key,
  prefixQuery,
  putItem,
  query,
  queryAll,
  transact,
  type Write,
} from '#src/table/table.ts';

/** The reports of a workspace, in the order in which they were made. */
export async function getReports(workspace: string): Promise<ReportRecord[]> {
  const items = await queryAll({
    ...prefixQuery(keys.report(workspace, '').pk, keys.report(workspace, '').sk),
    ConsistentRead: true,
  });
  return items.map((item) => ReportRecord.parse(item)).sort((one, other) => one.created_at - other.created_at);
}

export async function getReport(workspace: string, id: string): Promise<ReportRecord | undefined> {
  const item = await getItem(keys.report(workspace, id));
  return item && ReportRecord.parse(item);
}

/** The write of a report, which fails if it has changed since `before`. */
export const reportWrite = (report: ReportRecord, before: ReportRecord | undefined): Write => ({
  Put: { Item: { ...keys.report(report.workspace, report.id), ...report }, ...ifUnchanged(before) },
});

/** Stores a report. False if it has changed since `before`. */
export const putReport = async (report: ReportRecord, before: ReportRecord | undefined): Promise<boolean> =>
  (await transact([reportWrite(report, before)])) === undefined;

/** Deletes a report unless it has changed. */
export async function deleteReport(report: ReportRecord): Promise<boolean> {
  const { ConditionExpression, ExpressionAttributeValues } = ifUnchanged(report);
  const condition = { ConditionExpression, ...(ExpressionAttributeValues && { ExpressionAttributeValues }) };
  const write: Write = { Delete: { Key: keys.report(report.workspace, report.id), ...condition } };
  return (await transact([write])) === undefined;
}

const runKey = (run: Pick<ReportRun, 'id' | 'report_id'>) => keys.reportRun(run.report_id, run.id);

const kept = (run: ReportRun) => (run.frozen ? {} : { expiresAtSeconds: runExpirySeconds(run) });

/** The write of a run, which fails if it has changed since `before`. */
export const runWrite = (run: ReportRun, before: ReportRun | undefined): Write => ({
  Put: { Item: { ...runKey(run), ...run, ...kept(run) }, ...ifUnchanged(before) },
});

export const openRunWrites = ({ id, requested_at }: ReportRun): { open: Write; close: Write } => ({
  open: { Put: { Item: { ...keys.openReportRun(requested_at, id), id } } },
  close: { Delete: { Key: keys.openReportRun(requested_at, id) } },
});

/** A run by its id; undefined if there is none. */
export async function getRun(id: string): Promise<ReportRun | undefined> {
  const report_id = reportOfRun(id);
  const item = report_id === undefined ? undefined : await getItem(keys.reportRun(report_id, id));
  // DynamoDB deletes items some time after they have expired.
  return item && !isExpired(item) ? ReportRun.parse(item) : undefined;
}

const isExpired = ({ expiresAtSeconds }: Item) =>
  typeof expiresAtSeconds === 'number' && expiresAtSeconds * 1000 < Date.now();

/** The runs of a report, the newest first. */
export async function getRuns(reportId: string): Promise<ReportRun[]> {
  const { pk, sk } = keys.reportRun(reportId, '');
  const items = await queryAll({ ...prefixQuery(pk, sk), ConsistentRead: true, ScanIndexForward: false });
  return items.filter((item) => !isExpired(item)).map((item) => ReportRun.parse(item));
}

/** The unfinished runs, the oldest first. */
export async function openRuns(): Promise<{ id: string; key: Key }[]> {
  const items = await queryAll(partitionQuery(partitions['open-report-runs']));
  return items.map(({ pk, sk, id }) => ({ id: String(id), key: { pk: String(pk), sk: String(sk) } }));
}

/** The query of a whole partition, with strong consistency. */
const partitionQuery = (pk: string) => ({
  ConsistentRead: true,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

/** Removes a run from the unfinished ones if it is stored no more. */
export const forgetOpenRun = (key: Key): Promise<void> => deleteItems([key]);

/** An output that a run lists: its kind, its id, and when its row was written. */
export const ListedOutput = z.tuple([z.enum(['publication', 'work']), z.string(), z.int()]);
export type ListedOutput = z.output<typeof ListedOutput>;

const listedAtOnce = 5_000;

/** Puts the outputs that a run lists, under a name of its own: another attempt at the same time has another one. */
export async function putListing(run: ReportRun, name: string, listed: readonly ListedOutput[]) {
  const parts = Math.ceil(listed.length / listedAtOnce);
  const expires = { expiresAtSeconds: runExpirySeconds(run) };
  for (let part = 0; part < parts; part++) {
    const body = compress(listed.slice(part * listedAtOnce, (part + 1) * listedAtOnce));
    await putItem({ ...keys.reportRunListing(run.report_id, run.id, name, part), body, ...expires });
  }
  return { name, parts };
}

/** The outputs that a run lists, in their order. */
export async function getListing({ report_id, id, listing }: ReportRun): Promise<ListedOutput[]> {
  const listed: ListedOutput[] = [];
  for (let part = 0; part < (listing?.parts ?? 0); part++) {
    const item = await getItem(keys.reportRunListing(report_id, id, listing?.name ?? '', part));
    listed.push(...z.array(ListedOutput).parse(decompress(item?.body)));
  }
  return listed;
}

/** The write of the counts of a run that has a list. */
export const runCountsWrite = (run: ReportRun, counts: RunCounts): Write => ({
  Put: {
    Item: {
      ...keys.reportRunCounts(run.report_id, run.id, run.listing?.name ?? ''),
      body: compress(counts),
      ...kept(run),
    },
  },
});

/** The counts of a run; undefined until it has finished. */
export async function getRunCounts({ report_id, id, listing }: ReportRun): Promise<RunCounts | undefined> {
  if (!listing) return undefined;
  const item = await getItem(keys.reportRunCounts(report_id, id, listing.name));
  return item && RunCounts.parse(decompress(item.body));
}

/** A part of the items of a run: at most 300 KB. */
export const maxPartBytes = 300 * 1024;

/** The writes of a part: its items, and their counts. */
export const partWrites = (run: ReportRun, part: number, body: Uint8Array, counts: PartCounts): Write[] => [
  { Put: { Item: { ...keys.reportRunPart(run.report_id, run.id, part), body, ...kept(run) } } },
  { Put: { Item: { ...keys.reportRunPartCounts(run.report_id, run.id, part), body: compress(counts), ...kept(run) } } },
];

export const packedItems = (items: readonly ReportItem[]): Uint8Array => compress(items);

/** A part of the items of a run. */
async function getRunPart({ report_id, id }: Pick<ReportRun, 'report_id' | 'id'>, part: number): Promise<ReportItem[]> {
  const item = await getItem(keys.reportRunPart(report_id, id, part));
  return item ? z.array(ReportItem).parse(decompress(item.body)) : [];
}

/** The items of a run, in the order of its list: part by part. */
export async function* runItems(run: ReportRun): AsyncGenerator<ReportItem> {
  for (let part = 0; part < run.parts; part++) yield* await getRunPart(run, part);
}

/** The counts of the parts of a run. */
export async function getPartCounts({ report_id, id, parts }: ReportRun): Promise<PartCounts[]> {
  const numbers = Array.from({ length: parts }, (_, part) => part);
  const items = await getItems(numbers.map((part) => keys.reportRunPartCounts(report_id, id, part)));
  if (items.length < parts) throw new Error('A part of a run has no counts');
  return items.map(({ body }) => PartCounts.parse(decompress(body)));
}

/** Deletes all runs of a report, with all that they have. */
export async function deleteRuns(reportId: string): Promise<void> {
  const { pk } = keys.reportRun(reportId, '');
  const unwanted: Key[] = [];
  for await (const { sk } of query(partitionQuery(pk))) unwanted.push({ pk, sk: String(sk) });
  await deleteItems(unwanted);
}

/** All items of a run beside its record, with their keys. */
export async function* runContents({ report_id, id }: Pick<ReportRun, 'report_id' | 'id'>): AsyncGenerator<Item & Key> {
  const { pk } = keys.reportRun(report_id, id);
  for await (const item of query({ ...prefixQuery(pk, reportRunContents(id)), ConsistentRead: true }))
    yield { ...item, pk: String(item.pk), sk: String(item.sk) };
}
