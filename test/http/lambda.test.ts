import { beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import type { AnyRoute, RouteInput } from '#src/http/route.ts';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import { Contention, ItemRefused, Problem } from '#src/runtime/errors.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call, gatewayEvent, requestId } from '../support/event.ts';
import { captureLog } from '../support/log.ts';

const lines = captureLog();

/** A route that returns its input. */
function echo(parts: Partial<AnyRoute> = {}): AnyRoute {
  return {
    id: 'things.get',
    api: 'consumer',
    method: 'POST',
    path: '/things',
    summary: 'Echoes',
    auth: { kind: 'none' },
    responses: { 200: z.looseObject({}) },
    problems: [],
    grants: [],
    async handle({ params, query, body }: RouteInput) {
      return { status: 200, body: { params, query, body } };
    },
    ...parts,
  };
}

const issuesIn = (body: { details: { issues: unknown } }) => body.details.issues;

describe('many things wrong with a request', () => {
  const numbers = echo({ body: z.strictObject({ numbers: z.array(z.number()) }), query: z.object({}) });

  test.each([
    ['wrong items', { body: { numbers: Array.from({ length: 5_000 }, () => 'x') } }, 4_900],
    [
      'fields too many',
      { body: { numbers: [], ...Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, n])) } },
      1,
    ],
    [
      'parameters given twice',
      { url: `/things?${Array.from({ length: 350 }, (_, n) => `a${n}=1&a${n}=2`).join('&')}`, body: { numbers: [] } },
      250,
    ],
  ])('400: of %s a hundred are listed and the others counted', async (_, request, more) => {
    const { status, body, headers } = await call(numbers, { url: '/things', ...request });
    expect(status).toBe(400);
    expect(issuesIn(body)).toHaveLength(100);
    expect(body.details.more_issues).toBe(more);
    expect(body.error).toMatch(new RegExp(`; and ${more + 97} more$`));
    expect(Buffer.byteLength(JSON.stringify(body)) + JSON.stringify(headers).length).toBeLessThan(10_000);
  });

  test('400: a hundred are all listed', async () => {
    const { body } = await call(numbers, {
      url: '/things',
      body: { numbers: Array.from({ length: 100 }, () => null) },
    });
    expect(issuesIn(body)).toHaveLength(100);
    expect(body.details).not.toHaveProperty('more_issues');
  });
});

describe('a fault that the context injects', () => {
  let handled = 0;
  const route = echo({
    method: 'GET',
    query: z.object({ n: z.coerce.number() }),
    async handle({ query, observe }) {
      handled++;
      observe(async (outcome: { status: number }) => ({ observed: outcome.status }));
      return { status: 200, body: { n: query } };
    },
  });
  const ask = async (url: string, context: object = {}) => {
    const { statusCode } = await lambda(route)(gatewayEvent(route, { url }), { awsRequestId: requestId, ...context });
    return statusCode;
  };
  const injectFault = async () => {
    throw new Error('broken on purpose');
  };

  test('500: the work is done, the answer fails, and the log line says so as for any error', async () => {
    handled = 0;
    expect(await ask('/things?n=1', { injectFault })).toBe(500);
    expect(handled).toBe(1);
    expect(lines.at(-1)).toMatchObject({
      level: 'error',
      status: 500,
      code: 'internal_error',
      cause: { message: 'broken on purpose' },
      observed: 500,
    });
  });

  test('400: what is refused before the work does not meet it', async () => {
    expect(await ask('/things?n=x', { injectFault })).toBe(400);
  });

  test('200: a request cannot ask for one', async () => {
    const event = gatewayEvent(route, { url: '/things?n=1&injectFault=1', headers: { injectFault: '1' } });
    Object.assign(event, { injectFault: 'x', stageVariables: { injectFault: 'x' }, context: { injectFault: 'x' } });
    expect((await lambda(route)(event, { awsRequestId: requestId })).statusCode).toBe(200);
  });
});

