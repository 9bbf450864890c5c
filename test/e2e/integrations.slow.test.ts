import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Clock } from '../../local/clock.ts';
import type { Cloud } from '../../local/cloud.ts';
import { describeLists } from '../apis/lists.ts';
import { ask, post } from '../apis/stack.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';

const clock = new Clock();
let cloud: Cloud;

beforeAll(async () => {
  cloud = await startTestCloud({ seed: { kind: 'sample' }, clock });
}, startTimeoutMs);
afterAll(() => cloud?.stop());

const key = () => ({ 'X-API-Key': cloud.stack.installation_key });

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(`${cloud.baseUrl}/integrations/v1${path}`, headers);

const lists = ['publications', 'works', 'projects', 'people'];

describeLists(() => cloud.stack);

describe.each(lists)('%s', (list) => {
  test('the sample has more than one entry, and pages of its site may read them', async () => {
    const { body, headers } = await get(`/${list}?per_page=1`, { ...key(), Origin: 'http://localhost:8080' });
    expect(body.total).toBeGreaterThan(1);
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:8080');
  });

  test('403: an API key', async () => {
    const answer = await get(`/${list}`, { 'X-API-Key': cloud.stack.api_keys.full });
    expect(answer).toMatchObject({ status: 403, body: { code: 'scope_not_granted' } });
  });

  test('304: a current copy costs one request without a body', async () => {
    // Changes count as settled when every write must have ended.
    clock.advance(60_000);
    const { cursor, tag } = await waitFor('a cursor that stays the same', async () => {
      const first = await get(`/changes?list=${list}&limit=500`, key());
      const then = await get(`/changes?list=${list}&cursor=${first.body.cursor}`, key());
      const isSettled = then.body.cursor === first.body.cursor && then.body.changes.length === 0;
      return isSettled && { cursor: first.body.cursor, tag: String(then.headers.get('etag')) };
    });
    const again = await get(`/changes?list=${list}&cursor=${cursor}`, { ...key(), 'If-None-Match': tag });
    expect(again).toMatchObject({ status: 304, body: '' });
  });
});

test('200: what an ingestion changes appears in the changes', async () => {
  const { body: before } = await get('/changes?list=publications&limit=500', key());
  const startedAtMs = clock.now();
  const orcids = { orcid_ids: ['0000-0002-1825-0097'] };
  await post(`${cloud.baseUrl}/api/ingest`, cloud.stack.api_keys.full, orcids);
  const change = await waitFor('the refreshed publication', async () => {
    const { body } = await get(`/changes?list=publications&limit=500&cursor=${before.cursor}`, key());
    return body.changes.find((each: { changed_at: number }) => each.changed_at >= startedAtMs);
  });
  expect(change).toMatchObject({ type: 'upserted', item: { doi: change.id } });
});

describe('verify, in plain text', () => {
  test.each([
    [404, '/verify/unknown'],
    [400, '/verify/not%20an%20id'],
    [400, '/verify/one/too/many'],
    [400, '/verify/'],
    [400, '/verify'],
  ])('%s: %s', async (status, path) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toMatch(/^[A-Z]/);
  });
});
