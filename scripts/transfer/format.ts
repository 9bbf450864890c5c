import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { formerProgress, keys, partitions as of, partPrefix } from '#src/table/keys.ts';

/** The first line of an export, followed by items, `{"Item": …}` as in DynamoDB's exports, and the end. */
export const Head = z.object({
  format: z.literal('publication-registry-export'),
  version: z.literal(1),
  id: z.uuid(),
  /** When the export began. Later revocations are repeated after an import. */
  exported_at: z.iso.datetime(),
  /** Whether it includes users, keys, installations, logs, jobs and intakes. */
  accounts: z.boolean(),
});
export type Head = z.output<typeof Head>;

/** The last line: the number of items and the SHA-256 of all previous lines, in hex. */
export const End = z.object({ items: z.int(), sha256: z.string() });

export type Attributes = Record<string, AttributeValue>;

/** Counters and job progress, which mean nothing in another table. */
const passing = [of.usage, of.pace, of['rollout-minutes'], of.import, of.passes, ...formerProgress];

/** Items with credentials or with people's actions. */
const accounts = [
  ...[of.users, of['user-list'], of.workspaces, of['api-keys'], of['api-key-list']],
  ...[of.installations, of['installation-list'], of.sites, of.revocations],
  ...[of.audit, of.activity, of.jobs, of['job-list']],
  ...[of.intakes, of['intake-list'], of['open-intakes']],
];

const isIn = (partitions: readonly string[], pk: string) =>
  partitions.some((partition) => (/[#:]$/.test(partition) ? pk.startsWith(partition) : pk === partition));

/** Whether an item belongs in an export. */
export function isExported({ pk, sk }: Attributes, withAccounts: boolean): boolean {
  const partition = pk?.S ?? '';
  if (isIn(passing, partition)) return false;
  // The pointer from a person to their latest job.
  return withAccounts || !(isIn(accounts, partition) || sk?.S === keys.latestJob('').sk);
}

/** The item as it is exported: without accounts, groups have no stewards, who are named by e-mail address. */
export const exported = (item: Attributes, withAccounts: boolean): Attributes =>
  withAccounts || !item.stewards || !item.pk?.S?.startsWith(of.groups) ? item : { ...item, stewards: { L: [] } };

/** Whether an import must not mix with this item. A new registry already has a rollout record. */
export const preventsImport = (item: Attributes): boolean =>
  isExported(item, true) && !isIn([of.rollout], item.pk?.S ?? '');

/** Whether an item is a part of another one, with which it is exported. */
export const isPart = ({ pk, sk }: Attributes): boolean =>
  Boolean(pk?.S?.startsWith(of.publications) && sk?.S?.startsWith(partPrefix));

/** The keys of the parts that an item names; none if it is complete. */
export function partKeys({ pk, parts }: Attributes): Attributes[] {
  const { generation, count } = parts?.M ?? {};
  const doi = pk?.S?.slice(of.publications.length) ?? '';
  if (!pk?.S?.startsWith(of.publications) || generation?.S === undefined) return [];
  const text = generation.S;
  return Array.from({ length: Number(count?.N) }, (_, n) => {
    const key = keys.publicationPart(doi, text, n);
    return { pk: { S: key.pk }, sk: { S: key.sk } };
  });
}

/** An item as DynamoDB JSON, with binary values in base64. */
const itemJson = (item: Attributes): string =>
  JSON.stringify(item, function (this: Record<string, unknown>, name, value) {
    const binary = this[name];
    return binary instanceof Uint8Array ? Buffer.from(binary).toString('base64') : value;
  });

/** The line of an item in an export. */
export const lineOf = (item: Attributes): string => `{"Item":${itemJson(item)}}\n`;

const Line = z.object({ Item: z.looseObject({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) }) });

/** The item of a line. Throws if it has none. */
export function itemOf(line: string): Attributes {
  // Attributes hold objects, so a string below one of these names is always a value of that type.
  const parsed = JSON.parse(line, (name, value) => {
    if (name === 'B' && typeof value === 'string') return new Uint8Array(Buffer.from(value, 'base64'));
    if (name === 'BS' && Array.isArray(value)) return value.map((text) => new Uint8Array(Buffer.from(text, 'base64')));
    return value;
  });
  return Line.parse(parsed).Item as Attributes;
}
