import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Clock } from '../../local/clock.ts';
import { intervalMs, Schedules } from '../../local/lambda/schedules.ts';
import { waitFor } from '../support/cloud.ts';
import { Fixture } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.dispose());

const code = `
  let calls = 0;
  export const handler = async (event, context) => {
    calls += 1;
    process.stdout.write(JSON.stringify({ level: 'info', message: 'called', calls }) + '\\n');
    switch (event.do) {
      case 'log': return console.warn('%s of %d', 'one', 2);
      case 'throw': throw new TypeError('boom');
      case 'exit': process.exit(7);
      case 'exit later': setTimeout(() => process.exit(7), 1); return null;
      case 'hang': for (;;);
      case 'wait': return new Promise(() => setInterval(() => {}, 1000));
      case 'environment': return process.env;
      case 'context': return { id: context.awsRequestId, left: context.getRemainingTimeInMillis() <= 2000 };
      case 'time': return { now: Date.now(), made: new Date().getTime(), given: new Date(5).getTime(), text: Date() };
      case 'nothing': return undefined;
      case 'memory': return process.memoryUsage.rss() / 1024 ** 2;
      default: return { calls };
    }
  };`;

function start(properties: Record<string, unknown> = {}, endpoints: Record<string, string> = {}) {
  const stacks = fixture.stacks({ Worker: fixture.lambda('Worker', code, { Timeout: 2, ...properties }) });
  return fixture.functions(stacks, endpoints).byName('Worker');
}

describe('a function', () => {
  it('keeps its state from one invocation to the next, and runs them one at a time', async () => {
    const worker = start({ ReservedConcurrentExecutions: 1 });
    const outcomes = await Promise.all([worker.invoke({}), worker.invoke({}), worker.invoke({})]);
    expect(outcomes).toEqual([1, 2, 3].map((calls) => ({ ok: true, value: { calls } })));
  });
  it('started ahead answers the first call from that environment, and one that has been called is left alone', async () => {
    const worker = start({ ReservedConcurrentExecutions: 1 });
    await worker.startAhead();
    const idle = await worker.memory();
    expect(idle).toBeGreaterThan(0);
    expect(await worker.invoke({})).toEqual({ ok: true, value: { calls: 1 } });
    await worker.startAhead();
    expect(await worker.invoke({})).toEqual({ ok: true, value: { calls: 2 } });
  });
  it('that cannot be loaded fails when it is called, not when it is started ahead', async () => {
    const worker = start({ Handler: 'index.missing' });
    await worker.startAhead();
    expect(await worker.invoke({})).toMatchObject({
      ok: false,
      error: { errorMessage: 'index.missing is undefined or not exported' },
    });
  });
  it.each([
    ['throw', 'TypeError', 'boom'],
    ['exit', 'Runtime.ExitError', 'Runtime exited with code 7'],
    ['hang', 'Sandbox.Timedout', 'Task timed out after 2.00 seconds'],
  ])('that does %s is a function error, and the next invocation works', async (what, errorType, errorMessage) => {
    const worker = start();
    expect(await worker.invoke({ do: what })).toMatchObject({ ok: false, error: { errorType, errorMessage } });
    expect(await worker.invoke({})).toMatchObject({ ok: true });
  });
  it('that cannot be loaded is a function error', async () => {
    const outcome = await start({ Handler: 'index.missing' }).invoke({});
    expect(outcome).toMatchObject({ ok: false, error: { errorMessage: 'index.missing is undefined or not exported' } });
  });
  it('keeps what was compiled of its bundle, and works when that is damaged', async () => {
    const worker = start();
    expect(await worker.invoke({})).toEqual({ ok: true, value: { calls: 1 } });
    const cache = join(fixture.folder, 'compile-cache');
    const kept = () =>
      readdirSync(cache, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name));
    await waitFor('compiled code', () => kept().length > 0);
    for (const file of kept()) writeFileSync(file, 'damaged');
    await worker.kill();
    expect(await worker.invoke({})).toEqual({ ok: true, value: { calls: 1 } });
  });
  it('has a console that begins lines with time, request and level, so that they are no JSON, as in Lambda', async () => {
    fixture.lines.length = 0;
    await start().invoke({ do: 'log' }, 'id-1');
    await waitFor('the line', () => fixture.lines.length > 1);
    const written = fixture.lines.map(({ line }) => line);
    expect(written).toContainEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z\tid-1\tWARN\tone of 2$/));
  });
  it('uses the memory of its own environment, not that of all together', async () => {
    const { value: usedMb } = (await start().invoke({ do: 'memory' })) as { value: number };
    expect(usedMb).toBeGreaterThan(4);
    expect(usedMb).toBeLessThan(process.memoryUsage.rss() / 1024 ** 2 / 2);
  });
  it('answers null when it returns nothing', async () => {
    expect(await start().invoke({ do: 'nothing' })).toEqual({ ok: true, value: null });
  });
  it('knows its request and how much time is left', async () => {
    expect(await start().invoke({ do: 'context' }, 'id-1')).toEqual({ ok: true, value: { id: 'id-1', left: true } });
  });
  it('sees the variables of its template and of Lambda, and none of this process', async () => {
    process.env.ONLY_OUTSIDE = 'x';
    const properties = { Environment: { Variables: { TABLE_NAME: 't' } }, LoggingConfig: { LogGroup: 'shared' } };
    const worker = start(properties, { AWS_ENDPOINT_URL_SQS: 'http://here' });
    const { value } = (await worker.invoke({ do: 'environment' })) as { value: Record<string, string> };
    expect(value).toMatchObject({
      TABLE_NAME: 't',
      AWS_ENDPOINT_URL_SQS: 'http://here',
      AWS_LAMBDA_FUNCTION_NAME: 'Worker',
      AWS_LAMBDA_LOG_GROUP_NAME: 'shared',
    });
    expect(Object.keys(value)).not.toContain('ONLY_OUTSIDE');
    expect(Object.keys(value)).not.toContain('PATH');
  });
  it('killed in the middle is a function error', async () => {
    const worker = start();
    const outcome = worker.invoke({ do: 'wait' });
    const called = () => fixture.lines.some(({ line }) => line.includes('"called"'));
    fixture.lines.length = 0;
    await waitFor('the invocation to begin', called);
    expect(await worker.kill()).toBe(1);
    expect(await outcome).toMatchObject({ ok: false });
  });
});

