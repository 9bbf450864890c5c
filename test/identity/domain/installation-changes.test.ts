import { describe, expect, test } from '@jest/globals';
import type { CredentialRecord, Installation, OriginRecord, OriginStatus } from '#src/identity/domain/installation.ts';
import {
  maxCredentials,
  maxOrigins,
  maxStoredOrigins,
  withCredential,
  withOrigin,
  withoutCredential,
  withoutOrigin,
  withRotatedCredential,
  withUpdate,
  withVerification,
} from '#src/identity/domain/installation-changes.ts';
import type { InstallationStatus } from '#src/identity/domain/installation-status.ts';

const origin = (id: string, status: OriginStatus = 'pending', over: Partial<OriginRecord> = {}): OriginRecord => ({
  id,
  installation_id: 'i',
  origin: `https://${id}.example`,
  verification_status: status,
  verification_token: status === 'revoked' ? null : `token-of-${id}`,
  verified_at: status === 'verified' ? 5 : null,
  last_verification_error: null,
  created_at: 1,
  ...over,
});

const credential = (id: string, over: Partial<CredentialRecord> = {}): CredentialRecord => ({
  id,
  hash: `hash-of-${id}`,
  installation_id: 'i',
  last4: 'abcd',
  active: true,
  created_at: 1,
  expires_at: null,
  revoked_at: null,
  rotated_from: null,
  ...over,
});

const installation = (
  status: InstallationStatus,
  origins: OriginRecord[] = [],
  credentials: CredentialRecord[] = [],
): Installation => ({
  installation: {
    id: 'i',
    workspace_id: 'library',
    platform: 'drupal',
    status,
    display_name: 'A site',
    description: null,
    scopes: ['people.read'],
    created_at: 1,
    updated_at: 1,
    version: 7,
  },
  origins,
  credentials,
});

const verified = { verifiedAtMs: 9 };

describe('origins', () => {
  test('the first one makes a draft wait for its verification, which makes it active', () => {
    const added = withOrigin(origin('a'))(installation('draft'));
    expect(added).toMatchObject({ installation: { status: 'pending_verification' }, origins: [{ id: 'a' }] });
    expect(withVerification('a', verified)(added as Installation)).toMatchObject({
      installation: { status: 'active' },
      origins: [{ verification_status: 'verified', verified_at: 9, last_verification_error: null }],
    });
  });

  test('one that fails changes nothing but itself, and can be tried again', () => {
    const waiting = installation('pending_verification', [origin('a'), origin('b')]);
    const failed = withVerification('a', { failure: 'Nobody there.' })(waiting) as Installation;
    expect(failed).toMatchObject({
      installation: { status: 'pending_verification' },
      origins: [{ verification_status: 'failed', last_verification_error: 'Nobody there.' }, origin('b')],
    });
    expect(withVerification('a', verified)(failed)).toMatchObject({
      installation: { status: 'active' },
      origins: [{ verification_status: 'verified', last_verification_error: null }, origin('b')],
    });
  });

  test('a verified origin stays verified, whatever a slower verification returns', () => {
    const active = installation('active', [origin('a', 'verified')]);
    expect(withVerification('a', { failure: 'Late.' })(active)).toBe(active);
    expect(withVerification('a', verified)(active)).toBe(active);
  });

  test('an origin that was revoked meanwhile is refused; an unknown one is unknown', () => {
    const active = installation('active', [origin('a', 'revoked')]);
    expect(withVerification('a', verified)(active)).toEqual({ field: 'origin', refused: 'has been revoked' });
    expect(withVerification('x', verified)(active)).toBeUndefined();
    expect(withoutOrigin('x')(active)).toBeUndefined();
  });

  test('revoking the last verified one makes an active installation wait again; others stay as they are', () => {
    const both = [origin('a', 'verified'), origin('b', 'verified'), origin('c')];
    const one = withoutOrigin('a')(installation('active', both)) as Installation;
    expect(one).toMatchObject({
      installation: { status: 'active' },
      origins: [{ verification_status: 'revoked', verification_token: null }, both[1], both[2]],
    });
    expect(withoutOrigin('b')(one)).toMatchObject({ installation: { status: 'pending_verification' } });
    for (const status of ['disabled', 'revoked', 'archived'] as const) {
      expect(withoutOrigin('a')(installation(status, [origin('a', 'verified')]))).toMatchObject({
        installation: { status },
        origins: [{ verification_status: 'revoked' }],
      });
    }
    const waiting = installation('pending_verification', [origin('a')]);
    expect(withoutOrigin('a')(waiting)).toMatchObject({ installation: { status: 'pending_verification' } });
  });

  test('revoking once more changes nothing', () => {
    const active = installation('active', [origin('a', 'revoked'), origin('b', 'verified')]);
    expect(withoutOrigin('a')(active)).toBe(active);
  });

  test('refused: the same site twice, one origin too many, or a revoked or archived installation', () => {
    const again = origin('b', 'pending', { origin: 'https://a.example' });
    expect(withOrigin(again)(installation('active', [origin('a', 'failed')]))).toMatchObject({ field: 'origin' });
    expect(withOrigin(again)(installation('active', [origin('a', 'revoked')]))).toHaveProperty('origins.1', again);
    const full = Array.from({ length: maxOrigins }, (_, index) => origin(`o${index}`));
    expect(withOrigin(again)(installation('active', full))).toMatchObject({ field: 'origin' });
    const ever = Array.from({ length: maxStoredOrigins }, (_, index) => origin(`o${index}`, 'revoked'));
    expect(withOrigin(again)(installation('active', ever))).toMatchObject({ field: 'origin' });
    expect(withOrigin(again)(installation('active', ever.slice(1)))).toHaveProperty('origins');
    for (const status of ['revoked', 'archived'] as const) {
      expect(withOrigin(again)(installation(status))).toEqual({
        field: 'origin',
        refused: `cannot be added: the installation is ${status}, which is final`,
      });
      expect(withVerification('a', verified)(installation(status, [origin('a')]))).toMatchObject({ field: 'origin' });
    }
  });
});

