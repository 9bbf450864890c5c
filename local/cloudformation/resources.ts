import { createHash } from 'node:crypto';
import { interfaceAddress, interfacesOf } from './network.ts';
import type { ResourceType } from './properties/supported.ts';
import { account, describe, type Stacks, type TemplateResource } from './template.ts';

/** Addresses of the local services, known only after a start. */
export interface Addresses {
  queuesUrl: string;
  /** The URL of the sign-in pages, on the dashboard's listener. */
  issuer: string;
}

/** The name of a resource and the values of its Ref and Fn::GetAtt. */
interface References {
  /** The value of Ref; default the physical name. */
  ref?: (name: string, resource: TemplateResource, addresses: Addresses, stacks: Stacks) => string;
  /** The values of Fn::GetAtt. */
  attributes?: Record<string, (name: string, addresses: Addresses, resource: TemplateResource) => string | string[]>;
  /** The values of Fn::GetAtt for unlisted attributes; undefined if there is no such attribute. */
  attribute?: (attribute: string, resource: TemplateResource, stacks: Stacks) => string | undefined;
  /** The property that sets the physical name, if any. */
  nameProperty?: string;
}

const arn = (service: string, rest: string) => `arn:aws:${service}:${account.region}:${account.id}:${rest}`;

/** Types whose names or attributes are not derived from stack and logical id alone. */
const references: Partial<Record<ResourceType, References>> = {
  'AWS::DynamoDB::Table': {
    nameProperty: 'TableName',
    attributes: { Arn: (name) => arn('dynamodb', `table/${name}`) },
  },
  'AWS::S3::Bucket': {
    nameProperty: 'BucketName',
    attributes: {
      Arn: (name) => `arn:aws:s3:::${name}`,
      DomainName: (name) => `${name}.s3.amazonaws.com`,
      RegionalDomainName: (name) => `${name}.s3.${account.region}.amazonaws.com`,
    },
  },
  'AWS::SQS::Queue': {
    nameProperty: 'QueueName',
    ref: (name, _, { queuesUrl }) => `${queuesUrl}/${account.id}/${name}`,
    attributes: { Arn: (name) => arn('sqs', name), QueueName: (name) => name },
  },
  'AWS::Lambda::Function': {
    nameProperty: 'FunctionName',
    attributes: { Arn: (name) => arn('lambda', `function:${name}`) },
  },
  'AWS::Lambda::Version': { attributes: { Version: () => '1' } },
  'AWS::Lambda::Alias': {
    ref(_, resource, __, stacks) {
      const { FunctionName, Name } = stacks.propertiesOf('AWS::Lambda::Alias', resource);
      return arn('lambda', `function:${FunctionName}:${Name}`);
    },
  },
  'AWS::ApiGateway::RestApi': { attributes: { RootResourceId: (name) => `${name}/` } },
  'AWS::ApiGateway::Stage': { nameProperty: 'StageName' },
  'AWS::ApiGateway::DomainNameV2': {
    attributes: { DomainNameArn: (name) => `arn:aws:apigateway:${account.region}::/domainnames/${name}` },
  },
  'AWS::ApiGateway::UsagePlan': { nameProperty: 'UsagePlanName', ref: gatewayId },
  'AWS::ApiGateway::ApiKey': { nameProperty: 'Name', ref: gatewayId },
  'AWS::Cognito::UserPool': {
    nameProperty: 'UserPoolName',
    ref: poolId,
    attributes: {
      Arn: (name) => arn('cognito-idp', `userpool/${poolId(name)}`),
      UserPoolId: poolId,
      ProviderURL: (_, { issuer }) => issuer,
    },
  },
  'AWS::Cognito::UserPoolClient': { nameProperty: 'ClientName', ref: alphanumericOf },
  'AWS::Cognito::UserPoolDomain': { nameProperty: 'Domain' },
  // CloudFront refers to policies and functions by id or ARN.
  'AWS::CloudFront::Distribution': { attributes: { DomainName: distributionDomain } },
  'AWS::CloudFront::Function': { attributes: { FunctionARN: viewerFunctionArn } },
  'AWS::CloudFront::OriginAccessControl': { attributes: { Id: (name) => name } },
  'AWS::EC2::SecurityGroup': { attributes: { GroupId: (name) => name } },
  'AWS::EC2::VPCEndpoint': {
    attributes: {
      NetworkInterfaceIds: (name, _, { properties }) => interfacesOf(name, (properties.SubnetIds as unknown[]).length),
    },
  },
  'AWS::ElasticLoadBalancingV2::Listener': { ref: (name) => arn('elasticloadbalancing', `listener/app/${name}`) },
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    ref: (name) => arn('elasticloadbalancing', `loadbalancer/app/${name}/0000000000000000`),
    attributes: { DNSName: (name) => `${name.toLowerCase()}.${account.region}.elb.amazonaws.com` },
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': { ref: (name) => arn('elasticloadbalancing', `targetgroup/${name}`) },
  'Custom::EndpointAddresses': {
    attribute(name, resource, stacks) {
      const [, index] = /^NetworkInterfaces\.(\d+)\.PrivateIpAddress$/.exec(name) ?? [];
      const { Create } = stacks.propertiesOf('Custom::EndpointAddresses', resource);
      return index && interfaceAddress(Create, Number(index), describe(resource));
    },
  },
  'AWS::CloudWatch::Alarm': {
    nameProperty: 'AlarmName',
    attributes: { Arn: (name) => arn('cloudwatch', `alarm:${name}`) },
  },
  'AWS::CloudWatch::CompositeAlarm': {
    nameProperty: 'AlarmName',
    attributes: { Arn: (name) => arn('cloudwatch', `alarm:${name}`) },
  },
  'AWS::IAM::Role': { attributes: { Arn: (name) => `arn:aws:iam::${account.id}:role/${name}` } },
  'AWS::Logs::LogGroup': {
    nameProperty: 'LogGroupName',
    attributes: { Arn: (name) => arn('logs', `log-group:${name}:*`) },
  },
  'AWS::RDS::DBCluster': {
    nameProperty: 'DBClusterIdentifier',
    attributes: {
      DBClusterArn: (name) => arn('rds', `cluster:${name}`),
      'MasterUserSecret.SecretArn': (name) => secretArn(`rds!cluster-${name}`),
    },
  },
  'AWS::Scheduler::Schedule': { nameProperty: 'Name', attributes: { Arn: (name) => arn('scheduler', name) } },
  'AWS::SecretsManager::Secret': { nameProperty: 'Name', ref: (name) => secretArn(name) },
  'AWS::SNS::Topic': {
    ref: (name) => arn('sns', name),
    attributes: { TopicName: (name) => name, TopicArn: (name) => arn('sns', name) },
  },
};

