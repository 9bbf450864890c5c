import type { Author, AuthorAffiliation } from '#src/vocabulary/bibliography.ts';
import { fold } from '#src/vocabulary/text/fold.ts';

/** A person of a list; of a list of several roles, with the role. */
type Listed = Author & { role?: string };

/** Longer lists have namesakes, as those of collaborations do. */
const mostWithoutNamesakes = 50;
/** Lists that repeat a smaller part of their names have namesakes, not people by affiliation. */
const leastRepeated = 1 / 4;

/**
 * The people of a list, each once, with all affiliations and CRediT roles, where it names them again for each of these,
 * or all of them twice. Namesakes with different iDs stay apart, and those of whom nothing else is said.
 */
export function eachOnce<T extends Listed>(people: readonly T[]): T[] {
  const byName = Map.groupBy(people.entries(), ([, { name, role = '' }]) => `${role} ${keyOf(name)}`);
  if (byName.size === people.length) return [...people];
  const repeated = [...byName.values()].filter((entries) => entries.length > 1);
  const isListRepeated =
    byName.size > 1 && repeated.length === byName.size && (isEvery(1, repeated) || isEvery(byName.size, repeated));
  const isUsual = repeated.length / byName.size >= leastRepeated;
  const entriesAt = new Map<number, T[]>();
  for (const entries of repeated) {
    const named = entries.map(([, person]) => person);
    const isLikely = isUsual || (byName.size <= mostWithoutNamesakes && named.every(isWhole));
    const isOne = distinctIds(named) < 2 && (isListRepeated || (isLikely && isSaidOtherwise(named)));
    for (const same of isOne ? [entries] : withSameId(entries)) {
      for (const [index, [at]] of same.entries()) entriesAt.set(at, index > 0 ? [] : same.map(([, person]) => person));
    }
  }
  return people.flatMap((person, at) => {
    const entries = entriesAt.get(at) ?? [person];
    if (entries.length === 0) return [];
    return entries.length > 1 ? { ...person, ...saidOf(entries) } : person;
  });
}

/** Whether each name is there again after so many places. */
const isEvery = (places: number, repeated: readonly (readonly [number, unknown])[][]): boolean =>
  repeated.every((entries) => entries.every(([at], index) => at === (entries[0]?.[0] ?? 0) + index * places));

const distinctIds = (named: readonly Author[]) => new Set(named.flatMap(({ orcid }) => orcid ?? [])).size;

/** Whether each of them has affiliations, or each has roles: so one person may be there for each of these. */
const isSaidOtherwise = (named: readonly Author[]): boolean =>
  named.every(({ affiliations }) => affiliations.length > 0) ||
  named.every(({ credit_roles = [] }) => credit_roles.length > 0);

const withSameId = <T extends Author>(entries: readonly [number, T][]): [number, T][][] => [
  ...Map.groupBy(
    entries.filter(([, { orcid }]) => orcid !== null),
    ([, { orcid }]) => orcid,
  ).values(),
];

/** The details of one person from all of their entries. */
function saidOf(same: readonly Author[]): Partial<Author> {
  const details = new Map(same.flatMap(detailsOf).map((each) => [JSON.stringify(each), each]));
  const roles = [...new Set(same.flatMap(({ credit_roles = [] }) => credit_roles))];
  return {
    orcid: same.find(({ orcid }) => orcid !== null)?.orcid ?? null,
    affiliations: [...new Set(same.flatMap((each) => each.affiliations))],
    ...(same.some(({ affiliation_details }) => affiliation_details) && { affiliation_details: [...details.values()] }),
    ...(same.some(({ is_corresponding }) => is_corresponding) && { is_corresponding: true }),
    ...(roles.length > 0 && { credit_roles: roles }),
  };
}

const detailsOf = ({ affiliations, affiliation_details }: Author): AuthorAffiliation[] =>
  affiliation_details ?? affiliations.map((printed) => ({ printed, name: null, ror: null, country: null }));

const keyOf = (name: string) => fold(name.replace(/\p{Pd}/gu, '-'), 'root');

/** Whether a name is more than a family name with initials, which namesakes often share. */
function isWhole({ name, given, family }: Author): boolean {
  if (given !== null && family !== null) return wholeWord.test(given);
  return name.split(/\s+/).filter((word) => wholeWord.test(word)).length > 1;
}

const wholeWord = /\p{L}[\p{Ll}\p{M}]|\p{Lo}/u;
