import * as z from 'zod';
import { transactAudited } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys, partitions, prefixes } from '#src/table/keys.ts';
import { getItem, ifUnchanged, prefixQuery, putIfAbsent, queryAll, transact, type Write } from '#src/table/table.ts';
import { mostWebhooks, storedWebhook, type Webhook, type WebhookList, webhookFrom } from '../domain/webhook.ts';

/** All webhooks of all installations, disabled ones too. */
export const allWebhooks = async (): Promise<Webhook[]> =>
  (await queryAll(prefixQuery(partitions.webhooks, prefixes.webhook))).map(webhookFrom);

/** The webhooks of an installation, oldest first. */
export async function webhooksOf(installationId: string): Promise<Webhook[]> {
  const { sk } = keys.webhook(installationId, '');
  const found = (await queryAll(prefixQuery(partitions.webhooks, sk))).map(webhookFrom);
  return found.sort((one, other) => one.created_at - other.created_at);
}

export async function getWebhook(installationId: string, id: string): Promise<Webhook | undefined> {
  const item = await getItem(keys.webhook(installationId, id));
  return item && webhookFrom(item);
}

/** The workspace of the installation, and the caller that changes its webhooks. */
export interface WebhookChange {
  workspace: string;
  context: ChangeContext;
}

const daySeconds = 86_400;

/** Stores a new webhook with its audit record; false if the installation has as many as it can have. */
export function addWebhook(webhook: Webhook, change: WebhookChange): Promise<boolean> {
  const { installation_id } = webhook;
  return retryIfStale(`The webhooks of ${installation_id}`, async () => {
    const key = keys.webhookAddition(installation_id);
    const last = WebhookAddition.optional().parse(await getItem(key));
    if ((await webhooksOf(installation_id)).length >= mostWebhooks) return false;
    const version = (last?.version ?? 0) + 1;
    const expiresAtSeconds = Math.ceil(webhook.created_at / 1000) + daySeconds;
    const addition = { Put: { Item: { ...key, version, expiresAtSeconds }, ...ifUnchanged(last) } };
    return (await commit([put(webhook, undefined), addition], undefined, webhook, change)) ? true : stale;
  });
}

/** Only read together with the number of webhooks, so it may expire. */
const WebhookAddition = z.object({ version: z.int() });

/**
 * Stores the next version of a webhook that was read; false if it has changed since. A caller's change has an audit
 * record; the deliveries that disable a webhook are in their own log.
 */
export async function saveWebhook(webhook: Webhook, before: Webhook, change?: WebhookChange): Promise<boolean> {
  const write = put(webhook, before);
  return change ? commit([write], before, webhook, change) : !(await transact([write]));
}

/** Deletes a webhook with an audit record; false if there is none. Its events and its log expire. */
export function deleteWebhook(installationId: string, id: string, change: WebhookChange): Promise<boolean> {
  return retryIfStale(`The webhook ${id}`, async () => {
    const before = await getWebhook(installationId, id);
    if (!before) return false;
    const write = { Delete: { Key: keys.webhook(installationId, id), ...ifUnchanged(before) } };
    return (await commit([write], before, undefined, change)) ? true : stale;
  });
}

const put = (webhook: Webhook, before: Webhook | undefined): Write => ({
  Put: {
    Item: { ...keys.webhook(webhook.installation_id, webhook.id), ...storedWebhook(webhook) },
    ...ifUnchanged(before),
  },
});

/** Commits a change of a webhook, which the audit trail shows as a change of its installation. */
async function commit(
  writes: Write[],
  before: Webhook | undefined,
  after: Webhook | undefined,
  { workspace, context }: WebhookChange,
): Promise<boolean> {
  const { id, installation_id: resource } = (after ?? before) as Webhook;
  const parts = [{ kind: 'webhook' as const, id, before, after }];
  const changed = { action: 'installation.updated' as const, workspace, resource, before: {}, after: {}, parts };
  return !(await transactAudited(writes, { context, changes: [changed] }));
}

/** How far the changes of a list have become events: a progress of the change log. */
export const ListProgress = z.object({ progress: z.record(z.string(), z.unknown()), version: z.int() });
export type ListProgress = z.output<typeof ListProgress>;

export async function getListProgress(list: WebhookList): Promise<ListProgress | undefined> {
  const item = await getItem(keys.webhookProgress(list));
  return item && ListProgress.parse(item);
}

/** Saves the next progress; false if another run has done so since it was read. */
export async function saveListProgress(
  list: WebhookList,
  progress: ListProgress['progress'],
  before: ListProgress | undefined,
): Promise<boolean> {
  const item = { ...keys.webhookProgress(list), progress, version: (before?.version ?? 0) + 1 };
  if (!before) return putIfAbsent(item);
  return !(await transact([{ Put: { Item: item, ...ifUnchanged(before) } }]));
}
