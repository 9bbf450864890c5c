import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadRoutes } from '../../lib/load-declarations.ts';
import type { Cloud } from '../../local/cloud.ts';
import { hashCredential, newCredential } from '../../src/credentials/secret.ts';
import { InstallationScope } from '../../src/domain/access/installation.ts';
import { InstallationStatus } from '../../src/domain/access/installation-status.ts';
import type { AnyRoute } from '../../src/http/route.ts';
import { createInstallation } from '../../src/storage/access/installations.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment } from '../support/cloud.ts';
import { allItems } from '../support/table.ts';
import { mayCall, onlyFromOwnPages, type Right } from './access-table.ts';

// Every route is asked over the real gateway, by every kind of caller. The table says what to expect, not the routes.

/** What a caller shows, and the status where they may not call; `in` is past every check of who they are. */
interface Caller {
  headers: Record<string, string>;
  /** Keys and credentials: known to the service, and what they may do. */
  key?: 'unknown' | 'inactive' | { scopes: string[] };
  installation?: 'refused' | { scopes: string[] };
  /** Tokens and the operator's secret. */
  session?: 'refused' | 'signed in' | 'member' | 'admin' | 'superadmin';
  /** Where the token came in a cookie. */
  fromCookie?: boolean;
  operator?: boolean;
}

const ranks = ['signed in', 'member', 'admin', 'superadmin'];
const apiScopes = ['ingest', 'membership.update'];
const isChange = ({ method }: AnyRoute) => method !== 'GET';

function expected(right: Right, caller: Caller, route: AnyRoute): 'in' | 401 | 403 {
  const fromOwnPage = onlyFromOwnPages[nameOf(route)];
  if (fromOwnPage !== undefined) return caller.headers.origin === cloud.dashboardUrl ? fromOwnPage : 403;
  if (right === 'anybody') return 'in';
  if (right === 'operator') return caller.operator ? 'in' : 401;
  if (ranks.includes(right)) {
    const { session } = caller;
    if (session === undefined || session === 'refused') return 401;
    if (caller.fromCookie && isChange(route)) return 403;
    return ranks.indexOf(session) >= ranks.indexOf(right) ? 'in' : 403;
  }
  const { key, installation } = caller;
  const isForKeys = right === 'any key' || apiScopes.includes(right);
  if (key !== undefined) {
    if (key === 'unknown' || key === 'inactive') return 401;
    return isForKeys && (right === 'any key' || key.scopes.includes(right)) ? 'in' : 403;
  }
  if (installation === undefined) return 401;
  if (isForKeys || installation === 'refused') return 403;
  return right === 'any installation' || installation.scopes.includes(right) ? 'in' : 403;
}

let cloud: Cloud;
const assemblies = join(import.meta.dirname, '../../.local/assemblies');
const dataDir = mkdtempSync(join(tmpdir(), 'access-'));
const callers: Record<string, Caller> = {};
const kept = (file: string) => JSON.parse(readFileSync(join(dataDir, file), 'utf8'));

