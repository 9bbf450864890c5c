import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rolloutFeature } from '#src/lists/rollout/domain/configuration.ts';
import { rolloutMetrics } from '#src/lists/rollout/metrics.ts';
import { metricNamespace, registryMetrics, sourceMetrics } from '#src/runtime/metrics.ts';
import { physicalName } from '../../local/cloudformation/resources.ts';
import type { Stacks } from '../../local/cloudformation/template.ts';
import { Alarms } from '../../local/metrics/alarms.ts';
import {
  recordAnswer,
  recordBacklog,
  recordInvocation,
  recordReceived,
  recordThrottle,
} from '../../local/metrics/measured.ts';
import { Metrics } from '../../local/metrics/metrics.ts';
import { Fixture } from '../local/fixture.ts';
import { aRegistry, real, stacksOf, templatesOf } from './support.ts';
import { withLists } from './templates.ts';

/**
 * A drill: the laptop's measurements of one fault at a time, among those of a registry in order, are judged by the alarms
 * of the templates. Each fault raises its alarms and no others, and sends one message.
 */

const rolloutDimension = { feature: rolloutFeature };
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const nowMs = Date.UTC(2026, 0, 31, 12);
const [everybody, onDuty] = ['ops@example.org', 'pager@example.org'];

const fixture = new Fixture();
afterAll(() => fixture.dispose());

const declared = await real();
const jobs = declared.jobs.map(({ declaration }) => declaration);
/** With a database of lists, which adds alarms and takes none away. */
const settings = { alarmEmail: everybody, alarmWebhookUrl: 'https://pager.example.org' };
const registry = aRegistry({ ...declared, config: withLists({ engine: 'postgres' }, settings) });
let stacks: Stacks;
beforeAll(() => {
  const templates = templatesOf(registry);
  const named = Object.entries(stacksOf(registry)).map(([name, stack]) => {
    const template = templates[name as keyof typeof templates].toJSON();
    // The laptop sends mails only.
    for (const { Type, Properties } of Object.values<{ Type: string; Properties: Record<string, unknown> }>(
      template.Resources,
    ))
      if (Type === 'AWS::SNS::Subscription' && Properties.Protocol === 'https')
        Object.assign(Properties, { Protocol: 'email', Endpoint: onDuty });
    return [stack?.stackName, template];
  });
  stacks = fixture.several(Object.fromEntries(named));
});

const namesOf = (type: string) =>
  stacks.declared().flatMap((resource) => (resource.type === type ? [physicalName(resource, stacks)] : []));
function only(type: string, pattern: RegExp): string {
  const [name, ...more] = namesOf(type).filter((each) => pattern.test(each));
  if (!name || more.length > 0) throw new Error(`${pattern} is of ${more.length + (name ? 1 : 0)} resources`);
  return name;
}
const words = (id: string) => id.replace(/(^|-)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase());
const functionOf = (id: string) => only('AWS::Lambda::Function', new RegExp(`-${words(id)}Worker`));
const queueOf = (part: string) => only('AWS::SQS::Queue', new RegExp(`-${part}[A-Z0-9]{8,}$`));
const table = () => namesOf('AWS::DynamoDB::Table')[0] as string;

class Drill {
  readonly metrics = new Metrics(() => nowMs);
  own(name: string, value: number | number[], dimensions: object = {}, agoMs = 0): void {
    const metric = { namespace: metricNamespace, name, dimensions: { table: table(), ...dimensions } };
    this.metrics.record(metric, value, nowMs - agoMs);
  }
  aws(namespace: string, name: string, dimensions: Record<string, string>, value: number): void {
    this.metrics.record({ namespace, name, dimensions }, value);
  }
  ofDatabase(name: string, value: number, agoMs = 0): void {
    const dimensions = { DBClusterIdentifier: 'registry-prod-lists' };
    this.metrics.record({ namespace: 'AWS/RDS', name, dimensions }, value, nowMs - agoMs);
  }
  freeStorage(bytes: number, agoMs = 0): void {
    const dimensions = { DBInstanceIdentifier: 'registry-prod-lists-1' };
    this.metrics.record({ namespace: 'AWS/RDS', name: 'FreeLocalStorage', dimensions }, bytes, nowMs - agoMs);
  }
  databaseErrors(count: number, agoMs = 0): void {
    const metric = { namespace: metricNamespace, name: 'registry-prod-lists-errors', dimensions: {} };
    this.metrics.record(metric, Array(count).fill(1), nowMs - agoMs);
  }
  answers(api: string, count: number, status: number, latencyMs = 50): void {
    const stage = { name: `registry-prod-${api}`, stage: 'live' };
    for (let sent = 0; sent < count; sent++) recordAnswer(this.metrics, stage, { status, latencyMs });
  }
  backlog(name: string, visible: number, oldestAgeMs = 0): void {
    recordBacklog(this.metrics, { name, backlog: () => ({ visible, inFlight: 0, oldestAgeMs }) } as never);
  }
}