describe('idle environments', () => {
  const three = () => {
    const stacks = fixture.stacks(
      Object.fromEntries(['One', 'Two', 'Three'].map((name) => [name, fixture.lambda(name, code)])),
    );
    const functions = fixture.functions(stacks, {}, { mostIdle: 2 });
    return async (name: string) => {
      const outcome = await functions.byName(name).invoke({});
      return outcome.ok ? outcome.value : outcome.error;
    };
  };

  it('are kept up to a limit, above which the one that has been idle longest ends', async () => {
    const invoke = three();
    await invoke('One');
    await invoke('Two');
    expect(await invoke('One')).toEqual({ calls: 2 });
    await invoke('Three');
    expect(await invoke('One')).toEqual({ calls: 3 });
    expect(await invoke('Two')).toEqual({ calls: 1 });
    expect(await invoke('Three')).toEqual({ calls: 1 });
  });

  it('that ended by themselves free their place', async () => {
    const worker = start({ ReservedConcurrentExecutions: 1 });
    expect(await worker.invoke({ do: 'exit later' })).toMatchObject({ ok: true });
    await waitFor('an environment that has done nothing before', async () => {
      const outcome = await worker.invoke({});
      return outcome.ok && (outcome.value as { calls: number }).calls === 1;
    });
  });
});

