import type { Author, AuthorAffiliation } from '../bibliography.ts';
import { fold } from '../text/fold.ts';

/** Whether a source knows more about an affiliation than its text. */
export const isIdentified = ({ name, ror, country }: AuthorAffiliation): boolean =>
  name !== null || ror !== null || country !== null;

/**
 * Authors with what another source says of the same people: the one with the same iD, or at the same position with the
 * same name. What the first source says stands.
 */
export function joinAuthors(authors: Author[], others: readonly Author[]): Author[] {
  const byIds = withOwnIds(others);
  const ids = withOwnIds(authors);
  const joined = authors.map((author, position) => {
    const same = author.orcid !== null && ids.has(author.orcid) ? byIds.get(author.orcid) : undefined;
    const other = same ?? others[position];
    if (!other || !hasMore(other)) return author;
    return same || isSameAtPosition(author, other) ? withOther(author, other) : author;
  });
  return joined.some((author, position) => author !== authors[position]) ? joined : authors;
}

/** The authors by iD, without iDs that several have. */
function withOwnIds(authors: readonly Author[]): ReadonlyMap<string, Author> {
  const found = new Map<string, Author>();
  const repeated = new Set<string>();
  for (const author of authors) {
    if (author.orcid === null) continue;
    if (found.has(author.orcid)) repeated.add(author.orcid);
    found.set(author.orcid, author);
  }
  for (const orcid of repeated) found.delete(orcid);
  return found;
}

const hasMore = ({ affiliations, affiliation_details, is_corresponding }: Author) =>
  affiliations.length > 0 || affiliation_details !== undefined || is_corresponding === true;

function isSameAtPosition(author: Author, other: Author): boolean {
  if (author.orcid !== null && other.orcid !== null && author.orcid !== other.orcid) return false;
  if (author.name === other.name) return true;
  const [one, another] = [wordsOf(author.name), wordsOf(other.name)];
  const isReordered = one.length === another.length && one.toSorted().join(' ') === another.toSorted().join(' ');
  const isShortened = one.at(-1) === another.at(-1) && one[0]?.[0] === another[0]?.[0];
  return one.length > 0 && (isReordered || (isShortened && one.length > 1 && another.length > 1));
}

const wordsOf = (name: string) => fold(name.slice(0, 200), 'root').match(/[\p{L}\p{N}]+/gu) ?? [];

function withOther(author: Author, other: Author): Author {
  const details = joinAffiliations(author, other);
  return {
    ...author,
    affiliations: author.affiliations.length > 0 ? author.affiliations : other.affiliations,
    ...(details.some(isIdentified) && { affiliation_details: details }),
    ...((author.is_corresponding ?? other.is_corresponding) && { is_corresponding: true }),
  };
}

/**
 * The author's affiliations, each with the other source's organization: the one with the same ROR iD, or else the ones
 * with the same printed text, or whose name that text contains. The other's affiliations if there are none.
 */
function joinAffiliations(author: Author, { affiliation_details: known = [] }: Author): AuthorAffiliation[] {
  const own = author.affiliation_details ?? author.affiliations.map((printed) => ({ ...unknown, printed }));
  if (own.length === 0) return known;
  const listed = known.filter(isIdentified).map((each) => {
    return { ...each, printedWords: spaced(each.printed ?? ''), nameWords: spaced(each.name ?? '') };
  });
  return own.flatMap((affiliation) => {
    const words = spaced(affiliation.printed ?? '');
    const found = listed.filter(({ ror, printedWords, nameWords }) => {
      if (affiliation.ror !== null && ror !== null) return affiliation.ror === ror;
      return words !== '' && (words === printedWords || (nameWords !== '' && words.includes(nameWords)));
    });
    if (affiliation.ror === null && found.length > 0) {
      const distinct = new Map(found.map(({ name, ror, country }) => [ror ?? name, { name, ror, country }]));
      return [...distinct.values()].map(({ name, ror, country }) => {
        return { ...affiliation, name: affiliation.name ?? name, ror, country: country ?? affiliation.country };
      });
    }
    const [{ name, country } = unknown] = found;
    return [{ ...affiliation, name: affiliation.name ?? name, country: affiliation.country ?? country }];
  });
}

const unknown: AuthorAffiliation = { printed: null, name: null, ror: null, country: null };

/** The words of a text between spaces, so that a text contains another only as whole words. */
const spaced = (text: string) => {
  const words = wordsOf(text.slice(0, 500));
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
};