/** Records over the last periods, as something that goes on. */
const goesOn = (periods: number, periodMs: number, record: (agoMs: number) => void) => {
  for (let period = 0; period < periods; period++) record(period * periodMs);
};

const sources = ['orcid', 'crossref', 'openalex', 'datacite'];
const scheduled = jobs.filter(({ trigger }) => trigger.kind === 'schedule').map(({ id }) => id);

/** A registry in order: some errors, refusals and slow requests are a part of that. */
function inOrder(drill: Drill, stopped?: string): void {
  for (const id of scheduled) {
    if (id === stopped) continue;
    const metric = { namespace: 'AWS/Lambda', name: 'Invocations', dimensions: { FunctionName: functionOf(id) } };
    goesOn(13 * 12, 5 * minuteMs, (agoMs) => drill.metrics.record(metric, 1, nowMs - agoMs));
  }
  for (const api of ['consumer', 'integrations', 'dashboard']) {
    drill.answers(api, 100, 200);
    drill.answers(api, 2, 500);
    drill.answers(api, 2, 200, 20_000);
  }
  for (const source of sources)
    goesOn(3, dayMs, (agoMs) => {
      // At night, as most registries do.
      drill.own(sourceMetrics.asked, 1_000, { source }, agoMs + 12 * hourMs);
      drill.own(sourceMetrics.refused, 30, { source }, agoMs + 12 * hourMs);
    });
  goesOn(3, hourMs, (agoMs) => drill.own(registryMetrics.failedJobs, 2, {}, agoMs));
  drill.own(registryMetrics.listMemory, 85);
  // The database is filled, at its maximum for half an hour, and meets a failover.
  goesOn(12, 5 * minuteMs, (agoMs) => {
    drill.own(registryMetrics.listsBehind, 400, {}, agoMs);
    drill.own(registryMetrics.refusedRows, 0, {}, agoMs);
    drill.freeStorage(20 * 2 ** 30, agoMs);
  });
  goesOn(6, 5 * minuteMs, (agoMs) => drill.ofDatabase('ACUUtilization', 100, agoMs));
  drill.own(registryMetrics.throttledCalls, Array(60).fill(1));
  drill.databaseErrors(30);
  drill.own(registryMetrics.refusedSessions, 3);
}

type Fault = [
  name: string,
  alarms: string[],
  message: string | undefined,
  inject: (drill: Drill) => void,
  stopped?: string,
];
const ofApi = (api: string, inject: (drill: Drill) => void): Fault[] => [
  [`the ${api} API answers errors`, [`${api}-api-errors`], 'registry-failing', inject],
  [
    `most requests to the ${api} API fail`,
    [`${api}-api-errors`, `${api}-api-error-rate`],
    'registry-failing',
    (drill) => drill.answers(api, 200, 503),
  ],
  [
    `the ${api} API is slow`,
    [`${api}-api-slow`],
    'registry-failing',
    (drill) =>
      goesOn(3, 5 * minuteMs, (agoMs) => {
        const dimensions = { ApiName: `registry-prod-${api}`, Stage: 'live' };
        const of = (name: string) => ({ namespace: 'AWS/ApiGateway', name, dimensions });
        drill.metrics.record(of('Count'), Array(30).fill(1), nowMs - agoMs);
        drill.metrics.record(of('Latency'), Array(300).fill(9_000), nowMs - agoMs);
      }),
  ],
];

