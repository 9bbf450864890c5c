import type * as z from 'zod';
import { transactAudited } from '#src/logbook/audit.ts';
import type { AuditAction, AuditedChange, ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys, prefixes, refs } from '#src/table/keys.ts';
import { hasOlderShape, type RewriteResult } from '#src/table/rewrite.ts';
import { getItem, getItems, type Item, query, queryAll, transact, type Write } from '#src/table/table.ts';
import {
  CredentialRecord,
  credentialId,
  type Installation,
  InstallationRecord,
  installationShape,
  OriginRecord,
} from '../domain/installation.ts';
import type { InstallationChange, RefusedChange } from '../domain/installation-changes.ts';
import { isFinal } from '../domain/installation-status.ts';
import { lostByInstallation } from '../domain/lost-rights.ts';
import { revocationWrites } from './revocations.ts';

/**
 * Stores a new installation with its first origin and credential; false if its id already exists. Without `context` (sample
 * data of the local stack) there is no audit record.
 */
export async function createInstallation(
  installation: z.input<typeof InstallationRecord>,
  origin?: z.input<typeof OriginRecord>,
  credential?: z.input<typeof CredentialRecord>,
  context?: ChangeContext,
): Promise<boolean> {
  const created: Installation = {
    installation: InstallationRecord.parse(installation),
    origins: origin ? [OriginRecord.parse(origin)] : [],
    credentials: credential ? [CredentialRecord.parse(credential)] : [],
  };
  const writes = writesOf(undefined, created);
  if (!context) return !(await transact(writes));
  return !(await transactAudited(writes, { context, changes: [auditOf('installation.created', undefined, created)] }));
}

/** The result of a change: the installation after it, or the reason why it was rejected. */
export type InstallationResult = Installation | RefusedChange | 'site taken';

/**
 * Changes an installation of a workspace in one transaction. Undefined if the workspace has no installation with this
 * id, or it has no such part. After a concurrent change it is read again and `change` is called again. `site taken`: an
 * installation of another workspace has verified the same site.
 */
export function changeInstallation(
  workspace: string,
  id: string,
  change: InstallationChange,
  action: AuditAction,
  context: ChangeContext,
): Promise<InstallationResult | undefined> {
  return retryIfStale(`The installation ${id}`, async () => {
    const before = await getInstallation(id);
    if (before?.installation.workspace_id !== workspace) return undefined;
    const changed = change(before);
    if (!changed || 'refused' in changed || changed === before) return changed;
    const { installation } = changed;
    const after = {
      ...changed,
      installation: { ...installation, updated_at: context.now.getTime(), version: before.installation.version + 1 },
    };
    const changes = [auditOf(action, before, after)];
    const writes = () => [...writesOf(before, after), ...revocationWrites(lostByInstallation(before, after))];
    const failed = await transactAudited(writes, { context, changes });
    if (!failed) return after;
    // The first write is the installation itself; other conditions are those of sites.
    return failed.has(0) ? stale : 'site taken';
  });
}

/** The audit record of a change, with the changed origins and credentials. */
function auditOf(action: AuditAction, before: Installation | undefined, after: Installation): AuditedChange {
  const { id, workspace_id: workspace } = after.installation;
  const origins = after.origins.map((origin) => ({
    kind: 'origin' as const,
    id: origin.id,
    before: before?.origins.find((each) => each.id === origin.id),
    after: origin,
  }));
  const credentials = after.credentials.map((credential) => ({
    kind: 'credential' as const,
    id: credentialId(credential),
    before: before?.credentials.find((each) => each.hash === credential.hash),
    after: credential,
  }));
  const parts = [...origins, ...credentials];
  return { action, workspace, resource: id, before: before?.installation, after: after.installation, parts };
}

/** An installation with its origins and credentials; undefined if there is none with this id. */
export async function getInstallation(id: string): Promise<Installation | undefined> {
  return installationIn(id, await itemsOf(id));
}

function itemsOf(id: string): Promise<Item[]> {
  const { pk } = keys.installation(id);
  const all = { ConsistentRead: true, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  return queryAll(all);
}

function installationIn(id: string, items: readonly Item[]): Installation | undefined {
  const { sk } = keys.installation(id);
  const found: Omit<Installation, 'installation'> = { origins: [], credentials: [] };
  let installation: InstallationRecord | undefined;
  for (const item of items) {
    if (item.sk === sk) installation = InstallationRecord.parse(item);
    else if (String(item.sk).startsWith(prefixes.origin)) found.origins.push(OriginRecord.parse(item));
    else found.credentials.push(CredentialRecord.parse(item));
  }
  found.origins.sort(byAge);
  found.credentials.sort(byAge);
  return installation && { installation, ...found };
}

/** The names of those of these installations that exist, by id. */
export async function getInstallationNames(ids: readonly string[]): Promise<Map<string, string>> {
  const items = await getItems(ids.map(keys.installation));
  return new Map(items.map((item) => InstallationRecord.parse(item)).map(({ id, display_name }) => [id, display_name]));
}

/** Like `getInstallation`, but undefined if it belongs to another workspace. */
export async function getInstallationOf(workspace: string, id: string): Promise<Installation | undefined> {
  const found = await getInstallation(id);
  return found?.installation.workspace_id === workspace ? found : undefined;
}

/** The installations of a workspace without their credentials, newest first. */
export async function listInstallations(workspace: string): Promise<Omit<Installation, 'credentials'>[]> {
  const listed: Omit<Installation, 'credentials'>[] = [];
  for await (const { installation, origins } of query({
    ConsistentRead: true,
    ScanIndexForward: false,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.installationList(workspace) },
  })) {
    listed.push({
      installation: InstallationRecord.parse(installation),
      origins: OriginRecord.array().parse(origins),
    });
  }
  return listed;
}

