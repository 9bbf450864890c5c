import * as z from 'zod';
import { transactAudited } from '#src/logbook/audit.ts';
import type { AuditAction, AuditedChange, ChangeContext } from '#src/logbook/domain/audit.ts';
import { keys, refs } from '#src/table/keys.ts';
import { type RewriteResult, rewriteRecord } from '#src/table/rewrite.ts';
import {
  getItem,
  getItems,
  type Page,
  putIfAbsent,
  query,
  queryPage,
  transact,
  updateExpression,
  updateIf,
  type Write,
} from '#src/table/table.ts';
import { ApiKeyRecord, apiKeyShape, revoke } from '../domain/api-key.ts';
import { lostByKey } from '../domain/lost-rights.ts';
import { revocationWrites } from './revocations.ts';

/** An API key with its internal fields. */
export const StoredApiKey = ApiKeyRecord.extend({
  version: z.int(),
  /** Deleted keys are kept for the audit trail. A key that is still being created is marked as deleted too. */
  deleted_at: z.int().nullable(),
  /** The id of the key in API Gateway, if known. */
  gateway_id: z.string().nullable(),
  /** The lease of the process that is syncing the key with API Gateway. */
  lease_id: z.string().optional(),
});
export type StoredApiKey = z.output<typeof StoredApiKey>;

/** Longer than the time-out of any function: the holder of an expired lease has stopped. */
export const leaseMs = 2 * 60_000;

/** The index fields that mark a key as not synced with API Gateway, and since when. */
const unsyncedFields = (hash: string, sinceMs: number) => refs.unsyncedKey(sinceMs, hash);
const syncedFields = { refPk: undefined, refSk: undefined, lease_id: undefined, lease_until: undefined };
const leaseFields = (leaseId: string, nowMs: number) => ({ lease_id: leaseId, lease_until: nowMs + leaseMs });
const listKeyOf = ({ created_at, key_hash }: ApiKeyRecord) => keys.apiKeyRow(created_at, key_hash);

/** The key with this hash, even if unusable or deleted; undefined if there is none. */
export async function getApiKey(hash: string): Promise<StoredApiKey | undefined> {
  const item = await getItem(keys.apiKey(hash));
  return item && StoredApiKey.parse(item);
}

/** All keys that are not deleted, newest first, read with strong consistency. */
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

/** Stores a usable key that is not yet synced with API Gateway; false if its hash already exists. */
export async function createApiKey(key: ApiKeyRecord): Promise<boolean> {
  const { key_hash, created_at } = key;
  const state = { version: 1, shape: apiKeyShape, deleted_at: null, gateway_id: null };
  const item = { ...keys.apiKey(key_hash), ...key, ...state, ...unsyncedFields(key_hash, created_at) };
  const failed = await transact([
    { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } },
    { Put: { Item: { ...listKeyOf(key), key_hash } } },
  ]);
  return !failed;
}

/**
 * Stores a key that is not usable yet. It is marked as deleted, so that nothing has to be undone if its creation is
 * interrupted. The caller holds its lease.
 */
export async function beginApiKey(key: ApiKeyRecord, leaseId: string): Promise<void> {
  const { key_hash, created_at: nowMs } = key;
  const state = { version: 1, shape: apiKeyShape, deleted_at: nowMs, gateway_id: null };
  const marks = { ...unsyncedFields(key_hash, nowMs), ...leaseFields(leaseId, nowMs) };
  const item = { ...keys.apiKey(key_hash), ...revoke(key, nowMs), ...state, ...marks };
  if (!(await putIfAbsent(item))) throw new Error('An API key with this hash already exists');
}

