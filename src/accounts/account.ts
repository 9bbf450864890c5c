import { randomUUID } from 'node:crypto';
import type { UserRecord } from '../domain/access/user.ts';
import { Problem } from '../errors.ts';
import { type ChangeActor, removeEverywhere } from '../storage/access/members.ts';
import { beginDeletion, createUser, endDeletion, finishUser, undoUser } from '../storage/access/users.ts';
import { addToDirectory, DirectoryFailed, hasDirectory, removeFromDirectory } from './directory.ts';

/**
 * Users are in the table, which says what they may do, and in the directory, which lets them sign in. The table comes
 * first and is the truth; whatever fails in between, the same request again finishes it
 * (docs/decisions/0082-users-and-invitations.md).
 */

/** Makes a user; undefined when the address is known already. Problem `upstream_unavailable`: nobody was made. */
export async function makeAccount(
  stated: Pick<UserRecord, 'email' | 'display_name' | 'is_superadmin'>,
  now: Date,
): Promise<UserRecord | undefined> {
  const user = { id: randomUUID(), ...stated, created_at: now.getTime(), updated_at: now.getTime() };
  if (!hasDirectory()) return (await createUser(user)) ? user : undefined;
  const attempt = randomUUID();
  if (!(await createUser(user, attempt))) return undefined;
  try {
    await addToDirectory(user.email);
  } catch (error) {
    await undoUser(user.email, attempt);
    throw unavailable(error, 'The directory of users did not take the user; please try again');
  }
  return (await finishUser(user.email, attempt)) ? user : undefined;
}

/**
 * Deletes a user: first what they may do, everywhere, then that they can sign in, then the record. False for an unknown
 * address. Problem `upstream_unavailable`: they may do nothing any more, but are still there.
 */
export async function deleteAccount(email: string, by: ChangeActor): Promise<boolean> {
  if (!(await beginDeletion(email, by.now))) return false;
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