const faults: Fault[] = [
  ...['consumer', 'integrations', 'dashboard'].flatMap((api) => ofApi(api, (drill) => drill.answers(api, 5, 500))),
  ...scheduled.flatMap((id): Fault[] => [
    [
      `a run of ${id} fails`,
      [`${id}-failing`],
      id === 'canary' ? 'registry-failing' : `${id}-failing`,
      (drill) => recordInvocation(drill.metrics, functionOf(id), true),
    ],
    [`${id} does not run`, [`${id}-not-run`], `${id}-not-run`, () => {}, id],
  ]),
  ...sources.map(
    (source): Fault => [
      `${source} refuses for two days`,
      [`${source}-refusing`],
      `${source}-refusing`,
      (drill) => goesOn(2, dayMs, (agoMs) => drill.own(sourceMetrics.refused, 800, { source }, agoMs)),
    ],
  ),
  [
    'openalex is not asked for hours',
    ['openalex-silent'],
    'openalex-silent',
    (drill) => goesOn(3, hourMs, (agoMs) => drill.own(sourceMetrics.paused, 2, { source: 'openalex' }, agoMs)),
  ],
  [
    'openalex is not asked for two hours, and answers then',
    [],
    undefined,
    (drill) => {
      goesOn(3, hourMs, (agoMs) => drill.own(sourceMetrics.paused, 2, { source: 'openalex' }, agoMs));
      drill.own(sourceMetrics.asked, 5, { source: 'openalex' });
    },
  ],
  [
    'a source refuses for a day',
    [],
    undefined,
    (drill) => drill.own(sourceMetrics.refused, 900, { source: 'crossref' }, dayMs),
  ],
  [
    'ingestions fail for hours',
    ['ingestions-failing'],
    'ingestions-failing',
    (drill) => goesOn(2, hourMs, (agoMs) => drill.own(registryMetrics.failedJobs, 10, {}, agoMs)),
  ],
  ...(
    [
      ['researchers', 'ingest-researcher', 'fail-dead-researchers'],
      ['works', 'ingest-work', 'fail-dead-works'],
      ['webhooks', 'deliver-webhooks', 'drop-dead-webhooks'],
      ['intakes', 'work-on-intakes', 'drop-dead-intakes'],
      ['fetches', 'fetch-intakes', 'drop-dead-fetches'],
    ] as const
  ).flatMap(([queue, id, dead]): Fault[] => {
    return [
      [
        `the queue of ${queue} is not read`,
        [`${id}-behind`],
        `${id}-behind`,
        (drill) =>
          goesOn(3, 5 * minuteMs, (agoMs) => {
            const QueueName = queueOf(`${words(queue)}Queue`);
            const metric = { namespace: 'AWS/SQS', name: 'ApproximateAgeOfOldestMessage', dimensions: { QueueName } };
            drill.metrics.record(metric, (7 * hourMs) / 1000, nowMs - agoMs);
          }),
      ],
      [
        `a message of ${queue} fails each time`,
        [`${dead}-needed`],
        `${dead}-needed`,
        (drill) => recordReceived(drill.metrics, queueOf(`${words(queue)}DeadLetters`), 1),
      ],
      [
        `nobody works on the dead letters of ${queue}`,
        [`${dead}-needed`, `${dead}-stuck`],
        undefined,
        (drill) =>
          goesOn(12, 5 * minuteMs, (agoMs) => {
            const dimensions = { QueueName: queueOf(`${words(queue)}DeadLetters`) };
            const name = 'ApproximateNumberOfMessagesVisible';
            drill.metrics.record({ namespace: 'AWS/SQS', name, dimensions }, 1, nowMs - agoMs);
          }),
      ],
    ];
  }),
  [
    'functions are throttled, and requests fail because of that',
    ['functions-throttled', 'consumer-api-errors', 'dashboard-api-errors'],
    'registry-failing',
    (drill) => {
      recordThrottle(drill.metrics, functionOf('canary'));
      drill.answers('consumer', 20, 503);
      drill.answers('dashboard', 20, 503);
    },
  ],
  [
    'a partition is throttled',
    ['partition-throttled'],
    'registry-failing',
    (drill) => drill.aws('AWS/DynamoDB', 'WriteKeyRangeThroughputThrottleEvents', { TableName: table() }, 10),
  ],
  [
    'the quota of the table is used up',
    ['table-throttled'],
    'registry-failing',
    (drill) => drill.aws('AWS/DynamoDB', 'ReadAccountLimitThrottleEvents', { TableName: table() }, 10),
  ],
  [
    'a list outgrows its function',
    ['list-memory-high'],
    'list-memory-high',
    (drill) => drill.own(registryMetrics.listMemory, 95),
  ],
  [
    'nothing feeds the lists in PostgreSQL',
    ['lists-behind'],
    'registry-failing',
    (drill) => goesOn(2, 15 * minuteMs, (agoMs) => drill.own(registryMetrics.listsBehind, 1_900, {}, agoMs)),
  ],
  [
    'PostgreSQL refuses a row',
    ['list-rows-refused'],
    'list-rows-refused',
    (drill) => drill.own(registryMetrics.refusedRows, 1),
  ],
  [
    'the database of lists stays at its maximum',
    ['lists-database-at-maximum'],
    'lists-database-at-maximum',
    (drill) => goesOn(12, 5 * minuteMs, (agoMs) => drill.ofDatabase('ACUUtilization', 100, agoMs)),
  ],
  [
    'the temporary storage of the database is full',
    ['lists-database-storage-low'],
    'lists-database-storage-low',
    (drill) => goesOn(3, 5 * minuteMs, (agoMs) => drill.freeStorage(2 ** 29, agoMs)),
  ],
  [
    'the Data API throttles',
    ['lists-database-throttled'],
    'lists-database-throttled',
    (drill) =>
      goesOn(2, 5 * minuteMs, (agoMs) => drill.own(registryMetrics.throttledCalls, Array(60).fill(1), {}, agoMs)),
  ],
  [
    'the database of lists restarts again and again',
    ['lists-database-errors'],
    'lists-database-errors',
    (drill) => goesOn(2, 5 * minuteMs, (agoMs) => drill.databaseErrors(20, agoMs)),
  ],
  [
    'tokens of a wrong issuer',
    ['sessions-refused'],
    'sessions-refused',
    (drill) => drill.own(registryMetrics.refusedSessions, 30),
  ],
  [
    'the firewall blocks an attack',
    ['requests-blocked'],
    'requests-blocked',
    (drill) => {
      const dimensions = { WebACL: 'registry-prod-edge', Region: 'us-east-1', Rule: 'ALL' };
      drill.aws('AWS/WAFV2', 'BlockedRequests', dimensions, 6_000);
    },
  ],
  [
    'the writer of mails fails',
    ['write-mail-failing'],
    'write-mail-failing',
    (drill) => recordInvocation(drill.metrics, only('AWS::Lambda::Function', /-WriteMail/), true),
  ],
  [
    'a locale-aware search is disabled',
    ['rollout-auto-disabled'],
    'rollout-auto-disabled',
    (drill) => drill.own(rolloutMetrics.autoDisabled, 1, rolloutDimension),
  ],
  [
    'locale-aware searches fail',
    ['rollout-error-rate-high'],
    undefined,
    (drill) => {
      drill.own(rolloutMetrics.requests, 100, rolloutDimension);
      drill.own(rolloutMetrics.errors, 6, rolloutDimension);
    },
  ],
  [
    'locale-aware searches are slow',
    ['rollout-latency-high'],
    undefined,
    (drill) => {
      drill.own(rolloutMetrics.requests, 100, rolloutDimension);
      drill.own(rolloutMetrics.totalLatency, 160_000, rolloutDimension);
    },
  ],
];

