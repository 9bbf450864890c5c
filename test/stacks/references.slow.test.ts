import { describe, expect, it } from '@jest/globals';
import { CrossStackReferences, ReferenceStrength } from 'aws-cdk-lib';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import { readConfig } from '../../lib/config.ts';
import { aJob, anAuthorizer, aRegistry, aRoute, templatesOf } from './support.ts';
import { withLists } from './templates.ts';

/** Routes that use everything that stacks provide to each other. */
const routes = [
  aRoute({
    id: 'things.create',
    path: '/things',
    method: 'POST',
    auth: apiKey('ingest'),
    grants: ['publications:store', 'queue:researchers', 'queue:works', 'lists:publications', 'secret:api-key-pepper'],
  }),
  aRoute({
    id: 'keys.create',
    path: '/keys',
    api: 'dashboard',
    method: 'POST',
    grants: ['gateway-keys', 'secret:admin-cli', 'queue:researchers', 'sign-in', 'directory:add'],
  }),
];
const jobs = [
  aJob({ id: 'compact', grants: ['lists:compact'], trigger: { kind: 'schedule', everyMinutes: 15 } }),
  aJob({ id: 'fill', grants: ['database:lists'], trigger: { kind: 'schedule', everyMinutes: 5 } }),
];
const declared = { routes, jobs, authorizers: [anAuthorizer] };
const registryOf = (settings: object) => aRegistry({ ...declared, config: readConfig(settings) });

interface StackTemplate {
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }>;
}
/** Templates by stack name, in the order of their deployment. */
type Templates = Map<string, StackTemplate>;

const stackNameOf = (name: string) => `registry-prod-${name.replace(/(?<=[a-z])[A-Z]/, '-$&').toLowerCase()}`;
function synthesized(registry: ReturnType<typeof aRegistry>): Templates {
  const templates = Object.entries(templatesOf(registry)).map(([name, template]): [string, StackTemplate] => [
    stackNameOf(name),
    template.toJSON(),
  ]);
  // Only with a load balancer does the edge need the user pool.
  const { edge, signIn } = registry;
  const isFirst = ([name]: [string, StackTemplate]) => name === signIn?.stackName;
  const signInFirst = signIn !== undefined && edge.dependencies.includes(signIn);
  return new Map(signInFirst ? templates.sort((a, b) => Number(isFirst(b)) - Number(isFirst(a))) : templates);
}

/** The arguments of an intrinsic function, wherever a template has it. */
function argumentsOf<T>(intrinsic: string, value: unknown): T[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === intrinsic ? [item as T] : argumentsOf<T>(intrinsic, item),
  );
}

const importsOf = (template: StackTemplate) => argumentsOf<string>('Fn::ImportValue', template);
const exportsOf = ({ Outputs = {} }: StackTemplate) =>
  new Map(
    Object.values(Outputs).flatMap(({ Export, Value }) => (Export ? [[Export.Name, JSON.stringify(Value)]] : [])),
  );

/**
 * The errors of CloudFormation when these templates are deployed, stack by stack, over the deployed ones: first the
 * stacks
 * of `first`, then all.
 */
function refusals(before: Templates, after: Templates, first: readonly string[] = []): string[] {
  const deployed = new Map(before);
  const order = [...[...after].filter(([stack]) => first.includes(stack)), ...after];
  return order.flatMap(([stack, template]) => {
    const others = [...deployed].filter(([name]) => name !== stack).map(([, other]) => other);
    const imported = new Set(others.flatMap(importsOf));
    const exported = new Set(others.flatMap((other) => [...exportsOf(other).keys()]));
    const next = exportsOf(template);
    const changed = [...exportsOf(deployed.get(stack) ?? {})].filter(([name, value]) => next.get(name) !== value);
    const outputs = argumentsOf<{ StackName: string; OutputName: string }>('Fn::GetStackOutput', template);
    const problems = [
      ...changed.filter(([name]) => imported.has(name)).map(([name]) => `${name} is in use`),
      ...importsOf(template)
        .filter((name) => !exported.has(name))
        .map((name) => `${name} is not exported`),
      ...outputs
        .filter(({ StackName, OutputName }) => !deployed.get(StackName)?.Outputs?.[OutputName])
        .map(({ StackName, OutputName }) => `${StackName} has no output ${OutputName}`),
    ];
    deployed.set(stack, template);
    return problems;
  });
}

/** As deployed by an earlier version: every reference is an import. */
function withExportsOnly() {
  const registry = registryOf({});
  const { data, edge, background, apis } = registry;
  const resources = [
    data.adminCliSecret,
    edge.distributions?.base,
    edge.distributions?.dashboard,
    ...Object.values(background.queues),
    ...(apis.consumer.usagePlans ?? []).map(({ plan }) => plan),
  ];
  for (const resource of resources) if (resource) CrossStackReferences.of(resource).produce(ReferenceStrength.STRONG);
  return synthesized(registry);
}

