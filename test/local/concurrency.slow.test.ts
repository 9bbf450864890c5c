import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { Gateway } from '../../local/gateway/gateway.ts';
import { readRestApis } from '../../local/gateway/rest-api.ts';
import { UsagePlans } from '../../local/gateway/usage-plans.ts';
import type { LambdaFunction } from '../../local/lambda/functions.ts';
import type { Outcome } from '../../local/lambda/instance.ts';
import { invokePersistently } from '../../local/lambda/persistent.ts';
import { waitFor } from '../support/cloud.ts';
import { Fixture } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.dispose());
afterEach(() => {
  jest.useRealTimers();
});

/** Waits until it is killed, if requested. */
const code = `
  export const handler = async ({ waits }) => {
    process.stdout.write('called\\n');
    if (waits) await new Promise(() => setInterval(() => {}, 1000));
    return { statusCode: 200, body: '{}' };
  };`;
const refused = {
  ok: false,
  error: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' },
  isThrottled: true,
} satisfies Outcome;

/** Two functions of an account that may run one, and a running invocation of the first. */
async function busyAccount() {
  const throttled: string[] = [];
  const resources = { One: fixture.lambda('One', code), Two: fixture.lambda('Two', code) };
  const options = { concurrency: 1, throttled: (name: string) => throttled.push(name) };
  const functions = fixture.functions(fixture.stacks(resources), {}, options);
  fixture.lines.length = 0;
  const requestContext = { requestId: 'id-1' };
  const running = functions.byName('One').invoke({ waits: true, requestContext });
  await waitFor('the invocation to begin', () => fixture.lines.length > 0);
  return { functions, running, throttled };
}

describe('the concurrency of an account', () => {
  it('is shared by all functions: more invocations are refused, until one ends', async () => {
    const { functions, running, throttled } = await busyAccount();
    expect(await functions.byName('Two').invoke({})).toEqual(refused);
    expect(throttled).toEqual(['Two']);
    expect(functions.killRunning(() => 0)).toEqual({ functionName: 'One', requestId: 'id-1' });
    expect(await running).toMatchObject({ ok: false, error: { errorType: 'Runtime.ExitError' } });
    expect(await functions.byName('Two').invoke({})).toMatchObject({ ok: true });
    expect(functions.killRunning(() => 0)).toBeUndefined();
  });

  it('used up, makes the gateway answer that the function was not started, for a route and an authorizer', async () => {
    const role = { 'Fn::GetAtt': ['Invoker', 'Arn'] };
    const uri = (name: string) => `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${name}/invocations`;
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:Two';
    const api = { RestApiId: { Ref: 'Api' } };
    const integration = { Type: 'AWS_PROXY', Uri: uri(arn), Credentials: role };
    const method = (HttpMethod: string, more: object) => ({
      Type: 'AWS::ApiGateway::Method',
      Properties: {
        ...api,
        HttpMethod,
        ResourceId: { 'Fn::GetAtt': ['Api', 'RootResourceId'] },
        Integration: integration,
        ...more,
      },
    });
    const busy = (ResponseType: string) => ({
      Type: 'AWS::ApiGateway::GatewayResponse',
      Properties: {
        ...api,
        ResponseType,
        StatusCode: '503',
        ResponseParameters: { 'gatewayresponse.header.Retry-After': "'1'" },
      },
    });
    const stacks = fixture.stacks({
      Two: fixture.lambda('Two', code),
      Invoker: {
        Type: 'AWS::IAM::Role',
        Properties: {
          AssumeRolePolicyDocument: {
            Statement: [
              { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'apigateway.amazonaws.com' } },
            ],
          },
          Policies: [
            { PolicyDocument: { Statement: [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arn }] } },
          ],
        },
      },
      Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'consumer' } },
      Stage: { Type: 'AWS::ApiGateway::Stage', Properties: { ...api, StageName: 'live' } },
      Get: method('GET', {}),
      Guarded: method('POST', { AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: 'Guard' } }),
      Guard: {
        Type: 'AWS::ApiGateway::Authorizer',
        Properties: { ...api, Type: 'REQUEST', AuthorizerUri: uri(arn), AuthorizerCredentials: role },
      },
      NotStarted: busy('INTEGRATION_FAILURE'),
      NotAuthorized: busy('AUTHORIZER_CONFIGURATION_ERROR'),
    });
    const [restApi] = readRestApis(stacks);
    if (!restApi) throw new Error('The template has no API');
    const { functions } = await busyAccount();
    const gateway = new Gateway(restApi, functions, new UsagePlans(stacks, undefined, Date.now, {}));
    for (const verb of ['GET', 'POST']) {
      const asked = { method: verb, target: '/', headers: [], body: Buffer.alloc(0), sourceIp: '10.0.0.1' };
      const { status, headers } = await gateway.answer(asked);
      expect([verb, status, Object.fromEntries(headers)]).toEqual([
        verb,
        503,
        expect.objectContaining({ 'Retry-After': '1' }),
      ]);
    }
  });
});

describe('a queue or a schedule whose function is throttled', () => {
  /** Refuses this many times. */
  const refusing = (times: number) => {
    const invoke = jest.fn<LambdaFunction['invoke']>();
    for (let n = 0; n < times; n++) invoke.mockResolvedValueOnce(refused);
    invoke.mockResolvedValue({ ok: true, value: null });
    return { invoke, target: { invoke } as unknown as LambdaFunction };
  };

  it('invokes it again, less and less often', async () => {
    jest.useFakeTimers();
    const { invoke, target } = refusing(3);
    const outcome = invokePersistently(target, {}, 60_000);
    for (const [pauseMs, calls] of [
      [999, 1],
      [1, 2],
      [1_999, 2],
      [1, 3],
      [4_000, 4],
    ] as const) {
      await jest.advanceTimersByTimeAsync(pauseMs);
      expect(invoke).toHaveBeenCalledTimes(calls);
    }
    expect(await outcome).toEqual({ ok: true, value: null });
  });

  it('gives up after a time', async () => {
    jest.useFakeTimers();
    const { invoke, target } = refusing(99);
    const outcome = invokePersistently(target, {}, 7_500);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toEqual(refused);
    expect(invoke).toHaveBeenCalledTimes(4);
  });
});
