import { newLink } from '#src/matching/link.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { withAuthorAgain, withNotAuthor } from '#src/records/publications/not-authors.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import { Problem } from '#src/runtime/errors.ts';
import { type ChangeResult, type Curator, changePublication } from './change-publication.ts';
import { type Precondition, requireNotDeleted } from './edit-publication.ts';

/** Throws `not_found` if there is no such person. */
export async function requirePerson(orcid: string): Promise<void> {
  if ((await getPeople([orcid])).length === 0) throw new Problem('not_found', 'There is no person with this ORCID iD');
}

/**
 * Links a person of the registry to a publication, also one who was unlinked. Changes nothing if they are linked. Throws
 * for an unknown publication or person, a deleted publication, and a failed precondition.
 */
export const linkResearcher = (id: string, orcid: string, curator: Curator, precondition: Precondition) =>
  changePeople(id, orcid, 'linked', curator, precondition, async (record) => {
    if (record.researchers.some((link) => link.orcid === orcid)) return record;
    await requirePerson(orcid);
    const again = withAuthorAgain(record, orcid);
    return again === record ? { ...record, researchers: [...record.researchers, newLink(orcid)] } : again;
  });

/**
 * Unlinks a person from a publication, so that no source links them again. Changes nothing if they are not linked. Throws
 * for an unknown or deleted publication, and a failed precondition.
 */
export const unlinkResearcher = (id: string, orcid: string, curator: Curator, precondition: Precondition) =>
  changePeople(id, orcid, 'not_an_author', curator, precondition, (record) =>
    withNotAuthor(record, { orcid, decided_at: curator.now.getTime(), actor: curator.actor }),
  );

function changePeople(
  id: string,
  orcid: string,
  verdict: 'linked' | 'not_an_author',
  curator: Curator,
  precondition: Precondition,
  change: (record: PublicationRecord) => PublicationRecord | Promise<PublicationRecord>,
): Promise<ChangeResult> {
  return changePublication(
    id,
    async (record) => {
      precondition(record);
      requireNotDeleted(record);
      const after = await change(record);
      if (after === record) return {};
      const { researchers, not_authors } = await rematched(after);
      return { match: { orcid, verdict, researchers, not_authors } };
    },
    curator,
  );
}
