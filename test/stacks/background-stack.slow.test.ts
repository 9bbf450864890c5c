import { describe, expect, it } from '@jest/globals';
import { aJob, aRegistry, templatesOf } from './support.ts';
import { resource, resources, type TemplateResource } from './templates.ts';

const worker = aJob({
  id: 'ingest-work',
  trigger: { kind: 'queue', queue: 'works', batchSize: 10, maxConcurrency: 3 },
  grants: ['sources'],
  timeoutSeconds: 120,
});
const undertaker = aJob({
  id: 'fail-dead-works',
  trigger: { kind: 'queue', queue: 'works', deadLetters: true, batchSize: 1, maxConcurrency: 2 },
  timeoutSeconds: 30,
});
const clockwork = aJob({ id: 'resume-jobs', trigger: { kind: 'schedule', everyMinutes: 15 } });

const { Background: background } = templatesOf(aRegistry({ jobs: [worker, undertaker, clockwork] }));
const queue = (beginning: string) => resource(background, 'AWS::SQS::Queue', beginning).Properties;
const variables = (beginning: string) =>
  resource(background, 'AWS::Lambda::Function', beginning).Properties.Environment?.Variables ?? {};

describe('a job fed by a queue', () => {
  it('has a visibility timeout of six times its timeout', () => {
    expect(queue('WorksQueue').VisibilityTimeout).toBe(720);
    expect(queue('WorksDeadLetters').VisibilityTimeout).toBe(180);
  });

  it('gets the URL of its queue, to postpone messages', () => {
    expect(variables('IngestWork').WORKS_QUEUE_URL).toEqual({ Ref: expect.stringMatching(/^WorksQueue/) });
    expect(variables('FailDeadWorks').WORKS_QUEUE_URL).toEqual({ Ref: expect.stringMatching(/^WorksDeadLetters/) });
  });

  it('may read that queue and send to none', () => {
    const read = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
    for (const [role, queue, Action] of [
      ['IngestWork', /^WorksQueue/, [...read, 'sqs:ChangeMessageVisibility']],
      // Workers for dead letters ask no source, so they never wait.
      ['FailDeadWorks', /^WorksDeadLetters/, read],
    ] as const) {
      const { Policies } = resource(background, 'AWS::IAM::Role', role).Properties;
      const { Statement: statements } = Policies[0].PolicyDocument;
      const ofQueues = statements.filter((statement: object) => JSON.stringify(statement).includes('"sqs:'));
      const Resource = { 'Fn::GetAtt': [expect.stringMatching(queue), 'Arn'] };
      expect(ofQueues).toEqual([{ Effect: 'Allow', Action, Resource }]);
    }
  });

  it('has the declared batch size and concurrency', () => {
    expect(resource(background, 'AWS::Lambda::EventSourceMapping', 'IngestWork').Properties).toMatchObject({
      BatchSize: 10,
      ScalingConfig: { MaximumConcurrency: 3 },
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      EventSourceArn: { 'Fn::GetAtt': [expect.stringMatching(/^WorksQueue/), 'Arn'] },
    });
  });

  it('alarms when the oldest message is six hours old', () => {
    expect(resource(background, 'AWS::CloudWatch::Alarm', 'IngestWork').Properties).toMatchObject({
      AlarmName: 'registry-prod-background-ingest-work-behind',
      AlarmDescription: 'Things stop. What to do: docs/runbook.md#ingest-work-behind',
      MetricName: 'ApproximateAgeOfOldestMessage',
      Threshold: 21600,
    });
  });

  it('alarms when a message enters the DLQ, although its function removes it at once', () => {
    const { Metrics, Threshold } = resource(
      background,
      'AWS::CloudWatch::Alarm',
      'FailDeadWorksFailDeadWorksNeeded',
    ).Properties;
    expect(Threshold).toBe(1);
    expect(Metrics[0].Expression).toBe('FILL(received, 0) + FILL(waiting, 0)');
    expect(
      Metrics.slice(1).map((it: { MetricStat: { Metric: { MetricName: string } } }) => it.MetricStat.Metric.MetricName),
    ).toEqual(['NumberOfMessagesReceived', 'ApproximateNumberOfMessagesVisible']);
  });

  it('alarms when there have been messages in the DLQ for an hour, waiting or in flight', () => {
    const stuck = resource(background, 'AWS::CloudWatch::Alarm', 'FailDeadWorksFailDeadWorksStuck').Properties;
    expect(stuck).toMatchObject({ Threshold: 1, EvaluationPeriods: 12 });
    expect(stuck.Metrics[0].Expression).toBe('FILL(waiting, 0) + FILL(inFlight, 0)');
    expect(stuck.Metrics.slice(1)).toMatchObject(
      ['ApproximateNumberOfMessagesVisible', 'ApproximateNumberOfMessagesNotVisible'].map((MetricName) => ({
        MetricStat: { Metric: { MetricName }, Period: 300, Stat: 'Maximum' },
      })),
    );
  });

  it('is the only one that reads its queue', () => {
    const second = {
      ...worker,
      file: 'lambdas/background/other.ts',
      declaration: { ...worker.declaration, id: 'other' },
    };
    expect(() => aRegistry({ jobs: [worker, second] })).toThrow(
      'lambdas/background/ingest-work.ts and lambdas/background/other.ts read the same queue (works); only one job may',
    );
  });

  it('cannot send dead letters back: one variable would name two queues', () => {
    const looping = { ...undertaker, declaration: { ...undertaker.declaration, grants: ['queue:works' as const] } };
    expect(() => aRegistry({ jobs: [looping] })).toThrow(
      'lambdas/background/fail-dead-works.ts cannot have the grant queue:works: WORKS_QUEUE_URL already holds the URL of its DLQ',
    );
  });

  it('need not exist for its queue to be created', () => {
    expect(queue('ResearchersQueue')).toMatchObject({ VisibilityTimeout: 5400, RedrivePolicy: { maxReceiveCount: 5 } });
  });
});

