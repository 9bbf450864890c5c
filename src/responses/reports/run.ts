import { randomUUID } from 'node:crypto';
import {
  forgetOpenRun,
  getListing,
  getPartCounts,
  getReport,
  getRun,
  maxPartBytes,
  openRuns,
  openRunWrites,
  packedItems,
  partWrites,
  putListing,
  reportWrite,
  runCountsWrite,
  runWrite,
} from '#src/curation/reports/store.ts';
import type { ReportRun } from '#src/records/reports/report.ts';
import { Problem } from '#src/runtime/errors.ts';
import { noPauses, PassRun } from '#src/table/passes/run.ts';
import { transact, type Write } from '#src/table/table.ts';
import { mergedCounts, requireFewCells, shownCounts } from './counting.ts';
import { countsOf, type ItemRules, readOutputs } from './items.ts';
import { itemRules, listedOutputs, mostListed } from './listing.ts';
import { reportQuestion } from './question.ts';

/** For all that a run reads and writes beside counting. */
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
 * Continues a run until it has finished, or the deadline, with so many outputs in a part. Each step is one transaction on the version that was read:
 * another worker of the same run makes it read again. Returns the run as it is now; undefined if there is none.
 */
export async function continueRun(
  id: string,
  now: Date,
  deadlineMs: number,
  inPart = outputsOfPart,
): Promise<ReportRun | undefined> {
  let listed: Awaited<ReturnType<typeof getListing>> | undefined;
  let rules: ItemRules | undefined;
  for (;;) {
    const run = await getRun(id);
    if (run?.state !== 'running') return run;
    if (Date.now() > deadlineMs) return run;
    if (now.getTime() - run.requested_at > giveUpAfterMs) {
      await failRun(run, 'It could not be finished within six hours');
      continue;
    }
    try {
      if (run.listing === null) {
        await beginListing(run, now);
        continue;
      }
      listed ??= await getListing(run);
      if (run.done >= listed.length) {
        await finishRun(run);
        continue;
      }
      rules ??= await rulesOf(run);
      await addPart(run, listed.slice(run.done, run.done + inPart), rules);
    } catch (error) {
      // A fault of the definition, such as a filter that this release does not know, does not pass by itself.
      if (!(error instanceof Problem) || !lasting.has(error.code)) throw error;
      await failRun(run, error.message);
    }
  }
}

const questionOf = async (run: ReportRun, now: Date) => {
  const { workspace, definition } = run;
  const report = await getReport(workspace, run.report_id);
  return reportQuestion(definition, { workspace, now, lastRunMs: report?.last_run?.as_of ?? null });
};

const asOfOf = (run: ReportRun) => new Date(run.as_of ?? run.requested_at);

/** Days and years hold as at the time of the list. */
const rulesOf = async (run: ReportRun) => itemRules(await questionOf(run, asOfOf(run)), asOfOf(run));

/** Lists what the run is about. */
async function beginListing(run: ReportRun, now: Date): Promise<void> {
  const question = await questionOf(run, now);
  const as_of = Date.now();
  const listed = await listedOutputs(question, mostListed + 1, now);
  if (listed.length > mostListed)
    throw new Problem('conflict', `A report lists at most ${mostListed} outputs. Restrict its filter or its period`);
  const listing = await putListing(run, randomUUID(), listed);
  const { parameters: query } = question;
  await advance(run, { ...run, as_of, query, listing, total: listed.length });
}

/**
 * Reads the next outputs, and counts what it has read: whatever is edited meanwhile, the counts are those of the items.
 * An output that is not what the run asks for any more is left out of both.
 */
async function addPart(
  run: ReportRun,
  listed: Awaited<ReturnType<typeof getListing>>,
  rules: ItemRules,
): Promise<void> {
  const read = await readOutputs(listed, rules);
  let count = listed.length;
  for (;;) {
    const present = read.slice(0, count).filter((each) => each !== undefined);
    const body = packedItems(present.map(({ item }) => item));
    if (body.length > maxPartBytes && count > 1) {
      count = Math.ceil(count / 2);
      continue;
    }
    const missing = run.missing + count - present.length;
    const after = { ...run, done: run.done + count, missing, parts: run.parts + 1 };
    const counts = countsOf(present, rules);
    await advance(run, after, partWrites(run, run.parts, body, { ...counts, cells: [...counts.cells] }));
    return;
  }
}

/** Writes the next state of a run. Without effect if it has changed meanwhile. */
async function advance(before: ReportRun, after: ReportRun, also: readonly Write[] = []): Promise<void> {
  await transact([runWrite({ ...after, version: before.version + 1 }, before), ...also]);
}

/** Sums up the counts of the parts. */
async function finishRun(run: ReportRun): Promise<void> {
  const counts = mergedCounts(await getPartCounts(run), run.definition.group_by);
  requireFewCells(counts);
  const shown = await shownCounts(await questionOf(run, asOfOf(run)), counts);
  const has = run.done - run.missing;
  await endRun({ ...run, state: 'finished', total: has, done: has }, run, [
    runCountsWrite(run, { ...shown, dimensions: [...shown.dimensions] }),
  ]);
}

const failRun = (run: ReportRun, message: string) => endRun({ ...run, state: 'failed', message }, run);

async function endRun(ended: ReportRun, run: ReportRun, also: readonly Write[] = []): Promise<void> {
  const report = await getReport(run.workspace, run.report_id);
  const isFinished = ended.state === 'finished' && run.as_of !== null;
  const last_run = isFinished ? { id: run.id, as_of: run.as_of ?? 0 } : (report?.last_run ?? null);
  await advance(run, { ...ended, finished_at: Date.now() }, [
    openRunWrites(run).close,
    ...(report && report.running === run.id
      ? [reportWrite({ ...report, running: null, last_run, version: report.version + 1 }, report)]
      : []),
    ...also,
  ]);
}