describe('path parameters', () => {
  const route = echo({ method: 'GET', path: '/things/{name}', params: z.object({ name: z.string() }) });
  const greedy = echo({ method: 'GET', path: '/things/{name+}', params: z.object({ name: z.string() }) });

  test.each([
    [route, '/things/10.1%2Fa', '10.1/a'],
    [route, '/things/10.1%252Fa', '10.1%2Fa'],
    [route, '/things/a+b', 'a+b'],
    [route, '/things/caf%C3%A9', 'café'],
    [route, '/things/a/', 'a'],
    [greedy, '/things/10.1/a/b', '10.1/a/b'],
    [greedy, '/things/10.1%2Fa/b', '10.1/a/b'],
  ])('200: %#: a parameter is decoded exactly once', async (target, url, name) => {
    expect((await call(target, { url })).body.params).toEqual({ name });
  });

  test.each(['%', '%2', '%zz', '%E0%A4%A'])('400: %s is not valid percent-encoding', async (encoded) => {
    const { status, body } = await call(route, { url: `/things/${encoded}` });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'The path is not valid: name is not valid percent-encoding',
      code: 'invalid_id',
      details: { issues: [{ path: 'name', message: 'is not valid percent-encoding' }] },
      request_id: requestId,
    });
  });
});

describe('query parameters', () => {
  const number = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);
  const route = echo({ method: 'GET', query: z.object({ q: z.string().default(''), count: number.optional() }) });

  test('200: values arrive decoded, defaults are filled in, unknown names are ignored', async () => {
    expect((await call(route, { url: '/things?q=a%20%26+b&new=1' })).body.query).toEqual({ q: 'a & b' });
    expect((await call(route, { url: '/things?count=2' })).body.query).toEqual({ q: '', count: 2 });
    expect((await call(route, { url: '/things' })).body.query).toEqual({ q: '' });
  });

  test('400: a parameter given twice has no single meaning, even with the same value', async () => {
    const { status, body } = await call(route, { url: '/things?q=a&count=1&q=a&count=2' });
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_query');
    expect(issuesIn(body)).toEqual([
      { path: 'q', message: 'is given more than once' },
      { path: 'count', message: 'is given more than once' },
    ]);
  });

  test.each(['', '-1', '1.5', '1e3'])('400: count=%s', async (count) => {
    const { status, body } = await call(route, { url: `/things?count=${count}` });
    expect(status).toBe(400);
    expect(body.error).toBe('The query is not valid: count must be a whole number');
  });
});

describe('bodies', () => {
  const schema = z.strictObject({ name: z.string().min(1), size: z.int().max(9).optional() });
  const route = echo({ body: schema });
  const post = (body: unknown, more: { headers?: Record<string, string>; base64?: boolean } = {}) =>
    call(route, { url: '/things', body, ...more });

  test.each(['{', 'name=a', '{"name":"a"}}', '{"name":"a","__proto__":{}}', '['.repeat(200_000)])(
    '400: %.20j is not JSON',
    async (text) => {
      const { status, body } = await post(text);
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'The body is not valid JSON' });
    },
  );

  test.each([undefined, ''])('400: no body (%j)', async (text) => {
    const { status, body } = await post(text);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_body' });
    expect(body.error).toBe('The request has no body');
  });

  test.each(['[]', '"a"', '1', 'null', 'true'])('400: %s is no object', async (text) => {
    const { status, body } = await post(text);
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'The body is not valid: must be an object' });
  });

  test('400: an object where an array is asked for', async () => {
    const { status, body } = await call(echo({ body: z.array(z.unknown()) }), { url: '/things', body: {} });
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'The body is not valid: must be an array' });
  });

  test('400: everything that is wrong is listed at once, each extra field by itself', async () => {
    const { status, body } = await post({ name: '', size: 10, color: 'red', weight: 1 });
    expect(status).toBe(400);
    expect(issuesIn(body)).toEqual([
      { path: 'name', message: 'must not be empty' },
      { path: 'size', message: 'must be at most 9' },
      { path: 'color', message: 'is not a field of this request' },
      { path: 'weight', message: 'is not a field of this request' },
    ]);
    expect(body.error).toBe(
      'The body is not valid: name must not be empty; size must be at most 9; ' +
        'color is not a field of this request; and 1 more',
    );
  });

  const ofBytes = (bytes: number) => `{"name":"${'é'.repeat((bytes - 12) / 2)}"} `;

  test.each([false, true])('413: more than 256 KB, counted in bytes as sent (base64: %s)', async (base64) => {
    expect(Buffer.byteLength(ofBytes(256 * 1024))).toBe(256 * 1024);
    expect((await post(ofBytes(256 * 1024), { base64 })).status).toBe(200);
    const { status, body } = await post(ofBytes(256 * 1024 + 2), { base64 });
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'body_too_large' });
  });

  test('200: a body in base64 is read as its bytes', async () => {
    expect((await post({ name: 'Zoë' }, { base64: true })).body.body).toEqual({ name: 'Zoë' });
  });

  test.each(['application/json', 'APPLICATION/JSON; charset=utf-8', 'application/json-patch+json', ''])(
    '200: media type %j',
    async (type) => {
      expect((await post({ name: 'a' }, { headers: { 'Content-Type': type } })).status).toBe(200);
    },
  );

  test.each(['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', 'application/xml'])(
    '400: media type %s',
    async (type) => {
      const { status, body } = await post({ name: 'a' }, { headers: { 'content-type': type, 'Content-Type': type } });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_body' });
    },
  );
});

