import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Grant } from '../../src/runtime/grant.ts';
import type { CodeOf } from '../bundles.ts';
import { accessFor, type Resources, type Variables } from '../grants.ts';
import { type ExecutionRoles, makeLogGroup, makeRole } from './execution-roles.ts';

/** What a function is granted, and of what. One without grants needs to know the settings only. */
type Granted =
  | { grants: readonly Grant[]; resources: Resources }
  | { grants: readonly never[]; resources: Pick<Resources, 'config'> };

export type ServiceFunctionProps = Granted & {
  /** Where the entry point stands: `lambdas/consumer/health/get.ts`. */
  file: string;
  summary: string;
  memoryMb: number;
  timeoutSeconds: number;
  code: CodeOf;
  variables?: Variables;
} & (
    | {
        /** Where the functions of an API get their role and their log group. */
        shared: ExecutionRoles;
        statements?: never;
      }
    | {
        shared?: never;
        /** What the function's trigger asks for besides its grants. */
        statements?: PolicyStatement[];
      }
  );

/**
 * A Lambda function as this service runs all of them: under a role that allows exactly its grants, and with a log group
 * that has an end. Both are its own, unless it is given those of an API.
 */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { resources, timeoutSeconds, shared, statements = [] } = props;
    const access = 'table' in resources ? accessFor(props.grants, resources) : { statements: [], variables: {} };
    const logGroup = shared?.logGroup ?? makeLogGroup(this, 'Logs', resources.config);
    const role =
      shared?.roleFor(props.grants) ?? makeRole(this, 'Role', logGroup, [...access.statements, ...statements]);
    this.function = new LambdaFunction(this, 'Function', {
      description: props.summary,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: props.code(props.file),
      memorySize: props.memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      environment: { ...access.variables, ...props.variables } as Record<string, string>,
      role,
      logGroup,
    });
  }
}
