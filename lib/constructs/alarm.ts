import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { constructId } from './construct-id.ts';

interface AlarmProps {
  /** Also the heading of its section in docs/runbook.md, unless `heading` is given. */
  id: string;
  /** For alarms that share a section. */
  heading?: string;
  /** What is broken while the alarm is active, and for whom. */
  impact: string;
  metric: IMetric;
  /** Consecutive periods of the metric; default 1. */
  periods?: number;
  /** How many of these periods must alarm; default: all. */
  alarmingPeriods?: number;
  topic: ITopic;
}

export type ServiceAlarmProps = AlarmProps &
  (
    | {
        /** Alarms at this value or above. Missing data is no alarm, because no traffic is not a fault. */
        threshold: number;
        minimum?: never;
      }
    | {
        /** Alarms below this value, or if data is missing. */
        minimum: number;
        threshold?: never;
      }
  );

/** An alarm whose description states the impact and links to the runbook. */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, props: ServiceAlarmProps) {
    const {
      id,
      heading = id,
      impact,
      metric,
      threshold,
      minimum,
      periods = 1,
      alarmingPeriods = periods,
      topic,
    } = props;
    super(scope, `${constructId(id)}Alarm`, {
      alarmName: `${Stack.of(scope).stackName}-${id}`,
      alarmDescription: `${impact} What to do: docs/runbook.md#${heading}`,
      metric,
      evaluationPeriods: periods,
      ...(alarmingPeriods < periods && { datapointsToAlarm: alarmingPeriods }),
      ...(minimum === undefined
        ? {
            threshold,
            comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treatMissingData: TreatMissingData.NOT_BREACHING,
          }
        : {
            threshold: minimum,
            comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            treatMissingData: TreatMissingData.BREACHING,
          }),
    });
    this.addAlarmAction(new SnsAction(topic));
    this.addOkAction(new SnsAction(topic));
  }
}
