import { createHash } from 'node:crypto';
import { interfaceAddress, interfacesOf } from '../load-balancer/network.ts';
import { account, describe, type Stacks, type TemplateResource } from './template.ts';

/** Addresses of the local services, which are known only after a start. */
export interface Addresses {
  queuesUrl: string;
  /** The URL of the sign-in pages, on the dashboard's listener. */
  issuer: string;
}

interface ResourceType {
  /** Why this type has no effect on a laptop. Types without it are implemented under local/. */
  ignored?: string;
  /** The value of Ref; default the physical name. */
  ref?: (name: string, resource: TemplateResource, addresses: Addresses) => string;
  /** The values of Fn::GetAtt. */
  attributes?: Record<string, (name: string, addresses: Addresses, resource: TemplateResource) => string | string[]>;
  /** The values of Fn::GetAtt for the attributes that are not listed; undefined: there is no such attribute. */
  attribute?: (attribute: string, resource: TemplateResource, stacks: Stacks) => string | undefined;
  /** The property that gives the physical name, if the template sets it. */
  nameProperty?: string;
}

const arn = (service: string, rest: string) => `arn:aws:${service}:${account.region}:${account.id}:${rest}`;
const backups = 'the data folder of a laptop can be copied: docs/restore.md';
const network = 'everything is on one machine';
const permission = 'only what is in the roles of functions and of the gateway is checked';

/** The type of what CDK copies into a bucket at deployment. */
export const bucketFilesType = 'Custom::CDKBucketDeployment';

/** Every resource type the stacks may use. The start fails for any other type. */
const types: Record<string, ResourceType> = {
  'AWS::DynamoDB::Table': {
    nameProperty: 'TableName',
    attributes: {
      Arn: (name) => arn('dynamodb', `table/${name}`),
      StreamArn: (name) => arn('dynamodb', `table/${name}/stream/local`),
    },
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
  'AWS::Lambda::EventInvokeConfig': {},
  'AWS::Lambda::EventSourceMapping': {},
  'AWS::ApiGateway::RestApi': { attributes: { RootResourceId: (name) => `${name}/` } },
  'AWS::ApiGateway::Resource': {},
  'AWS::ApiGateway::Method': {},
  'AWS::ApiGateway::Stage': { nameProperty: 'StageName' },
  'AWS::ApiGateway::Authorizer': {},
  'AWS::ApiGateway::BasePathMappingV2': {},
  'AWS::ApiGateway::DomainNameAccessAssociation': {},
  'AWS::ApiGateway::DomainNameV2': {
    attributes: { DomainNameArn: (name) => `arn:aws:apigateway:${account.region}::/domainnames/${name}` },
  },
  'AWS::ApiGateway::GatewayResponse': {},
  'AWS::ApiGateway::UsagePlan': { nameProperty: 'UsagePlanName', ref: gatewayId },
  'AWS::ApiGateway::ApiKey': { nameProperty: 'Name', ref: gatewayId },
  'AWS::ApiGateway::UsagePlanKey': {},
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
  // Read by edge/template.ts. CloudFront names what a policy or function is by id or ARN.
  'AWS::CloudFront::CachePolicy': {},
  'AWS::CloudFront::Distribution': { attributes: { DomainName: distributionDomain } },
  'AWS::CloudFront::Function': { attributes: { FunctionARN: viewerFunctionArn } },
  'AWS::CloudFront::ResponseHeadersPolicy': {},
  // Done by edge/bucket-files.ts, without the function that CDK brings for it.
  [bucketFilesType]: {},
  // Read by load-balancer/.
  'AWS::EC2::VPCEndpoint': {
    attributes: {
      NetworkInterfaceIds: (name, _, { properties }) => interfacesOf(name, (properties.SubnetIds as unknown[]).length),
    },
  },
  'AWS::ElasticLoadBalancingV2::Listener': { ref: (name) => arn('elasticloadbalancing', `listener/app/${name}`) },
  'AWS::ElasticLoadBalancingV2::ListenerRule': {},
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    ref: (name) => arn('elasticloadbalancing', `loadbalancer/app/${name}/0000000000000000`),
    attributes: { DNSName: (name) => `${name.toLowerCase()}.${account.region}.elb.amazonaws.com` },
  },
  'AWS::ElasticLoadBalancingV2::TargetGroup': { ref: (name) => arn('elasticloadbalancing', `targetgroup/${name}`) },
  // Answered without the function that CDK brings for it.
  'Custom::EndpointAddresses': {
    attribute(name, resource, stacks) {
      const [, index] = /^NetworkInterfaces\.(\d+)\.PrivateIpAddress$/.exec(name) ?? [];
      const { Create } = stacks.propertiesOf<{ Create: string }>(resource);
      return index && interfaceAddress(Create, Number(index), describe(resource));
    },
  },
  'AWS::Lambda::LayerVersion': { ignored: 'only of the function that copies files into buckets' },
  'AWS::CloudWatch::Alarm': {
    nameProperty: 'AlarmName',
    attributes: { Arn: (name) => arn('cloudwatch', `alarm:${name}`) },
  },
  'AWS::Scheduler::Schedule': { nameProperty: 'Name', attributes: { Arn: (name) => arn('scheduler', name) } },
  'AWS::SecretsManager::Secret': { nameProperty: 'Name', ref: (name) => secretArn(name) },
  // Only alarms publish, and only mails are sent; see metrics/alarms.ts.
  'AWS::SNS::Subscription': {},
  'AWS::SNS::Topic': {
    ref: (name) => arn('sns', name),
    attributes: { TopicName: (name) => name, TopicArn: (name) => arn('sns', name) },
  },

  'AWS::ApiGateway::Account': { ignored: 'only the logging role of API Gateway' },
  'AWS::ApiGateway::Deployment': { ignored: 'the methods of the template are always deployed' },
  'AWS::Backup::BackupPlan': { ignored: backups },
  'AWS::Backup::BackupSelection': { ignored: backups },
  'AWS::Backup::BackupVault': {
    ignored: backups,
    nameProperty: 'BackupVaultName',
    attributes: { BackupVaultArn: (name) => arn('backup', `backup-vault:${name}`) },
  },
  'AWS::Budgets::Budget': { ignored: 'a laptop has no bill' },
  'AWS::CloudFront::OriginAccessControl': { ignored: permission, attributes: { Id: (name) => name } },
  'AWS::CDK::Metadata': { ignored: 'only describes the template' },
  'AWS::CloudWatch::Dashboard': { ignored: 'there is no console to show it' },
  'AWS::Cognito::ManagedLoginBranding': { ignored: 'the local sign-in page has its own style' },
  'AWS::Cognito::UserPoolDomain': {
    ignored: 'the sign-in page is on the dashboard listener',
    nameProperty: 'Domain',
  },
  'AWS::EC2::InternetGateway': { ignored: network },
  'AWS::EC2::Route': { ignored: network },
  'AWS::EC2::RouteTable': { ignored: network },
  'AWS::EC2::SecurityGroup': { ignored: network, attributes: { GroupId: (name) => name } },
  'AWS::EC2::SecurityGroupIngress': { ignored: network },
  'AWS::EC2::Subnet': { ignored: network },
  'AWS::EC2::SubnetRouteTableAssociation': { ignored: network },
  'AWS::EC2::VPC': { ignored: network },
  'AWS::EC2::VPCGatewayAttachment': { ignored: network },
  'AWS::Events::Rule': { ignored: 'only tells of failed copies of backups' },
  'AWS::IAM::ManagedPolicy': { ignored: permission },
  'AWS::IAM::Policy': { ignored: permission },
  // Enforced for functions (iam/access.ts) and for what API Gateway may invoke (gateway/invocation.ts).
  'AWS::IAM::Role': { attributes: { Arn: (name) => `arn:aws:iam::${account.id}:role/${name}` } },
  'AWS::Lambda::Permission': { ignored: permission },
  'AWS::Logs::LogGroup': {
    ignored: 'log lines go to the log file',
    nameProperty: 'LogGroupName',
    attributes: { Arn: (name) => arn('logs', `log-group:${name}:*`) },
  },
  'AWS::S3::BucketPolicy': { ignored: permission },
  'AWS::Scheduler::ScheduleGroup': { ignored: 'only groups schedules', nameProperty: 'Name' },
  'AWS::SNS::TopicPolicy': { ignored: permission },
  'AWS::SQS::QueuePolicy': { ignored: permission },
};

