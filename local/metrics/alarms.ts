import type { PropertiesOf } from '../cloudformation/properties/supported.ts';
import { physicalName } from '../cloudformation/resources.ts';
import { describe, type Stacks } from '../cloudformation/template.ts';
import type { Outbox } from '../files/outbox.ts';
import { UnsupportedQuery } from './math-expression.ts';
import { isRecordedMetric } from './measured.ts';
import { periodsOf, prepareQueries, type Query } from './metric-queries.ts';
import { type Metrics, minuteMs, retentionMinutes } from './metrics.ts';

type AlarmProperties = PropertiesOf<'AWS::CloudWatch::Alarm'>;

type State = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

interface Alarm {
  name: string;
  properties: AlarmProperties;
  query: Query;
  threshold: number;
  isBreaching: (value: number, threshold: number) => boolean;
  /** Undefined before the first evaluation. */
  state: State | undefined;
}

/** An alarm that is on while one of others is. */
interface CompositeAlarm {
  name: string;
  properties: PropertiesOf<'AWS::CloudWatch::CompositeAlarm'>;
  /** The names of the others. */
  members: string[];
  state: State | undefined;
}

const comparisons: Record<string, Alarm['isBreaching']> = {
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
  LessThanOrEqualToThreshold: (value, threshold) => value <= threshold,
};

export interface AlarmsOptions {
  now: () => number;
  /** Prints a line for the user. */
  print: (line: string) => void;
  outbox: Pick<Outbox, 'send'>;
}

/**
 * The templates' alarms. Each evaluation judges the last periods of an alarm's metric, including the current minute, and
 * then the composite alarms. A change to or from ALARM prints a line and mails the e-mail subscribers of the topics in its
 * actions.
 */
export class Alarms {
  readonly #alarms: Alarm[] = [];
  readonly #composites: CompositeAlarm[] = [];
  readonly #subscribers: Map<string, string[]>;
  readonly #metrics: Metrics;
  readonly #options: AlarmsOptions;
  /** When recording began. Missing data before that is ignored. */
  readonly #sinceMs: number;