describe('callers', () => {
  beforeAll(freshTable);

  const auth = apiKey('ingest');
  const route = echo({ auth, body: z.object({}) });

  test('401 before 400: without a credential the body is not checked', async () => {
    const { status, body } = await call(route, { url: '/things', body: '{' });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'missing_credential' });
  });

  test('403: a key without the scope', async () => {
    const authorizer = { ...authorizerOf(auth), scopes: 'membership.update ingest2' };
    const { status, body } = await call(route, { url: '/things', body: {}, authorizer });
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'scope_not_granted' });
  });

  test('200: the handler is told who calls', async () => {
    const whoami = echo({ auth, handle: async ({ caller }) => ({ status: 200, body: { caller } }) });
    const authorizer = { ...authorizerOf(auth), keyHash: 'k', scopes: 'ingest membership.update' };
    expect((await call(whoami, { url: '/things', authorizer })).body.caller).toEqual({
      kind: 'apiKey',
      keyHash: 'k',
      clientName: 'Test',
      scopes: ['ingest', 'membership.update'],
    });
    expect((await call(whoami, { url: '/things', authorizer: authorizerOf(auth) ?? {} })).status).toBe(200);
  });
});

describe('answers', () => {
  const answering = (handle: AnyRoute['handle'], parts: Partial<AnyRoute> = {}) =>
    echo({ responses: { 200: z.object({ name: z.string() }) }, ...parts, handle });

  test('200: fields the response does not declare never leave', async () => {
    const route = answering(async () => ({ status: 200, body: { name: 'a', pk: 'SECRET#1' } }));
    const { body, headers } = await call(route, { url: '/things' });
    expect(body).toEqual({ name: 'a' });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('200: headers of the handler are kept', async () => {
    const route = answering(async () => ({ status: 200, body: { name: 'a' }, headers: { etag: '"1"' } }));
    expect((await call(route, { url: '/things' })).headers.etag).toBe('"1"');
  });

  test.each([
    ['an undeclared status', { status: 418, body: { name: 'a' } }, 'things.get answered an undeclared status 418'],
    ['a body of another shape', { status: 200, body: { name: 7 } }, 'expected string'],
  ])('500: %s is our mistake, not an answer; the log says which', async (_, result, cause) => {
    const { status, body } = await call(
      answering(async () => result),
      { url: '/things' },
    );
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'internal_error' });
    expect(lines).toMatchObject([{ cause: { message: expect.stringContaining(cause) } }]);
  });

  test('HEAD: the status and headers of GET without its body', async () => {
    const route = answering(async () => ({ status: 200, body: { name: 'a' } }), { method: 'GET' });
    const get = await call(route, { url: '/things' });
    const head = await call(route, { url: '/things', method: 'HEAD' });
    expect(head.body).toBe('');
    expect({ status: head.status, headers: head.headers }).toEqual({ status: get.status, headers: get.headers });
  });
});

