import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { areToolsRequired } from '../support/required-tools.ts';
import { aRegistry, deployedTemplatesOf, pages, real, stacksOf } from './support.ts';
import { withLists } from './templates.ts';

/**
 * Checks every template, as CloudFormation gets it, with cfn-lint without exceptions, if it is installed (`pip install
 * cfn-lint`), and always in continuous integration. With other than default settings, one route and job of each kind.
 */
const isInstalled = spawnSync('cfn-lint', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'registry-templates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const certificateOf = (region: string) => `arn:aws:acm:${region}:123456789012:certificate/0a1b`;
const clientSecretArn = 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:client-a1b2c3';
const endpoints = {
  authorizationEndpoint: 'https://id.example.org/authorize',
  tokenEndpoint: 'https://id.example.org/token',
  userInfoEndpoint: 'https://id.example.org/userinfo',
};
const production = { stage: 'prod', alarmEmail: 'ops@example.org', dashboardUrl: 'https://desk.example.org' };

const settings = {
  'by default': {},
  'with names of its own and a load balancer': {
    ...production,
    provisionedConcurrency: { consumer: 1, dashboard: 2 },
    monthlyBudgetUsd: 50,
    publicBaseUrl: 'https://publications.example.org',
    edge: { certificateArn: certificateOf('us-east-1'), accessLogs: true },
    signIn: { alb: { certificateArn: certificateOf('eu-central-1') } },
  },
  'with the issuer of the institution and without CloudFront': {
    ...production,
    publicBaseUrl: 'https://publications.example.org',
    edge: { enabled: false },
    signIn: {
      issuer: 'https://id.example.org',
      audience: 'registry',
      clientSecretArn,
      alb: { certificateArn: certificateOf('eu-central-1'), ...endpoints },
    },
  },
};

/** Where their lists are. */
const lists: Record<string, object> = {
  'with names of its own and a load balancer': { engine: 'postgres' },
  'with the issuer of the institution and without CloudFront': { prepare: 'postgres', minCapacityAcu: 0 },
};

/** Settings change the stacks and what all routes of a kind have, so more routes show nothing else. */
function oneOfEachKind(declared: Awaited<ReturnType<typeof real>>): typeof declared {
  const firsts = <Item>(items: readonly Item[], kindOf: (item: Item) => string) =>
    [...Map.groupBy(items, kindOf).values()].flatMap(([first]) => first ?? []);
  return {
    ...declared,
    routes: firsts(declared.routes, ({ declaration: { api, auth, method } }) => `${api} ${auth.kind} ${method}`),
    jobs: firsts(declared.jobs, ({ declaration: { trigger } }) => JSON.stringify(Object.keys(trigger))),
  };
}

(isInstalled || areToolsRequired ? test : test.skip)(
  'cfn-lint finds nothing',
  async () => {
    if (!isInstalled) throw new Error('cfn-lint is not installed: pip install cfn-lint');
    const declared = await real();
    const texts = new Map<string, string>();
    for (const [name, given] of Object.entries(settings)) {
      const used = name === 'by default' ? declared : oneOfEachKind(declared);
      const registry = aRegistry({ ...used, pages, config: withLists(lists[name] ?? {}, given) });
      for (const [stack, construct] of Object.entries(stacksOf(registry))) {
        for (const [index, template] of deployedTemplatesOf(construct).entries()) {
          const text = JSON.stringify(template.toJSON(), null, 1);
          // Most templates are the same with other settings.
          if (![...texts.values()].includes(text))
            texts.set(`${stack}-${index} ${name}.json`.replaceAll(' ', '-'), text);
        }
      }
    }
    const files = [...texts].map(([name, text]) => {
      const file = join(folder, name);
      writeFileSync(file, text);
      return file;
    });
    // The role of a pipeline is deployed separately.
    files.push(join(import.meta.dirname, '../../.github/deployment-role.yml'));
    const { stdout, stderr } = spawnSync('cfn-lint', ['--region', 'eu-central-1', '--format', 'parseable', ...files]);
    expect(`${stdout}${stderr}`).toBe('');
  },
  600_000,
);
