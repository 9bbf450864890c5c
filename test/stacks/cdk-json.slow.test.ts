import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import { anAuthorizer, aRegistry, aRoute, templatesOf } from './support.ts';
import { resources, stackNames } from './templates.ts';

const root = join(import.meta.dirname, '../..');
const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

it('keeps templates small, which may have 1 MB: an indented one is a third larger', () => {
  expect(readJson('cdk.json').context['@aws-cdk/core:suppressTemplateIndentation']).toBe(true);
});

describe('the build command', () => {
  const { scripts } = readJson('package.json');
  const { build } = readJson('cdk.json');
  const folder = mkdtempSync(join(tmpdir(), 'registry-cdk-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

  beforeAll(() => {
    // As in this repository, except for the build and the deployment.
    write('cdk.json', JSON.stringify({ app: 'node app.cjs', build, versionReporting: false, notices: false }));
    const synth = scripts.synth.replaceAll('scripts/', `${root}/scripts/`);
    const noted = { build: 'node build.cjs', synth };
    write('package.json', JSON.stringify({ private: true, scripts: noted }));
    write('build.cjs', "require('node:fs').appendFileSync('log', 'build\\n');");
    write(
      'app.cjs',
      `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
       const out = process.env.CDK_OUTDIR;
       appendFileSync('log', 'app\\n');
       mkdirSync(out, { recursive: true });
       writeFileSync(out + '/stack.json', '{}');
       const stack = { type: 'aws:cloudformation:stack', environment: 'aws://unknown-account/unknown-region' };
       const artifacts = { Stack: { ...stack, properties: { templateFile: 'stack.json' } } };
       writeFileSync(out + '/manifest.json', JSON.stringify({ version: '36.0.0', artifacts }));`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('bundles the functions and builds the pages', () => {
    expect(build).toBe('npm run build');
    expect(scripts.build).toContain('scripts/build-lambdas.ts');
    expect(scripts.build).toContain('scripts/build-web.ts');
  });

  it.each([
    ['cdk', ['synth', '--quiet']],
    ['npm', ['run', 'synth']],
  ])('runs once before the stacks are synthesized by %s %j', async (command, args) => {
    write('log', '');
    await promisify(execFile)(command, args, {
      cwd: folder,
      env: {
        ...process.env,
        PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
        CDK_DISABLE_CLI_TELEMETRY: 'true',
        CDK_DISABLE_VERSION_CHECK: 'true',
      },
    });
    expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('build\napp\n');
  });
});

it('the pages name stacks as the CDK finds them: by their ids, not by what AWS calls them', () => {
  const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];
  const named = pages
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => [
      ...readFileSync(join(root, page), 'utf8').matchAll(/\bcdk (?:deploy|destroy|diff)((?: [\w<>-]+(?![\w=]))+)/g),
    ])
    .flatMap(([, words = '']) => words.split(' ').filter((word) => word !== '' && !word.startsWith('--')));
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !stackNames.some((known) => known === name))).toEqual([]);
});

it('a change of an authorizer is deployed to the stage', () => {
  const routes = [aRoute({ id: 'things.create', path: '/things', method: 'POST', auth: apiKey('ingest') })];
  const deploymentWith = (seconds: number) => {
    const cache = { header: 'X-API-Key', seconds };
    const authorizers = [{ ...anAuthorizer, declaration: { ...anAuthorizer.declaration, cache } }];
    const { Consumer } = templatesOf(aRegistry({ routes, authorizers }));
    return resources(Consumer, 'AWS::ApiGateway::Deployment').map(([id]) => id);
  };
  expect(deploymentWith(60)).toEqual(deploymentWith(60));
  expect(deploymentWith(60)).not.toEqual(deploymentWith(30));
});
