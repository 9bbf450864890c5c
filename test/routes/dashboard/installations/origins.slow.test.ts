import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as verify from '../../../../lambdas/integrations/verify/get.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { installationsAs, prepareEnvironment, wordpress } from '../../../support/installation-routes.ts';
import { captureLog } from '../../../support/log.ts';

const lines = captureLog();
const admin = installationsAs();
let site: Server;
let shown = '';
const address = (host = '127.0.0.1') => `http://${host}:${(site.address() as AddressInfo).port}`;

beforeAll(async () => {
  site = createServer((_, response) => void response.setHeader('content-type', 'text/plain').end(shown));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => site.close(resolve)));

let id: string;
beforeEach(async () => {
  prepareEnvironment('127.0.0.1');
  shown = '';
  await freshTable();
  id = (await admin.create(wordpress)).body.installation.id;
});

const add = async (origin: string, to = id, as = admin) => (await as.addOrigin(to, { origin })).body.origin;
const statusOf = async () => (await admin.get(id)).body.installation.status;

describe('a new origin', () => {
  test('201: is pending, and says which token the site must show where', async () => {
    const { status, body } = await admin.addOrigin(id, { origin: 'HTTPS://WWW.Example.org:443/' });
    expect(status).toBe(201);
    expect(body).toEqual({
      origin: {
        id: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
        origin: 'https://www.example.org',
        verification_status: 'pending',
        verified_at: null,
        last_verification_error: null,
        created_at: expect.any(Number),
        verification: {
          token: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
          urls: [
            'https://www.example.org/.well-known/publication-registry.txt',
            'https://www.example.org/wp-json/publication-registry/v1/verification',
          ],
        },
      },
    });
    expect(await statusOf()).toBe('pending_verification');
  });

  test('200: its token is the one that /integrations/v1/verify answers', async () => {
    const { id: originId, verification } = await add('https://www.example.org');
    expect(await call(verify, { url: `/integrations/v1/verify/${originId}` })).toMatchObject({
      status: 200,
      body: verification.token,
    });
  });

  test('201: no two have the same token', async () => {
    const [one, other] = [await add('https://a.example.org'), await add('https://b.example.org')];
    expect(one.verification.token).not.toBe(other.verification.token);
  });

  test.each([
    'www.example.org',
    'https://www.example.org/path',
    'https://www.example.org?x',
    'https://user:secret@www.example.org',
    'https://a.example https://b.example',
    'null',
    '*',
    'ftp://www.example.org',
    'http://www.example.org',
    'https://www.example.org:22',
    'https://localhost',
    'https://10.0.0.1',
    'https://0xa000001',
    'https://[::1]',
    `https://${'x.'.repeat(150)}example.org`,
    7,
  ])('400: %s is not an origin', async (origin) => {
    expect(await admin.addOrigin(id, { origin })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', details: { issues: [{ path: 'origin' }] } },
    });
    expect(await statusOf()).toBe('draft');
  });

  test('400: an origin that it already has', async () => {
    await add('https://www.example.org');
    expect(await admin.addOrigin(id, { origin: 'https://www.example.org/' })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'origin', message: 'is already an origin of this installation' }] } },
    });
  });

  test('its token is in no log', async () => {
    const { verification } = await add('https://www.example.org');
    expect(lines).toContainEqual(expect.objectContaining({ message: 'audit', action: 'installation.origin_added' }));
    expect(JSON.stringify(lines)).not.toContain(verification.token);
  });
});

describe('a verification', () => {
  test('200: finds the token, and the installation becomes active', async () => {
    const origin = await add(address());
    shown = origin.verification.token;
    const { status, body } = await admin.verifyOrigin(id, origin.id);
    expect(status).toBe(200);
    expect(body.origin).toEqual({
      ...origin,
      verification_status: 'verified',
      verified_at: expect.any(Number),
    });
    expect(await statusOf()).toBe('active');
  });

  test('200: reports the failure, and can be tried again', async () => {
    const origin = await add(address());
    shown = 'another token';
    const { status, body } = await admin.verifyOrigin(id, origin.id);
    expect(status).toBe(200);
    expect(body.origin).toMatchObject({
      verification_status: 'failed',
      verified_at: null,
      last_verification_error: expect.stringMatching(/^The token was not found: .* contains a different text\.$/),
    });
    expect(await statusOf()).toBe('pending_verification');
    shown = origin.verification.token;
    expect((await admin.verifyOrigin(id, origin.id)).body.origin).toMatchObject({
      verification_status: 'verified',
      last_verification_error: null,
    });
  });

  test('200: a verified origin stays verified when the token is gone', async () => {
    const origin = await add(address());
    shown = origin.verification.token;
    const { body } = await admin.verifyOrigin(id, origin.id);
    shown = '';
    expect((await admin.verifyOrigin(id, origin.id)).body).toEqual(body);
  });

  test('200: fails for a private address that is not allowed', async () => {
    const origin = await add(address());
    shown = origin.verification.token;
    process.env.VERIFICATION_ALLOWED_HOSTS = '';
    expect((await admin.verifyOrigin(id, origin.id)).body.origin).toMatchObject({
      verification_status: 'failed',
      last_verification_error: 'The origin must start with https://.',
    });
  });

  test('200: fails if another workspace has the site, without naming it', async () => {
    const origin = await add(address());
    shown = origin.verification.token;
    await admin.verifyOrigin(id, origin.id);
    const other = installationsAs(sessionOf('workspace_admin', 'archive'));
    const theirs = (await other.create(wordpress)).body.installation.id;
    const again = await add(address(), theirs, other);
    shown = again.verification.token;
    const { status, body } = await other.verifyOrigin(theirs, again.id);
    expect(status).toBe(200);
    expect(body.origin.verification_status).toBe('failed');
    expect(body.origin.last_verification_error).toContain('another workspace');
    expect(body.origin.last_verification_error).not.toContain('primary_entity');
    // Once it is released there, it is available.
    await admin.revokeOrigin(id, origin.id);
    expect((await other.verifyOrigin(theirs, again.id)).body.origin.verification_status).toBe('verified');
  });

  test('400: a revoked origin or installation', async () => {
    const [one, other] = [await add('https://a.example.org'), await add('https://b.example.org')];
    await admin.revokeOrigin(id, one.id);
    expect(await admin.verifyOrigin(id, one.id)).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    await admin.update(id, { status: 'revoked' });
    expect(await admin.verifyOrigin(id, other.id)).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect((await admin.addOrigin(id, { origin: 'https://c.example.org' })).status).toBe(400);
  });

  test('404: an unknown origin', async () => {
    expect((await admin.verifyOrigin(id, 'unknown')).status).toBe(404);
    expect((await admin.revokeOrigin(id, 'unknown')).status).toBe(404);
  });
});

describe('revoked', () => {
  test('200: its token is deleted, and an active installation becomes pending again', async () => {
    const origin = await add(address());
    shown = origin.verification.token;
    await admin.verifyOrigin(id, origin.id);
    const { status, body } = await admin.revokeOrigin(id, origin.id);
    expect(status).toBe(200);
    expect(body.origin).toMatchObject({ verification_status: 'revoked', verification: null });
    expect(await statusOf()).toBe('pending_verification');
    expect((await call(verify, { url: `/integrations/v1/verify/${origin.id}` })).status).toBe(404);
    expect((await admin.revokeOrigin(id, origin.id)).body).toEqual(body);
  });
});
