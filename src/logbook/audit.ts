import { randomUUID } from 'node:crypto';
import { log } from '#src/runtime/log.ts';
import { expiry } from '#src/runtime/retention.ts';
import { keys } from '#src/table/keys.ts';
import { type FailedConditions, transact, type Write, type Writes, writesAt } from '#src/table/table.ts';
import {
  type AuditAction,
  type AuditedChange,
  type AuditKind,
  AuditRecord,
  auditRecord,
  type ChangeContext,
} from './domain/audit.ts';
import { type MonthQuery, monthsOf, newestFirst, type Span, withValues } from './monthly-log.ts';

/** The changes to record in the audit trail, and their context. */
export interface Audit {
  context: ChangeContext;
  changes: AuditedChange[];
}

/**
 * Like `transact`, with the audit records of the change in the same transaction. Each record is logged after the
 * commit. Changes to fields that are not audited leave no record.
 */
export async function transactAudited(writes: Writes, audit: Audit): Promise<FailedConditions | undefined> {
  const records = auditWrites(audit);
  const failed = await transact((at) => [...writesAt(writes, at), ...records.writes]);
  if (!failed) records.log();
  return failed;
}

/** The audit records of a change, for a transaction written elsewhere. Call `log` after the commit. */
export function auditWrites({ context, changes }: Audit): { writes: Write[]; log: () => void } {
  const records = changes.flatMap((change) => auditRecord(change, randomUUID(), context) ?? []);
  return {
    writes: records.map(recordWrite),
    log: () => {
      for (const record of records) log('info', 'audit', record);
    },
  };
}

function recordWrite(record: AuditRecord): Write {
  const { id, occurred_at } = record;
  return { Put: { Item: { ...keys.audit(occurred_at, id), ...record, ...expiry('AUDIT', occurred_at) } } };
}

/** Selects records by these values; null means any. A kind is the part of an action before its dot. */
export interface AuditFilter extends Pick<AuditRecord, 'actor_id' | 'resource_id'> {
  kind: AuditKind | null;
  action: AuditAction | null;
}

/** A page of the matching records, newest first, and the total. The count reads the whole span, but within DynamoDB. */
export async function findAuditRecords(
  span: Span,
  { kind, ...values }: AuditFilter,
  page: { offset: number; limit: number },
  now: Date,
): Promise<{ records: AuditRecord[]; total: number }> {
  const months = monthsOf(span, keys.auditMonth, now).map((month) => ofKind(withValues(month, values), kind));
  const { items, total } = await newestFirst(months, page, (item) => AuditRecord.parse(item));
  return { records: items, total };
}

function ofKind(month: MonthQuery, kind: AuditKind | null): MonthQuery {
  if (kind === null) return month;
  const { FilterExpression: filter, ExpressionAttributeNames: names, ExpressionAttributeValues: values } = month;
  return {
    ...month,
    FilterExpression: [...(filter ? [filter] : []), 'begins_with(#action, :kind)'].join(' AND '),
    ExpressionAttributeNames: { ...names, '#action': 'action' },
    ExpressionAttributeValues: { ...values, ':kind': `${kind}.` },
  };
}
