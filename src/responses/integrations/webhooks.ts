import * as z from 'zod';
import { isOperational, verifiedOrigins } from '#src/identity/domain/installation.ts';
import { getInstallation } from '#src/identity/store/installations.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { Webhook, WebhookDelivery, WebhookEventType } from '#src/webhooks/domain/webhook.ts';
import { getWebhook, saveWebhook, type WebhookChange } from '#src/webhooks/store/webhooks.ts';

export const WebhookParams = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the id of a webhook')
    .meta({ description: 'The id of a webhook' }),
});

export const ShownWebhook = Webhook.omit({ installation_id: true, secret_generation: true, version: true }).meta({
  id: 'Webhook',
});
export const ShownDelivery = WebhookDelivery.meta({ id: 'Delivery' });
export const NewSecret = z.object({
  webhook: ShownWebhook,
  secret: z.string().meta({ description: 'The signing secret, which is not returned again' }),
});

export const webhookView = ({ installation_id: _, secret_generation: __, version: ___, ...shown }: Webhook) => shown;

/** The fields that an installation sets. */
export const webhookFields = {
  url: z
    .string()
    .min(1)
    .max(1_000)
    .meta({ description: 'Where events are posted: a path on a verified origin of the installation' }),
  events: z
    .array(WebhookEventType)
    .min(1)
    .max(WebhookEventType.options.length)
    .transform((events) => WebhookEventType.options.filter((type) => events.includes(type)))
    .meta({ description: 'The events to be told of; by default all but `groups.changed`' }),
};

/** The canonical URL of a webhook. Throws unless it is on a verified origin of the installation. */
export async function receiverUrl(written: string, installationId: string): Promise<string> {
  const held = await getInstallation(installationId);
  // The authorizer's cached result may be a minute old.
  if (!held || !isOperational(held.installation, held.origins))
    throw new Problem('credential_inactive', 'The installation is not active or has no verified origin');
  const url = URL.parse(written);
  const isVerified = url !== null && verifiedOrigins(held.origins).includes(url.origin);
  if (!isVerified || url.username || url.password || url.hash)
    throw invalidField(
      'body',
      'url',
      'must be a URL on a verified origin of the installation, without user or fragment',
    );
  return url.href;
}

/**
 * Changes a webhook, and writes nothing if that changes nothing; 404 if the installation has none with this id. `change` is called
 * again after a concurrent change.
 */
export function changeWebhook(
  installationId: string,
  id: string,
  by: WebhookChange,
  change: (webhook: Webhook) => Partial<Webhook>,
): Promise<Webhook> {
  const updated_at = by.context.now.getTime();
  return retryIfStale(`The webhook ${id}`, async () => {
    const before = await webhookOr404(installationId, id);
    const changed = { ...before, ...change(before) };
    if (isSameJson(changed, before)) return before;
    const after = { ...changed, updated_at, version: before.version + 1 };
    return (await saveWebhook(after, before, by)) ? after : stale;
  });
}

export async function webhookOr404(installationId: string, id: string): Promise<Webhook> {
  const found = await getWebhook(installationId, id);
  if (!found) throw new Problem('not_found', 'There is no webhook with this id');
  return found;
}
