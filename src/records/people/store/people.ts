import { transactAudited } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { type RewriteResult, rewriteRecord } from '#src/table/rewrite.ts';
import { type AttemptTime, getItem, getItems, ifUnchanged, transact, updateIf, type Write } from '#src/table/table.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { keepChange, putRow, touchRow, type Unchanged, unchangedBy } from '../../store/list-rows.ts';
import {
  applyPersonChange,
  type PersonChange,
  PersonRecord,
  PersonRow,
  personRow,
  personShape,
  storedPerson,
} from '../person.ts';

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

/**
 * Makes a curator's change to a person and their list row. Returns the new record; undefined if the iD is unknown. `change`
 * may be made of the record, and is then made again after a concurrent write. With `alsoWrite` in the same transaction.
 */
export function changePerson(
  orcid: string,
  change: PersonChange | ((stored: PersonRecord) => Promise<PersonChange>),
  context: ChangeContext,
  alsoWrite: (at: AttemptTime) => readonly Write[] = () => [],
): Promise<PersonRecord | undefined> {
  return retryIfStale(`The person ${orcid}`, async () => {
    const before = await getPerson(orcid);
    if (!before) return undefined;
    const after = applyPersonChange(before, typeof change === 'function' ? await change(before) : change);
    if (after === before) return before;
    const audited = { action: 'person.updated', workspace: null, resource: orcid, before, after } as const;
    const writes = (at: AttemptTime) => [...personWrites(after, before, at), ...alsoWrite(at)];
    const failed = await transactAudited(writes, { context, changes: [audited] });
    return failed ? stale : after;
  });
}

/**
 * Updates the fetch time of an unchanged person and their row, in two small writes. If it throws, call it again. False
 * if the person has changed since they were read, or is stored in an older shape.
 */
export async function touchPerson({ orcid, version }: PersonRecord, now: Date): Promise<boolean> {
  const isAsRead = await updateIf({
    Key: keys.person(orcid),
    UpdateExpression: 'SET last_fetched_at = :now, version = :next',
    ConditionExpression: 'version = :read AND shape = :shape',
    ExpressionAttributeValues: {
      ':now': now.getTime(),
      ':next': version + 1,
      ':read': version,
      ':shape': personShape,
    },
  });
  if (isAsRead) await touchRow(keys.personRow(orcid), now.getTime());
  return isAsRead;
}

/** The condition that a person exists, for a transaction that links them. */
export const ifPersonExists = (orcid: string): Write => ({
  ConditionCheck: { Key: keys.person(orcid), ConditionExpression: 'attribute_exists(pk)' },
});

/**
 * The writes of a person and their list row; `before` is the record it was made from. `unchanged`: only for a rewrite that
 * changes no content.
 */
export function personWrites(
  record: PersonRecord,
  before: PersonRecord | undefined,
  at: AttemptTime,
  unchanged?: Unchanged,
): Write[] {
  const isNamed = before && !(isSameJson(before.name, record.name) && before.slug === record.slug);
  const named = { ...record, named_at: isNamed ? at : record.named_at };
  const row = putRow({ ...personRow(named), ...keys.personRow(record.orcid) }, at);
  return [
    { Put: { Item: { ...keys.person(record.orcid), ...storedPerson(named) }, ...ifUnchanged(before) } },
    unchanged ? keepChange(row, unchanged, at) : row,
  ];
}

/** Rewrites a person of an older shape, with their list row, and returns the result. */
export function rewritePerson(orcid: string): Promise<RewriteResult> {
  return rewriteRecord(keys.person(orcid), personShape, {
    parse: (item) => PersonRecord.parse(item),
    save: async (record, before) => {
      const row = await getItem(keys.personRow(orcid));
      const unchanged = unchangedBy(personRow(record), row, PersonRow);
      return !(await transact((at) => personWrites(record, before, at, unchanged)));
    },
  });
}
