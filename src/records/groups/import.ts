import * as z from 'zod';
import { GroupMember } from './member.ts';

/** Imports can be undone for this long. */
export const importKeptDays = 90;

export const importModes = ['add', 'replace'] as const;

/** An import of memberships, in one or several requests. */
export const GroupImport = z.object({
  id: z.string(),
  mode: z.enum(importModes),
  /** The groups that its rows name: with `replace`, who is in none of the rows leaves these. */
  group_ids: z.array(z.string()),
  /** Who began it. */
  actor: z.string().nullable().default(null),
  created_at: z.int(),
  undone_at: z.int().nullable(),
  /** Whether its undo has begun and not come to its end. */
  undo_pending: z.boolean().default(false),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
});
export type GroupImport = z.output<typeof GroupImport>;

/** The notes of an import about a member, for its undo. */
export const ImportedMember = z.object({
  member_id: z.string(),
  /** The memberships before the first change by the import, and the name; null if there was nobody. */
  before: GroupMember.pick({ memberships: true, name: true, staff_id: true }).nullable(),
  /** The version after the last change by the import, 0 if it has left nothing; null until it changes something. */
  version: z.int().nullable(),
  /** The memberships that its rows name. */
  kept: z.array(z.string()),
});
export type ImportedMember = z.output<typeof ImportedMember>;

/** The notes about a member after an import has read their rows, and perhaps changed them. */
export function importedMember(
  known: ImportedMember | undefined,
  found: {
    member_id: string;
    change: { before: GroupMember | undefined; after: GroupMember } | undefined;
    kept: readonly string[];
  },
): ImportedMember {
  const { member_id, change } = found;
  const kept = [...new Set([...(known?.kept ?? []), ...found.kept])];
  if (!change) return { member_id, before: known?.before ?? null, version: known?.version ?? null, kept };
  const { before, after } = change;
  const isFirst = known === undefined || known.version === null;
  const was = before ? { memberships: before.memberships, name: before.name, staff_id: before.staff_id } : null;
  const isForgotten = after.orcid === null && after.memberships.length === 0;
  return { member_id, before: isFirst ? was : known.before, version: isForgotten ? 0 : after.version, kept };
}
