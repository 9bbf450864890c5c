import { randomUUID } from 'node:crypto';
import { rememberWorkspace } from '#src/logbook/activity.ts';
import { getGroup } from '#src/records/groups/store/groups.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import {
  countOf,
  countRow,
  emptyTally,
  hasChanged,
  type IntakeClass,
  type IntakeDecision,
  type IntakeKindName,
  type IntakeOptions,
  type IntakeRecord,
  type IntakeState,
  intakeOutcomes,
  isDoiUnknown,
  isPending,
  leastRoleFor,
  possibleDecisions,
  type StoredIntakeRow,
} from '#src/records/intakes/intake.ts';
import {
  addIntake,
  changeIntake,
  closeIntakeWrite,
  getIntake,
  intakeUpdate,
  openIntakeWrite,
} from '#src/records/intakes/store/intakes.ts';
import { allIntakeRows, getIntakeRows, revisionsOf, rowWrite, sentRowWrite } from '#src/records/intakes/store/rows.ts';
import { erasedAmong } from '#src/records/people/store/unless-erased.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import { send } from '#src/table/queues/queue.ts';
import { transact } from '#src/table/table.ts';
import { orcidIdsIn } from '#src/vocabulary/identifiers/orcid-id.ts';
import { type Role, roleIncludes } from '#src/vocabulary/workspace.ts';

/** Who works with intakes, and in which workspace. */
export interface IntakeUser {
  workspace: string;
  actor: string | null;
  /** The `sub` of their tokens. */
  subject: string;
  /** In the workspace. */
  role: Role;
  requestId: string;
  now: Date;
}

export interface NewIntake {
  kind: IntakeKindName;
  list: EditedList | null;
  name: string;
  total: number;
  options: IntakeOptions;
  reading: unknown;
}

/** Begins an intake, which then gets its rows. Throws `invalid_body` for a group that does not exist. */
export async function createIntake({ reading, ...sent }: NewIntake, user: IntakeUser): Promise<IntakeRecord> {
  requireRole(sent, user);
  const { group_id } = sent.options;
  if (group_id !== null && (await getGroup(group_id))?.deleted_at !== null) {
    throw invalidField('body', 'options.group_id', 'is no group');
  }
  await rememberWorkspace(user.workspace);
  const createdAtMs = user.now.getTime();
  const intake: IntakeRecord = {
    id: randomUUID(),
    workspace: user.workspace,
    ...sent,
    actor: user.actor,
    subject: user.subject,
    request_id: user.requestId,
    created_at: createdAtMs,
    updated_at: createdAtMs,
    state: 'open',
    received: 0,
    checks: 0,
    checked: 0,
    tally: emptyTally,
    class_decisions: {},
    fetch_per_s: null,
    undone: null,
    failure: null,
    failures: 0,
    lease_run: null,
    lease_until: 0,
    due_at: 0,
    version: 1,
  };
  await addIntake(intake, reading);
  return intake;
}

/** Throws `forbidden` for records that the user may not change otherwise. */
function requireRole(intake: Pick<IntakeRecord, 'list'>, { role }: Pick<IntakeUser, 'role'>): void {
  if (roleIncludes(role, leastRoleFor(intake))) return;
  throw new Problem('forbidden', 'Only administrators change groups');
}

/** The intake of a workspace. Throws `not_found` also for one of another workspace. */
export async function intakeOf(id: string, { workspace }: Pick<IntakeUser, 'workspace'>): Promise<IntakeRecord> {
  const intake = await getIntake(id);
  if (!intake || intake.workspace !== workspace) throw new Problem('not_found', 'There is no such intake');
  return intake;
}

/** A row as sent. */
export interface IncomingIntakeRow {
  line: number;
  content: unknown;
}

/** A transaction has at most 100 writes. */
const rowsPerWrite = 90;

/**
 * Stores rows of an intake, from an index on; those that are there already are replaced. Of rows that have the iD of an erased
 * person only the place is stored. Returns how many rows there are. Throws `conflict` once it is checked.
 */
