import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { type Webhook, WebhookEventType, type WebhookList } from '#src/webhooks/domain/webhook.ts';
import { addEvent } from '#src/webhooks/store/events.ts';
import { addWebhook } from '#src/webhooks/store/webhooks.ts';
import { storeInstallation } from '../support/installations.ts';
import { curator } from '../support/projects.ts';

const realTime = [
  'nextTick',
  'hrtime',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Sets the date, which then stands still; timers stay real. */
export const standStill = (now: number) => jest.useFakeTimers({ now, doNotFake: [...realTime] });

/** An event that a receiver got. */
export interface Received {
  id: string;
  host: string;
  type: string;
  list: WebhookList;
  doi?: string;
}

/** Starts a receiver on this computer that takes every event. */
export async function startReceiver() {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { type, data } = JSON.parse(body);
      const host = String(request.headers.host).split(':')[0] ?? '';
      received.push({ id: String(request.headers['webhook-id']), host, type, ...data });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { received, port: (server.address() as AddressInfo).port, stop };
}

/** Stores an installation that may read all lists, with webhooks at a host, and returns their ids. */
export async function install(site: string, origin: string, webhooks = 1): Promise<string[]> {
  const verified = { id: `${site}-origin`, origin, verification_status: 'verified' as const };
  const scopes = ['publications.read', 'works.read', 'projects.read', 'people.read'] as const;
  await storeInstallation(site, { scopes: [...scopes] }, verified);
  const ids = Array.from({ length: webhooks }, (_, n) => `${site}-${n}`);
  for (const id of ids) {
    const webhook: Webhook = {
      id,
      installation_id: site,
      url: `${origin}/hook`,
      events: [...WebhookEventType.options],
      status: 'active',
      disabled_reason: null,
      secret_generation: 1,
      previous_secret_until: null,
      created_at: Date.now(),
      updated_at: Date.now(),
      version: 1,
    };
    await addWebhook(webhook, { workspace: 'primary_entity', context: curator(new Date(Date.now())) });
  }
  return ids;
}

let events = 0;
/** Adds events of a list, as changes and replays do, and returns their ids in order. */
export async function happen(webhook_id: string, list: WebhookList, count = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const id = `evt_${events++}`;
    const event = { id, webhook_id, list, type: 'list.changed' as const, doi: null };
    const occurred_at = Date.now() - 1_000 + n;
    await addEvent({ ...event, occurred_at, attempts: 0, next_attempt_at: Date.now() }, Date.now());
    ids.push(id);
  }
  return ids;
}
