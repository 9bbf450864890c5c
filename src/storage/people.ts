import type { OrcidPerson } from '../domain/orcid-record.ts';
import { applyOrcidPerson, PersonRecord, personRow } from '../domain/person.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { keys } from './keys.ts';
import { putRow } from './list-rows.ts';
import { getItem, getItems, ifUnchanged, transact } from './table.ts';

/** A person, or undefined when the registry does not know the iD. */
export async function getPerson(orcid: string): Promise<PersonRecord | undefined> {
  const item = await getItem(keys.person(orcid));
  return item && PersonRecord.parse(item);
}

/** Those of these people the registry knows, in no order. */
export async function getPeople(orcids: string[]): Promise<PersonRecord[]> {
  const items = await getItems(orcids.map(keys.person));
  return items.map((item) => PersonRecord.parse(item));
}

/** Stores what ORCID shows of a person, over what is stored, with the list row. */
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
