import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, NestedStack, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';
import type { AnyRoute } from '#src/http/route.ts';
import type { Authorizer } from '#src/identity/callers/authorizer.ts';
import type { AnyJob } from '#src/table/queues/job.ts';
import { pagesIn } from '../../lib/bundles.ts';
import { readConfig } from '../../lib/config.ts';
import {
  type DeclarationFile,
  loadAuthorizers,
  loadJobs,
  loadPoolTriggers,
  loadRoutes,
} from '../../lib/load-declarations.ts';
import { addRegistry, type Registry, type RegistryProps } from '../../lib/registry.ts';
import { flattenNestedStacks } from '../../local/cloudformation/nested-stacks.ts';
import type { StackName } from './templates.ts';

/** The context from the CDK command line, which changes what constructs create. */
const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../cdk.json'), 'utf8'));

/** CDK's own validation and metadata take seconds; every real synthesis has both. */
const onlyTemplates = {
  analyticsReporting: false,
  builtinCloudFormationValidation: false,
  treeMetadata: false,
  context: { ...context, 'aws:cdk:disable-creation-stack-traces': true },
};

/** The declarations below lambdas/, as they are. */
export async function real(): Promise<Pick<RegistryProps, 'routes' | 'jobs' | 'authorizers' | 'triggers'>> {
  const [routes, jobs, authorizers, triggers] = await Promise.all([
    loadRoutes(),
    loadJobs(),
    loadAuthorizers(),
    loadPoolTriggers(),
  ]);
  return { routes, jobs, authorizers, triggers };
}

/** A small web dashboard, in place of the built one. */
export const pages = pagesIn(join(import.meta.dirname, 'pages'));

/**
 * A registry that bundles nothing: what is not given is empty or default. No API may be empty, so each has its health
 * check.
 */
export function aRegistry({ routes = [], ...props }: Partial<RegistryProps> = {}): Registry {
  const health = (['consumer', 'integrations', 'dashboard'] as const)
    .filter((api) => !routes.some(({ declaration }) => declaration.api === api))
    .map((api) => aRoute({ api, id: 'health.get', path: '/health' }));
  return addRegistry(new App(onlyTemplates), {
    config: readConfig(undefined),
    routes: [...routes, ...health],
    jobs: [],
    authorizers: [],
    triggers: [],
    code: (file) => Code.fromInline(`// ${file}`),
    ...props,
  });
}

export function stacksOf({ data, edge, signIn, lists, background, apis }: Registry) {
  const { consumer, integrations, dashboard } = apis;
  return {
    Data: data,
    Edge: edge,
    ...(signIn && { SignIn: signIn }),
    ...(lists && { Lists: lists }),
    Background: background,
    Consumer: consumer,
    Integrations: integrations,
    Dashboard: dashboard,
  };
}

/** The nested stacks of a stack, by their logical ids in its template. */
function nestedStacksOf(stack: Stack): Map<string, NestedStack> {
  const nested = stack.node.findAll().filter((construct) => NestedStack.isNestedStack(construct));
  return new Map(nested.map((child) => [stack.resolve(child.nestedStackResource?.logicalId), child]));
}

/** The templates that CloudFormation gets of a stack: its own and those of its nested stacks. */
export function deployedTemplatesOf(stack: Stack): Template[] {
  return [stack, ...nestedStacksOf(stack).values()].map((part) => Template.fromStack(part));
}

/** The template of a stack with what its nested stacks make. */
function wholeTemplateOf(stack: Stack): Template {
  const nested = nestedStacksOf(stack);
  const templateOf = (part: Stack) => Template.fromStack(part).toJSON();
  return Template.fromJSON(flattenNestedStacks(templateOf(stack), (id) => templateOf(nested.get(id) as NestedStack)));
}

/**
 * The template of each stack with its nested stacks, created when first read; with an institution's issuer there is
 * none for signing in, and one for lists only with a database.
 */
export function templatesOf(registry: Registry): Record<StackName | 'Lists', Template> {
  const templates = {} as Record<StackName | 'Lists', Template>;
  for (const [name, stack] of Object.entries(stacksOf(registry))) {
    let made: Template | undefined;
    const get = () => (made ??= wholeTemplateOf(stack));
    Object.defineProperty(templates, name, { get, enumerable: true });
  }
  return templates;
}

export function aRoute(fields: Partial<AnyRoute> & Pick<AnyRoute, 'path'>): DeclarationFile<AnyRoute> {
  const declaration: AnyRoute = {
    id: 'things.get',
    api: 'consumer',
    method: 'GET',
    summary: 'A thing',
    auth: { kind: 'none' },
    responses: { 200: z.object({}) },
    problems: [],
    grants: [],
    handle: async () => ({ status: 200, body: {} }),
    ...fields,
  };
  return { file: `lambdas/${declaration.api}/${declaration.id.replaceAll('.', '/')}.ts`, declaration };
}

export function aJob(fields: Partial<AnyJob> & Pick<AnyJob, 'id' | 'trigger'>): DeclarationFile<AnyJob> {
  const declaration = { summary: 'A job', impact: 'Things stop.', grants: [], timeoutSeconds: 60, ...fields } as AnyJob;
  return { file: `lambdas/background/${declaration.id}.ts`, declaration };
}

export const anAuthorizer: DeclarationFile<Authorizer> = {
  file: 'lambdas/authorizers/credential.ts',
  declaration: {
    id: 'credential',
    kinds: ['apiKey', 'installation'],
    summary: 'Knows credentials',
    cache: { header: 'X-API-Key', seconds: 60 },
    grants: ['publications:read', 'secret:api-key-pepper'],
  },
};
