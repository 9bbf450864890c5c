import { statementsOf } from '#src/records/journals/statements.ts';
import { stateJournals, unstateJournals } from '#src/records/journals/store/journals.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { publicationRow } from '#src/records/publications/store/items.ts';
import {
  type PublicationWrite,
  publicationWrites,
  savePublication,
} from '#src/records/publications/store/publications.ts';
import { relatingWrite } from '#src/records/publications/store/relations.ts';
import type { RecordWrite } from '#src/records/store/list-rows.ts';
import type { Write, Writes } from '#src/table/table.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { type Join, updatePublicationPairs } from '../find.ts';
import type { CompareLater } from '../find-later.ts';
import { relateNew, relateSaved } from '../relations/relate.ts';

/** A publication before and after a write; `before` is undefined if it is new. */
export interface Revision {
  before: PublicationRecord | undefined;
  after: PublicationRecord;
}

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
}

type Step = (change: Revision, saving: Saving) => Promise<void>;

/**
 * Something that follows from a publication and is stored elsewhere. `prepare` runs before the transaction, which may end the caller's
 * job, and can be repeated; `takeBack` if the transaction was refused; `follow` after it.
 */
interface Consequence {
  prepare?: Step;
  takeBack?: Step;
  follow?: Step;
}

const journals: Consequence = {
  async prepare({ before, after }, { now, isFromSources = false }) {
    const [was, is] = [before ? statementsOf(before) : [], statementsOf(after)];
    if (isFromSources || !isSameJson(was, is)) await stateJournals(after, now, before);
  },
  async takeBack({ before, after }, { now }) {
    if (!before) await unstateJournals(after, now);
  },
};

/** After a kill, the pass through the registry finds them. */
const pairs: Consequence = {
  follow: ({ before, after }, { now, join, compareLater }) =>
    compareLater ? compareLater(after, before) : updatePublicationPairs(after, before, now, join),
};

/** After a kill, the note in the transaction or the caller's next run asks for them. */
const relations: Consequence = {
  follow: ({ before, after }, { now, isRepeated }) =>
    isRepeated && !before ? relateNew(after, now) : relateSaved(after, before),
};

/** All consequences, in the order of their updates. Each does nothing if the change does not affect it. */
const consequences: readonly Consequence[] = [journals, pairs, relations];

/** Runs a transaction that writes publications, and updates everything that follows from each change, in turn. */
export async function withConsequences<Outcome extends 'saved' | 'stale' | 'refused'>(
  changes: readonly (readonly [Revision, Saving])[],
  write: () => Promise<Outcome>,
): Promise<Outcome> {
  const run = async (step: keyof Consequence) => {
    for (const [change, saving] of changes)
      for (const consequence of consequences) await consequence[step]?.(change, saving);
  };
  await run('prepare');
  const outcome = await write();
  if (outcome === 'refused') await run('takeBack');
  if (outcome === 'saved') await run('follow');
  return outcome;
}

/**
 * Saves a publication with `extraWrites` in one transaction, and everything that follows from it; the only way to do so.
 * New researchers must exist, so that a person being erased gets no new link. `stale` and `refused`: as in the store.
 */
export function saveWithConsequences(
  change: Revision,
  extraWrites: Writes,
  saving: Saving & Pick<PublicationWrite, 'seen' | 'works'>,
): Promise<'saved' | 'stale' | 'refused'> {
  const { before, after } = change;
  return withConsequences([[change, saving]], () =>
    savePublication(after, before, extraWrites, newResearchers(change), saving),
  );
}

/** The researchers whom a change links. */
export function newResearchers({ before, after }: Revision): string[] {
  const known = new Set(before?.researchers.map(({ orcid }) => orcid));
  return after.researchers.flatMap(({ orcid }) => (known.has(orcid) ? [] : orcid));
}

/** The part of a transaction that writes a staged publication, with the note that asks for its relations. */
export const publicationPart = ({ before, after }: Revision): RecordWrite<PublicationRecord> => ({
  record: after,
  before,
  write: (stored) => ({
    writes: [...publicationWrites(stored, before), ...relatingWrites({ before, after })],
    row: publicationRow(stored),
  }),
});

/** The note that asks for the relations of a publication, if the change can concern others. */
export function relatingWrites({ before, after }: Revision): Write[] {
  const relating = relatingWrite(after, before, Date.now());
  return relating ? [relating] : [];
}
