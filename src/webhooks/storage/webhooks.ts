import * as z from 'zod';
import { keys, partitions, prefixes } from '../../storage/keys.ts';
import { getItem, ifUnchanged, prefixQuery, putIfAbsent, queryAll, takeItem, transact } from '../../storage/table.ts';
import { Webhook, type WebhookList } from '../domain/webhook.ts';

/** All webhooks of all installations, disabled ones too. */
export const allWebhooks = async (): Promise<Webhook[]> =>
  Webhook.array().parse(await queryAll(prefixQuery(partitions.webhooks, prefixes.webhook)));

/** The webhooks of an installation, oldest first. */
export async function webhooksOf(installationId: string): Promise<Webhook[]> {
  const { sk } = keys.webhook(installationId, '');
  const found = Webhook.array().parse(await queryAll(prefixQuery(partitions.webhooks, sk)));
  return found.sort((one, other) => one.created_at - other.created_at);
}

export async function getWebhook(installationId: string, id: string): Promise<Webhook | undefined> {
  const item = await getItem(keys.webhook(installationId, id));
  return item && Webhook.parse(item);
}

/** Stores a new webhook, or the next version of the one that was read; false if it has changed since. */
export async function saveWebhook(webhook: Webhook, before: Webhook | undefined): Promise<boolean> {
  const item = { ...keys.webhook(webhook.installation_id, webhook.id), ...webhook };
  if (!before) return putIfAbsent(item);
  return !(await transact([{ Put: { Item: item, ...ifUnchanged(before) } }]));
}

/** Deletes a webhook; false if there is none. Its events and its log expire. */
export const deleteWebhook = async (installationId: string, id: string): Promise<boolean> =>
  (await takeItem(keys.webhook(installationId, id))) !== undefined;

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
