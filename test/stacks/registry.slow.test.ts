import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { AnyRoute } from '#src/http/route.ts';
import { maxReceiveCount, queues } from '#src/table/queues/messages.ts';
import { groupByPath, methodsOf } from '../../lib/constructs/api/route-tree.ts';
import type { DeclarationFile } from '../../lib/load-declarations.ts';
import { resources, stackNames } from './templates.ts';
import { keptDeclarations, resourceCountsOf, wholeRegistries, wholeTemplatesOf } from './whole-registries.ts';

const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const anchors = [...runbook.matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading);

const declared = keptDeclarations();
/** The jobs of a registry whose lists are in memory. */
const jobs = declared.jobs.filter(({ declaration: { grants } }) => !grants.includes('database:lists'));

describe.each(['as it is', 'throwaway', 'with every option'] as const)('the registry, %s', (name) => {
  const settings = wholeRegistries[name];
  const templates = wholeTemplatesOf(name);

  const all = (type: string) => Object.values(templates).flatMap((template) => resources(template, type));

  /** All functions except those that CDK adds for a deployment. */
  const ours = () =>
    all('AWS::Lambda::Function').flatMap(([, { Properties }]) => (Properties.Code.ZipFile ? [Properties] : []));

  it.each(stackNames)(
    'has at most 450 resources in the stack %s and in each nested one: CloudFormation takes 500',
    (stack) => {
      const counts = resourceCountsOf(name, stack);
      expect(counts).not.toEqual([]);
      for (const count of counts) expect(count).toBeLessThanOrEqual(450);
    },
  );

  it('deploys every declaration as exactly one function', () => {
    const files = ours().map(({ Code }) => Code.ZipFile.slice(3));
    const authorizers = declared.authorizers.flatMap(({ file, declaration: { kinds } }) => {
      const behind = declared.routes.filter(({ declaration }) => kinds.some((kind) => kind === declaration.auth.kind));
      return [...new Set(behind.map(({ declaration }) => declaration.api))].map(() => file);
    });
    const expected = [...declared.routes, ...jobs, ...declared.triggers].map(({ file }) => file);
    expect(files.sort()).toEqual([...expected, ...authorizers].sort());
  });

  it("has one method per route, HEAD for each GET, with the route's authorization", () => {
    for (const [api, stack] of [
      ['consumer', 'Consumer'],
      ['integrations', 'Integrations'],
      ['dashboard', 'Dashboard'],
    ] as const) {
      const methods = resources(templates[stack], 'AWS::ApiGateway::Method')
        .map(([, { Properties }]) => Properties)
        .filter(({ HttpMethod }) => HttpMethod !== 'ANY')
        .map((p) => [
          p.OperationName,
          p.HttpMethod,
          p.AuthorizationType,
          p.ApiKeyRequired ?? false,
          'AuthorizerId' in p,
        ]);
      const expected = declared.routes
        .filter(({ declaration }) => declaration.api === api)
        .flatMap(({ declaration }) =>
          methodsOf(declaration).map((method) => {
            // Operators' secret is compared by the functions.
            const guarded = !['none', 'operator'].includes(declaration.auth.kind);
            const metered = declaration.auth.kind === 'apiKey';
            return [declaration.id, method, guarded ? 'CUSTOM' : 'NONE', metered, guarded];
          }),
        );
      expect(methods.sort()).toEqual(expected.sort());
    }
  });

  it('has paths that API Gateway takes', () => {
    for (const api of ['consumer', 'integrations', 'dashboard']) {
      const routes = declared.routes.filter(({ declaration }) => declaration.api === api);
      expect(() => groupByPath(routes as DeclarationFile<AnyRoute>[])).not.toThrow();
    }
  });

  it('sets nothing that could make answers fail on purpose', () => {
    const names = all('AWS::Lambda::Function').flatMap(([, { Properties }]) =>
      Object.keys(Properties.Environment?.Variables ?? {}),
    );
    expect(names).toContain('TABLE_NAME');
    expect(names.filter((name) => /fault|inject|chaos|^NODE_OPTIONS$/i.test(name))).toEqual([]);
  });

  it('sets a log retention for every function', () => {
    const groups = all('AWS::Logs::LogGroup');
    expect(groups.every(([, { Properties }]) => Properties.RetentionInDays >= 1)).toBe(true);
    for (const [, { Properties }] of all('AWS::Lambda::Function')) {
      expect(groups.map(([id]) => id)).toContain(Properties.LoggingConfig.LogGroup.Ref);
    }
  });

  it('runs every function on ARM with the current Node runtime', () => {
    for (const properties of ours()) {
      expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
    }
  });

  it('gives every queue of src/table/queues/messages.ts a worker and a reader of its dead letters', () => {
    const read = declared.jobs.map(({ declaration: { trigger } }) =>
      trigger.kind === 'queue' ? `${trigger.queue}${trigger.deadLetters ? ' dead letters' : ''}` : '',
    );
    for (const name of Object.keys(queues)) {
      expect(read.filter((queue) => queue === name)).toHaveLength(1);
      expect(read.filter((queue) => queue === `${name} dead letters`)).toHaveLength(1);
    }
  });

  it('moves failed messages to a dead-letter queue that keeps them for two weeks', () => {
    const all = resources(templates.Background, 'AWS::SQS::Queue');
    const targets = all.map(([, { Properties }]) => Properties.RedrivePolicy?.deadLetterTargetArn['Fn::GetAtt'][0]);
    for (const [id, { Properties }] of all) {
      const isDeadLetters = targets.includes(id) || id.includes('Undelivered');
      if (isDeadLetters) expect(Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600);
      else expect(Properties.RedrivePolicy.maxReceiveCount).toBe(maxReceiveCount);
    }
  });

  it('reads queues with partial batch responses, limited concurrency and six times the timeout', () => {
    const functions = templates.Background.findResources('AWS::Lambda::Function');
    const waiting = templates.Background.findResources('AWS::SQS::Queue');
    const sources = resources(templates.Background, 'AWS::Lambda::EventSourceMapping');
    expect(sources).toHaveLength(jobs.filter(({ declaration }) => declaration.trigger.kind === 'queue').length);
    for (const [, { Properties }] of sources) {
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      expect(Properties.ScalingConfig.MaximumConcurrency).toBeGreaterThanOrEqual(2);
      const { Timeout } = functions[Properties.FunctionName.Ref]?.Properties ?? {};
      const { VisibilityTimeout } = waiting[Properties.EventSourceArn['Fn::GetAtt'][0]]?.Properties ?? {};
      expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout);
    }
  });

  it('runs schedules with retries and a place for what was not delivered', () => {
    const schedules = all('AWS::Scheduler::Schedule');
    expect(schedules).toHaveLength(jobs.filter(({ declaration }) => declaration.trigger.kind === 'schedule').length);
    for (const [, { Properties }] of schedules) {
      expect(Properties.Target.RetryPolicy.MaximumRetryAttempts).toBe(2);
      expect(Properties.Target.DeadLetterConfig.Arn).toBeDefined();
    }
  });

  it('lets Lambda run a scheduled function once, and watches for runs that it drops', () => {
    const scheduled = all('AWS::Scheduler::Schedule').map(
      ([, { Properties }]) => Properties.Target.Arn['Fn::GetAtt'][0],
    );
    const configured = all('AWS::Lambda::EventInvokeConfig').map(([, { Properties }]) => {
      expect(Properties.MaximumRetryAttempts).toBe(0);
      return Properties.FunctionName.Ref;
    });
    expect(configured.sort()).toEqual(scheduled.sort());
    const metrics = all('AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) => Properties.Metrics ?? []);
    const dropped = metrics.filter(({ MetricStat }) => MetricStat?.Metric.MetricName === 'AsyncEventsDropped');
    expect(dropped.map(({ MetricStat }) => MetricStat.Metric.Dimensions[0].Value.Ref).sort()).toEqual(scheduled);
  });

  it('has an alarm for every queue, DLQ, schedule and API', () => {
    const watched = JSON.stringify(all('AWS::CloudWatch::Alarm'));
    for (const [id] of all('AWS::SQS::Queue')) expect(watched).toContain(`"${id}"`);
    for (const stack of ['consumer', 'integrations', 'dashboard']) expect(watched).toContain(`-${stack}-api-errors"`);
  });

  it('describes the impact in every alarm, with a link to the runbook', () => {
    const [page, ...more] = all('AWS::CloudWatch::CompositeAlarm');
    expect(more).toEqual([]);
    const joined = [...String(page?.[1].Properties.AlarmRule).matchAll(/ALARM\("([^"]+)"\)/g)].map(([, name]) => name);
    for (const [, { Properties }] of [...all('AWS::CloudWatch::Alarm'), ...(page ? [page] : [])]) {
      const [, impact, anchor] =
        /^(.+\.) What to do: docs\/runbook\.md#([\w-]+)$/.exec(Properties.AlarmDescription) ?? [];
      expect(impact).toBeTruthy();
      expect(anchors).toContain(anchor);
      // Alarms of one heading differ in the start of their names: crossref-refusing, orcid-refusing.
      const ending = Properties.AlarmName.endsWith(`-${anchor}`) ? anchor : anchor?.replace(/^[a-z]+/, '');
      expect(Properties.AlarmName.endsWith(ending)).toBe(true);
      const isSilent =
        joined.includes(Properties.AlarmName) || /rollout-(latency|error-rate)-high$/.test(Properties.AlarmName);
      expect(Properties.AlarmActions ?? []).toHaveLength(isSilent ? 0 : Properties.AlarmRule ? 2 : 1);
    }
  });

  it('has no heading in the runbook for an alarm that is gone', () => {
    const alarms = [...all('AWS::CloudWatch::Alarm'), ...all('AWS::CloudWatch::CompositeAlarm')];
    const linked = alarms.map(([, { Properties }]) => Properties.AlarmDescription.split('#').at(-1) as string);
    const budgets = all('AWS::Budgets::Budget').map(([, { Properties }]) => Properties.Budget.BudgetName);
    expect(budgets).toEqual('region' in settings ? [`registry-test-${settings.region}-budget-exceeded`] : []);
    // Alarms of settings that this stage does not have.
    const ofDatabase = ['feed-lists-failing', 'feed-lists-not-run', 'lists-behind', 'list-rows-refused'];
    const ofServer = ['at-maximum', 'storage-low', 'errors', 'throttled'].map((name) => `lists-database-${name}`);
    const optional = ['budget-exceeded', 'backup-missing', 'requests-blocked', ...ofDatabase, ...ofServer];
    expect([...new Set([...linked, ...optional])].sort()).toEqual([...anchors].sort());
    const shared = ['source-refusing', 'source-silent', 'api-slow'];
    for (const anchor of linked)
      if (!shared.includes(anchor)) expect(linked.filter((one) => one === anchor)).toHaveLength(1);
  });

  it('has a section for every alarm that says what it means, what to look at first, and what to do', () => {
    const sections = runbook.split(/^## /m).slice(1);
    expect(sections).toHaveLength(anchors.length);
    for (const section of sections) {
      const words = [...section.matchAll(/^\*\*(It means|Look|Do|Look and do)\*\*/gm)].map(([, word]) => word);
      const heading = section.split('\n')[0];
      expect({ heading, words }).toEqual({
        heading,
        words: words.includes('Look and do') ? ['It means', 'Look and do'] : ['It means', 'Look', 'Do'],
      });
    }
  });

  it('grants no function * on *', () => {
    for (const [, { Properties }] of all('AWS::IAM::Role')) {
      for (const { PolicyDocument } of Properties.Policies ?? []) {
        for (const { Action, Resource } of PolicyDocument.Statement) {
          // Metrics have no ARN: IAM can allow reading all or none.
          if (Action !== 'cloudwatch:GetMetricData') expect([Resource].flat()).not.toContain('*');
          for (const action of [Action].flat()) expect(action).toMatch(/^[a-z][a-z0-9-]+:[A-Z]\w+$/);
          expect([Action].flat()).not.toContain('dynamodb:Scan');
        }
      }
    }
  });
});
