import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { constructId } from './construct-id.ts';

export interface ServiceAlarmProps {
  /** Also its heading in docs/runbook.md. */
  id: string;
  /** What does not work for whom while it rings. */
  impact: string;
  metric: IMetric;
  /** It rings at this value or above. */
  threshold: number;
  /** For so many periods of the metric in a row; default 1. */
  periods?: number;
  topic: ITopic;
}

/** An alarm that tells whoever it wakes what is broken for whom, and where to read what to do. */
export class ServiceAlarm extends Alarm {
  constructor(scope: Construct, { id, impact, metric, threshold, periods = 1, topic }: ServiceAlarmProps) {
    super(scope, `${constructId(id)}Alarm`, {
      alarmName: `${Stack.of(scope).stackName}-${id}`,
      alarmDescription: `${impact} What to do: docs/runbook.md#${id}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Nothing happening is not a fault.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    this.addAlarmAction(new SnsAction(topic));
    this.addOkAction(new SnsAction(topic));
  }
}
