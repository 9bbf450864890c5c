import { createHash } from 'node:crypto';
import { account, type Declared, describe, type Stacks } from './template.ts';

/** What the local services know and a template does not: where they listen. */
export interface Addresses {
  queuesUrl: string;
  /** Where users sign in: on the dashboard's listener. */
  issuer: string;
}

interface ResourceType {
  /** Why this type does nothing on a laptop. Types without it are run by a module of this folder. */
  ignored?: string;
  /** The value of Ref; the physical name when left out. */
  ref?: (name: string, resource: Declared, addresses: Addresses) => string;
  /** The values of Fn::GetAtt. */
  attributes?: Record<string, (name: string, addresses: Addresses) => string>;
  /** The property that gives the physical name, if the template sets it. */
  nameProperty?: string;
}

const arn = (service: string, rest: string) => `arn:aws:${service}:${account.region}:${account.id}:${rest}`;
const permission = 'the laptop does not check permissions';
const operations = 'nobody is paged on a laptop';

/** Every resource type the stacks may use. A type that is not in this table stops the start. */
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
  'AWS::Cognito::UserPoolClient': { nameProperty: 'ClientName', ref: wordsOf },
  'AWS::Scheduler::Schedule': { nameProperty: 'Name', attributes: { Arn: (name) => arn('scheduler', name) } },
  'AWS::SecretsManager::Secret': { nameProperty: 'Name', ref: (name) => secretArn(name) },

  'AWS::ApiGateway::Account': { ignored: 'it is the role API Gateway writes logs with' },
  'AWS::ApiGateway::Deployment': { ignored: 'the methods of the template are always deployed' },
  'AWS::CDK::Metadata': { ignored: 'it describes the template' },
  'AWS::CloudWatch::Alarm': { ignored: operations, attributes: { Arn: (name) => arn('cloudwatch', `alarm:${name}`) } },
  'AWS::CloudWatch::CompositeAlarm': { ignored: operations },
  'AWS::CloudWatch::Dashboard': { ignored: operations },
  'AWS::Cognito::ManagedLoginBranding': { ignored: 'the sign-in page here has a look of its own' },
  'AWS::Cognito::UserPoolDomain': {
    ignored: 'the sign-in page is on the listener of the dashboard',
    nameProperty: 'Domain',
  },
  'AWS::IAM::ManagedPolicy': { ignored: permission },
  'AWS::IAM::Policy': { ignored: permission },
  // Read only for what API Gateway may invoke; see invocation.ts.
  'AWS::IAM::Role': { attributes: { Arn: (name) => `arn:aws:iam::${account.id}:role/${name}` } },
  'AWS::Lambda::Permission': { ignored: permission },
  'AWS::Logs::LogGroup': {
    ignored: 'log lines go to the log file',
    nameProperty: 'LogGroupName',
    attributes: { Arn: (name) => arn('logs', `log-group:${name}:*`) },
  },
  'AWS::Logs::MetricFilter': { ignored: operations },
  'AWS::S3::BucketPolicy': { ignored: permission },
  'AWS::Scheduler::ScheduleGroup': { ignored: 'it only names schedules', nameProperty: 'Name' },
  'AWS::SNS::Subscription': { ignored: operations },
  'AWS::SNS::Topic': {
    ignored: operations,
    ref: (name) => arn('sns', name),
    attributes: { TopicName: (name) => name, TopicArn: (name) => arn('sns', name) },
  },
  'AWS::SNS::TopicPolicy': { ignored: permission },
  'AWS::SQS::QueuePolicy': { ignored: permission },
};

/** The name a resource has here: the template's, else one made of its stack and logical id, the same at every start. */
export function physicalName(resource: Declared, stacks: Stacks): string {
  const { nameProperty } = typeOf(resource);
  const given = nameProperty && resource.properties[nameProperty];
  const made = `${resource.stack}-${resource.logicalId}`;
  const fallback = resource.type === 'AWS::S3::Bucket' ? made.toLowerCase() : made;
  return given === undefined ? fallback : String(stacks.resolve(given, resource.stack, describe(resource)));
}

/** Makes the answers to Ref and Fn::GetAtt. */
export function referencesWith(addresses: Addresses) {
  return (resource: Declared, attribute: string | undefined, stacks: Stacks): string => {
    const type = typeOf(resource);
    const name = physicalName(resource, stacks);
    if (attribute === undefined) return type.ref ? type.ref(name, resource, addresses) : name;
    const value = type.attributes?.[attribute];
    if (!value) throw new Error(`${describe(resource)}: its attribute ${attribute} is not known here`);
    return value(name, addresses);
  };
}

/** Fails with every resource whose type nothing here runs. */
export function refuseUnknownTypes(stacks: Stacks): void {
  const unknown = stacks.declared().filter(({ type }) => !Object.hasOwn(types, type));
  if (unknown.length > 0) {
    throw new Error(`The laptop cloud does not know ${unknown.map(describe).join(', ')}`);
  }
}

/** API Gateway makes up ids of ten characters, so that none can be taken for a name. */
export function gatewayId(name: string): string {
  return BigInt(`0x${createHash('sha256').update(name).digest('hex')}`)
    .toString(36)
    .slice(0, 10);
}

/** The id of the user pool with this name, in the form of Cognito's. */
function poolId(name: string): string {
  return `${account.region}_${wordsOf(name)}`;
}

/** Without what an id of Cognito may not hold. */
function wordsOf(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '');
}

/** Secrets Manager ends an ARN with six characters of its own. */
export function secretArn(name: string): string {
  return arn('secretsmanager', `secret:${name}-local0`);
}

function typeOf(resource: Declared): ResourceType {
  const type = types[resource.type];
  if (!type) throw new Error(`The laptop cloud does not know ${describe(resource)}`);
  return type;
}