export async function addIntakeRows(
  id: string,
  { first, rows }: { first: number; rows: readonly IncomingIntakeRow[] },
  user: IntakeUser,
): Promise<number> {
  const iDsOf = rows.map(({ content }) => orcidIdsIn(JSON.stringify(content)));
  const erased = await erasedAmong(iDsOf.flat());
  const sent = rows.map(({ line, content }, at) => {
    const isErased = (iDsOf[at] ?? []).some((orcid) => erased.has(orcid));
    return { index: first + at, line, content: isErased ? null : content, isErased };
  });
  let received = 0;
  for (let start = 0; start < Math.max(sent.length, 1); start += rowsPerWrite) {
    const part = sent.slice(start, start + rowsPerWrite);
    received = await retryIfStale(
      `The intake ${id}`,
      async () => {
        const intake = await intakeOf(id, user);
        requireState(intake, ['open'], 'It has been checked: begin another intake');
        if (first + rows.length > intake.total) {
          throw invalidField('body', 'first', `goes beyond the ${intake.total} rows of the intake`);
        }
        const known = await revisionsOf(
          id,
          part.map(({ index }) => index),
        );
        const after = { received: intake.received + part.length - known.size, updated_at: user.now.getTime() };
        const failed = await transact([
          intakeUpdate(intake, after),
          ...part.map((row) => sentRowWrite(intake, row, known.get(row.index))),
        ]);
        return failed ? stale : after.received;
      },
      persistent,
    );
  }
  return received;
}

function requireState(intake: IntakeRecord, states: readonly IntakeState[], message: string): void {
  if (states.includes(intake.state)) return;
  throw new Problem('conflict', message, { details: { state: intake.state } });
}

interface Step {
  to: IntakeState;
  from: readonly IntakeState[];
  refusal: string;
}

export type IntakeStepName = 'check' | 'apply' | 'undo';

const steps: Record<IntakeStepName, Step> = {
  check: { to: 'checking', from: ['open', 'checked', 'stopped', 'applied'], refusal: 'It cannot be checked now' },
  apply: {
    to: 'applying',
    from: ['checked', 'stopped', 'applied'],
    refusal: 'It cannot be applied now: check it first',
  },
  undo: { to: 'undoing', from: ['checked', 'stopped', 'applied'], refusal: 'There is nothing to undo now' },
};

/**
 * Leaves a step of an intake to the job. Asking again while it is under way changes nothing. Throws `conflict` in a state in
 * which that is not possible.
 */
export async function beginStep(id: string, step: IntakeStepName, user: IntakeUser): Promise<IntakeRecord> {
  const { to, from, refusal } = steps[step];
  const intake = await retryIfStale(
    `The intake ${id}`,
    async () => {
      const before = await intakeOf(id, user);
      requireRole(before, user);
      if (before.state === to) return before;
      requireState(before, from, refusal);
      if (step === 'check' && before.received < before.total) {
        throw new Problem('conflict', `${before.total - before.received} of ${before.total} rows have not come yet`);
      }
      const isChanged = intakeOutcomes.some((each) => hasChanged(each) && countOf(before.tally.outcomes, each) > 0);
      if (step === 'undo' && !isChanged) throw new Problem('conflict', refusal);
      const { actor, subject, requestId: request_id } = user;
      const fields = {
        state: to,
        ...(step === 'check' && { checks: before.checks + 1, checked: 0 }),
        actor,
        subject,
        request_id,
        failure: null,
        failures: 0,
        due_at: user.now.getTime(),
        updated_at: user.now.getTime(),
      };
      return (await changeIntake(before, fields, [openIntakeWrite(before)])) ?? stale;
    },
    persistent,
  );
  // If it is lost, the schedule sends it again.
  await send('intakes', [{ intakeId: id }]);
  return intake;
}

/** Stops applying within seconds: what is stored stays, and applying again does the rest. */
export const stopIntake = (id: string, user: IntakeUser): Promise<IntakeRecord> =>
  retryIfStale(
    `The intake ${id}`,
    async () => {
      const before = await intakeOf(id, user);
      if (before.state === 'stopped') return before;
      requireState(before, ['applying'], 'It is not being applied');
      const fields = { state: 'stopped' as const, updated_at: user.now.getTime() };
      return (await changeIntake(before, fields, [closeIntakeWrite(before)])) ?? stale;
    },
    persistent,
  );

/** Which rows a decision is about. */
export type DecidedRows = { class: IntakeClass } | { indexes: readonly number[] };

const rowsPerDecision = 90;

/** A failed row that is decided again waits as if it had never been tried. */
const waitingAgain = { outcome: 'waiting', message: null, refusal: null, attempts: 0, retry_at: 0 } as const;

