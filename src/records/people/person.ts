import * as z from 'zod';
import type { PersonNames } from '#src/matching/match.ts';
import { defaultLocale, inLocale, LocalizedText } from '#src/vocabulary/locale.ts';
import { slugWords } from '#src/vocabulary/text/slug.ts';
import type { OrcidPerson } from '../orcid/record.ts';
import { omitWriteTimes, writeTimes } from '../publications/publicity.ts';
import { Affiliation } from './affiliation.ts';

/** Shape version stored with people and their list rows. Raise it as `publicationShape`. */
export const personShape = 7;

/** The stored record of a person, with times in milliseconds since the epoch. Never contains an e-mail address. */
export const PersonRecord = z.object({
  orcid: z.string(),
  /** Null if private on ORCID and not set by a curator. */
  name: LocalizedText.nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  /** Other names on the ORCID record, such as a birth name or another script. At most 20. */
  other_names: z.array(z.string()).default([]),
  biography: z.string().nullable(),
  /** Fields set by a curator. A refresh from ORCID keeps them. */
  edits: z.object({ name: LocalizedText.optional(), biography: z.string().nullable().optional() }),
  /** ORCID's values of the fields in `edits`. */
  original: z
    .object({ name: LocalizedText.nullable().optional(), biography: z.string().nullable().optional() })
    .default({}),
  photo_url: z.string().nullable(),
  people_type: z.string().nullable(),
  /** Set by curators, sorted. */
  category_ids: z.array(z.string()).default([]),
  affiliations: z.array(Affiliation).default([]),
  /**
   * Whether an earlier version of the service unlinked a listed publication. Newer code records this on publications:
   * `departures`.
   */
  was_unlinked: z.boolean().default(false),
  /** Created once, from the first known name, so links survive a change of name. */
  slug: z.string().nullable(),
  /** When the name or the slug was last changed; null if never, or by an older version. Set by storage. */
  named_at: z.int().nullable().default(null),
  created_at: z.int(),
  last_fetched_at: z.int().nullable(),
  version: z.int(),
});
export type PersonRecord = z.output<typeof PersonRecord>;

export const PersonRow = PersonRecord.pick({
  orcid: true,
  name: true,
  other_names: true,
  photo_url: true,
  people_type: true,
  category_ids: true,
  affiliations: true,
  was_unlinked: true,
  slug: true,
  named_at: true,
  last_fetched_at: true,
}).extend(writeTimes);
export type PersonRow = z.output<typeof PersonRow>;

/** The record to store after a refresh from ORCID. Curators' edits stay. */
export function applyOrcidPerson(stored: PersonRecord | undefined, person: OrcidPerson, now: Date): PersonRecord {
  const spelled = [person.givenName, person.familyName].filter(Boolean).join(' ');
  const edits = stored?.edits ?? {};
  const name = person.creditName ?? (spelled || (stored && originalsOf(stored).name) || null);
  const { biography } = person;
  const shown = edits.name ?? name;
  return {
    orcid: person.orcid,
    name: shown,
    given_name: person.givenName ?? stored?.given_name ?? null,
    family_name: person.familyName ?? stored?.family_name ?? null,
    other_names: [...(person.otherNames ?? [])],
    biography: edits.biography !== undefined ? edits.biography : biography,
    edits,
    original: { ...(edits.name !== undefined && { name }), ...(edits.biography !== undefined && { biography }) },
    photo_url: stored?.photo_url ?? null,
    people_type: stored?.people_type ?? null,
    category_ids: stored?.category_ids ?? [],
    affiliations: stored?.affiliations ?? [],
    was_unlinked: stored?.was_unlinked ?? false,
    slug: stored?.slug ?? slugOf(shown, person.orcid),
    named_at: stored?.named_at ?? null,
    created_at: stored?.created_at ?? now.getTime(),
    last_fetched_at: now.getTime(),
    version: (stored?.version ?? 0) + 1,
  };
}

/** ORCID's values of the fields that a curator may edit. */
export function originalsOf({ name, biography, edits, original }: PersonRecord) {
  return {
    name: edits.name === undefined ? name : (original.name ?? null),
    biography: edits.biography === undefined ? biography : (original.biography ?? null),
  };
}

/** ORCID's parts of the name, to be shown beside it: not beside a name that a curator has set instead. */
export const shownNameParts = ({ given_name, family_name, edits }: PersonRecord) =>
  edits.name === undefined ? { given_name, family_name } : { given_name: null, family_name: null };

