import * as z from 'zod';
import { ApiKeyRecord, revoke } from '../../domain/access/api-key.ts';
import type { AuditAction, AuditedChange, ChangeContext } from '../../domain/audit.ts';
import { transactAudited } from '../audit.ts';
import { keys, refs } from '../keys.ts';
import { getItem, getItems, putIfAbsent, query, transact, updateExpression, updateIf, type Write } from '../table.ts';

/** A key with what only the service itself is to know of it. */
export const StoredApiKey = ApiKeyRecord.extend({
  version: z.int(),
  /** Deleted keys are kept, so that what they did can be told; a key that is still being made is one, too. */
  deleted_at: z.int().nullable(),
  /** The gateway's id of the key, as far as it is known. */
  gateway_id: z.string().nullable(),
  /** Who brings it in step with the gateway at this time. */
  lease_id: z.string().optional(),
});
export type StoredApiKey = z.output<typeof StoredApiKey>;

/** Longer than any function runs: whoever has a lease that is over does nothing any more. */
export const leaseMs = 2 * 60_000;

/** What says that a key has to be brought in step with the gateway, and since when. */
const unalignedFields = (hash: string, sinceMs: number) => refs.unalignedKey(sinceMs, hash);
const alignedFields = { refPk: undefined, refSk: undefined, lease_id: undefined, lease_until: undefined };
const leaseFields = (leaseId: string, nowMs: number) => ({ lease_id: leaseId, lease_until: nowMs + leaseMs });
const listKeyOf = ({ created_at, key_hash }: ApiKeyRecord) => keys.apiKeyRow(created_at, key_hash);

/** The key of this hash, whether or not it may be used or is deleted; undefined when there is none. */
export async function getApiKey(hash: string): Promise<StoredApiKey | undefined> {
  const item = await getItem(keys.apiKey(hash));
  return item && StoredApiKey.parse(item);
}

/** Every key that is not deleted, the newest first, as of now. */
export async function listApiKeys(): Promise<StoredApiKey[]> {
  const hashes: string[] = [];
  const rows = query({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.apiKeyList },
    ScanIndexForward: false,
  });
  for await (const { key_hash } of rows) hashes.push(String(key_hash));
  const items = await getItems(hashes.map(keys.apiKey));
  const found = new Map(items.map((item) => [item.key_hash, StoredApiKey.parse(item)]));
  return hashes.map((hash) => found.get(hash)).filter((key) => key?.deleted_at === null) as StoredApiKey[];
}

/** Stores a key that counts from now on, and is to be made known to the gateway; false when its hash is known already. */
export async function createApiKey(key: ApiKeyRecord): Promise<boolean> {
  const { key_hash, created_at } = key;
  const state = { version: 1, deleted_at: null, gateway_id: null, ...unalignedFields(key_hash, created_at) };
  const failed = await transact([
    { Put: { Item: { ...keys.apiKey(key_hash), ...key, ...state }, ConditionExpression: 'attribute_not_exists(pk)' } },
    { Put: { Item: { ...listKeyOf(key), key_hash } } },
  ]);
  return !failed;
}

/**
 * Stores a key that does not count yet: one that is deleted, as far as anybody can see, so that nothing has to be taken
 * back when its making ends half-way. It is leased to whoever makes it.
 */
export async function beginApiKey(key: ApiKeyRecord, leaseId: string): Promise<void> {
  const { key_hash, created_at: nowMs } = key;
  const state = { version: 1, deleted_at: nowMs, gateway_id: null, ...unalignedFields(key_hash, nowMs) };
  const item = { ...keys.apiKey(key_hash), ...revoke(key, nowMs), ...state, ...leaseFields(leaseId, nowMs) };
  if (!(await putIfAbsent(item))) throw new Error('A new API key has the hash of another');
}

/** A key as it was read, and as it is to be. */
export interface KeyChange {
  before: StoredApiKey;
  after: StoredApiKey;
  /** Whether the gateway has to be told. */
  affectsGateway: boolean;
  /** What it is in the audit trail. */
  action: AuditAction;
}

const auditOf = (action: AuditAction, before: ApiKeyRecord | undefined, after: ApiKeyRecord): AuditedChange => ({
  action,
  workspace: null,
  resource: after.key_hash,
  before,
  after,
});

