import { transactAudited } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { expiry } from '#src/runtime/retention.ts';
import { keys, prefixes } from '#src/table/keys.ts';
import { getItem, ifUnchanged, prefixQuery, putIfAbsent, queryPage } from '#src/table/table.ts';
import { RolloutChange, RolloutRecord, rolloutFeature } from '../domain/configuration.ts';

/** The stored rollout; undefined before the first version is stored. */
export async function getRollout(): Promise<RolloutRecord | undefined> {
  const item = await getItem(keys.rollout(rolloutFeature));
  return item && RolloutRecord.parse(item);
}

/** Stores the rollout of a new deployment, unless there is one. */
export async function storeInitialRollout(initial: RolloutRecord): Promise<void> {
  await putIfAbsent({ ...keys.rollout(rolloutFeature), ...initial, version: 1 });
}

/** A change to store: its action, and why it was made. */
export interface RolloutCause {
  action: RolloutChange['action'];
  reason: string | null;
}

/**
 * Stores a change of the rollout with its history row and its audit record, in one transaction. False if the rollout
 * has changed since it was read.
 */
export async function saveRollout(
  before: RolloutRecord,
  after: RolloutRecord,
  { action, reason }: RolloutCause,
  context: ChangeContext,
): Promise<boolean> {
  const change: RolloutChange = {
    action,
    changed_at: after.updated_at,
    changed_by: after.updated_by,
    reason,
    before: stateOf(before),
    after: stateOf(after),
  };
  const isStored = before.version > 0;
  const writes = [
    { Put: { Item: { ...keys.rollout(rolloutFeature), ...after }, ...ifUnchanged(isStored ? before : undefined) } },
    {
      Put: {
        Item: { ...keys.rolloutChange(rolloutFeature, after.version), ...change, ...expiry('AUDIT', after.updated_at) },
      },
    },
  ];
  const audited = { action, workspace: null, resource: rolloutFeature, before, after: { ...after, reason } };
  return !(await transactAudited(writes, { context, changes: [audited] }));
}

/** The last changes of the rollout, newest first, read with strong consistency. */
export async function listRolloutChanges(limit: number): Promise<RolloutChange[]> {
  const { pk } = keys.rollout(rolloutFeature);
  const newest = { ...prefixQuery(pk, prefixes.rolloutChange), ScanIndexForward: false, Limit: limit };
  const { items } = await queryPage(newest, undefined);
  return items.map((item) => RolloutChange.parse(item));
}

function stateOf({ stage, enabled, auto_disabled, disabled_reason }: RolloutRecord): RolloutChange['after'] {
  return { stage, enabled, auto_disabled, disabled_reason };
}
