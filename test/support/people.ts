import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import { aRow } from './builders.ts';

/** Stores a person as an ingestion would. */
export function storePerson(orcid: string, givenName: string, familyName: string, biography: string | null = null) {
  const person = { orcid, givenName, familyName, creditName: null, biography };
  return saveOrcidPerson(person, new Date('2026-01-31T12:00:00Z'));
}

/** Stores consecutive affiliation periods of one millisecond, the last one open, in the older form with explicit ends. */
export async function storePeriods(orcid: string, count: number, fromMs: number): Promise<void> {
  const items = Array.from({ length: count }, (_, n) => {
    const [id, starts_at] = [`period-${n}`, fromMs + n];
    const said = { entity_id: 'primary_entity', status: 'primary_entity', person_orcid: orcid, created_at: 1 };
    const ends_at = n === count - 1 ? null : starts_at + 1;
    return { Put: { Item: { ...keys.affiliation(orcid, starts_at, id), id, ...said, starts_at, ends_at } } };
  });
  for (let start = 0; start < count; start += 100) await transact(items.slice(start, start + 100));
}

/** Stores the list row of a publication; lists read nothing else. */
export async function storePublicationRow(fields: Partial<PublicationRow>): Promise<void> {
  const row = aRow(fields);
  await transact((at) => [putRow({ ...row, ...keys.publicationRow(row.doi) }, at)]);
}

/** Valid ORCID iDs, each with its check character (ISO 7064 MOD 11-2, computed step by step). */
export const manyOrcids = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => {
    const base = `00099997${String(n).padStart(7, '0')}`;
    const sum = [...base].reduce((total, digit) => ((total + Number(digit)) * 2) % 11, 0);
    const check = (12 - sum) % 11;
    return `${base}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-');
  });
