import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import type { Stacks } from '../../local/cloudformation/template.ts';
import type { Access } from '../../local/iam/access.ts';
import { runDeploymentRuns } from '../../local/lambda/deployment-runs.ts';
import { type Functions, functionArn } from '../../local/lambda/functions.ts';

const folder = mkdtempSync(join(tmpdir(), 'deployment-runs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const allowing = () => {};

/** Starts with a template that runs a function for this version. Returns how often it ran. */
async function start(version: string, call: object = {}, require: Access['require'] = allowing): Promise<number> {
  let runs = 0;
  const Create = JSON.stringify({
    service: 'Lambda',
    action: 'invoke',
    parameters: { FunctionName: 'compact' },
    physicalResourceId: { id: version },
    ...call,
  });
  const declared = { stack: 'Background', id: 'Run', type: 'Custom::DeploymentRun' };
  const stacks = {
    all: () => [{ declared, properties: { Create, ServiceToken: functionArn('call-compact') } }],
  } as unknown as Stacks;
  const invoke = async () => {
    runs++;
    return { ok: false };
  };
  const functions = { byName: (name: string) => (name === 'compact' ? { invoke } : undefined) } as unknown as Functions;
  await runDeploymentRuns(stacks, { functions, access: { require }, file: join(folder, 'deployment.json') });
  return runs;
}

test('a start runs the function once for each version, also if it fails, as a deployment does', async () => {
  expect([await start('one'), await start('one'), await start('two'), await start('two')]).toEqual([1, 0, 1, 0]);
});

test("the role of CDK's function decides whether it may", async () => {
  const asked = jest.fn<Access['require']>(() => {
    throw new Error('not authorized');
  });
  await expect(start('three', {}, asked)).rejects.toThrow('not authorized');
  const resource = functionArn('compact');
  expect(asked.mock.calls).toEqual([['call-compact', { action: 'lambda:InvokeFunction', resource }]]);
  expect(await start('three')).toBe(1);
});

test('another call is refused', async () => {
  await expect(start('four', { service: 'S3' })).rejects.toThrow('only calls of functions are supported');
});
