import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { inAnyWorkspace, member, memberOrSteward, session } from '#src/identity/sessions/session-auth.ts';
import type { Role } from '#src/vocabulary/workspace.ts';
import { sessionOf } from '../support/event.ts';

process.env.TRUSTED_ORIGINS = 'https://dashboard.example https://alt.example:8443';
const now = new Date();

interface Sent {
  authorizer?: Record<string, string> | undefined;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  method?: string;
}
const eventOf = ({ authorizer, headers = {}, query, method = 'GET' }: Sent) =>
  ({
    httpMethod: method,
    headers,
    queryStringParameters: query ?? null,
    requestContext: { authorizer },
  }) as unknown as APIGatewayProxyEvent;
const signIn = (sent: Sent) => session.authenticate(eventOf(sent), { now });
const asRole = (role: Role, sent: Sent) => member(role).authenticate(eventOf(sent), { now });
const withCode = (code: string) => expect.objectContaining({ code }) as unknown as Error;
const inSeveral = {
  ...sessionOf(),
  memberships: JSON.stringify([
    { workspace: 'library', role: 'workspace_admin' },
    { workspace: 'faculty', role: 'workspace_member' },
  ]),
};

test('200: a signed-in user is identified, also without a user record', async () => {
  const known = {
    kind: 'session',
    subject: 'test-subject',
    email: 'curator@example.org',
    isSuperadmin: false,
    memberships: [],
    stewardIn: [],
  };
  expect(await signIn({ authorizer: sessionOf() })).toEqual(known);
  expect(await signIn({ authorizer: { ...sessionOf(), email: '' } })).toEqual({ ...known, email: null });
});

test('401: no session context, or the context of another kind of authorizer', async () => {
  for (const authorizer of [undefined, { principalId: 'x' }]) {
    await expect(signIn({ authorizer })).rejects.toThrow(withCode('missing_credential'));
    await expect(asRole('workspace_member', { authorizer })).rejects.toThrow(withCode('missing_credential'));
  }
});

describe('roles: each includes the rights of the lower ones', () => {
  const roles = ['steward', 'workspace_member', 'workspace_admin', 'superadmin'] as const;
  const cases = roles.flatMap((held) => roles.map((wanted) => [held, wanted] as const));

  test.each(cases)('%s where %s is wanted', async (held, wanted) => {
    const caller = asRole(wanted, { authorizer: sessionOf(held) });
    if (roles.indexOf(held) >= roles.indexOf(wanted)) {
      expect(await caller).toMatchObject({ kind: 'member', workspace: 'primary_entity', role: held });
    } else {
      await expect(caller).rejects.toThrow(withCode('forbidden'));
    }
  });

  test('403: a signed-in address without a user record', async () => {
    await expect(asRole('workspace_member', { authorizer: sessionOf() })).rejects.toThrow(withCode('forbidden'));
  });
});

describe('the workspace', () => {
  test('is the one in the header, else in the query', async () => {
    expect(
      await asRole('workspace_member', { authorizer: inSeveral, query: { workspace_id: 'faculty' } }),
    ).toMatchObject({ workspace: 'faculty', role: 'workspace_member' });
    const headers = { 'x-workspace-id': 'library' };
    const both = { authorizer: inSeveral, headers, query: { workspace_id: 'faculty' } };
    expect(await asRole('workspace_admin', both)).toMatchObject({ workspace: 'library', role: 'workspace_admin' });
  });

  test('400: several memberships and no workspace given', async () => {
    await expect(asRole('workspace_member', { authorizer: inSeveral })).rejects.toThrow(withCode('invalid_query'));
  });

  test.each(['a b', '#', 'x'.repeat(65), '../x'])('400: %j is not a valid workspace name', async (named) => {
    const headers = { 'X-Workspace-Id': named };
    for (const authorizer of [inSeveral, sessionOf('superadmin')]) {
      await expect(asRole('workspace_member', { authorizer, headers })).rejects.toThrow(withCode('invalid_query'));
    }
  });

  test('403: a workspace of others, whether or not it exists', async () => {
    const headers = { 'X-Workspace-Id': 'elsewhere' };
    for (const authorizer of [inSeveral, sessionOf('workspace_member')]) {
      await expect(asRole('workspace_member', { authorizer, headers })).rejects.toThrow(withCode('forbidden'));
    }
  });

  test('a role counts in its own workspace only', async () => {
    const headers = { 'X-Workspace-Id': 'faculty' };
    await expect(asRole('workspace_admin', { authorizer: inSeveral, headers })).rejects.toThrow(withCode('forbidden'));
  });

  test('superadmins may name any workspace; the default is used otherwise', async () => {
    const authorizer = sessionOf('superadmin');
    expect(await asRole('superadmin', { authorizer })).toMatchObject({ workspace: 'primary_entity' });
    const headers = { 'X-Workspace-Id': 'faculty' };
    expect(await asRole('superadmin', { authorizer, headers })).toMatchObject({ workspace: 'faculty' });
  });
});

