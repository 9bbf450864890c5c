import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { release } from '#src/runtime/release.ts';

/** `npm run deploy` and `npm run rollback` with an AWS CLI and a CDK that record their calls. */

const root = join(import.meta.dirname, '../..');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollback-'));
  for (const name of ['bin', 'bucket', 'deployed']) mkdirSync(join(folder, name));
  // The first call of describe-stacks finds no stack, as before a first deployment.
  program(
    'aws',
    `const [, , service, command, ...args] = process.argv;
const value = (name) => args[args.indexOf(name) + 1];
const fail = (code, why = '') => { console.error('An error occurred (' + code + ') when calling it: ' + why); process.exit(254); };
if (command === 'describe-stacks') {
  if (!fs.existsSync(folder + '/deployed/Data')) fail('ValidationError', 'Stack with id ' + value('--stack-name') + ' does not exist');
  console.log(JSON.stringify({ Stacks: [{ Outputs: [{ OutputKey: 'BucketName', OutputValue: 'kept' }] }] }));
  process.exit();
}
if (value('--bucket') !== 'kept' || value('--region') !== 'eu-central-1') fail('NoSuchBucket');
const file = folder + '/bucket/' + value('--key').replaceAll('/', '_');
if (command === 'put-object') fs.copyFileSync(value('--body'), file);
else if (command === 'delete-object') fs.rmSync(file);
else if (!fs.existsSync(file)) fail('NoSuchKey');
// Before --output json.
else fs.copyFileSync(file, args.at(-3));`,
  );
  program(
    'cdk',
    `const [, , command, ...args] = process.argv;
const value = (name) => args[args.indexOf(name) + 1];
if (command === 'synth') { fs.cpSync(folder + '/source', value('--output'), { recursive: true }); process.exit(); }
const app = value('--app');
const stacks = args.includes('--all') ? Object.keys(JSON.parse(fs.readFileSync(app + '/manifest.json')).artifacts) : [args[0]];
for (const stack of stacks) {
  if (fs.existsSync(folder + '/fail-' + stack)) process.exit(1);
  fs.copyFileSync(app + '/' + stack + '.template.json', folder + '/deployed/' + stack);
  fs.appendFileSync(folder + '/calls', stack + '\\n');
}`,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(name: string, code: string): void {
  const start = `#!${process.execPath}\nconst fs = require('node:fs'); const folder = ${JSON.stringify(folder)};\n`;
  writeFileSync(join(folder, 'bin', name), start + code, { mode: 0o755 });
}

const stacks = ['Data', 'Edge', 'Background', 'Consumer', 'Integrations', 'Dashboard'];

/** The output of the next synthesis: one resource per stack with this value, and more. */
function source(value: string, more: { resources?: object; reads?: string; withLists?: boolean } = {}): void {
  rmSync(join(folder, 'source'), { recursive: true, force: true });
  mkdirSync(join(folder, 'source'));
  const write = (name: string, content: object) => writeFileSync(join(folder, 'source', name), JSON.stringify(content));
  const used = more.withLists ? [...stacks, 'Lists'] : stacks;
  for (const stack of used) {
    const Resources = {
      Function: { Type: 'AWS::Lambda::Function', Properties: { Code: value } },
      ...(stack === 'Data' && more.resources),
      ...(stack === 'Consumer' &&
        more.reads && { Reader: { Type: 'X', Properties: { 'Fn::ImportValue': more.reads } } }),
    };
    const exported = { Data: 'table', Lists: 'cluster' }[stack];
    const Outputs = exported ? { Output: { Export: { Name: exported } } } : {};
    write(`${stack}.template.json`, { Resources, Outputs });
  }
  const artifact = { type: 'aws:cloudformation:stack' };
  write('manifest.json', { artifacts: Object.fromEntries(used.map((stack) => [stack, artifact])) });
}

function run(script: string, ...options: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` };
  const args = ['--no-warnings', join(root, 'scripts', `${script}.ts`), '--region', 'eu-central-1', ...options];
  return new Promise((done) => {
    execFile(process.execPath, args, { env, cwd: folder }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}
async function deploy(value: string, more?: Parameters<typeof source>[1]): Promise<string> {
  source(value, more);
  const { output } = await run('deploy');
  return /kept as (\S+)[.]/.exec(output)?.[1] ?? output;
}
const deployed = (stack: string) =>
  JSON.parse(readFileSync(join(folder, 'deployed', stack), 'utf8')).Resources.Function.Properties.Code;
const historyFile = () => join(folder, 'bucket', 'deployments_history.json');
const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

test('brings back the deployment before, first what reads from other stacks, and says before what changes', async () => {
  const first = await deploy('one');
  await deploy('two', { resources: { Extra: { Type: 'AWS::SQS::Queue' } } });
  const tried = await run('rollback', '--dry-run');
  expect(tried).toEqual({ code: 0, output: expect.stringContaining('Data: 1 changed, 1 removed') });
  expect(tried.output).toContain('Data Extra (AWS::SQS::Queue) is removed');
  expect(deployed('Dashboard')).toBe('two');

  writeFileSync(join(folder, 'calls'), '');
  expect(await run('rollback')).toMatchObject({ code: 0 });
  expect(stacks.map(deployed)).toEqual(stacks.map(() => 'one'));
  expect(calls().slice(0, 3).sort()).toEqual(['Consumer', 'Dashboard', 'Integrations']);
  expect(calls().slice(3)).toEqual(['Background', 'Edge', 'Data']);
  const listed = await run('rollback', '--list');
  expect(listed.output.split('\n')[0]).toMatch(new RegExp(`^\\S+  ${release}  done  a return to ${first}$`));
  // Nothing older is kept: there is no way forward again.
  expect(await run('rollback')).toEqual({ code: 3, output: expect.stringContaining('No deployment before') });
});

test('brings back the last one that was done after one that failed, and repeats a return that failed', async () => {
  await deploy('one');
  await deploy('two');
  source('three');
  writeFileSync(join(folder, 'fail-Consumer'), '');
  expect(await run('deploy')).toMatchObject({ code: 1 });
  expect([deployed('Data'), deployed('Dashboard')]).toEqual(['three', 'two']);
  expect(await run('rollback')).toMatchObject({ code: 1 });
  rmSync(join(folder, 'fail-Consumer'));
  expect(await run('rollback')).toMatchObject({ code: 0 });
  expect(stacks.map(deployed)).toEqual(stacks.map(() => 'two'));
});

test('refuses what would replace data, what others no longer offer, and what the changelog does not allow', async () => {
  expect(await run('rollback')).toEqual({ code: 3, output: expect.stringContaining('No deployment is kept') });
  const table = (key: string) => ({
    resources: { Table: { Type: 'AWS::DynamoDB::Table', Properties: { KeySchema: key } } },
  });
  const old = await deploy('one', table('id'));
  await deploy('two', { ...table('pk'), reads: 'gone' });
  expect(await run('rollback')).toEqual({ code: 3, output: expect.stringContaining('would be replaced') });
  const readsGone = await deploy('three', { ...table('pk'), reads: 'gone' });
  await deploy('four', table('pk'));
  expect(await run('rollback', '--to', readsGone)).toEqual({ code: 3, output: expect.stringContaining('read: gone') });
  expect(await run('rollback', '--to', 'never')).toMatchObject({ code: 3 });
  // As if the running release were another one.
  const history = JSON.parse(readFileSync(historyFile(), 'utf8'));
  for (const entry of history) if (entry.id === old) entry.release = '0.9.0';
  writeFileSync(historyFile(), JSON.stringify(history));
  const refused = await run('rollback', '--to', old);
  expect(refused).toEqual({ code: 3, output: expect.stringContaining('Going back to 0.9.0 is possible') });
  expect(deployed('Data')).toBe('four');
});

test('leaves a database of lists that the deployment before did not have, and brings one back before what reads from it', async () => {
  const withLists = await deploy('one', { withLists: true, reads: 'cluster' });
  const without = await deploy('two');
  await deploy('three', { withLists: true, reads: 'cluster' });
  expect(await run('rollback')).toEqual({ code: 0, output: expect.stringContaining('Lists: stays as it is') });
  expect([deployed('Consumer'), deployed('Lists')]).toEqual(['two', 'three']);

  writeFileSync(join(folder, 'calls'), '');
  expect(await run('rollback', '--to', without)).toMatchObject({ code: 0 });
  expect(calls()).not.toContain('Lists');
  writeFileSync(join(folder, 'calls'), '');
  expect(await run('rollback', '--to', withLists)).toMatchObject({ code: 0 });
  expect([deployed('Consumer'), deployed('Lists')]).toEqual(['one', 'one']);
  expect([calls()[0], ...calls().slice(4)]).toEqual(['Lists', 'Background', 'Edge', 'Data']);
});

test('keeps five assemblies', async () => {
  for (const value of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) await deploy(value);
  expect(readdirSync(join(folder, 'bucket'))).toHaveLength(6);
  expect((await run('rollback', '--list')).output.trim().split('\n')).toHaveLength(5);
  expect(existsSync(historyFile())).toBe(true);
});

test.each([
  [['--help'], 0, 'Usage: npm run rollback'],
  [['--unknown'], 2, 'Usage: npm run rollback'],
  [['--context', 'registry={"stage":1}'], 2, 'The setting registry.stage'],
])('%j exits with %i', async (options, code, text) => {
  expect(await run('rollback', ...options)).toEqual({ code, output: expect.stringContaining(text) });
});