beforeAll(async () => {
  cloud = await startTestCloud({
    dataDir,
    dynamodbEndpoint: process.env.TEST_DYNAMODB_ENDPOINT,
    seed: { kind: 'sample' },
  });
  Object.assign(process.env, tableEnvironment(cloud));
  Object.assign(
    callers,
    { nobody: { headers: {} } },
    await keyHolders(),
    await installations(),
    sessions(),
    operators(),
  );
}, startTimeoutMs);
afterAll(async () => {
  await cloud?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function administer(method: string, path: string, body: unknown) {
  const headers = {
    authorization: `Bearer ${cloud.stack.dashboard_tokens.superadmin}`,
    'content-type': 'application/json',
  };
  const answer = await fetch(`${cloud.dashboardUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
  return answer.json() as Promise<{ secret: string; key: { key_hash: string } }>;
}

async function keyHolders(): Promise<Record<string, Caller>> {
  const make = (scopes: string[]) =>
    administer('POST', '/api/site-tools/api-keys', { client_name: 'Matrix', scopes, rate_limit_per_minute: 60_000 });
  const [without, ingest, inactive] = [await make([]), await make(['ingest']), await make(apiScopes)];
  await administer('PATCH', `/api/site-tools/api-keys/${inactive.key.key_hash}`, { active: false });
  const holding = (secret: string) => ({ headers: { 'x-api-key': secret } });
  return {
    'a malformed key': { ...holding('prk_nonsense'), key: 'unknown' },
    'an unknown key': { ...holding(newCredential('prk', randomBytes(32))), key: 'unknown' },
    'an inactive key': { ...holding(inactive.secret), key: 'inactive' },
    'a key without rights': { ...holding(without.secret), key: { scopes: [] } },
    'a key for ingestion': { ...holding(ingest.secret), key: { scopes: ['ingest'] } },
    'the right key': { ...holding(cloud.stack.api_keys.full), key: { scopes: apiScopes } },
    'two different keys': {
      headers: { 'x-api-key': `${cloud.stack.api_keys.full}, ${without.secret}` },
      key: 'unknown',
    },
  };
}

async function installations(): Promise<Record<string, Caller>> {
  const secrets = kept('secrets.json') as Record<string, string>;
  const pepper = Object.entries(secrets).find(([name]) => name.includes('ApiKeyPepper'))?.[1] ?? '';
  const scopes = InstallationScope.options;
  const made: Record<string, Caller> = {};
  const make = async (
    name: string,
    over: {
      status?: InstallationStatus;
      scopes?: InstallationScope[];
      verified?: boolean;
      active?: boolean;
      expires?: number;
    },
    installation: Caller['installation'],
    headers: Record<string, string> = {},
  ) => {
    const secret = newCredential('pri', randomBytes(32));
    const id = `matrix-${Object.keys(made).length}`;
    const times = { created_at: 1, updated_at: 1 };
    const record = { platform: 'wordpress' as const, display_name: name, description: null, ...times };
    await createInstallation(
      { id, workspace_id: 'primary_entity', status: over.status ?? 'active', scopes: over.scopes ?? scopes, ...record },
      {
        id: `${id}-origin`,
        installation_id: id,
        origin: 'https://plugin.example',
        verification_status: (over.verified ?? true) ? 'verified' : 'pending',
        verification_token: null,
        verified_at: null,
        last_verification_error: null,
      },
      {
        hash: hashCredential(secret, pepper),
        installation_id: id,
        last4: secret.slice(-4),
        active: over.active ?? true,
        created_at: 1,
        expires_at: over.expires ?? null,
      },
    );
    made[name] = { headers: { 'x-api-key': secret, ...headers }, ...(installation && { installation }) };
  };
  for (const status of InstallationStatus.options) {
    if (status !== 'active') await make(`an installation that is ${status}`, { status }, 'refused');
  }
  await make('an installation without a verified site', { verified: false }, 'refused');
  await make('an expired credential', { expires: Date.now() - 1 }, 'refused');
  await make('a revoked credential', { active: false }, 'refused');
  await make('an installation from a foreign site', {}, 'refused', { origin: 'https://evil.example' });
  await make('an installation without scopes', { scopes: [] }, { scopes: [] });
  await make('an installation that reads works', { scopes: ['works.read'] }, { scopes: ['works.read'] });
  await make('the right installation', {}, { scopes });
  await make('the right installation from its site', {}, { scopes }, { origin: 'https://plugin.example' });
  return {
    ...made,
    'an unknown credential': { headers: { 'x-api-key': newCredential('pri', randomBytes(32)) }, key: 'unknown' },
  };
}

function sessions(): Record<string, Caller> {
  const { keyId, privateKeyPem } = kept('identity.json') as { keyId: string; privateKeyPem: string };
  const { workspace_member, workspace_admin, superadmin } = cloud.stack.dashboard_tokens;
  const claims = JSON.parse(Buffer.from(superadmin.split('.')[1] ?? '', 'base64url').toString()) as { exp: number };
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
  const unsigned = (header: object, over: object) =>
    `${part({ kid: keyId, ...header })}.${part({ ...claims, ...over })}`;
  const forged = (over: object, key: KeyObject | string = privateKeyPem) => {
    const signed = unsigned({ alg: 'RS256' }, over);
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
  };
  const hs256 = () => {
    const signed = unsigned({ alg: 'HS256' }, {});
    return `${signed}.${createHmac('sha256', publicKeyPem()).update(signed).digest('base64url')}`;
  };
  const publicKeyPem = () => createPublicKey(privateKeyPem).export({ type: 'spki', format: 'pem' });
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const refused = (token: string): Caller => ({ ...bearer(token), session: 'refused' });
  const nowSeconds = Math.floor(Date.now() / 1000);
  return {
    'an expired token': refused(forged({ exp: nowSeconds - 3600 })),
    'a token for another audience': refused(forged({ aud: 'another' })),
    'a token of another issuer': refused(forged({ iss: 'https://evil.example' })),
    'a token that is not signed': refused(`${unsigned({ alg: 'none' }, {})}.`),
    'a token signed with a public key': refused(hs256()),
    'a token signed by somebody else': refused(forged({}, stranger)),
    'a stranger who is signed in': { ...bearer(forged({ email: 'stranger@example.org' })), session: 'signed in' },
    'a member': { ...bearer(workspace_member), session: 'member' },
    'an administrator': { ...bearer(workspace_admin), session: 'admin' },
    'a superadmin': { ...bearer(superadmin), session: 'superadmin' },
    'a superadmin by a cookie, from nowhere': {
      headers: { cookie: `registry_session=${superadmin}` },
      session: 'superadmin',
      fromCookie: true,
    },
    'a superadmin by a cookie, from a page of the dashboard': {
      headers: { cookie: `registry_session=${superadmin}`, origin: cloud.dashboardUrl },
      session: 'superadmin',
    },
  };
}

function operators(): Record<string, Caller> {
  const bearer = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` }, session: 'refused' as const });
  return {
    'a wrong operator': bearer('x'.repeat(40)),
    'the operator': { ...bearer(cloud.stack.admin_cli_secret), operator: true },
  };
}

