import * as z from 'zod';

export const installationStatuses = [
  'draft',
  'pending_verification',
  'active',
  'disabled',
  'revoked',
  'archived',
] as const;
export const InstallationStatus = z.enum(installationStatuses);
export type InstallationStatus = z.output<typeof InstallationStatus>;

/** Whether a status is final: only archiving is possible then. */
export const isFinal = (status: InstallationStatus): boolean => status === 'revoked' || status === 'archived';
