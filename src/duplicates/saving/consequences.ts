import { groupsFollowing, type StandIn } from '#src/records/groups/store/outputs.ts';
import { statementsOf } from '#src/records/journals/statements.ts';
import { stateJournals, unstateJournals } from '#src/records/journals/store/journals.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { dropParts } from '#src/records/publications/store/compressed.ts';
import { publicationRow } from '#src/records/publications/store/items.ts';
import {
  type PublicationWrite,
  publicationWrites,
  savePublication,
  stagePublication,
} from '#src/records/publications/store/publications.ts';
import { relatingWrite } from '#src/records/publications/store/relations.ts';
import { type RecordWrite, transactWithRows } from '#src/records/store/list-rows.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import type { Write, Writes } from '#src/table/table.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { type Join, type ReadPairs, readPublicationPairs, updatePublicationPairs } from '../find.ts';
import type { CompareLater } from '../find-later.ts';
import { isToRelate, relateAgain, relateSaved } from '../relations/relate.ts';

/** A publication before and after a write; `before` is undefined if it is new. */
export interface Revision {
  before: PublicationRecord | undefined;
  after: PublicationRecord;
}

/** A publication that was stored before. */
export type StoredRevision = Revision & { before: PublicationRecord };

/** How the consequences of a change are updated. */
export interface Saving {
  now: Date;
  /** Whether its sources were read: then journals get back what others have crowded out. */
  isFromSources?: boolean;
  /** How certain pairs are merged; otherwise they are not. */
  join?: Join | undefined;
  /** Is told of the change instead of its pairs being updated. */
  compareLater?: CompareLater | undefined;
  /** Whether the caller runs again if it is killed, and relates a new publication then. */
  isRepeated?: boolean | undefined;
  /** New researchers whom the caller looks for afterwards, also if it is killed: they need not exist. */
  isLookedFor?: ((orcid: string) => boolean) | undefined;
}

type Step = (change: Revision, saving: Saving) => Promise<void>;

/**
 * Something that follows from a publication and is stored elsewhere. `prepare` runs before the transaction, which may be
 * the last that the caller's job does; it may run again. `takeBack` runs if the transaction was refused, `follow` after it.
 */
interface Consequence<Answer = never> {
  prepare?: Step;
  takeBack?: Step;
  /** The reads that `follow` begins with. If only one publication is written, all consequences ask at the same moment. */
  ask?: (change: Revision, saving: Saving) => Promise<Answer> | undefined;
  follow?: (change: Revision, saving: Saving, asked: Promise<Answer> | undefined) => Promise<void>;
}

const journals: Consequence = {
  async prepare({ before, after }, { now, isFromSources = false }) {
    const [was, is] = [before ? statementsOf(before) : [], statementsOf(after)];
    if (isFromSources || !isSameJson(was, is)) await stateJournals(after, now, before);
  },
  async takeBack({ before, after }, { now, isFromSources = false }) {
    if (isFromSources && !before) await unstateJournals(after, now);
  },
};

/** After a kill, the pass through the registry finds them. */
const pairs: Consequence<ReadPairs> = {
  ask: ({ before, after }, { compareLater }) => (compareLater ? undefined : readPublicationPairs(after, before)),
  follow: ({ before, after }, { now, join, compareLater }, asked) =>
    compareLater ? compareLater(after, before) : updatePublicationPairs(after, before, now, join, asked),
};

/** After a kill, the note in the transaction or the caller's next run asks for them. */
const relations: Consequence<boolean> = {
  ask: ({ before, after }, { isRepeated }) => (isRepeated && !before ? isToRelate(after) : undefined),
  async follow({ before, after }, { now, isRepeated }, asked) {
    if (!isRepeated || before) await relateSaved(after, before);
    else if (await (asked ?? isToRelate(after))) await relateAgain(after.doi, now);
  },
};

