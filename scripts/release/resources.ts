/** The parts of a stack that must survive an upgrade: resources with data or addresses known to others, and exports. */
export interface KeptResources {
  /** By logical id: the type, and the properties that CloudFormation cannot change without replacing the resource. */
  resources: Record<string, { type: string; fixed?: Record<string, unknown> }>;
  exports: string[];
}

interface Template {
  Resources?: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
  Outputs?: Record<string, { Export?: { Name: unknown } }>;
}

/**
 * For each type that must survive: the properties whose change replaces the resource, according to CloudFormation
 * ("Update requires: Replacement").
 */
const fixedProperties: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGateway::RestApi': [],
  'AWS::ApiGateway::Stage': ['StageName'],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
  'AWS::CloudFront::Distribution': [],
  'AWS::Cognito::UserPool': ['AliasAttributes', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolClient': ['GenerateSecret'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
};

/** The parts of a template that must survive an upgrade. */
export function keptResources({ Resources = {}, Outputs = {} }: Template): KeptResources {
  const kept = Object.entries(Resources).flatMap(([id, { Type: type, Properties = {} }]) => {
    const names = fixedProperties[type];
    if (!names) return [];
    const fixed = Object.fromEntries(names.flatMap((name) => (name in Properties ? [[name, Properties[name]]] : [])));
    return [[id, Object.keys(fixed).length > 0 ? { type, fixed } : { type }] as const];
  });
  const exports = Object.values(Outputs).flatMap(({ Export }) =>
    typeof Export?.Name === 'string' ? [Export.Name] : [],
  );
  return {
    resources: Object.fromEntries(kept.sort(([one], [other]) => (one < other ? -1 : 1))),
    exports: exports.sort(),
  };
}

/** The resources and exports that an upgrade would remove, as text: `Data Table (AWS::DynamoDB::Table) is removed`. */
export function losses(
  before: Readonly<Record<string, KeptResources>>,
  after: Readonly<Record<string, KeptResources>>,
): string[] {
  return Object.entries(before).flatMap(([stack, { resources, exports }]) => {
    const now = after[stack] ?? { resources: {}, exports: [] };
    const ofResources = Object.entries(resources).flatMap(([id, { type, fixed }]) => {
      const next = now.resources[id];
      const resource = `${stack} ${id} (${type})`;
      if (!next) return [`${resource} is removed`];
      const isSame = next.type === type && JSON.stringify(next.fixed) === JSON.stringify(fixed);
      return isSame ? [] : [`${resource} is replaced`];
    });
    return [
      ...ofResources,
      ...exports.filter((name) => !now.exports.includes(name)).map((name) => `${stack} ${name} (export) is removed`),
    ];
  });
}
