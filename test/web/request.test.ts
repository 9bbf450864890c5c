import { expect, test } from '@jest/globals';
import { type Call, readBody, requestOf } from '../../web/src/api/request.ts';

const request = (method: string, path: string, call: Call = {}) => requestOf('http://127.0.0.1', method, path, call);

test('names in the path and values of the query are encoded', () => {
  const path = { id: '10.5555/a b<>;()#?%2F' };
  const query = { q: 'a+b & c', page: 2, hidden: false, sort: undefined, dir: null };
  expect(request('GET', '/api/publications/{id}', { params: { path, query } }).url).toBe(
    'http://127.0.0.1/api/publications/10.5555%2Fa%20b%3C%3E%3B()%23%3F%252F?q=a%2Bb%20%26%20c&page=2&hidden=false',
  );
  expect(request('GET', '/api/session').url).toBe('http://127.0.0.1/api/session');
});

test('a body is JSON, and only then there is a content type', async () => {
  const sent = request('PATCH', '/api/projects/{id}', { params: { path: { id: 'p' } }, body: { title: 'ä' } });
  expect(sent.method).toBe('PATCH');
  expect(sent.headers.get('Content-Type')).toBe('application/json');
  expect(await sent.json()).toEqual({ title: 'ä' });
  expect(request('POST', '/api/auth/logout').headers.has('Content-Type')).toBe(false);
});

test('headers that are undefined are not sent', () => {
  const header = { 'If-Match': '"7"', 'X-Other': undefined };
  expect([...request('DELETE', '/x', { params: { header } }).headers]).toEqual([['if-match', '"7"']]);
});

test('a request ends with its signal', () => {
  const controller = new AbortController();
  const { signal } = request('GET', '/x', { signal: controller.signal });
  controller.abort();
  expect(signal.aborted).toBe(true);
});

test('the body of an answer is JSON, text where that is wanted, or nothing', async () => {
  expect(await readBody(new Response('{"a":1}'))).toEqual({ a: 1 });
  expect(await readBody(new Response('{"a":1}'), 'text')).toBe('{"a":1}');
  expect(await readBody(new Response(null, { status: 204 }))).toBeUndefined();
  await expect(readBody(new Response('<html>'))).rejects.toThrow(SyntaxError);
});

test('an error is JSON even where text is wanted, and text if something before the API answered', async () => {
  expect(await readBody(new Response('{"error":"no"}', { status: 400 }), 'text')).toEqual({ error: 'no' });
  expect(await readBody(new Response('<html>', { status: 502 }))).toBe('<html>');
});