describe('what is asked of an installation', () => {
  const proved = [origin('a', 'verified')];

  test('is switched off and on again', () => {
    const off = withUpdate({ status: 'disabled' })(installation('active', proved)) as Installation;
    expect(off.installation.status).toBe('disabled');
    expect(withUpdate({ status: 'active' })(off)).toMatchObject({ installation: { status: 'active' } });
  });

  test('cannot be active without a verified origin', () => {
    expect(withUpdate({ status: 'active' })(installation('disabled', [origin('a', 'failed')]))).toEqual({
      field: 'status',
      refused: 'cannot become active: the installation has no verified origin',
    });
  });

  test('that is revoked can only be archived', () => {
    expect(withUpdate({ status: 'archived' })(installation('revoked'))).toMatchObject({
      installation: { status: 'archived' },
    });
    for (const status of ['active', 'disabled'] as const) {
      expect(withUpdate({ status })(installation('revoked', proved))).toMatchObject({
        refused: expect.stringContaining('revoked, which is final'),
      });
    }
    expect(withUpdate({ status: 'revoked' })(installation('archived'))).toMatchObject({ field: 'status' });
    expect(withUpdate({ display_name: 'Other' })(installation('archived'))).toEqual({
      field: 'display_name',
      refused: 'cannot be changed: the installation is archived',
    });
  });

  test('is only what differs; what is left out stays', () => {
    const before = installation('active', proved);
    const { display_name, description, scopes } = before.installation;
    expect(withUpdate({ display_name, description, scopes, status: 'active' })(before)).toBe(before);
    expect(withUpdate({ scopes: [], description: 'Text', display_name: undefined })(before)).toEqual({
      ...before,
      installation: { ...before.installation, scopes: [], description: 'Text' },
    });
    expect(withUpdate({ display_name, status: 'archived' })(installation('revoked'))).toMatchObject({
      installation: { status: 'archived' },
    });
  });
});

describe('credentials', () => {
  const next = credential('next', { created_at: 9 });

  test('are issued from the start, but not for a revoked installation or above the maximum', () => {
    expect(withCredential(next)(installation('draft'))).toMatchObject({ credentials: [next] });
    expect(withCredential(next)(installation('revoked'))).toMatchObject({ field: 'status' });
    const many = Array.from({ length: maxCredentials }, (_, index) => credential(`c${index}`));
    expect(withCredential(next)(installation('active', [], many))).toMatchObject({ field: 'credentials' });
    const [first, ...rest] = many.map((each) => ({ ...each, active: false }));
    expect(withCredential(next)(installation('active', [], first ? [first, ...rest] : []))).toHaveProperty(
      'credentials.length',
      maxCredentials + 1,
    );
  });

  test('end for good, once', () => {
    const before = installation('active', [], [credential('a'), credential('b')]);
    const ended = withoutCredential('a', 9)(before) as Installation;
    expect(ended.credentials).toEqual([credential('a', { active: false, revoked_at: 9 }), credential('b')]);
    expect(withoutCredential('a', 10)(ended)).toBe(ended);
    expect(withoutCredential('x', 10)(ended)).toBeUndefined();
  });

  test('are rotated with and without ending the old one', () => {
    const before = installation('active', [], [credential('a')]);
    expect(withRotatedCredential('a', next, false, 9)(before)).toMatchObject({
      credentials: [credential('a'), { ...next, rotated_from: 'a' }],
    });
    expect(withRotatedCredential('a', next, true, 9)(before)).toMatchObject({
      credentials: [
        { id: 'a', active: false, revoked_at: 9 },
        { id: 'next', active: true },
      ],
    });
    const full = Array.from({ length: maxCredentials }, (_, index) => credential(`c${index}`));
    expect(withRotatedCredential('c0', next, true, 9)(installation('active', [], full))).toHaveProperty('credentials');
    expect(withRotatedCredential('c0', next, false, 9)(installation('active', [], full))).toHaveProperty('refused');
  });

  test('end when the one they replace would have ended, unless it is said otherwise', () => {
    const before = installation('active', [], [credential('a', { expires_at: 100 })]);
    expect(withRotatedCredential('a', next, false, 9)(before)).toHaveProperty('credentials.1.expires_at', 100);
    const later = { ...next, expires_at: 200 };
    expect(withRotatedCredential('a', later, false, 9)(before)).toHaveProperty('credentials.1.expires_at', 200);
    expect(withRotatedCredential('a', next, false, 100)(before)).toMatchObject({ field: 'expires_at' });
  });

  test('that were revoked are not rotated, nor any others', () => {
    const before = installation('active', [], [credential('a', { active: false })]);
    expect(withRotatedCredential('a', next, true, 9)(before)).toMatchObject({ field: 'credential' });
    expect(withRotatedCredential('x', next, true, 9)(before)).toBeUndefined();
  });
});
