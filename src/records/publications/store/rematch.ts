import { namesOf } from '../../people/person.ts';
import { getPeople } from '../../people/store/people.ts';
import { matchResearchers, type PublicationRecord } from '../publication.ts';

/** The record with its researchers matched again, because they, their names or the authors may have changed. */
export async function rematched(record: PublicationRecord): Promise<PublicationRecord> {
  const people = await getPeople(record.researchers.map(({ orcid }) => orcid));
  return { ...record, researchers: matchResearchers(record, people.map(namesOf)) };
}
