import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { copyBucketFiles } from '../../local/edge/bucket-files.ts';
import { Edge } from '../../local/edge/edge.ts';
import { type Distribution, type Origin, readDistributions } from '../../local/edge/template.ts';
import { ViewerFunction } from '../../local/edge/viewer-function.ts';
import type { Answer } from '../../local/gateway/gateway-responses.ts';
import type { RawRequest } from '../../local/gateway/proxy.ts';
import { Fixture, type Resources } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.dispose());

const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
const api = { TargetOriginId: 'api', AllowedMethods: ['GET', 'HEAD', 'POST'], Compress: true };

const config = {
  Comment: 'test',
  Enabled: true,
  Origins: [
    {
      Id: 'api',
      DomainName: 'api.example',
      OriginPath: '/live',
      OriginCustomHeaders: [{ HeaderName: 'Referer', HeaderValue: 'secret' }],
      CustomOriginConfig: {},
    },
    { Id: 'pages', DomainName: 'pages.example', S3OriginConfig: {} },
  ],
  CacheBehaviors: [
    {
      ...api,
      PathPattern: '/kept/*',
      CachePolicyId: { Ref: 'Kept' },
      OriginRequestPolicyId: allViewerExceptHost,
    },
    { ...api, PathPattern: '/bare/*', CachePolicyId: { Ref: 'Kept' } },
    {
      ...api,
      PathPattern: '/api/*',
      CachePolicyId: cachingDisabled,
      OriginRequestPolicyId: allViewerExceptHost,
      FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['Viewer', 'FunctionARN'] } }],
    },
  ],
  DefaultCacheBehavior: {
    TargetOriginId: 'pages',
    CachePolicyId: cachingDisabled,
    ResponseHeadersPolicyId: { Ref: 'Headers' },
    FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['Index', 'FunctionARN'] } }],
  },
};

const resources: Resources = {
  Kept: {
    Type: 'AWS::CloudFront::CachePolicy',
    Properties: {
      CachePolicyConfig: {
        Name: 'kept',
        MinTTL: 0,
        DefaultTTL: 0,
        MaxTTL: 3600,
        ParametersInCacheKeyAndForwardedToOrigin: {
          CookiesConfig: { CookieBehavior: 'none' },
          HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['X-API-Key', 'Accept'] },
          QueryStringsConfig: { QueryStringBehavior: 'all' },
          EnableAcceptEncodingGzip: true,
          EnableAcceptEncodingBrotli: false,
        },
      },
    },
  },
  Viewer: {
    Type: 'AWS::CloudFront::Function',
    Properties: {
      FunctionConfig: { Runtime: 'cloudfront-js-2.0', Comment: '' },
      FunctionCode: `function handler(event) {
        event.request.headers['x-from'] = { value: event.viewer.ip + ' ' + event.context.eventType };
        return event.request;
      }`,
    },
  },
  Index: {
    Type: 'AWS::CloudFront::Function',
    Properties: {
      FunctionConfig: { Runtime: 'cloudfront-js-2.0', Comment: '' },
      FunctionCode: "function handler(event) { event.request.uri = '/index.html'; return event.request; }",
    },
  },
  Headers: {
    Type: 'AWS::CloudFront::ResponseHeadersPolicy',
    Properties: {
      ResponseHeadersPolicyConfig: {
        Name: 'headers',
        SecurityHeadersConfig: { ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: false } },
        CustomHeadersConfig: { Items: [{ Header: 'Cache-Control', Value: 'no-cache', Override: true }] },
      },
    },
  },
  Distribution: {
    Type: 'AWS::CloudFront::Distribution',
    Properties: {
      DistributionConfig: config,
    },
  },
};

const read = (changed: Resources = {}) => {
  const [distribution] = readDistributions(fixture.stacks({ ...resources, ...changed }));
  return distribution as Distribution;
};

