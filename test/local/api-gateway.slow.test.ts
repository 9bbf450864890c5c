import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeyCommand,
  GetApiKeysCommand,
  GetRestApisCommand,
  GetUsagePlanKeyCommand,
  GetUsagePlanKeysCommand,
  GetUsagePlansCommand,
  paginateGetApiKeys,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ControlPlane, startControlPlane } from '../../local/control-plane/control-plane.ts';
import { UsagePlans } from '../../local/gateway/usage-plans.ts';
import { Fixture } from './fixture.ts';

const fixture = new Fixture();
const file = `${fixture.folder}/usage-plans.json`;
const plan = (name: string, ApiId: string) => ({
  Type: 'AWS::ApiGateway::UsagePlan',
  Properties: {
    UsagePlanName: name,
    Throttle: { RateLimit: 1, BurstLimit: 2 },
    ApiStages: [{ ApiId, Stage: 'live', Throttle: {} }],
  },
});
const stacks = fixture.stacks({
  Small: plan('small', 'one'),
  Large: plan('large', 'one'),
  Other: plan('other', 'two'),
  Declared: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Enabled: true, Value: 'declared-in-the-template' } },
  InSmall: {
    Type: 'AWS::ApiGateway::UsagePlanKey',
    Properties: { KeyId: { Ref: 'Declared' }, KeyType: 'API_KEY', UsagePlanId: { Ref: 'Small' } },
  },
});

let plane: ControlPlane;
let client: APIGatewayClient;
let plans: UsagePlans;
let planIds: Record<string, string>;

beforeAll(async () => {
  plans = new UsagePlans(stacks, file, () => 0);
  plane = await startControlPlane({ plans });
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  client = new APIGatewayClient({ endpoint: plane.url, region: 'us-east-1', credentials, maxAttempts: 1 });
  const { items = [] } = await client.send(new GetUsagePlansCommand({}));
  planIds = Object.fromEntries(items.map(({ name, id }) => [name, id]));
});
afterAll(async () => {
  client?.destroy();
  await plane?.close();
  await fixture.dispose();
});

const value = (name: string) => `the-value-of-the-key-${name}`;
const create = async (name: string, tags?: Record<string, string>) => {
  const { id = '' } = await client.send(new CreateApiKeyCommand({ name, value: value(name), enabled: true, tags }));
  return id;
};
const add = (planName: string, keyId: string) =>
  client.send(new CreateUsagePlanKeyCommand({ usagePlanId: planIds[planName], keyId, keyType: 'API_KEY' }));
const remove = (planName: string, keyId: string) =>
  client.send(new DeleteUsagePlanKeyCommand({ usagePlanId: planIds[planName], keyId }));
const admitted = (name: string, api = 'one') => plans.countRequest(value(name), api, 'live').kind;

