import { randomUUID } from 'node:crypto';
import { type Affiliation, AffiliationPeriod, affiliationsFrom, beginPeriod } from '../domain/affiliation.ts';
import { keys, prefixes } from './keys.ts';
import { getPerson, personWrites } from './people.ts';
import { beginningWith, query, transact, type Write } from './table.ts';

/** Every affiliation period of a person, in the order of their beginning. */
export async function affiliationsOf(orcid: string): Promise<AffiliationPeriod[]> {
  const periods: AffiliationPeriod[] = [];
  for await (const item of query(beginningWith(keys.person(orcid).pk, prefixes.affiliation))) {
    periods.push(AffiliationPeriod.parse(item));
  }
  return periods;
}

/**
 * Begins an affiliation period of a person and ends what it replaces, all in one transaction; returns the open period,
 * which is the one there was when it is the same. Undefined when the registry does not know the person. Somebody else
 * may change the person at the same time: it is tried twice, then an Error.
 */
export async function changeAffiliation(
  orcid: string,
  begun: Pick<Affiliation, 'entity_id' | 'status' | 'starts_at'>,
  now: Date,
): Promise<(Affiliation & { ends_at: null }) | undefined> {
  for (let tries = 1; tries <= 2; tries++) {
    const person = await getPerson(orcid);
    if (!person) return undefined;
    const periods = await affiliationsOf(orcid);
    const change = beginPeriod(periods, begun);
    const opened = { ...begun, ends_at: null };
    if (!change) return opened;
    const stored = { ...opened, id: randomUUID(), person_orcid: orcid, created_at: now.getTime() };
    const ended = new Map(change.ended.map((period) => [period.id, period]));
    const all = [...periods.map((period) => ended.get(period.id) ?? period), stored];
    const record = { ...person, affiliations: affiliationsFrom(all, now), version: person.version + 1 };
    const failed = await transact(() => [
      ...personWrites(record, person),
      ...change.ended.map((period) => endPeriod(period, periods)),
      { Put: { Item: { ...keys.affiliation(orcid, stored.starts_at, stored.id), ...stored } } },
    ]);
    if (!failed) return opened;
  }
  throw new Error(`The affiliations of ${orcid} kept changing while one was being written`);
}

/** Ends a period that still ends where it did when it was read. */
function endPeriod(period: AffiliationPeriod, read: readonly AffiliationPeriod[]): Write {
  const before = read.find(({ id }) => id === period.id)?.ends_at ?? null;
  return {
    Update: {
      Key: keys.affiliation(period.person_orcid, period.starts_at, period.id),
      UpdateExpression: 'SET ends_at = :end',
      ConditionExpression: 'ends_at = :read',
      ExpressionAttributeValues: { ':end': period.ends_at, ':read': before },
    },
  };
}
