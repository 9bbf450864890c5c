import { randomUUID } from 'node:crypto';
import { transactAudited } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys, prefixes } from '#src/table/keys.ts';
import { type AttemptTime, prefixQuery, query, type Write, type Writes, writesAt } from '#src/table/table.ts';
import {
  type Affiliation,
  AffiliationPeriod,
  affiliationAt,
  affiliationsFrom,
  endPeriods,
  isOpenPeriod,
  maxUnendedPeriods,
  overlapping,
} from '../affiliation.ts';
import { getPerson, personWrites } from './people.ts';

/** All affiliation periods of a person, by start. */
export async function affiliationsOf(orcid: string): Promise<AffiliationPeriod[]> {
  const periods: AffiliationPeriod[] = [];
  for await (const item of query(prefixQuery(keys.person(orcid).pk, prefixes.affiliation))) {
    periods.push(AffiliationPeriod.parse(item));
  }
  return endPeriods(periods);
}

/** A started period, and the affiliation in effect at the time of the change. */
export interface AffiliationChange {
  started: Affiliation & { ends_at: null };
  current: Affiliation | null;
}

/**
 * Starts an affiliation period and ends the open one in one transaction. An equal open one is returned unchanged. The
 * ends of the others are derived on reading, so the transaction stays small. Undefined if the person is unknown;
 * `too_many` if too many periods have not ended.
 */
export function changeAffiliation(
  orcid: string,
  begun: Pick<Affiliation, 'entity_id' | 'status' | 'starts_at'>,
  context: ChangeContext,
): Promise<AffiliationChange | 'too_many' | undefined> {
  const { now } = context;
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
    const writes = (at: AttemptTime) => [
      ...personWrites({ ...person, affiliations, version }, person, at),
      ...(closed ? [endOpenPeriod(closed)] : []),
      { Put: { Item: { ...keys.affiliation(orcid, added.starts_at, added.id), ...added } } },
    ];
    const audited = {
      ...change(orcid),
      before: { affiliation: open ? asAudited(open) : null },
      after: { affiliation: started },
    };
    const failed = await transactAudited(writes, { context, changes: [audited] });
    return failed ? stale : { started, current: affiliationAt(affiliations, now) };
  });
}

/**
 * Adds a period that may have ended, together with `extraWrites`. `stale`: concurrent change; call it again. Undefined
 * if the person is unknown; the overlapping period if there is one.
 */
export async function addPeriod(
  period: Affiliation & { id: string; person_orcid: string },
  context: ChangeContext,
  extraWrites: Writes,
): Promise<'added' | 'stale' | Affiliation | undefined> {
  const { now } = context;
  const { person_orcid: orcid } = period;
  const person = await getPerson(orcid);
  if (!person) return undefined;
  const periods = await affiliationsOf(orcid);
  const obstacle = overlapping(periods, period);
  if (obstacle) return asAudited(obstacle);
  const version = person.version + 1;
  // An ended period does not end the periods after it.
  const sequence = period.ends_at === null ? version : 0;
  const added: AffiliationPeriod = { ...period, sequence, created_at: now.getTime() };
  const affiliations = affiliationsFrom(endPeriods([...periods, added]), now);
  const writes = (at: AttemptTime) => [
    ...writesAt(extraWrites, at),
    ...personWrites({ ...person, affiliations, version }, person, at),
    { Put: { Item: { ...keys.affiliation(orcid, added.starts_at, added.id), ...added } } },
  ];
  const audited = { ...change(orcid), before: { affiliation: null }, after: { affiliation: asAudited(added) } };
  return (await transactAudited(writes, { context, changes: [audited] })) ? 'stale' : 'added';
}

/**
 * Removes a period that `addPeriod` has added, together with `extraWrites`, and restores the effects on other periods.
 */
export async function removePeriod(
  orcid: string,
  id: string,
  context: ChangeContext,
  extraWrites: Writes,
): Promise<'removed' | 'stale'> {
  const person = await getPerson(orcid);
  const periods = person ? await affiliationsOf(orcid) : [];
  const removed = periods.find((period) => period.id === id);
  if (!person || !removed) return (await transactAudited(extraWrites, { context, changes: [] })) ? 'stale' : 'removed';
  const version = person.version + 1;
  const affiliations = affiliationsFrom(endPeriods(periods.filter((period) => period !== removed)), context.now);
  const writes = (at: AttemptTime) => [
    ...writesAt(extraWrites, at),
    ...personWrites({ ...person, affiliations, version }, person, at),
    { Delete: { Key: keys.affiliation(orcid, removed.starts_at, id) } },
  ];
  const audited = { ...change(orcid), before: { affiliation: asAudited(removed) }, after: { affiliation: null } };
  return (await transactAudited(writes, { context, changes: [audited] })) ? 'stale' : 'removed';
}

const change = (orcid: string) => ({ action: 'person.affiliation_changed', workspace: null, resource: orcid }) as const;

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
