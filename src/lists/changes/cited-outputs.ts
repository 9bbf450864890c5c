import type { PersonRow } from '#src/records/people/person.ts';
import type { Aggregate, ListCurrency } from '../model/list-source.ts';
import { peopleByAnyName as people } from '../people.ts';
import { type LaterTimes, withLaterChanges } from './later-changes.ts';
import { publicationChanges, publicationEntries, workChanges, workEntries } from './record-changes.ts';

/** Citations name people, so an output changes with the name or slug of a person that it lists. */
const namedAtByOrcid: Aggregate<PersonRow, Map<string, number>> = {
  start: () => new Map(),
  add: (result, { orcid, named_at }) => {
    if (named_at !== null) result.set(orcid, named_at);
  },
};

const byId: ReadonlyMap<string, number> = new Map();

async function namedTimes(stalenessMs: number): Promise<{ times: LaterTimes } & ListCurrency> {
  const { value: byPerson, settledMs } = await people.aggregate(namedAtByOrcid, stalenessMs);
  return { times: { byPerson, byId }, settledMs, epoch: 0 };
}

/**
 * The changes of publications with their citations. A copy without citations, or whose items lack licences and people,
 * starts over when it asks for them.
 */
export const citedPublicationChanges = withLaterChanges(
  publicationChanges,
  publicationEntries,
  () => 'filtered-citations',
  namedTimes,
);

/** The changes of works with their citations. A copy without them starts over when it asks for them. */
export const citedWorkChanges = withLaterChanges(workChanges, workEntries, () => 'citations', namedTimes);