/** An edge whose origin has this answer, and the requests to the origin. */
function edgeWith(answerOf: (request: RawRequest) => Partial<Answer> | Promise<Partial<Answer>>, caches = true) {
  const asked: { origin: Origin; request: RawRequest }[] = [];
  const clock = { nowMs: 0 };
  const ask = async (origin: Origin, request: RawRequest): Promise<Answer> => {
    asked.push({ origin, request });
    return { status: 200, headers: [], body: '', ...(await answerOf(request)) };
  };
  const edge = new Edge(read(), ask, { caches, now: () => clock.nowMs });
  const get = async (target: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await edge.answer({
      method,
      target,
      headers: Object.entries({ Host: 'edge.example', ...headers }),
      body: Buffer.alloc(0),
      sourceIp: '203.0.113.7',
    });
    return {
      ...answer,
      header: Object.fromEntries(answer.headers.map(([name, value]) => [name.toLowerCase(), value])),
    };
  };
  return { asked, clock, get };
}

const kept = (seconds: number, more = ''): Answer['headers'] => [
  ['Cache-Control', `public, max-age=${seconds}${more}`],
];
const headersOf = ({ headers }: RawRequest) =>
  Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));

describe('a request', () => {
  it('goes to the origin of its path, without its host name and with the headers of the origin', async () => {
    const { asked, get } = edgeWith(() => ({}));
    await get('/api/things?q=%20a', { Referer: 'mine', Cookie: 'a=b', 'X-API-Key': 'k' });
    await get('/10.1000/a.b');
    expect(asked.map(({ origin, request }) => [origin.domainName, request.target])).toEqual([
      ['api.example', '/live/api/things?q=%20a'],
      ['pages.example', '/index.html'],
    ]);
    expect(headersOf((asked[0] as (typeof asked)[0]).request)).toMatchObject({
      host: 'api.example',
      referer: 'secret',
      cookie: 'a=b',
      'x-api-key': 'k',
      'x-from': '203.0.113.7 viewer-request',
      'x-forwarded-for': '203.0.113.7',
    });
    expect(asked[0]?.request.sourceIp).not.toBe('203.0.113.7');
  });

  it('cannot choose what a viewer function sets', async () => {
    const { asked, get } = edgeWith(() => ({}));
    await get('/api/x', { 'X-From': 'forged' });
    const sent = asked[0]?.request.headers.filter(([name]) => name.toLowerCase() === 'x-from');
    expect(sent).toEqual([['x-from', '203.0.113.7 viewer-request']]);
  });

  it('reaches the origin with nothing that is not in the cache key, if no policy forwards more', async () => {
    const { asked, get } = edgeWith(() => ({}));
    await get('/bare/x?a=1', { 'X-API-Key': 'k', Cookie: 'a=b', 'X-Other': 'c' });
    const sent = headersOf((asked[0] as (typeof asked)[0]).request);
    expect(sent).toMatchObject({ 'x-api-key': 'k', 'user-agent': 'Amazon CloudFront' });
    expect(sent).not.toHaveProperty('cookie');
    expect(sent).not.toHaveProperty('x-other');
  });

  it('is refused with a method that its behaviour does not have', async () => {
    const { asked, get } = edgeWith(() => ({}));
    expect((await get('/page', {}, 'POST')).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('loses the cookies that its viewer function removes', () => {
    const viewer = new ViewerFunction('function handler({ request }) { delete request.cookies.b; return request; }');
    const run = (cookie: string) =>
      viewer.run(
        { method: 'GET', target: '/', headers: [['Cookie', cookie]], body: Buffer.alloc(0), sourceIp: '' },
        { id: 'E', domainName: 'e.example' },
        'id',
      ).headers;
    expect(run('a=1; b=2; bb=3')).toEqual([['Cookie', 'a=1; bb=3']]);
    expect(run('b=2')).toEqual([]);
    expect(run('a=1')).toEqual([['Cookie', 'a=1']]);
  });

  it('may have headers, cookies and parameters with names that every object has', () => {
    const viewer = new ViewerFunction('function handler({ request }) { delete request.cookies.b; return request; }');
    const names = ['constructor', '__proto__', 'toString'];
    const headers: RawRequest['headers'] = [
      ...[...names, ...names].map((name, at): [string, string] => [name, `${at}`]),
      ['Cookie', ['b=1', ...names.map((name) => `${name}=1`)].join('; ')],
    ];
    const target = `/?${names.map((name) => `${name}=1`).join('&')}`;
    const request = { method: 'GET', target, headers, body: Buffer.alloc(0), sourceIp: '' };
    expect(viewer.run(request, { id: 'E', domainName: 'e.example' }, 'id')).toEqual({
      ...request,
      headers: [...headers.slice(0, -1), ['Cookie', names.map((name) => `${name}=1`).join('; ')]],
    });
  });

  it.each([
    ['changes a cookie', "event.request.cookies.a = { value: '2' }; return event.request;", 'has changed cookies'],
    ['does not end', 'for (;;);', 'timed out'],
    ['answers itself', 'return { statusCode: 302 };', 'has changed method, which is not supported'],
    ['changes the query', 'event.request.querystring = {}; return event.request;', 'has changed querystring'],
    ['makes code of text', "return eval('event.request');", 'Code generation from strings disallowed'],
    ['uses what Node has', 'return process.env;', 'process is not defined'],
  ])('fails if its viewer function %s', (_, body, message) => {
    // Only the request that never ends waits for it; others would time out on a busy machine.
    const viewer = new ViewerFunction(`function handler(event) { ${body} }`, body === 'for (;;);' ? 20 : undefined);
    const request = { method: 'GET', target: '/a?b=c', headers: [], body: Buffer.alloc(0), sourceIp: '' };
    expect(() => viewer.run(request, { id: 'E', domainName: 'e.example' }, 'id')).toThrow(message);
  });
});

describe('an answer', () => {
  it('is kept as long as it says, with its age', async () => {
    const { asked, clock, get } = edgeWith(() => ({ headers: kept(60), body: 'a' }));
    expect((await get('/kept/a')).header).toMatchObject({ 'x-cache': 'Miss from cloudfront' });
    clock.nowMs = 59_000;
    expect((await get('/kept/a')).header).toMatchObject({ 'x-cache': 'Hit from cloudfront', age: '59' });
    expect(asked).toHaveLength(1);
    clock.nowMs = 60_000;
    expect((await get('/kept/a')).header).toMatchObject({ 'x-cache': 'Miss from cloudfront' });
    expect(asked).toHaveLength(2);
  });

  it('is sent once more while a newer one is fetched, if it says so', async () => {
    let count = 0;
    const { clock, get } = edgeWith(() => ({ headers: kept(60, ', stale-while-revalidate=30'), body: `${++count}` }));
    await get('/kept/a');
    clock.nowMs = 89_000;
    expect((await get('/kept/a')).body).toBe('1');
    await new Promise(setImmediate);
    expect((await get('/kept/a')).body).toBe('2');
    clock.nowMs = 89_000 + 90_000;
    expect((await get('/kept/a')).body).toBe('3');
  });

  it('is sent although it has expired while the origin fails, but not where the path or query is new', async () => {
    let status = 200;
    const { clock, get } = edgeWith(() => ({ status, headers: kept(60), body: String(status) }));
    await get('/kept/a');
    status = 503;
    for (const seconds of [3_600, 7_200]) {
      clock.nowMs = seconds * 1_000;
      expect(await get('/kept/a')).toMatchObject({ body: '200', header: { age: String(seconds) } });
    }
    expect((await get('/kept/a?canary=1')).body).toBe('503');
    status = 404;
    expect((await get('/kept/a')).body).toBe('404');
    status = 503;
    expect((await get('/kept/a')).body).toBe('503');
  });

  it.each([
    ['private', { headers: [['Cache-Control', 'private, max-age=60']] }],
    ['not to be stored', { headers: [['Cache-Control', 'no-store']] }],
    ['to be checked each time', { headers: [['Cache-Control', 'no-cache']] }],
    ['silent about it', {}],
    ['an error', { status: 404, headers: kept(60) }],
  ] as [string, Partial<Answer>][])('is not kept if it is %s', async (_, answer) => {
    const { asked, get } = edgeWith(() => answer);
    await get('/kept/a');
    await get('/kept/a');
    expect(asked).toHaveLength(2);
  });

  it('is kept apart by path, query, headers of the cache key and coding, and by nothing else', async () => {
    const { asked, get } = edgeWith(() => ({ headers: kept(60) }));
    const different: [string, Record<string, string>?][] = [
      ['/kept/a'],
      ['/kept/b'],
      ['/kept/a?q=1'],
      ['/kept/a', { Accept: 'text/csv' }],
      ['/kept/a', { 'X-API-Key': 'k' }],
      ['/kept/a', { 'Accept-Encoding': 'gzip' }],
    ];
    for (const [target, headers] of different) await get(target, headers);
    expect(asked).toHaveLength(different.length);
    await get('/kept/a', { 'User-Agent': 'x', Cookie: 'a=b', 'Accept-Encoding': 'br, zstd' });
    expect(asked).toHaveLength(different.length);
  });

  it('is never shared by two keys, not even by simultaneous requests; those of one key may get one answer', async () => {
    let free = () => {};
    const slow = new Promise<void>((resolve) => {
      free = resolve;
    });
    const { asked, get } = edgeWith(async (request) => {
      await slow;
      return { headers: [['Cache-Control', 'private, no-cache']], body: `for ${headersOf(request)['x-api-key']}` };
    });
    const answers = ['one', 'two', 'one', 'two'].map((key) => get('/kept/mine', { 'X-API-Key': key }));
    free();
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['for one', 'for two', 'for one', 'for two']);
    expect(asked).toHaveLength(2);
  });

  it('is a 304 if the client has it, from the cache as well', async () => {
    const { asked, get } = edgeWith(() => ({
      headers: [...kept(60), ['ETag', '"a"'], ['Content-Type', 'text/plain']],
    }));
    await get('/kept/a');
    const answer = await get('/kept/a', { 'If-None-Match': 'W/"a"' });
    expect(answer).toMatchObject({ status: 304, body: '' });
    expect(answer.header).not.toHaveProperty('content-type');
    expect(asked).toHaveLength(1);
  });

  it('is compressed if the origin has not, with a weak tag', async () => {
    const text = 'a'.repeat(2_000);
    const { get } = edgeWith(() => ({
      headers: [
        ['Content-Type', 'application/json'],
        ['ETag', '"a"'],
      ],
      body: text,
    }));
    const { header, body } = await get('/kept/a', { 'Accept-Encoding': 'gzip' });
    expect(header).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"a"' });
    expect(gunzipSync(body).toString()).toBe(text);
    expect((await get('/kept/b')).header).not.toHaveProperty('content-encoding');
  });

  it('has the headers of its policy, beside or in place of those of the origin', async () => {
    const { get } = edgeWith(() => ({ headers: [['Referrer-Policy', 'origin'], ...kept(60)] }));
    expect((await get('/page')).header).toMatchObject({ 'referrer-policy': 'origin', 'cache-control': 'no-cache' });
  });

  it('is not kept by a laptop that does not cache', async () => {
    const { asked, get } = edgeWith(() => ({ headers: kept(60) }), false);
    await get('/kept/a');
    expect((await get('/kept/a')).header).toMatchObject({ 'x-cache': 'Miss from cloudfront' });
    expect(asked).toHaveLength(2);
  });
});

describe('a template with what the laptop cannot do is refused:', () => {
  const distribution = (changes: object): Resources => ({
    Distribution: {
      Type: 'AWS::CloudFront::Distribution',
      Properties: { DistributionConfig: { ...config, ...changes } },
    },
  });

  it.each([
    ['an unknown property', { OriginGroups: [] }, 'the property DistributionConfig.OriginGroups is not supported'],
    [
      'kept errors',
      { CustomErrorResponses: [{ ErrorCode: 404, ErrorCachingMinTTL: 10 }] },
      'CustomErrorResponses.0.ErrorCachingMinTTL: 10 is not supported',
    ],
    [
      'pages of errors',
      { CustomErrorResponses: [{ ErrorCode: 404, ErrorCachingMinTTL: 0, ResponsePagePath: '/x' }] },
      'the property DistributionConfig.CustomErrorResponses.0.ResponsePagePath is not supported',
    ],
    [
      'another policy of CloudFront',
      { DefaultCacheBehavior: { TargetOriginId: 'pages', CachePolicyId: 'other' } },
      'behaviour default: the cache policy other is not known',
    ],
    [
      'functions for responses',
      {
        DefaultCacheBehavior: {
          TargetOriginId: 'pages',
          CachePolicyId: cachingDisabled,
          FunctionAssociations: [{ EventType: 'viewer-response', FunctionARN: 'x' }],
        },
      },
      'FunctionAssociations.0.EventType: "viewer-response" is not supported',
    ],
  ])('%s', (_, changes, message) => {
    expect(() => read(distribution(changes))).toThrow(message);
  });
});

describe('files that CDK copies into a bucket', () => {
  const copying = (changes: object = {}): Resources => ({
    Handler: fixture.lambda('handler.py', '', { Runtime: 'python3.13' }),
    Files: {
      Type: 'Custom::CDKBucketDeployment',
      Properties: {
        ServiceToken: { 'Fn::GetAtt': ['Handler', 'Arn'] },
        SourceBucketNames: ['assets'],
        SourceObjectKeys: ['files.zip'],
        DestinationBucketName: 'pages',
        Prune: false,
        SystemMetadata: { 'cache-control': 'no-cache' },
        ...changes,
      },
    },
  });
  const copied = (changes: object = {}, files = ['index.html', 'assets/a.js', 'assets/b.css']) => {
    for (const file of files) {
      mkdirSync(join(fixture.folderOf('files'), file, '..'), { recursive: true });
      writeFileSync(join(fixture.folderOf('files'), file), file);
    }
    const stored: unknown[][] = [];
    copyBucketFiles(fixture.stacks(copying(changes)), (bucket, key, file) =>
      stored.push([bucket, key, file.contentType, file.cacheControl, String(file.body)]),
    );
    return stored.sort();
  };

  it('are in the bucket, with their types', () => {
    expect(copied()).toEqual([
      ['pages', 'assets/a.js', 'text/javascript', 'no-cache', 'assets/a.js'],
      ['pages', 'assets/b.css', 'text/css', 'no-cache', 'assets/b.css'],
      ['pages', 'index.html', 'text/html', 'no-cache', 'index.html'],
    ]);
  });

  it.each([
    [{ Exclude: ['index.html'] }, ['assets/a.js', 'assets/b.css']],
    [{ Exclude: ['*'], Include: ['index.html'] }, ['index.html']],
  ])('are those that %j leaves', (filters, keys) => {
    expect(copied(filters).map(([, key]) => key)).toEqual(keys);
  });

  it('need no function, which CDK writes in Python', () => {
    expect(fixture.functions(fixture.stacks(copying())).names()).toEqual([]);
  });

  it.each([
    [{ Prune: true }, 'Prune: true is not supported'],
    [{ DestinationBucketKeyPrefix: 'x' }, 'the property DestinationBucketKeyPrefix'],
    [{ SystemMetadata: { 'content-type': 'text/html' } }, 'the property SystemMetadata.content-type'],
    [{ SourceObjectKeys: ['other.zip'] }, 'no asset other.zip'],
  ])('with %j are refused', (changes, message) => {
    expect(() => copied(changes)).toThrow(message);
  });

  it('of an unknown kind are refused', () => {
    expect(() => copied({}, ['notes.tex'])).toThrow('the kind of the file notes.tex');
  });
});