describe('the clock of a cloud', () => {
  it('is read by the functions while tests advance it', async () => {
    const clock = new Clock();
    const stacks = fixture.stacks({ Worker: fixture.lambda('Worker', code) });
    const worker = fixture.functions(stacks, {}, { clock }).byName('Worker');
    const times = async () => {
      const outcome = await worker.invoke({ do: 'time' });
      return (outcome as { value: { now: number; made: number; given: number; text: string } }).value;
    };
    const before = await times();
    expect(before.given).toBe(5);
    expect(before.text).toMatch(/\d{4}/);
    clock.advance(3_600_000);
    const after = await times();
    for (const [one, other] of [
      [before.now, after.now],
      [before.made, after.made],
      [before.now, clock.now()],
    ] as const) {
      expect(other - one).toBeGreaterThanOrEqual(3_600_000);
      expect(other - one).toBeLessThan(3_700_000);
    }
  });
});

describe('a stack trace', () => {
  it('says where in the sources, if the bundle has a map', async () => {
    const bundle = fixture.lambda('Mapped', "exports.handler = async () => {\n  throw new Error('no');\n};", {}, 'cjs');
    const map = {
      version: 3,
      sources: ['../../../../src/things/get.ts'],
      names: [],
      // The second line, from its first column, is line 42 of the source.
      mappings: ';AAyCA',
    };
    writeFileSync(join(fixture.folder, 'Mapped/index.cjs.map'), JSON.stringify(map));
    const mapped = fixture.functions(fixture.stacks({ Mapped: bundle })).byName('Mapped');
    const outcome = await mapped.invoke({});
    const { trace } = (outcome as { error: { trace: string[] } }).error;
    expect(trace.slice(0, 2)).toEqual(['Error: no', expect.stringMatching(/ \(src\/things\/get\.ts:42:9\)$/)]);
  });
});

describe('schedules', () => {
  it.each([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(2 hours)', 7_200_000],
    ['rate(1 day)', 86_400_000],
    ['rate(90 days)', 2 ** 31 - 1],
  ])('%s', (expression, expected) => expect(intervalMs(expression, 'here')).toBe(expected));
  it.each(['rate(0 minutes)', 'cron(0 * * * ? *)', 'at(2026-01-01T00:00:00)', ''])('%s is refused', (expression) => {
    expect(() => intervalMs(expression, 'here')).toThrow('is not supported');
  });
  const schedule = (name: string, Input: string) => ({
    Type: 'AWS::Scheduler::Schedule',
    Properties: {
      Name: name,
      ScheduleExpression: 'rate(5 minutes)',
      Target: { Arn: { 'Fn::GetAtt': ['Worker', 'Arn'] }, Input },
    },
  });
  const invokeConfig = (MaximumRetryAttempts: number) => ({
    Type: 'AWS::Lambda::EventInvokeConfig',
    Properties: { FunctionName: { Ref: 'Worker' }, Qualifier: '$LATEST', MaximumRetryAttempts },
  });
  it.each([
    ['Lambda retries twice by default', {}],
    ['one retry is asked for', { WorkerConfig: invokeConfig(1) }],
  ])('do not start when %s', (_, config) => {
    const stacks = fixture.stacks({ Worker: fixture.lambda('Worker', code), Each: schedule('each', '{}'), ...config });
    const refusal = 'AWS::Scheduler::Schedule Each of app: retries of Worker are not supported';
    expect(() => new Schedules(stacks, fixture.functions(stacks))).toThrow(refusal);
  });
  it('run their target with its input, and say when it failed', async () => {
    const stacks = fixture.stacks({
      Worker: fixture.lambda('Worker', code),
      WorkerConfig: invokeConfig(0),
      Good: schedule('good', '{"do":"nothing"}'),
      Bad: schedule('bad', '{"do":"throw"}'),
    });
    const schedules = new Schedules(stacks, fixture.functions(stacks));
    try {
      await expect(schedules.run('good')).resolves.toBeNull();
      await expect(schedules.run('bad')).rejects.toThrow('Worker: boom');
      await expect(schedules.run('other')).rejects.toThrow('There is no schedule other');
    } finally {
      schedules.stop();
    }
  });
});
