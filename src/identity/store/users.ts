import * as z from 'zod';
import { type Audit, transactAudited } from '#src/logbook/audit.ts';
import type { AuditAction, ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys, prefixes } from '#src/table/keys.ts';
import { getItem, type Item, query, transact, updateExpression, updateIf, type Write } from '#src/table/table.ts';
import { lostByUser } from '../domain/lost-rights.ts';
import { Stewardship } from '../domain/stewardship.ts';
import { issuerSubject, Membership, UserRecord, userShape } from '../domain/user.ts';
import { revocationWrites } from './revocations.ts';

/** A stored user with the internal fields. */
export const UserItem = z.object({
  ...UserRecord.shape,
  /** The claim of the request that is creating the user. After a crash, another request can take over once it expires. */
  making: z.string().optional(),
  making_until: z.int().optional(),
  deleting: z.boolean().optional(),
  /** The identity that the user is bound to (`issuerSubject`). Missing before the first sign-in without a directory. */
  subject: z.string().optional(),
});

/** A user with the state of their creation or deletion. */
export interface KnownUser {
  user: UserRecord;
  subject: string | undefined;
  state: 'complete' | 'making' | 'deleting';
}

/** The right of one request to create a user, until a time in milliseconds. */
export interface CreationClaim {
  attempt: string;
  untilMs: number;
}

type Condition = Pick<
  NonNullable<Write['Put']>,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

const ifUsable = 'attribute_exists(pk) AND attribute_not_exists(deleting)';

/**
 * Stores a new user. With a claim, the user is incomplete until `completeUser`. Returns `claimed` if another request with
 * a valid claim is creating them.
 */
export async function createUser(
  user: UserRecord,
  { claim, audit }: { claim?: CreationClaim; audit?: ChangeContext } = {},
): Promise<'created' | 'exists' | 'claimed'> {
  const claimed = claim && { making: claim.attempt, making_until: claim.untilMs };
  const writes = [
    {
      Put: {
        Item: { ...keys.user(user.email), ...user, shape: userShape, ...claimed },
        ConditionExpression:
          'attribute_not_exists(pk) OR ' +
          '(attribute_exists(making) AND (attribute_not_exists(making_until) OR making_until <= :now))',
        ExpressionAttributeValues: { ':now': user.created_at },
      },
    },
    { Put: { Item: { ...keys.userRow(user.email), ...user, shape: userShape } } },
  ];
  const failed = await (audit
    ? transactAudited(writes, userAudit('user.created', audit, undefined, user))
    : transact(writes));
  if (!failed) return 'created';
  return failed.get(0)?.making === undefined ? 'exists' : 'claimed';
}

/** Completes a new user and binds them to this subject; false if the claim was lost. */
export async function completeUser(email: string, attempt: string, subject: string): Promise<boolean> {
  const { ConditionExpression, ExpressionAttributeValues } = ifMadeBy(attempt);
  return updateIf({
    Key: keys.user(email),
    UpdateExpression: 'SET subject = :subject REMOVE making, making_until',
    ConditionExpression,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':subject': subject },
  });
}

/** Deletes a user that this attempt was creating. Has no effect on others. */
export async function deleteIncompleteUser(user: UserRecord, attempt: string, audit: ChangeContext): Promise<void> {
  await transactAudited(
    [{ Delete: { Key: keys.user(user.email), ...ifMadeBy(attempt) } }, { Delete: { Key: keys.userRow(user.email) } }],
    userAudit('user.deleted', audit, user, undefined),
  );
}

const ifMadeBy = (attempt: string) => ({
  ConditionExpression: 'making = :attempt',
  ExpressionAttributeValues: { ':attempt': attempt },
});

