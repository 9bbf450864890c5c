import * as z from 'zod';
import { because, ignored, textByName, texts, unplayed } from './shape.ts';

const noLayers = 'only the function that copies files into buckets has layers, and that is not run';

/** The supported properties of functions and of their triggers. */
export const lambdaProperties = {
  'AWS::Lambda::Function': z.strictObject({
    FunctionName: z.string().optional(),
    Handler: z.string(),
    Runtime: z.string(),
    Role: z.string().optional(),
    Code: z.strictObject({ S3Bucket: ignored('assets are read from the assembly'), S3Key: z.string() }),
    Timeout: z.number().optional(),
    MemorySize: z.number().optional(),
    ReservedConcurrentExecutions: z.number().optional(),
    Environment: z.strictObject({ Variables: textByName().optional() }).optional(),
    LoggingConfig: z.strictObject({ LogGroup: z.string().optional() }).optional(),
    Layers: texts().optional(),
    Architectures: ignored('JavaScript runs on the architecture of the laptop'),
    Description: ignored(because.forPeople),
  }),
  'AWS::Lambda::Version': unplayed('a laptop runs the code that the function has', 'FunctionName', 'Description'),
  'AWS::Lambda::Alias': z.strictObject({
    Name: z.string(),
    FunctionName: z.string(),
    FunctionVersion: ignored('there is one'),
    ProvisionedConcurrencyConfig: ignored('environments of a laptop start when they are needed'),
    Description: ignored(because.forPeople),
  }),
  'AWS::Lambda::EventInvokeConfig': z.strictObject({
    FunctionName: z.string(),
    MaximumRetryAttempts: z.number().optional(),
    /** Default: six hours. */
    MaximumEventAgeInSeconds: z.number().optional(),
    Qualifier: z.literal('$LATEST').optional(),
  }),
  'AWS::Lambda::EventSourceMapping': z.strictObject({
    EventSourceArn: z.string(),
    FunctionName: z.string(),
    // Lambda needs a batching window for larger batches.
    BatchSize: z.number().max(10).optional(),
    Enabled: z.boolean().optional(),
    FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).optional(),
    ScalingConfig: z.strictObject({ MaximumConcurrency: z.number().optional() }).optional(),
  }),
  'AWS::Scheduler::Schedule': z.strictObject({
    Name: z.string().optional(),
    ScheduleExpression: z.string(),
    ScheduleExpressionTimezone: ignored('rates have no time zone, and other expressions are refused'),
    FlexibleTimeWindow: z.strictObject({ Mode: z.literal('OFF') }).optional(),
    State: z.enum(['ENABLED', 'DISABLED']).optional(),
    Target: z.strictObject({
      Arn: z.string(),
      Input: z.string().optional(),
      RoleArn: ignored(because.permission),
      RetryPolicy: ignored('functions of a laptop can always be reached'),
      DeadLetterConfig: ignored('functions of a laptop can always be reached'),
    }),
    Description: ignored(because.forPeople),
  }),
  /** Run by lambda/deployment-runs.ts instead of CDK's own function. */
  'Custom::DeploymentRun': z.strictObject({
    ServiceToken: z.string(),
    Create: z.string(),
    Update: ignored('it says the same as Create'),
    InstallLatestAwsSdk: ignored('the function is called without an SDK'),
  }),
  'AWS::Lambda::LayerVersion': z.strictObject({
    Content: ignored(noLayers),
    Description: ignored(noLayers),
  }),
};
