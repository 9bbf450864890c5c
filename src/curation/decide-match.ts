import { decideMatch, type MatchVerdict } from '#src/matching/link.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { withAuthorAgain, withNotAuthor } from '#src/records/publications/not-authors.ts';
import { namedPeople, type PublicationRecord } from '#src/records/publications/publication.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { type ChangeResult, type Curator, changePublication } from './change-publication.ts';
import { type Precondition, requireNotDeleted } from './edit-publication.ts';

/** A curator's verdict on a researcher and an author, or that they are no author at all. */
export type AuthorVerdict = Pick<MatchVerdict, 'orcid' | 'place'> & {
  verdict: MatchVerdict['verdict'] | 'not_an_author';
};

/**
 * Records which author a researcher is or is not, takes the publication from a researcher who is no author, or undoes
 * that, and matches the publication again. Throws for an unknown DOI, a failed precondition and an invalid verdict, and
 * `conflict` if another researcher is that author.
 */
export function decideAuthorMatch(
  id: string,
  said: AuthorVerdict,
  curator: Curator,
  precondition: Precondition,
): Promise<ChangeResult> {
  return changePublication(
    id,
    async (record) => {
      precondition(record);
      requireNotDeleted(record);
      const after = await decided(record, said, curator);
      if (after === record) return {};
      const { orcid, verdict } = said;
      const { researchers, not_authors } = await rematched(after);
      return { match: { orcid, verdict, researchers, not_authors } };
    },
    curator,
  );
}

const fieldOf = { authors: 'author_position', editors: 'editor_position', contributors: 'contributor_position' };

/** The publication after the verdict, not matched yet. The same object if nothing changes. */
async function decided(record: PublicationRecord, said: AuthorVerdict, curator: Curator): Promise<PublicationRecord> {
  const { orcid, verdict, place } = said;
  if (verdict === 'not_an_author') {
    const isKnown = [...record.researchers, ...record.not_authors].some((each) => each.orcid === orcid);
    if (!isKnown) throw invalidField('body', 'orcid', 'is no researcher of this publication');
    return withNotAuthor(record, { orcid, decided_at: curator.now.getTime(), actor: curator.actor });
  }
  if (verdict === 'undo' && !place) {
    const again = withAuthorAgain(record, orcid);
    if (again !== record) return again;
  }
  const people = (await getPeople(record.researchers.map((each) => each.orcid))).map(namesOf);
  const outcome = decideMatch(record.researchers, { orcid, verdict, place }, namedPeople(record), people, curator);
  if ('path' in outcome) {
    if (outcome.path === 'decision') throw new Problem('conflict', outcome.message);
    const position = place ? fieldOf[place.list] : 'author_position';
    throw invalidField('body', outcome.path === 'position' ? position : outcome.path, outcome.message);
  }
  return outcome === record.researchers ? record : { ...record, researchers: [...outcome] };
}
