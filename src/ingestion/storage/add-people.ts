import type { OrcidPerson } from '../../domain/orcid/record.ts';
import { applyOrcidPerson, type PersonRecord, unfetchedPerson } from '../../domain/person.ts';
import { PersonErased, unlessErased } from '../../erasure/storage/unless-erased.ts';
import { retryIfStale, stale } from '../../runtime/retry.ts';
import { getPerson, personWrites } from '../../storage/people.ts';
import { transact } from '../../storage/table.ts';

/** Updates a person and their list row from ORCID. Throws PersonErased for a new person who was erased. */
export function saveOrcidPerson(person: OrcidPerson, now: Date): Promise<PersonRecord> {
  return retryIfStale(`The person ${person.orcid}`, async () => {
    const before = await getPerson(person.orcid);
    const record = applyOrcidPerson(before, person, now);
    const saved = before ? !(await transact((at) => personWrites(record, before, at))) : await addRecord(record);
    return saved ? record : stale;
  });
}

/** Adds a person with only an iD, unless they exist. Throws PersonErased. */
export async function addPerson(orcid: string, now: Date): Promise<void> {
  await addRecord(unfetchedPerson(orcid, now));
}

/** Adds a person; false if they exist. Throws PersonErased. */
async function addRecord(record: PersonRecord): Promise<boolean> {
  const unless = await unlessErased(record.orcid);
  const failed = await transact((at) => [unless, ...personWrites(record, undefined, at)]);
  if (failed?.has(0)) throw new PersonErased();
  return !failed;
}
