/** The output of the AWS CLI for a ready account, by service and operation. Undefined: no such resource. */
export const ready: Record<string, unknown> = {
  'sts get-caller-identity': { UserId: 'AIDA', Account: '123456789012', Arn: 'arn:aws:iam::123456789012:user/ada' },
  'ssm get-parameter': { Parameter: { Name: '/cdk-bootstrap/hnb659fds/version', Type: 'String', Value: '30' } },
  'cloudformation describe-stacks': {
    Stacks: [
      {
        StackName: 'registry-prod-data',
        StackStatus: 'UPDATE_COMPLETE',
        Outputs: [{ OutputKey: 'TableName', OutputValue: 'Table' }],
      },
    ],
  },
  'lambda get-account-settings': {
    AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000, TotalCodeSize: 80_530_636_800 },
    AccountUsage: { TotalCodeSize: 0, FunctionCount: 0 },
  },
  'apigateway get-account': { throttleSettings: { burstLimit: 5000, rateLimit: 10_000 }, features: ['UsagePlans'] },
  'acm describe-certificate': {
    Certificate: { Status: 'ISSUED', SubjectAlternativeNames: ['registry.example.org', '*.example.com'] },
  },
  'sesv2 get-email-identity': { IdentityType: 'DOMAIN', VerifiedForSendingStatus: true },
  'sesv2 get-account': { ProductionAccessEnabled: true, SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14 } },
  'rds describe-orderable-db-instance-options': {
    OrderableDBInstanceOptions: [{ Engine: 'aurora-postgresql', SupportsHttpEndpoint: true }],
  },
  'rds describe-db-engine-versions': {
    DBEngineVersions: [{ ServerlessV2FeaturesSupport: { MinCapacity: 0, MaxCapacity: 256 } }],
  },
  'ec2 describe-vpcs': { Vpcs: [{ VpcId: 'vpc-0a', IsDefault: true }] },
  'service-quotas get-service-quota': { Quota: { QuotaCode: 'L-F678F1CE', Value: 5 } },
  'cloudwatch get-metric-statistics': { Label: 'ListsBehindSeconds', Datapoints: [{ Maximum: 290, Unit: 'Seconds' }] },
  'secretsmanager describe-secret': { ARN: 'arn', Name: 'openalex' },
};