/** Origins and credentials per transaction: with the installation and its row, well below the limit of 100. */
const rewrittenAtOnce = 80;

/**
 * Rewrites the parts of an installation that have an older shape. Only the version changes. Large installations take
 * several transactions.
 */
export function rewriteInstallation(id: string): Promise<RewriteResult> {
  return retryIfStale(`The installation ${id}`, async () => {
    for (let wrote = false; ; wrote = true) {
      const items = await itemsOf(id);
      const before = installationIn(id, items);
      if (!before) return 'gone';
      const older = items.filter((item) => hasOlderShape(item, installationShape));
      if (older.length === 0) return wrote ? 'rewritten' : 'current';
      const chosen = new Set(older.slice(0, rewrittenAtOnce).map(({ sk }) => sk));
      // A copied part counts as changed.
      const after = {
        installation: { ...before.installation, version: before.installation.version + 1 },
        origins: before.origins.map((part) => (chosen.has(keys.origin(id, part.id).sk) ? { ...part } : part)),
        credentials: before.credentials.map((part) =>
          chosen.has(keys.credential(id, part.hash).sk) ? { ...part } : part,
        ),
      };
      if (await transact(writesOf(before, after))) return stale;
    }
  });
}

/** A credential with its installation and the installation's origins. */
export interface CredentialWithInstallation {
  credential: CredentialRecord;
  installation: InstallationRecord;
  origins: OriginRecord[];
}

/** Finds a credential by its hash, even if it is not usable; undefined if it is unknown. */
export async function findCredential(hash: string): Promise<CredentialWithInstallation | undefined> {
  const found = await findRef(refs.credential(hash).refPk);
  // The index is eventually consistent; the records are not.
  const held = found && (await getInstallation(CredentialRecord.parse(found).installation_id));
  const credential = held?.credentials.find((each) => each.hash === hash);
  return credential && held && { credential, installation: held.installation, origins: held.origins };
}

/** The verification token of an origin; undefined if the origin is unknown, revoked or has no token. */
export async function verificationToken(originId: string): Promise<string | undefined> {
  const found = await findRef(refs.origin(originId).refPk);
  if (!found) return undefined;
  // The index is eventually consistent; the record is not.
  const current = await getItem(keys.origin(OriginRecord.parse(found).installation_id, originId));
  const origin = current && OriginRecord.parse(current);
  return origin && origin.verification_status !== 'revoked' ? (origin.verification_token ?? undefined) : undefined;
}

async function findRef(refPk: string): Promise<Item | undefined> {
  const found = query({
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': refPk },
  });
  for await (const item of found) return item;
  return undefined;
}

/** Oldest first, then by id. */
function byAge<T extends { created_at: number; id?: string | undefined }>(one: T, other: T): number {
  return one.created_at - other.created_at || String(one.id).localeCompare(String(other.id));
}

/** The writes for everything that differs: the installation first, then its list row, origins, credentials and sites. */
function writesOf(before: Installation | undefined, { installation, origins, credentials }: Installation): Write[] {
  const { id, workspace_id, created_at } = installation;
  const after = { installation, origins, credentials };
  const shape = installationShape;
  const changedOrigins = origins.filter((origin) => !before?.origins.includes(origin));
  const changedCredentials = credentials.filter((credential) => !before?.credentials.includes(credential));
  return [
    { Put: { Item: { ...keys.installation(id), ...installation, shape }, ...ifStill(before?.installation) } },
    { Put: { Item: { ...keys.installationRow(workspace_id, created_at, id), installation, origins, shape } } },
    ...changedOrigins.map((origin) => ({
      Put: { Item: { ...keys.origin(id, origin.id), ...refs.origin(origin.id), ...origin, shape } },
    })),
    ...changedCredentials.map((credential) => ({
      Put: {
        Item: { ...keys.credential(id, credential.hash), ...refs.credential(credential.hash), ...credential, shape },
      },
    })),
    ...sitesOf(after, before).map((origin) => takeSite(origin, workspace_id)),
    ...(before ? sitesOf(before, after).map(leaveSite) : []),
  ];
}

/** Like `ifUnchanged` of table.ts, but older records have no version. */
function ifStill(before: InstallationRecord | undefined) {
  if (!before) return { ConditionExpression: 'attribute_not_exists(pk)' };
  const orNone = before.version === 0 ? ' OR attribute_not_exists(version)' : '';
  return {
    ConditionExpression: `version = :read${orNone}`,
    ExpressionAttributeValues: { ':read': before.version },
  };
}

/** The origins that are sites in one state of an installation but not in the other. */
function sitesOf(holding: Installation, other: Installation | undefined): OriginRecord[] {
  const heldByOther = other ? heldSites(other).map(({ id }) => id) : [];
  return heldSites(holding).filter(({ id }) => !heldByOther.includes(id));
}

const heldSites = ({ installation, origins }: Installation): OriginRecord[] =>
  isFinal(installation.status) ? [] : origins.filter(({ verification_status }) => verification_status === 'verified');

/** A site belongs to one workspace at a time, for as long as any of its origins is verified. */
function takeSite({ origin, id }: OriginRecord, workspace: string): Write {
  return {
    Update: {
      Key: keys.site(origin),
      UpdateExpression: 'SET workspace_id = :workspace ADD holders :origin',
      ConditionExpression: 'attribute_not_exists(holders) OR workspace_id = :workspace',
      ExpressionAttributeValues: { ':workspace': workspace, ':origin': new Set([id]) },
    },
  };
}

function leaveSite({ origin, id }: OriginRecord): Write {
  return {
    Update: {
      Key: keys.site(origin),
      UpdateExpression: 'DELETE holders :origin',
      ExpressionAttributeValues: { ':origin': new Set([id]) },
    },
  };
}
