import { namesOf } from '../domain/person.ts';
import { matchResearchers, namesPerson, withoutPerson } from '../domain/publication.ts';
import { updatePublicationPairs } from '../duplicates/find.ts';
import { relateSaved } from '../relations/relate.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { unlinkMerged } from '../storage/duplicates/merged.ts';
import { getPeople } from '../storage/people.ts';
import { getPublications, savePublication } from '../storage/publications.ts';

/**
 * Takes a person out of a publication, or out of what is kept of one that was merged into another. The publication stays,
 * with its authors as the sources publish them. False if there is nothing of the person.
 */
export async function unlinkPublication(doi: string, orcid: string, now: Date): Promise<boolean> {
  const isUnmerged = await unlinkMerged(doi, orcid);
  const isUnlinked = await retryIfStale(`The publication ${doi}`, async () => {
    const before = (await getPublications([doi])).get(doi);
    if (!before || !namesPerson(before, orcid)) return false;
    const left = { ...withoutPerson(before, orcid), version: before.version + 1 };
    const people = (await getPeople(left.researchers.map((link) => link.orcid))).map(namesOf);
    const after = { ...left, researchers: matchResearchers(left, people) };
    if ((await savePublication(after, before, [])) !== 'saved') return stale;
    await updatePublicationPairs(after, before, now);
    await relateSaved(after, before);
    return true;
  });
  return isUnlinked || isUnmerged;
}