  constructor(stacks: Stacks, metrics: Metrics, options: AlarmsOptions) {
    this.#metrics = metrics;
    this.#options = options;
    this.#sinceMs = options.now();
    this.#subscribers = mailSubscribers(stacks);
    const refused: string[] = [];
    for (const { declared, properties } of stacks.all('AWS::CloudWatch::Alarm')) {
      const name = physicalName(declared, stacks);
      try {
        this.#alarms.push({ name, properties, state: undefined, ...readAlarm(properties, describe(declared)) });
      } catch (error) {
        if (!(error instanceof UnsupportedQuery)) throw error;
        refused.push(`${name} (${error.message})`);
      }
    }
    for (const { declared, properties } of stacks.all('AWS::CloudWatch::CompositeAlarm')) {
      const members = [...properties.AlarmRule.matchAll(/"([^"]+)"/g)].map(([, member = '']) => member);
      const unknown = members.find((member) => !this.#alarms.some(({ name }) => name === member));
      if (unknown) throw new Error(`${describe(declared)} names the alarm ${unknown}, which no template has`);
      this.#composites.push({ name: physicalName(declared, stacks), properties, members, state: undefined });
    }
    if (refused.length > 0) options.print(`Alarms that are not evaluated here: ${refused.join(', ')}`);
  }

  /** The names of the active alarms. */
  active(): string[] {
    return [...this.#alarms, ...this.#composites].filter(({ state }) => state === 'ALARM').map(({ name }) => name);
  }

  evaluate(): void {
    for (const alarm of this.#alarms) this.#change(alarm, this.#stateOf(alarm));
    const active = new Set(this.active());
    for (const alarm of this.#composites)
      this.#change(alarm, alarm.members.some((name) => active.has(name)) ? 'ALARM' : 'OK');
  }

  #change(alarm: Alarm | CompositeAlarm, state: State): void {
    const before = alarm.state;
    alarm.state = state;
    // CloudWatch also reports that a new alarm is OK, which is not news after each start.
    if (before !== state && [before, state].includes('ALARM')) this.#tell(alarm, state);
  }

  #stateOf({ query, threshold, isBreaching, properties, state }: Alarm): State {
    const { EvaluationPeriods: evaluated, DatapointsToAlarm: needed = evaluated, TreatMissingData } = properties;
    const { periodMs } = query;
    const toMs = (Math.floor(this.#options.now() / minuteMs) + 1) * minuteMs;
    const span = { fromMs: toMs - evaluated * periodMs, toMs, periodMs };
    const values = query.read(this.#metrics, span);
    const starts = periodsOf(span);
    const present = starts.map((startMs) => values.get(startMs)).filter((value) => value !== undefined);
    const missing = starts.filter((startMs) => startMs >= this.#sinceMs && !values.has(startMs)).length;
    if (present.length === 0 && TreatMissingData === 'ignore') return state ?? 'INSUFFICIENT_DATA';
    if (present.length === 0 && (TreatMissingData ?? 'missing') === 'missing') return 'INSUFFICIENT_DATA';
    const breaching = present.filter((value) => isBreaching(value, threshold)).length;
    return breaching + (TreatMissingData === 'breaching' ? missing : 0) >= needed ? 'ALARM' : 'OK';
  }

  #tell({ name, properties }: Alarm | CompositeAlarm, state: State): void {
    const { AlarmDescription = '', AlarmActions, OKActions } = properties;
    const { ActionsEnabled = true, InsufficientDataActions }: Partial<AlarmProperties> = properties;
    const at = new Date(this.#options.now()).toISOString();
    this.#options.print(`${at}  ${state}  ${name}: ${AlarmDescription}`);
    const actions = { ALARM: AlarmActions, OK: OKActions, INSUFFICIENT_DATA: InsufficientDataActions }[state] ?? [];
    if (!ActionsEnabled) return;
    for (const to of new Set(actions.flatMap((topic) => this.#subscribers.get(topic) ?? []))) {
      this.#options.outbox.send({ to, subject: `${state}: ${name}`, html: `<p>${escapeHtml(AlarmDescription)}</p>` });
    }
  }
}

function readAlarm(properties: AlarmProperties, where: string): Pick<Alarm, 'query' | 'threshold' | 'isBreaching'> {
  const { Threshold: threshold, ComparisonOperator, ExtendedStatistic, Unit, ThresholdMetricId } = properties;
  const isBreaching = comparisons[ComparisonOperator];
  if (ExtendedStatistic) throw new UnsupportedQuery(`the statistic ${ExtendedStatistic}`);
  if (Unit) throw new UnsupportedQuery(`only values in ${Unit}`);
  if (ThresholdMetricId || !isBreaching) throw new UnsupportedQuery(`the comparison ${ComparisonOperator}`);
  if (threshold === undefined) throw new Error(`${where} has no Threshold`);
  const [query, ...more] = prepareQueries(properties.Metrics ?? [ownMetric(properties)]).filter(
    (one) => one.isReturned,
  );
  if (!query || more.length > 0) throw new Error(`${where}: expected one metric that returns data`);
  const judgedMinutes = (properties.EvaluationPeriods * query.periodMs) / minuteMs;
  if (judgedMinutes > retentionMinutes) throw new UnsupportedQuery(`it judges ${judgedMinutes} minutes`);
  const unknown = query.metrics.find((metric) => !isRecordedMetric(metric));
  if (unknown) throw new UnsupportedQuery(`${unknown.namespace} ${unknown.name} is not measured here`);
  return { query, threshold, isBreaching };
}

/** The query of an alarm on a single metric. */
function ownMetric({ Namespace = '', MetricName = '', Dimensions = [], Statistic = '', Period = 0 }: AlarmProperties) {
  return { Id: 'metric', MetricStat: { Metric: { Namespace, MetricName, Dimensions }, Period, Stat: Statistic } };
}

/** The e-mail subscribers of each topic, by ARN. */
function mailSubscribers(stacks: Stacks): Map<string, string[]> {
  const all = stacks.all('AWS::SNS::Subscription');
  const mails = all.map(({ properties }) => properties).filter(({ Protocol }) => Protocol === 'email');
  const byTopic = Map.groupBy(mails, ({ TopicArn }) => TopicArn);
  return new Map(
    [...byTopic].map(([topic, subscriptions]) => [topic, subscriptions.flatMap(({ Endpoint }) => Endpoint ?? [])]),
  );
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one] ?? '');
