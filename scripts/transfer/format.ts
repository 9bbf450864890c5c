import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import {
  activityPrefix,
  apiKeyPrefix,
  auditPrefix,
  backfillPartition,
  importPartition,
  installationListPrefix,
  installationPrefix,
  jobListPrefix,
  jobPrefix,
  keys,
  pacePrefix,
  repairPrefix,
  revocationPartition,
  rolloutMinutePrefix,
  rolloutPrefix,
  sitePrefix,
  usagePrefix,
  userListPartition,
  userPrefix,
  workspacePrefix,
} from '../../src/storage/keys.ts';

/** The first line of an export. The lines after it are items, `{"Item": …}` as in exports of DynamoDB; then the end. */
export const Head = z.object({
  format: z.literal('publication-registry-export'),
  version: z.literal(1),
  id: z.uuid(),
  /** When it was begun: what was revoked since is revoked again after an import. */
  exported_at: z.iso.datetime(),
  /** Whether it has users, keys, installations, logs and jobs. */
  accounts: z.boolean(),
});
export type Head = z.output<typeof Head>;

/** The last line: how many items there are, and the SHA-256 of all lines before, in hex. */
export const End = z.object({ items: z.int(), sha256: z.string() });

export type Attributes = Record<string, AttributeValue>;

/** Counters and progress of jobs, which mean nothing in another table. */
const passing = [
  ...[usagePrefix, pacePrefix, rolloutMinutePrefix, repairPrefix, backfillPartition, importPartition],
  keys.proposalProgress('').pk,
];

/** Everything with credentials or with what people did. */
const accounts = [
  ...[userPrefix, userListPartition, workspacePrefix, apiKeyPrefix, keys.apiKeyList],
  ...[installationPrefix, installationListPrefix, sitePrefix, revocationPartition],
  ...[auditPrefix, activityPrefix, jobPrefix, jobListPrefix],
];

const isIn = (partitions: readonly string[], pk: string) =>
  partitions.some((partition) => (/[#:]$/.test(partition) ? pk.startsWith(partition) : pk === partition));

/** Whether an item belongs into an export. */
export function isExported({ pk, sk }: Attributes, withAccounts: boolean): boolean {
  const partition = pk?.S ?? '';
  if (isIn(passing, partition)) return false;
  // The pointer of a person to their latest job.
  return withAccounts || !(isIn(accounts, partition) || sk?.S === keys.latestJob('').sk);
}

/** Whether an item is data that an import must not be mixed with. The rollout has a record before anybody uses the registry. */
export const preventsImport = (item: Attributes): boolean =>
  isExported(item, true) && !isIn([rolloutPrefix], item.pk?.S ?? '');

/** An item as DynamoDB JSON, with binary values in base64. */
export const itemJson = (item: Attributes): string =>
  JSON.stringify(item, function (this: Record<string, unknown>, name, value) {
    const binary = this[name];
    return binary instanceof Uint8Array ? Buffer.from(binary).toString('base64') : value;
  });

/** The line of an item in an export. */
export const lineOf = (item: Attributes): string => `{"Item":${itemJson(item)}}\n`;

const Line = z.object({ Item: z.looseObject({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) }) });

/** The item of a line. Throws if it has none. */
export function itemOf(line: string): Attributes {
  // A text below one of these names is always the value of that type: attributes hold objects.
  const parsed = JSON.parse(line, (name, value) => {
    if (name === 'B' && typeof value === 'string') return new Uint8Array(Buffer.from(value, 'base64'));
    if (name === 'BS' && Array.isArray(value)) return value.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
    return value;
  });
  return Line.parse(parsed).Item as Attributes;
}
