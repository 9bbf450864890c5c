import type { OrcidPerson } from '../domain/orcid-record.ts';
import { applyOrcidPerson, PersonRecord, personRow } from '../domain/person.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { keys } from './keys.ts';
import { putRow } from './list-rows.ts';
import { getItem, getItems, ifUnchanged, transact } from './table.ts';

/** A person, or undefined if the iD is unknown. */
export async function getPerson(orcid: string): Promise<PersonRecord | undefined> {
  const item = await getItem(keys.person(orcid));
  return item && PersonRecord.parse(item);
}

/** The known people among these iDs, unordered. */
export async function getPeople(orcids: string[]): Promise<PersonRecord[]> {
  const items = await getItems(orcids.map(keys.person));
  return items.map((item) => PersonRecord.parse(item));
}

/** Updates a person and their list row from ORCID. */
export function saveOrcidPerson(person: OrcidPerson, now: Date): Promise<PersonRecord> {
  return retryIfStale(`The person ${person.orcid}`, async () => {
    const before = await getPerson(person.orcid);
    const record = applyOrcidPerson(before, person, now);
    const failed = await transact(() => [
      {
        Put: {
          Item: { ...keys.person(record.orcid), ...record },
          ...ifUnchanged(before),
        },
      },
      putRow({ ...personRow(record), ...keys.personRow(record.orcid) }),
    ]);
    return failed ? stale : record;
  });
}
