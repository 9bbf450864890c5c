import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Api } from '#src/http/route.ts';
import type { AnyJob, QueueTrigger, ScheduleTrigger } from '#src/table/queues/job.ts';
import { type QueueName, queues } from '#src/table/queues/messages.ts';
import type { CodeProvider } from './bundles.ts';
import type { Config } from './config.ts';
import { constructId } from './constructs/construct-id.ts';
import { QueueWorker } from './constructs/queue-worker.ts';
import { ScheduledWorker } from './constructs/scheduled-worker.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import type { DataStack } from './data-stack.ts';
import type { ListDatabase, Resources, SignInProvider } from './grants.ts';
import type { ListsStack } from './lists-stack.ts';
import type { DeclarationFile } from './load-declarations.ts';
import { RegistryDashboard } from './monitoring/dashboard.ts';
import { RegistryAlarms } from './monitoring/registry-alarms.ts';
import { RolloutMonitoring } from './monitoring/rollout-monitoring.ts';
import { enabledSources } from './settings/sources.ts';

export interface BackgroundStackProps extends StackProps {
  config: Config;
  data: DataStack;
  signIn: SignInProvider;
  /** The database of lists, if there is one. */
  lists: ListsStack | undefined;
  jobs: readonly DeclarationFile<AnyJob>[];
  code: CodeProvider;
  /** The metric of the firewall, if there is one. */
  firewallMetric: string | undefined;
}

type JobWith<Trigger> = AnyJob & { trigger: Trigger };

/** The job that is only there with a database of lists. */
export const fillsLists = (job: DeclarationFile<AnyJob>): job is DeclarationFile<JobWith<ScheduleTrigger>> =>
  job.declaration.grants.includes('database:lists');

function perQueue<T>(make: (name: QueueName) => T): Record<QueueName, T> {
  const names = Object.keys(queues) as QueueName[];
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<QueueName, T>;
}

/** All queues, queue workers and scheduled functions, and the monitoring based on them. */
export class BackgroundStack extends Stack {
  readonly queues: Record<QueueName, Queue>;
  /** The database of lists with the function that feeds them, if there is one. */
  readonly database: ListDatabase | undefined;

  constructor(scope: Construct, id: string, props: BackgroundStackProps) {
    super(scope, id, props);
    const { config, data, signIn, lists, jobs, code, firewallMetric } = props;
    const workQueues = perQueue((name) => this.makeQueue(name, jobs));
    this.queues = perQueue((name) => workQueues[name].queue);
    const resources: Resources = {
      config,
      table: data.table,
      bucket: data.bucket,
      ledger: data.ledger,
      apiKeyPepper: data.apiKeyPepper,
      erasureKey: data.erasureKey,
      adminCliSecret: data.adminCliSecret,
      signIn,
      queues: this.queues,
      database: lists?.database,
    };
    const common = { code, alarmTopic: data.alarmTopic };
    const feeding = jobs.find(fillsLists);
    if (lists && feeding) {
      const { file, declaration: job } = feeding;
      const { function: feeder } = new ScheduledWorker(this, constructId(job.id), { ...common, resources, file, job });
      resources.database = { ...lists.database, feeder };
    }
    this.database = resources.database;
    for (const { file, declaration: job } of jobs.filter((each) => each !== feeding)) {
      const props = { ...common, resources, file };
      const { trigger } = job;
      if (trigger.kind === 'queue') {
        const workQueue = workQueues[trigger.queue];
        new QueueWorker(this, constructId(job.id), { ...props, job: job as JobWith<QueueTrigger>, workQueue });
      } else {
        new ScheduledWorker(this, constructId(job.id), { ...props, job: job as JobWith<ScheduleTrigger> });
      }
    }
    new RegistryAlarms(this, 'Registry', {
      table: data.table,
      alarmTopic: data.alarmTopic,
      sources: enabledSources(config),
      firewallMetric,
    });
    const rollout = new RolloutMonitoring(this, 'Rollout', data);
    const apiName = (api: Api) => `registry-${config.stage}-${api}`;
    new RegistryDashboard(this, 'Overview', {
      apiNames: {
        consumer: apiName('consumer'),
        integrations: apiName('integrations'),
        dashboard: apiName('dashboard'),
      },
      queues: {
        researchers: workQueues.researchers.queue,
        works: workQueues.works.queue,
        webhooks: workQueues.webhooks.queue,
        intakes: workQueues.intakes.queue,
        fetches: workQueues.fetches.queue,
      },
      deadLetters: {
        'dead researchers': workQueues.researchers.deadLetters,
        'dead works': workQueues.works.deadLetters,
        'dead webhooks': workQueues.webhooks.deadLetters,
        'dead intakes': workQueues.intakes.deadLetters,
        'dead fetches': workQueues.fetches.deadLetters,
      },
      table: data.table,
      sources: enabledSources(config),
      sections: [rollout.widgets(), ...(lists ? [lists.widgets()] : [])],
    });
  }

  private makeQueue(name: QueueName, jobs: readonly DeclarationFile<AnyJob>[]): WorkQueue {
    return new WorkQueue(this, constructId(name), {
      workerTimeoutSeconds: readerTimeoutSeconds(name, false, jobs),
      deadLetterWorkerTimeoutSeconds: readerTimeoutSeconds(name, true, jobs),
    });
  }
}

/** The timeout of the job that reads this queue, or Lambda's maximum if no job does. */
function readerTimeoutSeconds(name: QueueName, deadLetters: boolean, jobs: readonly DeclarationFile<AnyJob>[]): number {
  const readers = jobs.filter(
    ({ declaration: { trigger } }) =>
      trigger.kind === 'queue' && trigger.queue === name && (trigger.deadLetters ?? false) === deadLetters,
  );
  if (readers.length > 1) {
    const files = readers.map(({ file }) => file).join(' and ');
    throw new Error(
      `${files} read the same ${deadLetters ? 'dead-letter queue' : 'queue'} (${name}); only one job may`,
    );
  }
  return readers[0]?.declaration.timeoutSeconds ?? 900;
}
