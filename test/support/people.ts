import type { PublicationRow } from '../../src/domain/publication.ts';
import { keys } from '../../src/storage/keys.ts';
import { putRow } from '../../src/storage/list-rows.ts';
import { saveOrcidPerson } from '../../src/storage/people.ts';
import { transact } from '../../src/storage/table.ts';
import { aRow } from './builders.ts';

/** Stores a person as an ingestion would. */
export function storePerson(orcid: string, givenName: string, familyName: string, biography: string | null = null) {
  const person = { orcid, givenName, familyName, creditName: null, biography };
  return saveOrcidPerson(person, new Date('2026-01-31T12:00:00Z'));
}

/** Stores the list row of a publication, which is all that lists look at. */
export async function storeRow(fields: Partial<PublicationRow>): Promise<void> {
  const row = aRow(fields);
  await transact([putRow({ ...row, ...keys.publicationRow(row.doi) })]);
}