const routes = (await loadRoutes()).map(({ declaration }) => declaration);
const nameOf = ({ api, id }: AnyRoute) => `${api} ${id}`;

test('every route has an entry, and every entry a route', () => {
  expect(Object.keys(mayCall).sort()).toEqual(routes.map(nameOf).sort());
});

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (name, route) => {
  test(`is for ${mayCall[name]}`, async () => {
    // Nothing exists under these ids, and no body is sent: whoever gets in changes nothing that the last test looks at.
    const path = route.path.replace(/\{[^}]+\}/g, 'nothing-here');
    const url = `${route.api === 'dashboard' ? cloud.dashboardUrl : cloud.baseUrl}${path}`;
    const seen: Record<string, 'in' | number> = {};
    // Sending and compressing answers that nobody reads would be most of the work: one is enough.
    let copy: string | null = null;
    // One after another: each request at once is a copy of the function, which takes longer to start than to ask.
    for (const [who, { headers }] of Object.entries(callers)) {
      const answer = await fetch(url, {
        method: route.method,
        redirect: 'manual',
        headers: { ...headers, 'accept-encoding': 'identity', ...(copy !== null && { 'if-none-match': copy }) },
        signal: AbortSignal.timeout(20_000),
      });
      const { status } = answer;
      if (status === 200) copy = answer.headers.get('etag');
      const isIn = ![401, 403, 405, 429].includes(status) && status < 500;
      seen[who] = isIn ? 'in' : status;
    }
    const right = mayCall[name] ?? 'operator';
    const wanted = Object.entries(callers).map(([who, caller]) => [who, expected(right, caller, route)] as const);
    expect(seen).toEqual(Object.fromEntries(wanted));
  });
});

/** The few files of a laptop that hold secrets, readable by their owner only: what AWS keeps in services of its own. */
const vaults = ['secrets.json', 'identity.json', 'outbox.jsonl'];

test('afterwards no secret is in a log line, an item, an object, a message or a template', async () => {
  const address = 'superadmin@example.org';
  const reset = await fetch(`${cloud.dashboardUrl}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: address, redirectTo: `${cloud.dashboardUrl}/new-password` }),
  });
  expect(reset.status).toBe(200);
  const shown = Object.values(callers).flatMap(({ headers }) => Object.values(headers));
  const secrets = [
    ...Object.values(kept('secrets.json') as Record<string, string>),
    ...Object.values(cloud.stack.dashboard_tokens),
    ...Object.values(cloud.stack.api_keys),
    cloud.stack.admin_cli_secret,
    ...shown
      .filter((value) => /^(pr[ki]_\w{20,}$|Bearer .{20,})/.test(value))
      .map((value) => value.replace('Bearer ', '')),
  ].filter((secret) => secret.length >= 16 && !/^[0-9a-f-]{36}$/.test(secret));
  expect(secrets.length).toBeGreaterThan(30);

  const isFound = (content: Buffer) => secrets.filter((secret) => content.includes(secret)).map(nameless);
  const everything = [...filesIn(dataDir), ...filesIn(assemblies).filter((file) => file.endsWith('.json'))].filter(
    (file) => !vaults.some((name) => file.endsWith(name)),
  );
  expect(everything.some((file) => file.endsWith('functions.log'))).toBe(true);
  expect(everything.some((file) => file.endsWith('.template.json'))).toBe(true);
  const found = everything.flatMap((file) => isFound(readFileSync(file)).map((secret) => `${secret} in ${file}`));
  expect(found).toEqual([]);
  expect(isFound(Buffer.from(JSON.stringify([cloud.logs, await allItems()])))).toEqual([]);
});

/** What may be said of a secret when the test fails. */
const nameless = (secret: string) => `${secret.slice(0, 6)}…`;

function filesIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  return all.filter((file) => statSync(file).isFile());
}
