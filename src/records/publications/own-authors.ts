import * as z from 'zod';
import { peopleAt } from '#src/matching/link.ts';
import { parseRor } from '#src/vocabulary/funders/funder-ids.ts';
import { authorsOf, type PublicationRecord } from './publication.ts';

/** Why an author counts as the institution's own. */
const ownAuthorReasons = ['affiliation', 'person'] as const;

export const OwnAuthor = z.object({
  position: z.int().meta({ description: 'Index in the whole list of authors' }),
  name: z.string(),
  orcid: z
    .string()
    .nullable()
    .meta({ description: "The linked researcher's iD, or else the one that the sources have" }),
  reasons: z.array(z.enum(ownAuthorReasons)).meta({
    description:
      '`affiliation`: an affiliation has one of the ROR iDs of the institution. ' +
      '`person`: a person of the registry is matched to this author',
  }),
});
export type OwnAuthor = z.output<typeof OwnAuthor>;

/** A response has at most as many. */
const maxOwnAuthors = 1_000;

/** The authors who are the institution's own: by its ROR iDs, and because they are people of the registry. */
export function ownAuthors(record: PublicationRecord, institutionRors: readonly string[]): OwnAuthor[] {
  const rors = new Set(institutionRors.map(parseRor));
  const people = peopleAt(record.researchers, 'authors');
  const own: OwnAuthor[] = [];
  for (const [position, { name, orcid, affiliation_details = [] }] of authorsOf(record).entries()) {
    const person = people.get(position);
    const isAffiliated = affiliation_details.some(({ ror }) => ror !== null && rors.has(ror));
    if (person === undefined && !isAffiliated) continue;
    const reasons = ownAuthorReasons.filter((reason) => (reason === 'person' ? person !== undefined : isAffiliated));
    own.push({ position, name, orcid: person ?? orcid, reasons });
    if (own.length === maxOwnAuthors) break;
  }
  return own;
}
