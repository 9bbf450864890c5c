import * as z from 'zod';
import { parseOrigin } from '#src/vocabulary/web-url.ts';
import { InstallationStatus } from './installation-status.ts';
import { ofKnown } from './known-scopes.ts';

export const InstallationScope = z.enum([
  'people.read',
  'publications.read',
  'works.read',
  'projects.read',
  'groups.read',
]);
export type InstallationScope = z.output<typeof InstallationScope>;

const platforms = ['wordpress', 'drupal'] as const;
export type Platform = (typeof platforms)[number];

export const OriginStatus = z.enum(['pending', 'verified', 'failed', 'revoked']);
export type OriginStatus = z.output<typeof OriginStatus>;

/** Shape version of installations, origins and credentials. Raise it as `publicationShape`. */
export const installationShape = 1;

/** A CMS plugin installation and the data it may read, with times in milliseconds since the epoch. */
export const InstallationRecord = z.object({
  id: z.string(),
  workspace_id: z.string(),
  platform: z.enum(platforms),
  status: InstallationStatus,
  display_name: z.string(),
  description: z.string().nullable(),
  /** A later release may know more. */
  scopes: ofKnown(InstallationScope),
  created_at: z.int(),
  updated_at: z.int(),
  /** Incremented by every change of the installation, its origins and its credentials. */
  version: z.int().default(0),
});
export type InstallationRecord = z.output<typeof InstallationRecord>;

/** A site that the plugin runs on: scheme, host and port. */
export const OriginRecord = z.object({
  id: z.string(),
  installation_id: z.string(),
  origin: z.string(),
  verification_status: OriginStatus,
  verification_token: z.string().nullable(),
  verified_at: z.int().nullable(),
  last_verification_error: z.string().nullable(),
  created_at: z.int().default(0),
});
export type OriginRecord = z.output<typeof OriginRecord>;

/** A credential of an installation. Only the secret's hash is stored. */
export const CredentialRecord = z.object({
  /** Missing in older records: see `credentialId`. */
  id: z.string().optional(),
  hash: z.string(),
  installation_id: z.string(),
  last4: z.string(),
  active: z.boolean(),
  created_at: z.int(),
  expires_at: z.int().nullable(),
  revoked_at: z.int().nullable().default(null),
  rotated_from: z.string().nullable().default(null),
});
export type CredentialRecord = z.output<typeof CredentialRecord>;

/** The public id of a credential. Newer ids are random; older records use the first 16 characters of the hash. */
export const credentialId = ({ id, hash }: CredentialRecord): string => id ?? hash.slice(0, 16);

export interface Installation {
  installation: InstallationRecord;
  origins: OriginRecord[];
  credentials: CredentialRecord[];
}

const pluginPaths: Record<Platform, string> = {
  wordpress: '/wp-json/publication-registry/v1/verification',
  drupal: '/publication-registry/verification',
};

/** URLs where a site can publish its verification token: a well-known file, or the plugin's route. */
export const verificationUrls = (origin: string, platform: Platform): string[] =>
  ['/.well-known/publication-registry.txt', pluginPaths[platform]].map((path) => `${origin}${path}`);

/** Actions that change the status. Origin actions are side effects; users request the rest. */
export const installationActions = [
  'add_origin',
  'verify_origin',
  'lose_last_verified_origin',
  'enable',
  'disable',
  'revoke',
  'archive',
] as const;
export type InstallationAction = (typeof installationActions)[number];

/** Status transitions. An action missing for a status is rejected. */
const installationTransitions: Record<InstallationStatus, Partial<Record<InstallationAction, InstallationStatus>>> = {
  draft: {
    add_origin: 'pending_verification',
    lose_last_verified_origin: 'draft',
    revoke: 'revoked',
    archive: 'archived',
  },
  pending_verification: {
    add_origin: 'pending_verification',
    verify_origin: 'active',
    lose_last_verified_origin: 'pending_verification',
    revoke: 'revoked',
  },
  active: {
    add_origin: 'active',
    verify_origin: 'active',
    lose_last_verified_origin: 'pending_verification',
    enable: 'active',
    disable: 'disabled',
    revoke: 'revoked',
  },
  disabled: {
    add_origin: 'disabled',
    verify_origin: 'disabled',
    lose_last_verified_origin: 'disabled',
    enable: 'active',
    disable: 'disabled',
    revoke: 'revoked',
    archive: 'archived',
  },
  revoked: { lose_last_verified_origin: 'revoked', revoke: 'revoked', archive: 'archived' },
  archived: { lose_last_verified_origin: 'archived', archive: 'archived' },
};

/** The status after an action; undefined if the action is not possible. */
export const nextInstallationStatus = (
  status: InstallationStatus,
  action: InstallationAction,
): InstallationStatus | undefined => installationTransitions[status][action];

export const originActions = ['succeed', 'fail', 'retry', 'revoke'] as const;
export type OriginAction = (typeof originActions)[number];

const originTransitions: Record<OriginStatus, Partial<Record<OriginAction, OriginStatus>>> = {
  pending: { succeed: 'verified', fail: 'failed', retry: 'pending', revoke: 'revoked' },
  verified: { revoke: 'revoked' },
  failed: { retry: 'pending', revoke: 'revoked' },
  revoked: { revoke: 'revoked' },
};

/** The origin status after an action; undefined if not possible. `succeed` and `fail` are results of a verification. */
export const nextOriginStatus = (status: OriginStatus, action: OriginAction): OriginStatus | undefined =>
  originTransitions[status][action];

/** Whether an installation can be used: it is active and has a verified origin. */
export const isOperational = (installation: InstallationRecord, origins: readonly OriginRecord[]): boolean =>
  installation.status === 'active' && verifiedOrigins(origins).length > 0;

/** The verified origins, in the form of the Origin header. */
export function verifiedOrigins(origins: readonly OriginRecord[]): string[] {
  const verified = origins.filter(({ verification_status }) => verification_status === 'verified');
  return verified.flatMap(({ origin }) => parseOrigin(origin) ?? []);
}
