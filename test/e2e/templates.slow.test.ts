import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Assembly, makeAssembly } from '../../local/cloudformation/assembly.ts';
import { laptopSettings } from '../../local/cloudformation/laptop-settings.ts';
import { readAssembly } from '../../local/cloudformation/read-assembly.ts';
import { referencesWith } from '../../local/cloudformation/resources.ts';
import { describe as nameOf, type Stacks, type TemplateResource } from '../../local/cloudformation/template.ts';
import { sampleDir } from '../../local/options.ts';

let assembly: Assembly;
let stacks: Stacks;

beforeAll(async () => {
  const settings = laptopSettings({
    sourcesDir: sampleDir,
    contactEmail: undefined,
    dataDir: undefined,
    seed: { kind: 'none' },
    loadBalancer: false,
  });
  assembly = await makeAssembly(settings, () => {});
  const references = referencesWith({ queuesUrl: 'http://127.0.0.1:1', issuer: 'http://127.0.0.1:2' });
  stacks = readAssembly(assembly.folder, references, (text) => text);
  stacks.secretOf = (arn) => `the value of ${arn}`;
});
afterAll(() => assembly.release());

const firstOf = (type: string): TemplateResource => {
  const found = stacks.declared().find((declared) => declared.type === type);
  if (!found) throw new Error(`No template declares a ${type}`);
  return found;
};

/** The start's refusal while a resource has this additional property. */
function refusalOf(resource: TemplateResource, added: Record<string, unknown>): string {
  const before = { ...resource.properties };
  Object.assign(resource.properties, added);
  try {
    stacks.rejectUnsupported();
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  } finally {
    for (const name of Object.keys(added)) {
      if (Object.hasOwn(before, name)) resource.properties[name] = before[name];
      else delete resource.properties[name];
    }
  }
}

describe('the start', () => {
  it('accepts the templates', () => {
    expect(() => stacks.rejectUnsupported()).not.toThrow();
  });

  it('refuses a property that it does not know, of any resource', () => {
    // All at once, because a start lists everything it refuses.
    const all = stacks.declared();
    for (const { properties } of all) properties.Planted = true;
    try {
      stacks.rejectUnsupported();
    } catch (error) {
      const lines = (error as Error).message.split('\n');
      for (const resource of all) expect(lines).toContain(`${nameOf(resource)}: the property Planted is not supported`);
      return;
    } finally {
      for (const { properties } of all) delete properties.Planted;
    }
    throw new Error('Nothing was refused');
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['a function in a network', 'AWS::Lambda::Function', { VpcConfig: { SubnetIds: ['a'] } }],
    [
      'a function that starts from a snapshot',
      'AWS::Lambda::Function',
      { SnapStart: { ApplyOn: 'PublishedVersions' } },
    ],
    ['a function with a dead-letter queue', 'AWS::Lambda::Function', { DeadLetterConfig: { TargetArn: 'arn' } }],
    ['a batching window', 'AWS::Lambda::EventSourceMapping', { MaximumBatchingWindowInSeconds: 5 }],
    ['filters of messages', 'AWS::Lambda::EventSourceMapping', { FilterCriteria: { Filters: [] } }],
    ['a large batch', 'AWS::Lambda::EventSourceMapping', { BatchSize: 100 }],
    ['a FIFO queue', 'AWS::SQS::Queue', { FifoQueue: true }],
    ['validation by the gateway', 'AWS::ApiGateway::Method', { RequestValidatorId: 'all' }],
    ['scopes of tokens', 'AWS::ApiGateway::Method', { AuthorizationScopes: ['write'] }],
    ['IAM in front of a method', 'AWS::ApiGateway::Method', { AuthorizationType: 'AWS_IAM' }],
    ['bodies of one type as bytes', 'AWS::ApiGateway::RestApi', { BinaryMediaTypes: ['image/png'] }],
    ['an API without an address', 'AWS::ApiGateway::RestApi', { DisableExecuteApiEndpoint: true }],
    ['variables of a stage', 'AWS::ApiGateway::Stage', { Variables: { a: 'b' } }],
    ['a cache of the gateway', 'AWS::ApiGateway::Stage', { CacheClusterEnabled: true }],
    ['settings in a deployment', 'AWS::ApiGateway::Deployment', { StageDescription: { CachingEnabled: true } }],
    ['a quota', 'AWS::ApiGateway::UsagePlan', { Quota: { Limit: 1, Period: 'DAY' } }],
    ['a schedule that ends', 'AWS::Scheduler::Schedule', { EndDate: '2030-01-01T00:00:00Z' }],
    ['a schedule at any time', 'AWS::Scheduler::Schedule', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } }],
    ['a stream of changes', 'AWS::DynamoDB::Table', { StreamSpecification: { StreamViewType: 'KEYS_ONLY' } }],
    ['notifications of a bucket', 'AWS::S3::Bucket', { NotificationConfiguration: {} }],
    [
      'files that expire',
      'AWS::S3::Bucket',
      { LifecycleConfiguration: { Rules: [{ Status: 'Enabled', ExpirationInDays: 1 }] } },
    ],
    ['roles for a while', 'AWS::IAM::Role', { MaxSessionDuration: 3600 }],
  ])('refuses %s', (_, type, added) => {
    const [name = '', value] = Object.entries(added)[0] ?? [];
    const resource = firstOf(type);
    const refusal = refusalOf(resource, added);
    expect(refusal).toContain(`${nameOf(resource)}: `);
    expect(refusal).toContain(name);
    expect(value).toBeDefined();
    expect(refusal).toContain('is not supported');
  });

  it('refuses bytes of an integration, which is inside a property that it knows', () => {
    const method = firstOf('AWS::ApiGateway::Method');
    const Integration = { ...(method.properties.Integration as object), ContentHandling: 'CONVERT_TO_BINARY' };
    expect(refusalOf(method, { Integration })).toContain(
      `${nameOf(method)}: Integration.ContentHandling: "CONVERT_TO_BINARY" is not supported`,
    );
  });

  it('lists everything that it refuses at once', () => {
    const [queue, bucket] = [firstOf('AWS::SQS::Queue'), firstOf('AWS::S3::Bucket')];
    queue.properties.FifoQueue = true;
    const refusal = refusalOf(bucket, { ObjectLockEnabled: true });
    delete queue.properties.FifoQueue;
    expect(refusal).toContain(`${nameOf(queue)}: the property FifoQueue is not supported`);
    expect(refusal).toContain(`${nameOf(bucket)}: the property ObjectLockEnabled is not supported`);
  });
});
