import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Grant } from '../../src/runtime/grant.ts';
import type { CodeOf } from '../bundles.ts';
import { accessFor, allow, type Resources, type Variables } from '../grants.ts';

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
  /** What the function's trigger asks for besides its grants. */
  statements?: PolicyStatement[];
  variables?: Variables;
};

/**
 * A Lambda function as this service runs all of them: its own role that allows exactly its grants, written into the
 * role itself so that a route costs no policy resource, and its own log group with an end.
 */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { resources, timeoutSeconds } = props;
    const logGroup = new LogGroup(this, 'Logs', {
      retention: resources.config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const access = 'table' in resources ? accessFor(props.grants, resources) : { statements: [], variables: {} };
    const statements = [
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]),
      ...access.statements,
      ...(props.statements ?? []),
    ];
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { grants: new PolicyDocument({ statements }) },
    });
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

/** `health.get` and `ingest-work` as construct ids: HealthGet, IngestWork. */
export function constructId(id: string): string {
  return id.replace(/(?:^|[^A-Za-z0-9])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
