import { type CfnResource, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { BucketProps } from 'aws-cdk-lib/aws-s3';
import type { Config } from '../config.ts';

/** Retains data when its stack is deleted, but leaves nothing behind when its creation fails. */
export const removalPolicyOf = ({ retainData }: Config): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** Retains a bucket when its stack is deleted, or empties it first, because only an empty bucket can be deleted. */
export const bucketRemovalOf = (config: Config): Pick<BucketProps, 'removalPolicy' | 'autoDeleteObjects'> => ({
  removalPolicy: removalPolicyOf(config),
  autoDeleteObjects: !config.retainData,
});

/**
 * Gives the function with which CDK empties the buckets of a stack a log group, which would otherwise stay for ever, and
 * a role that may write only there. The policies of the buckets let it delete objects.
 */
export function logEmptyingOfBuckets(stack: Stack, { logRetentionDays: retention }: Config): void {
  const provider = stack.node.tryFindChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
  if (!provider) return;
  const logs = new LogGroup(stack, 'EmptyBucketsLogs', { retention, removalPolicy: RemovalPolicy.DESTROY });
  const writeLogs = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logs.logGroupArn],
  });
  const role = provider.node.findChild('Role') as CfnResource;
  role.addPropertyDeletionOverride('ManagedPolicyArns');
  role.addPropertyOverride('Policies', [
    { PolicyName: 'logs', PolicyDocument: { Version: '2012-10-17', Statement: [writeLogs.toStatementJson()] } },
  ]);
  (provider.node.findChild('Handler') as CfnResource).addPropertyOverride('LoggingConfig', {
    LogGroup: logs.logGroupName,
  });
}
