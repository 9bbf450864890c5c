import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';

const carberry = '0000-0002-1825-0097';
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startTestCloud({ seed: { kind: 'sample' } });
}, startTimeoutMs);
afterAll(() => cloud?.stop());

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  headers: Headers;
}

async function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${cloud.baseUrl}${path}`, { ...init, headers: { ...headers } });
  return { status: response.status, body: await response.json(), headers: response.headers };
}
const installation = () => ({ 'X-API-Key': cloud.stack.installation_key });
const post = (path: string, key: string, body: unknown) =>
  ask(path, { 'X-API-Key': key, 'Content-Type': 'application/json' }, { method: 'POST', body: JSON.stringify(body) });

describe('projects', () => {
  test('200: the public ones, each with an address that leads to it', async () => {
    const { status, body } = await ask('/v1/projects?locale=de');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, sort: 'created_at', funding_currency: null });
    expect(body.projects.map(({ id }: { id: string }) => id)).toEqual(['kilns-2026', 'golden-joinery', 'sherd-atlas']);
    expect(body.projects[1].title).toBe('Goldfugen: Reparatur als Methode');
    expect(body.projects[2].href).toBe(`${cloud.baseUrl}/v1/projects/sherd-atlas`);
    const detail = await fetch(body.projects[2].href);
    expect(await detail.json()).toMatchObject({ id: 'sherd-atlas', data: { acronym: 'ATLAS' } });
  });

  test('404: the hidden one', async () => {
    expect((await ask('/v1/projects/not-yet-announced')).status).toBe(404);
  });
});

describe('people', () => {
  test('200: with the credential of an installation, from a server or a verified site', async () => {
    const { status, body } = await ask('/v1/people', installation());
    expect(status).toBe(200);
    expect(body.total).toBeGreaterThan(0);
    const person = await ask(`/v1/people/${carberry}`, { ...installation(), Origin: 'http://localhost:8080' });
    expect(person).toMatchObject({ status: 200, body: { orcid: carberry } });
    const publications = await ask(`/v1/people/${carberry}/publications?per_page=1`, installation());
    expect(publications.body.total).toBe(person.body.public_publication_count);
  });

  test.each<[number, string, () => Record<string, string>]>([
    [401, 'missing_credential', () => ({})],
    [401, 'invalid_credential', () => ({ 'X-API-Key': 'pri_nonsense' })],
    [403, 'scope_not_granted', () => ({ 'X-API-Key': cloud.stack.api_keys.full })],
    [403, 'origin_rejected', () => ({ ...installation(), Origin: 'http://localhost:8081' })],
    [403, 'origin_rejected', () => ({ ...installation(), Origin: 'null' })],
  ])('%s: %s', async (status, code, headers) => {
    expect(await ask('/v1/people', headers())).toMatchObject({ status, body: { code } });
  });
});

test('403: an installation on a route for API keys', async () => {
  const answer = await post('/api/ingest', cloud.stack.installation_key, { orcid_ids: [carberry] });
  expect(answer).toMatchObject({ status: 403, body: { code: 'scope_not_granted' } });
});

describe('membership', () => {
  const path = `/api/partners/people/${carberry}/membership`;
  const body = { entity_id: 'primary_entity', status: 'primary_entity', starts_at: 1_700_000_000_000 };

  test('200: and the person shows it', async () => {
    expect(await post(path, cloud.stack.api_keys.membership, body)).toMatchObject({
      status: 200,
      body: { success: true, affiliation: { person_orcid: carberry, ...body, ends_at: null } },
    });
    const person = await ask(`/v1/people/${carberry}`, installation());
    expect(person.body.affiliation).toEqual({ ...body, ends_at: null });
  });

  test('200: two parallel updates', async () => {
    const both = [1, 2].map((more) =>
      post(path, cloud.stack.api_keys.full, { ...body, starts_at: body.starts_at + more }),
    );
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('403: a key for ingestion only', async () => {
    const answer = await post(path, cloud.stack.api_keys.ingest, body);
    expect(answer).toMatchObject({ status: 403, body: { code: 'scope_not_granted' } });
  });
});

test.each<[string, () => string]>([
  ['consumer', () => cloud.baseUrl],
  ['dashboard', () => cloud.dashboardUrl],
])('200: the page of the APIs on the %s address, with its script beside the function', async (_, base) => {
  const page = await fetch(`${base()}/docs`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const script = await fetch(`${base()}/docs/assets/api-reference.js`);
  expect([script.status, script.headers.get('content-encoding')]).toEqual([200, 'gzip']);
  expect(await script.text()).toContain('createApiReference');
});

describe('the edge', () => {
  const get = async (url: string, headers: Record<string, string> = {}) => {
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
      const first = await get(url);
      const second = await get(url, { 'User-Agent': 'other', Cookie: 'a=b' });
      expect([cacheOf(first), cacheOf(second)]).toEqual(['Miss from cloudfront', 'Hit from cloudfront']);
      expect(second.text).toBe(first.text);
      expect(Number(second.headers.get('age'))).toBeGreaterThanOrEqual(0);
      expect(cacheOf(await get(url, { Accept: 'text/csv' }))).toBe('Miss from cloudfront');
      expect(cacheOf(await get(url, { 'Accept-Language': 'de' }))).toBe('Miss from cloudfront');
    });

    test('gives two keys two answers, also at once, and keeps neither', async () => {
      const { full, ingest } = cloud.stack.api_keys;
      const url = `${cloud.baseUrl}/v1/key`;
      const [one, other] = await Promise.all([full, ingest].map((key) => get(url, { 'X-API-Key': key })));
      expect([one?.status, other?.status]).toEqual([200, 200]);
      expect(one?.text).not.toBe(other?.text);
      expect((await get(url)).status).toBe(401);
      expect(cacheOf(await get(url, { 'X-API-Key': full }))).toBe('Miss from cloudfront');
    });

    test('keeps nothing of the Integrations API, the dashboard, and errors', async () => {
      const urls = [
        `${cloud.baseUrl}/integrations/v1/health`,
        `${cloud.dashboardUrl}/openapi/dashboard-api.json`,
        `${cloud.baseUrl}/v1/doi/10.5555/nothing`,
      ];
      for (const url of [...urls, ...urls]) expect(cacheOf(await get(url))).not.toBe('Hit from cloudfront');
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
    const { headers } = await get(`${cloud.baseUrl}/health`, forged);
    const requestId = headers.get('x-request-id');
    const line = await waitFor('the log line', () => cloud.logs.find((one) => one.requestId === requestId));
    expect(line.ip).toBe('127.0.0.1');
  });
});
