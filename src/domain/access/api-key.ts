import * as z from 'zod';
import { nameText } from '../values/name.ts';

export const ApiKeyScope = z.enum(['ingest', 'membership.update']);
export type ApiKeyScope = z.output<typeof ApiKeyScope>;

/** What an administrator says of a key. */
export const ApiKeySettings = z.object({
  client_name: nameText(100),
  /** None make a key that may only ask what it is. */
  scopes: z.array(ApiKeyScope).max(ApiKeyScope.options.length),
  rate_limit_per_minute: z.int().min(1).max(60_000),
});
export type ApiKeySettings = z.output<typeof ApiKeySettings>;

/** The limit of a key made without one. */
export const defaultPerMinute = 60;

/**
 * The version of the shape of API keys, stored with each. Raise it as `publicationShape`.
 */
export const apiKeyShape = 1;

/** An API key as it is stored: the hash stands for the secret, which nobody can read again. Times in milliseconds. */
export const ApiKeyRecord = z.object({
  /** HMAC-SHA-256 of the secret under the deployment's pepper, in hex. Safe to show, useless to replay. */
  key_hash: z.string(),
  key_prefix: z.string(),
  last4: z.string(),
  client_name: z.string(),
  scopes: z.array(ApiKeyScope),
  rate_limit_per_minute: z.int(),
  active: z.boolean(),
  created_at: z.int(),
  created_by: z.string(),
  updated_at: z.int(),
  last_used_at: z.int().nullable(),
  request_count: z.int(),
  rotated_from: z.string().nullable(),
  /** The key that took its place. A key is rotated once. Absent from keys that were stored before this field was. */
  rotated_to: z.string().nullable().default(null),
  revoked_at: z.int().nullable(),
  expires_at: z.int().nullable(),
});
export type ApiKeyRecord = z.output<typeof ApiKeyRecord>;

/** Whether a key may be used now. */
export const isUsable = (key: ApiKeyRecord, now: Date): boolean =>
  key.active && key.revoked_at === null && !isExpired(key, now.getTime());

const isExpired = (key: ApiKeyRecord, nowMs: number): boolean => key.expires_at !== null && key.expires_at <= nowMs;

/** Why a key cannot be replaced by a new one, as the end of a sentence about it; undefined when it can. */
export function rotationObstacle(key: ApiKeyRecord, nowMs: number): string | undefined {
  if (key.rotated_to !== null) return 'was rotated before: rotate the key that took its place';
  if (key.revoked_at !== null) return 'was revoked: make a new one';
  if (!key.active) return 'is not active: make it active first, or make a new one';
  return isExpired(key, nowMs) ? 'has expired: make a new one' : undefined;
}

/** A new key, in use from now on. */
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

/** A change of a key: what it is called, may do, and whether it may be used for the time being. */
export const ApiKeyChange = z
  .strictObject({ ...ApiKeySettings.shape, active: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'must have something to change');
export type ApiKeyChange = z.output<typeof ApiKeyChange>;

/** The key after a change; undefined where it would bring back one that was revoked, which is for good. */
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

/** The key when nobody may use it any more. */
export const revoke = <K extends ApiKeyRecord>(key: K, nowMs: number): K => ({
  ...key,
  active: false,
  revoked_at: key.revoked_at ?? nowMs,
  updated_at: nowMs,
});

/**
 * The limit by which the gateway has to know a key; undefined when it must not know it. One that is only inactive stays
 * known: it may come back any time, and our own check refuses it meanwhile.
 */
export const limitAtGateway = (key: ApiKeyRecord): number | undefined =>
  key.revoked_at === null ? key.rate_limit_per_minute : undefined;
