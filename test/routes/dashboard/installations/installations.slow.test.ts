import { beforeEach, describe, expect, test } from '@jest/globals';
import { freshTable } from '../../../support/engine.ts';
import { requestId, sessionOf } from '../../../support/event.ts';
import { installationsAs, prepareEnvironment, wordpress } from '../../../support/installation-routes.ts';
import { storeInstallation } from '../../../support/installations.ts';
import { captureLog } from '../../../support/log.ts';

const lines = captureLog();
const admin = installationsAs();

beforeEach(async () => {
  prepareEnvironment();
  await freshTable();
});

/** The id of a new draft. */
const draft = async (as = admin, body: unknown = wordpress): Promise<string> =>
  (await as.create(body)).body.installation.id;

describe('a new installation', () => {
  test('201: is a draft of the workspace', async () => {
    const { status, body } = await admin.create({ ...wordpress, description: ' Of the library ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      installation: {
        id: expect.stringMatching(/^[\w-]{36}$/),
        workspace_id: 'primary_entity',
        platform: 'wordpress',
        status: 'draft',
        display_name: 'Our site',
        description: 'Of the library',
        scopes: ['publications.read'],
        created_at: expect.any(Number),
        updated_at: body.installation.created_at,
        origins: [],
      },
    });
    expect((await admin.get(body.installation.id)).body).toEqual(body);
    expect((await admin.list()).body.installations).toEqual([body.installation]);
  });

  test('201: holds each scope once, and no description where it is empty', async () => {
    const scopes = ['works.read', 'people.read', 'works.read'];
    const { body } = await admin.create({ ...wordpress, scopes, description: ' ' });
    expect(body.installation).toMatchObject({ scopes: ['people.read', 'works.read'], description: null });
  });

  test.each([
    ['platform', { ...wordpress, platform: 'joomla' }],
    ['platform', { display_name: 'Our site', scopes: [] }],
    ['display_name', { ...wordpress, display_name: ' ' }],
    ['display_name', { ...wordpress, display_name: 'x'.repeat(201) }],
    ['display_name', { ...wordpress, display_name: 'Our\nsite' }],
    ['display_name', { ...wordpress, display_name: '\u3164' }],
    ['description', { ...wordpress, description: 'x'.repeat(2001) }],
    ['scopes.0', { ...wordpress, scopes: ['ingest'] }],
    ['scopes', { platform: 'drupal', display_name: 'Our site' }],
    ['status', { ...wordpress, status: 'active' }],
    ['workspace_id', { ...wordpress, workspace_id: 'archive' }],
  ])('400: names %s', async (path, body) => {
    const answer = await admin.create(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body', details: { issues: [{ path }] } } });
    expect((await admin.list()).body.total).toBe(0);
  });

  test('writes a log line with the actor, and an audit record', async () => {
    const id = await draft();
    expect(lines).toContainEqual({
      level: 'info',
      message: 'audit',
      id: expect.any(String),
      occurred_at: expect.any(Number),
      action: 'installation.created',
      request_id: requestId,
      workspace_id: 'primary_entity',
      actor_id: 'user:curator@example.org',
      resource_id: id,
      before: null,
      after: expect.objectContaining({ status: 'draft', scopes: ['publications.read'] }),
    });
  });
});

describe('the list', () => {
  test('200: pages, by either name of their size, with links', async () => {
    for (const number of [1, 2, 3]) await storeInstallation(`i${number}`, { created_at: number });
    const ids = async (query: string) => {
      const { body } = await admin.list(query);
      return body.installations.map(({ id }: { id: string }) => id);
    };
    expect(await ids('')).toEqual(['i3', 'i2', 'i1']);
    expect(await ids('?perPage=2')).toEqual(['i3', 'i2']);
    expect(await ids('?per_page=2&page=2')).toEqual(['i1']);
    const { body, headers } = await admin.list('?perPage=2&page=2');
    expect(body).toMatchObject({ page: 2, per_page: 2, total: 3, pages: 2, status: null });
    expect(headers.link).toContain('/api/installations?perPage=2&page=1>; rel="prev"');
  });

  test('200: of one status only', async () => {
    await draft();
    await storeInstallation('active');
    const { body } = await admin.list('?status=active');
    expect(body).toMatchObject({ installations: [{ id: 'active', origins: [{}] }], total: 1, status: 'active' });
    expect((await admin.list('?status=archived')).body).toMatchObject({ installations: [], total: 0, pages: 0 });
  });

  test('400: an unknown status', async () => {
    expect(await admin.list('?status=broken')).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
  });

  test('200: shows what was just changed', async () => {
    const id = await draft();
    await admin.update(id, { display_name: 'Renamed' });
    await admin.addOrigin(id, { origin: 'https://www.example.org' });
    const { installation } = (await admin.get(id)).body;
    expect(installation).toMatchObject({ display_name: 'Renamed', status: 'pending_verification' });
    expect((await admin.list()).body.installations).toEqual([installation]);
  });
});

