import * as z from 'zod';
import { nameText } from '#src/vocabulary/name.ts';
import { ofKnown } from './known-scopes.ts';

/** Tag of every key created in API Gateway. The deployment's policies allow it to delete only tagged keys. */
export const gatewayKeyTag = 'registry-deployment';

export const ApiKeyScope = z.enum(['ingest', 'membership.update']);
export type ApiKeyScope = z.output<typeof ApiKeyScope>;

/** Key settings that an administrator chooses. */
export const ApiKeySettings = z.object({
  client_name: nameText(100),
  /** A key without scopes can only read its own details. */
  scopes: z.array(ApiKeyScope).max(ApiKeyScope.options.length),
  rate_limit_per_minute: z.int().min(1).max(60_000),
});
export type ApiKeySettings = z.output<typeof ApiKeySettings>;

export const defaultRateLimitPerMinute = 60;

/** Stored shape version. Raise it as `publicationShape`. */
export const apiKeyShape = 1;

/** A stored API key, with times in milliseconds. Only the secret's hash is kept, so the secret cannot be read again. */
export const ApiKeyRecord = z.object({
  /** HMAC-SHA-256 of the secret with the deployment's pepper, in hex. Safe to show: it does not authenticate. */
  key_hash: z.string(),
  key_prefix: z.string(),
  last4: z.string(),
  client_name: z.string(),
  /** A later release may know more. */
  scopes: ofKnown(ApiKeyScope),
  rate_limit_per_minute: z.int(),
  active: z.boolean(),
  created_at: z.int(),
  created_by: z.string(),
  updated_at: z.int(),
  last_used_at: z.int().nullable(),
  request_count: z.int(),
  rotated_from: z.string().nullable(),
  /** Hash of the key that replaced it. A key can be rotated once. Missing in older records. */
  rotated_to: z.string().nullable().default(null),
  revoked_at: z.int().nullable(),
  expires_at: z.int().nullable(),
});
export type ApiKeyRecord = z.output<typeof ApiKeyRecord>;

export const isUsable = (key: ApiKeyRecord, now: Date): boolean =>
  key.active && key.revoked_at === null && !isExpired(key, now.getTime());

const isExpired = (key: ApiKeyRecord, nowMs: number): boolean => key.expires_at !== null && key.expires_at <= nowMs;

/** Why a key cannot be rotated, as a phrase that follows "This key"; undefined if it can. */
export function rotationObstacle(key: ApiKeyRecord, nowMs: number): string | undefined {
  if (key.rotated_to !== null) return 'has already been rotated: rotate its replacement instead';
  if (key.revoked_at !== null) return 'has been revoked: create a new one';
  if (!key.active) return 'is not active: activate it first, or create a new one';
  return isExpired(key, nowMs) ? 'has expired: create a new one' : undefined;
}

export function newApiKey(
  { secret, hash }: { secret: string; hash: string },
  settings: ApiKeySettings & Partial<Pick<ApiKeyRecord, 'expires_at' | 'rotated_from'>>,
  createdBy: string,
  nowMs: number,
): ApiKeyRecord {
  return {
    key_hash: hash,
    key_prefix: secret.slice(0, 8),
    last4: secret.slice(-4),
    client_name: settings.client_name,
    scopes: [...new Set(settings.scopes)],
    rate_limit_per_minute: settings.rate_limit_per_minute,
    active: true,
    created_at: nowMs,
    created_by: createdBy,
    updated_at: nowMs,
    last_used_at: null,
    request_count: 0,
    rotated_from: settings.rotated_from ?? null,
    rotated_to: null,
    revoked_at: null,
    expires_at: settings.expires_at ?? null,
  };
}

/** An update of a key's settings, or of whether it is active. */
export const ApiKeyChange = z
  .strictObject({ ...ApiKeySettings.shape, active: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must have at least one field to change');
export type ApiKeyChange = z.output<typeof ApiKeyChange>;

/** The key after an update; undefined if that would reactivate a revoked key. Revocation is permanent. */
export function applyChange<K extends ApiKeyRecord>(key: K, change: ApiKeyChange, nowMs: number): K | undefined {
  if (change.active && key.revoked_at !== null) return undefined;
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return {
    ...key,
    ...Object.fromEntries(given),
    ...(change.scopes && { scopes: [...new Set(change.scopes)] }),
    updated_at: nowMs,
  };
}

export const revoke = <K extends ApiKeyRecord>(key: K, nowMs: number): K => ({
  ...key,
  active: false,
  revoked_at: key.revoked_at ?? nowMs,
  updated_at: nowMs,
});

/** A key's rate limit at API Gateway; undefined for revoked keys. Inactive keys stay, since they can be reactivated. */
export const gatewayRateLimit = (key: ApiKeyRecord): number | undefined =>
  key.revoked_at === null ? key.rate_limit_per_minute : undefined;
