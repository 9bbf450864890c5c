import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { readConfig } from '../../lib/config.ts';
import { functionRuntime, functionRuntimeEnd } from '../../lib/constructs/service-function.ts';
import { aJob, aRegistry, aRoute, templatesOf } from './support.ts';
import { resources } from './templates.ts';
import { wholeTemplatesOf } from './whole-registries.ts';

const trigger = { kind: 'schedule', everyMinutes: 5 } as const;

describe('the setting listMemoryMb', () => {
  it.each([
    [undefined, { Publications: 1024, Projects: 512, 'A thing': 256, Compact: 1024, Large: 8192, Other: 512 }],
    [1769, { Publications: 1769, Projects: 885, 'A thing': 256, Compact: 1769, Large: 10_240, Other: 512 }],
    [512, { Publications: 512, Projects: 256, 'A thing': 256, Compact: 512, Large: 4096, Other: 512 }],
  ])('%s: functions with lists get memory in proportion, others as declared', (listMemoryMb, expected) => {
    const templates = templatesOf(
      aRegistry({
        config: readConfig({ listMemoryMb }),
        routes: [
          aRoute({ id: 'publications.list', path: '/p', summary: 'Publications', grants: ['lists:publications'] }),
          aRoute({ id: 'projects.list', path: '/j', summary: 'Projects', grants: ['lists:projects'], memoryMb: 512 }),
        ],
        jobs: [
          aJob({
            id: 'compact',
            summary: 'Compact',
            trigger,
            grants: ['lists:publications', 'lists:compact'],
            memoryMb: 1024,
          }),
          aJob({ id: 'large', summary: 'Large', trigger, grants: ['lists:curated-publications'], memoryMb: 8192 }),
          aJob({ id: 'other', summary: 'Other', trigger, grants: ['publications:read'] }),
        ],
      }),
    );
    const functions = Object.values(templates).flatMap((template) => resources(template, 'AWS::Lambda::Function'));
    const memory = (description: string) =>
      functions.find(([, { Properties }]) => Properties.Description === description)?.[1].Properties.MemorySize;
    const names = Object.keys(expected);
    expect(Object.fromEntries(names.map((name) => [name, memory(name)]))).toEqual(expected);
  });
});

it('gives what pages of the dashboard wait for more than half of a processor', () => {
  const functions = Object.values(wholeTemplatesOf('as it is')).flatMap((template) =>
    resources(template, 'AWS::Lambda::Function'),
  );
  const memoryOf = (name: string) =>
    functions.find(([id]) => id.startsWith(name) && id.includes('Function'))?.[1].Properties.MemorySize;
  for (const name of ['SessionAuthorizer', 'SessionGet', 'DuplicatesGet', 'SiteToolsResetScope'])
    expect([name, memoryOf(name)]).toEqual([name, 1024]);
  for (const name of ['SavedViewsCreate', 'CredentialAuthorizer']) expect([name, memoryOf(name)]).toEqual([name, 256]);
});

describe('the runtime', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is the version of Node that the project is developed and bundled for', () => {
    const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
    const major = functionRuntime.name.match(/^nodejs(\d+)[.]x$/)?.[1];
    expect(JSON.parse(read('package.json')).devDependencies.node).toMatch(new RegExp(`^${major}[.]`));
    expect(read('scripts/functions/bundle.ts')).toContain(`target: 'node${major}'`);
  });

  it.each([
    [-185, 0],
    [-180, 1],
    [400, 1],
  ])('%s days from its end: %s warnings', (days, count) => {
    jest.useFakeTimers({ now: functionRuntimeEnd.getTime() + days * 86_400_000, doNotFake: ['nextTick'] });
    const { data } = aRegistry();
    const text = Match.stringLikeRegexp('AWS patches nodejs24.x until 2028-04-30');
    expect(Annotations.fromStack(data).findWarning('*', text)).toHaveLength(count);
  });
});