describe('its details', () => {
  test('200: changes, and what is left out stays', async () => {
    const id = await draft();
    const { status, body } = await admin.update(id, { description: 'New', scopes: ['works.read'] });
    expect(status).toBe(200);
    expect(body.installation).toMatchObject({ display_name: 'Our site', description: 'New', scopes: ['works.read'] });
    expect((await admin.update(id, { description: null })).body.installation.description).toBeNull();
    expect((await admin.update(id, {})).status).toBe(200);
  });

  test.each([
    ['status', { status: 'pending_verification' }],
    ['platform', { platform: 'drupal' }],
    ['scopes.1', { scopes: ['works.read', 'everything'] }],
    ['display_name', { display_name: null }],
  ])('400: names %s', async (path, body) => {
    const answer = await admin.update(await draft(), body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_body', details: { issues: [{ path }] } } });
  });
});

describe('its status', () => {
  test('200: it is disabled, enabled and revoked', async () => {
    await storeInstallation('one', {}, { verification_status: 'verified' });
    for (const status of ['disabled', 'active', 'revoked', 'archived']) {
      expect((await admin.update('one', { status })).body.installation.status).toBe(status);
      expect((await admin.update('one', { status })).status).toBe(200);
    }
  });

  test('400: names what prevents the change', async () => {
    const answer = await admin.update(await draft(), { status: 'active' });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_body',
        error: 'The body is not valid: status cannot become active: the installation is draft',
        details: { issues: [{ path: 'status' }] },
      },
    });
    await storeInstallation('over', { status: 'revoked' }, { verification_status: 'verified' });
    expect((await admin.update('over', { status: 'active' })).body.error).toContain('is revoked, which is final');
    expect((await admin.update('over', { display_name: 'Other' })).status).toBe(400);
  });
});

describe('another workspace', () => {
  const other = installationsAs(sessionOf('workspace_admin', 'archive'));

  test('404: its installations look missing and stay unchanged', async () => {
    const id = await draft();
    const { body } = await admin.addOrigin(id, { origin: 'https://www.example.org' });
    const origin = body.origin.id;
    const { body: issued } = await admin.createCredential(id, {});
    const before = (await admin.get(id)).body;
    const answers = await Promise.all([
      other.get(id),
      other.update(id, { status: 'revoked' }),
      other.addOrigin(id, { origin: 'https://other.example.org' }),
      other.verifyOrigin(id, origin),
      other.revokeOrigin(id, origin),
      other.listCredentials(id),
      other.createCredential(id, {}),
      other.rotateCredential(id, issued.credential.id, { revoke_old: true }),
      other.revokeCredential(id, issued.credential.id),
    ]);
    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await other.list()).body.installations).toEqual([]);
    expect((await admin.get(id)).body).toEqual(before);
    expect((await admin.listCredentials(id)).body.credentials).toEqual([issued.credential]);
  });

  test('200: superadmins choose one', async () => {
    const id = await draft();
    expect((await installationsAs(sessionOf('superadmin')).get(id)).status).toBe(200);
    expect((await installationsAs(sessionOf('superadmin')).list('?workspace_id=archive')).body.total).toBe(0);
  });
});

test('404: no such installation', async () => {
  expect((await admin.get('unknown')).status).toBe(404);
  expect((await admin.update('unknown', { status: 'revoked' })).status).toBe(404);
});

test.each(['a.b', 'x'.repeat(65), 'a%2Fb'])('400: %s is not an id', async (id) => {
  expect(await admin.get(id)).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
});

test('403: members without the admin role', async () => {
  const member = installationsAs(sessionOf('workspace_member'));
  const id = await draft();
  for (const answer of await Promise.all([
    member.list(),
    member.create(wordpress),
    member.get(id),
    member.update(id, { status: 'revoked' }),
    member.addOrigin(id, { origin: 'https://www.example.org' }),
    member.listCredentials(id),
    member.createCredential(id, {}),
  ])) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
});