describe('errors', () => {
  const key = `prk_${'A1b2'.repeat(8)}`;
  const failing = (error: unknown, parts: Partial<AnyRoute> = {}) =>
    echo({
      ...parts,
      handle: async () => {
        throw error;
      },
    });

  test('500: the response does not show the cause; the log does, without secrets', async () => {
    const cause = new Error(`table registry-data refused ${key}`);
    const { status, body } = await call(failing(cause), { url: '/things' });
    expect(status).toBe(500);
    expect(body).toEqual({ error: 'Internal server error', code: 'internal_error', request_id: requestId });
    const [line] = lines;
    expect(lines).toHaveLength(1);
    expect(line).toMatchObject({ level: 'error', status: 500, code: 'internal_error', requestId });
    expect(line?.cause).toMatchObject({ message: 'table registry-data refused [redacted]' });
    expect(JSON.stringify(line)).not.toContain(key);
  });

  test.each(['a string', undefined, null, { code: 'odd' }])('500: whatever is thrown (%j)', async (thrown) => {
    const { status, body } = await call(failing(thrown), { url: '/things' });
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'internal_error' });
  });

  test('504: Middy times out before Lambda does', async () => {
    const route = echo({ handle: () => new Promise(() => undefined) });
    const context = { awsRequestId: requestId, getRemainingTimeInMillis: () => 251 };
    const { statusCode, body } = await lambda(route)(gatewayEvent(route, { url: '/things' }), context);
    expect(statusCode).toBe(504);
    expect(JSON.parse(body).code).toBe('timeout');
  });

  test('Consumer and Dashboard bodies add the request id and leave out empty details', async () => {
    const problem = new Problem('not_found', 'No such thing');
    const { status, body } = await call(failing(problem, { api: 'dashboard' }), { url: '/things' });
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'No such thing', code: 'not_found', request_id: requestId });
  });

  test('Integrations bodies have exactly three members, details null when there are none', async () => {
    const plain = await call(failing(new Problem('not_found', 'No'), { api: 'integrations' }), { url: '/things' });
    expect(plain.body).toEqual({ error: 'No', code: 'not_found', details: null });
    const route = echo({ api: 'integrations', query: z.object({ page: z.string() }) });
    const { body } = await call(route, { url: '/things' });
    expect(Object.keys(body).sort()).toEqual(['code', 'details', 'error']);
    expect(issuesIn(body)).toEqual([{ path: 'page', message: 'is required' }]);
  });

  test('contention is a 503 with Retry-After, or a 409 on routes that declare conflict', async () => {
    const contention = new Contention('A key');
    const busy = await call(failing(contention), { url: '/things' });
    expect(busy).toMatchObject({ status: 503, body: { code: 'busy' }, headers: { 'retry-after': '1' } });
    const conflict = await call({ ...failing(contention), problems: ['conflict'] }, { url: '/things' });
    expect(conflict).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('a service that does not answer in time is a 503 with Retry-After, not a mistake of ours', async () => {
    const timeout = Object.assign(new Error('a request has exceeded the configured time'), { name: 'TimeoutError' });
    const busy = await call(failing(timeout), { url: '/things' });
    expect(busy).toMatchObject({ status: 503, body: { code: 'busy' }, headers: { 'retry-after': '5' } });
  });

  test('400: a body that makes an item larger than it can be stored; without a body it is our mistake', async () => {
    const refused = new ItemRefused('It is larger than an item can be');
    const sent = await call(failing(refused, { body: z.any() }), { url: '/things', body: {} });
    expect(sent).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(sent.body.error).toMatch(/too large\. It is larger than an item can be$/);
    expect(await call(failing(refused), { url: '/things' })).toMatchObject({ status: 500 });
  });

  test('a problem says when to try again in Retry-After', async () => {
    const problem = new Problem('rate_limited', 'Slow down', { retryAfterSeconds: 7 });
    const { status, headers } = await call(failing(problem), { url: '/things' });
    expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 429, retryAfter: '7' });
  });

  test('the log line names nobody: it has the route, and errors without iDs and e-mail addresses', async () => {
    const failed = new Error('Ada@example.org and 0000-0002-1825-0097 are one', {
      cause: 'of orcid.org/000000021825009x',
    });
    const params = z.object({ name: z.string() });
    const route = failing(failed, { path: '/things/{name}', params });
    const headers = { 'X-Request-Id': '0000-0002-1825-0097' };
    for (const name of ['0000-0002-1825-0097', 'ada%40example.org'])
      await call(route, { url: `/things/${name}`, headers });
    const lost = failing(new Problem('not_found', 'There is no ada@example.org with 0000-0002-1825-0097'));
    await call(lost, { url: '/things' });
    expect(lines.map(({ path }) => path)).toEqual(['/things/{name}', '/things/{name}', '/things']);
    expect(lines[0]).toMatchObject({ requestId, cause: { message: '[e-mail] and [iD] are one' } });
    expect(lines[2]).toMatchObject({ error: 'There is no [e-mail] with [iD]' });
    expect(JSON.stringify(lines)).not.toMatch(/\bada\b|0002-?1825/i);
  });

  test("the client's address is in the log line only as CloudFront states it", async () => {
    const headers = { 'X-Client-Address': '203.0.113.7' };
    await call(echo(), { url: '/things', headers });
    process.env.BEHIND_EDGE = 'true';
    await call(echo(), { url: '/things', headers });
    delete process.env.BEHIND_EDGE;
    expect(lines.map(({ ip }) => ip)).toEqual([undefined, '203.0.113.7']);
  });

  test('x-request-id is on every answer, and in the one log line of each', async () => {
    for (const route of [echo(), failing(new Error('x')), failing(new Problem('forbidden', 'No'))]) {
      const { headers } = await call(route, { url: '/things' });
      expect(headers).toMatchObject({ 'x-request-id': requestId, 'x-content-type-options': 'nosniff' });
    }
    expect(lines.map((line) => [line.level, line.status, line.requestId])).toEqual([
      ['info', 200, requestId],
      ['error', 500, requestId],
      ['info', 403, requestId],
    ]);
  });
});

