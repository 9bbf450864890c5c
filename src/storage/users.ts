import type { Membership, UserRecord } from '../domain/user.ts';
import { keys } from './keys.ts';
import { putIfAbsent } from './table.ts';

/** Stores a new user; false when the address is known already. */
export async function createUser(user: UserRecord): Promise<boolean> {
  return putIfAbsent({ ...keys.user(user.email), ...user });
}

/** Makes a user a member of a workspace; false when they are one already. */
export async function createMembership(membership: Membership): Promise<boolean> {
  return putIfAbsent({ ...keys.membership(membership.email, membership.workspace), ...membership });
}
