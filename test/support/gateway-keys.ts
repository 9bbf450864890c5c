import http, { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { gatewayRateLimit } from '#src/identity/domain/api-key.ts';
import { StoredApiKey, unsyncedApiKeys } from '#src/identity/store/api-keys.ts';
import { keys } from '#src/table/keys.ts';
import { getItems } from '#src/table/table.ts';
import { type ControlPlane, startControlPlane } from '../../local/control-plane/control-plane.ts';
import { UsagePlans } from '../../local/gateway/usage-plans.ts';
import { Fixture } from '../local/fixture.ts';

/** The limits of the usage plans of `startGateway`, besides the unlimited one. */
const tiers = [60, 300, 1200];

export const pepper = 'the pepper of this test';

export interface TestGateway {
  plans: UsagePlans;
  /** The limit of a key's plan, by the key's hash; undefined if the gateway does not know the key. */
  limitOf(hash: string): number | undefined;
  /** Replaces the next answers in order: undefined means the real answer, `hang up` closes the connection. */
  answers: (PreparedAnswer | undefined)[];
  /** Every call so far. */
  calls: { method: string; url: string; headers: IncomingHttpHeaders }[];
  stop(): Promise<void>;
}

export type PreparedAnswer = { status: number; body: object } | 'hang up';

/** Starts API Gateway's control plane for functions, with usage plans of one stage and no keys. */
export async function startGateway(): Promise<TestGateway> {
  const fixture = new Fixture();
  const named = [...tiers.map((limit) => [`Of${limit}`, String(limit)]), ['Unlimited', 'unlimited']];
  const ApiStages = [{ ApiId: 'one', Stage: 'live', Throttle: {} }];
  const stacks = fixture.stacks(
    Object.fromEntries(
      named.map(([id, UsagePlanName]) => [
        id,
        { Type: 'AWS::ApiGateway::UsagePlan', Properties: { UsagePlanName, ApiStages } },
      ]),
    ),
  );
  const plans = new UsagePlans(stacks, undefined);
  const plane: ControlPlane = await startControlPlane({ plans });
  const answers: TestGateway['answers'] = [];
  const calls: TestGateway['calls'] = [];
  const proxy = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    calls.push({ method, url, headers });
    const prepared = answers.shift();
    if (prepared === 'hang up') response.destroy();
    else if (prepared) response.writeHead(prepared.status).end(JSON.stringify(prepared.body));
    else {
      const forwarded = http.request(new URL(url, plane.url), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(forwarded);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    GATEWAY_KEY_OWNER: 'registry-test',
    USAGE_PLANS: plans
      .plans()
      .map(({ name, id }) => `${name}=${id}`)
      .join(' '),
    API_KEY_PEPPER_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:pepper',
  });
  mockClient(SecretsManagerClient).on(GetSecretValueCommand).resolves({ SecretString: pepper });
  return {
    plans,
    answers,
    calls,
    limitOf(hash) {
      const known = plans.keys().filter(({ value }) => value === hash);
      const names = known.flatMap(({ id }) => plans.plansOf(id)).map(({ name }) => name);
      if (names.length !== known.length) return Number.NaN;
      return names[0] === 'unlimited' ? Number.POSITIVE_INFINITY : (names[0] && Number(names[0])) || undefined;
    },
    async stop() {
      await new Promise((resolve) => proxy.close(resolve));
      await plane.close();
      await fixture.dispose();
    },
  };
}

/** Expects exactly the active keys in the gateway, each in the plan for its limit, and no unsynced key. */
export async function expectKeysSynced(gateway: TestGateway, hashes: Iterable<string>): Promise<void> {
  expect(await unsyncedApiKeys()).toEqual([]);
  const items = await getItems([...hashes].map(keys.apiKey));
  const stored = new Map(items.map((item) => [String(item.key_hash), StoredApiKey.parse(item)]));
  const expected = [...hashes].map((hash): [string, number | undefined] => {
    const key = stored.get(hash);
    const limit = key && gatewayRateLimit(key);
    return [hash, limit && [...tiers, Number.POSITIVE_INFINITY].find((each) => each >= limit)];
  });
  expect([...hashes].map((hash) => [hash, gateway.limitOf(hash)])).toEqual(expected);
  const known = expected.filter(([, tier]) => tier !== undefined).map(([hash]) => hash);
  expect(
    gateway.plans
      .keys()
      .map(({ value }) => value)
      .sort(),
  ).toEqual(known.sort());
}