/** Whether a decision can be about a row: one without an outcome, or one that has failed and is to be tried again. */
function isOpenFor(row: StoredIntakeRow, decision: IntakeDecision | null): boolean {
  if (isPending(row.outcome)) return true;
  return row.outcome === 'failed' && decision !== null && (decision !== 'work' || isDoiUnknown(row));
}

/**
 * Decides what is to become of rows: those with these indexes, or all of a class that are not decided one by one. Of rows that
 * have an outcome, failed ones with these indexes wait again; others stay as they are. Returns how many were decided.
 */
export async function decideRows(
  id: string,
  which: DecidedRows,
  { decision, fields }: { decision: IntakeDecision | null; fields: string[] | null },
  user: IntakeUser,
): Promise<number> {
  if ('class' in which) return decideClass(id, which.class, { decision, fields }, user);
  const indexes = [...new Set(which.indexes)];
  let decided = 0;
  for (let start = 0; start < indexes.length; start += rowsPerDecision) {
    const part = indexes.slice(start, start + rowsPerDecision);
    decided += await retryIfStale(
      `The intake ${id}`,
      async () => {
        const intake = await intakeOf(id, user);
        requireDecidable(intake);
        const open = (await getIntakeRows(id, part)).filter((row) => isOpenFor(row, decision));
        for (const row of open) requirePossible(row, decision, `indexes.${which.indexes.indexOf(row.index)}`);
        if (open.length === 0) return 0;
        const tally = structuredClone(intake.tally);
        const decisions = open.map((row) => {
          const after = { decision, fields, ...(row.outcome === 'failed' && waitingAgain) };
          countRow(tally, row, -1);
          countRow(tally, { ...row, ...after });
          return rowWrite(id, row, after);
        });
        const failed = await transact([intakeUpdate(intake, { tally, updated_at: user.now.getTime() }), ...decisions]);
        return failed ? stale : open.length;
      },
      persistent,
    );
  }
  return decided;
}

/** The places of all rows on some lines of a file. Throws a Problem that names a line without one. */
export async function rowsAtLines(id: string, lines: readonly number[], user: IntakeUser): Promise<number[]> {
  await intakeOf(id, user);
  const found = new Map(lines.map((line): [number, number[]] => [line, []]));
  for await (const { line, index } of allIntakeRows(id)) found.get(line)?.push(index);
  const missing = lines.findIndex((line) => found.get(line)?.length === 0);
  if (missing >= 0) throw invalidField('body', `lines.${missing}`, 'is a line without an entry');
  return [...found.values()].flat();
}

const decideClass = (
  id: string,
  its: IntakeClass,
  decided: { decision: IntakeDecision | null; fields: string[] | null },
  user: IntakeUser,
): Promise<number> =>
  retryIfStale(
    `The intake ${id}`,
    async () => {
      const intake = await intakeOf(id, user);
      requireDecidable(intake);
      requirePossible({ class: its }, decided.decision, 'class');
      const class_decisions = { ...intake.class_decisions, [its]: decided };
      const after = await changeIntake(intake, { class_decisions, updated_at: user.now.getTime() });
      if (!after) return stale;
      const alone = Object.entries(intake.tally.decided).filter(([key]) => key.startsWith(`${its} `));
      return countOf(intake.tally.pending, its) - alone.reduce((sum, [, count]) => sum + count, 0);
    },
    persistent,
  );

const requireDecidable = (intake: IntakeRecord) =>
  requireState(intake, ['checked', 'stopped', 'applied'], 'Rows can be decided when it is checked or stopped');

/** Throws if a row, or a class as a whole, cannot have this decision. */
function requirePossible(
  {
    class: its,
    decision: before,
    refusal = null,
  }: Pick<StoredIntakeRow, 'class'> & Partial<Pick<StoredIntakeRow, 'decision' | 'refusal'>>,
  decision: IntakeDecision | null,
  path: string,
): void {
  if (its === null || decision === null) return;
  if (!possibleDecisions[its].includes(decision)) {
    throw invalidField('body', 'decision', `cannot be ${decision} for ${path}, whose class is ${its}`);
  }
  if (decision !== 'work' || isDoiUnknown({ decision: before, refusal })) return;
  throw invalidField(
    'body',
    'decision',
    `cannot be work for ${path}: only for rows that have failed because no agency knows their DOI`,
  );
}
