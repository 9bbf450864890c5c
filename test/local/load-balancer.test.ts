import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { physicalName } from '../../local/cloudformation/resources.ts';
import type { Gateway } from '../../local/gateway/gateway.ts';
import type { Answer } from '../../local/gateway/gateway-responses.ts';
import type { RawRequest } from '../../local/gateway/proxy.ts';
import { LoadBalancer } from '../../local/load-balancer/load-balancer.ts';
import { privateApisOf } from '../../local/load-balancer/private-apis.ts';
import { readLoadBalancers } from '../../local/load-balancer/template.ts';
import { Fixture, type Resources } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.dispose());

type Values = Record<string, unknown>;
const forward = { Type: 'forward', TargetGroupArn: { Ref: 'Targets' }, Order: 2 };
const oidc = {
  Type: 'authenticate-oidc',
  Order: 1,
  AuthenticateOidcConfig: {
    Issuer: 'https://id.example',
    AuthorizationEndpoint: 'https://id.example/authorize',
    TokenEndpoint: 'https://id.example/token',
    UserInfoEndpoint: 'https://id.example/userinfo',
    ClientId: 'registry',
    ClientSecret: 'secret',
    Scope: 'openid',
    SessionTimeout: 3600,
    OnUnauthenticatedRequest: 'authenticate',
  },
};
const pathIs = (...Values: string[]) => ({ Field: 'path-pattern', PathPatternConfig: { Values } });
const fromNetworks = (...Values: string[]) => ({ Field: 'source-ip', SourceIpConfig: { Values } });
const ask = { service: 'EC2', action: 'describeNetworkInterfaces' };

