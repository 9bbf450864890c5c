import { inspect } from 'node:util';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import {
  beginErasure,
  type ErasureMark,
  finishErasure,
  getMark,
  pseudonymOf,
  saveProgress,
} from '#src/records/people/store/erasure-marks.ts';
import { markOf } from '#src/records/people/store/unless-erased.ts';
import { Contention } from '#src/runtime/errors.ts';
import { busyReason, noPauses, PassRun } from '#src/table/passes/run.ts';
import type { FailedRecord } from '#src/table/passes/stored-pass.ts';
import { type StepName, type Subject, stepNames, steps } from './steps.ts';
import { sealOrcid } from './store/sealed-orcid.ts';

/**
 * The longest run of any function that writes about people. All functions that ran when the first pass ended have
 * finished after this time, and the last pass finds their writes.
 */
export const settlingMs = 5 * 60_000;

export interface ErasureOptions {
  orcid: string;
  /** The key of the hashes. */
  key: string;
  context: ChangeContext;
  dryRun: boolean;
  /** No step starts after this time, in milliseconds since the epoch. */
  deadlineMs: number;
  /** The wait between the passes; 0 if no function uses the table. */
  settlingMs?: number;
  /** Only continue an unfinished erasure: a person who has been requested again is not erased. */
  isBegun?: boolean;
}

export interface ErasureResult {
  pseudonym: string;
  dryRun: boolean;
  /** Whether nothing is left and nothing can return. */
  done: boolean;
  /** When the last pass may start, in milliseconds since the epoch; null if it is not waiting. */
  againAt: number | null;
  /** The numbers of erased records; in a dry run, of existing ones. */
  totals: Record<StepName, number>;
  /** The records that could not be erased, at the end of a pass. The next call starts a new pass. */
  failed: { step: string; id: string; reason: string; attempts: number }[];
}

/**
 * Erases all data of a person, or counts it in a dry run. First stores the mark that keeps ingestions from adding it
 * again, then goes through the steps twice. Works until the deadline; another call continues, also after a crash.
 * Concurrent calls do no harm. A failing record does not hold up the others.
 */
export async function erasePerson(options: ErasureOptions): Promise<ErasureResult> {
  const { orcid, key, context, dryRun } = options;
  const id = markOf(orcid, key);
  const totals = Object.fromEntries(stepNames.map((name) => [name, 0])) as ErasureResult['totals'];
  const result = { pseudonym: pseudonymOf(id), dryRun, done: false, againAt: null, totals, failed: [] };
  const { pseudonym } = result;
  const { deadlineMs } = options;
  const run = await PassRun.continue({
    pass: 'erasures',
    now: context.now,
    deadlineMs,
    pauses: noPauses,
    isDry: dryRun,
  });
  const subject = { orcid, pseudonym, now: context.now, dryRun };
  if (dryRun) {
    const from = { position: null, workspaces: [], has_failed: false };
    const { stoppedAt } = await pass(subject, from, run, totals, async () => true);
    return { ...result, done: stoppedAt === null };
  }
  for (;;) {
    const read = options.isBegun ? await openMark(id) : await beginOrContinue(options);
    if (!read) return { ...result, done: true };
    const waitsUntil = read.swept_at === null ? 0 : read.swept_at + (options.settlingMs ?? settlingMs);
    const isLast = read.finished_at !== null || read.swept_at !== null;
    if (read.finished_at === null && context.now.getTime() < waitsUntil) return { ...result, againAt: waitsUntil };
    let mark = read;
    const { stoppedAt, has_failed } = await pass(subject, read, run, totals, async (to) => {
      const next = { ...mark, ...to, version: mark.version + 1 };
      if (!(await saveProgress(next, mark))) return false;
      mark = next;
      return true;
    });
    // Out of time, or another request continues.
    if (stoppedAt !== null) return result;
    const passed = { ...mark, position: null, has_failed: false, version: mark.version + 1 };
    const noted = run.failures().filter(({ kind }) => kind.startsWith(pseudonym));
    if (has_failed) {
      await saveProgress(passed, mark);
      return { ...result, failed: failuresOf(noted) };
    }
    // Later passes have handled earlier failures.
    for (const each of noted) await run.forget(each);
    if (!isLast) {
      if (!(await saveProgress({ ...passed, swept_at: context.now.getTime() }, mark))) return result;
      continue;
    }
    const finished = {
      ...passed,
      finished_at: mark.finished_at ?? context.now.getTime(),
      workspaces: [],
      sealed_orcid: null,
    };
    const isSaved = mark.finished_at === null ? finishErasure(finished, mark, context) : saveProgress(finished, mark);
    return { ...result, done: await isSaved };
  }
}

