import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { constructId } from './construct-id.ts';

export interface ServiceAlarmProps {
  /** Also the heading of its section in docs/runbook.md. */
  id: string;
  /** What is broken for whom while the alarm is active. */
  impact: string;
  metric: IMetric;
  /** Alarm at this value or above. */
  threshold: number;
  /** Consecutive periods of the metric; default 1. */
  periods?: number;
  topic: ITopic;
}

/** An alarm whose description states the impact and links to the runbook. */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, { id, impact, metric, threshold, periods = 1, topic }: ServiceAlarmProps) {
    super(scope, `${constructId(id)}Alarm`, {
      alarmName: `${Stack.of(scope).stackName}-${id}`,
      alarmDescription: `${impact} What to do: docs/runbook.md#${id}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // No traffic is not a fault.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    this.addAlarmAction(new SnsAction(topic));
    this.addOkAction(new SnsAction(topic));
  }
}
