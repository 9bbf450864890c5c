import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { describeMembership, describeOpenRoutes, describePeople } from '../apis/consumer.ts';
import { ask, post } from '../apis/stack.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';

const carberry = '0000-0002-1825-0097';
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startTestCloud({ seed: { kind: 'sample' } });
}, startTimeoutMs);
afterAll(() => cloud?.stop());

const get = (path: string, headers: Record<string, string> = {}) => ask(`${cloud.baseUrl}${path}`, headers);
const installation = () => ({ 'X-API-Key': cloud.stack.installation_key });

describeOpenRoutes(() => cloud.stack);

describe('projects', () => {
  test('200: the public ones, each with an address that leads to it', async () => {
    const { status, body } = await get('/v1/projects?locale=de');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, sort: 'created_at', funding_currency: null });
    expect(body.projects.map(({ id }: { id: string }) => id)).toEqual(['kilns-2026', 'golden-joinery', 'sherd-atlas']);
    expect(body.projects[1].title).toBe('Goldfugen: Reparatur als Methode');
    expect(body.projects[2].href).toBe(`${cloud.baseUrl}/v1/projects/sherd-atlas`);
    const detail = await fetch(body.projects[2].href);
    expect(await detail.json()).toMatchObject({ id: 'sherd-atlas', data: { acronym: 'ATLAS' } });
  });

  test('404: the hidden one', async () => {
    expect((await get('/v1/projects/not-yet-announced')).status).toBe(404);
  });
});

describe('people', () => {
  describePeople(() => cloud.stack);

  test('200: from a verified site; 403: from another one, and with an API key', async () => {
    const from = (port: number) => ({ ...installation(), Origin: `http://localhost:${port}` });
    const person = await get(`/v1/people/${carberry}`, from(8080));
    expect(person).toMatchObject({ status: 200, body: { orcid: carberry } });
    expect(await get('/v1/people', from(8081))).toMatchObject({ status: 403, body: { code: 'origin_rejected' } });
    const key = await get('/v1/people', { 'X-API-Key': cloud.stack.api_keys.full });
    expect(key).toMatchObject({ status: 403, body: { code: 'scope_not_granted' } });
  });
});

describeMembership(() => cloud.stack);

test.each(['installation_key', 'api_keys'] as const)('403: %s on a route for other keys', async (name) => {
  const { installation_key, api_keys } = cloud.stack;
  const membership = { entity_id: 'primary_entity', status: 'primary_entity' };
  const answer =
    name === 'installation_key'
      ? await post(`${cloud.baseUrl}/api/ingest`, installation_key, { orcid_ids: [carberry] })
      : await post(`${cloud.baseUrl}/api/partners/people/${carberry}/membership`, api_keys.ingest, membership);
  expect(answer).toMatchObject({ status: 403, body: { code: 'scope_not_granted' } });
});

describe('the edge', () => {
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const cacheOf = ({ headers }: { headers: Headers }) => headers.get('x-cache');

  describe('with its cache', () => {
    beforeAll(() => {
      cloud.edge.caches = true;
    });
    afterAll(() => {
      cloud.edge.caches = false;
    });

    test('keeps public answers for those who ask alike', async () => {
      const url = `${cloud.baseUrl}/v1/publications?per_page=7`;
      const first = await read(url);
      const second = await read(url, { 'User-Agent': 'other', Cookie: 'a=b' });
      expect([cacheOf(first), cacheOf(second)]).toEqual(['Miss from cloudfront', 'Hit from cloudfront']);
      expect(second.text).toBe(first.text);
      expect(Number(second.headers.get('age'))).toBeGreaterThanOrEqual(0);
      expect(cacheOf(await read(url, { Accept: 'text/csv' }))).toBe('Miss from cloudfront');
      expect(cacheOf(await read(url, { 'Accept-Language': 'de' }))).toBe('Miss from cloudfront');
    });

    test('gives two keys two answers, also at once, and keeps neither', async () => {
      const { full, ingest } = cloud.stack.api_keys;
      const url = `${cloud.baseUrl}/v1/key`;
      const [one, other] = await Promise.all([full, ingest].map((key) => read(url, { 'X-API-Key': key })));
      expect([one?.status, other?.status]).toEqual([200, 200]);
      expect(one?.text).not.toBe(other?.text);
      expect((await read(url)).status).toBe(401);
      expect(cacheOf(await read(url, { 'X-API-Key': full }))).toBe('Miss from cloudfront');
    });

    test('keeps nothing of the Integrations API, the dashboard, and errors', async () => {
      const urls = [
        `${cloud.baseUrl}/integrations/v1/health`,
        `${cloud.dashboardUrl}/openapi/dashboard-api.json`,
        `${cloud.baseUrl}/v1/doi/10.5555/nothing`,
      ];
      for (const url of [...urls, ...urls]) expect(cacheOf(await read(url))).not.toBe('Hit from cloudfront');
    });
  });

  test.each(['base', 'dashboard'])(
    '401: the origins of the distribution %s refuse other ways to them',
    async (name) => {
      const apis = cloud.originsOf(name).filter(({ isBucket }) => !isBucket);
      expect(apis.length).toBeGreaterThan(0);
      for (const origin of apis) {
        const health = origin.domainName.includes('Integrations') ? '/integrations/v1/health' : '/health';
        const statusWith = async (headers: [string, string][]) => {
          const target = `${origin.path}${health}`;
          const request = { method: 'GET', target, headers, body: Buffer.alloc(0), sourceIp: '203.0.113.7' };
          return (await cloud.askOrigin(origin, request)).status;
        };
        expect(await statusWith([])).toBe(401);
        expect(await statusWith([['Referer', 'guessed']])).toBe(401);
        expect(await statusWith(origin.headers.map(({ name, value }) => [name, value]))).toBe(200);
      }
    },
  );

  test("the log has the client's address as the edge knows it, whatever the client says", async () => {
    const forged = { 'X-Client-Address': '203.0.113.99', 'X-Forwarded-For': '203.0.113.98', Referer: 'forged' };
    const { headers } = await read(`${cloud.baseUrl}/health`, forged);
    const requestId = headers.get('x-request-id');
    const line = await waitFor('the log line', () => cloud.logs.find((one) => one.requestId === requestId));
    expect(line.ip).toBe('127.0.0.1');
  });
});
