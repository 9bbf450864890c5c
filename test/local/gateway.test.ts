import { gunzipSync, inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Gateway } from '../../local/gateway/gateway.ts';
import { matchPath, readRestApis } from '../../local/gateway/rest-api.ts';
import { UsagePlans } from '../../local/gateway/usage-plans.ts';
import type { Functions } from '../../local/lambda/functions.ts';
import { Fixture, type Resources } from './fixture.ts';

const fixture = new Fixture();

const uri = (name: string) => ({
  'Fn::Join': ['', ['arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/', arn(name), '/invocations']],
});
const arn = (name: string) => ({ 'Fn::GetAtt': [name, 'Arn'] });
const api = { RestApiId: { Ref: 'Api' } };
const resource = (PathPart: string, parent?: string) => ({
  Type: 'AWS::ApiGateway::Resource',
  Properties: { ...api, PathPart, ParentId: parent ? { Ref: parent } : { 'Fn::GetAtt': ['Api', 'RootResourceId'] } },
});
const method = (resourceId: string, HttpMethod: string, name: string, more: Record<string, unknown> = {}) => ({
  Type: 'AWS::ApiGateway::Method',
  Properties: {
    ...api,
    HttpMethod,
    ResourceId: { Ref: resourceId },
    Integration: { Type: 'AWS_PROXY', Uri: uri(name), Credentials: arn('Invoker') },
    ...more,
  },
});
/** A role with which a service may invoke these functions. */
const invoker = (Resource: unknown[], Service = 'apigateway.amazonaws.com', effect = 'Allow') => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: { Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service } }] },
    Policies: [
      {
        PolicyName: 'invoke',
        PolicyDocument: { Statement: [{ Effect: effect, Action: 'lambda:InvokeFunction', Resource }] },
      },
    ],
  },
});
const gatewayResponse = (ResponseType: string, StatusCode: string | undefined, code: string) => ({
  Type: 'AWS::ApiGateway::GatewayResponse',
  Properties: {
    ...api,
    ResponseType,
    StatusCode,
    ResponseParameters: { 'gatewayresponse.header.X-Request-Id': 'context.requestId' },
    ResponseTemplates: { 'application/json': `{"code":"${code}","message":$context.error.messageString}` },
  },
});

