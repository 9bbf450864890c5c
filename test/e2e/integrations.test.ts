import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';

const clock = new Clock();
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startTestCloud({ seed: { kind: 'sample' }, clock });
}, startTimeoutMs);
afterAll(() => cloud?.stop());

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  headers: Headers;
}

const key = () => ({ 'X-API-Key': cloud.stack.installation_key });

async function ask(address: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Answer> {
  const url = address.startsWith('/') ? `${cloud.baseUrl}/integrations/v1${address}` : address;
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text, headers: response.headers };
}

const lists = ['publications', 'works', 'projects', 'people'];

describe.each(lists)('%s', (list) => {
  test('200: by pages, by cursors along the links, and by changes the same entries', async () => {
    const { body } = await ask(`/${list}?per_page=100`, key());
    expect(body.total).toBe(body[list].length);
    expect(body.total).toBeGreaterThan(1);

    const byCursor: unknown[] = [];
    let next: string | undefined = `/${list}?per_page=2&cursor=`;
    while (next !== undefined) {
      const page: Answer = await ask(next, key());
      expect(page.status).toBe(200);
      byCursor.push(...page.body[list]);
      next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(byCursor).toEqual(body[list]);

    const items: unknown[] = [];
    let told: Answer['body'] = { cursor: '', has_more: true };
    while (told.has_more) {
      told = (await ask(`/changes?list=${list}&limit=3&cursor=${told.cursor}`, key())).body;
      for (const { item } of told.changes) items.push(item);
    }
    expect(items).toHaveLength(body.total);
    expect(items).toEqual(expect.arrayContaining(body[list]));
  });

  test('304: a current copy costs one request without a body', async () => {
    // What is known is settled when every write must have ended.
    clock.advance(60_000);
    const { cursor, tag } = await waitFor('a cursor that stays the same', async () => {
      const first = await ask(`/changes?list=${list}&limit=500`, key());
      const then = await ask(`/changes?list=${list}&cursor=${first.body.cursor}`, key());
      const isSettled = then.body.cursor === first.body.cursor && then.body.changes.length === 0;
      return isSettled && { cursor: first.body.cursor, tag: String(then.headers.get('etag')) };
    });
    const again = await ask(`/changes?list=${list}&cursor=${cursor}`, { ...key(), 'If-None-Match': tag });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  test('200: for pages of the verified site, and HEAD and OPTIONS', async () => {
    const { headers } = await ask(`/${list}`, { ...key(), Origin: 'http://localhost:8080' });
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:8080');
    expect(await ask(`/${list}`, key(), { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    expect((await ask(`/${list}`, {}, { method: 'OPTIONS' })).status).toBe(204);
  });

  test.each<[number, string, () => Record<string, string>, string?]>([
    [401, 'missing_credential', () => ({})],
    [401, 'invalid_credential', () => ({ 'X-API-Key': 'pri_nonsense' })],
    [403, 'scope_not_granted', () => ({ 'X-API-Key': cloud.stack.api_keys.full })],
    [403, 'origin_rejected', () => ({ ...key(), Origin: 'https://evil.example' })],
    [405, 'method_not_allowed', key, 'POST'],
    [400, 'invalid_query', key, 'GET'],
  ])('%s %s in exactly three members', async (status, code, headers, method = 'GET') => {
    const answer = await ask(`/${list}?page=0`, headers(), { method });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'details', 'error']);
    expect(answer.body.code).toBe(code);
  });
});

test('200: what an ingestion changes appears in the changes', async () => {
  const { body: before } = await ask('/changes?list=publications&limit=500', key());
  const startedAtMs = clock.now();
  await ask(
    `${cloud.baseUrl}/api/ingest`,
    { 'X-API-Key': cloud.stack.api_keys.full, 'Content-Type': 'application/json' },
    {
      method: 'POST',
      body: JSON.stringify({ orcid_ids: ['0000-0002-1825-0097'] }),
    },
  );
  const change = await waitFor('the refreshed publication', async () => {
    const { body } = await ask(`/changes?list=publications&limit=500&cursor=${before.cursor}`, key());
    return body.changes.find((each: { changed_at: number }) => each.changed_at >= startedAtMs);
  });
  expect(change).toMatchObject({ type: 'upserted', item: { doi: change.id } });
});

test('200: the installation itself', async () => {
  const { status, body } = await ask('/installation', key());
  expect(status).toBe(200);
  expect(body.installation).toMatchObject({ status: 'active', origins: [{ verification_status: 'verified' }] });
});

test('404: an unknown address, with a body of exactly three members', async () => {
  const { status, body } = await ask('/nothing', key());
  expect({ status, body }).toEqual({
    status: 404,
    body: { error: expect.any(String), code: 'not_found', details: null },
  });
});

describe('verify, in plain text', () => {
  test.each([
    [404, '/verify/unknown'],
    [400, '/verify/not%20an%20id'],
    [400, '/verify/one/too/many'],
    [400, '/verify/'],
    [400, '/verify'],
  ])('%s: %s', async (status, path) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatch(/^[A-Z]/);
  });
});
