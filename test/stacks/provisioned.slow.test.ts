import { expect, it } from '@jest/globals';
import { readConfig } from '../../lib/config.ts';
import { referencesWith } from '../../local/cloudformation/resources.ts';
import { Stacks } from '../../local/cloudformation/template.ts';
import { functionArnIn } from '../../local/gateway/invocation.ts';
import { functionNameIn } from '../../local/lambda/functions.ts';
import { aRegistry, aRoute, templatesOf } from './support.ts';
import { resource, resources } from './templates.ts';

const routes = [
  aRoute({ id: 'things.list', path: '/things', grants: ['lists:publications'] }),
  aRoute({ id: 'things.get', path: '/things/{id}', grants: ['publications:read'] }),
  aRoute({ id: 'works.list', api: 'integrations', path: '/works', grants: ['lists:works'] }),
];
const of = (provisionedConcurrency: object) =>
  templatesOf(aRegistry({ routes, config: readConfig({ provisionedConcurrency }) }));
const standard = of({});
const provisioned = of({ consumer: 2 });
const consumer = provisioned.Consumer;

it('functions with a list have environments that are kept started; no others of the API, and no other API', () => {
  const aliases = resources(consumer, 'AWS::Lambda::Alias').map(([, { Properties }]) => Properties);
  expect(aliases).toMatchObject([
    { Name: 'provisioned', ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 2 } },
  ]);
  expect(resources(consumer, 'AWS::Lambda::Version')).toHaveLength(1);
  const handlerOf = (beginning: string) => resource(consumer, 'AWS::Lambda::Function', beginning).Properties.Handler;
  expect(handlerOf('ThingsList')).toBe('provisioned.handler');
  expect(handlerOf('ThingsGet')).toBe('index.handler');
  for (const [name, template] of Object.entries(standard))
    if (name !== 'Consumer') expect(provisioned[name as keyof typeof standard].toJSON()).toEqual(template.toJSON());
  expect(JSON.stringify(standard.Consumer.toJSON())).not.toMatch(/Lambda::(Alias|Version)|provisioned/);
});

it('API Gateway invokes the alias, and may, as the laptop reads the templates', () => {
  const templates = Object.fromEntries(
    Object.entries(provisioned).map(([name, template]) => [`registry-prod-${name.toLowerCase()}`, template.toJSON()]),
  );
  const stacks = new Stacks(
    new Map(Object.entries(templates)),
    new Map(),
    referencesWith({ queuesUrl: 'http://localhost:1', issuer: 'http://localhost:2' }),
  );
  const [list] = stacks
    .all('AWS::ApiGateway::Method')
    .filter(({ properties }) => properties.OperationName === 'things.list');
  const arn = functionArnIn(list?.properties.Integration.Uri ?? '');
  expect(arn).toMatch(/:function:registry-prod-consumer-ThingsList\w+:provisioned$/);
  expect(functionNameIn(arn)).toMatch(/^registry-prod-consumer-ThingsList\w+$/);
  const allowed = stacks
    .all('AWS::IAM::Role')
    .flatMap(({ properties }) => properties.Policies?.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) ?? [])
    .filter(({ Action }) => Action === 'lambda:InvokeFunction')
    .flatMap(({ Resource }) => Resource);
  expect(allowed).toContain(arn);
  expect(allowed).not.toContain(arn.replace(/:provisioned$/, ''));
});

it('another version is made when the code or a setting of a function changes', () => {
  const versionOf = (config: object) => {
    const made = templatesOf(
      aRegistry({ routes, config: readConfig({ provisionedConcurrency: { consumer: 2 }, ...config }) }),
    );
    return resources(made.Consumer, 'AWS::Lambda::Version').map(([id]) => id);
  };
  expect(versionOf({})).toEqual(resources(consumer, 'AWS::Lambda::Version').map(([id]) => id));
  expect(versionOf({ listStalenessMs: 5 })).not.toEqual(versionOf({}));
});

it.each([
  [{ consumer: 0 }, 'provisionedConcurrency.consumer must be at least 1'],
  [{ dashboard: 1.5 }, 'provisionedConcurrency.dashboard must be a whole number'],
  [{ background: 1 }, 'provisionedConcurrency.background is not a setting'],
])('%j is refused', (provisionedConcurrency, message) => {
  expect(() => readConfig({ provisionedConcurrency })).toThrow(message);
});
