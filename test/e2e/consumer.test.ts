import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';

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
