import * as z from 'zod';
import { text } from './values.ts';

const keptDays = z
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be 1 to 365' })
  // The ledger of revocations, which a restore needs, is locked for longer.
  .max(365, { error: 'must be 1 to 365' });

/** The backup of the table in a vault. */
export const Backup = z
  .strictObject({
    /** How long a backup is kept in the account of the deployment. */
    keepDays: keptDays.default(35),
    /** A vault of another account of the organization, to which every backup is copied: docs/restore.md. */
    copyToVaultArn: z
      .string(text)
      .regex(/^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:[\w-]{2,50}$/, {
        error: 'must be the ARN of a backup vault',
      })
      .regex(/(?<!:Default)$/, { error: 'must not be the vault Default, which takes no copies of other accounts' })
      .optional(),
    /** How long a copy is kept there; default `keepDays`. */
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

/** For how many days what is written from now on is kept. DynamoDB deletes it up to two days later. */
export const Retention = z
  .strictObject({
    /** Activity events. Without it they stay until administrators of their workspace delete them. */
    activityDays: retentionDays.optional(),
    /** Audit records, and the history of the rollout: 400 unless set. */
    auditDays: retentionDays.optional(),
    /** What became of each work of an ingestion job, 90 unless set. The job itself stays. */
    jobReportDays: retentionDays.optional(),
  })
  .prefault({});
