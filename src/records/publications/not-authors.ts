import * as z from 'zod';
import { newLink, type ResearcherLink } from '#src/matching/link.ts';

/** A person of whom a curator has said that they are no author of a publication, although a source links them. */
export const NotAuthor = z.object({
  orcid: z.string(),
  /** In milliseconds since the epoch. The actor is in the form of `actorOf` in src/identity. */
  decided_at: z.int(),
  actor: z.string().nullable(),
});
export type NotAuthor = z.output<typeof NotAuthor>;

/** The linked researchers of a publication, and those whom no source links again. Nobody is both. */
interface Linked {
  researchers: ResearcherLink[];
  not_authors: NotAuthor[];
}

/** The people after a curator has said that a researcher is no author. The same object if they are not linked. */
export function withNotAuthor<T extends Linked>(people: T, said: NotAuthor): T {
  const isOther = ({ orcid }: { orcid: string }) => orcid !== said.orcid;
  if (people.researchers.every(isOther)) return people;
  const not_authors = [...people.not_authors.filter(isOther), said];
  return { ...people, researchers: people.researchers.filter(isOther), not_authors };
}

/** The people after taking that back: the researcher is linked again. The same object if nobody has said it. */
export function withAuthorAgain<T extends Linked>(people: T, orcid: string): T {
  const isOther = (each: NotAuthor) => each.orcid !== orcid;
  if (people.not_authors.every(isOther)) return people;
  const not_authors = people.not_authors.filter(isOther);
  return { ...people, researchers: [...people.researchers, newLink(orcid)], not_authors };
}

/** The people among these whom a source may link. */
export const linkable = (orcids: readonly string[], people: Pick<Linked, 'not_authors'> | undefined): string[] =>
  orcids.filter((orcid) => !people?.not_authors.some((each) => each.orcid === orcid));

/** Who is no author of two merged publications. The kept one decides about its own people. */
export const notAuthorsOfBoth = (kept: Linked, other: Linked): NotAuthor[] => {
  const own = [...kept.researchers, ...kept.not_authors];
  return [...kept.not_authors, ...other.not_authors.filter((one) => !own.some(({ orcid }) => orcid === one.orcid))];
};
