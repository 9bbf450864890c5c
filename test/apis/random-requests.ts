import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '#src/http/route.ts';
import { type KnownValues, randomRequests } from '../support/random-requests.ts';
import { ask, type Stack, type SuiteOptions } from './stack.ts';

/** RANDOM_REQUESTS sets the number per API, RANDOM_SEED another sequence. */
const count = Number(process.env.RANDOM_REQUESTS ?? 150);
const seed = Number(process.env.RANDOM_SEED ?? 1);
const atOnce = 4;
/** Operations that may answer 5xx, because the sources may do so for addresses that do not exist. */
const mayBeUnavailable = new Set(['POST /api/import/doi']);

/**
 * Random requests over every operation, with rights to do everything: no 5xx, and every response as documented (which
 * `fetch` checks). Without `mayWrite`, only operations that read.
 */
export function describeRandomRequests(stackOf: () => Stack, { mayWrite }: SuiteOptions): void {
  describe('random requests', () => {
    let known: KnownValues;
    beforeAll(async () => {
      known = await knownValues(stackOf());
    });

    test.each<[Api, 'base_url' | 'dashboard_url']>([
      ['consumer', 'base_url'],
      ['integrations', 'base_url'],
      ['dashboard', 'dashboard_url'],
    ])(
      '%s: none is answered by a 5xx',
      async (api, address) => {
        const stack = stackOf();
        const requests = randomRequests(api, known, seed, mayWrite ? undefined : ['GET']);
        const failures: string[] = [];
        const statuses: Record<number, number> = {};
        const send = async () => {
          for (let next = requests.next(); next.value && sent++ < count; next = requests.next()) {
            const { method, url, body } = next.value;
            const headers = {
              ...credentials(stack, url),
              ...(body !== undefined && { 'Content-Type': 'application/json' }),
            };
            const operation = `${method} ${url.split('?')[0]}`;
            try {
              const { status } = await fetch(`${stack[address]}${url}`, {
                method,
                headers,
                redirect: 'manual',
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
        // If all requests are refused, the test proves little.
        if (isOpen(api, stack)) expect(statuses[200]).toBeGreaterThan(count / 20);
      },
      Math.max(600_000, count * 1_000),
    );
  });
}

/** Credentials for every route of an API, each by the path that accepts it. */
function credentials(stack: Stack, path: string): Record<string, string> {
  const { api_keys, installation_key = '', dashboard_tokens, admin_cli_secret = '' } = stack;
  if (/^\/(integrations|v1\/people)/.test(path)) return { 'X-API-Key': installation_key };
  if (path.startsWith('/api/cli/')) return { Authorization: `Bearer ${admin_cli_secret}` };
  return { 'X-API-Key': api_keys?.full ?? '', Authorization: `Bearer ${dashboard_tokens?.superadmin ?? ''}` };
}

const isOpen = (api: Api, { installation_key, dashboard_tokens }: Stack) =>
  api === 'consumer' || Boolean(api === 'integrations' ? installation_key : dashboard_tokens?.superadmin);

/** Existing values, read from the registry itself. */
async function knownValues(stack: Stack): Promise<KnownValues> {
  const { base_url, dashboard_url } = stack;
  const { publications } = (await ask(`${base_url}/v1/publications?per_page=100`)).body;
  const { projects } = (await ask(`${base_url}/v1/projects?per_page=100`)).body;
  const { people = [] } = (await ask(`${base_url}/v1/people?per_page=100`, credentials(stack, '/v1/people'))).body;
  const dois = publications.map(({ doi }: { doi: string }) => doi);
  const orcids = people.map(({ orcid }: { orcid: string }) => orcid);
  return {
    id: [...dois, ...projects.map(({ id }: { id: string }) => id)],
    doi: dois,
    orcid: orcids,
    orcid_id: orcids,
    orcid_ids: orcids,
    email: ['ada@example.org', 'workspace-member@example.org'],
    entity_id: ['primary_entity', 'external'],
    q: ['a', 'kiln', 'josiah', 'the of'],
    path: ['/title', '/visible', '/data/authors', '/data/volume', '/publication_date', '/enriched_metadata/x'],
    from: ['/title'],
    redirectTo: [`${dashboard_url}/reset-password`],
  };
}