describe('keys', () => {
  it('are made, read with and without their value, changed and deleted', async () => {
    const id = await create('a');
    expect(await client.send(new GetApiKeyCommand({ apiKey: id }))).toMatchObject({ id, name: 'a', enabled: true });
    const shown = await client.send(new GetApiKeyCommand({ apiKey: id, includeValue: true }));
    expect([shown.value, shown.createdDate]).toEqual([value('a'), new Date(0)]);
    const patchOperations = [{ op: 'replace' as const, path: '/enabled', value: 'false' }];
    const changed = await client.send(new UpdateApiKeyCommand({ apiKey: id, patchOperations }));
    expect([changed.enabled, changed.value]).toEqual([false, undefined]);
    await client.send(new DeleteApiKeyCommand({ apiKey: id }));
    await expect(client.send(new DeleteApiKeyCommand({ apiKey: id }))).rejects.toMatchObject({
      name: 'NotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
  });
  it('409: have values of their own', async () => {
    await create('b');
    await expect(create('b')).rejects.toMatchObject({ name: 'ConflictException', message: 'API Key already exists' });
  });
  it.each([19, 129])('400: have values of 20 to 128 characters, not %i', async (length) => {
    const command = new CreateApiKeyCommand({ value: 'x'.repeat(length), enabled: true });
    await expect(client.send(command)).rejects.toMatchObject({ name: 'BadRequestException' });
  });
  it('are listed in pages, and found by the beginning of their name', async () => {
    for (let count = 0; count < 30; count++) await create(`many-${count}`);
    const first = await client.send(new GetApiKeysCommand({ nameQuery: 'many-' }));
    expect([first.items?.length, typeof first.position]).toEqual([25, 'string']);
    const names: (string | undefined)[] = [];
    for await (const { items = [] } of paginateGetApiKeys({ client }, { nameQuery: 'many-', includeValues: true })) {
      names.push(...items.map(({ value: shown }) => shown));
    }
    expect(new Set(names).size).toBe(30);
    expect(names).toContain(value('many-29'));
  });
});

describe('plans', () => {
  it('count requests of a key from its addition to its removal', async () => {
    const id = await create('c');
    expect(admitted('c')).toBe('unknown');
    expect(await add('small', id)).toMatchObject({ id, name: 'c', type: 'API_KEY' });
    expect([admitted('c'), admitted('c', 'two')]).toEqual(['allowed', 'unknown']);
    const { items } = await client.send(new GetUsagePlanKeysCommand({ usagePlanId: planIds.small }));
    expect(items?.map((key) => key.id)).toContain(id);
    await client.send(new GetUsagePlanKeyCommand({ usagePlanId: planIds.small, keyId: id }));
    await remove('small', id);
    expect(admitted('c')).toBe('unknown');
    await expect(remove('small', id)).rejects.toMatchObject({ name: 'NotFoundException' });
  });
  it('409: hold a key once for each stage, and take it again after it was removed', async () => {
    const id = await create('d');
    await add('small', id);
    await expect(add('small', id)).rejects.toMatchObject({ name: 'ConflictException' });
    await expect(add('large', id)).rejects.toMatchObject({ name: 'ConflictException' });
    await add('other', id);
    await remove('small', id);
    await add('large', id);
    const { items } = await client.send(new GetUsagePlansCommand({ keyId: id }));
    expect(items?.map(({ name }) => name).sort()).toEqual(['large', 'other']);
  });
  it('404: are known by their ids, not by their names', async () => {
    const id = await create('e');
    const command = new CreateUsagePlanKeyCommand({ usagePlanId: 'small', keyId: id, keyType: 'API_KEY' });
    await expect(client.send(command)).rejects.toMatchObject({ name: 'NotFoundException' });
    await expect(add('small', 'nobody')).rejects.toMatchObject({ name: 'NotFoundException' });
  });
  it('refuse a disabled key, and forget a deleted one', async () => {
    const id = await create('f');
    await add('small', id);
    const patchOperations = [{ op: 'replace' as const, path: '/enabled', value: 'false' }];
    await client.send(new UpdateApiKeyCommand({ apiKey: id, patchOperations }));
    expect(admitted('f')).toBe('unknown');
    await client.send(new DeleteApiKeyCommand({ apiKey: id }));
    const { items } = await client.send(new GetUsagePlanKeysCommand({ usagePlanId: planIds.small }));
    expect(items?.map((key) => key.id)).not.toContain(id);
  });
  it('keep after a restart what was created and what the templates declare', async () => {
    const id = await create('g');
    await add('large', id);
    const again = new UsagePlans(stacks, file, () => 0);
    expect(again.countRequest(value('g'), 'one', 'live').kind).toBe('allowed');
    expect(again.countRequest('declared-in-the-template', 'one', 'live').kind).toBe('allowed');
    expect(again.keys().filter((key) => key.value === 'declared-in-the-template')).toHaveLength(1);
  });
  it('get the tags of this deployment if they are of a version that set none', async () => {
    const [untagged, tagged] = [await create('h'), await create('i', { owner: 'another' })];
    const again = new UsagePlans(stacks, file, () => 0, { owner: 'this' });
    expect(again.tagsOf(untagged)).toEqual({ owner: 'this' });
    expect(again.tagsOf(tagged)).toEqual({ owner: 'another' });
  });
});

it('any other call is an error with its name', async () => {
  await expect(client.send(new GetRestApisCommand({}))).rejects.toThrow('does not answer GET /restapis');
});
