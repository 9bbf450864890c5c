import { describe, expect, test } from '@jest/globals';
import type { Api } from '#src/http/route.ts';
import { violationsOf } from '../support/contract.ts';
import { assertMatchesDocument } from '../support/document-match.ts';

interface Sample {
  api?: Api;
  method?: string;
  path?: string;
  status?: number;
  body: unknown;
  headers?: Record<string, string | undefined>;
}

/** The violations in a response; by default a valid one of /health. */
function judged({ api = 'consumer', method = 'GET', path = '/health', status = 200, body, headers = {} }: Sample) {
  const sent = { 'x-request-id': 'id', 'x-api-version': '1.0.0', 'content-type': 'application/json', ...headers };
  const present = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return violationsOf(api, { method, path, status, headers: new Headers(present), body: text });
}

const error = { error: 'No', code: 'internal_error', request_id: 'id' };
const wrongId = { error: 'No', code: 'invalid_id', details: null };

describe('every response over HTTP in the tests is checked against the documents', () => {
  test.each<[string, Sample]>([
    ['as declared', { body: { status: 'ok' } }],
    ['an error of the operation', { status: 500, body: error }],
    [
      'an error about an address there is not',
      { path: '/nothing', status: 404, body: { ...error, code: 'not_found' } },
    ],
    ['HEAD', { method: 'HEAD', body: '' }],
    ['a current copy', { status: 304, body: '', headers: { 'content-type': undefined } }],
    ['OPTIONS', { method: 'OPTIONS', status: 204, body: '' }],
    ['a greedy parameter', { path: '/v1/doi/10.1/a/b', status: 400, body: wrongId }],
    [
      'a text',
      {
        api: 'integrations',
        path: '/integrations/v1/verify/a',
        body: 'token',
        headers: { 'content-type': 'text/plain' },
      },
    ],
  ])('%s is fine', (_, answer) => expect(judged(answer)).toEqual([]));

  test.each<[string, Sample, RegExp]>([
    ['a property no schema names', { body: { status: 'ok', more: 1 } }, /more/],
    ['a property of another type', { body: { status: 1 } }, /\/status/],
    ['no property where one is required', { body: {} }, /required/],
    [
      'a fourth member of an error',
      {
        api: 'integrations',
        path: '/integrations/v1/works',
        status: 401,
        body: { ...wrongId, code: 'missing_credential', request_id: 'id' },
      },
      /request_id/,
    ],
    ['a code the operation does not have', { status: 500, body: { ...error, code: 'forbidden' } }, /\/code/],
    ['a status that is not declared', { status: 201, body: { status: 'ok' } }, /the status 201/],
    ['another content type', { body: 'ok', headers: { 'content-type': 'text/html' } }, /the content type text\/html/],
    ['no request id', { body: { status: 'ok' }, headers: { 'x-request-id': undefined } }, /X-Request-Id is missing/],
    [
      'a header that says something else',
      { body: { status: 'ok' }, headers: { 'cache-control': 'private' } },
      /Cache-Control/,
    ],
    [
      'a header for pages that is not declared',
      { body: { status: 'ok' }, headers: { link: '<a>' } },
      /Link is not declared/,
    ],
    ['a body of HEAD', { method: 'HEAD', body: { status: 'ok' } }, /HEAD has a body/],
    ['a body of 304', { status: 304, body: '{}' }, /no body/],
    ['an answer no operation gives', { path: '/nothing', body: {} }, /no operation/],
    ['an error of another form', { path: '/nothing', status: 404, body: { message: 'Not found' } }, /required/],
  ])('%s is not', (_, answer, wrong) => expect(judged(answer).join('\n')).toMatch(wrong));
});

test('a response that is not described is an error of the test that received it', () => {
  const received = { method: 'GET', path: '/health', status: 418, headers: new Headers(), body: '' };
  expect(() => assertMatchesDocument('consumer', received)).toThrow(
    /^GET \/health answered 418, which openapi\/consumer-api\.json does not describe:\n {2}the status 418 is not declared/,
  );
});
