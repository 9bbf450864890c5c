import type { ChangeContext } from '../domain/audit.ts';
import {
  beginErasure,
  type ErasureMark,
  finishErasure,
  getMark,
  pseudonymOf,
  saveProgress,
} from '../storage/erasure/marks.ts';
import { sealOrcid } from '../storage/erasure/sealed-orcid.ts';
import { markOf } from '../storage/erasure/unless-erased.ts';
import { type StepName, type Subject, stepNames, steps } from './steps.ts';

/**
 * What ran when the first pass found the last of a person has ended after this time: no function that writes about people
 * may run longer. What it wrote meanwhile is found by the last pass.
 */
export const settlingMs = 5 * 60_000;

export interface ErasureOptions {
  orcid: string;
  /** The key of the hashes. */
  key: string;
  by: ChangeContext;
  dryRun: boolean;
  /** Nothing new is begun after it. Milliseconds since the epoch. */
  deadlineMs: number;
  /** How long to wait between the passes: no time, if no function uses the table. */
  settlingMs?: number;
  /** Only goes on with an erasure that has not finished: whoever was asked for again meanwhile is not erased. */
  isBegun?: boolean;
}

export interface ErasureResult {
  pseudonym: string;
  dryRun: boolean;
  /** Whether nothing is left, and nothing can come back. */
  done: boolean;
  /** When the last pass may begin, in milliseconds since the epoch; null if that is not what is waited for. */
  againAt: number | null;
  /** What this call has erased; in a dry run, what there is. */
  totals: Record<StepName, number>;
}

/**
 * Erases a person, with every trace of them; or counts what there is in a dry run. First the mark is stored, which keeps
 * every ingestion from adding them again. Then two passes go through the steps. Works until the deadline: another call
 * continues, also after a crash, and two at once do no harm.
 */
export async function erasePerson(options: ErasureOptions): Promise<ErasureResult> {
  const { orcid, key, by, dryRun } = options;
  const id = markOf(orcid, key);
  const totals = Object.fromEntries(stepNames.map((name) => [name, 0])) as ErasureResult['totals'];
  const result = { pseudonym: pseudonymOf(id), dryRun, done: false, againAt: null, totals };
  const subject = { orcid, pseudonym: result.pseudonym, now: by.now, dryRun };
  if (dryRun) {
    const left = await pass({ ...subject, workspaces: [] }, null, options, totals, async () => true);
    return { ...result, done: left === null };
  }
  for (;;) {
    const read = options.isBegun ? await openMark(id) : await beginOrContinue(options);
    if (!read) return { ...result, done: true };
    const waitsUntil = read.swept_at === null ? 0 : read.swept_at + (options.settlingMs ?? settlingMs);
    const isLast = read.finished_at !== null || read.swept_at !== null;
    if (read.finished_at === null && by.now.getTime() < waitsUntil) return { ...result, againAt: waitsUntil };
    let mark = read;
    const left = await pass({ ...subject, workspaces: read.workspaces }, read.position, options, totals, async (to) => {
      const next = { ...mark, ...to, version: mark.version + 1 };
      if (!(await saveProgress(next, mark))) return false;
      mark = next;
      return true;
    });
    // Out of time, or another request goes on with it.
    if (left !== null) return result;
    const passed = { ...mark, position: null, version: mark.version + 1 };
    if (!isLast) {
      if (!(await saveProgress({ ...passed, swept_at: by.now.getTime() }, mark))) return result;
      continue;
    }
    const finished = {
      ...passed,
      finished_at: mark.finished_at ?? by.now.getTime(),
      workspaces: [],
      sealed_orcid: null,
    };
    const isSaved = mark.finished_at === null ? finishErasure(finished, mark, by) : saveProgress(finished, mark);
    return { ...result, done: await isSaved };
  }
}

/** The mark of the person, which is stored if there is none. */
async function beginOrContinue(options: ErasureOptions): Promise<ErasureMark> {
  const { orcid, key, by } = options;
  const mark = markOf(orcid, key);
  const sealed_orcid = sealOrcid(orcid, key);
  const stored = await getMark(mark);
  // A mark of an earlier version has no iD: with it, the schedule goes on from here.
  if (stored) return stored.finished_at === null ? { ...stored, sealed_orcid } : stored;
  const erased_at = by.now.getTime();
  const times = { erased_at, swept_at: null, finished_at: null };
  const begun = { mark, sealed_orcid, ...times, position: null, workspaces: [], version: 1 };
  return (await beginErasure(begun, by)) ? begun : beginOrContinue(options);
}

/** The mark of an erasure that has not finished, or undefined. */
async function openMark(mark: string): Promise<ErasureMark | undefined> {
  const stored = await getMark(mark);
  return stored?.finished_at === null ? stored : undefined;
}

type Progress = Pick<ErasureMark, 'position' | 'workspaces'>;

/**
 * Goes through the steps from a position on. `save` stores how far it is, and says whether to go on. Returns the position
 * where it has stopped; null at the end.
 */
async function pass(
  subject: Omit<Subject, 'remember'>,
  from: string | null,
  { deadlineMs }: ErasureOptions,
  totals: ErasureResult['totals'],
  save: (progress: Progress) => Promise<boolean>,
): Promise<string | null> {
  let workspaces = [...subject.workspaces];
  for (let at = parsePosition(from); ; ) {
    const [name, after] = at;
    if (Date.now() >= deadlineMs) return positionOf(at);
    const remember = async (found: readonly string[]) => {
      workspaces = [...new Set([...workspaces, ...found])];
      return save({ position: positionOf(at), workspaces });
    };
    const part = await steps[name]({ ...subject, workspaces, remember }, after ?? undefined);
    totals[name] += part.count;
    const following = part.next === undefined ? stepNames[stepNames.indexOf(name) + 1] : name;
    if (following === undefined) return null;
    at = [following, part.next ?? null];
    if (!(await save({ position: positionOf(at), workspaces }))) return positionOf(at);
  }
}

type Position = [step: StepName, after: string | null];

const positionOf = (position: Position): string => JSON.stringify(position);
const parsePosition = (stored: string | null): Position =>
  stored === null ? [stepNames[0], null] : (JSON.parse(stored) as Position);
