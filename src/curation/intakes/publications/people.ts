import { curatedPeople } from '#src/lists/people.ts';
import { contributorLists, matchPerson, namesToCompare } from '#src/matching/match.ts';
import type { IntakePerson } from '#src/records/intakes/intake.ts';
import type { IntakeRow } from '#src/records/intakes/row.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { defaultText, type LocalizedText } from '#src/vocabulary/locale.ts';

/** People compared with one entry: more have a name that is no help. */
const maxCandidates = 30;
const maxPeople = 30;

/** The people of an entry: its authors, or the editors of a volume without authors. */
const namedIn = ({ data }: IntakeRow): Author[] =>
  data.authors && data.authors.length > 0 ? data.authors : (data.editors ?? []);

/**
 * The people of the registry whom entries name: by a printed iD, or because exactly one of them fits the name by the rules of
 * matching. By index of the entry.
 */
export async function matchPeople(
  entries: ReadonlyMap<number, IntakeRow>,
): Promise<ReadonlyMap<number, IntakePerson[]>> {
  const candidates = await candidatesByName(entries);
  const printed = [...entries.values()].flatMap((row) => namedIn(row).flatMap(({ orcid }) => orcid ?? []));
  const wanted = new Set([...printed, ...[...candidates.values()].flatMap((orcids) => [...orcids])]);
  const known = new Map((await getPeople([...wanted])).map((person) => [person.orcid, person]));
  const found = new Map<number, IntakePerson[]>();
  for (const [index, row] of entries) {
    const authors = namedIn(row);
    const people: IntakePerson[] = authors.flatMap(({ orcid }, position) => {
      const person = orcid === null ? undefined : known.get(orcid);
      return person ? [{ position, orcid: person.orcid, name: nameOf(person.name, person.orcid), by: 'orcid' }] : [];
    });
    const isTaken = (orcid: string) => people.some((each) => each.orcid === orcid);
    const lists = contributorLists({ authors, editors: [], openAlex: [] });
    const named: IntakePerson[] = [...(candidates.get(index) ?? [])].flatMap((orcid) => {
      const person = known.get(orcid);
      if (!person || isTaken(orcid)) return [];
      const position = matchPerson(lists, namesOf(person), () => false).found?.author_position;
      if (position == null || authors[position]?.orcid) return [];
      return [{ position, orcid, name: nameOf(person.name, orcid), by: 'name' }];
    });
    const only = named.filter((one) => named.every((other) => other === one || other.position !== one.position));
    const all = [...people, ...only].sort((one, other) => one.position - other.position).slice(0, maxPeople);
    if (all.length > 0) found.set(index, all);
  }
  return found;
}

const nameOf = (name: LocalizedText | null, orcid: string): string => defaultText(name) ?? orcid;

/** The people whose name may be that of an author of an entry, by index: each person is looked for among all authors at once. */
async function candidatesByName(entries: ReadonlyMap<number, IntakeRow>): Promise<Map<number, Set<string>>> {
  const authors: Author[] = [];
  const places: number[][] = [];
  const known = new Map<string, number>();
  for (const [index, row] of entries) {
    for (const author of namedIn(row)) {
      if (author.orcid !== null) continue;
      const key = JSON.stringify([author.name, author.given, author.family, author.suffix ?? null]);
      const at = known.get(key);
      if (at !== undefined) places[at]?.push(index);
      else {
        known.set(key, authors.length);
        authors.push(author);
        places.push([index]);
      }
    }
  }
  const list = contributorLists({ authors, editors: [], openAlex: [] }).authors;
  const found = new Map<number, Set<string>>();
  if (authors.length === 0) return found;
  await curatedPeople.visitRows(({ orcid, name, other_names }) => {
    const [first = null, ...others] = textsOf(name);
    const names = namesToCompare({
      orcid,
      name: first,
      givenName: null,
      familyName: null,
      otherNames: [...others, ...other_names],
    });
    for (const { position } of list.named(names)) {
      for (const index of places[position] ?? []) {
        const people = found.get(index) ?? new Set();
        if (people.size < maxCandidates) found.set(index, people.add(orcid));
      }
    }
  }, 0);
  return found;
}

const textsOf = (name: LocalizedText | null): string[] =>
  name === null ? [] : typeof name === 'string' ? [name] : Object.values(name);
