import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  APIGatewayClient,
  CreateBasePathMappingCommand,
  CreateDomainNameCommand,
  CreateUsagePlanKeyCommand,
  DeleteBasePathMappingCommand,
  DeleteDomainNameCommand,
  DeleteRestApiCommand,
  GetStageCommand,
  GetUsagePlanKeysCommand,
  GetUsagePlansCommand,
} from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { release } from '#src/runtime/release.ts';
import type { Cloud } from '../../local/cloud.ts';
import { makeWholeAssembly } from '../../local/cloudformation/assembly.ts';
import { laptopSettings } from '../../local/cloudformation/laptop-settings.ts';
import { apiHost } from '../../local/gateway/host-names.ts';
import { ownerCredentials } from '../../local/iam/access.ts';
import { sampleDir } from '../../local/options.ts';
import { unpackRelease } from '../../scripts/release/archive.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';
import { previousFile, previousVersion } from '../support/previous-release.ts';

/**
 * The cut-over of CHANGELOG.md to APIs with new addresses, on a laptop: the APIs of the previous release, which stand
 * for those of an older version, and those of this one use one table, as while CloudFormation replaces the stacks. Clients
 * ask all the time, and no request fails.
 */

const apis = ['consumer', 'integrations', 'dashboard'] as const;
type Api = (typeof apis)[number];
const [registryName, dashboardName] = ['registry.example.org', 'dashboard.example.org'];

const folder = mkdtempSync(join(tmpdir(), 'cut-over-'));
let cloud: Cloud;
let gateway: APIGatewayClient;

beforeAll(async () => {
  await makeCombined();
  cloud = await startTestCloud({ assembly: folder });
  const credentials = ownerCredentials;
  gateway = new APIGatewayClient({ endpoint: cloud.controlPlaneUrl, region: 'us-east-1', credentials });
}, startTimeoutMs);
afterAll(async () => {
  gateway?.destroy();
  await cloud?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An assembly with the stacks of this release, and older stacks of the APIs with other names, and so other ids. */
async function makeCombined(): Promise<void> {
  const settings = { sourcesDir: sampleDir, contactEmail: undefined, dataDir: undefined, loadBalancer: false };
  const made = await makeWholeAssembly(laptopSettings({ ...settings, seed: { kind: 'none' } }), () => {});
  cpSync(made.folder, join(folder, 'newer'), { recursive: true });
  made.release();
  mkdirSync(join(folder, 'unpacked'));
  unpackRelease(previousFile('release.tar.zst'), join(folder, 'unpacked'));
  cpSync(join(folder, 'unpacked/assembly'), join(folder, 'older'), { recursive: true });
  for (const file of globSync(join(folder, 'older/*.json')))
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/registry-local-(edge|consumer|integrations|dashboard)/g, 'registry-older-$1'),
    );
  edit('older/manifest.json', ({ artifacts }) => {
    for (const name of ['Data', 'SignIn', 'Background']) delete artifacts[name];
  });
  edit('older/Edge.template.json', (template) => {
    const all = Object.entries<{ Type: string }>(template.Resources);
    template.Resources = Object.fromEntries(all.filter(([, { Type }]) => Type === 'AWS::ApiGateway::RestApi'));
    template.Outputs = Object.fromEntries(
      Object.entries<{ Export?: unknown }>(template.Outputs).filter(([, { Export }]) => Export),
    );
  });
  // Neither the older APIs nor the newer ones, before their last deployment, refuse what does not come through CloudFront.
  for (const part of ['older', 'newer'])
    edit(`${part}/Edge.template.json`, ({ Resources }) => {
      for (const { Type, Properties } of Object.values<{ Type: string; Properties: Record<string, unknown> }>(
        Resources,
      ))
        if (Type === 'AWS::ApiGateway::RestApi') delete Properties.Policy;
    });
  const part = (directoryName: string) => ({ type: 'cdk:cloud-assembly', properties: { directoryName } });
  // The older ones come first: the laptop makes its keys in the first usage plans that it finds.
  const artifacts = { older: part('older'), newer: part('newer') };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts }));
}

// biome-ignore lint/suspicious/noExplicitAny: templates have any form
function edit(file: string, change: (content: any) => void): void {
  const path = join(folder, file);
  const content = JSON.parse(readFileSync(path, 'utf8'));
  change(content);
  writeFileSync(path, JSON.stringify(content));
}

const idOf = (age: 'older' | 'local', api: Api) => `registry-${age}-edge-${api[0]?.toUpperCase()}${api.slice(1)}Api`;

/** Where a name leads: to API Gateway as its own host, or to a distribution, which is the listener's own. */
const dns = new Map<string, 'API Gateway' | 'CloudFront'>();

interface Client {
  address: string;
  answered: number;
  isStopped: boolean;
}
const failures: string[] = [];

/** Sends requests to one address after the other until it is stopped, and notes those that fail. */
function start(requests: [host: string, path: string, headers?: Record<string, string>][]): Client[] {
  return requests.map(([host, path, headers]) => {
    const client: Client = { address: host + path, answered: 0, isStopped: false };
    const run = async () => {
      while (!client.isStopped) {
        const status = await ask(host, path, headers);
        if (status !== 200) failures.push(`${status} ${client.address}`);
        client.answered += 1;
      }
    };
    void run();
    return client;
  });
}

function ask(host: string, path: string, headers: Record<string, string> = {}): Promise<number | string> {
  const isDashboard = host === dashboardName || host === apiHost(idOf('older', 'dashboard'));
  const { port, host: own } = new URL(isDashboard ? cloud.dashboardUrl : cloud.baseUrl);
  const Host = dns.get(host) === 'CloudFront' ? own : host;
  return new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path, headers: { ...headers, Host } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    })
      .once('error', ({ message }) => resolve(message))
      .end();
  });
}

