import { beforeAll, expect, test } from '@jest/globals';
import { createMembership, createUser } from '#src/identity/store/users.ts';
import { recordEvent, rememberWorkspace } from '#src/logbook/activity.ts';
import * as reset from '../../../../lambdas/dashboard/site-tools/reset-data.ts';
import * as scope from '../../../../lambdas/dashboard/site-tools/reset-scope.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { storeInstallation } from '../../../support/installations.ts';
import { captureLog } from '../../../support/log.ts';

captureLog();
const url = '/api/site-tools/reset-data';
const admin = sessionOf('superadmin');
const get = (authorizer = admin) => call(scope, { url, authorizer });

beforeAll(async () => {
  process.env.RESET_ALLOWED_EMAILS = 'curator@example.org';
  await freshTable();
  for (const email of ['ada@example.org', 'grace@example.org']) {
    const user = { id: email, email, display_name: null, is_superadmin: false, created_at: 1, updated_at: 1 };
    await createUser(user);
    await createMembership({ email, workspace: 'library', role: 'workspace_member', created_at: 1 });
  }
  await createMembership({
    email: 'ada@example.org',
    workspace: 'primary_entity',
    role: 'workspace_admin',
    created_at: 1,
  });
  await storeInstallation('site-1', { workspace_id: 'library' });
  await rememberWorkspace('archive');
  const edited = { type: 'publication.edited', actor: null, message: 'Edited', resource: '10.5555/pots' } as const;
  for (const workspace of ['archive', 'archive', 'library']) await recordEvent({ ...edited, workspace }, new Date());
  await recordEvent({ ...edited, type: 'publication.deleted', workspace: 'library' }, new Date());
});

const touched = {
  scope: 'all_workspaces',
  workspaces: [
    { workspace: 'archive', users: 0, installations: 0, edits: 2 },
    { workspace: 'library', users: 2, installations: 1, edits: 1 },
    { workspace: 'primary_entity', users: 1, installations: 0, edits: 0 },
  ],
};

test('200: all workspaces, with their users, installations and edits', async () => {
  expect(await get()).toMatchObject({ status: 200, body: touched });
});

test('200: the answers of the dry run and of the reset say the same', async () => {
  for (const dryRun of [true, false]) {
    const body = { confirmation: 'RESET primary_entity', dryRun };
    const answer = await call(reset, { url, body, authorizer: admin });
    expect(answer).toMatchObject({ status: 200, body: { dryRun, ...touched } });
  }
});

test('403: whoever may not reset the data', async () => {
  for (const session of [sessionOf('workspace_admin'), { ...admin, email: 'other@example.org' }]) {
    expect((await get(session)).status).toBe(403);
  }
});
