import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Api } from '#src/http/route.ts';
import { type KnownValues, randomRequests } from '../support/random-requests.ts';
import { credentials, knownValues } from './known-values.ts';
import type { Stack, SuiteOptions } from './stack.ts';

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

const isOpen = (api: Api, { installation_key, dashboard_tokens }: Stack) =>
  api === 'consumer' || Boolean(api === 'integrations' ? installation_key : dashboard_tokens?.superadmin);
