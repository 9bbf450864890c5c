import { updateWorkPairs } from '#src/duplicates/find.ts';
import { saveWithConsequences } from '#src/duplicates/saving/consequences.ts';
import { unlinkMerged } from '#src/duplicates/store/merged.ts';
import { namesPerson, withoutPerson } from '#src/records/publications/removals.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import { getWork, saveWork } from '#src/records/publications/store/works.ts';
import { workWithout } from '#src/records/works/work-content.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';

/**
 * Removes a person from a publication, or from the stored copy of a merged one. The publication stays, with its authors
 * as published. False if it does not mention the person.
 */
export async function unlinkPublication(doi: string, orcid: string, now: Date): Promise<boolean> {
  const isUnmerged = await unlinkMerged(doi, orcid);
  const isUnlinked = await retryIfStale(`The publication ${doi}`, async () => {
    const before = (await getPublications([doi])).get(doi);
    if (!before || !namesPerson(before, orcid)) return false;
    const seen = withoutPerson(before, orcid);
    const after = await rematched({ ...seen, version: before.version + 1 });
    // Departures are not recorded: copies of the list of people started over when the person was deleted.
    return (await saveWithConsequences({ before, after }, [], { now, seen })) === 'saved' ? true : stale;
  });
  return isUnlinked || isUnmerged;
}

/**
 * Removes a person from a work without a DOI that also has other people. False if it has none, is gone, or does not name
 * the person.
 */
export function unlinkWork(id: string, orcid: string, now: Date): Promise<boolean> {
  return retryIfStale(`The work ${id}`, async () => {
    const before = await getWork(id);
    const isNamed = before !== undefined && (before.orcid === orcid || before.linked_orcids.includes(orcid));
    const after = isNamed ? workWithout(before, orcid) : undefined;
    if (!before || !after) return false;
    if ((await saveWork(after, before)) !== 'saved') return stale;
    await updateWorkPairs(after, before, now);
    return true;
  });
}
