import * as z from 'zod';
import { because, ignored, texts, unplayed } from './shape.ts';

const dimensions = () => z.array(z.strictObject({ Name: z.string(), Value: z.string() })).optional();

const metricDataQuery = z.strictObject({
  Id: z.string(),
  MetricStat: z
    .strictObject({
      Metric: z.strictObject({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensions() }),
      Period: z.number(),
      Stat: z.string(),
    })
    .optional(),
  Expression: z.string().optional(),
  Label: z.string().optional(),
  ReturnData: z.boolean().optional(),
});

/** The supported properties of alarms and topics. metrics/alarms.ts defines which alarms it can evaluate. */
export const monitoringProperties = {
  'AWS::CloudWatch::Alarm': z.strictObject({
    AlarmName: z.string().optional(),
    AlarmDescription: z.string().optional(),
    ActionsEnabled: z.boolean().optional(),
    AlarmActions: texts().optional(),
    OKActions: texts().optional(),
    InsufficientDataActions: texts().optional(),
    Metrics: z.array(metricDataQuery).optional(),
    Namespace: z.string().optional(),
    MetricName: z.string().optional(),
    Dimensions: dimensions(),
    Statistic: z.string().optional(),
    ExtendedStatistic: z.string().optional(),
    Period: z.number().optional(),
    Unit: z.string().optional(),
    EvaluationPeriods: z.number(),
    DatapointsToAlarm: z.number().optional(),
    Threshold: z.number().optional(),
    ThresholdMetricId: z.string().optional(),
    ComparisonOperator: z.string(),
    TreatMissingData: z.enum(['breaching', 'notBreaching', 'ignore', 'missing']).optional(),
  }),
  'AWS::CloudWatch::CompositeAlarm': z.strictObject({
    AlarmName: z.string().optional(),
    AlarmDescription: z.string().optional(),
    // Only an alternative of alarms: metrics/alarms.ts.
    AlarmRule: z.string().regex(/^ALARM\("[^"]+"\)( OR ALARM\("[^"]+"\))*$/),
    AlarmActions: texts().optional(),
    OKActions: texts().optional(),
  }),
  'AWS::CloudWatch::Dashboard': unplayed('there is no console to show it', 'DashboardBody'),
  'AWS::Logs::LogGroup': z.strictObject({
    LogGroupName: z.string().optional(),
    RetentionInDays: ignored('the log file of a laptop is kept until somebody deletes it'),
  }),
  'AWS::SNS::Topic': z.strictObject({}),
  'AWS::SNS::Subscription': z.strictObject({
    Protocol: z.string(),
    Endpoint: z.string().optional(),
    TopicArn: z.string(),
  }),
  'AWS::SNS::TopicPolicy': unplayed(because.permission, 'PolicyDocument', 'Topics'),
};