const resources: Resources = {
  Echo: fixture.lambda(
    'Echo',
    `export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify(event) });`,
  ),
  Odd: fixture.lambda(
    'Odd',
    `export const handler = async ({ queryStringParameters: { answer } }) => {
       if (answer === 'throw') throw new Error('boom');
       if (answer === 'exit') process.exit(3);
       if (answer === 'never') return new Promise(() => setInterval(() => {}, 1000));
       if (/^\\d+$/.test(answer)) return { statusCode: 200, body: 'é'.repeat(Number(answer) / 2) };
       return JSON.parse(answer);
     };`,
  ),
  Guard: fixture.lambda(
    'Guard',
    `let calls = 0;
     export const handler = async ({ headers, multiValueHeaders, methodArn }) => {
       calls += 1;
       const key = headers['X-API-Key'];
       if (new Set(multiValueHeaders['X-API-Key']).size > 1) throw new Error('Unauthorized');
       if (key === 'unknown') throw new Error('Unauthorized');
       if (key === 'broken') throw new Error('the table is away');
       const Effect = key === 'denied' ? 'Deny' : 'Allow';
       const Resource = key === 'narrow' ? methodArn : methodArn.split('/').slice(0, 2).join('/') + '/*';
       return {
         principalId: key,
         usageIdentifierKey: 'hash-of-the-key-' + key,
         context: { calls, client: key },
         policyDocument: { Statement: [{ Effect, Action: 'execute-api:Invoke', Resource }] },
       };
     };`,
  ),
  Invoker: invoker([arn('Echo'), arn('Odd'), arn('Guard')]),
  Api: {
    Type: 'AWS::ApiGateway::RestApi',
    Properties: { Name: 'consumer', ApiKeySourceType: 'AUTHORIZER', MinimumCompressionSize: 100 },
  },
  Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { ...api, StageName: 'live' } },
  V1: resource('v1'),
  Publications: resource('publications', 'V1'),
  Search: resource('search', 'Publications'),
  Publication: resource('{doi}', 'Publications'),
  Versions: resource('versions', 'Publication'),
  Doi: resource('doi', 'V1'),
  AnyDoi: resource('{doi+}', 'Doi'),
  OddThings: resource('odd'),
  Keyed: resource('keyed'),
  Keyed2: resource('keyed2'),
  GetPublications: method('Publications', 'GET', 'Echo'),
  PostPublications: method('Publications', 'POST', 'Echo'),
  GetSearch: method('Search', 'GET', 'Echo'),
  GetPublication: method('Publication', 'GET', 'Echo'),
  GetVersions: method('Versions', 'GET', 'Echo'),
  GetAnyDoi: method('AnyDoi', 'GET', 'Echo'),
  GetOdd: method('OddThings', 'GET', 'Odd', {
    Integration: { Type: 'AWS_PROXY', Uri: uri('Odd'), Credentials: arn('Invoker'), TimeoutInMillis: 1500 },
  }),
  OtherPublications: method('Publications', 'ANY', 'Echo', {
    Integration: {
      Type: 'MOCK',
      PassthroughBehavior: 'NEVER',
      RequestTemplates: {
        'application/json':
          '{ #if( $context.httpMethod == "OPTIONS" ) "statusCode": 204 #else "statusCode": 405 #end }',
        'text/plain': '{ #if( $input.params("x") == "1" ) "statusCode": 204 #end }',
      },
      IntegrationResponses: [
        {
          StatusCode: '204',
          SelectionPattern: '204',
          ResponseParameters: { 'method.response.header.Access-Control-Max-Age': "'86400'" },
        },
        {
          StatusCode: '405',
          ResponseParameters: { 'method.response.header.Allow': "'GET, POST'" },
          ResponseTemplates: { 'application/json': '{"id":"$context.requestId"}' },
        },
      ],
    },
  }),
  Authorizer: {
    Type: 'AWS::ApiGateway::Authorizer',
    Properties: {
      ...api,
      Type: 'REQUEST',
      AuthorizerUri: uri('Guard'),
      AuthorizerCredentials: arn('Invoker'),
      IdentitySource: 'method.request.header.X-API-Key',
      AuthorizerResultTtlInSeconds: 60,
    },
  },
  GetKeyed: method('Keyed', 'GET', 'Echo', { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Authorizer' } }),
  GetKeyed2: method('Keyed2', 'GET', 'Echo', {
    AuthorizationType: 'CUSTOM',
    AuthorizerId: { Ref: 'Authorizer' },
    ApiKeyRequired: true,
  }),
  Plan: {
    Type: 'AWS::ApiGateway::UsagePlan',
    Properties: {
      UsagePlanName: 'small',
      Throttle: { RateLimit: 1, BurstLimit: 2 },
      ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' }, Throttle: {} }],
    },
  },
  NotFound: gatewayResponse('MISSING_AUTHENTICATION_TOKEN', '404', 'not_found'),
  Unauthorized: gatewayResponse('UNAUTHORIZED', undefined, 'missing_credential'),
  InvalidKey: gatewayResponse('INVALID_API_KEY', '401', 'invalid_credential'),
  Denied: {
    Type: 'AWS::ApiGateway::GatewayResponse',
    Properties: {
      ...api,
      ResponseType: 'ACCESS_DENIED',
      StatusCode: '403',
      ResponseTemplates: {
        'application/json': '{"client":"$context.authorizer.client","none":"$context.authorizer.x"}',
      },
    },
  },
  Any4xx: gatewayResponse('DEFAULT_4XX', undefined, 'bad'),
  Any5xx: gatewayResponse('DEFAULT_5XX', undefined, 'internal'),
};

let gateway: Gateway;
let functions: Functions;
let nowMs = 0;

beforeAll(() => {
  const stacks = fixture.stacks(resources);
  functions = fixture.functions(stacks);
  const plans = new UsagePlans(stacks, undefined, () => nowMs);
  const alice = { name: undefined, value: 'hash-of-the-key-alice', enabled: true, description: undefined };
  plans.addToPlan(plans.plans().find(({ name }) => name === 'small')?.id ?? '', plans.createKey(alice).id);
  const [consumer] = readRestApis(stacks);
  if (!consumer) throw new Error('no API');
  gateway = new Gateway(consumer, functions, plans);
});
afterAll(() => fixture.dispose());

async function ask(
  target: string,
  more: { method?: string; headers?: Record<string, string> | [string, string][]; body?: string | Buffer } = {},
) {
  const { method: httpMethod = 'GET', headers = {}, body = '' } = more;
  const raw = {
    method: httpMethod,
    target,
    headers: Array.isArray(headers) ? headers : Object.entries(headers),
    body: Buffer.from(body),
    sourceIp: '10.0.0.1',
  };
  const answer = await gateway.answer(raw);
  const header = (name: string) => answer.headers.find(([key]) => key.toLowerCase() === name)?.[1];
  const text = String(answer.body);
  // biome-ignore lint/suspicious/noExplicitAny: any response of the function under test
  const json = text.startsWith('{') ? (JSON.parse(text) as any) : undefined;
  return { status: answer.status, header, text, json, body: answer.body };
}

describe('which resource a path leads to', () => {
  it.each([
    ['/v1/publications', '/v1/publications', {}],
    ['/v1/publications/', '/v1/publications', {}],
    ['/v1/publications/search', '/v1/publications/search', {}],
    ['/v1/publications/10.1%2Fx', '/v1/publications/{doi}', { doi: '10.1%2Fx' }],
    ['/v1/publications/10.1/x', undefined, undefined],
    ['/v1/publications/a/versions', '/v1/publications/{doi}/versions', { doi: 'a' }],
    ['/v1/publications/search/versions', '/v1/publications/{doi}/versions', { doi: 'search' }],
    ['/v1/doi/10.1/a%20b//c/', '/v1/doi/{doi+}', { doi: '10.1/a%20b//c' }],
    ['/v1/doi', undefined, undefined],
    ['/v1/doi/', undefined, undefined],
    ['/v1', undefined, undefined],
    ['/v1//publications', undefined, undefined],
    ['/V1/publications', undefined, undefined],
  ])('%s', (path, expected, parameters) => {
    const found = matchPath(gateway.api.root, path);
    expect(found?.resource.path).toBe(expected);
    expect(found?.pathParameters).toEqual(parameters);
  });
  it.each([
    [{ A: resource('{a}'), B: resource('{b}') }, '{b} and {a} cannot both be below /'],
    [{ A: resource('{a+}'), B: resource('b', 'A') }, 'the greedy parameter {a+} must be the last segment'],
  ])('refuses what a deployment refuses: %j', (wrong, message) => {
    const { Api, Stage } = resources as { Api: Resources[string]; Stage: Resources[string] };
    expect(() => readRestApis(fixture.stacks({ Api, Stage, ...wrong }))).toThrow(message);
  });
});

describe('the event', () => {
  it('holds path parameters as sent and query parameters decoded', async () => {
    const { json } = await ask('/v1/doi/10.1/a%2Fb?q=a+b%26c&tag=1&tag=2&flag');
    expect(json.resource).toBe('/v1/doi/{doi+}');
    expect(json.path).toBe('/v1/doi/10.1/a%2Fb');
    expect(json.pathParameters).toEqual({ doi: '10.1/a%2Fb' });
    expect(json.queryStringParameters).toEqual({ q: 'a b&c', tag: '2', flag: '' });
    expect(json.multiValueQueryStringParameters).toEqual({ q: ['a b&c'], tag: ['1', '2'], flag: [''] });
    expect(json.requestContext).toMatchObject({ stage: 'live', httpMethod: 'GET', identity: { sourceIp: '10.0.0.1' } });
  });
  it('holds null where there is nothing', async () => {
    const { json } = await ask('/v1/publications?');
    expect(json).toMatchObject({
      pathParameters: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      body: null,
      isBase64Encoded: false,
    });
  });
  it('holds headers in their case, and the body as text', async () => {
    const { json } = await ask('/v1/publications', { method: 'POST', headers: { 'X-Thing': 'ü' }, body: '{"a":"ü"}' });
    expect(json.headers['X-Thing']).toBe('ü');
    expect(json.multiValueHeaders['X-Thing']).toEqual(['ü']);
    expect(json.body).toBe('{"a":"ü"}');
  });
});

describe('names that every object has', () => {
  const names = ['constructor', '__proto__', 'toString'];
  it('are headers, passed on once or repeated', async () => {
    const { json } = await ask('/v1/publications', {
      headers: [...names, ...names].map((name, at) => [name, `${at}`]),
    });
    expect(Object.entries(json.headers)).toEqual(expect.arrayContaining(names.map((name, at) => [name, `${at + 3}`])));
    expect(Object.entries(json.multiValueHeaders)).toEqual(
      expect.arrayContaining(names.map((name, at) => [name, [`${at}`, `${at + 3}`]])),
    );
  });
  it('are parameters', async () => {
    const { json } = await ask(`/v1/publications?${names.map((name) => `${name}=1&${name}=2`).join('&')}`);
    expect(Object.entries(json.queryStringParameters)).toEqual(names.map((name) => [name, '2']));
    expect(Object.entries(json.multiValueQueryStringParameters)).toEqual(names.map((name) => [name, ['1', '2']]));
  });
  it('are values of parameters of the path', async () => {
    const { json } = await ask('/v1/publications/__proto__');
    expect(json.pathParameters).toEqual({ doi: '__proto__' });
  });
});

describe('what the gateway answers by itself', () => {
  it('404: an unknown path, as the template maps it, with the request id', async () => {
    const { status, json, header } = await ask('/nowhere');
    expect([status, json.code]).toEqual([404, 'not_found']);
    expect(header('x-request-id')).toBe(header('x-amzn-requestid'));
  });
  it('404: a method the resource does not have', async () => {
    expect((await ask('/v1/doi/x', { method: 'DELETE' })).status).toBe(404);
  });
  it('405: a mock integration, with its headers and its template', async () => {
    const { status, json, header } = await ask('/v1/publications', { method: 'DELETE' });
    expect([status, header('allow')]).toEqual([405, 'GET, POST']);
    expect(json.id).toBe(header('x-amzn-requestid'));
  });
  it('204: OPTIONS is answered by the same mock integration, without a body', async () => {
    const { status, text, header } = await ask('/v1/publications', { method: 'OPTIONS' });
    expect([status, text, header('access-control-max-age')]).toEqual([204, '', '86400']);
  });
  it('rejects unsupported parts of the template language', async () => {
    const asked = ask('/v1/publications', { method: 'PUT', headers: { 'Content-Type': 'text/plain' } });
    await expect(asked).rejects.toThrow('the template uses #if, which is not supported');
  });
  it('415: a mock integration without a template for the media type', async () => {
    const { status } = await ask('/v1/publications', { method: 'PUT', headers: { 'Content-Type': 'image/png' } });
    expect(status).toBe(415);
  });
  it.each(['/v1/publications?q=%', '/v1/publications?%zz=1', '/v1/publications?q=%E0%A4%A'])(
    '400: %s is not percent-encoding',
    async (target) => {
      expect((await ask(target)).status).toBe(400);
    },
  );
  it('413: a body over 10 MB', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024 + 1, 'a');
    expect((await ask('/v1/publications', { method: 'POST', body })).status).toBe(413);
  });
  it.each([
    ['throw', 502],
    ['exit', 502],
    ['never', 504],
    ['"text"', 502],
    ['{"body":"no status"}', 502],
    ['{"statusCode":200,"body":{"an":"object"}}', 502],
    ['{"statusCode":200,"surprise":1}', 502],
    ['{"statusCode":303,"headers":{"location":"/a\\r\\nb: c"}}', 502],
  ])('a function that answers %s is %i', async (answer, status) => {
    const { status: got, json } = await ask(`/odd?answer=${encodeURIComponent(answer)}`);
    expect([got, json.code]).toEqual([status, 'internal']);
  });
  it('a result as JSON may have 6,291,556 bytes, and one more is 502', async () => {
    const most = 6_291_556 - '{"statusCode":200,"body":""}'.length;
    const { status, text } = await ask(`/odd?answer=${most}`);
    expect([status, Buffer.byteLength(text)]).toEqual([200, most]);
    const { status: refused, json } = await ask(`/odd?answer=${most + 2}`);
    expect([refused, json.code]).toEqual([502, 'internal']);
  });
  it('gives a function its headers, but keeps the ones API Gateway sets itself', async () => {
    const result = {
      statusCode: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
      multiValueHeaders: { 'Set-Cookie': ['a', 'b'] },
    };
    const { status, header, text } = await ask(`/odd?answer=${encodeURIComponent(JSON.stringify(result))}`);
    expect([status, text, header('content-type')]).toEqual([401, '', 'application/json']);
    expect(header('www-authenticate')).toBeUndefined();
    expect(header('x-amzn-remapped-www-authenticate')).toBe('Bearer');
    expect(header('set-cookie')).toBe('a');
  });
});

