import { randomUUID } from 'node:crypto';
import { boundSubject, type UserRecord } from '../domain/access/user.ts';
import type { ChangeContext } from '../domain/audit.ts';
import { Problem } from '../errors.ts';
import { env } from '../runtime/env.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { removeEverywhere } from '../storage/access/members.ts';
import { beginDeletion, createUser, endDeletion, finishUser, undoUser } from '../storage/access/users.ts';
import { addToDirectory, DirectoryFailed, hasDirectory, removeFromDirectory } from './directory.ts';

/**
 * Users are in the table, which says what they may do, and in the directory, which lets them sign in. The table comes
 * first and is the truth; whatever fails in between, the same request again finishes it
 * (docs/decisions/0082-users-and-invitations.md).
 */

/** Longer than any function behind the gateway runs: whoever has a claim that is over does nothing any more. */
const creationClaimMs = 30_000;

type NewAccount = Pick<UserRecord, 'email' | 'display_name' | 'is_superadmin'>;

/**
 * Creates a user, whom the directory mails a first password; `claimed` while another request does. One request at a time
 * calls the directory for an address, so one mail is sent. Problem `upstream_unavailable`: nobody was created.
 */
export async function createAccount(stated: NewAccount, by: ChangeContext): Promise<UserRecord | 'exists' | 'claimed'> {
  const nowMs = by.now.getTime();
  const user = { id: randomUUID(), ...stated, created_at: nowMs, updated_at: nowMs };
  if (!hasDirectory()) {
    const outcome = await createUser(user, { audit: by });
    return outcome === 'created' ? user : outcome;
  }
  const attempt = randomUUID();
  const outcome = await createUser(user, { claim: { attempt, untilMs: nowMs + creationClaimMs }, audit: by });
  if (outcome !== 'created') return outcome;
  let sub: string;
  try {
    sub = await addToDirectory(user.email);
  } catch (error) {
    await undoUser(user, attempt, by);
    throw unavailable(error, 'The directory of users did not take the user; please try again');
  }
  return (await finishUser(user.email, attempt, boundSubject(env('SIGN_IN_ISSUER'), sub))) ? user : 'claimed';
}

/** Creates a user who is not known yet; waits for another request that is creating them. */
export function ensureAccount(email: string, by: ChangeContext): Promise<void> {
  return retryIfStale('The user', async () => {
    const outcome = await createAccount({ email, display_name: null, is_superadmin: false }, by);
    return outcome === 'claimed' ? stale : undefined;
  });
}

/**
 * Deletes a user: first what they may do, everywhere, then that they can sign in, then the record. False for an unknown
 * address. Problem `upstream_unavailable`: they may do nothing any more, but are still there.
 */
export async function deleteAccount(email: string, by: ChangeContext): Promise<boolean> {
  if (!(await beginDeletion(email, by))) return false;
  await removeEverywhere(email, by);
  try {
    await removeFromDirectory(email);
  } catch (error) {
    throw unavailable(error, 'The user may do nothing any more, but can still sign in; please try again');
  }
  await endDeletion(email);
  return true;
}

function unavailable(error: unknown, message: string): unknown {
  return error instanceof DirectoryFailed
    ? new Problem('upstream_unavailable', message, { cause: error.cause })
    : error;
}
