import type { PlannedPublication } from '#src/records/orcid/plan.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { publicationsByDoi } from '#src/records/publications/store/publications.ts';
import { summariesOf } from './store/job-items.ts';
import { hasAllOfListing } from './store.ts';

/** Records in memory at once. */
const atOnce = 50;

/**
 * The publications of an ORCID record that are not stored, or about which it has new data. Compares with the stored
 * data and not with the record's dates, so that a killed or failed ingestion leaves nothing out.
 */
export async function changedWorks(
  orcid: string,
  listed: readonly PlannedPublication[],
  now: Date,
): Promise<PlannedPublication[]> {
  const changed: PlannedPublication[] = [];
  for (let start = 0; start < listed.length; start += atOnce) {
    const works = listed.slice(start, start + atOnce);
    const stored = await publicationsByDoi(works.map(({ doi }) => doi));
    const linked = [...stored.values()].flatMap(({ researchers }) => researchers.map((each) => each.orcid));
    const people = (await getPeople([...new Set([orcid, ...linked])])).map(namesOf);
    for (const work of works) {
      const record = stored.get(work.doi);
      const listing = { orcid, listedAs: work.doi, summaries: summariesOf(work), contributors: undefined };
      if (!record || !hasAllOfListing(record, listing, people, now)) changed.push(work);
    }
  }
  return changed;
}
