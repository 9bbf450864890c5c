import { randomUUID } from 'node:crypto';
import {
  type Affiliation,
  AffiliationPeriod,
  affiliationsFrom,
  endPeriods,
  isOpenPeriod,
  maxUnendedPeriods,
} from '../domain/affiliation.ts';
import { type PersonRecord, personRow } from '../domain/person.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { keys, prefixes } from './keys.ts';
import { putRow } from './list-rows.ts';
import { getPerson } from './people.ts';
import { ifUnchanged, prefixQuery, query, transact, type Write } from './table.ts';

/** Every affiliation period of a person, in the order of their beginning. */
export async function affiliationsOf(orcid: string): Promise<AffiliationPeriod[]> {
  const periods: AffiliationPeriod[] = [];
  for await (const item of query(prefixQuery(keys.person(orcid).pk, prefixes.affiliation))) {
    periods.push(AffiliationPeriod.parse(item));
  }
  return endPeriods(periods);
}

/**
 * Begins an affiliation period of a person and ends the open one, in one transaction; returns the new period, or the
 * open one when it is the same. Where the others end follows when they are read, so that a change of a long history is
 * as small as any. Undefined when the registry does not know the person; `too_many` when too many are yet to end.
 */
export function changeAffiliation(
  orcid: string,
  begun: Pick<Affiliation, 'entity_id' | 'status' | 'starts_at'>,
  now: Date,
): Promise<(Affiliation & { ends_at: null }) | 'too_many' | undefined> {
  return retryIfStale(`The person ${orcid}`, async () => {
    const person = await getPerson(orcid);
    if (!person) return undefined;
    const periods = await affiliationsOf(orcid);
    const open = periods.find(({ ends_at }) => ends_at === null);
    const opened = { ...begun, ends_at: null };
    if (open && isOpenPeriod(open, begun)) return opened;
    const version = person.version + 1;
    const ids = { id: randomUUID(), person_orcid: orcid, sequence: version };
    const added = { ...opened, ...ids, created_at: now.getTime() };
    const all = endPeriods([...periods, added]);
    const affiliations = affiliationsFrom(all, now);
    if (affiliations.length > maxUnendedPeriods) return 'too_many';
    const closed = all.find(({ id }) => id === open?.id);
    const failed = await transact(() => [
      ...personWrites({ ...person, affiliations, version }, person),
      ...(closed ? [endOpenPeriod(closed)] : []),
      { Put: { Item: { ...keys.affiliation(orcid, added.starts_at, added.id), ...added } } },
    ]);
    return failed ? stale : opened;
  });
}

function personWrites(record: PersonRecord, before: PersonRecord): Write[] {
  return [
    { Put: { Item: { ...keys.person(record.orcid), ...record }, ...ifUnchanged(before) } },
    putRow({ ...personRow(record), ...keys.personRow(record.orcid) }),
  ];
}

/** Ends a period that is still open. */
function endOpenPeriod({ person_orcid, starts_at, id, ends_at }: AffiliationPeriod): Write {
  return {
    Update: {
      Key: keys.affiliation(person_orcid, starts_at, id),
      UpdateExpression: 'SET ends_at = :end',
      ConditionExpression: 'ends_at = :open',
      ExpressionAttributeValues: { ':end': ends_at, ':open': null },
    },
  };
}
