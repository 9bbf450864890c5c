import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import type { Api } from '../../src/http/route.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';
import { type KnownValues, randomRequests } from '../support/random-requests.ts';

/**
 * Random requests over every operation, with rights to do everything: no 5xx, and every response as documented (which
 * `fetch` of a test cloud checks). RANDOM_REQUESTS sets how many an API gets, RANDOM_SEED another sequence of them.
 */
const count = Number(process.env.RANDOM_REQUESTS ?? 150);
const seed = Number(process.env.RANDOM_SEED ?? 1);
const atOnce = 4;
/** What the sources or the laptop's own services answer to addresses that do not exist. */
const mayBeUnavailable = new Set(['POST /api/import/doi']);

let cloud: Cloud;
let known: KnownValues;

beforeAll(async () => {
  cloud = await startTestCloud({ seed: { kind: 'sample' } });
  const read = async <T>(path: string) => (await fetch(`${cloud.baseUrl}${path}`)).json() as Promise<T>;
  const { publications } = await read<{ publications: { doi: string }[] }>('/v1/publications?per_page=100');
  const { projects } = await read<{ projects: { id: string }[] }>('/v1/projects');
  const dois = publications.map(({ doi }) => doi);
  const emails = ['ada@example.org', 'workspace-member@example.org'];
  const orcids = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0009-9999-0000-0019'];
  known = {
    id: [...dois, ...projects.map(({ id }) => id)],
    doi: dois,
    orcid: orcids,
    orcid_id: orcids,
    orcid_ids: orcids,
    email: emails,
    entity_id: ['primary_entity', 'external'],
    q: ['a', 'kiln', 'josiah', 'the of'],
    path: ['/title', '/visible', '/data/authors', '/data/volume', '/publication_date', '/enriched_metadata/x'],
    from: ['/title'],
    redirectTo: [`${cloud.dashboardUrl}/reset-password`],
  };
}, startTimeoutMs);
afterAll(() => cloud?.stop());

/** Credentials that open every route of an API, each by the path that takes it. */
function credentials(path: string): Record<string, string> {
  const { api_keys, installation_key, dashboard_tokens, admin_cli_secret } = cloud.stack;
  if (/^\/(integrations|v1\/people)/.test(path)) return { 'X-API-Key': installation_key };
  if (path.startsWith('/api/cli/')) return { Authorization: `Bearer ${admin_cli_secret}` };
  return { 'X-API-Key': api_keys.full, Authorization: `Bearer ${dashboard_tokens.superadmin}` };
}

test.each<[Api, 'baseUrl' | 'dashboardUrl']>([
  ['consumer', 'baseUrl'],
  ['integrations', 'baseUrl'],
  ['dashboard', 'dashboardUrl'],
])(
  '%s: no random request is answered by a 5xx',
  async (api, address) => {
    const requests = randomRequests(api, known, seed);
    const failures: string[] = [];
    const statuses: Record<number, number> = {};
    const send = async () => {
      for (let next = requests.next(); next.value && sent++ < count; next = requests.next()) {
        const { method, url, body } = next.value;
        const headers = { ...credentials(url), ...(body !== undefined && { 'Content-Type': 'application/json' }) };
        const operation = `${method} ${url.split('?')[0]}`;
        try {
          const { status } = await fetch(`${cloud[address]}${url}`, {
            method,
            headers,
            ...(body !== undefined && { body }),
          });
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (status >= 500 && !mayBeUnavailable.has(operation))
            failures.push(`${status} ${method} ${url} ${body ?? ''}`);
        } catch (error) {
          failures.push(`${method} ${url} ${body ?? ''}\n  ${String(error)}`.slice(0, 2_000));
        }
      }
    };
    let sent = 0;
    await Promise.all(Array.from({ length: atOnce }, send));
    expect(failures).toEqual([]);
    // Requests that are all refused would prove little.
    expect(statuses[200]).toBeGreaterThan(count / 20);
  },
  Math.max(600_000, count * 1_000),
);