/** All consequences, in the order of their updates. Each does nothing if the change does not affect it. */
const consequences = [journals, pairs, relations] as readonly Consequence[];

/** Runs a transaction that writes publications, and updates everything that follows from each change, in turn. */
async function withConsequences(
  changes: readonly (Revision & { saving: Saving })[],
  write: () => Promise<'saved' | 'stale' | 'refused'>,
) {
  const run = async (step: 'prepare' | 'takeBack') => {
    for (const change of changes)
      for (const consequence of consequences) await consequence[step]?.(change, change.saving);
  };
  const follow = async () => {
    const [only, another] = changes;
    const asked = consequences.map((each) => (only && !another ? each.ask?.(only, only.saving) : undefined));
    // A failure is thrown where the answer is awaited, if it is.
    for (const each of asked) each?.catch(() => undefined);
    for (const change of changes)
      for (const [index, each] of consequences.entries()) await each.follow?.(change, change.saving, asked[index]);
  };
  await run('prepare');
  const outcome = await write();
  if (outcome === 'refused') await run('takeBack');
  if (outcome === 'saved') await follow();
  return outcome;
}

/**
 * Saves a publication with `extraWrites` in one transaction, and everything that follows from it. Other new researchers
 * must exist, so that a person being erased gets no new link. `stale` and `refused`: as in the store.
 */
export const saveWithConsequences = (
  change: Revision,
  extraWrites: Writes,
  saving: Saving & Pick<PublicationWrite, 'seen' | 'works'>,
) =>
  withConsequences([{ ...change, saving }], () =>
    savePublication(
      change.after,
      change.before,
      extraWrites,
      newResearchers(change).filter((orcid) => !saving.isLookedFor?.(orcid)),
      saving,
    ),
  );

/** The researchers whom a change links. */
export function newResearchers({ before, after }: Revision): string[] {
  const known = new Set(before?.researchers.map(({ orcid }) => orcid));
  return after.researchers.flatMap(({ orcid }) => (known.has(orcid) ? [] : orcid));
}

/** One of several publications in a transaction, without its aliases. */
interface PublicationPart extends Revision {
  saving: Saving;
  /** For one that is restored: the record as its row shows it, and the parts to drop. */
  restored?: { seen: PublicationRecord; parts: PublicationRecord['parts'] };
  condition?: Parameters<typeof publicationWrites>[2];
  also?: readonly Write[];
}

/**
 * Like `saveWithConsequences`, for several publications and other records in one transaction. Groups by hand follow
 * publications that others stand for from now on.
 */
export const saveTogether = (
  parts: readonly PublicationPart[],
  extraWrites: Writes,
  others: readonly (RecordWrite<PublicationRecord> | RecordWrite<WorkRecord>)[] = [],
  standIns: readonly StandIn[] = [],
) =>
  withConsequences(parts, async () => {
    const writes: RecordWrite<PublicationRecord>[] = [];
    for (const { before, after, restored, condition, also = [] } of parts) {
      const record = await stagePublication(after, restored ? restored.parts : before?.parts);
      const relating = relatingWrite(after, before, Date.now());
      const write = (stored: PublicationRecord) => ({
        writes: [...publicationWrites(stored, before, condition), ...also, ...(relating ? [relating] : [])],
        row: publicationRow(stored),
      });
      writes.push({ record, before: restored ? restored.seen : before, write });
    }
    const all = [...writes, ...others] as RecordWrite<PublicationRecord | WorkRecord>[];
    const also = await groupsFollowing(standIns, new Date());
    const { outcome } = await transactWithRows(
      all.map((part, index) => (also && index === 0 ? { ...part, also } : part)),
      extraWrites,
    );
    for (const [index, { before, after, restored }] of parts.entries()) {
      const old = restored ? restored.parts : before?.parts;
      await dropParts(after.doi, outcome === 'saved' ? old : writes[index]?.record.parts);
    }
    return outcome;
  });
