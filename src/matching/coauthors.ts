import { bestComparison, compareNames } from './compare-names.ts';
import { namesToCompare, type PersonNames } from './match.ts';
import { type PersonName, readName } from './person-name.ts';

/** Another publication of a researcher, with its author names as shown. */
export interface OtherPublication {
  doi: string;
  names: readonly string[];
}

/** Evidence from a researcher's other publications about the authors of this one. */
export interface CoauthorEvidence {
  /** Authors who also appear on other publications, most frequent first. */
  shared: { name: string; publications: number }[];
  /** Per candidate: the other publications where the same name appears beside the researcher. */
  besides: string[][];
}

/** In longer lists, most people do not know each other, and many have namesakes. */
const maxAuthors = 50;
const maxPublications = 50;
const maxShown = 5;

/**
 * Compares a publication's authors with those of the researcher's other publications. `candidates` are positions in
 * `authors`. Considers only the first 50 other publications, and only lists of at most 50 authors.
 */
export function coauthorEvidence(
  person: PersonNames,
  authors: readonly string[],
  candidates: readonly number[],
  publications: readonly OtherPublication[],
): CoauthorEvidence {
  const read = reader();
  const own = namesToCompare(person);
  const isResearcher = (name: PersonName) => isOne(bestComparison(own.map((each) => compareNames(each, name))));
  const counted = publications.filter(({ names }) => names.length <= maxAuthors).slice(0, maxPublications);
  const known = counted.map(({ doi, names }) => {
    const people = names.map(read);
    return { doi, people, researchers: people.filter(isResearcher) };
  });
  const besides = candidates.map((position) => {
    const candidate = read(authors[position] ?? '');
    const isBeside = ({ people, researchers }: (typeof known)[number]) =>
      people.some((name) => isOne(compareNames(name, candidate)) && researchers.some((each) => each !== name));
    return known.filter(isBeside).map(({ doi }) => doi);
  });
  const otherAuthors =
    authors.length > maxAuthors ? [] : authors.filter((_, position) => !candidates.includes(position));
  const shared = otherAuthors.flatMap((name) => {
    const author = read(name);
    if (isResearcher(author)) return [];
    const publications = known.filter(({ people }) => people.some((each) => isOne(compareNames(each, author)))).length;
    return publications > 0 ? [{ name, publications }] : [];
  });
  return {
    shared: shared.sort((one, other) => other.publications - one.publications).slice(0, maxShown),
    besides: besides.map((dois) => dois.slice(0, maxShown)),
  };
}

const isOne = ({ grade }: { grade: string }) => grade === 'same' || grade === 'compatible';

/** Parses each name once. Equal names are one object, so a name is not beside itself. */
function reader(): (name: string) => PersonName {
  const known = new Map<string, PersonName>();
  return (name) => {
    const read = known.get(name) ?? readName({ name, given: null, family: null });
    known.set(name, read);
    return read;
  };
}