const standard = synthesized(registryOf({}));
const certificateOf = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/0a1b`;
const own = { publicBaseUrl: 'https://registry.example.org', dashboardUrl: 'https://desk.example.org' };

describe('a deployment of all stacks, in their order, is never refused', () => {
  it('when it is the first', () => {
    expect(refusals(new Map(), standard)).toEqual([]);
  });

  it.each([
    ['the operator routes', { adminCli: false }],
    ['names of CloudFront', own],
    ['the user pool', { signIn: { issuer: 'https://id.example.org', audience: 'registry' } }],
    ['its own table', { existingTable: { name: 'restored', id: '0a1b2c3d-0a1b-4c3d-8e5f-0a1b2c3d4e5f' } }],
  ])('when a setting takes %s away, or brings them back', (_, settings) => {
    const without = synthesized(registryOf(settings));
    expect(refusals(standard, without)).toEqual([]);
    expect(refusals(without, standard)).toEqual([]);
  });

  it.each([
    ['brings', {}],
    ['gives a network to', { vpc: { id: 'vpc-0a', subnetIds: ['subnet-0a', 'subnet-0b'] } }],
  ])('when a setting %s a load balancer that signs people in, or takes it away', (_, alb) => {
    const named = { ...own, edge: { certificateArn: certificateOf('us-east-1') } };
    const withAlb = (more: object) =>
      synthesized(
        registryOf({ ...named, signIn: { alb: { certificateArn: certificateOf('eu-central-1'), ...more } } }),
      );
    const [before, after] = [synthesized(registryOf(named)), withAlb(alb)];
    expect(refusals(new Map(), after)).toEqual([]);
    expect(refusals(before, after)).toEqual([]);
    expect(refusals(after, before)).toEqual([]);
    // Otherwise no reference says whether the user pool or the edge comes first.
    expect(refusals(after, before, ['registry-prod-sign-in'])).toEqual([]);
    expect(refusals(after, withAlb({}))).toEqual([]);
  });

  it('when lists move to PostgreSQL and back, while functions of before still read them where they were', () => {
    const at = (lists: object) => synthesized(aRegistry({ ...declared, config: withLists(lists) }));
    const [memory, prepared, moved] = [at({}), at({ prepare: 'postgres' }), at({ engine: 'postgres' })];
    const both = at({ engine: 'postgres', prepare: 'memory' });
    const steps = [memory, prepared, both, moved, both, prepared, memory];
    for (const [index, before] of steps.slice(0, -1).entries())
      expect(refusals(before, steps[index + 1] as Templates)).toEqual([]);
    // Only then can the stack be deleted, which no deployment does.
    const used = (templates: Templates) =>
      [...templates.values()].flatMap(importsOf).filter((name) => /-lists:/.test(name));
    expect(used(both)).not.toEqual([]);
    expect(used(prepared)).not.toEqual([]);
    expect(used(memory)).toEqual([]);
  });

  it.each([
    ['CloudFront', { ...own, edge: { enabled: false } }],
    ['the firewall', { edge: { firewall: false } }],
  ])('when a setting takes %s away, if the APIs are deployed first, or brings it back', (_, settings) => {
    const without = synthesized(registryOf(settings));
    const apis = ['consumer', 'integrations', 'dashboard'].map(stackNameOf);
    expect(refusals(standard, without, apis)).toEqual([]);
    expect(refusals(standard, without)).toEqual([expect.stringMatching(/Firewall.* is in use$/)]);
    expect(refusals(without, standard)).toEqual([]);
  });

  it('when every reference was an import before', () => {
    const before = withExportsOnly();
    expect(refusals(before, standard)).toEqual([]);
    // The reason for this: with imports alone, CloudFormation refuses.
    expect(refusals(before, synthesized(registryOf({ adminCli: false })))).toEqual([
      expect.stringMatching(/AdminCliSecret.* is in use$/),
    ]);
  });
});

it('no stack imports a queue, a usage plan, a distribution or the secret of the operator', () => {
  const outputs = [...standard.values()].flatMap((template) =>
    argumentsOf<{ OutputName: string }>('Fn::GetStackOutput', template).map(({ OutputName }) => OutputName),
  );
  const imports = [...standard.values()].flatMap(importsOf);
  for (const what of [/AdminCliSecret/, /CloudFront/, /ResearchersQueue/, /PerMinute60/, /Unlimited/]) {
    expect(outputs.some((name) => what.test(name))).toBe(true);
    expect(imports.filter((name) => what.test(name))).toEqual([]);
  }
});