/** Waits until every client has been answered some more times. */
async function goOn(clients: readonly Client[]): Promise<void> {
  const until = clients.map(({ answered }) => answered + 3);
  await waitFor('answers', () => clients.every(({ answered }, index) => answered >= (until[index] ?? 0)));
}

/** `aws apigatewayv2 create-routing-rule`. */
async function createRule(domain: string, priority: number, basePath: string | undefined, apiId: string) {
  const conditions = basePath === undefined ? [] : [{ matchBasePaths: { anyOf: [basePath] } }];
  const actions = [{ invokeApi: { apiId, stage: 'live', stripBasePath: false } }];
  const response = await fetch(`${cloud.controlPlaneUrl}/v2/domainnames/${domain}/routingrules`, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 Credential=${ownerCredentials.accessKeyId}/x` },
    body: JSON.stringify({ priority, conditions, actions }),
  });
  expect([response.status, await response.json()]).toMatchObject([201, { priority }]);
}

/** The releases whose functions have answered requests since the last call. */
let read = 0;
function releasesThatAnswered(): string[] {
  const since = cloud.logs.slice(read);
  read = cloud.logs.length;
  return [...new Set(since.flatMap(({ release: named, route }) => (route && named ? [String(named)] : [])))].sort();
}

test('no request fails while names of their own, new APIs and CloudFront take over from old addresses', async () => {
  const key = { 'x-api-key': cloud.stack.api_keys.full };
  const credential = { 'x-api-key': cloud.stack.installation_key };
  const session = { authorization: `Bearer ${cloud.stack.dashboard_tokens.superadmin}` };
  const older = start([
    [apiHost(idOf('older', 'consumer')), '/live/v1/publications'],
    [apiHost(idOf('older', 'consumer')), '/live/v1/key', key],
    [apiHost(idOf('older', 'integrations')), '/live/integrations/v1/people', credential],
    [apiHost(idOf('older', 'dashboard')), '/live/me', session],
  ]);
  await goOn(older);

  // 1. Names first.
  for (const [domainName, api] of [
    [registryName, 'consumer'],
    [dashboardName, 'dashboard'],
  ] as const) {
    const [endpointConfiguration, routingMode] = [
      { types: ['REGIONAL' as const] },
      'ROUTING_RULE_THEN_BASE_PATH_MAPPING' as const,
    ];
    const regionalCertificateArn = 'arn:aws:acm:us-east-1:000000000000:certificate/none';
    await gateway.send(
      new CreateDomainNameCommand({ domainName, endpointConfiguration, routingMode, regionalCertificateArn }),
    );
    await gateway.send(new CreateBasePathMappingCommand({ domainName, restApiId: idOf('older', api), stage: 'live' }));
    dns.set(domainName, 'API Gateway');
  }
  await createRule(registryName, 100, 'integrations', idOf('older', 'integrations'));
  const named = start([
    [registryName, '/v1/publications'],
    [registryName, '/v1/key', key],
    [registryName, '/integrations/v1/people', credential],
    [dashboardName, '/me', session],
  ]);
  await goOn([...older, ...named]);
  for (const client of older) client.isStopped = true;
  await goOn(named);
  expect(releasesThatAnswered()).toEqual([previousVersion]);

  // 2. New APIs behind the same names, one after the other.
  const steps = [
    { api: 'consumer', domain: registryName, priority: 200, basePath: undefined },
    { api: 'integrations', domain: registryName, priority: 50, basePath: 'integrations' },
    { api: 'dashboard', domain: dashboardName, priority: 50, basePath: undefined },
  ] as const;
  for (const { api, domain, priority, basePath } of steps) {
    await gateway.send(new GetStageCommand({ restApiId: idOf('local', api), stageName: 'live' }));
    if (api === 'consumer') await copyKeys();
    await createRule(domain, priority, basePath, idOf('local', api));
    await goOn(named);
    const remove = () => gateway.send(new DeleteRestApiCommand({ restApiId: idOf('older', api) }));
    if (api !== 'integrations') {
      await expect(remove()).rejects.toThrow('Please remove all base path mappings');
      await gateway.send(new DeleteBasePathMappingCommand({ domainName: domain, basePath: '(none)' }));
    }
    await remove();
    await goOn(named);
  }
  releasesThatAnswered();
  await goOn(named);
  expect(releasesThatAnswered()).toEqual([release]);

  // 3. CloudFront.
  for (const name of [registryName, dashboardName]) dns.set(name, 'CloudFront');
  await goOn(named);
  for (const domainName of [registryName, dashboardName])
    await gateway.send(new DeleteDomainNameCommand({ domainName }));
  await goOn(named);
  for (const client of named) client.isStopped = true;
  expect(failures).toEqual([]);

  // Would have been noted: the old address is gone.
  expect(await ask(apiHost(idOf('older', 'consumer')), '/live/v1/publications')).toBe(403);
});

/** Puts every API key that is in a usage plan of the older API into the one of the newer API with the same limits. */
async function copyKeys(): Promise<void> {
  const { items = [] } = await gateway.send(new GetUsagePlansCommand({ limit: 500 }));
  for (const { id, name = '' } of items) {
    const newer = items.find((plan) => plan.name === name.replace('older', 'local'));
    if (!name.includes('older') || !newer) continue;
    const { items: keys = [] } = await gateway.send(new GetUsagePlanKeysCommand({ usagePlanId: id, limit: 500 }));
    for (const { id: keyId, name: keyName = '' } of keys)
      if (keyName.startsWith('registry-key-'))
        await gateway.send(new CreateUsagePlanKeyCommand({ usagePlanId: newer.id, keyId, keyType: 'API_KEY' }));
  }
}
