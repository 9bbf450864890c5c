import * as z from 'zod';
import { listSnapshotPrefix } from '#src/table/keys.ts';
import { because, ignored, texts, unplayed } from './shape.ts';

const keySchema = z.array(z.strictObject({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const index = z.strictObject({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.strictObject({ ProjectionType: z.enum(['ALL', 'KEYS_ONLY']) }),
});

const noBackup = 'the data folder of a laptop can be copied: docs/restore.md';
const oneVersion = 'only the newest version of a file is kept';

/** The supported properties of tables, buckets, queues and secrets. */
export const storageProperties = {
  'AWS::DynamoDB::Table': z.strictObject({
    TableName: z.string().optional(),
    AttributeDefinitions: z
      .array(z.strictObject({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }))
      .optional(),
    KeySchema: keySchema,
    BillingMode: z.literal('PAY_PER_REQUEST').optional(),
    LocalSecondaryIndexes: z.array(index).optional(),
    GlobalSecondaryIndexes: z.array(index).optional(),
    TimeToLiveSpecification: z.strictObject({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
    DeletionProtectionEnabled: ignored('the table of a laptop is a folder'),
    PointInTimeRecoverySpecification: ignored(noBackup),
  }),
  'AWS::S3::Bucket': z.strictObject({
    BucketName: z.string().optional(),
    LifecycleConfiguration: z
      .strictObject({
        Rules: z.array(
          z
            .strictObject({
              Prefix: z.string().optional(),
              Status: z.enum(['Enabled', 'Disabled']),
              AbortIncompleteMultipartUpload: ignored('functions send each file at once'),
              ExpirationInDays: z.number().optional(),
              NoncurrentVersionExpiration: ignored(oneVersion),
            })
            // Nothing reads the expiring snapshots, so the laptop may keep them.
            .refine(({ Prefix, ExpirationInDays: days }) => days === undefined || Prefix === listSnapshotPrefix, {
              path: ['ExpirationInDays'],
            }),
        ),
      })
      .optional(),
    VersioningConfiguration: ignored(oneVersion),
    BucketEncryption: ignored(because.atRest),
    PublicAccessBlockConfiguration: ignored(because.permission),
    Tags: ignored(because.bill),
  }),
  'AWS::S3::BucketPolicy': z.strictObject({
    Bucket: ignored(because.permission),
    PolicyDocument: ignored(because.permission),
  }),
  'AWS::SQS::Queue': z.strictObject({
    QueueName: z.string().optional(),
    DelaySeconds: z.number().optional(),
    MaximumMessageSize: z.number().optional(),
    MessageRetentionPeriod: z.number().optional(),
    ReceiveMessageWaitTimeSeconds: z.number().optional(),
    VisibilityTimeout: z.number().optional(),
    RedrivePolicy: z.strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
    SqsManagedSseEnabled: ignored(because.atRest),
  }),
  'AWS::SQS::QueuePolicy': z.strictObject({
    PolicyDocument: ignored(because.permission),
    Queues: ignored(because.permission),
  }),
  'AWS::SecretsManager::Secret': z.strictObject({
    Name: z.string().optional(),
    SecretString: z.string().optional(),
    GenerateSecretString: z
      .strictObject({
        PasswordLength: z.number().optional(),
        ExcludeCharacters: z.string().optional(),
        ExcludeLowercase: z.boolean().optional(),
        ExcludeNumbers: z.boolean().optional(),
        ExcludePunctuation: z.boolean().optional(),
        ExcludeUppercase: z.boolean().optional(),
        SecretStringTemplate: z.string().optional(),
        GenerateStringKey: z.string().optional(),
      })
      .optional(),
    Description: ignored(because.forPeople),
  }),
  'Custom::S3AutoDeleteObjects': unplayed('the laptop deletes no stack', 'ServiceToken', 'BucketName'),
  /** Files that CDK copies into a bucket at deployment. */
  'Custom::CDKBucketDeployment': z.strictObject({
    ServiceToken: z.string(),
    SourceObjectKeys: texts(),
    DestinationBucketName: z.string(),
    // Pruning would delete other files.
    Prune: z.literal(false),
    Exclude: texts().optional(),
    Include: texts().optional(),
    SystemMetadata: z.strictObject({ 'cache-control': z.string().optional() }).optional(),
    SourceBucketNames: ignored('assets are read from the assembly'),
    OutputObjectKeys: ignored('nothing reads what is put out'),
    WaitForDistributionInvalidation: ignored('the edge starts with an empty cache'),
  }),
};
