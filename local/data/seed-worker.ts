import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { hashCredential } from '#src/identity/credentials/secret.ts';
import { syncKey } from '#src/identity/credentials/sync-gateway.ts';
import { type ApiKeyScope, type ApiKeySettings, newApiKey } from '#src/identity/domain/api-key.ts';
import { InstallationScope } from '#src/identity/domain/installation.ts';
import { createApiKey } from '#src/identity/store/api-keys.ts';
import { createInstallation } from '#src/identity/store/installations.ts';
import { bindUser, createMembership, createUser } from '#src/identity/store/users.ts';
import { activeJobsSentBefore } from '#src/ingestion/store/jobs.ts';
import { personRow } from '#src/records/people/person.ts';
import { applyProject, ProjectInput } from '#src/records/projects/input.ts';
import { saveProject } from '#src/records/projects/store/projects.ts';
import { publicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { keys } from '#src/table/keys.ts';
import type { Item } from '#src/table/table.ts';
import { defaultWorkspace, type WorkspaceRole } from '#src/vocabulary/workspace.ts';
import { sampleProjects } from './sample-projects.ts';
import { syntheticPeopleCount, syntheticPerson, syntheticPublication } from './synthetic.ts';
import { writeItems } from './write-items.ts';

/** The keys, users and installation to write. */
export interface Access {
  pepper: string;
  keys: { secret: string; clientName: string; scopes: ApiKeyScope[]; perMinute: number }[];
  installation: { id: string; secret: string; origin: string };
  issuer: string;
  users: {
    id: string;
    sub: string;
    email: string;
    displayName: string;
    isSuperadmin: boolean;
    roles: Record<string, WorkspaceRole>;
  }[];
}

export type SeedTask = { kind: 'access'; access: Access } | { kind: 'sample' } | { kind: 'synthetic'; count: number };

/** Requests one task. The environment variables are those of the first: storage reads them once. */
export interface SeedMessage {
  environment: Record<string, string>;
  task: SeedTask;
}

/**
 * The part of seeding that uses the service's storage modules. Runs in a worker thread with its own environment
 * variables, from which storage reads the table name and endpoint. A rejection ends the thread.
 */
parentPort?.on('message', async ({ environment, task }: SeedMessage) => {
  Object.assign(process.env, environment);
  if (task.kind === 'access') await writeAccess(task.access);
  // Directly to the table: ingesting 100,000 publications would take an hour.
  else if (task.kind === 'synthetic') await writeItems(syntheticItems(task.count));
  else await Promise.all([writeProjects(), waitForJobs()]);
  parentPort?.postMessage('done');
});

async function writeAccess({ pepper, keys, installation, issuer, users }: Access): Promise<void> {
  const now = Date.now();
  const writes: Promise<unknown>[] = [];
  for (const { secret, clientName, scopes, perMinute } of keys) {
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

/** Writes the missing projects with creation times a second apart, so that their order is defined. */
async function writeProjects(): Promise<void> {
  const firstMs = Date.now() - sampleProjects.length * 1000;
  await inParallel(sampleProjects.entries(), sampleProjects.length, ([index, project]) =>
    saveProject(applyProject(undefined, ProjectInput.parse(project), new Date(firstMs + index * 1000)), undefined),
  );
}

/** Waits until no ingestion job is queued or processing. */
async function waitForJobs(): Promise<void> {
  const later = () => new Date(Date.now() + 60_000);
  while ((await activeJobsSentBefore(later())).length > 0) await sleep(100);
}

/** Records and list rows. */
function* syntheticItems(count: number): Generator<Item> {
  const changed = Date.now();
  for (let index = 0; index < count; index++) {
    const record = syntheticPublication(index, count);
    yield publicationItem(record);
    yield { ...publicationRow(record), changed };
  }
  for (let index = 0; index < syntheticPeopleCount(count); index++) {
    const record = syntheticPerson(index);
    yield { ...keys.person(record.orcid), ...record };
    yield { ...personRow(record), ...keys.personRow(record.orcid), changed };
  }
}