/** The person's mark, stored if there is none. */
async function beginOrContinue(options: ErasureOptions): Promise<ErasureMark> {
  const { orcid, key, context } = options;
  const mark = markOf(orcid, key);
  const sealed_orcid = sealOrcid(orcid, key);
  const stored = await getMark(mark);
  // Marks of an earlier version lack the iD, which the schedule needs to continue.
  if (stored) return stored.finished_at === null ? { ...stored, sealed_orcid } : stored;
  const erased_at = context.now.getTime();
  const times = { erased_at, swept_at: null, finished_at: null };
  const begun = { mark, sealed_orcid, ...times, position: null, has_failed: false, workspaces: [], version: 1 };
  return (await beginErasure(begun, context)) ? begun : beginOrContinue(options);
}

async function openMark(mark: string): Promise<ErasureMark | undefined> {
  const stored = await getMark(mark);
  return stored?.finished_at === null ? stored : undefined;
}

type Progress = Pick<ErasureMark, 'position' | 'workspaces' | 'has_failed'>;

/**
 * Continues the steps. `save` stores the progress and returns whether to continue. Returns the position (null at the
 * end), and whether anything has failed since the beginning.
 */
async function pass(
  person: Omit<Subject, 'workspaces' | 'remember' | 'attempt'>,
  from: Progress,
  run: PassRun,
  totals: ErasureResult['totals'],
  save: (progress: Progress) => Promise<boolean>,
): Promise<{ stoppedAt: string | null; has_failed: boolean }> {
  let { workspaces, has_failed } = from;
  for (let at = parsePosition(from.position); ; ) {
    const [name, after] = at;
    if (run.isOver()) return { stoppedAt: positionOf(at), has_failed };
    const remember = async (found: readonly string[]) => {
      workspaces = [...new Set([...workspaces, ...found])];
      return save({ position: positionOf(at), workspaces, has_failed });
    };
    const kind = `${person.pseudonym} ${name}`;
    const attempt: Subject['attempt'] = async (ids, task) => {
      const outcomes = await run.attemptAll(kind, ids, (batch) => withoutName(person, () => task(batch)));
      for (const [index, id] of ids.entries()) if (outcomes[index] === 'busy') await run.noteBusy({ kind, id });
      has_failed ||= outcomes.some((outcome) => outcome !== 'done');
      return outcomes.map((outcome) => outcome === 'done');
    };
    let part: Awaited<ReturnType<(typeof steps)[StepName]>> = { count: 0, next: undefined };
    const step = async () => {
      part = await steps[name]({ ...person, workspaces, remember, attempt }, after ?? undefined);
    };
    // A step that cannot find its records does not stop the others.
    await (person.dryRun ? step() : attempt([name], step));
    totals[name] += part.count;
    const following = part.next === undefined ? stepNames[stepNames.indexOf(name) + 1] : name;
    if (following === undefined) return { stoppedAt: null, has_failed };
    at = [following, part.next ?? null];
    if (!(await save({ position: positionOf(at), workspaces, has_failed })))
      return { stoppedAt: positionOf(at), has_failed };
  }
}

/** Errors are noted and logged, and must not name the person. */
async function withoutName({ orcid, pseudonym }: Pick<Subject, 'orcid' | 'pseudonym'>, task: () => Promise<unknown>) {
  try {
    return await task();
  } catch (error) {
    if (!inspect(error).includes(orcid)) throw error;
    const text = (error instanceof Error ? error.message : 'An error').replaceAll(orcid, pseudonym);
    throw error instanceof Contention ? new Contention(text) : new Error(text);
  }
}

const failuresOf = (noted: readonly FailedRecord[]): ErasureResult['failed'] =>
  noted.flatMap(({ kind, id, reason, attempts }) =>
    reason === busyReason ? [] : [{ step: kind.slice(kind.indexOf(' ') + 1), id, reason, attempts }],
  );

type Position = [step: StepName, after: string | null];

const positionOf = (position: Position): string => JSON.stringify(position);
const parsePosition = (stored: string | null): Position =>
  stored === null ? [stepNames[0], null] : (JSON.parse(stored) as Position);
