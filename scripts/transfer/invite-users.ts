import { addToDirectory } from '#src/identity/accounts/directory.ts';
import { listUsers } from '#src/identity/store/users.ts';

/**
 * Gives every user of the table an account in the pool of `USER_POOL_ID`, which mails them an initial password. Those with
 * an account get no mail. Returns the number of users, and the addresses that could not be added, with the reason.
 */
export async function inviteUsers(): Promise<{ users: number; failed: { email: string; reason: string }[] }> {
  const users = await listUsers();
  const failed: { email: string; reason: string }[] = [];
  // One after the other: pools take few requests a second.
  for (const { email } of users) {
    try {
      await addToDirectory(email);
    } catch (error) {
      const { cause } = error as { cause?: Error };
      failed.push({ email, reason: cause?.message ?? String(error) });
    }
  }
  return { users: users.length, failed };
}
