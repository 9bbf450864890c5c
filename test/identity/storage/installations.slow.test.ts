import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CredentialRecord, Installation, OriginRecord } from '#src/identity/domain/installation.ts';
import {
  withCredential,
  withOrigin,
  withoutOrigin,
  withRotatedCredential,
  withUpdate,
  withVerification,
} from '#src/identity/domain/installation-changes.ts';
import {
  changeInstallation,
  createInstallation,
  findCredential,
  getInstallation,
  getInstallationOf,
  listInstallations,
  verificationToken,
} from '#src/identity/store/installations.ts';
import { keys } from '#src/table/keys.ts';
import { db, tableName } from '#src/table/table.ts';
import { freshTable, indexCaughtUp } from '../../support/engine.ts';
import { captureLog } from '../../support/log.ts';
import { allItems, auditRecords } from '../../support/table.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const context = { actor: 'user:curator@example.org', now, requestId: 'r' };
const verified = { verifiedAtMs: 5 };

const origin = (id: string, at = 'https://a.example'): OriginRecord => ({
  id,
  installation_id: 'one',
  origin: at,
  verification_status: 'pending',
  verification_token: `token-of-${id}`,
  verified_at: null,
  last_verification_error: null,
  created_at: 1,
});

const credential = (id: string, installation_id = 'one'): CredentialRecord => ({
  id,
  hash: `hash-of-${id}`,
  installation_id,
  last4: 'abcd',
  active: true,
  created_at: 1,
  expires_at: null,
  revoked_at: null,
  rotated_from: null,
});

/** A draft of this workspace. */
const draft = (id: string, workspace_id = 'library', created_at = 1) =>
  createInstallation({
    id,
    workspace_id,
    platform: 'drupal',
    status: 'draft',
    display_name: id,
    description: null,
    scopes: [],
    created_at,
    updated_at: created_at,
    version: 1,
  });

/** Changes that cannot be refused. */
async function change(id: string, made: Parameters<typeof changeInstallation>[2], workspace = 'library') {
  const changed = await changeInstallation(workspace, id, made, 'installation.updated', context);
  if (typeof changed !== 'object' || 'refused' in changed) throw new Error(JSON.stringify(changed));
  return changed;
}

/** An installation with a verified site. */
async function proved(id: string, workspace = 'library', at?: string): Promise<Installation> {
  await draft(id, workspace);
  const added = { ...origin(`${id}-o`, at), installation_id: id };
  await change(id, withOrigin(added), workspace);
  return change(id, withVerification(added.id, verified), workspace);
}

beforeEach(async () => void (await freshTable()));

test('what a change makes, and nothing else, is what is read and listed from then on', async () => {
  await draft('one');
  await change('one', withOrigin(origin('o')));
  await change('one', withCredential(credential('c')));
  const changed = await change('one', withVerification('o', verified));
  expect(changed).toMatchObject({
    installation: { status: 'active', version: 4, updated_at: now.getTime() },
    origins: [{ id: 'o', verification_status: 'verified' }],
    credentials: [credential('c')],
  });
  expect(await getInstallation('one')).toEqual(changed);
  const { installation, origins } = changed;
  expect(await listInstallations('library')).toEqual([{ installation, origins }]);
  await indexCaughtUp();
  expect(await findCredential('hash-of-c')).toEqual({ credential: credential('c'), installation, origins });
});

test('a change that changes nothing writes nothing', async () => {
  await proved('one');
  const before = await allItems();
  await change('one', withUpdate({ status: 'active' }));
  await change('one', withVerification('one-o', { failure: 'Late.' }));
  expect(await allItems()).toEqual(before);
});

test('a refused change writes nothing', async () => {
  await draft('one');
  const before = await allItems();
  expect(
    await changeInstallation('library', 'one', withUpdate({ status: 'active' }), 'installation.updated', context),
  ).toMatchObject({
    field: 'status',
  });
  expect(await allItems()).toEqual(before);
});

test('another workspace sees none of it, and changes none of it', async () => {
  await draft('one');
  const before = await allItems();
  expect(await getInstallationOf('archive', 'one')).toBeUndefined();
  expect(await listInstallations('archive')).toEqual([]);
  expect(
    await changeInstallation('archive', 'one', withUpdate({ status: 'revoked' }), 'installation.updated', context),
  ).toBeUndefined();
  expect(
    await changeInstallation('library', 'none', withUpdate({ status: 'revoked' }), 'installation.updated', context),
  ).toBeUndefined();
  expect(await allItems()).toEqual(before);
});

