import type { PersonRow } from '#src/records/people/person.ts';
import type { Aggregate } from '../model/list-source.ts';
import { peopleByAnyName as people } from '../people.ts';
import { withLaterChanges } from './later-changes.ts';
import { publicationChanges, publicationEntries } from './record-changes.ts';

/** Citations name people, so a publication changes with the name or slug of a person that it lists. */
const namedAtByOrcid: Aggregate<PersonRow, Map<string, number>> = {
  start: () => new Map(),
  add: (result, { orcid, named_at }) => {
    if (named_at !== null) result.set(orcid, named_at);
  },
};

const byId: ReadonlyMap<string, number> = new Map();

/**
 * The changes of publications with their citations. A copy without citations, or whose items lack licences and people,
 * starts over when it asks for them.
 */
export const citedPublicationChanges = withLaterChanges(
  publicationChanges,
  publicationEntries,
  () => 'filtered-citations',
  async (stalenessMs) => {
    const { value: byPerson, settledMs } = await people.aggregate(namedAtByOrcid, stalenessMs);
    return { times: { byPerson, byId }, settledMs, epoch: 0 };
  },
);
