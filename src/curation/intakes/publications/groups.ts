import {
  emptyOutput,
  type GroupOutput,
  maxOutputGroups,
  type OutputName,
  outputId,
  withGroups,
} from '#src/records/groups/output.ts';
import { getGroups } from '#src/records/groups/store/groups.ts';
import { getGroupOutput, groupOutputWrites } from '#src/records/groups/store/outputs.ts';
import type { IntakeRecord, StoredIntakeRow } from '#src/records/intakes/intake.ts';
import type { AttemptTime, Write } from '#src/table/table.ts';

/** A change of the groups by hand of an output, for the transaction of its record. */
export interface GroupChange {
  /** The groups that it adds or takes away. */
  ids: string[];
  /** The version of the groups after it; 0 if there are none. */
  version: number;
  writes: (at: AttemptTime) => Write[];
}

const unchanged = (before: GroupOutput | undefined): GroupChange => ({
  ids: [],
  version: before?.version ?? 0,
  writes: () => [],
});

/** The groups that a row adds to its output: those of its departments, and, if it is new, the one for all. */
export const wantedGroups = (intake: IntakeRecord, { finding }: StoredIntakeRow, isNew: boolean): string[] => [
  ...new Set([
    ...(isNew && intake.options.group_id !== null ? [intake.options.group_id] : []),
    ...finding.groups.flatMap(({ group_id }) => group_id ?? []),
  ]),
];

/**
 * Adds groups to an output. That they exist is only read: as a condition, it would make all transactions of the intake
 * conflict, and lists leave out groups that are gone.
 */
export async function addingGroups(name: OutputName, wanted: readonly string[], now: Date): Promise<GroupChange> {
  if (wanted.length === 0) return unchanged(undefined);
  const known = await getGroups(wanted);
  const before = await getGroupOutput(outputId(name));
  const current = before ?? emptyOutput(outputId(name));
  const isNew = (id: string) =>
    known.get(id)?.deleted_at === null && !current.added.includes(id) && !current.excluded.includes(id);
  const ids = wanted.filter(isNew).slice(0, Math.max(maxOutputGroups - current.added.length, 0));
  return ids.length === 0 ? unchanged(before) : changeTo(before, current, [...current.added, ...ids], ids, now);
}

/** Takes the groups away again that an intake has added, as far as they are there. */
export async function removingGroups(name: OutputName, added: readonly string[], now: Date): Promise<GroupChange> {
  if (added.length === 0) return unchanged(undefined);
  const before = await getGroupOutput(outputId(name));
  const ids = added.filter((id) => before?.own.added.includes(id));
  if (!before || ids.length === 0) return unchanged(before);
  return changeTo(
    before,
    before,
    before.added.filter((id) => !ids.includes(id)),
    ids,
    now,
  );
}

function changeTo(
  before: GroupOutput | undefined,
  current: GroupOutput,
  added: string[],
  ids: string[],
  now: Date,
): GroupChange {
  const after = withGroups(current, { added, excluded: current.excluded }, now);
  return { ids, version: after.version, writes: (at) => groupOutputWrites(after, before, at) };
}

/** The version of the groups by hand of an output; 0 if it has none. */
export const groupsVersion = async (name: OutputName): Promise<number> =>
  (await getGroupOutput(outputId(name)))?.version ?? 0;
