import * as z from 'zod';
import { auditWrites } from '#src/logbook/audit.ts';
import type { AuditedChange, ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { hasOlderShape, type RewriteResult } from '#src/table/rewrite.ts';
import { type AttemptTime, getItem, getItems, ifUnchanged, type Key, transact, type Write } from '#src/table/table.ts';
import { putRow, raiseEpoch } from '../../store/list-rows.ts';
import {
  emptyOutput,
  GroupOutput,
  givingGroupsBack,
  groupOutputRow,
  groupOutputShape,
  outputId,
  outputNamed,
  takingGroups,
} from '../output.ts';
import { ifGroupExists } from './groups.ts';

/** The key of the groups by hand of an output. */
export function groupOutputKey(id: string): Key {
  const named = outputNamed(id);
  return named.kind === 'work' ? keys.groupsOfWork(named.id) : keys.groupsOfPublication(named.id);
}

/** The groups by hand of an output, or undefined. */
export async function getGroupOutput(id: string): Promise<GroupOutput | undefined> {
  const item = await getItem(groupOutputKey(id));
  return item && GroupOutput.parse(item);
}

/** The existing groups by hand of these outputs, by id. */
export async function getGroupOutputs(ids: readonly string[]): Promise<Map<string, GroupOutput>> {
  const items = await getItems(ids.map(groupOutputKey));
  return new Map(items.map((item) => GroupOutput.parse(item)).map((output) => [output.id, output]));
}

/** The condition that an output still stands for itself, for a transaction that changes its groups. */
export function ifStandsForItself(id: string): Write {
  const named = outputNamed(id);
  const Key = named.kind === 'work' ? keys.work(named.id) : keys.publication(named.id);
  const condition =
    named.kind === 'work'
      ? {
          ConditionExpression:
            'attribute_exists(pk) AND replaced_by = :none AND (attribute_not_exists(merged_into) OR merged_into = :none)',
          ExpressionAttributeValues: { ':none': null },
        }
      : {
          ConditionExpression: 'kind = :publication',
          ExpressionAttributeValues: { ':publication': 'publication' },
        };
  return { ConditionCheck: { Key, ...condition } };
}

/**
 * Writes the groups by hand of an output and its row, with an audit record. False if they or the record have changed since they
 * were read, a group that is added does not exist, or one of the conditions does not hold.
 */
export async function saveGroupOutput(
  after: GroupOutput,
  before: GroupOutput | undefined,
  audit: { context: ChangeContext; changes: AuditedChange[] },
  conditions: readonly Write[] = [],
): Promise<boolean> {
  const records = auditWrites(audit);
  const known = new Set([...(before?.added ?? []), ...(before?.excluded ?? [])]);
  const named = [...new Set([...after.added, ...after.excluded])].filter((id) => !known.has(id));
  const failed = await transact((at) => [
    ...groupOutputWrites(after, before, at),
    ifStandsForItself(after.id),
    ...named.map(ifGroupExists),
    ...conditions,
    ...records.writes,
  ]);
  if (!failed) records.log();
  return !failed;
}

/** The writes of the groups by hand of an output and of their row, for the transaction of its record. */
export function groupOutputWrites(after: GroupOutput, before: GroupOutput | undefined, at: AttemptTime): Write[] {
  const Item = { ...groupOutputKey(after.id), ...after, shape: groupOutputShape };
  return [
    { Put: { Item, ...ifUnchanged(before) } },
    putRow({ ...groupOutputRow(after), ...keys.groupOutputRow(after.id) }, at),
  ];
}

/** A record that another one stands for from now on; null: it stands for itself again. */
export interface StandIn {
  /** The id of the output. */
  id: string;
  by: string | null;
}

/**
 * The writes by which groups by hand follow records to those that stand for them, and return. They belong in the
 * transaction of the records, and fail if the groups were changed since they were read here.
 */
export async function groupsFollowing(
  standIns: readonly StandIn[],
  now: Date,
): Promise<((at: AttemptTime) => Write[]) | undefined> {
  const read = new Map<string, GroupOutput | undefined>();
  const current = new Map<string, GroupOutput>();
  const get = async (id: string) => {
    if (!read.has(id)) read.set(id, await getGroupOutput(id));
    return current.get(id) ?? read.get(id);
  };
  /** Also changes what stands for the output. */
  const change = async (id: string, to: (output: GroupOutput) => GroupOutput) => {
    const after = to((await get(id)) ?? emptyOutput(id));
    current.set(id, after);
    if (after.merged_into !== null) await change(after.merged_into, (other) => takingGroups(other, after, now));
  };
  for (const { id, by } of standIns) {
    const output = await get(id);
    if (!output) continue;
    const target = by === null ? null : await canonicalOf(by);
    if (target === output.merged_into || target === id) continue;
    if (output.merged_into !== null) await change(output.merged_into, (other) => givingGroupsBack(other, id, now));
    await change(id, (own) => ({ ...own, merged_into: target, version: own.version + 1, updated_at: now.getTime() }));
  }
  if (standIns.length === 0) return undefined;
  const unwritten = standIns.flatMap(({ id }) => (read.get(id) ? [] : id));
  return (at) => [
    ...[...current.values()].flatMap((after) =>
      // Several changes of one output are one write.
      groupOutputWrites({ ...after, version: (read.get(after.id)?.version ?? 0) + 1 }, read.get(after.id), at),
    ),
    ...[...new Set(unwritten)].filter((id) => !current.has(id)).map(ifWithoutGroups),
  ];
}

/** The condition that an output still has no groups by hand. */
const ifWithoutGroups = (id: string): Write => ({
  ConditionCheck: { Key: groupOutputKey(id), ConditionExpression: 'attribute_not_exists(pk)' },
});

/** The item under the key of a DOI that leads to another one. */
const Alias = z.object({ kind: z.literal('alias'), canonical: z.string() });
const maxDepth = 8;

/** The output that an alias of a publication leads to. */
async function canonicalOf(id: string): Promise<string> {
  const named = outputNamed(id);
  if (named.kind === 'work') return id;
  let { id: doi } = named;
  for (let depth = 0; depth <= maxDepth; depth++) {
    const alias = Alias.safeParse(await getItem(keys.publication(doi))).data;
    if (!alias) break;
    doi = alias.canonical;
  }
  return outputId({ kind: 'publication', id: doi });
}

/** Deletes the groups of an output whose record is gone, and its row. */
function deleteGroupOutput(id: string): Promise<boolean> {
  return retryIfStale(`The groups of ${id}`, async () => {
    const output = await getGroupOutput(id);
    if (!output && !(await getItem(keys.groupOutputRow(id)))) return false;
    const failed = await transact((at) => [
      { Delete: { Key: groupOutputKey(id), ...ifUnchanged(output) } },
      { Delete: { Key: keys.groupOutputRow(id) } },
      raiseEpoch('GROUP_OUTPUT', at),
    ]);
    return failed ? stale : true;
  });
}

/**
 * Rewrites the groups of an output in the current shape. Makes good what an earlier release has left out: groups of a
 * publication that it has merged go to the other one, and a row whose record it has deleted goes.
 */
export function rewriteGroupOutput(id: string): Promise<RewriteResult> {
  return retryIfStale(`The groups of ${id}`, async () => {
    const item = await getItem(groupOutputKey(id));
    if (!item) return (await deleteGroupOutput(id)) ? 'rewritten' : 'gone';
    const before = GroupOutput.parse(item);
    const by = await canonicalOf(id);
    if (by !== id && before.merged_into === null) {
      const follow = await groupsFollowing([{ id, by }], new Date());
      return follow && !(await transact(follow)) ? 'rewritten' : stale;
    }
    if (!hasOlderShape(item, groupOutputShape)) return 'current';
    const after = { ...before, version: before.version + 1 };
    return (await transact((at) => groupOutputWrites(after, before, at))) ? stale : 'rewritten';
  });
}
