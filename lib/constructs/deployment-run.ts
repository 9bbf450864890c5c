import { createHash } from 'node:crypto';
import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
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
  timeoutSeconds: number;
}

/**
 * Runs a function during a deployment, after the function itself is updated. The deployment waits for it but continues
 * if it fails: the function's schedule repeats it, and its alarm reports the failure.
 */
export class DeploymentRun extends Construct {
  constructor(scope: Construct, id: string, { config, target, whenChanged, timeoutSeconds }: DeploymentRunProps) {
    super(scope, id);
    const logGroup = makeLogGroup(this, 'Logs', config);
    const role = makeRole(this, 'Role', logGroup, [allow(['lambda:InvokeFunction'], [target.functionArn])]);
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
      timeout: Duration.seconds(timeoutSeconds + 30),
      role: role.withoutPolicyUpdates(),
      logGroup,
      memorySize: 256,
      installLatestAwsSdk: false,
    });
    run.node.addDependency(target);
  }
}