/** The local name of a resource: the template's, else one made of stack and logical id, stable across starts. */
export function physicalName(resource: TemplateResource, stacks: Stacks): string {
  const { nameProperty } = typeOf(resource);
  const given = nameProperty && resource.properties[nameProperty];
  const generated = `${resource.stack}-${resource.logicalId}`;
  const fallback = resource.type === 'AWS::S3::Bucket' ? generated.toLowerCase() : generated;
  return given === undefined ? fallback : String(stacks.resolve(given, resource.stack, describe(resource)));
}

/** Returns the function that resolves Ref and Fn::GetAtt. */
export function referencesWith(addresses: Addresses) {
  return (resource: TemplateResource, attribute: string | undefined, stacks: Stacks): string | string[] => {
    const type = typeOf(resource);
    const name = physicalName(resource, stacks);
    if (attribute === undefined) return type.ref ? type.ref(name, resource, addresses) : name;
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

/** Throws an Error that lists the resources whose type is not supported. */
export function rejectUnknownTypes(stacks: Stacks): void {
  const unknown = stacks.declared().filter(({ type }) => !Object.hasOwn(types, type));
  if (unknown.length > 0) {
    throw new Error(unknownTypes(unknown));
  }
}

/** The host name of a distribution of CloudFront. */
export function distributionDomain(name: string): string {
  return `${name.toLowerCase()}.cloudfront.net`;
}

/** The ARN of a function of CloudFront. */
export function viewerFunctionArn(name: string): string {
  return `arn:aws:cloudfront::${account.id}:function/${name}`;
}

/** An id of ten characters as API Gateway generates them. */
export function gatewayId(name: string): string {
  return BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
    .toString(36)
    .slice(0, 10);
}

/** The id of the user pool with this name, in the form of Cognito's. */
function poolId(name: string): string {
  return `${account.region}_${alphanumericOf(name)}`;
}

/** A name reduced to the characters that Cognito allows in ids. */
function alphanumericOf(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '');
}

/** The ARN of a secret. Secrets Manager appends six characters to the name. */
export function secretArn(name: string): string {
  return arn('secretsmanager', `secret:${name}-local0`);
}

function typeOf(resource: TemplateResource): ResourceType {
  const type = types[resource.type];
  if (!type) throw new Error(unknownTypes([resource]));
  return type;
}

const unknownTypes = (resources: TemplateResource[]) =>
  `The laptop cloud does not know ${resources.map(describe).join(', ')}. Add the type to local/cloudformation/resources.ts.`;

/** The value of an environment variable, from the first function that has it. */
export function variableOf(name: string, stacks: Stacks): string {
  const functions = stacks.all<{ Environment?: { Variables: Record<string, string> } }>('AWS::Lambda::Function');
  const value = functions.map(({ properties }) => properties.Environment?.Variables[name]).find(Boolean);
  if (!value) throw new Error(`No function of the templates has the variable ${name}`);
  return value;
}