/** A private API with a name, behind a load balancer with an open path. */
function resourcesWith({ condition = pathIs('/open/*'), action = oidc, call = ask as Values } = {}): Resources {
  const interfaces = [0, 1].map((index) => ({
    'Fn::Select': [index, { 'Fn::GetAtt': ['Endpoint', 'NetworkInterfaceIds'] }],
  }));
  const [first, second] = interfaces;
  const text = JSON.stringify(call).slice(0, -1);
  const Create = { 'Fn::Join': ['', [`${text},"parameters":{"NetworkInterfaceIds":["`, first, '","', second, '"]}}']] };
  const rule = (Priority: number, Conditions: Values[], Actions: Values[]) => ({
    Type: 'AWS::ElasticLoadBalancingV2::ListenerRule',
    Properties: { ListenerArn: { Ref: 'Listener' }, Priority, Conditions, Actions },
  });
  const addressOf = (index: number) => ({ 'Fn::GetAtt': ['Addresses', `NetworkInterfaces.${index}.PrivateIpAddress`] });
  return {
    Api: { Type: 'AWS::ApiGateway::RestApi' },
    Endpoint: { Type: 'AWS::EC2::VPCEndpoint', Properties: { SubnetIds: ['a', 'b'] } },
    Addresses: { Type: 'Custom::EndpointAddresses', Properties: { ServiceToken: 'arn', Create } },
    Targets: {
      Type: 'AWS::ElasticLoadBalancingV2::TargetGroup',
      Properties: { TargetType: 'ip', Targets: [{ Id: addressOf(0) }, { Id: addressOf(1) }] },
    },
    Balancer: { Type: 'AWS::ElasticLoadBalancingV2::LoadBalancer' },
    Listener: {
      Type: 'AWS::ElasticLoadBalancingV2::Listener',
      Properties: { LoadBalancerArn: { Ref: 'Balancer' }, Protocol: 'HTTPS', DefaultActions: [action, forward] },
    },
    // Rules apply by priority, not in the order of the template.
    Last: rule(20, [pathIs('/open/closed')], [{ Type: 'fixed-response', FixedResponseConfig: { StatusCode: '503' } }]),
    First: rule(10, [condition], [forward]),
    Name: {
      Type: 'AWS::ApiGateway::DomainNameV2',
      Properties: {
        DomainName: 'desk.example',
        EndpointConfiguration: { Types: ['PRIVATE'] },
        Policy: {
          Statement: [
            { Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' },
            {
              Effect: 'Deny',
              Principal: '*',
              Action: 'execute-api:Invoke',
              Resource: 'execute-api:/*',
              Condition: { StringNotEquals: { 'aws:SourceVpce': { Ref: 'Endpoint' } } },
            },
          ],
        },
      },
    },
    Access: {
      Type: 'AWS::ApiGateway::DomainNameAccessAssociation',
      Properties: {
        DomainNameArn: { 'Fn::GetAtt': ['Name', 'DomainNameArn'] },
        AccessAssociationSource: { Ref: 'Endpoint' },
      },
    },
    Mapping: {
      Type: 'AWS::ApiGateway::BasePathMappingV2',
      Properties: {
        DomainNameArn: { 'Fn::GetAtt': ['Name', 'DomainNameArn'] },
        RestApiId: { Ref: 'Api' },
        Stage: 'live',
      },
    },
  };
}

function started(resources = resourcesWith(), now = Date.now) {
  const stacks = fixture.stacks(resources);
  const [api] = stacks.declared().filter(({ type }) => type === 'AWS::ApiGateway::RestApi');
  const gateway = { api: { id: api && physicalName(api, stacks), stage: 'live' } } as unknown as Gateway;
  const got: RawRequest[] = [];
  const askAddress = privateApisOf(stacks, [gateway], async (_, request) => {
    got.push(request);
    return { status: 200, headers: [], body: 'the API' };
  });
  const [settings] = readLoadBalancers(stacks, { issuer: 'https://pool.example', secretOf: () => undefined });
  if (!settings) throw new Error('There is no load balancer');
  const balancer = new LoadBalancer(settings, askAddress, now);
  const from = (sourceIp: string, target: string, ...headers: [string, string][]) =>
    balancer.answer({
      method: 'GET',
      target,
      headers: [['Host', 'desk.example'], ...headers],
      body: Buffer.alloc(0),
      sourceIp,
    });
  const get = (target: string, ...headers: [string, string][]) => from('192.0.2.1', target, ...headers);
  return { get, from, got, stacks, askAddress };
}

describe('a load balancer', () => {
  it('passes open paths on to the private API that has the name, with the address of the client', async () => {
    const { get, got } = started();
    expect(await get('/open/closed', ['X-Forwarded-For', '192.0.2.9'])).toMatchObject({ body: 'the API' });
    expect(got[0]).toMatchObject({ endpointId: 'app-Endpoint', sourceIp: expect.stringMatching(/^10\./) });
    expect(got[0]?.headers).toContainEqual(['X-Forwarded-For', '192.0.2.9, 192.0.2.1']);
  });

  it.each([
    ['192.0.2.0/24', '192.0.2.1', 'the API'],
    ['192.0.2.0/24', '192.0.3.1', undefined],
    ['2001:db8::/32', '2001:db8::7', 'the API'],
    ['2001:db8::/32', '192.0.2.1', undefined],
  ])('knows the network %s, and whether %s is in it: %s', async (network, sourceIp, expected) => {
    const { from } = started(resourcesWith({ condition: fromNetworks('198.51.100.0/24', network) as never }));
    const { status, body } = await from(sourceIp, '/people', ['X-Forwarded-For', '198.51.100.1']);
    expect(status === 200 ? body : undefined).toBe(expected);
  });

  it('sends everybody else to the issuer, and takes no answer of it that it has not asked for', async () => {
    const { get, got } = started();
    const { status, headers } = await get('/people?q=ada');
    const location = new URL(headers.find(([name]) => name === 'Location')?.[1] ?? '');
    expect([status, `${location.origin}${location.pathname}`]).toEqual([302, 'https://id.example/authorize']);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      client_id: 'registry',
      redirect_uri: 'http://desk.example/oauth2/idpresponse',
      scope: 'openid',
    });
    const answer = `/oauth2/idpresponse?code=1&state=${location.searchParams.get('state')}`;
    expect((await get(answer)).status).toBe(401);
    expect((await get(answer, ['Cookie', 'AWSALBAuthNonce=another'])).status).toBe(401);
    expect(got).toEqual([]);
  });

  it('exchanges the code of an issuer for tokens, asks who that is, and renews it with the session', async () => {
    const asked: [path: string, said: string][] = [];
    const issuer = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      asked.push([request.url ?? '', body || String(request.headers.authorization)]);
      const tokens = { access_token: `token-${asked.length}`, refresh_token: 'again', expires_in: 60 };
      response.end(JSON.stringify(request.url === '/token' ? tokens : { sub: 'ada', email: 'ada@example.org' }));
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    const config = {
      ...oidc.AuthenticateOidcConfig,
      TokenEndpoint: `${url}/token`,
      UserInfoEndpoint: `${url}/userinfo`,
    };
    let nowMs = Date.UTC(2026, 0, 31);
    const action = { ...oidc, AuthenticateOidcConfig: config };
    const { get, got } = started(resourcesWith({ action }), () => nowMs);
    const sent = await get('/people');
    const cookieOf = ({ headers }: Answer) => headers.find(([name]) => name === 'Set-Cookie')?.[1].split(';')[0] ?? '';
    const location = new URL(sent.headers.find(([name]) => name === 'Location')?.[1] ?? '');
    const state = location.searchParams.get('state');
    const back = await get(`/oauth2/idpresponse?code=c0de&state=${state}`, ['Cookie', cookieOf(sent)]);
    expect(back.headers).toContainEqual(['Location', 'http://desk.example/people']);
    const saidOf = () => {
      const [, data = ''] = got.at(-1)?.headers.find(([name]) => name === 'x-amzn-oidc-data') ?? [];
      return JSON.parse(Buffer.from(data.split('.')[1] ?? '', 'base64').toString());
    };
    for (const again of [false, true]) {
      if (again) nowMs += 61_000;
      expect(await get('/people', ['Cookie', cookieOf(back)])).toMatchObject({ status: 200 });
      expect(saidOf()).toMatchObject({ sub: 'ada', email: 'ada@example.org', iss: 'https://id.example' });
    }
    issuer.close();
    const client = 'client_id=registry&client_secret=secret';
    const redirect = encodeURIComponent('http://desk.example/oauth2/idpresponse');
    expect(asked).toEqual([
      ['/token', `grant_type=authorization_code&code=c0de&redirect_uri=${redirect}&${client}`],
      ['/userinfo', 'Bearer token-1'],
      ['/token', `grant_type=refresh_token&refresh_token=again&${client}`],
      ['/userinfo', 'Bearer token-3'],
    ]);
  });

  it.each<[string, Parameters<typeof resourcesWith>[0], string]>([
    [
      'a condition',
      { condition: { Field: 'host-header' } as never },
      'Conditions.0.Field: "host-header" is not supported',
    ],
    ['a network', { condition: fromNetworks('10.0.0.1') as never }, '10.0.0.1 is not a network in CIDR notation'],
    ['an action', { action: { Type: 'redirect' } as never }, 'DefaultActions.0.Type: "redirect" is not supported'],
    ['a call', { call: { ...ask, action: 'describeVpcs' } }, 'the call EC2 describeVpcs is not supported'],
  ])('does not start with %s that the laptop does not know', (_, changes, message) => {
    expect(() => started(resourcesWith(changes))).toThrow(message);
  });
});

it('an endpoint answers 403 to whom names no API', async () => {
  const { stacks, askAddress } = started();
  const attribute = ['Addresses', 'NetworkInterfaces.1.PrivateIpAddress'];
  const address = String(stacks.resolve({ 'Fn::GetAtt': attribute }, 'app', 'here'));
  const request = (host: string): RawRequest => ({
    method: 'GET',
    target: '/',
    headers: [['Host', host]],
    body: Buffer.alloc(0),
    sourceIp: '10.0.0.1',
  });
  expect((await askAddress(address, request('desk.example:4001')))?.status).toBe(200);
  expect((await askAddress(address, request('other.example')))?.status).toBe(403);
  expect(askAddress('10.0.0.0', request('desk.example'))).toBeUndefined();
});
