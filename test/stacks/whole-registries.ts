import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyRoute } from '#src/http/route.ts';
import type { AnyJob } from '#src/table/queues/job.ts';
import type { DeclarationFile } from '../../lib/load-declarations.ts';
import type { RegistryProps } from '../../lib/registry.ts';
import { runFolder } from '../support/run-folder.ts';
import type { Readable, StackName } from './templates.ts';

/**
 * The registries of the real declarations whose templates several tests read: their settings by what the tests call
 * them. They are synthesized once, before a run that has such tests (synthesize.ts).
 */
export const wholeRegistries = {
  'as it is': {},
  throwaway: { stage: 'try', retainData: false, logRetentionDays: 1 },
  'with every option': {
    stage: 'test',
    account: '123456789012',
    region: 'eu-central-1',
    alarmEmail: 'a@b.example',
    monthlyBudgetUsd: 50,
    backup: { copyToVaultArn: 'arn:aws:backup:eu-central-1:210987654321:backup-vault:registry' },
    openalexApiKeySecretArn: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:openalex-AbCdEf',
    dashboardUrl: 'https://dashboard.example.org',
    dashboardAltUrl: 'https://alt.example.org',
    adminEmails: ['ada@example.org'],
  },
  'lists in PostgreSQL': { lists: { engine: 'postgres' } },
  'lists in PostgreSQL, and snapshots of them': { lists: { engine: 'postgres', prepare: 'memory' } },
  'lists in memory, and PostgreSQL prepared': { lists: { prepare: 'postgres' } },
} as const;
export type WholeRegistry = keyof typeof wholeRegistries;

/** A stack in the run's folder: its template with what its nested stacks make, and how many resources each has. */
export interface KeptStack {
  template: { Resources: Record<string, { Type: string }>; [part: string]: unknown };
  resourceCounts: number[];
}
export type KeptStacks = Record<StackName, KeptStack> & { Lists?: KeptStack };

/** The declarations below lambdas/ without schemas and handlers, as the templates depend on them. */
export interface Declared extends Pick<RegistryProps, 'authorizers' | 'triggers'> {
  routes: DeclarationFile<Pick<AnyRoute, 'id' | 'api' | 'method' | 'path' | 'auth' | 'grants' | 'memoryMb'>>[];
  jobs: DeclarationFile<Omit<AnyJob, 'handle' | 'complete'>>[];
}

export const keptFile = (name: string): string => join(runFolder(), `${name}.json`);

function read<T>(name: string): T {
  const file = keptFile(name);
  if (!existsSync(file))
    throw new Error(`${file} is missing: only a run whose files import whole-registries.ts has it`);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

/** The template of each stack of a whole registry, with its nested stacks. */
export function wholeTemplatesOf(name: WholeRegistry): Record<StackName | 'Lists', Readable> {
  const stacks = Object.entries(read<KeptStacks>(name));
  return Object.fromEntries(stacks.map(([stack, { template }]) => [stack, readable(template)])) as ReturnType<
    typeof wholeTemplatesOf
  >;
}

/** How many resources the deployed templates of a stack have: its own and those of its nested stacks. */
export const resourceCountsOf = (name: WholeRegistry, stack: StackName): number[] =>
  read<KeptStacks>(name)[stack].resourceCounts;

export const keptDeclarations = (): Declared => read<Declared>('declarations');

function readable(template: KeptStack['template']): Readable {
  const ofType = (type: string) => Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
  return { toJSON: () => template, findResources: (type) => Object.fromEntries(ofType(type)) };
}
