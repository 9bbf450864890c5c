import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readsLists } from '../../lib/route-grants.ts';
import { resources, type TemplateResource } from './templates.ts';
import { keptDeclarations, wholeTemplatesOf } from './whole-registries.ts';

const pageOf = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
const page = pageOf('costs.md');
/** The cells of the tables' rows, without headers. */
const lines = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(1, -1).replaceAll('**', '').split('|'))
  .map((cells) => cells.map((cell) => cell.trim()));
const lineOf = (name: string): string[] => lines.find(([first]) => first?.startsWith(name)) ?? [];

const templates = wholeTemplatesOf('as it is');
const all = (type: string): TemplateResource['Properties'][] =>
  Object.values(templates).flatMap((template) => resources(template, type).map(([, { Properties }]) => Properties));

/** An alarm is billed by its metrics, without computed ones. */
const metricsOf = ({ Metrics = [{ MetricStat: {} }] }: TemplateResource['Properties']): number =>
  Metrics.filter(({ MetricStat }: { MetricStat?: object }) => MetricStat).length;
const minutes: Record<string, number> = { minute: 1, minutes: 1, hour: 60, hours: 60 };
const runsInMonth = ({ ScheduleExpression }: TemplateResource['Properties']): number => {
  const [, count, unit] = /^rate\((\d+) (\w+)\)$/.exec(ScheduleExpression) ?? [];
  return (30 * 24 * 60) / (Number(count) * (minutes[unit ?? ''] ?? Number.NaN));
};
const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);

describe('docs/costs.md has what the templates have', () => {
  test('alarms, secrets, firewall and dashboard', () => {
    const metrics = sum(all('AWS::CloudWatch::Alarm').map(metricsOf));
    const alarms = all('AWS::CloudWatch::Alarm').length;
    expect(lineOf('alarms').slice(1)).toEqual([
      `${metrics} metrics in ${alarms} alarms, at 0.10 a metric`,
      (0.1 * metrics).toFixed(2),
    ]);
    const secrets = all('AWS::SecretsManager::Secret').length;
    expect(lineOf('secrets').slice(1)).toEqual([
      expect.stringContaining(`${secrets} at 0.40`),
      (0.4 * secrets).toFixed(2),
    ]);
    const firewalls = all('AWS::WAFv2::WebACL');
    const rules = sum(firewalls.map(({ Rules }) => Rules.length));
    expect(lineOf('firewall').slice(1)).toEqual([
      `${firewalls.length} web ACL at 5.00, ${rules} rules at 1.00`,
      (5 * firewalls.length + rules).toFixed(2),
    ]);
    const dashboards = all('AWS::CloudWatch::Dashboard').length;
    expect(lineOf('dashboard in').slice(1)).toEqual([`${dashboards} at 3.00`, (3 * dashboards).toFixed(2)]);
  });

  test('polled queues and scheduled runs', () => {
    const queues = all('AWS::Lambda::EventSourceMapping').length;
    const polls = (queues * 5 * 3 * 60 * 24 * 30) / 1e6;
    expect(lineOf('pollers').slice(1)).toEqual([
      `${queues} queues, 5 long polls of 20 s each: ${polls.toFixed(1)} million requests at 0.40`,
      (0.4 * polls).toFixed(2),
    ]);
    const runs = sum(all('AWS::Scheduler::Schedule').map(runsInMonth)) / 1000;
    expect(lineOf('scheduled jobs')[1]).toMatch(new RegExp(`^${Math.round(runs)},000 runs: `));
  });

  test('functions with lists, and their memory', () => {
    const { routes } = keptDeclarations();
    for (const api of ['consumer', 'integrations', 'dashboard']) {
      const memory = routes.flatMap(({ declaration: route }) =>
        route.api === api && readsLists(route.grants) ? (route.memoryMb ?? 1024) / 1024 : [],
      );
      const gigabytes = sum(memory);
      expect(lineOf(`\`${api}\``)).toEqual([
        `\`${api}\``,
        String(memory.length),
        `${gigabytes.toFixed(1)} GB`,
        `${(gigabytes * 0.0000033334 * 3600 * 730).toFixed(1)}0`,
      ]);
    }
  });

  test('and adds it up', () => {
    const idle = lines.slice(lines.indexOf(lineOf('firewall')), lines.indexOf(lineOf('API Gateway, CloudFront')) + 1);
    const total = Math.ceil(sum(idle.map((cells) => Number(cells.at(-1)))) * 10) / 10;
    expect(lineOf('idle').slice(1)).toEqual(Array(3).fill(total.toFixed(2)));
    expect(page).toContain(`rounded up to ${total.toFixed(2)}.`);
    const parts = ['idle', 'storage', 'every publication refreshed', 'requests:'].map(lineOf);
    const months = [1, 2, 3].map((size) => sum(parts.map((cells) => Number(cells[size]))));
    expect(lineOf('a month').slice(1)).toEqual(months.map((month) => `${month.toFixed(1)}0`));
  });
});

test('docs/costs.md has what lists in PostgreSQL take by its assumptions, and their alarms', () => {
  const { Lists, Background } = wholeTemplatesOf('lists in PostgreSQL');
  const alarms = [Lists, Background]
    .flatMap((template) => resources(template, 'AWS::CloudWatch::Alarm'))
    .map(([, { Properties }]) => Properties)
    .filter(({ AlarmName }) => /^registry-prod-lists-|-feed-lists-/.test(AlarmName));
  const metrics = sum(alarms.map(metricsOf));
  const [hours, used] = [730, 243];
  const columns = [1, 5, 10].flatMap((millions) => {
    const gigabytes = 8.5 * millions;
    const all = Math.round(gigabytes) / 2;
    const written = ((millions * 52) / 12 / 4) * 2 * 15 * 0.2;
    const quiet = used * (all / 4) + (hours - used) * 0.5;
    const of = (acuHours: number, calls: number, reads: number, writes: number) => [
      acuHours * 0.12,
      gigabytes * 0.1,
      calls * 0.35,
      reads * 0.2,
      Math.round(writes * 100) / 100,
      0.1 * metrics + 3 * 0.3 + 0.4,
    ];
    return [of(hours * 0.5, 0, 0, 0), of(quiet, 1, 20, written), of(hours * all, 10, 20, written)];
  });
  const rows = [
    'capacity at',
    'storage at',
    'Data API',
    'reads at',
    'writes at',
    `${metrics} metrics in ${alarms.length}`,
  ];
  for (const [index, row] of rows.entries())
    expect(lineOf(row).slice(1)).toEqual(columns.map((column) => column[index]?.toFixed(2)));
  const after = lines.slice(lines.indexOf(lineOf('capacity at')));
  const total = after.find(([first]) => first === 'a month') ?? [];
  const sums = rows.map((row) => lineOf(row).slice(1).map(Number));
  expect(total.slice(1)).toEqual(columns.map((__, month) => sum(sums.map((row) => row[month] ?? 0)).toFixed(2)));
});

test('docs/operating.md names the outputs of the stack with the data', () => {
  const [, named = ''] = /^\| `registry-prod-data` \| (.*) \|$/m.exec(pageOf('operating.md')) ?? [];
  const given = Object.keys(templates.Data.toJSON().Outputs).filter((name) => !/^(Exports|Publish)Output/.test(name));
  expect(named.split(', ').sort()).toEqual(given.map((name) => `\`${name}\``).sort());
});
