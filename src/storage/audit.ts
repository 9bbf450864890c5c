import { randomUUID } from 'node:crypto';
import {
  type AuditedChange,
  type AuditRecord,
  auditRecord,
  auditRetentionDays,
  type ChangeContext,
} from '../domain/audit.ts';
import { log } from '../runtime/log.ts';
import { keys } from './keys.ts';
import { type FailedConditions, transact, type Write } from './table.ts';

/** The changes to record in the audit trail, and their context. */
export interface Audit {
  by: ChangeContext;
  changes: AuditedChange[];
}

/**
 * Like `transact`, with the audit records of the change in the same transaction. Each record is logged after the commit.
 * Changes of fields that are not audited leave no record.
 */
export async function transactAudited(writes: Write[], audit: Audit): Promise<FailedConditions | undefined> {
  const records = auditWrites(audit);
  const failed = await transact([...writes, ...records.writes]);
  if (!failed) records.log();
  return failed;
}

/** The audit records of a change, for a transaction that is written elsewhere. Call `log` after the commit. */
export function auditWrites({ by, changes }: Audit): { writes: Write[]; log: () => void } {
  const records = changes.flatMap((change) => auditRecord(change, randomUUID(), by) ?? []);
  return {
    writes: records.map(recordWrite),
    log: () => {
      for (const record of records) log('info', 'audit', record);
    },
  };
}

function recordWrite(record: AuditRecord): Write {
  const expiresAtSeconds = Math.ceil(record.occurred_at / 1000) + auditRetentionDays * 24 * 60 * 60;
  return { Put: { Item: { ...keys.audit(record.occurred_at, record.id), ...record, expiresAtSeconds } } };
}
