import { randomUUID } from 'node:crypto';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { env } from '#src/runtime/env.ts';
import { Problem } from '#src/runtime/errors.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { issuerSubject, type UserRecord } from '../domain/user.ts';
import { endSessionsOf } from '../store/ended-sessions.ts';
import { removeAllMemberships } from '../store/members.ts';
import {
  completeUser,
  createUser,
  deleteIncompleteUser,
  finishUserDeletion,
  getUser,
  startUserDeletion,
} from '../store/users.ts';
import {
  addToDirectory,
  DirectoryError,
  hasDirectory,
  type InvitedBy,
  removeFromDirectory,
  signOutOfDirectory,
} from './directory.ts';

/**
 * A user is in the table, which stores the permissions, and in the directory, which handles sign-in. The table is
 * written first and is the source of truth. After a failure, repeating the request completes the change
 * (docs/decisions/0082-users-and-invitations.md).
 */

/** Longer than the time-out of API functions: the holder of an expired claim has stopped. */
const creationClaimMs = 30_000;

type NewAccount = Pick<UserRecord, 'email' | 'display_name' | 'is_superadmin'>;

/**
 * Creates a user; the directory mails a link to set a password, and who invites them where. Returns `claimed` while
 * another request creates the same user, so that only one mail is sent. Throws Problem `upstream_unavailable` if the user was not created.
 */
export async function createAccount(
  account: NewAccount,
  context: ChangeContext,
  invitedBy?: InvitedBy,
): Promise<UserRecord | 'exists' | 'claimed'> {
  const nowMs = context.now.getTime();
  const user = { id: randomUUID(), ...account, created_at: nowMs, updated_at: nowMs };
  if (!hasDirectory()) {
    const outcome = await createUser(user, { audit: context });
    return outcome === 'created' ? user : outcome;
  }
  const attempt = randomUUID();
  const outcome = await createUser(user, { claim: { attempt, untilMs: nowMs + creationClaimMs }, audit: context });
  if (outcome !== 'created') return outcome;
  let sub: string;
  try {
    sub = await addToDirectory(user.email, invitedBy);
  } catch (error) {
    await deleteIncompleteUser(user, attempt, context);
    throw unavailable(error, 'The user directory did not accept the user. Please try again');
  }
  return (await completeUser(user.email, attempt, issuerSubject(env('SIGN_IN_ISSUER'), sub))) ? user : 'claimed';
}

/** Creates a user unless the address has one. Waits for another request that is creating them. */
export function ensureAccount(email: string, context: ChangeContext, invitedBy: InvitedBy): Promise<void> {
  return retryIfStale('The user', async () => {
    const outcome = await createAccount({ email, display_name: null, is_superadmin: false }, context, invitedBy);
    return outcome === 'claimed' ? stale : undefined;
  });
}

/**
 * Deletes a user: first all memberships and with `endOthers` other rights, then the directory entry and their sessions, then the
 * record. Returns false for an unknown address. Throws Problem `upstream_unavailable` if the user has lost all permissions but
 * still exists.
 */
export async function deleteAccount(
  email: string,
  context: ChangeContext,
  endOthers: (email: string, context: ChangeContext) => Promise<unknown>,
): Promise<boolean> {
  if (!(await startUserDeletion(email, context))) return false;
  await removeAllMemberships(email, context);
  await endOthers(email, context);
  const subject = (await getUser(email))?.subject;
  try {
    await removeFromDirectory(email);
  } catch (error) {
    throw unavailable(error, 'The user has lost all permissions, but can still sign in. Please try again');
  }
  if (subject !== undefined) await endSessionsOf(subject, nextSecond());
  await finishUserDeletion(email);
  return true;
}

/** The end of the current second: tokens state whole seconds, so earlier ones may have been issued up to then. */
const nextSecond = () => new Date(Math.floor(Date.now() / 1000 + 1) * 1000);

/**
 * Ends all sessions of a user of the pool: their refresh tokens there, and their tokens here. Throws Problem
 * `upstream_unavailable` if some may still be valid.
 */
export async function signOutEverywhere(email: string, now: Date): Promise<void> {
  try {
    const sub = await signOutOfDirectory(email);
    if (sub !== undefined) await endSessionsOf(issuerSubject(env('SIGN_IN_ISSUER'), sub), now);
  } catch (error) {
    throw unavailable(error, 'The password is set, but older sessions may go on. Set it again to end them');
  }
}

function unavailable(error: unknown, message: string): unknown {
  return error instanceof DirectoryError ? new Problem('upstream_unavailable', message, { cause: error.cause }) : error;
}
