import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { problems } from '#src/http/problems.ts';
import type { AnyRoute } from '#src/http/route.ts';
import { apiKey, installation } from '#src/identity/credentials/credential-auth.ts';
import { sharedUsageKey } from '#src/identity/credentials/usage-key.ts';
import type { ProblemCode } from '#src/runtime/errors.ts';
import { bundledCode } from '../../lib/bundles.ts';
import { type Config, readConfig } from '../../lib/config.ts';
import { anAuthorizer, aRegistry, aRoute, templatesOf } from './support.ts';
import { resource, resources, type TemplateResource } from './templates.ts';

const routes = [
  aRoute({ id: 'things.get', path: '/things/{id}' }),
  aRoute({ id: 'things.delete', path: '/things/{id}', method: 'DELETE', auth: apiKey('ingest') }),
  aRoute({ id: 'things.create', path: '/things', method: 'POST', auth: apiKey('ingest') }),
  aRoute({ id: 'doi.get', path: '/v1/doi/{doi+}' }),
  aRoute({ id: 'people.list', path: '/v1/people', auth: installation('people.read') }),
];
const registry = aRegistry({ routes, authorizers: [anAuthorizer] });
const { Consumer: consumer, Integrations: integrations, Dashboard: dashboard } = templatesOf(registry);

type Mapped = { StatusCode: string; ResponseParameters: Record<string, string> };

const methods = resources(consumer, 'AWS::ApiGateway::Method').map(([, { Properties }]) => Properties);
const segmentOf = (resourceId: { Ref: string }) =>
  consumer.findResources('AWS::ApiGateway::Resource')[resourceId.Ref]?.Properties.PathPart;

