import { randomUUID } from 'node:crypto';
import {
  type Affiliation,
  AffiliationPeriod,
  affiliationAt,
  affiliationsFrom,
  endPeriods,
  isOpenPeriod,
  maxUnendedPeriods,
} from '../domain/affiliation.ts';
import type { ChangeContext } from '../domain/audit.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { transactAudited } from './audit.ts';
import { keys, prefixes } from './keys.ts';
import { getPerson, personWrites } from './people.ts';
import { prefixQuery, query, type Write } from './table.ts';

/** All affiliation periods of a person, by start. */
export async function affiliationsOf(orcid: string): Promise<AffiliationPeriod[]> {
  const periods: AffiliationPeriod[] = [];
  for await (const item of query(prefixQuery(keys.person(orcid).pk, prefixes.affiliation))) {
    periods.push(AffiliationPeriod.parse(item));
  }
  return endPeriods(periods);
}

/** A period that was started, and the affiliation that is in effect at the time of the change. */
export interface AffiliationChange {
  started: Affiliation & { ends_at: null };
  current: Affiliation | null;
}

/**
 * Starts an affiliation period and ends the open one in one transaction. An open one that is equal is returned as it is.
 * The ends of the others are derived when they are read, so the transaction stays small. Undefined if the person is
 * unknown; `too_many` if too many periods have not ended.
 */
export function changeAffiliation(
  orcid: string,
  begun: Pick<Affiliation, 'entity_id' | 'status' | 'starts_at'>,
  by: ChangeContext,
): Promise<AffiliationChange | 'too_many' | undefined> {
  const { now } = by;
  return retryIfStale(`The person ${orcid}`, async () => {
    const person = await getPerson(orcid);
    if (!person) return undefined;
    const periods = await affiliationsOf(orcid);
    const open = periods.find(({ ends_at }) => ends_at === null);
    const started = { ...begun, ends_at: null };
    if (open && isOpenPeriod(open, begun)) return { started, current: affiliationAt(person.affiliations, now) };
    const version = person.version + 1;
    const ids = { id: randomUUID(), person_orcid: orcid, sequence: version };
    const added = { ...started, ...ids, created_at: now.getTime() };
    const all = endPeriods([...periods, added]);
    const affiliations = affiliationsFrom(all, now);
    if (affiliations.length > maxUnendedPeriods) return 'too_many';
    const closed = all.find(({ id }) => id === open?.id);
    const writes = () => [
      ...personWrites({ ...person, affiliations, version }, person),
      ...(closed ? [endOpenPeriod(closed)] : []),
      { Put: { Item: { ...keys.affiliation(orcid, added.starts_at, added.id), ...added } } },
    ];
    const audited = {
      action: 'person.affiliation_changed',
      workspace: null,
      resource: orcid,
      before: { affiliation: open ? asAudited(open) : null },
      after: { affiliation: started },
    } as const;
    const failed = await transactAudited(writes, { by, changes: [audited] });
    return failed ? stale : { started, current: affiliationAt(affiliations, now) };
  });
}

const asAudited = ({ entity_id, status, starts_at, ends_at }: Affiliation): Affiliation => ({
  entity_id,
  status,
  starts_at,
  ends_at,
});

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
