import * as z from 'zod';

export const ApiKeyScope = z.enum(['ingest', 'membership.update']);
export type ApiKeyScope = z.output<typeof ApiKeyScope>;

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
  revoked_at: z.int().nullable(),
  expires_at: z.int().nullable(),
});
export type ApiKeyRecord = z.output<typeof ApiKeyRecord>;

/** Whether a key may be used now. */
export const isUsable = (key: ApiKeyRecord, now: Date): boolean =>
  key.active && key.revoked_at === null && (key.expires_at === null || key.expires_at > now.getTime());
