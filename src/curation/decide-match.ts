import { decideMatch, type MatchVerdict } from '../domain/matching/link.ts';
import { namesOf } from '../domain/person.ts';
import { matchResearchers, namedPeople } from '../domain/publications/publication.ts';
import { invalidField, Problem } from '../errors.ts';
import { getPeople } from '../storage/people.ts';
import { type ChangeResult, type Curator, changePublication } from './change-publication.ts';
import { type Precondition, requireNotDeleted } from './edit-publication.ts';

/**
 * Records which author a researcher is or is not, or undoes that, and matches the publication again. Throws for an
 * unknown DOI, a failed precondition and an invalid verdict, and `conflict` if another researcher is that author.
 */
export function decideAuthorMatch(
  id: string,
  verdict: MatchVerdict,
  curator: Curator,
  precondition: Precondition,
): Promise<ChangeResult> {
  return changePublication(
    id,
    async (record) => {
      precondition(record);
      requireNotDeleted(record);
      const people = (await getPeople(record.researchers.map(({ orcid }) => orcid))).map(namesOf);
      const decided = decideMatch(record.researchers, verdict, namedPeople(record), people, curator);
      if ('path' in decided) {
        if (decided.path === 'decision') throw new Problem('conflict', decided.message);
        const position = verdict.place?.list === 'editors' ? 'editor_position' : 'author_position';
        throw invalidField('body', decided.path === 'position' ? position : decided.path, decided.message);
      }
      if (decided === record.researchers) return {};
      const links = matchResearchers({ ...record, researchers: [...decided] }, people);
      return { match: { orcid: verdict.orcid, verdict: verdict.verdict, links } };
    },
    curator,
  );
}
