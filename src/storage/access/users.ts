import * as z from 'zod';
import { Membership, UserRecord, userShape } from '../../domain/access/user.ts';
import { keys, prefixes } from '../keys.ts';
import { getItem, type Item, query, setting, transact, type Write } from '../table.ts';

/** What is kept of a user while they are being made or deleted: what a crash leaves behind can be told, and finished. */
export const UserItem = z.object({
  ...UserRecord.shape,
  /** The attempt that is making them. */
  making: z.string().optional(),
  deleting: z.boolean().optional(),
});

/** A user and whether they are complete. */
export interface KnownUser {
  user: UserRecord;
  state: 'complete' | 'making' | 'deleting';
}

type Condition = Pick<
  NonNullable<Write['Put']>,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

const ifUsable = 'attribute_exists(pk) AND attribute_not_exists(deleting)';

/**
 * Stores a new user; false when the address is known already. With an attempt they are only being made, and another
 * attempt may begin anew, until `finishUser`.
 */
export async function createUser(user: UserRecord, attempt?: string): Promise<boolean> {
  const failed = await transact([
    {
      Put: {
        Item: { ...keys.user(user.email), ...user, shape: userShape, ...(attempt && { making: attempt }) },
        ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(making)',
      },
    },
    { Put: { Item: { ...keys.userRow(user.email), ...user, shape: userShape } } },
  ]);
  return !failed;
}

/** Declares a user complete; false when this attempt is no longer the one that makes them. */
export async function finishUser(email: string, attempt: string): Promise<boolean> {
  const Key = keys.user(email);
  return !(await transact([{ Update: { Key, UpdateExpression: 'REMOVE making', ...ifMadeBy(attempt) } }]));
}

/** Takes a user back whom this attempt was making; without effect on any other. */
export async function undoUser(email: string, attempt: string): Promise<void> {
  await transact([
    { Delete: { Key: keys.user(email), ...ifMadeBy(attempt) } },
    { Delete: { Key: keys.userRow(email) } },
  ]);
}

const ifMadeBy = (attempt: string) => ({
  ConditionExpression: 'making = :attempt',
  ExpressionAttributeValues: { ':attempt': attempt },
});

/** Every user, in the order of their addresses, read strongly consistent. */
export async function listUsers(): Promise<UserRecord[]> {
  const users: UserRecord[] = [];
  const { pk } = keys.userRow('');
  const all = { ConsistentRead: true, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  for await (const item of query(all)) users.push(UserRecord.parse(item));
  return users;
}

/** The user with this address, and whether they are complete; undefined for an unknown one. */
export async function getUser(email: string): Promise<KnownUser | undefined> {
  const item = await getItem(keys.user(email));
  if (!item) return undefined;
  const { making, deleting, ...user } = UserItem.parse(item);
  return { user, state: deleting ? 'deleting' : making === undefined ? 'complete' : 'making' };
}

/** Changes a user, or only the time of their last change; what became of it, `user` being as it is afterwards. */
export async function updateUser(
  email: string,
  changes: Partial<Pick<UserRecord, 'is_superadmin'>>,
  now: Date,
): Promise<KnownUser | undefined> {
  for (;;) {
    const known = await getUser(email);
    if (!known || known.state === 'deleting') return known;
    const user = { ...known.user, ...changes, updated_at: now.getTime() };
    const { ExpressionAttributeValues, ...update } = setting({ ...user, shape: userShape });
    const failed = await transact([
      {
        Update: {
          Key: keys.user(email),
          ...update,
          ConditionExpression: `${ifUsable} AND id = :id AND is_superadmin = :readFlag AND updated_at = :readAt`,
          ExpressionAttributeValues: {
            ...ExpressionAttributeValues,
            ':id': user.id,
            ':readFlag': known.user.is_superadmin,
            ':readAt': known.user.updated_at,
          },
        },
      },
      { Put: { Item: { ...keys.userRow(email), ...user, shape: userShape } } },
    ]);
    if (!failed) return { ...known, user };
  }
}

/**
 * Takes all rights a user has by themselves, and lets nobody give them any more: from here on they can only be deleted.
 * False for an unknown address.
 */
export async function beginDeletion(email: string, now: Date): Promise<boolean> {
  for (;;) {
    const known = await getUser(email);
    if (!known) return false;
    const user = { ...known.user, is_superadmin: false, updated_at: now.getTime() };
    const failed = await transact([
      {
        Put: {
          Item: { ...keys.user(email), ...user, shape: userShape, deleting: true },
          ConditionExpression: 'id = :id',
          ExpressionAttributeValues: { ':id': user.id },
        },
      },
      { Put: { Item: { ...keys.userRow(email), ...user, shape: userShape } } },
    ]);
    if (!failed) return true;
  }
}

/** Deletes a user whose deletion has begun. */
export async function endDeletion(email: string): Promise<void> {
  await transact([
    {
      Delete: { Key: keys.user(email), ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(deleting)' },
    },
    { Delete: { Key: keys.userRow(email) } },
  ]);
}

/** The condition that there is a user with this address, and will be. */
export const ifUserStays = (email: string): Write => ({
  ConditionCheck: { Key: keys.user(email), ConditionExpression: ifUsable },
});

/** Makes a user a member of a workspace; false when they are one already. */
export async function createMembership(membership: Membership): Promise<boolean> {
  return !(await transact(membershipWrites(membership, { ConditionExpression: 'attribute_not_exists(pk)' })));
}

/** The writes of a membership, beside the user and beside the workspace; the condition is about what was there before. */
export function membershipWrites(membership: Membership, condition: Partial<Condition>): Write[] {
  const { email, workspace } = membership;
  const item = { ...membership, shape: userShape };
  return [
    { Put: { Item: { ...keys.membership(email, workspace), ...item }, ...condition } },
    { Put: { Item: { ...keys.memberRow(workspace, email), ...item } } },
  ];
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
    else if (isMembership(item)) memberships.push(Membership.parse(item));
  }
  return { user, memberships };
}

const isMembership = ({ sk }: Item) => String(sk).startsWith(prefixes.membership);
