import * as z from 'zod';
import type { AuditAction, AuditedChange } from '#src/logbook/domain/audit.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { slugWords } from '#src/vocabulary/text/slug.ts';
import { omitWriteTimes, writeTimes } from '../publications/publicity.ts';

/** Shape version stored with groups and their list rows. Raise it as `publicationShape`. */
export const groupShape = 1;

/** Ids that are words of addresses and of the filter. */
const reservedIds = ['import', 'imports', 'none'];

/** A group id, safe in URLs unencoded. It never changes. */
export const GroupId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,79}$/, {
    error: 'must be 1 to 80 lower-case letters, digits or hyphens, the first a letter or digit',
  })
  .refine((id) => !reservedIds.includes(id), { error: `must not be ${reservedIds.join(' or ')}` });

/** The first and the last day of something, as `YYYY-MM-DD` in UTC. Null: always before, or ever after. */
export const storedPeriod = { starts_at: z.string().nullable(), ends_at: z.string().nullable() };

const GroupParent = z.object({ id: z.string(), ...storedPeriod });
export type GroupParent = z.output<typeof GroupParent>;

/** A department, institute, centre or any other part of an institution. Times in milliseconds since the epoch. */
export const GroupRecord = z.object({
  id: z.string(),
  name: LocalizedText,
  /** Any word, such as `department`. */
  kind: z.string().nullable(),
  /** The groups that it has been a part of, each with its period. */
  parents: z.array(GroupParent),
  /** The group that has taken over its outputs: counts as a parent at any time. */
  taken_over_by: z.string().nullable(),
  ror: z.string().nullable(),
  homepage: z.string().nullable(),
  /** Its number in the systems of the institution. No two groups have the same. */
  external_id: z.string().nullable(),
  /** Its names as authors print them in affiliations. */
  printed_names: z.array(z.string()),
  visible: z.boolean(),
  ...storedPeriod,
  /** E-mail addresses of users who look after it, sorted. Their rights are a copy, in the partitions of the users. */
  stewards: z.array(z.string()).default([]),
  /** ISO 8601. */
  deleted_at: z.string().nullable(),
  /** See `departures` in publicity.ts. Set by storage. */
  withdrawn_at: z.int().nullable().default(null),
  created_at: z.int(),
  updated_at: z.int(),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
});
export type GroupRecord = z.output<typeof GroupRecord>;

/** The whole group, except who looks after it. */
export const GroupRow = GroupRecord.omit({ stewards: true }).extend(writeTimes);
export type GroupRow = z.output<typeof GroupRow>;

const WrittenRow = GroupRow.omit(omitWriteTimes);

export function groupRow(record: GroupRecord): z.output<typeof WrittenRow> & { shape: number } {
  return { ...WrittenRow.parse(record), shape: groupShape };
}

/** The fields that a group is created with. */
export type GroupContent = Omit<
  GroupRecord,
  'id' | 'deleted_at' | 'withdrawn_at' | 'created_at' | 'updated_at' | 'version'
>;

export function newGroup(id: string, content: GroupContent, now: Date): GroupRecord {
  const times = { created_at: now.getTime(), updated_at: now.getTime(), deleted_at: null, withdrawn_at: null };
  return { id, ...content, ...times, version: 1 };
}

/** The record with other content: the same object if nothing changes. */
export function changedGroup(stored: GroupRecord, change: Partial<GroupContent>, now: Date): GroupRecord {
  const changed = { ...stored, ...change };
  if (isSameJson(changed, stored)) return stored;
  return { ...changed, updated_at: now.getTime(), version: stored.version + 1 };
}

export const deletedGroup = (stored: GroupRecord, now: Date): GroupRecord => ({
  ...stored,
  stewards: [],
  deleted_at: now.toISOString(),
  updated_at: now.getTime(),
  version: stored.version + 1,
});

/** The addresses that a write names as stewards, and those that it takes away. */
export function stewardChanges(before: GroupRecord | undefined, after: GroupRecord) {
  const was = before?.stewards ?? [];
  return {
    named: after.stewards.filter((email) => !was.includes(email)),
    removed: was.filter((email) => !after.stewards.includes(email)),
  };
}

/** Whether a write changes what belongs to what. */
export const changesTree = (before: GroupRecord | undefined, after: GroupRecord): boolean =>
  before
    ? before.taken_over_by !== after.taken_over_by || !isSameJson(before.parents, after.parents)
    : after.parents.length > 0 || after.taken_over_by !== null;

/** The groups that a group belongs to, at any time. */
export const groupsAbove = ({ parents, taken_over_by }: Pick<GroupRecord, 'parents' | 'taken_over_by'>): string[] => [
  ...new Set([...parents.map(({ id }) => id), ...(taken_over_by === null ? [] : [taken_over_by])]),
];

/** Fields left out of the audit: the id, and those set by storage or by every write. */
const unaudited = ['id', 'withdrawn_at', 'created_at', 'updated_at', 'version'];
const auditedNames = (Object.keys(GroupRecord.shape) as (keyof GroupRecord)[]).filter(
  (name) => !unaudited.includes(name),
);

/** The audit record of a group's change: the fields that differ, and the action. */
export function groupChange(before: GroupRecord | undefined, after: GroupRecord): AuditedChange {
  const changed = auditedNames.filter((name) => !before || !isSameJson(before[name], after[name]));
  const pick = (record: GroupRecord) => Object.fromEntries(changed.map((name) => [name, record[name]]));
  const action: AuditAction = !before
    ? 'group.created'
    : after.deleted_at !== null && before.deleted_at === null
      ? 'group.deleted'
      : 'group.updated';
  return { action, workspace: null, resource: after.id, before: before && pick(before), after: pick(after) };
}

/** Candidate ids for a new group, best first: the words of its name, then with a number, then with `random`. */
export function groupIdsFor(name: LocalizedText, random: string): string[] {
  const texts = typeof name === 'string' ? [name] : [name.en ?? '', ...Object.values(name)];
  const words = texts.map((text) => slugWords(text, 60)).find((slug) => slug.length >= 2) ?? 'group';
  const numbered = Array.from({ length: 8 }, (_, index) => `${words}-${index + 2}`);
  return [words, ...numbered, `${words}-${random}`].filter((id) => GroupId.safeParse(id).success);
}
