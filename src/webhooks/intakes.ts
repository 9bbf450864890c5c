import type { ListChange } from '#src/lists/changes/change-log.ts';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { isUnderWay } from '#src/records/intakes/intake.ts';
import { getIntake } from '#src/records/intakes/store/intakes.ts';
import {
  forgetUntoldIntake,
  noteSeenChange,
  noteTold,
  outputsOfIntake,
  type SeenList,
  type UntoldIntake,
  untoldIntakes,
} from '#src/records/intakes/store/untold.ts';
import type { WebhookList } from './domain/webhook.ts';

/** An intake that waits for sources for hours is told of now and then. */
const longestUntoldMs = 3_600_000;
/** By then all of its changes are settled, so none is sent again. */
const afterEndMs = 2 * lateCommitMs;

const kindOf: Record<SeenList, string> = {
  publications: 'publication',
  works: 'work',
  projects: 'project',
  people: 'person',
};

interface Told extends UntoldIntake {
  hasEnded: boolean;
  /** The records that it has changed, as `kind id`, once they are read. */
  records: Set<string> | undefined;
}

/**
 * Intakes of files. Webhooks are told once of all that one has changed, when it has ended, however many runs of the job that
 * takes. Changes of others are told of as ever.
 */
export class UntoldChanges {
  readonly #intakes: Told[];

  private constructor(intakes: Told[]) {
    this.#intakes = intakes;
  }

  static async read(nowMs: number): Promise<UntoldChanges> {
    const intakes: Told[] = [];
    for (const untold of await untoldIntakes()) {
      const intake = await getIntake(untold.id);
      const hasEnded = !intake || (!isUnderWay(intake) && intake.updated_at < nowMs - afterEndMs);
      intakes.push({ ...untold, hasEnded, records: undefined });
    }
    return new UntoldChanges(intakes);
  }

  /** The ids of the changes among these that intakes have made, which are noted before the progress is saved. */
  async hold(list: WebhookList, changes: readonly ListChange<unknown>[]): Promise<ReadonlySet<string>> {
    const held = new Set<string>();
    if (list === 'groups' || changes.length === 0) return held;
    for (const intake of this.#intakes) {
      const isOwn = ({ id }: ListChange<unknown>) => intake.records?.has(`${kindOf[list]} ${id}`) ?? false;
      const isRead = intake.hasEnded && intake.records !== undefined;
      // A record and its row of the intake are committed together: rows that are read now have all of these.
      if (!isRead && !changes.every((change) => held.has(change.id) || isOwn(change))) {
        intake.records = new Set();
        for await (const { kind, id } of outputsOfIntake(intake.id)) intake.records.add(`${kind} ${id}`);
      }
      const own = changes.filter(isOwn);
      for (const { id } of own) held.add(id);
      const newest = own.at(-1)?.changedAtMs;
      if (newest !== undefined && (await noteSeenChange(intake.id, list, newest))) intake[`seen_${list}`] = newest;
    }
    return held;
  }

  /** Tells of the changes of intakes that have ended, once a list is read to its end. */
  async tellEnded(list: WebhookList, nowMs: number, tell: (atMs: number) => Promise<void>): Promise<void> {
    if (list === 'groups') return;
    for (const intake of this.#intakes) {
      const seen = intake[`seen_${list}`];
      if (seen === undefined || (!intake.hasEnded && nowMs - intake.since < longestUntoldMs)) continue;
      await tell(seen);
      if (await noteTold(intake.id, list, seen, nowMs)) delete intake[`seen_${list}`];
    }
  }

  /** Forgets those that have ended and were told of. */
  async forgetTold(): Promise<void> {
    for (const intake of this.#intakes) {
      const isTold = (Object.keys(kindOf) as SeenList[]).every((list) => intake[`seen_${list}`] === undefined);
      if (intake.hasEnded && isTold) await forgetUntoldIntake(intake);
    }
  }
}
