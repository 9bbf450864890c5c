import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { newApiKey, revoke } from '#src/identity/domain/api-key.ts';
import { withoutCredential, withoutOrigin, withUpdate } from '#src/identity/domain/installation-changes.ts';
import {
  changeApiKey,
  createApiKey,
  getApiKey,
  type StoredApiKey,
  unsyncedApiKeys,
} from '#src/identity/store/api-keys.ts';
import { changeInstallation, getInstallation } from '#src/identity/store/installations.ts';
import {
  acceptInvitation,
  cancelInvitation,
  changeRole,
  invitationsOf,
  invite,
  listMembers,
  removeAllMemberships,
  removeMember,
} from '#src/identity/store/members.ts';
import { pendingRevocations } from '#src/identity/store/pending-revocations.ts';
import { revocationWrites } from '#src/identity/store/revocations.ts';
import {
  createMembership,
  createUser,
  findUser,
  finishUserDeletion,
  startUserDeletion,
  updateUser,
} from '#src/identity/store/users.ts';
import { recordRevocations } from '#src/operations/recovery/ledger.ts';
import { beginHistory, hasBegunHistory, revokeSince } from '#src/operations/recovery/prepare-table.ts';
import { readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { raiseEpoch, readEpoch } from '#src/records/store/list-rows.ts';
import { getObject, putObject } from '#src/runtime/requests/bucket.ts';
import { collections, objectKeys } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import * as recordJob from '../../lambdas/background/record-revocations.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { storeInstallation } from '../support/installations.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';
import { allItems, putItems } from '../support/table.ts';

captureLog();
const record = underRole(recordJob.job, recordJob.handler);
let server: FauxqsServer;
let pointInTimeMs: number;
let atPointInTime: Awaited<ReturnType<typeof allItems>>;

const context = () => ({ actor: 'user:admin', now: new Date(), requestId: 'r1' });
const anyone = () => ({ ...context(), mayRemoveLastAdmin: true });
const application = (isTrial = false) => ({ context: context(), isTrial, erasureKey: readErasureKey });
const ada = 'ada@example.org';

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${server.port}`;
  process.env.LEDGER_BUCKET_NAME = 'ledger';
  server.createBucket('ledger');
});
afterAll(() => server.stop());

beforeEach(async () => {
  await freshTable();
  server.emptyBucket('ledger');
  const settings = {
    client_name: 'C',
    scopes: ['ingest' as const, 'membership.update' as const],
    rate_limit_per_minute: 60,
  };
  await createApiKey(newApiKey({ secret: 'prk_secret', hash: 'key' }, settings, 'user:admin', 1));
  await storeInstallation('site', {}, { verification_status: 'verified' });
  await createUser({ id: 'u1', email: ada, display_name: null, is_superadmin: true, created_at: 1, updated_at: 1 });
  await createMembership({ email: ada, workspace: 'library', role: 'workspace_admin', created_at: 1 });
  await invite(
    {
      email: ada,
      workspace: 'archive',
      role: 'workspace_admin',
      invited_by: null,
      created_at: 1,
      expires_at: Date.now() + 1e7,
    },
    context(),
  );
  pointInTimeMs = Date.now();
  atPointInTime = await allItems();
});

/** As after point-in-time recovery: another table with the items of that time. */
async function restoreTable() {
  await freshTable();
  await putItems(atPointInTime);
}

const changeKey = async (change: (key: StoredApiKey) => StoredApiKey) => {
  const before = (await getApiKey('key')) as StoredApiKey;
  await changeApiKey({ before, after: change(before), affectsGateway: true, action: 'api_key.updated' }, context());
};
const changeSite = (change: Parameters<typeof changeInstallation>[2]) =>
  changeInstallation('primary_entity', 'site', change, 'installation.updated', context());

const rights = async () => {
  const key = await getApiKey('key');
  const site = await getInstallation('site');
  const user = await findUser(ada);
  return {
    key: key && [key.active, key.revoked_at !== null, key.deleted_at !== null, ...key.scopes].join(' '),
    site: site && [site.installation.status, ...site.installation.scopes].join(' '),
    origin: site?.origins[0]?.verification_status,
    credential: site?.credentials[0]?.active,
    isSuperadmin: user.user?.is_superadmin,
    roles: user.memberships.map(({ workspace, role }) => `${workspace} ${role}`),
    invitations: (await invitationsOf(ada, new Date())).map(({ workspace, role }) => `${workspace} ${role}`),
  };
};

const everything = {
  key: 'true false false ingest membership.update',
  site: 'active people.read works.read',
  origin: 'verified',
  credential: true,
  isSuperadmin: true,
  roles: ['library workspace_admin'],
  invitations: ['archive workspace_admin'],
};

const deleteUser = async () => {
  await startUserDeletion(ada, context());
  await removeAllMemberships(ada, context());
  await finishUserDeletion(ada);
};

/** Every change that removes something, and what remains after a restore to the time before it. */
const losses: [
  name: string,
  revoke: () => Promise<unknown>,
  left: Partial<Record<keyof typeof everything, unknown>>,
][] = [
  [
    'a revoked key',
    () => changeKey((key) => revoke(key, Date.now())),
    { key: 'false true false ingest membership.update' },
  ],
  [
    'a deleted key',
    () => changeKey((key) => ({ ...revoke(key, Date.now()), deleted_at: Date.now() })),
    { key: 'false true true ingest membership.update' },
  ],
  [
    'an inactive key',
    () => changeKey((key) => ({ ...key, active: false })),
    { key: 'false false false ingest membership.update' },
  ],
  [
    'fewer scopes of a key',
    () => changeKey((key) => ({ ...key, scopes: ['ingest'] })),
    { key: 'true false false ingest' },
  ],
  ['a revoked credential', () => changeSite(withoutCredential('site-hash', Date.now())), { credential: false }],
  [
    'a revoked origin',
    () => changeSite(withoutOrigin('site-origin')),
    { origin: 'revoked', site: 'pending_verification people.read works.read' },
  ],
  [
    'a disabled installation',
    () => changeSite(withUpdate({ status: 'disabled' })),
    { site: 'disabled people.read works.read' },
  ],
  [
    'a revoked installation',
    () => changeSite(withUpdate({ status: 'revoked' })),
    { site: 'revoked people.read works.read' },
  ],
  [
    'an archived installation',
    async () => {
      await changeSite(withUpdate({ status: 'disabled' }));
      await changeSite(withUpdate({ status: 'archived' }));
    },
    { site: 'archived people.read works.read' },
  ],
  [
    'fewer scopes of an installation',
    () => changeSite(withUpdate({ scopes: ['works.read'] })),
    { site: 'active works.read' },
  ],
  [
    'a user who is no superadmin any more',
    () => updateUser(ada, { is_superadmin: false }, context()),
    { isSuperadmin: false },
  ],
  ['a removed member', () => removeMember('library', ada, anyone()), { roles: [] }],
  [
    'a lower role',
    () => changeRole('library', ada, 'workspace_member', anyone()),
    { roles: ['library workspace_member'] },
  ],
  ['a cancelled invitation', () => cancelInvitation('archive', ada, context()), { invitations: [] }],
  [
    'an invitation that was accepted before the membership was removed',
    async () => {
      await acceptInvitation('archive', ada, new Date());
      await removeMember('archive', ada, anyone());
    },
    { invitations: [] },
  ],
  ['a deleted user', deleteUser, { isSuperadmin: undefined, roles: [], invitations: [] }],
  [
    'a user who was created again: the new one is lost, as all that was written later',
    async () => {
      await deleteUser();
      await createUser({ id: 'u2', email: ada, display_name: null, is_superadmin: true, created_at: 2, updated_at: 2 });
    },
    { isSuperadmin: undefined, roles: [], invitations: [] },
  ],
];

describe.each(losses)('%s', (_, lose, left) => {
  test('stays so after a restore, whether the ledger has it already or only the lost table', async () => {
    await lose();
    const lost = await pendingRevocations();
    await restoreTable();
    expect(await rights()).toEqual(everything);
    expect(await revokeSince(pointInTimeMs, lost, application(true))).not.toEqual([]);
    expect(await rights()).toEqual(everything);
    await revokeSince(pointInTimeMs, lost, application());
    expect(await rights()).toEqual({ ...everything, ...left });
    expect(await revokeSince(pointInTimeMs, lost, application())).toEqual([]);

    await restoreTable();
    expect(await revokeSince(pointInTimeMs, [], application(true))).toEqual([]);
    await freshTable();
    await putItems(atPointInTime);
    await lose();
    await record({});
    await restoreTable();
    await revokeSince(pointInTimeMs, [], application());
    expect(await rights()).toEqual({ ...everything, ...left });
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['a key that gets a name', () => changeKey((key) => ({ ...key, client_name: 'Other', scopes: [...key.scopes] }))],
  ['an installation that gets a name', () => changeSite(withUpdate({ display_name: 'Other' }))],
  ['a user who becomes a superadmin', () => updateUser(ada, { is_superadmin: true }, context())],
  ['a member who gets the same role', () => changeRole('library', ada, 'workspace_admin', anyone())],
  ['an accepted invitation', () => acceptInvitation('archive', ada, new Date())],
])('%s loses nothing, so nothing is recorded', async (_, change) => {
  await change();
  expect(await pendingRevocations()).toEqual([]);
});

test('a change that fails records nothing', async () => {
  const before = (await getApiKey('key')) as StoredApiKey;
  const stale = { before: { ...before, version: 7 }, after: revoke(before, 1), affectsGateway: true };
  expect(await changeApiKey({ ...stale, action: 'api_key.revoked' }, context())).toBe(false);
  expect(await pendingRevocations()).toEqual([]);
});

test('the ledger names no e-mail address', async () => {
  await deleteUser();
  const [first] = await pendingRevocations();
  await record({});
  expect(await pendingRevocations()).toEqual([]);
  const body = await getObject(objectKeys.revocation(first?.at ?? 0, first?.id ?? ''), 'LEDGER_BUCKET_NAME');
  expect(JSON.parse(Buffer.from(body ?? []).toString())).toEqual(first);
  expect(JSON.stringify(first)).not.toContain('@');
});

test('what was revoked long before the point in time is not revoked again', async () => {
  await changeKey((key) => ({ ...key, active: false }));
  await record({});
  await changeKey((key) => ({ ...key, active: true }));
  expect(await revokeSince(Date.now() + 120_000, [], application())).toEqual([]);
  expect((await getApiKey('key'))?.active).toBe(true);
});

test('an entry that cannot be read fails the restore instead of being left out', async () => {
  await changeKey((key) => revoke(key, Date.now()));
  const [entry] = await pendingRevocations();
  await record({});
  await putObject(objectKeys.revocation(entry?.at ?? 0, 'other'), Buffer.from('{}'), 'LEDGER_BUCKET_NAME');
  await expect(revokeSince(pointInTimeMs, [], application())).rejects.toThrow('cannot be read');
});

test('what a job has recorded when it is killed is not recorded again, and nothing is begun after its time', async () => {
  const demoted = { kind: 'user' as const, id: 'u1', deleted: false };
  for (let n = 0; n < 40; n++) await transact(() => revocationWrites([demoted]));
  // The calls of the table: the query, and one for each deleted group.
  expect(await dyingAt(3, () => record({}))).toBe(true);
  expect(await pendingRevocations()).toHaveLength(40 - 16);
  await recordRevocations(Date.now());
  expect(await pendingRevocations()).toHaveLength(40 - 16);
  await record({});
  expect(await pendingRevocations()).toEqual([]);
});

test('the job may be killed at any call, and run twice at once', async () => {
  for (let n = 1; ; n++) {
    await changeKey((key) => ({ ...key, active: !key.active }));
    if (!(await dyingAt(n, () => record({})))) break;
    await Promise.all([record({}), record({})]);
    expect(await pendingRevocations()).toEqual([]);
  }
  await restoreTable();
  await revokeSince(pointInTimeMs, [], application());
  expect((await getApiKey('key'))?.active).toBe(false);
});

test('a new history has epochs that no other had, and marks every key for API Gateway', async () => {
  for (let n = 0; n < 3; n++) await transact((at) => [raiseEpoch('PUB', at)]);
  const nowMs = Date.now();
  expect(await hasBegunHistory(nowMs)).toBe(false);
  await beginHistory(nowMs);
  await beginHistory(nowMs - 1);
  expect(await Promise.all(collections.map(readEpoch))).toEqual(collections.map(() => nowMs));
  expect(await hasBegunHistory(nowMs)).toBe(true);
  expect(await unsyncedApiKeys()).toEqual(['key']);
  await transact((at) => [raiseEpoch('PUB', at)]);
  expect(await readEpoch('PUB')).toBe(nowMs + 1);
  expect(await listMembers('library', new Date())).toMatchObject({ members: [{ email: ada }] });
});
