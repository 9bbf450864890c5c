import { beforeEach, describe, expect, test } from '@jest/globals';
import { hashCredential, isCredential } from '#src/identity/credentials/secret.ts';
import { findCredential } from '#src/identity/store/installations.ts';
import { freshTable } from '../../../support/engine.ts';
import { installationsAs, pepper, prepareEnvironment, wordpress } from '../../../support/installation-routes.ts';
import { storeInstallation } from '../../../support/installations.ts';
import { captureLog } from '../../../support/log.ts';

const lines = captureLog();
const admin = installationsAs();
const later = Date.now() + 1_000_000;

let id: string;
beforeEach(async () => {
  prepareEnvironment();
  await freshTable();
  id = (await admin.create(wordpress)).body.installation.id;
});

const list = async () => (await admin.listCredentials(id)).body.credentials;
const heldBy = (secret: string) => findCredential(hashCredential(secret, pepper));

describe('issued', () => {
  test('201: with its secret, only this once; the list shows none', async () => {
    const { status, body } = await admin.createCredential(id, { expires_at: later });
    expect(status).toBe(201);
    expect(isCredential('pri', body.secret)).toBe(true);
    expect(body.credential).toEqual({
      id: expect.stringMatching(/^[\w-]{36}$/),
      last4: body.secret.slice(-4),
      active: true,
      created_at: expect.any(Number),
      expires_at: later,
      revoked_at: null,
      rotated_from: null,
    });
    expect(await list()).toEqual([body.credential]);
    expect(await heldBy(body.secret)).toMatchObject({ credential: { active: true }, installation: { id } });
  });

  test('its secret and its hash are in no log, and its hash in no answer', async () => {
    const { body } = await admin.createCredential(id, {});
    const hash = hashCredential(body.secret, pepper);
    const answers = JSON.stringify([body.credential, await list()]);
    expect(answers).not.toContain(hash);
    expect(answers).not.toContain(body.secret);
    expect(lines).toContainEqual(
      expect.objectContaining({ action: 'installation.credential_issued', resource_id: id }),
    );
    expect(JSON.stringify(lines)).not.toContain(hash);
    expect(JSON.stringify(lines)).not.toContain(body.secret);
  });

  test('201: ten in parallel, and each one works', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.createCredential(id, {})));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(await list()).toHaveLength(10);
    for (const { body } of answers) expect(await heldBy(body.secret)).toMatchObject({ credential: { active: true } });
  });

  test('201: without an expiry it does not expire', async () => {
    expect((await admin.createCredential(id, {})).body.credential.expires_at).toBeNull();
    expect((await admin.createCredential(id, { expires_at: null })).body.credential.expires_at).toBeNull();
  });

  test.each([1, 0, -1, 1.5, '2030-01-01'])('400: with the end %s', async (expires_at) => {
    expect(await admin.createCredential(id, { expires_at })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', details: { issues: [{ path: 'expires_at' }] } },
    });
    expect(await list()).toEqual([]);
  });

  test('400: for a revoked installation', async () => {
    await admin.update(id, { status: 'revoked' });
    expect(await admin.createCredential(id, {})).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
  });

  test('404: an unknown installation', async () => {
    expect((await admin.createCredential('unknown', {})).status).toBe(404);
    expect((await admin.listCredentials('unknown')).status).toBe(404);
  });
});

describe('rotated', () => {
  test.each([true, false])('201: with revoke_old %s', async (revoke_old) => {
    const old = (await admin.createCredential(id, { expires_at: later })).body;
    const { status, body } = await admin.rotateCredential(id, old.credential.id, { revoke_old });
    expect(status).toBe(201);
    expect(body.credential).toMatchObject({ active: true, expires_at: later, rotated_from: old.credential.id });
    expect(await heldBy(old.secret)).toMatchObject({ credential: { active: !revoke_old } });
    expect(await heldBy(body.secret)).toMatchObject({ credential: { active: true } });
    expect(await list()).toHaveLength(2);
  });

  test('400: a revoked credential cannot be rotated', async () => {
    const { credential } = (await admin.createCredential(id, {})).body;
    await admin.revokeCredential(id, credential.id);
    expect((await admin.rotateCredential(id, credential.id, { revoke_old: true })).status).toBe(400);
    expect(await list()).toHaveLength(1);
  });

  test('400: revoke_old is required', async () => {
    const { credential } = (await admin.createCredential(id, {})).body;
    expect(await admin.rotateCredential(id, credential.id, {})).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'revoke_old' }] } },
    });
  });

  test('404: an unknown credential', async () => {
    expect((await admin.rotateCredential(id, 'unknown', { revoke_old: true })).status).toBe(404);
  });
});

describe('revoked', () => {
  test('200: it is inactive for good; a second time changes nothing', async () => {
    const { credential, secret } = (await admin.createCredential(id, {})).body;
    const { status, body } = await admin.revokeCredential(id, credential.id);
    expect(status).toBe(200);
    expect(body.credential).toEqual({ ...credential, active: false, revoked_at: expect.any(Number) });
    expect(await heldBy(secret)).toMatchObject({ credential: { active: false } });
    expect((await admin.revokeCredential(id, credential.id)).body).toEqual(body);
  });

  test('200: also for credentials stored without an id', async () => {
    await storeInstallation('old');
    const [credential] = (await admin.listCredentials('old')).body.credentials;
    expect(credential).toMatchObject({ id: 'old-hash', active: true });
    expect((await admin.revokeCredential('old', credential.id)).body.credential.active).toBe(false);
  });

  test('404: an unknown credential', async () => {
    expect((await admin.revokeCredential(id, 'unknown')).status).toBe(404);
  });
});
