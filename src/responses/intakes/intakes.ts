import * as z from 'zod';
import type { IntakeUser } from '#src/curation/intakes/intakes.ts';
import { actorOf } from '#src/identity/callers/actor.ts';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import { editedLists } from '#src/records/intakes/edited-lists.ts';
import {
  countOf,
  expiresAtMs,
  type IntakeClass,
  type IntakeDecision,
  IntakeOptions,
  type IntakeRecord,
  intakeClasses,
  intakeDecisions,
  intakeKinds,
  intakeOutcomes,
  intakeStates,
  LeftIntakeRow,
  pendingWith,
  undecidedCount,
} from '#src/records/intakes/intake.ts';
import { readingsOf } from '#src/records/intakes/store/intakes.ts';

const time = z.int().meta({ description: 'Milliseconds since the epoch' });
const count = z.int().optional();

export const DashboardIntake = z
  .object({
    id: z.string(),
    kind: z.enum(intakeKinds),
    list: z
      .enum(editedLists)
      .nullable()
      .meta({ description: 'The list whose records are edited; null for publications' }),
    name: z.string().meta({ description: 'The name of the file' }),
    actor: z.string().nullable().meta({ description: 'Who asked for the latest step' }),
    created_at: time,
    updated_at: time,
    expires_at: time.meta({
      description: 'Milliseconds since the epoch at which it is deleted: it can be undone until then',
    }),
    state: z.enum(intakeStates),
    total: z.int().meta({ description: 'The rows that the file has' }),
    received: z.int().meta({ description: 'The rows that have come' }),
    checked: z.int().meta({ description: 'The rows that the latest check has classed so far' }),
    options: IntakeOptions,
    reading: z.unknown().meta({ description: 'As sent' }),
    counts: z
      .object(Object.fromEntries(intakeClasses.map((each) => [each, count])))
      .meta({ description: 'Rows by class' }),
    outcomes: z
      .object(Object.fromEntries(intakeOutcomes.map((each) => [each, count])))
      .meta({ description: 'Rows by outcome. Exact once a step has ended' }),
    undecided: z.int().meta({ description: 'The rows that wait for a decision' }),
    to_apply: z.int().meta({ description: 'The decided rows that applying deals with' }),
    to_fetch: z.int().meta({ description: 'The DOIs that the sources are still to be asked for' }),
    estimate_s: z
      .int()
      .nullable()
      .meta({ description: 'How many seconds the rest takes at the pace of the sources. null before the check' }),
    undone: z
      .object({
        restored: z.int().meta({ description: 'The rows that were taken back' }),
        left: z.int().meta({ description: 'The rows that stay, because somebody has touched them since' }),
        left_rows: z.array(LeftIntakeRow).meta({ description: 'The first of these, with the reason' }),
      })
      .nullable(),
    failure: z.string().nullable().meta({ description: 'Why the latest step ended early: `role_lost` or `failed`' }),
  })
  .meta({ id: 'Intake' });

/** Works are stored at about this pace, and new DOIs fetched, until it is measured. */
const worksPerSecond = 60;
const doisPerSecond = 20;

export function shownIntake(intake: IntakeRecord, reading: unknown): z.input<typeof DashboardIntake> {
  const { tally, fetch_per_s } = intake;
  const toFetch = intake.options.fetch ? pendingWith(intake, 'new_doi', 'apply') : 0;
  const others = (['known', 'duplicate', 'new_work', 'faulty', 'deleted', 'edit', 'conflict'] as const).reduce(
    (sum, its) =>
      sum + (['apply', 'same', 'edit', 'work'] as const).reduce((all, each) => all + pendingWith(intake, its, each), 0),
    pendingWith(intake, 'new_doi', 'work'),
  );
  const isKnown = intake.checks > 0 && intake.state !== 'checking';
  const { lease_run: _run, lease_until: _until, class_decisions: _, workspace: _w, subject: _s, ...rest } = intake;
  return {
    ...rest,
    expires_at: expiresAtMs(intake),
    reading: reading ?? null,
    counts: positive(tally.counts),
    outcomes: positive(tally.outcomes),
    undecided: undecidedCount(intake),
    to_fetch: toFetch,
    to_apply: toApply(intake),
    estimate_s: isKnown ? Math.ceil(toFetch / (fetch_per_s ?? doisPerSecond) + others / worksPerSecond) : null,
  };
}

/** The rows without an outcome that applying now would give one. */
function toApply(intake: IntakeRecord): number {
  const stays = (its: IntakeClass, decision: IntakeDecision) =>
    its === 'new_doi' && decision === 'apply' && !intake.options.fetch;
  return intakeClasses.reduce(
    (sum, its) =>
      sum + intakeDecisions.reduce((all, each) => all + (stays(its, each) ? 0 : pendingWith(intake, its, each)), 0),
    0,
  );
}

const positive = (counts: IntakeRecord['tally']['counts']) =>
  Object.fromEntries(
    Object.keys(counts).flatMap((name) => (countOf(counts, name) > 0 ? [[name, countOf(counts, name)]] : [])),
  );

export interface IntakeRequest {
  caller: MemberCaller;
  now: Date;
  requestId: string;
}

/** An intake, with what the client says of its reading. */
export const answeredIntake = async (intake: IntakeRecord): Promise<z.input<typeof DashboardIntake>> =>
  shownIntake(intake, (await readingsOf([intake.id])).get(intake.id));

/** The caller as who works with intakes. */
export const intakeUser = ({ caller, now, requestId }: IntakeRequest): IntakeUser => ({
  workspace: caller.workspace,
  actor: actorOf(caller),
  subject: caller.subject,
  role: caller.role,
  requestId,
  now,
});
