import { beforeEach, describe, expect, it } from '@jest/globals';
import { answerHostNames, type HostNames, isAboutHostNames } from '../../local/control-plane/domain-names.ts';
import { CustomDomains, type routingModes } from '../../local/gateway/custom-domains.ts';
import type { Gateway } from '../../local/gateway/gateway.ts';
import { answerByHost, apiHost } from '../../local/gateway/host-names.ts';

const name = 'registry.example.org';
let hosts: HostNames;
let asked: [apiId: string, target: string][];
let byHost: ReturnType<typeof answerByHost>;

beforeEach(() => {
  const gateways = ['one', 'two'].map((id) => ({ api: { id, stage: 'live' }, isDeleted: false }) as Gateway);
  hosts = { domains: new CustomDomains(), gateways };
  asked = [];
  byHost = answerByHost({
    ...hosts,
    async answer({ api }, { target }) {
      asked.push([api.id, target]);
      return { status: 200, headers: [], body: '' };
    },
  });
});

const call = (request: string, body: unknown = {}) => {
  const [method = '', path = ''] = request.split(' ');
  expect(isAboutHostNames(path)).toBe(true);
  return answerHostNames(method, path, body, hosts);
};
const create = (routingMode: (typeof routingModes)[number]) => {
  const common = { endpointConfiguration: { types: ['REGIONAL'] }, regionalCertificateArn: 'none' };
  call('POST /domainnames', { domainName: name, routingMode, ...common });
};
const map = (restApiId: string, basePath?: string) =>
  call(`POST /domainnames/${name}/basepathmappings`, { restApiId, stage: 'live', ...(basePath && { basePath }) });
const rule = (priority: number, apiId: string, anyOf: string[] = [], stripBasePath = false) =>
  call(`POST /v2/domainnames/${name}/routingrules`, {
    priority,
    conditions: anyOf.length > 0 ? [{ matchBasePaths: { anyOf } }] : [],
    actions: [{ invokeApi: { apiId, stage: 'live', stripBasePath } }],
  });
const ask = async (target: string, host = name) => {
  const request = { method: 'GET', target, headers: [['Host', `${host}:4000`]], body: Buffer.alloc(0), sourceIp: '' };
  return (await byHost(request as Parameters<typeof byHost>[0]))?.status;
};

describe('a custom domain name', () => {
  it('leads to the longest base path mapping, which takes its path away', async () => {
    create('BASE_PATH_MAPPING_ONLY');
    map('one');
    map('two', 'integrations');
    rule(1, 'two');
    for (const target of ['/v1/key?a=/integrations', '/integrations/v1/key?b', '/integrations', '/integrationsx'])
      expect(await ask(target)).toBe(200);
    expect(asked).toEqual([
      ['one', '/v1/key?a=/integrations'],
      ['two', '/v1/key?b'],
      ['two', '/'],
      ['one', '/integrationsx'],
    ]);
  });

  it('asks its rules first, the lowest priority first, and leaves the path unless it is to be stripped', async () => {
    create('ROUTING_RULE_THEN_BASE_PATH_MAPPING');
    map('one');
    rule(100, 'two', ['integrations']);
    rule(50, 'one', ['integrations/v2'], true);
    for (const target of ['/integrations/v1', '/integrations/v2/people', '/v1']) expect(await ask(target)).toBe(200);
    const made = rule(10, 'two');
    expect(await ask('/v1')).toBe(200);
    call(`DELETE /v2/domainnames/${name}/routingrules/${(made.body as { routingRuleId: string }).routingRuleId}`);
    expect(await ask('/v1')).toBe(200);
    expect(asked).toEqual([
      ['two', '/integrations/v1'],
      ['one', '/people'],
      ['one', '/v1'],
      ['two', '/v1'],
      ['one', '/v1'],
    ]);
  });

  it('answers 403 where nothing leads anywhere; other host names are not its business', async () => {
    create('ROUTING_RULE_ONLY');
    map('one');
    expect([await ask('/v1'), await ask('/v1', '127.0.0.1')]).toEqual([403, undefined]);
    call(`DELETE /domainnames/${name}`);
    expect(await ask('/v1')).toBeUndefined();
  });

  it.each<[string, () => unknown, string]>([
    ['a second domain of the name', () => create('ROUTING_RULE_ONLY'), 'already exists'],
    ['a second root', () => map('two'), 'Base path already exists'],
    ['a priority twice', () => [rule(1, 'one'), rule(1, 'two')], 'A rule with the priority 1 already exists'],
    ['a priority of 0', () => rule(0, 'one'), 'The priority must be from 1'],
    ['an unknown API', () => rule(1, 'three'), 'Invalid API identifier'],
    ['an unknown stage', () => call('GET /restapis/one/stages/test'), 'Invalid stage identifier'],
    ['an unknown domain', () => call('DELETE /domainnames/other'), 'Invalid domain name identifier'],
    ['an unknown rule', () => call(`DELETE /v2/domainnames/${name}/routingrules/x`), 'Invalid routing rule'],
    ['an unknown mapping', () => call(`DELETE /domainnames/${name}/basepathmappings/x`), 'Invalid base path mapping'],
    ['deleting an API that is mapped', () => call('DELETE /restapis/one'), 'remove all base path mappings'],
    ['conditions on headers', () => call(`POST /v2/domainnames/${name}/routingrules`, { conditions: [{}] }), 'with'],
    ['another operation', () => call('PATCH /domainnames/x'), 'PATCH /domainnames/x'],
  ])('refuses %s', (_, refused, message) => {
    create('BASE_PATH_MAPPING_ONLY');
    map('one');
    expect(refused).toThrow(message);
  });
});

it('the host name of an API leads below its stage, until the API is deleted', async () => {
  expect(await ask('/live/v1/key', apiHost('one'))).toBe(200);
  expect(asked).toEqual([['one', '/v1/key']]);
  call('DELETE /restapis/one');
  expect([await ask('/live/v1/key', apiHost('one')), await ask('/live/v1/key', apiHost('two'))]).toEqual([403, 200]);
});