/** The local name of a resource: from the template, or else from stack and logical id; stable across starts. */
export function physicalName(resource: TemplateResource, stacks: Stacks): string {
  const { nameProperty } = referencesOf(resource);
  const given = nameProperty && resource.properties[nameProperty];
  const generated = `${resource.stack}-${resource.logicalId}`;
  const fallback = resource.type === 'AWS::S3::Bucket' ? generated.toLowerCase() : generated;
  return given === undefined ? fallback : String(stacks.resolve(given, resource.stack, describe(resource)));
}

export function referencesWith(addresses: Addresses) {
  return (resource: TemplateResource, attribute: string | undefined, stacks: Stacks): string | string[] => {
    const type = referencesOf(resource);
    const name = physicalName(resource, stacks);
    if (attribute === undefined) return type.ref ? type.ref(name, resource, addresses, stacks) : name;
    const value =
      type.attributes?.[attribute]?.(name, addresses, resource) ?? type.attribute?.(attribute, resource, stacks);
    if (value === undefined) {
      throw new Error(
        `${describe(resource)}: the attribute ${attribute} is not supported. Add it to local/cloudformation/resources.ts.`,
      );
    }
    return value;
  };
}

export function distributionDomain(name: string): string {
  return `${name.toLowerCase()}.cloudfront.net`;
}

export function viewerFunctionArn(name: string): string {
  return `arn:aws:cloudfront::${account.id}:function/${name}`;
}

/** An id of ten characters, like API Gateway's. */
export function gatewayId(name: string): string {
  return BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
    .toString(36)
    .slice(0, 10);
}

/** The id of this user pool, in Cognito's form. */
function poolId(name: string): string {
  return `${account.region}_${alphanumericOf(name)}`;
}

/** Removes the characters that Cognito does not allow in ids. */
function alphanumericOf(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '');
}

/** The ARN of a secret. Secrets Manager appends six characters to the name. */
export function secretArn(name: string): string {
  return arn('secretsmanager', `secret:${name}-local0`);
}

const referencesOf = ({ type }: TemplateResource): References => references[type as ResourceType] ?? {};

/** The value of an environment variable, from the first function that has it. */
export function variableOf(name: string, stacks: Stacks): string {
  const functions = stacks.all('AWS::Lambda::Function');
  const value = functions.map(({ properties }) => properties.Environment?.Variables?.[name]).find(Boolean);
  if (!value) throw new Error(`No function of the templates has the variable ${name}`);
  return value;
}

/** The environment variables of the functions in the first stack of an API, which have one value each. */
export function variablesOfApi(api: string, stacks: Stacks): Record<string, string> {
  const functions = stacks
    .all('AWS::Lambda::Function')
    .filter(({ declared: { stack, logicalId } }) => stack.endsWith(`-${api}`) && !logicalId.includes('Worker'));
  return Object.assign({}, ...functions.toReversed().map(({ properties }) => properties.Environment?.Variables));
}
