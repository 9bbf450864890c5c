import * as z from 'zod';
import { Affiliation } from './affiliation.ts';
import type { PersonNames } from './author-match.ts';
import type { OrcidPerson } from './orcid-record.ts';
import { LocalizedText } from './values/bibliography.ts';

/**
 * The version of the shape of people and their list rows, stored with each. Raise it when a field of either is added,
 * removed or gets another meaning; a field that is added has a `.default(...)`, which is how older ones are read.
 */
export const personShape = 1;

/** The stored record of one person. Times in milliseconds since the epoch. Never contains an e-mail address. */
export const PersonRecord = z.object({
  orcid: z.string(),
  /** Null if the name is private on ORCID and no curator has set one. */
  name: LocalizedText.nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  biography: z.string().nullable(),
  /** Fields a curator has set. A refresh from ORCID does not change them. */
  edits: z.object({ name: LocalizedText.optional(), biography: z.string().nullable().optional() }),
  photo_url: z.string().nullable(),
  people_type: z.string().nullable(),
  category_id: z.string().nullable(),
  /** The affiliation periods that have not ended yet. */
  affiliations: z.array(Affiliation).default([]),
  /** Created once, from the first known name, so that links stay valid when the name changes. */
  slug: z.string().nullable(),
  created_at: z.int(),
  last_fetched_at: z.int().nullable(),
  version: z.int(),
});
export type PersonRecord = z.output<typeof PersonRecord>;

/** The list row of a person. */
export const PersonRow = PersonRecord.pick({
  orcid: true,
  name: true,
  photo_url: true,
  people_type: true,
  category_id: true,
  affiliations: true,
  slug: true,
  last_fetched_at: true,
}).extend({
  /** When the row was written. */
  changed: z.int(),
});
export type PersonRow = z.output<typeof PersonRow>;

/** The record to store after a refresh from ORCID. Edits by curators stay. */
export function applyOrcidPerson(stored: PersonRecord | undefined, person: OrcidPerson, now: Date): PersonRecord {
  const spelled = [person.givenName, person.familyName].filter(Boolean).join(' ');
  const name = person.creditName ?? (spelled || null);
  return {
    orcid: person.orcid,
    name: stored?.edits.name ?? name ?? stored?.name ?? null,
    given_name: person.givenName ?? stored?.given_name ?? null,
    family_name: person.familyName ?? stored?.family_name ?? null,
    biography: stored?.edits.biography !== undefined ? stored.edits.biography : person.biography,
    edits: stored?.edits ?? {},
    photo_url: stored?.photo_url ?? null,
    people_type: stored?.people_type ?? null,
    category_id: stored?.category_id ?? null,
    affiliations: stored?.affiliations ?? [],
    slug: stored?.slug ?? (name === null ? null : slugOf(name, person.orcid)),
    created_at: stored?.created_at ?? now.getTime(),
    last_fetched_at: now.getTime(),
    version: (stored?.version ?? 0) + 1,
  };
}

/** A person of whom only the iD is known. The first ingestion adds the rest. */
export function unfetchedPerson(orcid: string, now: Date): PersonRecord {
  const unnamed = { orcid, givenName: null, familyName: null, creditName: null, biography: null };
  return { ...applyOrcidPerson(undefined, unnamed, now), last_fetched_at: null };
}

/** The names that authors are compared with. */
export function namesOf({ orcid, name, given_name, family_name }: PersonRecord): PersonNames {
  const shown = name === null || typeof name === 'string' ? name : (name.en ?? null);
  return { orcid, name: shown, givenName: given_name, familyName: family_name };
}

const WrittenRow = PersonRow.omit({ changed: true });

/** The list row of a person, to be written. */
export function personRow(record: PersonRecord): z.output<typeof WrittenRow> & { shape: number } {
  return { ...WrittenRow.parse(record), shape: personShape };
}

/** `josiah-carberry-18250097`: the name in ASCII where possible, and half of the iD to keep namesakes apart. */
function slugOf(name: string, orcid: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[øö]/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  const suffix = orcid.replace(/-/g, '').slice(-8).toLowerCase();
  return words ? `${words}-${suffix}` : `person-${suffix}`;
}
