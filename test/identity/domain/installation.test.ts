import { describe, expect, test } from '@jest/globals';
import {
  CredentialRecord,
  credentialId,
  InstallationRecord,
  installationActions,
  nextInstallationStatus,
  nextOriginStatus,
  OriginRecord,
  OriginStatus,
  originActions,
  verificationUrls,
} from '#src/identity/domain/installation.ts';
import { installationStatuses } from '#src/identity/domain/installation-status.ts';

const row = <A extends string, S>(actions: readonly A[], next: (action: A) => S | undefined) =>
  actions.map((action) => next(action) ?? '-').join(' ');

test('the status after each action in each status of an installation; - means refused', () => {
  expect(installationActions.join(' ')).toBe(
    'add_origin verify_origin lose_last_verified_origin enable disable revoke archive',
  );
  const table = installationStatuses.map((status) => [
    status,
    row(installationActions, (action) => nextInstallationStatus(status, action)),
  ]);
  expect(Object.fromEntries(table)).toEqual({
    draft: 'pending_verification - draft - - revoked archived',
    pending_verification: 'pending_verification active pending_verification - - revoked -',
    active: 'active active pending_verification active disabled revoked -',
    disabled: 'disabled disabled disabled active disabled revoked archived',
    revoked: '- - revoked - - revoked archived',
    archived: '- - archived - - - archived',
  });
});

test('the same of an origin', () => {
  expect(originActions.join(' ')).toBe('succeed fail retry revoke');
  const table = OriginStatus.options.map((status) => [
    status,
    row(originActions, (action) => nextOriginStatus(status, action)),
  ]);
  expect(Object.fromEntries(table)).toEqual({
    pending: 'verified failed pending revoked',
    verified: '- - - revoked',
    failed: '- - pending revoked',
    revoked: '- - - revoked',
  });
});

describe('records of the first version', () => {
  test('are still read', () => {
    const times = { created_at: 1, updated_at: 1 };
    const said = { platform: 'drupal', display_name: 'A site', description: null, scopes: [] };
    expect(
      InstallationRecord.parse({ id: 'i', workspace_id: 'library', status: 'active', ...said, ...times }),
    ).toMatchObject({ version: 0 });
    expect(
      OriginRecord.parse({
        id: 'o',
        installation_id: 'i',
        origin: 'https://a.example',
        verification_status: 'verified',
        verification_token: null,
        verified_at: 1,
        last_verification_error: null,
      }),
    ).toMatchObject({ created_at: 0 });
  });

  test('a credential without an id gets one that is not its hash', () => {
    const hash = 'a1b2'.repeat(16);
    const old = CredentialRecord.parse({
      hash,
      installation_id: 'i',
      last4: 'abcd',
      active: true,
      created_at: 1,
      expires_at: null,
    });
    expect(old).toMatchObject({ revoked_at: null, rotated_from: null });
    expect(credentialId(old)).toBe(hash.slice(0, 16));
    expect(credentialId({ ...old, id: 'c' })).toBe('c');
  });
});

test('where a site may show its token', () => {
  expect(verificationUrls('https://a.example', 'wordpress')).toEqual([
    'https://a.example/.well-known/publication-registry.txt',
    'https://a.example/wp-json/publication-registry/v1/verification',
  ]);
  expect(verificationUrls('https://a.example:8443', 'drupal')).toEqual([
    'https://a.example:8443/.well-known/publication-registry.txt',
    'https://a.example:8443/publication-registry/verification',
  ]);
});

test("a scope that only a later release knows is nobody's", () => {
  const stored = {
    id: 'one',
    workspace_id: 'primary_entity',
    platform: 'wordpress',
    status: 'active',
    display_name: 'Our site',
    description: null,
    scopes: ['reports.read', 'people.read'],
    created_at: 1,
    updated_at: 1,
  };
  expect(InstallationRecord.parse(stored).scopes).toEqual(['people.read']);
  expect(InstallationRecord.safeParse({ ...stored, scopes: 'people.read' }).success).toBe(false);
});
