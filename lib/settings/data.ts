import * as z from 'zod';
import { text } from './values.ts';

const keptDays = z
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be 1 to 365' })
  // Shorter than the lock of the revocation ledger, which a restore needs.
  .max(365, { error: 'must be 1 to 365' });

/** The backup of the table in a vault. */
export const Backup = z
  .strictObject({
    /** Retention of backups in this account. */
    keepDays: keptDays.default(35),
    /** A vault in another account of the organization, or another region, that gets a copy of every backup: docs/restore.md. */
    copyToVaultArn: z
      .string(text)
      .regex(/^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:[\w-]{2,50}$/, {
        error: 'must be the ARN of a backup vault',
      })
      .regex(/(?<!:Default)$/, { error: 'must not be the vault Default, which takes no copies of other accounts' })
      .optional(),
    /** Retention of those copies. Default: `keepDays`. */
    keepCopiesDays: keptDays.optional(),
  })
  .refine(({ copyToVaultArn, keepCopiesDays }) => copyToVaultArn || !keepCopiesDays, {
    error: 'needs backup.copyToVaultArn',
    path: ['keepCopiesDays'],
  });

const retentionDays = z
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be at least 1' })
  .max(3650, { error: 'must be at most 3650' });

/** Retention in days of items written from now on. DynamoDB deletes them up to two days later. */
export const Retention = z
  .strictObject({
    /** Activity events. If absent, they stay until administrators of their workspace delete them. */
    activityDays: retentionDays.optional(),
    /** Audit records and the history of the rollout. Default: 400. */
    auditDays: retentionDays.optional(),
    /** The outcome of each work of an ingestion job. Default: 90. The job itself stays. */
    jobReportDays: retentionDays.optional(),
  })
  .prefault({});
