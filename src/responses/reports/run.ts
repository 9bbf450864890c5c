import { randomUUID } from 'node:crypto';
import {
  forgetOpenRun,
  getListing,
  getReport,
  getRun,
  maxPartBytes,
  openRuns,
  openRunWrites,
  packedItems,
  partWrite,
  putListing,
  reportWrite,
  runWrite,
} from '#src/curation/reports/store.ts';
import type { ReportRun } from '#src/records/reports/report.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { Problem } from '#src/runtime/errors.ts';
import { noPauses, PassRun } from '#src/table/passes/run.ts';
import { transact, type Write } from '#src/table/table.ts';
import { countReport } from './counting.ts';
import { reportItems } from './items.ts';
import { itemRules, listedOutputs, mostListed } from './listing.ts';
import { reportQuestion } from './question.ts';

/** What a run reads and writes beside what it counts. */
export const runGrants = [
  'reports:read',
  'reports:put',
  'report-runs:read',
  'report-runs:put',
  'open-report-runs:put',
  'open-report-runs:delete',
] as const;

/** Problems of a definition that do not pass by themselves. */
const lasting: ReadonlySet<string> = new Set(['invalid_body', 'invalid_query', 'conflict']);

/** Outputs that become a part; fewer, if they take too much of an item. */
const outputsOfPart = 200;
/** After this time a run has failed, so that its report can be run again. */
const giveUpAfterMs = 6 * 3_600_000;

/** Continues, until the deadline, runs whose requests have ended. */
export async function continueRuns(now: Date, deadlineMs: number): Promise<void> {
  const pass = PassRun.withoutProgress({ name: 'report-runs', now, deadlineMs, pauses: noPauses });
  for (const { id, key } of await openRuns()) {
    if (pass.isOver()) break;
    await pass.attempt({ kind: 'report-run', id }, async () => {
      if ((await continueRun(id, now, deadlineMs)) === undefined) await forgetOpenRun(key);
    });
  }
  pass.throwIfFailed();
}

/**
 * Continues a run until it has finished, or the deadline. Each step is one transaction on the version that was read:
 * another worker of the same run makes it read again. Returns the run as it is now; undefined if there is none.
 */
export async function continueRun(id: string, now: Date, deadlineMs: number): Promise<ReportRun | undefined> {
  let listed: Awaited<ReturnType<typeof getListing>> | undefined;
  let rules: Awaited<ReturnType<typeof itemRules>> | undefined;
  for (;;) {
    const run = await getRun(id);
    if (run?.state !== 'running') return run;
    if (Date.now() > deadlineMs) return run;
    if (now.getTime() - run.requested_at > giveUpAfterMs) {
      await endRun(run, 'failed', 'It could not be finished within six hours');
      continue;
    }
    try {
      if (run.listing === null) {
        await beginListing(run, now);
        continue;
      }
      listed ??= await getListing(run);
      if (run.done >= listed.length) {
        await endRun(run, 'finished', null);
        continue;
      }
      rules ??= await rulesOf(run);
      await addPart(run, listed.slice(run.done, run.done + outputsOfPart), rules);
    } catch (error) {
      // What a request would be told, such as a filter that this release does not know, does not change by itself.
      if (!(error instanceof Problem) || !lasting.has(error.code)) throw error;
      await endRun(run, 'failed', error.message);
    }
  }
}

const questionOf = async (run: ReportRun, now: Date) => {
  const { workspace, definition } = run;
  const report = await getReport(workspace, run.report_id);
  return reportQuestion(definition, { workspace, now, lastRunMs: report?.last_run?.as_of ?? null });
};

/** The rules hold as at the time of the list. */
const rulesOf = async (run: ReportRun) => {
  const asOf = new Date(run.as_of ?? run.requested_at);
  return itemRules(await questionOf(run, asOf), asOf);
};

/** Counts and lists what the run is about. Two lists differ if something is written between the two reads: it counts again. */
async function beginListing(run: ReportRun, now: Date): Promise<void> {
  const question = await questionOf(run, now);
  const as_of = Date.now();
  const listed = await listedOutputs(question, mostListed + 1, now);
  if (listed.length > mostListed)
    throw new Problem('conflict', `A report lists at most ${mostListed} outputs. Restrict its filter or its period`);
  const counts = await countReport(question, now);
  // Something was written between the two reads.
  if (counts.overall.whole !== listed.length) return;
  const listing = await putListing(run, randomUUID(), listed, { ...counts, dimensions: [...counts.dimensions] });
  const { parameters: query } = question;
  await advance(run, { ...run, as_of, query, listing, total: listed.length });
}

async function addPart(
  run: ReportRun,
  listed: Awaited<ReturnType<typeof getListing>>,
  rules: Awaited<ReturnType<typeof itemRules>>,
): Promise<void> {
  const items = await reportItems(listed, rules);
  let count = listed.length;
  for (;;) {
    const present = items.slice(0, count).filter((item): item is ReportItem => item !== undefined);
    const body = packedItems(present);
    if (body.length > maxPartBytes && count > 1) {
      count = Math.ceil(count / 2);
      continue;
    }
    const missing = run.missing + count - present.length;
    const after = { ...run, done: run.done + count, missing, parts: run.parts + 1 };
    await advance(run, after, [partWrite(run, run.parts, body)]);
    return;
  }
}

/** Writes the next state of a run. Without effect if it has changed meanwhile. */
async function advance(before: ReportRun, after: ReportRun, also: readonly Write[] = []): Promise<void> {
  await transact([runWrite({ ...after, version: before.version + 1 }, before), ...also]);
}

async function endRun(run: ReportRun, state: 'finished' | 'failed', message: string | null): Promise<void> {
  const report = await getReport(run.workspace, run.report_id);
  const last_run = state === 'finished' && run.as_of !== null ? { id: run.id, as_of: run.as_of } : report?.last_run;
  const ended = { ...run, state, message, finished_at: Date.now() };
  await advance(run, ended, [
    openRunWrites(run).close,
    ...(report && report.running === run.id
      ? [reportWrite({ ...report, running: null, last_run: last_run ?? null, version: report.version + 1 }, report)]
      : []),
  ]);
}
