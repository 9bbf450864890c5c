import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startControlPlane } from '../../../local/control-plane/control-plane.ts';
import { Secrets } from '../../../local/control-plane/secrets.ts';
import { startQueues } from '../../../local/engines/queues.ts';
import { startTableProxy } from '../../../local/engines/table-proxy.ts';
import { UsagePlans } from '../../../local/gateway/usage-plans.ts';
import { Access, accessKeyOf, ownerCredentials } from '../../../local/iam/access.ts';
import { freshTable } from '../../support/engine.ts';
import { Fixture } from '../fixture.ts';

const fixture = new Fixture();
const stops: (() => Promise<void>)[] = [() => fixture.dispose()];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const att = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const code = 'export const handler = () => {}';
const role = (...Statement: object[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: { Policies: [{ PolicyName: 'grants', PolicyDocument: { Statement } }] },
});
const actor = (name: string, roleId: string) => fixture.lambda(name, code, { Role: att(roleId) });
const prefixed = (prefix: string) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${prefix}*`] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

/** A table, and a function that may write papers and look them up by topic. */
function template(TableName: string) {
  const keyed = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' },
    { AttributeName: range, KeyType: 'RANGE' },
  ];
  return {
    Table: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        TableName,
        KeySchema: keyed('pk', 'sk'),
        GlobalSecondaryIndexes: [
          { IndexName: 'byRef', KeySchema: keyed('refPk', 'refSk'), Projection: { ProjectionType: 'ALL' } },
        ],
      },
    },
    Jobs: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'jobs' } },
    Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'files' } },
    Pepper: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'Pepper', SecretString: 'salt' } },
    WriterRole: role(
      {
        Effect: 'Allow',
        Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Scan'],
        Resource: att('Table'),
        Condition: prefixed('PAPER#'),
      },
      {
        Effect: 'Allow',
        Action: 'dynamodb:Query',
        Resource: { 'Fn::Join': ['', [att('Table'), '/index/byRef']] },
        Condition: prefixed('TOPIC#'),
      },
      { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::files/lists/*' },
    ),
    NobodyRole: role(),
    Writer: actor('Writer', 'WriterRole'),
    Nobody: actor('Nobody', 'NobodyRole'),
  };
}

const as = (functionName: string) => ({
  region: 'us-east-1',
  maxAttempts: 1,
  credentials: { accessKeyId: accessKeyOf(functionName), secretAccessKey: 'local' },
});

let TableName: string;
let urls: { table: string; queues: string; plane: string };
const refused: string[] = [];
const allowed: string[] = [];

beforeAll(async () => {
  TableName = await freshTable();
  const stacks = fixture.stacks(template(TableName));
  const access = new Access({
    refused: (name) => refused.push(name),
    allowed: (name, { action }) => allowed.push(`${name} ${action}`),
  });
  access.read(stacks);
  const secrets = new Secrets(undefined);
  secrets.create(stacks);
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_ACCESS_KEY_ID } = process.env;
  const proxy = await startTableProxy(String(AWS_ENDPOINT_URL_DYNAMODB), {
    access,
    accessKeyId: String(AWS_ACCESS_KEY_ID),
  });
  const queues = await startQueues(undefined, access);
  queues.create(stacks);
  const plane = await startControlPlane({ access, secrets, plans: new UsagePlans(stacks, undefined) });
  stops.push(proxy.close, queues.stop, plane.close);
  urls = { table: proxy.url, queues: queues.url, plane: plane.url };
});

const tableOf = (functionName: string) =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ ...as(functionName), endpoint: urls.table }));
const paper = { pk: 'PAPER#1', sk: 'RECORD', refPk: 'TOPIC#clay', refSk: '1' };
const user = { pk: 'USER#1', sk: 'RECORD' };
const byTopic = (topic: string) =>
  new QueryCommand({
    TableName,
    IndexName: 'byRef',
    KeyConditionExpression: 'refPk = :pk',
    ExpressionAttributeValues: { ':pk': topic },
  });

const refusal = (name: string, action: string, resource: string) =>
  `User: arn:aws:sts::000000000000:assumed-role/app-${name}Role/${name} is not authorized to perform: ${action} on ` +
  `resource: ${resource} because no identity-based policy allows the ${action} action`;

describe('the table', () => {
  const arn = () => `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`;
  const denied = (action: string, suffix = '') => ({
    name: 'AccessDeniedException',
    message: refusal('Writer', action, arn() + suffix),
    $metadata: expect.objectContaining({ httpStatusCode: 400 }),
  });

  it('does what the role of the function allows', async () => {
    const table = tableOf('Writer');
    await table.send(new PutCommand({ TableName, Item: paper }));
    expect((await table.send(new GetCommand({ TableName, Key: { pk: paper.pk, sk: paper.sk } }))).Item).toEqual(paper);
    expect((await table.send(byTopic('TOPIC#clay'))).Items).toEqual([paper]);
    expect(refused).toEqual([]);
    const used = ['PutItem', 'GetItem', 'Query'].map((action) => `app-WriterRole dynamodb:${action}`);
    expect(allowed).toEqual(used);
  });

  it.each([
    ['another partition', () => new PutCommand({ TableName, Item: user }), 'dynamodb:PutItem', ''],
    ['another action', () => byTopic('USERS'), 'dynamodb:Query', '/index/byRef'],
    ['a scan, which names no partition', () => new ScanCommand({ TableName }), 'dynamodb:Scan', ''],
  ])('refuses %s', async (_, command, action, suffix) => {
    await expect(tableOf('Writer').send(command() as PutCommand)).rejects.toMatchObject(denied(action, suffix));
    expect(refused.at(-1)).toBe('Writer');
  });

  it('refuses a transaction with one item that the role does not allow, and writes none', async () => {
    const other = { ...paper, pk: 'PAPER#2' };
    const TransactItems = [{ Put: { TableName, Item: other } }, { Put: { TableName, Item: user } }];
    const sent = tableOf('Writer').send(new TransactWriteCommand({ TransactItems }));
    await expect(sent).rejects.toMatchObject(denied('dynamodb:PutItem'));
    const { Item } = await tableOf('Writer').send(new GetCommand({ TableName, Key: { pk: other.pk, sk: other.sk } }));
    expect(Item).toBeUndefined();
  });

  it('refuses a caller whom it does not know', async () => {
    await expect(tableOf('Stranger').send(byTopic('TOPIC#clay'))).rejects.toMatchObject({
      name: 'UnrecognizedClientException',
    });
  });
});

describe('a function without grants', () => {
  it('cannot send messages', async () => {
    const client = new SQSClient({ ...as('Nobody'), endpoint: urls.queues });
    const sent = client.send(
      new SendMessageCommand({ QueueUrl: `${urls.queues}/000000000000/jobs`, MessageBody: '{}' }),
    );
    await expect(sent).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: refusal('Nobody', 'sqs:sendmessage', 'arn:aws:sqs:us-east-1:000000000000:jobs'),
    });
  });

  it('cannot read secrets', async () => {
    const client = new SecretsManagerClient({ ...as('Nobody'), endpoint: urls.plane });
    await expect(client.send(new GetSecretValueCommand({ SecretId: 'Pepper' }))).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining('secretsmanager:GetSecretValue on resource: arn:aws:secretsmanager:'),
    });
  });

  it('cannot list API keys', async () => {
    const client = new APIGatewayClient({ ...as('Nobody'), endpoint: urls.plane });
    await expect(client.send(new GetApiKeysCommand({}))).rejects.toMatchObject({
      message: refusal('Nobody', 'apigateway:GET', 'arn:aws:apigateway:us-east-1::/apikeys'),
      $metadata: expect.objectContaining({ httpStatusCode: 403 }),
    });
  });

  it.each([
    ['Nobody', '/files/lists/all.json', 403],
    ['Writer', '/files/secrets/all.json', 403],
    ['Writer', '/files/lists/all.json', 200],
  ])('and one with them: %s puts %s: %i', async (name, path, status) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyOf(name)}/20260101/us-east-1/s3/aws4_request`;
    const answer = await fetch(urls.queues + path, { method: 'PUT', body: '{}', headers: { authorization } });
    expect(answer.status).toBe(status);
    if (status === 403) expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  });
});

it('the owner of the laptop may do anything', async () => {
  const client = new SecretsManagerClient({ ...as(''), credentials: ownerCredentials, endpoint: urls.plane });
  expect((await client.send(new GetSecretValueCommand({ SecretId: 'Pepper' }))).SecretString).toBe('salt');
});

describe('the start refuses', () => {
  const reading = (resources: Parameters<typeof fixture.stacks>[0]) => () =>
    new Access().read(fixture.stacks(resources));

  it('a managed policy, naming the role', () => {
    const ManagedRole = { Type: 'AWS::IAM::Role', Properties: { ManagedPolicyArns: ['arn:aws:iam::aws:policy/x'] } };
    expect(reading({ ManagedRole, Nobody: actor('Nobody', 'ManagedRole') })).toThrow(
      'AWS::IAM::Role ManagedRole of app: managed policies',
    );
  });
});
