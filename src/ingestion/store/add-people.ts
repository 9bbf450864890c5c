import type { OrcidPerson } from '#src/records/orcid/record.ts';
import { applyOrcidPerson, type PersonRecord, unfetchedPerson } from '#src/records/people/person.ts';
import { getPerson, personWrites } from '#src/records/people/store/people.ts';
import { PersonErased, unlessErased } from '#src/records/people/store/unless-erased.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { transact } from '#src/table/table.ts';

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