describe('the role in the credentials of an integration or an authorizer', () => {
  const gatewayWith = (changed: Resources) => {
    const stacks = fixture.stacks({ ...resources, ...changed });
    const [consumer] = readRestApis(stacks);
    if (!consumer) throw new Error('no API');
    return new Gateway(consumer, functions, new UsagePlans(stacks, undefined));
  };
  const statusOf = async (changed: Resources, target: string, headers: [string, string][] = []) => {
    const request = { method: 'GET', target, headers, body: Buffer.from(''), sourceIp: '10.0.0.1' };
    return (await gatewayWith(changed).answer(request)).status;
  };
  const key: [string, string][] = [['X-API-Key', 'alice']];

  it.each([
    ['names the function', invoker([arn('Echo'), arn('Guard')]), 200],
    ['names it by a wildcard', invoker(['arn:aws:lambda:*:function:*']), 200],
    ['names another function', invoker([arn('Odd'), arn('Guard')]), 500],
    ['denies it', invoker([arn('Echo')], undefined, 'Deny'), 500],
    ['is for another service', invoker([arn('Echo'), arn('Guard')], 'lambda.amazonaws.com'), 500],
  ])('that %s', async (_, Invoker, status) => {
    expect(await statusOf({ Invoker }, '/v1/publications')).toBe(status);
  });
  it('is needed for the authorizer as well', async () => {
    expect(await statusOf({}, '/keyed', key)).toBe(200);
    expect(await statusOf({ Invoker: invoker([arn('Echo')]) }, '/keyed', key)).toBe(500);
  });
  it('must be there and declared, or the start fails', () => {
    const withCredentials = (Credentials?: string) => ({
      GetSearch: method('Search', 'GET', 'Echo', {
        Integration: { Type: 'AWS_PROXY', Uri: uri('Echo'), ...(Credentials && { Credentials }) },
      }),
    });
    const refusal = 'GetSearch of app: the invocation of a function without credentials is not supported';
    expect(() => gatewayWith(withCredentials())).toThrow(refusal);
    expect(() => gatewayWith(withCredentials('arn:aws:iam::000000000000:role/nobody'))).toThrow('is not declared');
  });
});