describe('a job run on a schedule', () => {
  it('is started by EventBridge Scheduler, with retries until its next run', () => {
    expect(resource(background, 'AWS::Scheduler::Schedule', 'ResumeJobs').Properties).toMatchObject({
      ScheduleExpression: 'rate(15 minutes)',
      Target: { RetryPolicy: { MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 900 } },
    });
  });

  it('runs in a deployment that changes what it runs for, after its own update and before that of the APIs', () => {
    const runIn = (runWhenChanged: string) => {
      const job = { ...clockwork, declaration: { ...clockwork.declaration, runWhenChanged } };
      const registry = aRegistry({ jobs: [job] });
      for (const api of Object.values(registry.apis)) expect(api.dependencies).toContain(registry.background);
      const [[, run], ...others] = resources(templatesOf(registry).Background, 'Custom::DeploymentRun') as [
        [string, TemplateResource],
      ];
      expect(others).toEqual([]);
      return run;
    };
    const run = runIn('schema 1');
    expect(run.DependsOn).toContainEqual(expect.stringMatching(/^ResumeJobsWorkerFunction/));
    const call = JSON.stringify(run.Properties.Create);
    expect(call).toContain('invoke');
    expect(JSON.stringify(runIn('schema 1').Properties.Create)).toBe(call);
    expect(JSON.stringify(runIn('schema 2').Properties.Create)).not.toBe(call);
  });

  it('may be one of several that run in a deployment: the one function that calls them may call each', () => {
    const jobs = ['resume-jobs', 'feed-lists'].map((id) => ({
      ...clockwork,
      declaration: { ...clockwork.declaration, id, runWhenChanged: 'schema 1' },
    }));
    const { Background } = templatesOf(aRegistry({ jobs }));
    const runs = resources(Background, 'Custom::DeploymentRun').map(([, { Properties }]) => Properties.ServiceToken);
    expect(runs).toHaveLength(2);
    const [caller] = new Set(runs.map((token) => token['Fn::GetAtt'][0]));
    const { Role } = resource(Background, 'AWS::Lambda::Function', caller).Properties;
    const { Policies } = resource(Background, 'AWS::IAM::Role', Role['Fn::GetAtt'][0]).Properties;
    const calls = Policies[0].PolicyDocument.Statement.find(
      ({ Action }: { Action: unknown }) => Action === 'lambda:InvokeFunction',
    );
    expect(calls.Resource.map((arn: { 'Fn::GetAtt': string[] }) => arn['Fn::GetAtt'][0])).toEqual([
      expect.stringMatching(/^ResumeJobsWorkerFunction/),
      expect.stringMatching(/^FeedListsWorkerFunction/),
    ]);
  });

  it.each([
    [1, 60],
    [15, 900],
    [24 * 60, 6 * 3600],
  ])('every %i minutes: Lambda runs it once, and drops it after %i s', (everyMinutes, maxAgeSeconds) => {
    const job = {
      ...clockwork,
      declaration: { ...clockwork.declaration, trigger: { kind: 'schedule', everyMinutes } },
    };
    const { Background } = templatesOf(aRegistry({ jobs: [job as typeof clockwork] }));
    const [[, { Properties }], ...others] = resources(Background, 'AWS::Lambda::EventInvokeConfig') as [
      [string, TemplateResource],
    ];
    expect(others).toEqual([]);
    expect(Properties).toMatchObject({
      FunctionName: { Ref: expect.stringMatching(/^ResumeJobs/) },
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: maxAgeSeconds,
    });
  });

  it.each([
    [1, 300],
    [60, 3600],
    [360, 21600],
  ])(
    'every %i minutes: alarms after two periods of %i s without a run, and if there never was one',
    (everyMinutes, Period) => {
      const job = {
        ...clockwork,
        declaration: { ...clockwork.declaration, trigger: { kind: 'schedule', everyMinutes } },
      };
      const { Background } = templatesOf(aRegistry({ jobs: [job as typeof clockwork] }));
      expect(resource(Background, 'AWS::CloudWatch::Alarm', 'ResumeJobsResumeJobsNotRun').Properties).toMatchObject({
        Namespace: 'AWS/Lambda',
        MetricName: 'Invocations',
        Dimensions: [{ Name: 'FunctionName', Value: { Ref: expect.stringMatching(/^ResumeJobs/) } }],
        Statistic: 'Sum',
        Period,
        EvaluationPeriods: 2,
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
        TreatMissingData: 'breaching',
      });
    },
  );

  it('alarms when a run fails, does not reach Lambda, or is dropped there', () => {
    const { Metrics } = resource(background, 'AWS::CloudWatch::Alarm', 'ResumeJobsResumeJobsFailing').Properties;
    expect(Metrics[0].Expression).toBe('FILL(errors, 0) + FILL(undelivered, 0) + FILL(dropped, 0)');
    expect(Metrics).toContainEqual({
      Id: 'dropped',
      ReturnData: false,
      MetricStat: {
        Metric: {
          Namespace: 'AWS/Lambda',
          MetricName: 'AsyncEventsDropped',
          Dimensions: [{ Name: 'FunctionName', Value: { Ref: expect.stringMatching(/^ResumeJobs/) } }],
        },
        Period: 300,
        Stat: 'Sum',
      },
    });
  });
});

it('everything in a queue is encrypted, at rest and on the way', () => {
  const names = resources(background, 'AWS::SQS::Queue').map(([id, { Properties }]) => {
    expect(Properties.SqsManagedSseEnabled).toBe(true);
    return id;
  });
  const secured = resources(background, 'AWS::SQS::QueuePolicy').flatMap(([, { Properties }]) => Properties.Queues);
  expect(secured.map(({ Ref }: { Ref: string }) => Ref).sort()).toEqual(names.sort());
});