describe('texts', () => {
  const csv = (mediaType: string) =>
    echo({
      method: 'GET',
      mediaTypes: ['text/csv'],
      handle: async () => ({ status: 200, text: 'a,b\r\n', mediaType, headers: { vary: 'Accept' } }),
    });

  test('200: a text of a declared media type is sent as it is', async () => {
    const { status, headers, body } = await call(csv('text/csv'), { url: '/things' });
    expect({ status, body }).toEqual({ status: 200, body: 'a,b\r\n' });
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', vary: 'Accept, Accept-Encoding' });
  });

  test('500: a text of an undeclared media type is not sent', async () => {
    const { status, headers, body } = await call(csv('text/html'), { url: '/things' });
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'internal_error' });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('a handler sees what was sent before defaults, and the Accept header', async () => {
    const seen = echo({
      method: 'GET',
      query: z.object({ count: z.string().default('1'), x: z.string().optional() }),
      handle: async ({ given, accept }: RouteInput) => ({ status: 200, body: { given, accept } }),
    });
    expect((await call(seen, { url: '/things' })).body).toEqual({ given: {} });
    const response = await call(seen, { url: '/things?count=2&x=a%20b&unknown=1', headers: { ACCEPT: 'text/csv' } });
    expect(response.body).toEqual({ given: { count: '2', x: 'a b' }, accept: 'text/csv' });
  });
});
