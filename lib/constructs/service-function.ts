import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Grant } from '#src/table/grants.ts';
import type { CodeProvider } from '../bundles.ts';
import { standardListMemoryMb } from '../config.ts';
import { accessFor, type Resources, type Variables } from '../grants.ts';
import { readsLists } from '../route-grants.ts';
import { type ExecutionRoles, makeLogGroup, makeRole } from './execution-roles.ts';

/** The runtime of all functions, and the day from which AWS no longer patches it. */
export const functionRuntime = Runtime.NODEJS_24_X;
export const functionRuntimeEnd = new Date('2028-04-30');

/** Grants and the resources they refer to. A function without grants needs only the settings. */
type GrantProps =
  | { grants: readonly Grant[]; resources: Resources }
  | { grants: readonly never[]; resources: Pick<Resources, 'config'> };

export type ServiceFunctionProps = GrantProps & {
  /** Path of the entry point: `lambdas/consumer/health/get.ts`. */
  file: string;
  summary: string;
  /** With the default of the setting `listMemoryMb`. Functions that hold lists get more or less by that setting. */
  memoryMb: number;
  timeoutSeconds: number;
  code: CodeProvider;
  variables?: Variables;
  /** Environments that Lambda keeps started. Undefined: none. */
  provisioned?: number | undefined;
} & (
    | {
        /** The roles and log group of an API, instead of its own. */
        shared: ExecutionRoles;
        statements?: never;
      }
    | {
        shared?: never;
        /** Permissions that the function's trigger needs, besides the grants. */
        statements?: PolicyStatement[];
      }
  );

/**
 * A Lambda function with this service's defaults: a role that allows exactly its grants, and a log group with a
 * retention period. It has its own unless `shared` is given.
 */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  /** The function to invoke, or the alias of its version that has started environments. */
  readonly target: IFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { resources, timeoutSeconds, shared, provisioned, statements = [] } = props;
    const access = 'table' in resources ? accessFor(props.grants, resources) : { statements: [], variables: {} };
    const logGroup = shared?.logGroup ?? makeLogGroup(this, 'Logs', resources.config);
    const role =
      shared?.roleFor(props.grants) ?? makeRole(this, 'Role', logGroup, [...access.statements, ...statements]);
    const environment = { ...access.variables, ...props.variables } as Record<string, string>;
    checkSize(environment, props.file);
    this.function = new LambdaFunction(this, 'Function', {
      description: props.summary,
      runtime: functionRuntime,
      architecture: Architecture.ARM_64,
      // The other one waits for the lists: scripts/bundle/provisioned.mjs.
      handler: provisioned === undefined ? 'index.handler' : 'provisioned.handler',
      code: props.code(props.file),
      memorySize: memoryMbOf(props),
      timeout: Duration.seconds(timeoutSeconds),
      environment,
      role,
      logGroup,
    });
    this.target = (provisioned === undefined ? this.function : this.keepStarted(provisioned)) as IFunction;
  }

  /** Only a version can have started environments. */
  private keepStarted(count: number): Alias {
    return new Alias(this, 'Provisioned', {
      aliasName: 'provisioned',
      version: this.function.currentVersion as IVersion,
      provisionedConcurrentExecutions: count,
    });
  }
}

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const environmentBytes = 4096;
const largestMemoryMb = 10_240;

/** In the proportion of the setting to its default, because lists grow with the registry. */
function memoryMbOf({ grants, memoryMb, resources: { config } }: ServiceFunctionProps): number {
  if (!readsLists(grants)) return memoryMb;
  return Math.min(Math.round((memoryMb * config.listMemoryMb) / standardListMemoryMb), largestMemoryMb);
}

/** Throws an Error that names the longest variable if Lambda would reject them in the middle of a deployment. */
function checkSize(environment: Record<string, string>, file: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(environment));
  if (bytes <= environmentBytes) return;
  const [longest] = Object.entries(environment).sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  throw new Error(
    `${file} gets ${bytes} bytes of environment variables, and Lambda takes ${environmentBytes}. Most are of ${longest}: ` +
      'shorten the setting that it comes from',
  );
}