/** All users, by e-mail address, read with strong consistency. */
export async function listUsers(): Promise<UserRecord[]> {
  const users: UserRecord[] = [];
  const { pk } = keys.userRow('');
  const all = { ConsistentRead: true, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  for await (const item of query(all)) users.push(UserRecord.parse(item));
  return users;
}

/** The user with this e-mail address; undefined if there is none. */
export async function getUser(email: string): Promise<KnownUser | undefined> {
  const item = await getItem(keys.user(email));
  if (!item) return undefined;
  const { making, making_until: _, deleting, subject, ...user } = UserItem.parse(item);
  return { user, subject, state: deleting ? 'deleting' : making === undefined ? 'complete' : 'making' };
}

/** Updates a user, at least `updated_at`. Returns the user after the update; undefined if there is none. */
export function updateUser(
  email: string,
  changes: Partial<Pick<UserRecord, 'is_superadmin'>>,
  audit: ChangeContext,
): Promise<KnownUser | undefined> {
  return retryIfStale(`The user ${email}`, async () => {
    const known = await getUser(email);
    if (!known || known.state === 'deleting') return known;
    const user = { ...known.user, ...changes, updated_at: audit.now.getTime() };
    const { ExpressionAttributeValues, ...update } = updateExpression({ ...user, shape: userShape });
    const writes = () => [
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
      ...revocationWrites(lostByUser(known.user, user)),
    ];
    const failed = await transactAudited(writes, userAudit('user.updated', audit, known.user, user));
    return failed ? stale : { ...known, user };
  });
}

/**
 * Starts the deletion of a user: removes the superadmin role and blocks all further changes and invitations. False for
 * an unknown address.
 */
export function startUserDeletion(email: string, audit: ChangeContext): Promise<boolean> {
  return retryIfStale(`The user ${email}`, async () => {
    const known = await getUser(email);
    if (!known) return false;
    if (known.state === 'deleting') return true;
    const { subject } = known;
    const user = { ...known.user, is_superadmin: false, updated_at: audit.now.getTime() };
    const writes = () => [
      {
        Put: {
          Item: {
            ...keys.user(email),
            ...user,
            shape: userShape,
            ...(subject !== undefined && { subject }),
            deleting: true,
          },
          ConditionExpression: 'id = :id AND attribute_not_exists(deleting)',
          ExpressionAttributeValues: { ':id': user.id },
        },
      },
      { Put: { Item: { ...keys.userRow(email), ...user, shape: userShape } } },
      ...revocationWrites(lostByUser(known.user, undefined)),
    ];
    const failed = await transactAudited(writes, userAudit('user.deleted', audit, known.user, undefined));
    return failed ? stale : true;
  });
}

const userAudit = (
  action: AuditAction,
  context: ChangeContext,
  before: UserRecord | undefined,
  after: UserRecord | undefined,
): Audit => ({
  context,
  changes: [{ action, workspace: null, resource: (after ?? before)?.email ?? null, before, after }],
});

/**
 * Binds a user to a subject of this issuer; false if they are already bound to one, deleted or replaced. The grant
 * `users:bind` allows the session authorizer to write only these attributes.
 */
export function bindUser({ email, id }: UserRecord, issuer: string, sub: string): Promise<boolean> {
  return updateIf({
    Key: keys.user(email),
    UpdateExpression: 'SET subject = :subject',
    // A subject of a previously configured issuer can be replaced.
    ConditionExpression:
      'id = :id AND attribute_not_exists(deleting) AND (attribute_not_exists(subject) OR NOT begins_with(subject, :issuer))',
    ExpressionAttributeValues: {
      ':id': id,
      ':subject': issuerSubject(issuer, sub),
      ':issuer': issuerSubject(issuer, ''),
    },
  });
}

/** Deletes a user whose deletion has started. */
export async function finishUserDeletion(email: string): Promise<void> {
  await transact([
    {
      Delete: { Key: keys.user(email), ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(deleting)' },
    },
    { Delete: { Key: keys.userRow(email) } },
  ]);
}

/** The condition that a user exists and is not being deleted. */
export const userExistsCheck = (email: string): Write => ({
  ConditionCheck: { Key: keys.user(email), ConditionExpression: ifUsable },
});

/** Creates a membership; false if it already exists. */
export async function createMembership(membership: Membership): Promise<boolean> {
  return !(await transact(membershipWrites(membership, { ConditionExpression: 'attribute_not_exists(pk)' })));
}

/** The writes of a membership, with the user and with the workspace. The condition is on the former. */
export function membershipWrites(membership: Membership, condition: Partial<Condition>): Write[] {
  const { email, workspace } = membership;
  const item = { ...membership, shape: userShape };
  return [
    { Put: { Item: { ...keys.membership(email, workspace), ...item }, ...condition } },
    { Put: { Item: { ...keys.memberRow(workspace, email), ...item } } },
  ];
}

/** A user with their bound identity and memberships. */
export interface FoundUser {
  user: UserRecord | undefined;
  subject: string | undefined;
  memberships: Membership[];
  /** The workspaces in which they were named steward of a group. */
  stewardIn: string[];
}

/** Finds a user by e-mail address, read with strong consistency. `user` is undefined if there is none. */
export async function findUser(email: string): Promise<FoundUser> {
  let found: z.output<typeof UserItem> | undefined;
  const memberships: Membership[] = [];
  let stewardship: Stewardship | undefined;
  const { pk, sk } = keys.user(email);
  const everything = {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  };
  for await (const item of query(everything)) {
    if (item.sk === sk) found = UserItem.parse(item);
    else if (isMembership(item)) memberships.push(Membership.parse(item));
    else if (item.sk === keys.stewardship(email).sk) stewardship = Stewardship.parse(item);
  }
  // A former owner's stewardship of the address, which release 1.2.0 leaves behind, is nobody's.
  const groups = stewardship?.user_id === found?.id ? (stewardship?.groups ?? []) : [];
  const stewardIn = [...new Set(groups.map(({ workspace }) => workspace))];
  return { user: found && UserRecord.parse(found), subject: found?.subject, memberships, stewardIn };
}

const isMembership = ({ sk }: Item) => String(sk).startsWith(prefixes.membership);
