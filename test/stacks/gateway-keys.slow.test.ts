import { describe, expect, it } from '@jest/globals';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import { aJob, anAuthorizer, aRegistry, aRoute, templatesOf } from './support.ts';
import { resource, resources, roleOf } from './templates.ts';

const keyed = aRoute({ id: 'things.create', path: '/things', method: 'POST', auth: apiKey('ingest') });
const administered = aRoute({
  id: 'keys.create',
  api: 'dashboard',
  method: 'POST',
  path: '/keys',
  grants: ['gateway-keys'],
});
const aligner = aJob({
  id: 'align-keys',
  trigger: { kind: 'schedule', everyMinutes: 5 },
  grants: ['gateway-keys'],
});
const authorizers = [anAuthorizer];
const templates = templatesOf(aRegistry({ routes: [keyed, administered], jobs: [aligner], authorizers }));

/** The resources of each statement about the gateway, as text: their ids are references. */
function statementsOf(stack: 'Consumer' | 'Dashboard', name: string) {
  const { Policies } = roleOf(templates[stack], name).Properties;
  const [, ...statements] = Policies[0].PolicyDocument.Statement;
  return statements.map(({ Action, Resource, Condition }: Record<'Action' | 'Resource' | 'Condition', unknown>) => ({
    actions: [Action].flat(),
    condition: Condition,
    resources: ([Resource].flat() as { 'Fn::Join': [string, unknown[]] }[]).map((each) =>
      each['Fn::Join'][1].filter((part: unknown) => typeof part === 'string'),
    ),
  }));
}

describe.each([
  ['a route of the dashboard', 'Dashboard', 'KeysCreate'],
  ['the job beside the plans', 'Consumer', 'AlignKeysWorker'],
] as const)('the grant gateway-keys of %s', (_, stack, name) => {
  it('creates, finds and deletes keys of this deployment, and puts them into our five plans only', () => {
    const [find, create, tag, remove, add, look] = statementsOf(stack, name);
    const ours = (key: string) => ({ StringEquals: { [`aws:${key}/registry-deployment`]: 'registry-prod' } });
    expect(find.actions).toEqual(['apigateway:GET']);
    expect(find.resources[0].at(-1)).toBe('::/apikeys');
    expect(create).toMatchObject({ actions: ['apigateway:POST'], condition: ours('RequestTag') });
    expect(create.resources[0].at(-1)).toBe('::/apikeys');
    expect(tag).toMatchObject({ actions: ['apigateway:PUT'], condition: ours('RequestTag') });
    expect(tag.resources[0].at(-1)).toBe('%3A%3A%2Fapikeys*');
    expect(remove).toMatchObject({ actions: ['apigateway:DELETE'], condition: ours('ResourceTag') });
    expect(remove.resources[0].at(-1)).toBe('::/apikeys/*');
    expect(add.actions).toEqual(['apigateway:POST']);
    expect(look.actions).toEqual(['apigateway:GET', 'apigateway:DELETE']);
    for (const [{ resources: all }, end] of [
      [add, '/keys'],
      [look, '/keys/*'],
    ] as const) {
      expect(all).toHaveLength(5);
      for (const parts of all) expect(parts.slice(-2)).toEqual(['::/usageplans/', end]);
    }
  });

  it('tells it the plans by their limits', () => {
    const { Variables } = resource(templates[stack], 'AWS::Lambda::Function', name).Properties.Environment;
    const parts: unknown[] = Variables.USAGE_PLANS['Fn::Join'][1];
    expect(parts.filter((part) => typeof part === 'string')).toEqual([
      '60=',
      ' 300=',
      ' 1200=',
      ' 6000=',
      ' unlimited=',
    ]);
  });
});

it('its job alone is in the Consumer stack, where the plans are', () => {
  expect(resources(templates.Consumer, 'AWS::Scheduler::Schedule')).toHaveLength(1);
  expect(resources(templates.Background, 'AWS::Scheduler::Schedule')).toEqual([]);
});

it('a grant of gateway-keys without usage plans is an error', () => {
  expect(() => aRegistry({ routes: [administered] })).toThrow('The grant gateway-keys needs usage plans');
});