export interface PersonChange {
  /** In the default locale. */
  name?: string | undefined;
  /** In all languages, to take back a change. */
  whole_name?: LocalizedText | null | undefined;
  biography?: string | null | undefined;
  photo_url?: string | null | undefined;
  people_type?: string | null | undefined;
  /** Replaces all categories of the person. */
  category_ids?: string[] | undefined;
}

/** The record after a curator's change: the same object if nothing differs. */
export function applyPersonChange(stored: PersonRecord, change: PersonChange): PersonRecord {
  let record = stored;
  if (change.name !== undefined) record = withEdit(record, 'name', renamed(record.name, change.name));
  if (change.whole_name !== undefined) record = withEdit(record, 'name', change.whole_name);
  if (change.biography !== undefined) record = withEdit(record, 'biography', change.biography);
  const { photo_url = record.photo_url, people_type = record.people_type } = change;
  const category_ids = change.category_ids ? [...new Set(change.category_ids)].sort() : record.category_ids;
  const isAsStored =
    record === stored &&
    photo_url === stored.photo_url &&
    people_type === stored.people_type &&
    category_ids.join('\n') === stored.category_ids.join('\n');
  if (isAsStored) return stored;
  const slug = record.slug ?? slugOf(record.name, record.orcid);
  return { ...record, photo_url, people_type, category_ids, slug, version: stored.version + 1 };
}

/** The name with a new text in the default locale. Other languages stay. */
const renamed = (name: LocalizedText | null, text: string): LocalizedText =>
  typeof name === 'object' && name !== null ? { ...name, [defaultLocale]: text } : text;

/**
 * Sets a field that ORCID also has. Setting the shown value is no edit, so a form may send back what it was given.
 * Setting ORCID's own value ends the edit, and the field follows ORCID again.
 */
function withEdit(record: PersonRecord, field: 'name' | 'biography', value: LocalizedText | null): PersonRecord {
  if (isSameText(value, record[field])) return record;
  const from = originalsOf(record)[field];
  const { [field]: _edit, ...edits } = record.edits;
  const { [field]: _original, ...original } = record.original;
  const changed = { ...record, [field]: value };
  if (isSameText(value, from)) return { ...changed, edits, original };
  return { ...changed, edits: { ...edits, [field]: value }, original: { ...original, [field]: from } };
}

/** Whether two texts are equal, ignoring the order of languages. */
function isSameText(one: LocalizedText | null, other: LocalizedText | null): boolean {
  const entries = (text: LocalizedText | null) => JSON.stringify(text && Object.entries(text).sort());
  return typeof one === typeof other && entries(one) === entries(other);
}

/** A person known only by iD. The first ingestion adds the rest. */
export function unfetchedPerson(orcid: string, now: Date): PersonRecord {
  const unnamed = { orcid, givenName: null, familyName: null, creditName: null, biography: null };
  return { ...applyOrcidPerson(undefined, unnamed, now), last_fetched_at: null };
}

/** The names to compare authors with: those shown, in every language, and those on the ORCID record. */
export function namesOf(person: PersonRecord): PersonNames {
  const texts = (name: LocalizedText | null) =>
    name !== null && typeof name === 'object' ? Object.values(name) : [name];
  const [name = null, ...aliases] = [...texts(person.name), ...texts(originalsOf(person).name)];
  const { orcid, given_name: givenName, family_name: familyName } = person;
  const known = [name, [givenName, familyName].filter(Boolean).join(' ')];
  const otherNames = [...new Set([...aliases, ...person.other_names])].filter((each) => each !== null);
  return { orcid, name, givenName, familyName, otherNames: otherNames.filter((each) => !known.includes(each)) };
}

/** Fields that only the previous release reads: 1.0.0 has one category per person and requires the field. */
const forPreviousRelease = ({ category_ids }: PersonRecord) => ({ category_id: category_ids[0] ?? null });

/** The attributes of a stored person. */
export const storedPerson = (record: PersonRecord) => ({
  ...record,
  ...forPreviousRelease(record),
  shape: personShape,
});

const WrittenRow = PersonRow.omit(omitWriteTimes);

/** The attributes of a person's list row. */
export const personRow = (record: PersonRecord) => ({
  ...WrittenRow.parse(record),
  ...forPreviousRelease(record),
  shape: personShape,
});

/** `josiah-carberry-18250097`: the name in ASCII where possible, and half of the iD to keep namesakes apart. */
function slugOf(name: LocalizedText | null, orcid: string): string | null {
  const text = inLocale(name, defaultLocale);
  if (text === null) return null;
  const words = slugWords(text, 80);
  const suffix = orcid.replace(/-/g, '').slice(-8).toLowerCase();
  return words ? `${words}-${suffix}` : `person-${suffix}`;
}
