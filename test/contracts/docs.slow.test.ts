import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as consumerAsset from '../../lambdas/consumer/docs/asset.ts';
import * as consumerRoot from '../../lambdas/consumer/docs/open.ts';
import * as consumerPage from '../../lambdas/consumer/docs/page.ts';
import * as dashboardAsset from '../../lambdas/dashboard/docs/asset.ts';
import * as dashboardPage from '../../lambdas/dashboard/docs/page.ts';
import { loadRoutes } from '../../lib/load-declarations.ts';
import { call, type Target } from '../support/event.ts';
import { captureLog } from '../support/log.ts';

captureLog();

const routes = (await loadRoutes()).map(({ declaration }) => declaration);
const get = (target: Target, url: string, headers = {}) => call(target, { url, headers });
const scriptUrl = '/docs/assets/api-reference.js';

describe.each([
  ['consumer', consumerPage, ['consumer', 'integrations']],
  ['dashboard', dashboardPage, ['dashboard']],
] as const)('the page of the %s address', (address, page, apis) => {
  test('200: names the documents that this address has, and with them every operation of its APIs', async () => {
    const { status, headers, body } = await get(page, '/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const named = [...String(body).matchAll(/"path":"([^"]+)"/g)].map(([, path]) => path);
    expect(named).toEqual(apis.map((api) => `/openapi/${api}-api.json`));
    const served = routes.filter(({ api }) => api === address).map(({ path }) => path);
    expect(served).toEqual(expect.arrayContaining([...named, scriptUrl]));
    for (const api of apis) {
      const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, `../../openapi/${api}-api.json`), 'utf8'));
      const ids = Object.values<Record<string, { operationId: string }>>(paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
      expect(ids.sort()).toEqual(routes.flatMap((route) => (route.api === api ? [route.id] : [])).sort());
    }
  });

  test('loads scripts and data from its own origin only', async () => {
    const { headers, body } = await get(page, '/docs');
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part): [string, string] => [part.split(' ')[0] ?? '', part.slice(part.indexOf(' ') + 1)]),
    );
    const [script = '', ...more] = [...String(body).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
    expect(more).toEqual([]);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy.get('script-src')).toBe(`'self' 'sha256-${hash}'`);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect([...policy.values()].join(' ')).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(body).not.toMatch(/https?:\/\//);
    for (const off of ['"telemetry":false', '"withDefaultFonts":false', '"proxyUrl":""', '"agent":{"disabled":true}']) {
      expect(body).toContain(off);
    }
  });
});

describe('the root of the consumer address', () => {
  const before = process.env.PUBLIC_BASE_URL;
  afterEach(() => {
    if (before === undefined) delete process.env.PUBLIC_BASE_URL;
    else process.env.PUBLIC_BASE_URL = before;
  });

  test.each(['https://publications.example.org', 'https://a1b2.execute-api.eu-central-1.amazonaws.com/live'])(
    '302: to the page below %s, whatever the Host header says',
    async (base) => {
      process.env.PUBLIC_BASE_URL = base;
      const { status, headers } = await get(consumerRoot, '/', { host: 'attacker.example' });
      expect([status, headers.location]).toEqual([302, `${base}/docs`]);
    },
  );
});

describe.each([
  ['consumer', consumerAsset],
  ['dashboard', dashboardAsset],
])('the script of the %s page', (_, asset) => {
  test('200: the reference is cacheable and fits into a Lambda response', async () => {
    const { status, headers, body } = await get(asset, scriptUrl);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
    });
    expect(body).toContain('createApiReference');
    expect(Buffer.byteLength(JSON.stringify({ status, headers, body }))).toBeLessThan(6_000_000);
  });

  test('304 for a current tag; HEAD without a body', async () => {
    const { headers } = await call(asset, { url: scriptUrl, method: 'HEAD' });
    expect(await get(asset, scriptUrl, { 'if-none-match': headers.etag })).toMatchObject({ status: 304, body: '' });
    expect(await call(asset, { url: scriptUrl, method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });
});