describe('compression', () => {
  const large = JSON.stringify({ statusCode: 200, headers: { ETag: '"1"' }, body: 'a'.repeat(100) });
  const target = (answer: string) => `/odd?answer=${encodeURIComponent(answer)}`;
  it.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'gzip'],
    ['deflate', 'deflate'],
    ['gzip;q=0.5, deflate;q=0.9', 'deflate'],
    ['identity;q=0.5, gzip;q=1.0, *;q=0', 'gzip'],
    ['br, gzip', undefined],
    ['*', undefined],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('Accept-Encoding %j gets %j, under the same ETag', async (wanted, coding) => {
    const { header, body } = await ask(target(large), {
      headers: wanted === undefined ? {} : { 'accept-encoding': wanted },
    });
    expect([header('content-encoding'), header('etag')]).toEqual([coding, '"1"']);
    const read = { gzip: gunzipSync, deflate: inflateSync, none: Buffer.from }[coding ?? 'none'] as (
      text: typeof body,
    ) => Buffer;
    expect(read(body).toString()).toBe('a'.repeat(100));
  });
  it.each([
    ['a small one', { statusCode: 200, body: 'a'.repeat(99) }, undefined],
    ['one that has a coding', { statusCode: 200, headers: { 'content-encoding': 'br' }, body: 'a'.repeat(100) }, 'br'],
  ])('leaves %s as it is', async (_, answer, coding) => {
    const { header, text } = await ask(target(JSON.stringify(answer)), { headers: { 'Accept-Encoding': 'gzip' } });
    expect([header('content-encoding'), text]).toEqual([coding, answer.body]);
  });
});

