import { Membership, UserRecord } from '../domain/user.ts';
import { keys } from './keys.ts';
import { putIfAbsent, query } from './table.ts';

/** Stores a new user; false when the address is known already. */
export async function createUser(user: UserRecord): Promise<boolean> {
  return putIfAbsent({ ...keys.user(user.email), ...user });
}

/** Makes a user a member of a workspace; false when they are one already. */
export async function createMembership(membership: Membership): Promise<boolean> {
  return putIfAbsent({ ...keys.membership(membership.email, membership.workspace), ...membership });
}

/** A user and the workspaces they are a member of, read strongly consistent; no record for an unknown address. */
export async function findUser(email: string): Promise<{ user: UserRecord | undefined; memberships: Membership[] }> {
  let user: UserRecord | undefined;
  const memberships: Membership[] = [];
  const { pk, sk } = keys.user(email);
  const everything = {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  };
  for await (const item of query(everything)) {
    if (item.sk === sk) user = UserRecord.parse(item);
    else memberships.push(Membership.parse(item));
  }
  return { user, memberships };
}
