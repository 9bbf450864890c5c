import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

const run = (script: string, option: string) =>
  spawnSync(process.execPath, ['--no-warnings', `scripts/${script}.ts`, option], { encoding: 'utf8' });

test.each(['check', 'generate', 'plugins'])('%s says which options it has', (script) => {
  const usage = expect.stringMatching(/^Usage: npm run /m);
  expect(run(script, '--help')).toMatchObject({ status: 0, stdout: usage, stderr: '' });
  expect(run(script, '--colour')).toMatchObject({ status: 2, stdout: '', stderr: usage });
});

test('an export into a folder that is missing says so', () => {
  const args = ['--no-warnings', 'scripts/export.ts', '--data', '.local', '--out', '/nowhere/x'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^\/nowhere is no folder\n\nUsage: npm run export /)]);
});

test.each([
  ['scripts/synth.ts', ['--context', 'registry={"stages":"test"}'], {}],
  ['bin/registry.ts', [], { CDK_CONTEXT_JSON: '{"registry":{"stages":"test"}}' }],
])('%s names a wrong setting before it bundles anything', (script, args, variables) => {
  const env = { ...process.env, ...variables };
  const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', script, ...args], { encoding: 'utf8', env });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^registry\.stages is not a setting .*\n(?!\s+at )/)]);
});
