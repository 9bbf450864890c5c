import { type App, CrossStackReferences, ReferenceStrength } from 'aws-cdk-lib';
import type { Authorizer } from '../src/http/authorizer.ts';
import type { Loaded } from '../src/http/load-routes.ts';
import type { AnyRoute, Api } from '../src/http/route.ts';
import type { AnyJob } from '../src/queues/job.ts';
import { ApiStack } from './api-stack.ts';
import { BackgroundStack } from './background-stack.ts';
import type { CodeOf } from './bundles.ts';
import type { Config } from './config.ts';
import { DataStack } from './data-stack.ts';

export interface RegistryProps {
  config: Config;
  routes: readonly Loaded<AnyRoute>[];
  jobs: readonly Loaded<AnyJob>[];
  authorizers: readonly Loaded<Authorizer>[];
  code: CodeOf;
}

/** The stacks of one registry, in the order they depend on each other. */
export interface Registry {
  data: DataStack;
  background: BackgroundStack;
  apis: Record<Api, ApiStack>;
}

/** Adds all stacks of one registry to an app. */
export function addRegistry(app: App, { config, routes, jobs, authorizers, code }: RegistryProps): Registry {
  const { stage, account, region, retainData } = config;
  // CloudFormation then refuses to delete what another stack still uses.
  CrossStackReferences.of(app).consume(ReferenceStrength.STRONG);
  const stackProps = (what: string) => ({
    stackName: `registry-${stage}-${what}`,
    // Without an account the templates deploy to whichever one the credentials belong to.
    env: { ...(account && { account }), ...(region && { region }) },
    tags: { service: 'publication-registry', stage },
    terminationProtection: retainData,
  });
  const data = new DataStack(app, 'Data', {
    ...stackProps('data'),
    description: `Publication Registry (${stage}): table, bucket, secret and alarm topic`,
    config,
  });
  const background = new BackgroundStack(app, 'Background', {
    ...stackProps('background'),
    description: `Publication Registry (${stage}): queues, workers and schedules`,
    config,
    data,
    jobs,
    code,
  });
  const { table, bucket, apiKeyPepper } = data;
  const resources = { config, table, bucket, apiKeyPepper, queues: background.queues };
  const makeApi = (api: Api) => {
    const stack = new ApiStack(app, `${api[0]?.toUpperCase()}${api.slice(1)}`, {
      ...stackProps(api),
      description: `Publication Registry (${stage}): ${api} API`,
      api,
      routes: routes.filter(({ declaration }) => declaration.api === api),
      authorizers,
      code,
      resources,
      alarmTopic: data.alarmTopic,
    });
    // The gateway logs under the role of the data stack, which no reference says.
    stack.addStackDependency(data);
    return stack;
  };
  return {
    data,
    background,
    apis: { consumer: makeApi('consumer'), integrations: makeApi('integrations'), dashboard: makeApi('dashboard') },
  };
}
