import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PersonNames } from '#src/matching/match.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';

/** The authors of one publication according to one source. */
export interface RecordedList {
  doi: string;
  source: 'crossref' | 'datacite' | 'openalex' | 'openalex raw';
  authors: Author[];
  editors: Author[];
}

/** The names in a folder of recordings, whose layout is that of local/sample/README.md. */
export interface RecordedNames {
  lists: RecordedList[];
  /** People with a recorded ORCID record, by iD. */
  people: Map<string, PersonNames>;
  /** The DOIs on each recorded ORCID record of works. */
  works: Map<string, string[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: recordings are not validated
type Json = any;

const readJson = (file: string): Json => JSON.parse(readFileSync(file, 'utf8'));
const filesIn = (dir: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
        .map(({ parentPath, name }) => join(parentPath, name))
        .sort()
    : [];

const orcidIn = (text: unknown): string | null => /(?:\d{4}-){3}\d{3}[\dX]/.exec(String(text ?? ''))?.[0] ?? null;
const orNull = (text: unknown): string | null => (typeof text === 'string' && text.trim() ? text.trim() : null);

/** Reads a folder of recordings. */
export function readRecordedNames(dir: string): RecordedNames {
  const found = new Map<string, RecordedList>();
  const add = (list: RecordedList) => {
    if (list.authors.length + list.editors.length > 0) found.set(`${list.source} ${list.doi}`, list);
  };
  for (const file of filesIn(join(dir, 'crossref'))) {
    const { message = undefined, ...body } = readJson(file) ?? {};
    for (const work of message?.items ?? [message ?? body]) if (work?.DOI) add(fromCrossref(work));
  }
  for (const file of filesIn(join(dir, 'datacite'))) {
    for (const work of [readJson(file)?.data].flat()) if (work?.attributes?.doi) add(fromDatacite(work.attributes));
  }
  for (const file of filesIn(join(dir, 'openalex'))) {
    const body = readJson(file);
    for (const work of body?.results ?? [body]) for (const list of work?.doi ? fromOpenAlex(work) : []) add(list);
  }
  return { lists: [...found.values()], ...readOrcid(join(dir, 'orcid')) };
}

const fromCrossref = ({ DOI, author = [], editor = [] }: Json): RecordedList => {
  const read = (people: Json[]) =>
    people.flatMap(({ given, family, suffix, name, ORCID, affiliation }): Author[] => {
      const parts = { given: orNull(given), family: orNull(family) };
      const printed = [parts.given, parts.family, orNull(suffix)].filter(Boolean).join(' ') || orNull(name);
      const affiliations = (affiliation ?? []).flatMap((each: Json) => orNull(each?.name) ?? []);
      return printed ? [{ name: printed, ...parts, orcid: orcidIn(ORCID), affiliations }] : [];
    });
  return { doi: DOI.toLowerCase(), source: 'crossref', authors: read(author), editors: read(editor) };
};

const fromDatacite = ({ doi, creators = [] }: Json): RecordedList => ({
  doi: doi.toLowerCase(),
  source: 'datacite',
  authors: creators.flatMap(({ name, givenName, familyName, nameIdentifiers = [] }: Json): Author[] => {
    const parts = { given: orNull(givenName), family: orNull(familyName) };
    const printed = [parts.given, parts.family].filter(Boolean).join(' ') || orNull(name);
    const iDs = [nameIdentifiers].flat().filter((each: Json) => /orcid/i.test(String(each?.nameIdentifierScheme)));
    return printed ? [{ name: printed, ...parts, orcid: orcidIn(iDs[0]?.nameIdentifier), affiliations: [] }] : [];
  }),
  editors: [],
});

function fromOpenAlex({ doi, authorships = [] }: Json): RecordedList[] {
  const read = (nameOf: (each: Json) => unknown) =>
    authorships.flatMap((each: Json): Author[] => {
      const name = orNull(nameOf(each));
      const affiliations = (each.institutions ?? []).flatMap((one: Json) => orNull(one?.display_name) ?? []);
      return name ? [{ name, given: null, family: null, orcid: orcidIn(each.author?.orcid), affiliations }] : [];
    });
  const id = String(doi).replace('https://doi.org/', '').toLowerCase();
  const lists = {
    openalex: read((each) => each.author?.display_name),
    'openalex raw': read((each) => each.raw_author_name),
  };
  return (['openalex', 'openalex raw'] as const).map((source) => ({
    doi: id,
    source,
    authors: lists[source],
    editors: [],
  }));
}

function readOrcid(dir: string): Pick<RecordedNames, 'people' | 'works'> {
  const people = new Map<string, PersonNames>();
  const works = new Map<string, string[]>();
  for (const file of [...filesIn(join(dir, 'v3.0-converted')), ...filesIn(join(dir, 'v3.0'))]) {
    const orcid = orcidIn(file);
    const body = readJson(file);
    const person = body?.person ?? (/person\.json$/.test(file) ? body : undefined);
    if (orcid && person?.name) people.set(orcid, personOf(orcid, person));
    const groups =
      body?.['activities-summary']?.works?.group ??
      (/works(\.group)?\.json$/.test(file) ? (body.group ?? body) : undefined);
    if (orcid && Array.isArray(groups)) works.set(orcid, doisOf(groups));
  }
  return { people, works };
}

function personOf(orcid: string, { name, 'other-names': otherNames }: Json): PersonNames {
  const value = (part: string) => orNull(name[part]?.value);
  const [givenName, familyName] = [value('given-names'), value('family-name')];
  return {
    orcid,
    name: value('credit-name') ?? ([givenName, familyName].filter(Boolean).join(' ') || null),
    givenName,
    familyName,
    otherNames: (otherNames?.['other-name'] ?? []).flatMap((each: Json) => orNull(each?.content) ?? []),
  };
}

const doisOf = (groups: Json[]): string[] => {
  const ids = groups.flatMap((group) =>
    (group['work-summary'] ?? []).flatMap((summary: Json) => summary?.['external-ids']?.['external-id'] ?? []),
  );
  const selfDois = ids.flatMap((id: Json) => {
    if (String(id['external-id-type']).toLowerCase() !== 'doi') return [];
    if (String(id['external-id-relationship']).toLowerCase() !== 'self') return [];
    return /10\.\d+\/\S+/.exec(String(id['external-id-value']).toLowerCase())?.[0] ?? [];
  });
  return [...new Set(selfDois)];
};
