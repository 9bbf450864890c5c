import { hashCredential } from '#src/identity/credentials/secret.ts';
import { syncKey } from '#src/identity/credentials/sync-gateway.ts';
import { type ApiKeyScope, type ApiKeySettings, newApiKey } from '#src/identity/domain/api-key.ts';
import { InstallationScope } from '#src/identity/domain/installation.ts';
import { issuerSubject } from '#src/identity/domain/user.ts';
import { createApiKey } from '#src/identity/store/api-keys.ts';
import { createInstallation } from '#src/identity/store/installations.ts';
import { bindUser, createMembership, createUser } from '#src/identity/store/users.ts';
import { keys } from '#src/table/keys.ts';
import { getItems } from '#src/table/table.ts';
import { defaultWorkspace, type WorkspaceRole } from '#src/vocabulary/workspace.ts';

export type SampleUserName = 'superadmin' | 'workspace_admin' | 'workspace_member' | 'two_workspaces' | 'steward';

/** The keys, users and installation to write. */
export interface Access {
  pepper: string;
  apiKeys: { secret: string; clientName: string; scopes: ApiKeyScope[]; perMinute: number }[];
  installation: { id: string; secret: string; origin: string };
  issuer: string;
  users: {
    name: SampleUserName;
    id: string;
    sub: string;
    email: string;
    displayName: string;
    isSuperadmin: boolean;
    roles: Record<string, WorkspaceRole>;
  }[];
}

/** Writes what is missing. */
export async function writeAccess(access: Access): Promise<void> {
  // Of a later start everything is there, and the first writes of an engine take long.
  if (await isWritten(access)) return;
  const { pepper, apiKeys, installation, issuer, users } = access;
  const now = Date.now();
  const writes: Promise<unknown>[] = [];
  for (const { secret, clientName, scopes, perMinute } of apiKeys) {
    writes.push(
      writeApiKey(
        { secret, hash: hashCredential(secret, pepper) },
        { client_name: clientName, scopes, rate_limit_per_minute: perMinute },
        now,
      ),
    );
  }
  for (const { id, sub, email, displayName, isSuperadmin, roles } of users) {
    const times = { created_at: now, updated_at: now };
    const user = { id, email, display_name: displayName, is_superadmin: isSuperadmin, ...times };
    // Bind now, because the sample tokens may be older than the table.
    writes.push(createUser(user).then(() => bindUser(user, issuer, sub)));
    for (const [workspace, role] of Object.entries(roles)) {
      writes.push(createMembership({ email, workspace, role, created_at: now }));
    }
  }
  writes.push(writeInstallation(installation, pepper, now));
  await Promise.all(writes);
}

/** Whether all is there, the keys with API Gateway and the users bound to their subjects. */
async function isWritten({ pepper, apiKeys, installation, issuer, users }: Access): Promise<boolean> {
  const wanted = [
    ...apiKeys.map(({ secret }) => keys.apiKey(hashCredential(secret, pepper))),
    keys.installation(installation.id),
    ...users.flatMap(({ email, roles }) => [
      keys.user(email),
      ...Object.keys(roles).map((workspace) => keys.membership(email, workspace)),
    ]),
  ];
  const found = await getItems(wanted, ['gateway_id', 'subject']);
  const has = (name: string) =>
    new Set(found.map((item) => item[name]).filter((value) => value !== undefined && value !== null));
  const [synced, bound] = [has('gateway_id'), has('subject')];
  return (
    found.length === wanted.length &&
    synced.size === apiKeys.length &&
    users.every(({ sub }) => bound.has(issuerSubject(issuer, sub)))
  );
}

/**
 * Creates a key like the dashboard, but with a given secret, and syncs it to API Gateway. Does nothing if it exists.
 */
async function writeApiKey(of: { secret: string; hash: string }, settings: ApiKeySettings, now: number): Promise<void> {
  await createApiKey(newApiKey(of, settings, 'seed', now));
  await syncKey(of.hash, now);
}

async function writeInstallation({ id, secret, origin }: Access['installation'], pepper: string, now: number) {
  await createInstallation(
    {
      id,
      workspace_id: defaultWorkspace,
      platform: 'wordpress',
      status: 'active',
      display_name: 'WordPress on this computer',
      description: null,
      scopes: [...InstallationScope.options],
      created_at: now,
      updated_at: now,
    },
    {
      id: `${id}-origin`,
      installation_id: id,
      origin,
      verification_status: 'verified',
      verification_token: null,
      verified_at: now,
      last_verification_error: null,
    },
    {
      hash: hashCredential(secret, pepper),
      installation_id: id,
      last4: secret.slice(-4),
      active: true,
      created_at: now,
      expires_at: null,
    },
  );
}