/** A change of a key: the record that was read, and the record to write. */
export interface KeyChange {
  before: StoredApiKey;
  after: StoredApiKey;
  /** Whether the key must be synced with API Gateway. */
  affectsGateway: boolean;
  /** The action for the audit trail. */
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
 * Makes a key usable after it was created in API Gateway, and changes the key it replaces in the same transaction.
 * `changed`: the replaced key has changed since it was read. `overtaken`: the new key lost its lease. In both cases
 * nothing is written.
 */
export async function finishApiKey(
  key: ApiKeyRecord,
  leaseId: string,
  gatewayId: string,
  replaced: KeyChange | undefined,
  context: ChangeContext,
): Promise<'finished' | 'changed' | 'overtaken'> {
  const { active, revoked_at, key_hash } = key;
  const state = { active, revoked_at, version: 2, deleted_at: null, gateway_id: gatewayId, ...syncedFields };
  const nowMs = context.now.getTime();
  const writes = () => [
    { Update: { Key: keys.apiKey(key_hash), ...conditionalUpdate(state, 'lease_id = :lease', { ':lease': leaseId }) } },
    { Put: { Item: { ...listKeyOf(key), key_hash } } },
    ...(replaced ? [changeWrite(replaced, nowMs), ...lossWrites(replaced)] : []),
  ];
  const changes = [
    auditOf(replaced ? 'api_key.rotated' : 'api_key.created', undefined, key),
    ...(replaced ? [auditOf(replaced.action, replaced.before, replaced.after)] : []),
  ];
  const failed = await transactAudited(writes, { context, changes });
  if (!failed) return 'finished';
  return failed.has(0) ? 'overtaken' : 'changed';
}

/** Writes a change; false if the key has changed since it was read. */
export async function changeApiKey(change: KeyChange, context: ChangeContext): Promise<boolean> {
  const isDeleted = change.after.deleted_at !== null;
  const writes = () => [
    changeWrite(change, context.now.getTime()),
    ...(isDeleted ? [{ Delete: { Key: listKeyOf(change.before) } }] : []),
    ...lossWrites(change),
  ];
  const changes = [auditOf(change.action, change.before, change.after)];
  return !(await transactAudited(writes, { context, changes }));
}

const lossWrites = ({ before, after }: KeyChange): Write[] => revocationWrites(lostByKey(before, after));

function changeWrite({ before, after, affectsGateway }: Omit<KeyChange, 'action'>, nowMs: number): Write {
  const { key_hash, version: _, gateway_id: __, lease_id: ___, ...values } = after;
  const marked = affectsGateway ? unsyncedFields(key_hash, nowMs) : {};
  const changes = { ...values, version: before.version + 1, shape: apiKeyShape, ...marked };
  return {
    Update: {
      Key: keys.apiKey(key_hash),
      ...conditionalUpdate(changes, 'version = :read', { ':read': before.version }),
    },
  };
}

/** Rewrites a key of an older shape in the current one and returns the result. */
export function rewriteApiKey(hash: string): Promise<RewriteResult> {
  return rewriteRecord(keys.apiKey(hash), apiKeyShape, {
    parse: (item) => StoredApiKey.parse(item),
    save: async (after, before) =>
      !(await transact([changeWrite({ before, after, affectsGateway: false }, Date.now())])),
  });
}

/** The hashes of some keys that are not deleted, by creation time, and where to continue. */
export async function apiKeyHashes(after: string | undefined): Promise<Page<string>> {
  const all = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': keys.apiKeyList } };
  const { items, next } = await queryPage({ ...all, ConsistentRead: true, Limit: 100 }, after);
  return { items: items.map(({ key_hash }) => String(key_hash)), next };
}

/**
 * Marks a key as not synced with API Gateway because the two may differ without a change. Its id there is looked up
 * again: the stored one may be of a deleted key.
 */
export async function markUnsynced(hash: string, nowMs: number): Promise<void> {
  const condition = 'key_hash = :hash';
  await updateIf({
    Key: keys.apiKey(hash),
    ...conditionalUpdate({ gateway_id: null, ...syncedFields, ...unsyncedFields(hash, nowMs) }, condition, {
      ':hash': hash,
    }),
  });
}

/** The hashes of the keys that are not synced with API Gateway, longest waiting first. */
export async function unsyncedApiKeys(): Promise<string[]> {
  const hashes: string[] = [];
  const found = query({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refs.unsyncedKeys },
  });
  for await (const { key_hash } of found) hashes.push(String(key_hash));
  return hashes;
}

/** Acquires the lease to sync a key; false if it is already synced or leased. */
export function leaseApiKey(hash: string, leaseId: string, nowMs: number): Promise<boolean> {
  const condition = 'attribute_exists(refPk) AND (attribute_not_exists(lease_until) OR lease_until <= :now)';
  return updateIf({
    Key: keys.apiKey(hash),
    ...conditionalUpdate(leaseFields(leaseId, nowMs), condition, { ':now': nowMs }),
  });
}

/** Releases the lease of a key. */
export async function releaseApiKey(hash: string, leaseId: string): Promise<void> {
  const { lease_id, lease_until } = syncedFields;
  const released = conditionalUpdate({ lease_id, lease_until }, 'lease_id = :lease', { ':lease': leaseId });
  await updateIf({ Key: keys.apiKey(hash), ...released });
}

/** Marks a key as synced and releases its lease; false if it has changed since it was read, or the lease was lost. */
export function markSynced(key: StoredApiKey, leaseId: string, gatewayId: string | null): Promise<boolean> {
  const condition = 'lease_id = :lease AND version = :read';
  const values = { ':lease': leaseId, ':read': key.version };
  return updateIf({
    Key: keys.apiKey(key.key_hash),
    ...conditionalUpdate({ gateway_id: gatewayId, ...syncedFields }, condition, values),
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