describe('stewards', () => {
  const [workspace, faculty] = ['primary_entity', 'faculty'];
  const orSteward = (sent: Sent, role: 'workspace_member' | 'workspace_admin' = 'workspace_admin') =>
    memberOrSteward(role).authenticate(eventOf(sent), { now });
  const both = { ...sessionOf('workspace_member'), stewardIn: JSON.stringify([workspace, faculty]) };

  test('write only as stewards, and members with the role of the route as such', async () => {
    const email = 'curator@example.org';
    expect(await orSteward({ authorizer: sessionOf('steward') })).toMatchObject({ role: 'steward', steward: email });
    expect(await orSteward({ authorizer: both })).toMatchObject({ role: 'workspace_member', steward: email });
    expect(await orSteward({ authorizer: both }, 'workspace_member')).toMatchObject({ steward: undefined });
    for (const role of ['workspace_admin', 'superadmin'] as const)
      expect(await orSteward({ authorizer: { ...sessionOf(role), stewardIn: both.stewardIn } })).toMatchObject({
        steward: undefined,
      });
  });

  test('403: who is none, who has no verified address, and who is none in the workspace', async () => {
    const refused = [
      { authorizer: sessionOf('workspace_member') },
      { authorizer: sessionOf() },
      { authorizer: { ...sessionOf('steward'), email: '' } },
      { authorizer: sessionOf('steward'), headers: { 'x-workspace-id': 'library' } },
    ];
    for (const sent of refused) await expect(orSteward(sent)).rejects.toThrow(withCode('forbidden'));
  });

  test('403 origin_rejected: a page of another site cannot use their cookie', async () => {
    const authorizer = { ...sessionOf('steward'), sentBy: 'cookie' };
    const headers = { Origin: 'https://evil.example' };
    await expect(orSteward({ authorizer, headers, method: 'PUT' })).rejects.toThrow(withCode('origin_rejected'));
  });

  test('a member stays one in their workspace, which is still theirs without being named', async () => {
    expect(await asRole('steward', { authorizer: both })).toMatchObject({ workspace, role: 'workspace_member' });
    const headers = { 'x-workspace-id': faculty };
    expect(await asRole('steward', { authorizer: both, headers })).toMatchObject({ role: 'steward' });
    await expect(asRole('workspace_member', { authorizer: both, headers })).rejects.toThrow(withCode('forbidden'));
    const inTwo = { ...both, memberships: '[]' };
    await expect(asRole('steward', { authorizer: inTwo })).rejects.toThrow(withCode('invalid_query'));
  });

  test('read, and do not change, what concerns the whole service', async () => {
    const any = (role: 'steward' | 'workspace_member') =>
      inAnyWorkspace(role).authenticate(eventOf({ authorizer: sessionOf('steward') }), { now });
    expect(await any('steward')).toMatchObject({ stewardIn: [workspace] });
    await expect(any('workspace_member')).rejects.toThrow(withCode('forbidden'));
  });

  test('the authorizer of the release before says nothing of them', async () => {
    const { stewardIn: _, ...authorizer } = sessionOf('steward');
    await expect(asRole('steward', { authorizer })).rejects.toThrow(withCode('forbidden'));
  });
});

describe('a token that came in a cookie', () => {
  const authorizer = { ...sessionOf('workspace_admin'), sentBy: 'cookie' };
  const change = (headers: Record<string, string>, method = 'POST') =>
    asRole('workspace_member', { authorizer, headers, method });

  test.each([
    [{ Origin: 'https://dashboard.example' }],
    [{ origin: 'https://ALT.example:8443' }],
    [{ 'Sec-Fetch-Site': 'same-origin' }],
  ])('may write from a page of the dashboard: %j', async (headers) => {
    expect(await change(headers)).toMatchObject({ kind: 'member' });
  });

  test.each<[Record<string, string>]>([
    [{}],
    [{ Origin: 'null' }],
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'https://dashboard.example.evil.example' }],
    [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
    [{ 'Sec-Fetch-Site': 'same-site' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'none' }],
  ])('403 origin_rejected: may not write from anywhere else: %j', async (headers) => {
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      await expect(change(headers, method)).rejects.toThrow(withCode('origin_rejected'));
    }
  });

  test('may read from anywhere, because other pages cannot see the response', async () => {
    for (const method of ['GET', 'HEAD']) expect(await change({ Origin: 'https://evil.example' }, method)).toBeTruthy();
  });

  test('a token in the header needs no origin check', async () => {
    const headers = { Origin: 'https://evil.example' };
    const sent = { authorizer: sessionOf('workspace_admin'), headers, method: 'POST' };
    expect(await asRole('workspace_member', sent)).toMatchObject({ kind: 'member' });
  });
});