describe('the routes of an API', () => {
  it('share a stage that logs the route, without paths, headers, queries or credentials', () => {
    const { Properties } = resource(consumer, 'AWS::ApiGateway::Stage', 'Api');
    expect(Properties.StageName).toBe('live');
    const line = JSON.parse(Properties.AccessLogSetting.Format);
    expect(line).toMatchObject({ requestId: '$context.requestId', status: '$context.status' });
    expect(line.route).toBe('$context.resourcePath');
    expect(JSON.stringify(line)).not.toMatch(/header|query|apiKey|authorizer|context\.path|responseOverride/i);
    expect(Properties.MethodSettings).toEqual([
      expect.objectContaining({ LoggingLevel: 'OFF', DataTraceEnabled: false }),
    ]);
  });

  it('are together limited to what the settings say, to each method', () => {
    const throttleOf = (config?: Config) => {
      const { Consumer } = templatesOf(aRegistry({ routes, authorizers: [anAuthorizer], ...(config && { config }) }));
      return resource(Consumer, 'AWS::ApiGateway::Stage', 'Api').Properties.MethodSettings;
    };
    const toEach = { HttpMethod: '*', ResourcePath: '/*' };
    expect(throttleOf()).toMatchObject([{ ...toEach, ThrottlingRateLimit: 300, ThrottlingBurstLimit: 600 }]);
    const settings = readConfig({ throttle: { requestsPerSecond: 50, burst: 70 } });
    expect(throttleOf(settings)).toMatchObject([{ ...toEach, ThrottlingRateLimit: 50, ThrottlingBurstLimit: 70 }]);
  });

  it('get the base URL of links: the configured one, or that of the API', () => {
    const query = z.object({ page: z.string(), per_page: z.string() });
    const list = aRoute({ id: 'things.list', path: '/things', query });
    const baseOf = (config?: Config) => {
      const { Consumer } = templatesOf(aRegistry({ routes: [list], ...(config && { config }) }));
      return resource(Consumer, 'AWS::Lambda::Function', 'ThingsList').Properties.Environment.Variables.PUBLIC_BASE_URL;
    };
    expect(baseOf(readConfig({ publicBaseUrl: 'https://registry.example.org' }))).toBe('https://registry.example.org');
    expect(JSON.stringify(baseOf())).toMatch(
      /"https:\/\/",\{"Fn::GetStackOutput":\{"StackName":"registry-prod-edge",.*"OutputName":"\w*Base\w+DomainName/,
    );
    const alone = readConfig({ edge: { enabled: false } });
    expect(JSON.stringify(baseOf(alone))).toMatch(/"https:\/\/",.+"\.execute-api\.",.+"\/live"/);
    const { Environment } = resource(consumer, 'AWS::Lambda::Function', 'DoiGet').Properties;
    expect(Environment.Variables).toEqual({ BEHIND_EDGE: 'true' });
  });

  it('answer HEAD where they answer GET, with the same function', () => {
    const [get, head] = ['GET', 'HEAD'].map((method) =>
      methods.find((it) => it.HttpMethod === method && it.OperationName === 'doi.get'),
    );
    expect(segmentOf(get.ResourceId)).toBe('{doi+}');
    expect(head).toEqual({ ...get, HttpMethod: 'HEAD' });
  });

  it('are invoked by the gateway under a role that names their functions, one to read and one to write', () => {
    expect(resources(consumer, 'AWS::Lambda::Permission')).toEqual([]);
    const invokedUnder = (beginning: string) => {
      const { Properties } = resource(consumer, 'AWS::IAM::Role', beginning);
      const [{ PolicyName: _, PolicyDocument }, ...others] = Properties.Policies;
      expect(others).toEqual([]);
      expect(Properties.AssumeRolePolicyDocument.Statement).toEqual([
        { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } },
      ]);
      const [{ Action, Effect, Resource }, ...more] = PolicyDocument.Statement;
      expect([Action, Effect, more]).toEqual(['lambda:InvokeFunction', 'Allow', []]);
      return Resource.map((arn: { 'Fn::GetAtt': [string] }) =>
        arn['Fn::GetAtt'][0].replace(/Function\w{8}$/, ''),
      ).sort();
    };
    expect(invokedUnder('GatewayRead')).toEqual(['CredentialAuthorizer', 'DoiGet', 'PeopleList', 'ThingsGet']);
    expect(invokedUnder('GatewayWrite')).toEqual(['ThingsCreate', 'ThingsDelete']);
    for (const { HttpMethod, Integration } of methods.filter(({ HttpMethod }) => HttpMethod !== 'ANY')) {
      const role = ['GET', 'HEAD'].includes(HttpMethod) ? /^GatewayRead/ : /^GatewayWrite/;
      expect(Integration.Credentials['Fn::GetAtt']).toEqual([expect.stringMatching(role), 'Arn']);
    }
  });

  it('have the authorizer of their kind, which returns the usage key', () => {
    const create = methods.find(({ OperationName }) => OperationName === 'things.create');
    expect(create).toMatchObject({ AuthorizationType: 'CUSTOM', ApiKeyRequired: true });
    const { Properties } = resource(consumer, 'AWS::ApiGateway::Authorizer', 'Credential');
    expect(create.AuthorizerId).toEqual({ Ref: expect.stringMatching(/^Credential/) });
    expect(Properties).toMatchObject({
      Type: 'REQUEST',
      IdentitySource: 'method.request.header.X-API-Key',
      AuthorizerResultTtlInSeconds: 60,
      AuthorizerCredentials: { 'Fn::GetAtt': [expect.stringMatching(/^GatewayRead/), 'Arn'] },
    });
  });

  it('for installations share the authorizer and need no API Gateway key', () => {
    const list = methods.find(({ OperationName }) => OperationName === 'people.list');
    expect(list).toMatchObject({ AuthorizationType: 'CUSTOM', ApiKeyRequired: false });
    expect(resources(consumer, 'AWS::ApiGateway::Authorizer')).toHaveLength(1);
    expect(list.AuthorizerId).toEqual({ Ref: expect.stringMatching(/^Credential/) });
  });

  it('add no authorizer and no usage plans if no route needs a key', () => {
    expect(resources(integrations, 'AWS::ApiGateway::Authorizer')).toEqual([]);
    expect(resources(integrations, 'AWS::ApiGateway::UsagePlan')).toEqual([]);
  });

  it('cannot need an authorizer that does not exist', () => {
    expect(() => aRegistry({ routes })).toThrow(
      'No file in lambdas/authorizers declares an authorizer for the kind apiKey',
    );
  });

  it('cannot get more environment variables than Lambda takes', () => {
    const routes = [aRoute({ path: '/things', grants: ['setting:institution'] })];
    const names = Array.from({ length: 100 }, (_, index) => `The Department of Applied Studies ${index}`);
    const withNames = (count: number) =>
      aRegistry({ routes, config: readConfig({ institution: { names: names.slice(0, count) } }) });
    expect(() => withNames(50)).not.toThrow();
    expect(() => withNames(100)).toThrow(
      /^lambdas\/consumer\/things\/get\.ts gets \d+ bytes .* and Lambda takes 4096\. Most are of INSTITUTION:/,
    );
  });

  it('give their functions one log group, in which each has streams of its own name', () => {
    const [[group, { Properties }], ...others] = resources(consumer, 'AWS::Logs::LogGroup').filter(
      ([id]) => !id.startsWith('AccessLog'),
    ) as [[string, TemplateResource]];
    expect(others).toEqual([]);
    expect(Properties.RetentionInDays).toBe(30);
    const functions = resources(consumer, 'AWS::Lambda::Function');
    for (const [, fn] of functions) expect(fn.Properties.LoggingConfig).toEqual({ LogGroup: { Ref: group } });
  });
});

describe('usage plans', () => {
  const plans = resources(consumer, 'AWS::ApiGateway::UsagePlan').map(([, { Properties }]) => Properties);

  it('allow twenty times their limit, with a burst of two limits more', () => {
    expect(
      plans.map(({ UsagePlanName, Throttle }) => [UsagePlanName, Throttle?.RateLimit, Throttle?.BurstLimit]),
    ).toEqual([
      ['registry-prod-consumer-60-per-minute', 20, 1_320],
      ['registry-prod-consumer-300-per-minute', 100, 6_600],
      ['registry-prod-consumer-1200-per-minute', 400, 26_400],
      ['registry-prod-consumer-6000-per-minute', 2_000, 132_000],
      ['registry-prod-consumer-unlimited', undefined, undefined],
    ]);
  });

  it('have one key from the start, shared by installations on routes for API keys', () => {
    const [[id, { Properties }]] = resources(consumer, 'AWS::ApiGateway::ApiKey') as [[string, TemplateResource]];
    const restApi = { 'Fn::ImportValue': expect.stringContaining('RefConsumerApi') };
    expect(Properties.Value).toEqual({ 'Fn::Join': ['', [sharedUsageKey(''), restApi]] });
    expect(resource(consumer, 'AWS::ApiGateway::UsagePlanKey', '').Properties).toMatchObject({
      KeyId: { Ref: id },
      UsagePlanId: { Ref: expect.stringMatching(/Unlimited/) },
    });
    expect(resources(integrations, 'AWS::ApiGateway::ApiKey')).toEqual([]);
  });

  it('apply to the stage', () => {
    for (const { ApiStages } of plans)
      expect(ApiStages).toMatchObject([{ ApiId: expect.anything(), Stage: expect.anything() }]);
  });
});

describe('a method no route answers', () => {
  const refusals = methods.filter(({ HttpMethod }) => HttpMethod === 'ANY');

  it('is a 405 of the gateway itself on every path', () => {
    expect(refusals.map(({ ResourceId }) => segmentOf(ResourceId)).sort()).toEqual([
      'people',
      'things',
      '{doi+}',
      '{id}',
    ]);
    for (const { Integration, AuthorizationType } of refusals) {
      expect(Integration.Type).toBe('MOCK');
      expect(AuthorizationType).toBe('NONE');
      const answer = Integration.IntegrationResponses.find((it: { SelectionPattern?: string }) => !it.SelectionPattern);
      expect(answer.StatusCode).toBe('405');
      expect(JSON.parse(answer.ResponseTemplates['application/json'])).toEqual({
        error: expect.any(String),
        code: 'method_not_allowed',
        details: null,
      });
    }
  });

  it('gets the allowed methods in Allow', () => {
    const allow = refusals.map(({ ResourceId, Integration }) => [
      segmentOf(ResourceId),
      ...Integration.IntegrationResponses.map(
        (it: { ResponseParameters: Record<string, string> }) => it.ResponseParameters['method.response.header.Allow'],
      ),
    ]);
    expect(allow.sort()).toEqual([
      ['people', "'GET, HEAD, OPTIONS'", "'GET, HEAD, OPTIONS'"],
      ['things', "'POST, OPTIONS'", "'POST, OPTIONS'"],
      ['{doi+}', "'GET, HEAD, OPTIONS'", "'GET, HEAD, OPTIONS'"],
      ['{id}', "'GET, HEAD, DELETE, OPTIONS'", "'GET, HEAD, DELETE, OPTIONS'"],
    ]);
  });
});

describe('OPTIONS', () => {
  const mocks = (template: typeof consumer) =>
    resources(template, 'AWS::ApiGateway::Method')
      .map(([, { Properties }]) => Properties)
      .filter(({ HttpMethod }) => HttpMethod === 'ANY');
  const preflightOf = ({ Integration }: { Integration: { IntegrationResponses: { StatusCode: string }[] } }) =>
    Integration.IntegrationResponses.find(({ StatusCode }) => StatusCode === '204');

  it('is answered on every path without a credential or a function', () => {
    const paths = new Set(methods.map(({ ResourceId }) => ResourceId.Ref));
    expect(new Set(mocks(consumer).map(({ ResourceId }) => ResourceId.Ref))).toEqual(paths);
    for (const method of mocks(consumer)) {
      expect(method).toMatchObject({ AuthorizationType: 'NONE', Integration: { Type: 'MOCK' } });
      expect(method.ApiKeyRequired).toBeFalsy();
      expect(method.Integration.RequestTemplates['application/json']).toBe(
        '{ #if( $context.httpMethod == "OPTIONS" ) "statusCode": 204 #else "statusCode": 405 #end }',
      );
      expect(preflightOf(method)).toMatchObject({ SelectionPattern: '204' });
    }
  });

  it('allows every origin on the open APIs, and none on a dashboard without an address', () => {
    const [thing] = mocks(consumer).filter(({ ResourceId }) => segmentOf(ResourceId) === '{id}');
    expect(preflightOf(thing)).toMatchObject({
      ResponseParameters: {
        'method.response.header.Access-Control-Allow-Origin': "'*'",
        'method.response.header.Access-Control-Allow-Methods': "'GET, HEAD, DELETE, OPTIONS'",
        'method.response.header.Access-Control-Allow-Headers':
          "'Accept-Language, Authorization, Content-Type, If-Match, If-None-Match, X-API-Key, X-Request-Id, X-Workspace-Id'",
        'method.response.header.Access-Control-Max-Age': "'86400'",
      },
    });
    const { Dashboard } = templatesOf(aRegistry({ config: readConfig({ edge: { enabled: false } }) }));
    for (const method of mocks(Dashboard)) expect(JSON.stringify(method)).not.toContain('Access-Control');
  });

  it('allows both addresses of the dashboard and no other origin', () => {
    const config = readConfig({
      dashboardUrl: 'https://desk.example.org',
      dashboardAltUrl: 'https://desk.example.com',
    });
    const { Dashboard } = templatesOf(aRegistry({ routes: [aRoute({ api: 'dashboard', path: '/things' })], config }));
    const [method] = resources(Dashboard, 'AWS::ApiGateway::Method')
      .map(([, { Properties }]) => Properties)
      .filter(({ HttpMethod }) => HttpMethod === 'ANY');
    const isOne = '$origin == "https://desk.example.org" || $origin == "https://desk.example.com"';
    expect(preflightOf(method)).toMatchObject({
      ResponseParameters: { 'method.response.header.Access-Control-Allow-Origin': "'https://desk.example.org'" },
      ResponseTemplates: { 'application/json': expect.stringContaining(`#if(${isOne})`) },
    });
  });

  it('declares every header it and the 405 send: the gateway refuses to send others', () => {
    for (const { Integration, MethodResponses } of mocks(consumer)) {
      const sent = Integration.IntegrationResponses.map(({ StatusCode, ResponseParameters }: Mapped) => [
        StatusCode,
        Object.keys(ResponseParameters).sort(),
      ]);
      const declared = MethodResponses.map(({ StatusCode, ResponseParameters }: Mapped) => [
        StatusCode,
        Object.keys(ResponseParameters).sort(),
      ]);
      expect(sent).toEqual(declared);
    }
  });
});

describe('what the gateway answers itself', () => {
  const answers = Object.fromEntries(
    resources(consumer, 'AWS::ApiGateway::GatewayResponse').map(([, { Properties }]) => [
      Properties.ResponseType,
      Properties,
    ]),
  );

  it.each([
    ['MISSING_AUTHENTICATION_TOKEN', 404, 'not_found'],
    ['RESOURCE_NOT_FOUND', 404, 'not_found'],
    ['UNAUTHORIZED', 401, 'missing_credential'],
    ['INVALID_API_KEY', 401, 'invalid_credential'],
    ['EXPIRED_TOKEN', 401, 'invalid_credential'],
    ['INVALID_SIGNATURE', 401, 'invalid_credential'],
    ['ACCESS_DENIED', 401, 'invalid_credential'],
    ['WAF_FILTERED', 403, 'forbidden'],
    ['THROTTLED', 429, 'rate_limited'],
    ['QUOTA_EXCEEDED', 429, 'rate_limited'],
    ['BAD_REQUEST_BODY', 400, 'invalid_body'],
    ['BAD_REQUEST_PARAMETERS', 400, 'invalid_query'],
    ['REQUEST_TOO_LARGE', 413, 'body_too_large'],
    ['UNSUPPORTED_MEDIA_TYPE', 405, 'method_not_allowed'],
    ['INTEGRATION_TIMEOUT', 504, 'timeout'],
    ['INTEGRATION_FAILURE', 503, 'busy'],
    ['AUTHORIZER_FAILURE', 503, 'busy'],
    ['AUTHORIZER_CONFIGURATION_ERROR', 503, 'busy'],
    ['API_CONFIGURATION_ERROR', 500, 'internal_error'],
    ['DEFAULT_5XX', 500, 'internal_error'],
    ['DEFAULT_4XX', undefined, 'invalid_id'],
  ])('%s is a %s %s', (type, status, code) => {
    const { StatusCode, ResponseTemplates, ResponseParameters } = answers[type];
    expect(StatusCode).toBe(status && String(status));
    if (status) expect(problems[code as ProblemCode].status).toBe(status);
    const body = JSON.parse(ResponseTemplates['application/json']);
    expect(body).toEqual({ error: expect.any(String), code, details: null });
    // Plain substitution: anything that looks like a variable would be replaced.
    expect(body.error).not.toMatch(/\$/);
    expect(ResponseParameters).toMatchObject({
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      'gatewayresponse.header.Content-Type': "'application/json; charset=utf-8'",
      ...(code === 'busy' && { 'gatewayresponse.header.Retry-After': "'1'" }),
    });
  });

  it("a refused session has the error of the dashboard's authorizer", () => {
    const [, { Properties }] = resources(dashboard, 'AWS::ApiGateway::GatewayResponse').find(
      ([, { Properties: each }]) => each.ResponseType === 'ACCESS_DENIED',
    ) as [string, { Properties: { StatusCode: string; ResponseTemplates: Record<string, string> } }];
    expect(Properties.StatusCode).toBe('401');
    const said = (template = '') => JSON.parse(template.replaceAll(/\$context\.authorizer\.(\w+)/g, 'its $1'));
    expect(said(Properties.ResponseTemplates['application/json'])).toEqual({
      error: 'its error',
      code: 'its code',
      details: null,
    });
  });

  it('is readable from any origin on the open APIs, and never cached', () => {
    for (const { ResponseParameters } of Object.values(answers) as Mapped[]) {
      expect(ResponseParameters).toMatchObject({
        'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
        'gatewayresponse.header.Access-Control-Expose-Headers': expect.stringContaining('Retry-After'),
        'gatewayresponse.header.Cache-Control': "'no-store'",
        'gatewayresponse.header.X-API-Version': "'1.0.0'",
      });
    }
    expect(JSON.stringify(resources(dashboard, 'AWS::ApiGateway::GatewayResponse'))).not.toContain('Access-Control');
  });

  it('has Retry-After', () => {
    for (const type of ['THROTTLED', 'QUOTA_EXCEEDED']) {
      expect(answers[type].ResponseParameters['gatewayresponse.header.Retry-After']).toBe("'60'");
    }
  });

  it('is the same at every API', () => {
    expect(resources(integrations, 'AWS::ApiGateway::GatewayResponse')).toHaveLength(Object.keys(answers).length);
  });
});

describe('paths that API Gateway rejects', () => {
  const withPaths = (...paths: AnyRoute['path'][]) => {
    const routes = paths.map((path, n) => aRoute({ id: `route${n}.get`, path }));
    return () => aRegistry({ routes });
  };

  it('a greedy parameter that does not end its path', () => {
    expect(withPaths('/v1/doi/{doi+}/versions')).toThrow(
      'lambdas/consumer/route0/get.ts: the greedy parameter {doi+} must be the last segment (/v1/doi/{doi+}/versions)',
    );
  });

  it('two parameters in one place', () => {
    expect(withPaths('/people/{orcid}', '/people/{id}/works')).toThrow(
      'lambdas/consumer/route1/get.ts: {id} and {orcid} cannot both be below /people ' +
        '(/people/{id}/works; see lambdas/consumer/route0/get.ts)',
    );
    expect(withPaths('/doi/{doi}', '/doi/{doi+}')).toThrow('{doi+} and {doi} cannot both be below /doi');
  });

  it('one method answered twice', () => {
    expect(withPaths('/things', '/things')).toThrow(
      'lambdas/consumer/route1/get.ts answers GET /things as another route does',
    );
  });

  it('a parameter beside literal segments is allowed', () => {
    expect(withPaths('/people/{orcid}', '/people/search', '/people/{orcid}/works')).not.toThrow();
  });
});

it('a missing bundle names the command to run', () => {
  expect(() => bundledCode('lambdas/consumer/nowhere/get.ts')).toThrow(
    'lambdas/consumer/nowhere/get.ts is not bundled: run "npm run build" first',
  );
});
