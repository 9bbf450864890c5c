import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys, prefixes } from '#src/table/keys.ts';
import { hasOlderShape, type RewriteResult } from '#src/table/rewrite.ts';
import { type Item, type Page, queryAll, queryPage, transact, updateExpression, type Write } from '#src/table/table.ts';
import { Stewardship } from '../domain/stewardship.ts';
import { Invitation, Membership, UserRecord, userShape } from '../domain/user.ts';
import { stewardshipWrite } from './stewardships.ts';

/** One page of users' e-mail addresses, in order. */
export async function userEmails(after: string | undefined): Promise<Page<string>> {
  const all = allOf(keys.userRow('').pk);
  const { items, next } = await queryPage({ ...all, ProjectionExpression: 'sk', Limit: 100 }, after);
  return { items: items.map(({ sk }) => String(sk)), next };
}

/** The workspaces that a user belongs to or was invited to, including expired invitations. */
export async function workspacesOf(email: string): Promise<string[]> {
  const items = await queryAll(allOf(keys.user(email).pk));
  return items.flatMap(({ workspace }) => (typeof workspace === 'string' ? [workspace] : []));
}

/**
 * Rewrites a user, their memberships, invitations and stewardship of an older shape, each with its row, if it has one.
 * Concurrently deleted items stay deleted.
 */
export function rewriteUser(email: string): Promise<RewriteResult> {
  return retryIfStale(`The user ${email}`, async () => {
    const items = await queryAll(allOf(keys.user(email).pk));
    if (items.length === 0) return 'gone';
    const older = items.filter((item) => hasOlderShape(item, userShape));
    for (const item of older) {
      if (await transact(writesOf(email, item))) return stale;
    }
    return older.length > 0 ? 'rewritten' : 'current';
  });
}

const allOf = (pk: string) => ({
  ConsistentRead: true,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

function writesOf(email: string, item: Item): Write[] {
  const sk = String(item.sk);
  if (sk.startsWith(prefixes.membership)) return membershipWrites(Membership.parse(item));
  if (sk.startsWith(prefixes.invitation)) return invitationWrites(Invitation.parse(item));
  if (sk === keys.stewardship(email).sk) return stewardshipWrites(Stewardship.parse(item));
  return userWrites(email, UserRecord.parse(item));
}

/** Sets only the known fields of a user: marks of creation and deletion change without a new `updated_at`. */
function userWrites(email: string, user: UserRecord): Write[] {
  const { ExpressionAttributeValues, ...update } = updateExpression({ ...user, shape: userShape });
  return [
    {
      Update: {
        Key: keys.user(email),
        ...update,
        ConditionExpression: 'id = :id AND is_superadmin = :is_superadmin AND updated_at = :updated_at',
        ExpressionAttributeValues,
      },
    },
    { Put: { Item: { ...keys.userRow(email), ...user, shape: userShape } } },
  ];
}

function membershipWrites(membership: Membership): Write[] {
  const { email, workspace } = membership;
  const item = { ...membership, shape: userShape };
  return [
    { Put: { Item: { ...keys.membership(email, workspace), ...item }, ...ifSame(membership) } },
    { Put: { Item: { ...keys.memberRow(workspace, email), ...item } } },
  ];
}

function invitationWrites(invitation: Invitation): Write[] {
  const { email, workspace, expires_at } = invitation;
  const item = { ...invitation, shape: userShape, expiresAtSeconds: Math.ceil(expires_at / 1000) };
  return [
    { Put: { Item: { ...keys.invitation(email, workspace), ...item }, ...ifSame(invitation) } },
    { Put: { Item: { ...keys.invitationRow(workspace, email), ...item } } },
  ];
}

function stewardshipWrites(before: Stewardship): Write[] {
  return [stewardshipWrite({ ...before, version: before.version + 1 }, before)];
}

const ifSame = ({ role, created_at }: Membership | Invitation) => ({
  ConditionExpression: '#role = :role AND created_at = :at',
  ExpressionAttributeNames: { '#role': 'role' },
  ExpressionAttributeValues: { ':role': role, ':at': created_at },
});