describe('authorizers', () => {
  const withKey = (key: string) => ({ headers: { 'X-API-Key': key } });
  it('401: without the header the function is not asked', async () => {
    const { status, json } = await ask('/keyed');
    expect([status, json.code]).toEqual([401, 'missing_credential']);
  });
  it.each([
    ['unknown', 401],
    ['denied', 403],
    ['broken', 500],
  ])('a %s key is %i', async (key, status) => {
    expect((await ask('/keyed', withKey(key))).status).toBe(status);
  });
  it('shows what the authorizer passed on in the answer to a request it denies', async () => {
    expect((await ask('/keyed', withKey('denied'))).json).toEqual({ client: 'denied', none: '' });
  });
  it('does not cache errors: the authorizer is called again for each value', async () => {
    const raw = { method: 'GET', target: '/keyed', body: Buffer.alloc(0), sourceIp: '10.0.0.1' };
    const headers = ['carol', 'dave'].map((key): [string, string] => ['X-API-Key', key]);
    expect((await gateway.answer({ ...raw, headers })).status).toBe(401);
    for (const key of ['carol', 'dave']) expect((await ask('/keyed', withKey(key))).status).toBe(200);
  });
  it('passes the context on as strings, and asks once for each value of the header', async () => {
    const first = await ask('/keyed', withKey('bob'));
    const second = await ask('/keyed', withKey('bob'));
    expect(first.json.requestContext.authorizer).toMatchObject({ principalId: 'bob', client: 'bob' });
    expect(typeof first.json.requestContext.authorizer.calls).toBe('string');
    expect(second.json.requestContext.authorizer.calls).toBe(first.json.requestContext.authorizer.calls);
  });
  it('403: a cached policy for one method does not open another', async () => {
    expect((await ask('/keyed', withKey('narrow'))).status).toBe(200);
    expect((await ask('/keyed2', withKey('narrow'))).status).toBe(403);
  });
  it('401: a key in no usage plan of the stage, as the template maps it', async () => {
    const { status, json } = await ask('/keyed2', withKey('bob'));
    expect([status, json.code]).toEqual([401, 'invalid_credential']);
  });
  it('429: over the burst of the plan, until its rate has refilled it', async () => {
    const statuses = async () => (await ask('/keyed2', withKey('alice'))).status;
    nowMs = 1_000_000;
    expect([await statuses(), await statuses(), await statuses()]).toEqual([200, 200, 429]);
    nowMs += 1000;
    expect([await statuses(), await statuses()]).toEqual([200, 429]);
  });
});
