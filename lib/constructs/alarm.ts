import { Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  type CfnAlarm,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct, IConstruct } from 'constructs';
import { constructId } from './construct-id.ts';

/**
 * Who is told. `page`: people get errors now; all of these together send one message (`PageAlarm`). `ticket`: a message
 * of its own, for working hours. `none`: only shown in the console.
 */
export type Severity = 'page' | 'ticket' | 'none';

interface AlarmProps {
  /** Also the heading of its section in docs/runbook.md, unless `heading` is given. */
  id: string;
  /** For alarms that share a section. */
  heading?: string;
  /** The effect while the alarm is active, and whom it affects. */
  impact: string;
  /** Default: `ticket`. */
  severity?: Severity;
  metric: IMetric;
  /** Consecutive periods of the metric; default 1. */
  periods?: number;
  /** How many of these periods must alarm; default: all. */
  alarmingPeriods?: number;
  /** Is told of tickets. */
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
  readonly severity: Severity;

  constructor(scope: Construct, props: ServiceAlarmProps) {
    const {
      id,
      heading = id,
      impact,
      severity = 'ticket',
      metric,
      threshold,
      minimum,
      periods = 1,
      alarmingPeriods = periods,
      topic,
    } = props;
    super(scope, `${constructId(id)}Alarm`, {
      alarmName: `${Stack.of(scope).stackName}-${id}`,
      alarmDescription: describe(impact, heading),
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
    this.severity = severity;
    if (severity !== 'ticket') return;
    this.addAlarmAction(new SnsAction(topic));
    this.addOkAction(new SnsAction(topic));
  }
}

const describe = (impact: string, heading: string) => `${impact} What to do: docs/runbook.md#${heading}`;

export interface PageAlarmProps {
  /** The scope of all alarms. */
  within: IConstruct;
  /** Who is told when the first of them starts, and when the last one ends. */
  topics: readonly ITopic[];
}

/**
 * One alarm for all of the severity `page`: one cause, such as a table that does not answer, starts many of them, and
 * whoever is called looks at all. Belongs to the stack that is deployed last, because it names alarms of the others.
 */
export class PageAlarm extends CompositeAlarm {
  constructor(scope: Construct, { within, topics }: PageAlarmProps) {
    const alarms = within.node.findAll().filter((one) => one instanceof ServiceAlarm);
    const paging = alarms.filter(({ severity }) => severity === 'page');
    const id = 'registry-failing';
    super(scope, `${constructId(id)}Alarm`, {
      compositeAlarmName: `${Stack.of(scope).stackName}-${id}`,
      alarmDescription: describe('Visitors, web sites or curators get errors or wait.', id),
      // By name: a reference would be an export, which keeps CloudFormation from removing an alarm.
      alarmRule: AlarmRule.fromString(paging.map(({ node }) => `ALARM("${nameOf(node.defaultChild)}")`).join(' OR ')),
    });
    for (const topic of topics) {
      this.addAlarmAction(new SnsAction(topic));
      this.addOkAction(new SnsAction(topic));
    }
    for (const alarm of paging) if (Stack.of(alarm) === Stack.of(scope)) this.node.addDependency(alarm);
  }
}

const nameOf = (alarm: IConstruct | undefined) => (alarm as CfnAlarm).alarmName;
