import * as z from 'zod';

/** Named at most so many in a group, and so many groups of one person. */
export const maxStewards = 50;
export const maxStewardedGroups = 100;

/**
 * The groups that a user looks after: a copy of what their records say, written in the same transactions. Requests are
 * authorized by it.
 */
export const Stewardship = z.object({
  email: z.string(),
  /** Somebody else who gets the address later looks after nothing. */
  user_id: z.string(),
  /** Each with the workspace of the administrator who named them, which they may read. */
  groups: z.array(z.object({ group_id: z.string(), workspace: z.string() })),
  /** Incremented by every write, which is conditional on the version it read. */
  version: z.int(),
});
export type Stewardship = z.output<typeof Stewardship>;

/** Names or removes a steward of a group. The same object if nothing changes. */
export function withStewardedGroup(stored: Stewardship, group_id: string, workspace: string | undefined): Stewardship {
  const known = stored.groups.find((each) => each.group_id === group_id);
  if ((known !== undefined) === (workspace !== undefined)) return stored;
  const others = stored.groups.filter((each) => each !== known);
  const groups = workspace === undefined ? others : [...others, { group_id, workspace }];
  return { ...stored, groups, version: stored.version + 1 };
}
