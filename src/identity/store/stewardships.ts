import { keys } from '#src/table/keys.ts';
import { getItem, ifUnchanged, type Write } from '#src/table/table.ts';
import { Stewardship } from '../domain/stewardship.ts';
import { userShape } from '../domain/user.ts';

/** The groups that the user with this address looks after; undefined for none. */
export async function getStewardship(email: string): Promise<Stewardship | undefined> {
  const item = await getItem(keys.stewardship(email));
  return item && Stewardship.parse(item);
}

/** The write of a changed stewardship, on the condition that it is as it was read. */
export function stewardshipWrite(after: Stewardship, before: Stewardship | undefined): Write {
  const key = keys.stewardship(after.email);
  if (after.groups.length === 0) return { Delete: { Key: key, ...ifUnchanged(before) } };
  return { Put: { Item: { ...key, ...after, shape: userShape }, ...ifUnchanged(before) } };
}

/** The condition that a stewardship is as it was read, for a transaction of the steward. */
export const ifStillSteward = (stewardship: Stewardship): Write => ({
  ConditionCheck: { Key: keys.stewardship(stewardship.email), ...ifUnchanged(stewardship) },
});
