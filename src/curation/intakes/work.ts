import { eventWrite } from '#src/logbook/activity.ts';
import {
  countRow,
  decisionOf,
  hasChanged,
  type IntakeRecord,
  type IntakeState,
  isPending,
  isUnderWay,
  type LeftIntakeRow,
  mostLeftRows,
  newTally,
  possibleDecisions,
  type RowRefusal,
  type StoredIntakeRow,
} from '#src/records/intakes/intake.ts';
import { endLease, getIntake } from '#src/records/intakes/store/intakes.ts';
import { allIntakeRows, getIntakeRows, saveIntakeRow } from '#src/records/intakes/store/rows.ts';
import { noteUntoldIntake } from '#src/records/intakes/store/untold.ts';
import { Contention, ItemRefused, Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import {
  type CheckedIntakeRow,
  type IntakeKind,
  intakeSteps,
  PostponedRow,
  type RowContext,
  RowIsSettled,
} from './kind/kind.ts';
import { RowRefused } from './kind/row-refused.ts';
import { kindsOfIntakes } from './kinds.ts';
import { IntakeRun, RoleLost, RunEnded } from './run.ts';

const savedAtOnce = 32;
const lanes = { store: 24, change: 10, fetch: 8 } as const;
const undoneAtOnce = 12;
/** Rows that sources are asked about at once: two lists of OpenAlex, and five of Crossref. */
const askedTogether = 200;
/** After so many times without an answer, within some hours, a row has failed. */
const maxAttempts = 8;
const firstRetryMs = 30_000;
const longestRetryMs = 1_800_000;
/** After so many runs that have failed, the step has. */
const maxFailures = 5;
const failurePauseMs = 60_000;
/** SQS delays messages by 15 minutes at most. */
const longestDelayMs = 600_000;

/** Which worker goes on: the one of the table, or the one that asks sources and reads nothing of users. */
export type IntakeQueue = 'intakes' | 'fetches';

/** When a message to go on is due, in milliseconds from now, and in which queue. */
export interface NextRun {
  queue: IntakeQueue;
  afterMs: number;
}

/**
 * Works on an intake until its step has ended, or the signal is aborted. Returns which message is due then; undefined if none
 * is, because the step has ended or another run has the intake. Sources are only asked for messages of `fetches`.
 */
export async function workOnIntake(
  id: string,
  { now, signal, queue = 'intakes' }: { now: Date; signal: AbortSignal; queue?: IntakeQueue },
): Promise<NextRun | undefined> {
  const run = await IntakeRun.begin(id, now, signal, { checksRole: queue === 'intakes' });
  if (!run) return undefined;
  let next: NextRun = { queue: 'intakes', afterMs: 0 };
  try {
    const left = isUnderWay(run.intake) ? await stepFor(run, queue) : undefined;
    if (left) {
      next = left;
      await run.saveProgress();
    }
  } catch (error) {
    if (error instanceof RoleLost) await giveUp(run, 'role_lost');
    else if (error instanceof RunEnded) next = { queue, afterMs: 0 };
    else next = { queue, afterMs: await failed(run, error) };
  }
  // Now it is seen if anything was asked for before the lease has ended.
  await endLease({ id, run: run.run }, Date.now() + next.afterMs);
  const after = await getIntake(id);
  if (!after || !isUnderWay(after)) return undefined;
  return { ...next, afterMs: Math.min(next.afterMs, longestDelayMs) };
}

async function stepFor(run: IntakeRun, queue: IntakeQueue): Promise<NextRun | undefined> {
  const { kind: name, state } = run.intake;
  const kind = kindsOfIntakes[name];
  if (!kind) throw new Error(`No kind of intakes has the name ${name}`);
  if (state !== 'checking') await noteUntoldIntake(run.intake.id, Date.now());
  if (state === 'applying') return apply(run, kind, queue);
  // The other worker does the rest.
  if (queue === 'fetches') return { queue: 'intakes', afterMs: 0 };
  return state === 'checking' ? check(run, kind) : undo(run, kind);
}

/** Where an intake is after a step that has not got to its end. */
const stateWithout: Partial<Record<IntakeState, IntakeState>> = {
  checking: 'open',
  applying: 'stopped',
  undoing: 'stopped',
};

/** Ends a step that cannot go on. */
async function giveUp(run: IntakeRun, failure: string): Promise<void> {
  const current = await getIntake(run.intake.id);
  if (current?.version !== run.intake.version) return;
  await run.finish({ state: stateWithout[run.intake.state] ?? 'stopped', failure });
}

/** Notes that a run has failed. Returns when the next one is to begin. */
async function failed(run: IntakeRun, error: unknown): Promise<number> {
  const { id, failures, state } = run.intake;
  log('error', 'A run of an intake has failed', { intake: id, state, failures, error });
  if (failures + 1 >= maxFailures) await giveUp(run, 'failed');
  else await run.noteFailure();
  return failurePauseMs;
}

async function check(run: IntakeRun, kind: IntakeKind): Promise<undefined> {
  const { intake } = run;
  const tally = newTally();
  const open: StoredIntakeRow[] = [];
  for await (const row of allIntakeRows(intake.id)) {
    if (isPending(row.outcome)) open.push(row);
    else countRow(tally, row);
  }
  const byIndex = new Map(open.map((row) => [row.index, row]));
  run.checked = intake.total - open.length;
  await run.tick();
  for await (const batch of oneAhead(kind.check(open, { intake, now: new Date() }))) {
    await inParallel(batch, savedAtOnce, async (checked) => {
      const row = byIndex.get(checked.index);
      if (!row) return;
      await run.tick();
      countRow(tally, row.check === intake.checks ? row : await saveChecked(intake, row, checked));
      run.checked += 1;
    });
  }
  run.tally = tally;
  await run.finish({ state: 'checked' });
}

/** The next batch is got while one is dealt with. */
async function* oneAhead<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = batches[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = iterator.next();
      // It is awaited, unless the run ends before.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

/** Saves what a check says of a row, also if an erasure has emptied it meanwhile. */
async function saveChecked(
  intake: IntakeRecord,
  read: StoredIntakeRow,
  { index, class: its, finding, content }: CheckedIntakeRow,
): Promise<StoredIntakeRow> {
  let row: StoredIntakeRow | undefined = read;
  for (let tries = 0; row && tries < 3; tries++) {
    const isErased = row.content === null && read.content !== null;
    const nowIs = isErased ? 'erased' : its;
    const { decision } = row;
    const isPossible = !decision || possibleDecisions[nowIs].includes(decision);
    const fields = {
      check: intake.checks,
      class: nowIs,
      ...(!isErased && { finding }),
      ...(content === null && { content }),
      decision: isPossible ? decision : undefined,
    };
    if (await saveIntakeRow(intake.id, row, fields)) return { ...row, class: nowIs, decision: fields.decision };
    [row] = await getIntakeRows(intake.id, [index]);
    if (row && row.check === intake.checks) return row;
  }
  throw new Contention(`The row ${index} of the intake ${intake.id}`);
}

/** Applies what is decided: adds records, then changes stored ones, and then, in a worker of its own, asks the sources. */
async function apply(run: IntakeRun, kind: IntakeKind, queue: IntakeQueue): Promise<NextRun | undefined> {
  const { intake } = run;
  const tally = newTally();
  const skipped: StoredIntakeRow[] = [];
  const waiting: Record<(typeof intakeSteps)[number], StoredIntakeRow[]> = { store: [], change: [], fetch: [] };
  for await (const row of allIntakeRows(intake.id)) {
    countRow(tally, row);
    if (!isPending(row.outcome)) continue;
    const decided = decisionOf(intake, row);
    if (decided.decision === 'skip') skipped.push(row);
    const step = decided.decision && decided.decision !== 'skip' ? kind.stepOf(row, decided, intake) : undefined;
    if (step) waiting[step].push(row);
  }
  run.tally = tally;
  let continueAtMs = Number.POSITIVE_INFINITY;
  const later = (atMs: number) => {
    continueAtMs = Math.min(continueAtMs, atMs);
  };
  const ofTable = intakeSteps.filter((step) => step !== 'fetch');
  const isForTable = skipped.length > 0 || ofTable.some((step) => waiting[step].length > 0);
  if (queue === 'fetches' && isForTable) return { queue: 'intakes', afterMs: 0 };
  await eachRow(run, skipped, savedAtOnce, later, (_, context) => context.settleAlone({ outcome: 'skipped' }));
  for (const step of queue === 'fetches' ? (['fetch'] as const) : ofTable) {
    const due = waiting[step].filter(({ retry_at }) => retry_at <= Date.now());
    for (const { retry_at } of waiting[step]) if (retry_at > Date.now()) later(retry_at);
    if (step === 'fetch') await fetchRows(run, kind, due, later);
    else await eachRow(run, due, lanes[step], later, (row, context) => kind.apply(row, context));
  }
  if (continueAtMs < Number.POSITIVE_INFINITY) return { queue, afterMs: Math.max(continueAtMs - Date.now(), 0) };
  if (queue === 'intakes' && waiting.fetch.length > 0) return { queue: 'fetches', afterMs: 0 };
  await run.finish({ state: 'applied', undone: null, failure: null }, [reportWrite(run, 'intake.applied')]);
  return undefined;
}

/** Fetches rows in batches that the sources are asked about together, each while the one before is stored. */
async function fetchRows(
  run: IntakeRun,
  kind: IntakeKind,
  rows: readonly StoredIntakeRow[],
  later: (atMs: number) => void,
): Promise<void> {
  const startMs = Date.now();
  let fetched = 0;
  for await (const { batch, readBefore } of oneAhead(askedBatches(run, kind, rows))) {
    await eachRow(run, batch, lanes.fetch, later, async (row, context) => {
      await kind.apply(row, { ...context, readBefore });
      fetched += 1;
    });
    const seconds = (Date.now() - startMs) / 1_000;
    if (fetched > 0 && seconds > 0) run.pace = fetched / seconds;
  }
}

async function* askedBatches(run: IntakeRun, kind: IntakeKind, rows: readonly StoredIntakeRow[]) {
  for (let start = 0; start < rows.length; start += askedTogether) {
    const batch = rows.slice(start, start + askedTogether);
    yield { batch, readBefore: await kind.readTogether?.(batch, run.signal) };
  }
}

/** Deals with rows, some at once. A row that cannot be dealt with now is left for a later run. */
function eachRow(
  run: IntakeRun,
  rows: readonly StoredIntakeRow[],
  atOnce: number,
  later: (atMs: number) => void,
  task: (row: StoredIntakeRow, context: RowContext) => Promise<void>,
): Promise<unknown> {
  return inParallel(rows, atOnce, async (row) => {
    await run.tick();
    const context = run.contextOf(row);
    try {
      await task(row, context).catch(async (error) => {
        if (error instanceof RunEnded || error instanceof RowIsSettled) throw error;
        if (error instanceof Contention) {
          log('warn', 'A row of an intake is busy', { intake: run.intake.id, line: row.line, error });
          later(Date.now() + firstRetryMs);
        } else if (error instanceof Problem || error instanceof ItemRefused) {
          const { message: reason, cause } = error;
          // The row has only the sentence, which does not say where an answer of a source is wrong.
          if (cause !== undefined)
            log('warn', 'A row of an intake was refused', { intake: run.intake.id, line: row.line, reason, cause });
          const refusal = error instanceof RowRefused ? { code: error.reason, about: error.about } : null;
          await giveUpRow(run, context, reason, refusal);
        } else later(await postpone(run, row, error, context));
      });
    } catch (error) {
      if (!(error instanceof RowIsSettled)) throw error;
      later(await countAgain(run, row));
    }
  });
}

/** Counts a row that something else has changed since it was read. Returns when it is to be dealt with. */
async function countAgain({ intake, tally }: IntakeRun, row: StoredIntakeRow): Promise<number> {
  const [now] = await getIntakeRows(intake.id, [row.index]);
  countRow(tally, row, -1);
  if (!now) return Number.POSITIVE_INFINITY;
  countRow(tally, now);
  const isOpen = now.outcome === row.outcome || isPending(now.outcome);
  return isOpen ? Math.max(Date.now(), now.retry_at) : Number.POSITIVE_INFINITY;
}

/** Notes that a row is to be tried again, or that it has failed. Returns when. */
async function postpone(run: IntakeRun, row: StoredIntakeRow, error: unknown, context: RowContext): Promise<number> {
  const isSource = error instanceof PostponedRow;
  const { id } = run.intake;
  if (!isSource) log('error', 'A row of an intake was not stored', { intake: id, line: row.line, error });
  const attempts = row.attempts + (isSource && !error.isCounted ? 0 : 1);
  if (attempts >= maxAttempts) {
    const code: RowRefusal = isSource ? 'source_silent' : 'not_stored';
    await giveUpRow(run, context, isSource ? error.message : 'It could not be stored', { code, about: null });
    return Number.POSITIVE_INFINITY;
  }
  const pauseMs = Math.min(firstRetryMs * 2 ** attempts, longestRetryMs);
  const retry_at = Date.now() + (isSource ? Math.max(error.afterMs, error.isCounted ? pauseMs : 0) : pauseMs);
  const fields = { outcome: isSource ? ('fetching' as const) : row.outcome, attempts, retry_at };
  if (!(await saveIntakeRow(id, row, fields))) throw new RowIsSettled();
  context.settled({ outcome: fields.outcome });
  return retry_at;
}

/** Settles a row that cannot be dealt with: one that cannot be taken back stays as it is. */
const giveUpRow = (
  { intake }: IntakeRun,
  context: RowContext,
  reason: string,
  refusal: StoredIntakeRow['refusal'] = null,
): Promise<void> =>
  context.settleAlone(
    intake.state === 'undoing'
      ? { outcome: 'left', message: 'changed' }
      : { outcome: 'failed', message: reason.slice(0, 500), refusal },
  );

/** Takes back what the intake has made: what it has changed first, then what it has added. */
async function undo(run: IntakeRun, kind: IntakeKind): Promise<NextRun | undefined> {
  const { intake } = run;
  const tally = newTally();
  const changed: StoredIntakeRow[] = [];
  const added: StoredIntakeRow[] = [];
  for await (const row of allIntakeRows(intake.id)) {
    countRow(tally, row);
    if (!hasChanged(row.outcome)) continue;
    (row.outcome === 'created' || row.outcome === 'fetched' ? added : changed).push(row);
  }
  run.tally = tally;
  let continueAtMs = Number.POSITIVE_INFINITY;
  const later = (atMs: number) => {
    continueAtMs = Math.min(continueAtMs, atMs);
  };
  for (const rows of [changed, added]) {
    await eachRow(run, rows, undoneAtOnce, later, (row, context) => kind.undo(row, context));
  }
  if (continueAtMs < Number.POSITIVE_INFINITY) {
    return { queue: 'intakes', afterMs: Math.max(continueAtMs - Date.now(), 0) };
  }
  const undone = { restored: 0, left: 0, left_rows: [] as LeftIntakeRow[] };
  for await (const { outcome, line, output, message } of allIntakeRows(intake.id)) {
    if (outcome === 'undone') undone.restored += 1;
    if (outcome !== 'left') continue;
    undone.left += 1;
    if (undone.left_rows.length < mostLeftRows) {
      const { kind = null, id = '' } = output ?? {};
      undone.left_rows.push({ line, kind, id, reason: message ?? 'changed' });
    }
  }
  await run.finish({ state: 'undone', undone, failure: null }, [reportWrite(run, 'intake.undone', undone)]);
  return undefined;
}

/** The one event of an intake in the activity log. */
function reportWrite({ intake, tally }: IntakeRun, type: 'intake.applied' | 'intake.undone', more: object = {}) {
  const { id, workspace, actor, name, kind } = intake;
  const message = `The file ${name} was ${type === 'intake.applied' ? 'taken in' : 'taken back'}`;
  const metadata = { intake_id: id, name, kind, outcomes: tally.outcomes, ...more };
  return eventWrite({ type, workspace, actor, message, resource: id, metadata }, new Date());
}