test('an id is taken once', async () => {
  expect(await draft('one')).toBe(true);
  expect(await draft('one', 'archive')).toBe(false);
  expect(await listInstallations('archive')).toEqual([]);
});

test('those made last are listed first', async () => {
  await Promise.all([3, 20, 100].map((at) => draft(`at-${at}`, 'library', at)));
  expect((await listInstallations('library')).map(({ installation }) => installation.id)).toEqual([
    'at-100',
    'at-20',
    'at-3',
  ]);
});

test('an installation that was written without a version can be changed, and then has one', async () => {
  await draft('one');
  const Key = keys.installation('one');
  await db.send(new UpdateCommand({ TableName: tableName(), Key, UpdateExpression: 'REMOVE version' }));
  expect(await change('one', withOrigin(origin('o')))).toMatchObject({ installation: { version: 1 } });
  expect(await getInstallation('one')).toMatchObject({ installation: { version: 1 }, origins: [{ id: 'o' }] });
});

test('a token is there while its origin is pending, failed or verified, and gone when it is revoked', async () => {
  await draft('one');
  await change('one', withOrigin(origin('o')));
  await indexCaughtUp();
  expect(await verificationToken('o')).toBe('token-of-o');
  await change('one', withVerification('o', { failure: 'No.' }));
  expect(await verificationToken('o')).toBe('token-of-o');
  await change('one', withVerification('o', verified));
  expect(await verificationToken('o')).toBe('token-of-o');
  await change('one', withoutOrigin('o'));
  expect(await verificationToken('o')).toBeUndefined();
  expect(await verificationToken('unknown')).toBeUndefined();
});

describe('at the same time', () => {
  const rounds = Array.from({ length: 5 }, (_, round) => round);

  test.each(rounds)('two changes: both are made (%s)', async () => {
    await draft('one');
    await Promise.all([change('one', withOrigin(origin('o'))), change('one', withCredential(credential('c')))]);
    expect(await getInstallation('one')).toMatchObject({
      installation: { version: 3, status: 'pending_verification' },
      origins: [{ id: 'o' }],
      credentials: [{ id: 'c' }],
    });
  });

  test.each(rounds)('a verification and the revocation of the installation: it stays revoked (%s)', async () => {
    await draft('one');
    await change('one', withOrigin(origin('o')));
    await Promise.all([
      changeInstallation('library', 'one', withVerification('o', verified), 'installation.updated', context),
      changeInstallation('library', 'one', withUpdate({ status: 'revoked' }), 'installation.updated', context),
    ]);
    expect(await getInstallation('one')).toMatchObject({ installation: { status: 'revoked' } });
    // And the site is free for another workspace, whichever came first.
    expect(await proved('two', 'archive')).toMatchObject({ installation: { status: 'active' } });
  });

  test.each(rounds)('the same origin added twice: once (%s)', async () => {
    await draft('one');
    const made = await Promise.all(
      ['o1', 'o2'].map((id) =>
        changeInstallation('library', 'one', withOrigin(origin(id)), 'installation.updated', context),
      ),
    );
    expect(made.filter((each) => typeof each === 'object' && 'refused' in each)).toHaveLength(1);
    expect((await getInstallation('one'))?.origins).toHaveLength(1);
  });

  test.each(rounds)('a credential rotated twice with the old one revoked: one takes its place (%s)', async () => {
    await draft('one');
    await change('one', withCredential(credential('c')));
    await Promise.all(
      ['c1', 'c2'].map((id) =>
        changeInstallation(
          'library',
          'one',
          withRotatedCredential('c', credential(id), true, 9),
          'installation.updated',
          context,
        ),
      ),
    );
    const credentials = (await getInstallation('one'))?.credentials ?? [];
    expect(credentials.filter(({ active }) => active)).toHaveLength(1);
    expect(credentials).toHaveLength(2);
  });

  test('ten credentials at once: all are there', async () => {
    await draft('one');
    const ids = Array.from({ length: 10 }, (_, n) => `c${n}`);
    await Promise.all(
      ids.map((id) =>
        changeInstallation('library', 'one', withCredential(credential(id)), 'installation.credential_issued', context),
      ),
    );
    expect((await getInstallation('one'))?.credentials.map(({ id }) => id).sort()).toEqual(ids);
  });

  test.each(rounds)('two workspaces verifying one site: one of them has it (%s)', async () => {
    const workspaces = ['library', 'archive'];
    await Promise.all(
      workspaces.map(async (workspace) => {
        await draft(workspace, workspace);
        await change(workspace, withOrigin({ ...origin(`${workspace}-o`), installation_id: workspace }), workspace);
      }),
    );
    const made = await Promise.all(
      workspaces.map((workspace) =>
        changeInstallation(
          workspace,
          workspace,
          withVerification(`${workspace}-o`, verified),
          'installation.updated',
          context,
        ),
      ),
    );
    expect(made.filter((each) => each === 'site taken')).toHaveLength(1);
  });
});

