import { createHash } from 'node:crypto';
import { Duration, Stack } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { AwsCustomResource, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { allow } from '../grants.ts';
import { makeLogGroup, makeRole } from './execution-roles.ts';

export interface DeploymentRunProps {
  config: Config;
  target: LambdaFunction;
  /** The function runs in each deployment that changes this value. */
  whenChanged: string;
}

/**
 * Runs a function during a deployment, after the function itself is updated. The deployment waits for it but continues
 * if it fails: the function's schedule repeats it, and its alarm reports the failure.
 */
export class DeploymentRun extends Construct {
  constructor(scope: Construct, id: string, { config, target, whenChanged }: DeploymentRunProps) {
    super(scope, id);
    const { role, calls, logGroup } = DeploymentCaller.of(Stack.of(this), config);
    calls.addResources(target.functionArn);
    const version = createHash('sha256').update(whenChanged).digest('hex').slice(0, 16);
    const run = new AwsCustomResource(this, 'Run', {
      resourceType: 'Custom::DeploymentRun',
      onUpdate: {
        service: 'Lambda',
        action: 'invoke',
        parameters: { FunctionName: target.functionName },
        // CloudFormation limits the response to 4 KB.
        outputPaths: ['StatusCode'],
        // The call may be throttled, like any call of Lambda.
        ignoreErrorCodesMatching: 'TooManyRequestsException|ServiceException',
        physicalResourceId: PhysicalResourceId.of(version),
      },
      // As long as any function may run.
      timeout: Duration.minutes(15),
      role: role.withoutPolicyUpdates(),
      logGroup,
      memorySize: 256,
      installLatestAwsSdk: false,
    });
    run.node.addDependency(target);
  }
}

/** The log group and role of CDK's function. A stack has one for all its runs, with the role of the first. */
class DeploymentCaller extends Construct {
  readonly logGroup: ILogGroup;
  readonly role: Role;
  /** Allows the calls of all runs. */
  readonly calls = allow(['lambda:InvokeFunction'], []);

  static of(stack: Stack, config: Config): DeploymentCaller {
    const id = 'DeploymentCaller';
    return (stack.node.tryFindChild(id) as DeploymentCaller | undefined) ?? new DeploymentCaller(stack, id, config);
  }

  private constructor(scope: Construct, id: string, config: Config) {
    super(scope, id);
    this.logGroup = makeLogGroup(this, 'Logs', config);
    this.role = makeRole(this, 'Role', this.logGroup, [this.calls]);
  }
}