function run([, , , inject, stopped]: Fault) {
  const mails: string[] = [];
  const drill = new Drill();
  let clockMs = nowMs - 3 * dayMs;
  const alarms = new Alarms(stacks, drill.metrics, {
    now: () => clockMs,
    print: () => {},
    outbox: { send: ({ to, subject }) => mails.push(`${to} ${subject.replace(/registry-prod-[a-z]+(-in)?-/, '')}`) },
  });
  clockMs = nowMs;
  inOrder(drill, stopped);
  inject(drill);
  alarms.evaluate();
  const active = alarms.active().map((name) => name.replace(/^registry-prod-(sign-in|[a-z]+)-/, ''));
  return { active, mails };
}

test('a registry in order raises none', () => {
  expect(run(['', [], undefined, () => {}])).toEqual({ active: [], mails: [] });
});

describe('a fault raises its alarms and no others, and sends one message', () => {
  test.each(faults)('%s', (...fault) => {
    const [, expected, message] = fault;
    const { active, mails } = run(fault);
    const isPage = message === 'registry-failing';
    expect(active.sort()).toEqual([...expected, ...(isPage ? ['registry-failing'] : [])].sort());
    const sent = message ? [message] : expected.filter((alarm) => !alarm.startsWith('rollout-'));
    const told = [everybody, ...(isPage ? [onDuty] : [])];
    expect(mails.sort()).toEqual(told.flatMap((to) => sent.map((alarm) => `${to} ALARM: ${alarm}`)).sort());
  });
});

test('the drill has a fault for every alarm', () => {
  const raised = new Set(faults.flatMap(([, alarms]) => alarms));
  const all = namesOf('AWS::CloudWatch::Alarm').map((name) => name.replace(/^registry-prod-(sign-in|[a-z]+)-/, ''));
  expect(all.filter((alarm) => !raised.has(alarm))).toEqual([]);
  expect([...raised].filter((alarm) => !all.includes(alarm))).toEqual([]);
});