/**
 * Makes a begun key count, which the gateway knows by now, and with it changes the key it replaces. `changed`: that one
 * is not as it was read; `overtaken`: the key was given up meanwhile. In both cases nothing is written.
 */
export async function finishApiKey(
  key: ApiKeyRecord,
  leaseId: string,
  gatewayId: string,
  replaced: KeyChange | undefined,
  by: ChangeContext,
): Promise<'finished' | 'changed' | 'overtaken'> {
  const { active, revoked_at, key_hash } = key;
  const state = { active, revoked_at, version: 2, deleted_at: null, gateway_id: gatewayId, ...alignedFields };
  const nowMs = by.now.getTime();
  const writes = [
    { Update: { Key: keys.apiKey(key_hash), ...conditionalUpdate(state, 'lease_id = :lease', { ':lease': leaseId }) } },
    { Put: { Item: { ...listKeyOf(key), key_hash } } },
    ...(replaced ? [changeWrite(replaced, nowMs)] : []),
  ];
  const changes = [
    auditOf(replaced ? 'api_key.rotated' : 'api_key.created', undefined, key),
    ...(replaced ? [auditOf(replaced.action, replaced.before, replaced.after)] : []),
  ];
  const failed = await transactAudited(writes, { by, changes });
  if (!failed) return 'finished';
  return failed.has(0) ? 'overtaken' : 'changed';
}

/** Writes a change; false when the key is not as it was read. */
export async function changeApiKey(change: KeyChange, by: ChangeContext): Promise<boolean> {
  const isDeleted = change.after.deleted_at !== null;
  const writes = [
    changeWrite(change, by.now.getTime()),
    ...(isDeleted ? [{ Delete: { Key: listKeyOf(change.before) } }] : []),
  ];
  const changes = [auditOf(change.action, change.before, change.after)];
  return !(await transactAudited(writes, { by, changes }));
}

function changeWrite({ before, after, affectsGateway }: KeyChange, nowMs: number): Write {
  const { key_hash, version: _, gateway_id: __, lease_id: ___, ...values } = after;
  const marked = affectsGateway ? unalignedFields(key_hash, nowMs) : {};
  const changes = { ...values, version: before.version + 1, ...marked };
  return {
    Update: {
      Key: keys.apiKey(key_hash),
      ...conditionalUpdate(changes, 'version = :read', { ':read': before.version }),
    },
  };
}

/** The hashes of the keys that are to be brought in step with the gateway, the longest waiting first. */
export async function unsyncedApiKeys(): Promise<string[]> {
  const hashes: string[] = [];
  const found = query({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.unalignedKeys },
  });
  for await (const { key_hash } of found) hashes.push(String(key_hash));
  return hashes;
}

/** Takes it on oneself to bring a key in step with the gateway; false when it is, or somebody else is at it. */
export function leaseApiKey(hash: string, leaseId: string, nowMs: number): Promise<boolean> {
  const condition = 'attribute_exists(refPk) AND (attribute_not_exists(lease_until) OR lease_until <= :now)';
  return updateIf({
    Key: keys.apiKey(hash),
    ...conditionalUpdate(leaseFields(leaseId, nowMs), condition, { ':now': nowMs }),
  });
}

/** Leaves a key to whoever comes next, as it is. */
export async function releaseApiKey(hash: string, leaseId: string): Promise<void> {
  const { lease_id, lease_until } = alignedFields;
  const released = conditionalUpdate({ lease_id, lease_until }, 'lease_id = :lease', { ':lease': leaseId });
  await updateIf({ Key: keys.apiKey(hash), ...released });
}

/** Notes that the gateway knows a key as it was read; false when it has changed since, or the lease is somebody else's. */
export function markSynced(key: StoredApiKey, leaseId: string, gatewayId: string | null): Promise<boolean> {
  const condition = 'lease_id = :lease AND version = :read';
  const values = { ':lease': leaseId, ':read': key.version };
  return updateIf({
    Key: keys.apiKey(key.key_hash),
    ...conditionalUpdate({ gateway_id: gatewayId, ...alignedFields }, condition, values),
  });
}

function conditionalUpdate(changes: Record<string, unknown>, condition: string, values: Record<string, unknown>) {
  const set = updateExpression(changes);
  return {
    ...set,
    ConditionExpression: condition,
    ExpressionAttributeValues: { ...set.ExpressionAttributeValues, ...values },
  };
}
