import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { newCredential } from '#src/identity/credentials/secret.ts';
import type { ApiKeyScope } from '#src/identity/domain/api-key.ts';
import { defaultWorkspace, type WorkspaceRole } from '#src/vocabulary/workspace.ts';
import type { Secrets } from '../control-plane/secrets.ts';
import type { Identity } from '../identity/identity.ts';
import { newPassword, type PoolUser, type UserPool } from '../identity/user-pool.ts';
import { SeedThread } from './seed-thread.ts';
import type { SampleUserName } from './write-access.ts';

/** The secrets of a running stack, in the form of .local/stack.json. */
export interface Credentials {
  api_keys: { full: string; ingest: string; membership: string };
  installation_key: string;
  dashboard_tokens: Record<SampleUserName, string>;
  admin_cli_secret: string;
  /** The initial password of the sample users. */
  sign_in_password: string;
}

const keyScopes: Record<keyof Credentials['api_keys'], ApiKeyScope[]> = {
  full: ['ingest', 'membership.update'],
  ingest: ['ingest'],
  membership: ['membership.update'],
};

/** A second workspace, besides the default one. */
const secondWorkspace = 'press_office';

interface SampleUser {
  name: SampleUserName;
  displayName: string;
  /** The role in each workspace. */
  roles: Record<string, WorkspaceRole>;
}

const users: SampleUser[] = [
  { name: 'superadmin', displayName: 'Sample Superadmin', roles: {} },
  { name: 'workspace_admin', displayName: 'Sample Admin', roles: { [defaultWorkspace]: 'workspace_admin' } },
  { name: 'workspace_member', displayName: 'Sample Member', roles: { [defaultWorkspace]: 'workspace_member' } },
  {
    name: 'two_workspaces',
    displayName: 'Sample Member of Two',
    roles: { [defaultWorkspace]: 'workspace_member', [secondWorkspace]: 'workspace_admin' },
  },
  // The sample makes them the steward of a group.
  { name: 'steward', displayName: 'Sample Steward', roles: {} },
];

/** The limit of the sample keys: the highest tier, so that it does not interfere. */
const perMinute = 6_000;
const installationOrigin = 'http://localhost:8080';

/** The parts of a running cloud needed for seeding. */
export interface SeedContext {
  secrets: Secrets;
  identity: Identity;
  pool: UserPool;
  /** The pepper of the credentials' hashes. */
  pepper: string;
  /** The bearer secret of the operator routes. */
  adminCliSecret: string;
  thread: SeedThread;
  isEmpty: boolean;
}

/** Creates the sample keys, users and tokens; a second start with the same data returns the same ones. */
export async function seedAccess(context: SeedContext): Promise<Credentials> {
  const { secrets, identity, pool, pepper, adminCliSecret, thread, isEmpty } = context;
  const credential = (name: string, prefix: 'prk' | 'pri') =>
    secrets.keep(`seed/${name}`, () => newCredential(prefix, randomBytes(32)));
  const emailOf = (name: string) => `${name.replace('_', '-')}@example.org`;
  const api_keys = {
    full: credential('api-key-full', 'prk'),
    ingest: credential('api-key-ingest', 'prk'),
    membership: credential('api-key-membership', 'prk'),
  };
  const installation_key = credential('installation-key', 'pri');
  const signInPassword = secrets.keep('seed/sign-in-password', newPassword);
  const poolUsers = await Promise.all(users.map(({ name }) => poolUserOf(pool, emailOf(name), signInPassword)));
  const tokens = Object.fromEntries(
    users.map(({ name }, n) => [name, identity.longLivedToken(poolUsers[n] as PoolUser)]),
  );
  const names = Object.keys(keyScopes) as (keyof Credentials['api_keys'])[];
  const access = {
    pepper,
    apiKeys: names.map((name) => ({
      secret: api_keys[name],
      clientName: `sample-${name}`,
      scopes: keyScopes[name],
      perMinute,
    })),
    installation: {
      id: secrets.keep('seed/installation-id', () => randomUUID()),
      secret: installation_key,
      origin: installationOrigin,
    },
    issuer: identity.issuer,
    users: users.map(({ name, displayName, roles }, n) => ({
      name,
      id: secrets.keep(`seed/user-id-${name}`, () => randomUUID()),
      email: emailOf(name),
      displayName,
      isSuperadmin: name === 'superadmin',
      roles,
      sub: (poolUsers[n] as PoolUser).sub,
    })),
  };
  if (!isEmpty) await thread.run({ kind: 'access', access });
  return {
    api_keys,
    installation_key,
    dashboard_tokens: tokens as Credentials['dashboard_tokens'],
    admin_cli_secret: adminCliSecret,
    sign_in_password: signInPassword,
  };
}

/** The pool user with this address, created with this password if missing. */
async function poolUserOf(pool: UserPool, email: string, password: string): Promise<PoolUser> {
  return pool.find(email) ?? pool.create(email, { email_verified: 'true' }, password, true);
}

/** Ingests every recorded researcher and waits until the jobs end. Returns their number. */
export async function seedSample(sourcesDir: string, thread: SeedThread, curated: boolean): Promise<number> {
  const orcids = readdirSync(join(sourcesDir, 'orcid/v3.0')).filter((orcid) =>
    existsSync(join(sourcesDir, 'orcid/v3.0', orcid, 'works.json')),
  );
  await thread.run({ kind: 'sample', orcids, curated });
  return orcids.length;
}

/** Fills the registry with synthetic publications and people. */
export async function seedSynthetic(count: number, environment: Record<string, string>): Promise<void> {
  const thread = new SeedThread();
  thread.environment = environment;
  await thread.run({ kind: 'synthetic', count }).finally(() => thread.stop());
}
