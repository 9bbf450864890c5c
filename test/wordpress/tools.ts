import { createHmac } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { waitFor } from '../support/cloud.ts';
import type { Admin } from './pages.ts';
import type { Site } from './site.ts';

/** The path of the plugin's settings. */
export const settings = '/wp-admin/options-general.php?page=publication-registry';

/** The steps of tests of the plugin with a site, which may start after this call. */
export function toolsOf(current: () => Site) {
  const php = (code: string) => current().php(`use PublicationRegistry\\WordPress as P;${code}`);
  /** The value of an expression of PHP. */
  const value = async (expression: string) => JSON.parse(await php(`echo json_encode(${expression});`));
  /** The answer that a visitor gets at a path or an address. */
  const get = async (path: string) => {
    const response = await fetch(path.startsWith('http') ? path : current().url + path);
    const whole = await response.text();
    // Without styles and scripts of the theme, so that a failing test shows what matters.
    const [head = '', body = ''] = whole.split('<body');
    const found = [...head.matchAll(/<(?:meta name="citation|title|link rel="canonical).*/g)].join('\n');
    return { status: response.status, html: `${found}${/<main[\s\S]*<\/main>/.exec(body)?.[0] ?? whole}` };
  };
  /** Runs a sync, after one that a page view has started: until that ends, another one does nothing. */
  const sync = async () => {
    const locks = `$GLOBALS['wpdb']->get_var("SELECT COUNT(*) FROM {$GLOBALS['wpdb']->options} WHERE option_name = 'publication_registry_lock'")`;
    await waitFor('the sync before', async () => (await value(locks)) === '0');
    expect(await value('P\\Synchronization::run()')).toBe(true);
  };
  /** Adds a page with some content and returns its path. */
  const publish = async (name: string, content: string) => {
    const fields = { post_name: name, post_title: name, post_content: content };
    const post = { post_type: 'page', post_status: 'publish', ...fields };
    await php(`wp_insert_post(json_decode('${JSON.stringify(post).replaceAll(/[\\']/g, '\\$&')}', true));`);
    return `/${name}/`;
  };
  return { php, value, get, sync, publish };
}

/** Asks the Dashboard API of a cloud as an administrator of its workspace. The cloud may start after this call. */
export const dashboardOf = (current: () => Cloud) => async (method: string, path: string, body?: unknown) => {
  const { dashboardUrl, stack } = current();
  const response = await fetch(`${dashboardUrl}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${stack.dashboard_tokens.workspace_admin}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  // The gateway's clients read what they need; the contract of each response is checked by `fetch`.
  return (await response.json()) as Record<string, Record<string, string>> & { secret: string };
};

/** Connects a site with a registry, as its administrators do. Returns the credential of the site. */
export async function connectSite(admin: Admin, { cloud, site }: { cloud: Cloud; site: Site }): Promise<string> {
  const dashboard = dashboardOf(() => cloud);
  const scopes = ['publications.read', 'works.read', 'people.read', 'groups.read'];
  const body = { platform: 'wordpress', display_name: 'A site', scopes };
  const id = (await dashboard('POST', '/installations', body)).installation?.id;
  const { origin } = await dashboard('POST', `/installations/${id}/origins`, { origin: site.url });
  await admin.submit(settings, 'begin', { url: `${cloud.baseUrl}/`, origin_id: origin?.id ?? '' });
  await dashboard('POST', `/installations/${id}/origins/${origin?.id}/verify`);
  const credential = (await dashboard('POST', `/installations/${id}/credentials`, {})).secret;
  expect(await admin.submit(settings, 'complete', { credential })).toContain('The site is connected.');
  return credential;
}

/** Posts an event to the plugin's webhook, signed with a secret, and returns the status of the answer. */
export async function postWebhook({ url }: Site, secret: string, body: string): Promise<number> {
  const [id, at] = ['e', String(Math.floor(Date.now() / 1000))];
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature };
  return (await fetch(`${url}/wp-json/publication-registry/v1/webhook`, { method: 'POST', headers, body })).status;
}
