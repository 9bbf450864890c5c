import type { IssnRecord } from '#src/records/journals/journal.ts';
import { applyOrcidPerson, type PersonRecord, personRow } from '#src/records/people/person.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { publicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import { keys } from '#src/table/keys.ts';
import type { Item } from '#src/table/table.ts';
import { type Author, emptyBibliography } from '#src/vocabulary/bibliography.ts';

/**
 * Any number of synthetic publications and people, deterministic, for benchmarks and tests beyond the sample's size.
 * Words, years and citations have realistic distributions: a few are common, most are rare.
 */

const publicationsPerPerson = 40;
const firstFetchMs = Date.UTC(2026, 0, 1);
const types = [
  'journal-article',
  'journal-article',
  'journal-article',
  'proceedings-article',
  'book-chapter',
  'dataset',
  'posted-content',
  'report',
];
const access = ['gold', 'hybrid', 'bronze', 'green', 'diamond', 'closed', null] as const;
const languages = ['de', 'es', 'fr', 'pt'];
const onsets = ['b', 'c', 'd', 'f', 'g', 'h', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'st', 'tr', 'pl', 'gr'];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ia', 'ea', 'ou'];
const endings = ['n', 's', 'tion', 'r', 'l', 'ment', 'ics', 'd', 'm', 'ity'];
const connectives = ['of', 'in', 'and', 'for', 'the', 'with', 'from', 'on'];
const vocabularySize = 30_000;
const journals = 10_000;

/** The number of researchers in a synthetic registry of this many publications. */
export const syntheticPeopleCount = (publications: number): number => Math.ceil(publications / publicationsPerPerson);

/** The nth synthetic publication of a registry of `count`. */
export function syntheticPublication(index: number, count: number): PublicationRecord {
  const random = generator(index + 1);
  const title = titleWith(random);
  const year = 2026 - Math.floor(45 * random() ** 2);
  const month = 1 + Math.floor(random() * 12);
  const date = random() < 0.2 ? `${year}` : `${year}-${String(month).padStart(2, '0')}`;
  const person = Math.floor(random() * syntheticPeopleCount(count));
  const owner = syntheticPerson(person);
  const isTranslated = random() < 0.1;
  const original = {
    ...emptyBibliography,
    title,
    authors: [authorOf(owner), authorOf(syntheticPerson(person + 1))],
    publication_date: date,
    publication_year: year,
    publication_type: types[Math.floor(random() * types.length)] ?? null,
    container_title: `Annals of ${words(random, 2)}`,
    publisher: 'Nowhere University Press',
    issn: [issnOf(Math.floor(journals ** generator(index + 2_000_003)()))],
    cited_by_count: random() < 0.1 ? null : Math.floor(2 / (random() + 0.004)) - 1,
    open_access_status: access[Math.floor(random() * access.length)] ?? null,
  };
  const language = languages[Math.floor(random() * languages.length)] ?? 'de';
  const titles = isTranslated ? { en: title, [language]: words(random, 8) } : title;
  return applyIncoming(
    undefined,
    {
      doi: `10.5555/synthetic.${index}`,
      aliases: [],
      source: 'crossref',
      original: { ...original, title: titles },
      client: null,
      orcidBibliographies: {},
      enriched: null,
      enrichment: null,
      supplements: {},
      pendingSources: [],
      answerHashes: {},
      orcids: [owner.orcid],
    },
    [{ orcid: owner.orcid, name: null, givenName: owner.given_name, familyName: owner.family_name }],
    new Date(firstFetchMs + index * 997),
  );
}

/** The title of the nth synthetic publication, without the rest, which takes far longer to make. */
export const syntheticTitle = (index: number): string => titleWith(generator(index + 1));

const titleWith = (random: () => number) => words(random, 5 + Math.floor(random() * 10));

/** The nth synthetic person. The iD is outside ORCID's range. */
export function syntheticPerson(index: number): PersonRecord {
  const random = generator(1_000_000_007 + index);
  const [givenName = '', familyName = ''] = [word(random), word(random)].map(capital);
  const person = { orcid: orcidOf(index), givenName, familyName, creditName: null, biography: null };
  return applyOrcidPerson(undefined, person, new Date(firstFetchMs));
}

function authorOf({ given_name, family_name, orcid }: PersonRecord): Author {
  return { name: `${given_name} ${family_name}`, given: given_name, family: family_name, orcid, affiliations: [] };
}

/** The nth synthetic ORCID iD, with its check character (ISO 7064 MOD 11-2). */
function orcidOf(index: number): string {
  const base = `00099998${String(index % 10_000_000).padStart(7, '0')}`;
  const total = [...base].reduce((sum, digit) => ((sum + Number(digit)) * 2) % 11, 0);
  const check = (12 - total) % 11;
  return `${base}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-');
}

/** The nth synthetic ISSN, with its check character. */
function issnOf(index: number): string {
  const digits = String(9_000_000 + index);
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (8 - place), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${digits}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/, '$1-');
}

function words(random: () => number, count: number): string {
  const chosen = Array.from({ length: count }, (_, place) =>
    place % 3 === 2 ? (connectives[Math.floor(random() * connectives.length)] ?? 'of') : word(random),
  );
  return capital(chosen.join(' '));
}

/** A word of the vocabulary, with Zipf frequencies. */
function word(random: () => number): string {
  const rank = Math.floor(vocabularySize ** random());
  const own = generator(rank * 7919 + 13);
  const pick = (parts: string[]) => parts[Math.floor(own() * parts.length)] ?? '';
  const syllables = 1 + Math.floor(own() * 3);
  return Array.from({ length: syllables }, () => pick(onsets) + pick(vowels)).join('') + pick(endings);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A seeded random generator of numbers in [0, 1): mulberry32 by Tommy Ettinger, public domain. */
export function generator(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The journal of a publication, as OpenAlex describes it, which knows nearly all. */
function journalIn({ doi, original: { container_title, publisher } }: PublicationRecord, issn: string): IssnRecord {
  const described = { issns: [issn], issn_l: issn, title: container_title, publisher, is_in_doaj: false };
  return {
    issn,
    statements: [{ source: 'openalex', registrant: null, ...described, doi, since: firstFetchMs }],
    version: 1,
  };
}

/** The records and list rows of a synthetic registry. */
export function* syntheticItems(count: number): Generator<Item> {
  const changed = Date.now();
  const journalsByIssn = new Map<string, IssnRecord>();
  for (let index = 0; index < count; index++) {
    const record = syntheticPublication(index, count);
    for (const issn of record.original.issn)
      if (!journalsByIssn.has(issn)) journalsByIssn.set(issn, journalIn(record, issn));
    yield publicationItem(record);
    yield { ...publicationRow(record), changed };
  }
  for (const [issn, journal] of journalsByIssn) yield { ...keys.issn(issn), ...journal };
  for (let index = 0; index < syntheticPeopleCount(count); index++) {
    const record = syntheticPerson(index);
    yield { ...keys.person(record.orcid), ...record };
    yield { ...personRow(record), ...keys.personRow(record.orcid), changed };
  }
}
