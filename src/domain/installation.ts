import * as z from 'zod';
import { parseOrigin } from './origin.ts';

export const InstallationScope = z.enum(['people.read', 'publications.read', 'works.read', 'projects.read']);
export type InstallationScope = z.output<typeof InstallationScope>;

/** A plugin on one site, and what it may read. Times in milliseconds since the epoch. */
export const InstallationRecord = z.object({
  id: z.string(),
  workspace_id: z.string(),
  platform: z.enum(['wordpress', 'drupal']),
  status: z.enum(['draft', 'pending_verification', 'active', 'disabled', 'revoked', 'archived']),
  display_name: z.string(),
  description: z.string().nullable(),
  scopes: z.array(InstallationScope),
  created_at: z.int(),
  updated_at: z.int(),
});
export type InstallationRecord = z.output<typeof InstallationRecord>;

/** A site the plugin runs on: scheme, host and port. */
export const OriginRecord = z.object({
  id: z.string(),
  installation_id: z.string(),
  origin: z.string(),
  verification_status: z.enum(['pending', 'verified', 'failed', 'revoked']),
  verification_token: z.string().nullable(),
  verified_at: z.int().nullable(),
  last_verification_error: z.string().nullable(),
});
export type OriginRecord = z.output<typeof OriginRecord>;

/** A secret of an installation, by its hash. */
export const CredentialRecord = z.object({
  hash: z.string(),
  installation_id: z.string(),
  last4: z.string(),
  active: z.boolean(),
  created_at: z.int(),
  expires_at: z.int().nullable(),
});
export type CredentialRecord = z.output<typeof CredentialRecord>;

/** Whether an installation may be used at all, whatever its scopes: switched on, and on a site it has proved to be its. */
export const isOperational = (installation: InstallationRecord, origins: readonly OriginRecord[]): boolean =>
  installation.status === 'active' && verifiedOrigins(origins).length > 0;

/** The origins an installation has proved to be its own, as browsers write them. */
export function verifiedOrigins(origins: readonly OriginRecord[]): string[] {
  const verified = origins.filter(({ verification_status }) => verification_status === 'verified');
  return verified.flatMap(({ origin }) => parseOrigin(origin) ?? []);
}