describe('a site', () => {
  const take = (workspace: string, id: string) =>
    changeInstallation(workspace, id, withVerification(`${id}-o`, verified), 'installation.updated', context);

  test('can be of several installations of one workspace, and of no other workspace', async () => {
    await proved('one');
    await proved('two');
    await draft('three', 'archive');
    await change('three', withOrigin({ ...origin('three-o'), installation_id: 'three' }), 'archive');
    const before = await allItems();
    expect(await take('archive', 'three')).toBe('site taken');
    expect(await allItems()).toEqual(before);
    await change('one', withoutOrigin('one-o'));
    expect(await take('archive', 'three')).toBe('site taken');
    await change('two', withoutOrigin('two-o'));
    expect(await take('archive', 'three')).toMatchObject({ installation: { status: 'active' } });
    // Which then has it, and the first one does not.
    await change('one', withOrigin({ ...origin('one-o2'), installation_id: 'one' }));
    expect(
      await changeInstallation('library', 'one', withVerification('one-o2', verified), 'installation.updated', context),
    ).toBe('site taken');
  });

  test.each(['revoked', 'archived'] as const)('is free again when its installation is %s', async (status) => {
    await proved('one');
    await change('one', withUpdate({ status: 'disabled' }));
    await change('one', withUpdate({ status }));
    expect(await proved('two', 'archive')).toMatchObject({ installation: { status: 'active' } });
    // Releasing it again does not take it from its new owner.
    await change('one', withoutOrigin('one-o'));
    await draft('three');
    await change('three', withOrigin({ ...origin('three-o'), installation_id: 'three' }));
    expect(await take('library', 'three')).toBe('site taken');
  });
});

test('a change and its audit record are written together, with the parts that changed and no hash or token', async () => {
  await proved('one');
  await change('one', withCredential(credential('c')));
  await change('one', withRotatedCredential('c', credential('d'), true, 9));
  const records = await auditRecords();
  expect(records.map(({ resource_id, workspace_id }) => [resource_id, workspace_id])).toEqual(
    Array(4).fill(['one', 'library']),
  );
  const rotation = records.find(({ after }) => after?.['credential:d']);
  expect(rotation).toMatchObject({
    before: { 'credential:c': { active: true } },
    after: { 'credential:c': { active: false, revoked_at: 9 }, 'credential:d': { active: true, rotated_from: 'c' } },
  });
  expect(Object.keys(rotation?.after ?? {}).sort()).toEqual(['credential:c', 'credential:d']);
  const text = JSON.stringify(records);
  for (const { hash } of [credential('c'), credential('d')]) expect(text).not.toContain(`"${hash}"`);
  expect(text).not.toMatch(/"(hash|verification_token|version|updated_at)"/);
});

test('a change that is refused or changes nothing leaves no audit record', async () => {
  await draft('one');
  expect(
    await changeInstallation('library', 'one', withUpdate({ status: 'active' }), 'installation.updated', context),
  ).toHaveProperty('refused');
  expect(
    await changeInstallation('archive', 'one', withUpdate({ status: 'revoked' }), 'installation.updated', context),
  ).toBeUndefined();
  await change('one', withUpdate({ display_name: 'one' }));
  expect(await auditRecords()).toEqual([]);
});
