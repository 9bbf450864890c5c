import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashCredential, newCredential } from '#src/identity/credentials/secret.ts';
import { InstallationScope } from '#src/identity/domain/installation.ts';
import { InstallationStatus } from '#src/identity/domain/installation-status.ts';
import { createInstallation } from '#src/identity/store/installations.ts';
import type { Cloud } from '../../local/cloud.ts';
import { apiScopes, type Caller, type Callers, callersOf } from '../apis/access.ts';

/**
 * Every kind of caller of a laptop cloud: those of its stack.json, and those that need its data folder and its table,
 * which the environment of this process must name.
 */
export async function laptopCallers(cloud: Cloud, dataDir: string): Promise<Callers> {
  await administer(cloud, 'POST', '/api/groups', { name: 'Matrix', stewards: ['steward@example.org'] });
  const kept = (file: string) => JSON.parse(readFileSync(join(dataDir, file), 'utf8'));
  return {
    ...callersOf(cloud.stack),
    ...(await keyHolders(cloud)),
    ...(await installations(kept('secrets.json'))),
    ...sessions(cloud, kept('identity.json')),
  };
}

async function administer(cloud: Cloud, method: string, path: string, body: unknown) {
  const headers = {
    authorization: `Bearer ${cloud.stack.dashboard_tokens.superadmin}`,
    'content-type': 'application/json',
  };
  const answer = await fetch(`${cloud.dashboardUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.json() as Promise<{ secret: string; key: { key_hash: string } }>;
}

async function keyHolders(cloud: Cloud): Promise<Callers> {
  const make = (scopes: string[]) =>
    administer(cloud, 'POST', '/api/site-tools/api-keys', {
      client_name: 'Matrix',
      scopes,
      rate_limit_per_minute: 60_000,
    });
  const [without, inactive] = [await make([]), await make(apiScopes)];
  await administer(cloud, 'PATCH', `/api/site-tools/api-keys/${inactive.key.key_hash}`, { active: false });
  const holding = (secret: string) => ({ headers: { 'x-api-key': secret } });
  return {
    'an inactive key': { ...holding(inactive.secret), key: 'inactive' },
    'a key without rights': { ...holding(without.secret), key: { scopes: [] } },
    'two different keys': {
      headers: { 'x-api-key': `${cloud.stack.api_keys.full}, ${without.secret}` },
      key: 'unknown',
    },
  };
}

async function installations(secrets: Record<string, string>): Promise<Callers> {
  const pepper = Object.entries(secrets).find(([name]) => name.includes('ApiKeyPepper'))?.[1] ?? '';
  const scopes = InstallationScope.options;
  const made: Callers = {};
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
  return made;
}

function sessions(cloud: Cloud, { keyId, privateKeyPem }: { keyId: string; privateKeyPem: string }): Callers {
  const { superadmin } = cloud.stack.dashboard_tokens;
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
  };
}
