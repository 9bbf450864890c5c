import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listUsers } from '#src/identity/store/users.ts';
import { inviteUsers } from '../../scripts/transfer/invite-users.ts';
import { freshTable } from '../support/engine.ts';
import { startTestServices, type TestServices } from '../support/services.ts';
import { loadTable, wholeVersions } from '../support/stored-data.ts';

/** Users of an imported table in the pool of another deployment. */

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
  await freshTable();
  await loadTable(wholeVersions.at(-1) ?? '');
});
afterAll(() => services?.close());

test('every user gets an account and one mail; what could not be done is named, and done by the next run', async () => {
  const emails = (await listUsers()).map(({ email }) => email).sort();
  expect(emails.length).toBeGreaterThan(2);
  let calls = 0;
  services.fault = (action) => {
    calls += action === 'AdminCreateUser' ? 1 : 0;
    return calls === 2 ? { error: 'CodeDeliveryFailureException' } : undefined;
  };
  const { users, failed } = await inviteUsers();
  expect(users).toBe(emails.length);
  expect(failed).toEqual([{ email: expect.any(String), reason: 'As the test wants it' }]);

  services.fault = undefined;
  expect(await inviteUsers()).toEqual({ users: emails.length, failed: [] });
  for (const email of emails) expect(services.pool.find(email)).toMatchObject({ email });
  const mailed = services.outbox.messages().map(({ to }) => to);
  expect(mailed.sort()).toEqual(emails);
});
