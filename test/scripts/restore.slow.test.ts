import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { newApiKey, revoke } from '#src/identity/domain/api-key.ts';
import {
  changeApiKey,
  createApiKey,
  getApiKey,
  type StoredApiKey,
  unsyncedApiKeys,
} from '#src/identity/store/api-keys.ts';
import { recordRevocations } from '#src/operations/recovery/ledger.ts';
import { readEpoch } from '#src/records/store/list-rows.ts';
import { type Mode, runSteps, type Step } from '../../scripts/restore/steps.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { allItems, putItems } from '../support/table.ts';

captureLog();
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'restore-'));
const stateFile = join(folder, 'state.json');
let server: FauxqsServer;

/**
 * Answers like the AWS CLI, as a file says. A restored table exists in the engine before; the command that restores it
 * only makes it known.
 */
const fakeAws = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const state = JSON.parse(readFileSync(${JSON.stringify(stateFile)}, 'utf8'));
const [service, operation, ...rest] = process.argv.slice(2);
const option = (name) => rest[rest.indexOf('--' + name) + 1];
state.calls.push(operation);
const fail = (code) => {
  console.error('An error occurred (' + code + ') when calling the operation ' + operation);
  process.exitCode = 254;
};
const table = state.tables[option('table-name')];
const answers = {
  'export-credentials': () => ({ Version: 1, AccessKeyId: process.env.AWS_ACCESS_KEY_ID, SecretAccessKey: 'test' }),
  'describe-stack-resources': () => ({ StackResources: [
    { LogicalResourceId: 'TableCD117FA1', PhysicalResourceId: state.source, ResourceType: 'AWS::DynamoDB::Table' },
    { LogicalResourceId: 'Ledger0A1B', PhysicalResourceId: 'ledger', ResourceType: 'AWS::S3::Bucket' } ] }),
  'describe-stacks': () => ({ Stacks: [{ Outputs: [{ OutputKey: 'TableName', OutputValue: state.used ?? state.source }] }] }),
  'describe-table': () => table && { Table: table },
  'describe-continuous-backups': () => table && { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: table.recovery } },
  'describe-time-to-live': () => table && { TimeToLiveDescription: { TimeToLiveStatus: table.ttl } },
  'restore-table-to-point-in-time': () => {
    state.tables[option('target-table-name')] = { TableId: 'id-of-new', TableArn: 'arn', TableStatus: 'ACTIVE',
      CreationDateTime: Date.now() / 1000, ttl: 'DISABLED', recovery: { PointInTimeRecoveryStatus: 'DISABLED' } };
    return {};
  },
  'update-time-to-live': () => { table.ttl = 'ENABLED'; return {}; },
  'update-continuous-backups': () => { table.recovery.PointInTimeRecoveryStatus = 'ENABLED'; return {}; },
  'update-table': () => { table.DeletionProtectionEnabled = true; return {}; },
  'list-functions': () => ({ Functions: state.functions }),
  'get-api-keys': () => ({ items: state.keys }),
  'delete-api-key': () => { state.keys = state.keys.filter(({ id }) => id !== option('api-key')); return ''; },
};
if (state.isOld && operation === 'export-credentials') {
  console.error('aws: error: argument subcommand: Invalid choice, valid choices are:');
  process.exitCode = 2;
} else if (state.failing === operation) fail('ThrottlingException');
else {
  const answer = answers[operation]();
  if (answer === undefined) fail('ResourceNotFoundException');
  else if (answer !== '') console.log(JSON.stringify(answer));
}
writeFileSync(${JSON.stringify(stateFile)}, JSON.stringify(state));
`;

interface State {
  source: string;
  /** The table that is deployed. Absent: the stack's own. */
  used?: string;
  tables: Record<string, object>;
  functions: object[];
  keys: { id: string; name: string; tags: Record<string, string> }[];
  calls: string[];
  failing?: string;
  /** Whether it is version 1 of the AWS CLI. */
  isOld?: boolean;
}
const state = (): State => JSON.parse(readFileSync(stateFile, 'utf8'));
const change = (changes: Partial<State>) => writeFileSync(stateFile, JSON.stringify({ ...state(), ...changes }));

beforeAll(async () => {
  writeFileSync(join(folder, 'aws'), fakeAws, { mode: 0o755 });
  server = await startFauxqs({ port: 0, logger: false });
  process.env.AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${server.port}`;
  process.env.LEDGER_BUCKET_NAME = 'ledger';
  server.createBucket('ledger');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const to = () => new Date(pointInTimeMs).toISOString();
let pointInTimeMs: number;
let source: string;
let target: string;

/** A key that was revoked after the point in time, in a table and in its copy of that time. */
beforeEach(async () => {
  server.emptyBucket('ledger');
  source = await freshTable();
  const settings = { client_name: 'C', scopes: [], rate_limit_per_minute: 60 };
  for (const hash of ['one', 'two']) {
    await createApiKey(newApiKey({ secret: `prk_${hash}`, hash }, settings, 'user:admin', 1));
  }
  pointInTimeMs = Date.now();
  const items = await allItems();
  const revokeKey = async (hash: string) => {
    const before = (await getApiKey(hash)) as StoredApiKey;
    const context = { actor: null, now: new Date(), requestId: 'r' };
    await changeApiKey({ before, after: revoke(before, 1), affectsGateway: true, action: 'api_key.revoked' }, context);
  };
  await revokeKey('one');
  await recordRevocations(Number.POSITIVE_INFINITY);
  await revokeKey('two');
  target = await freshTable();
  await putItems(items);
  const tagged = (name: string) => ({
    id: `id-${name}`,
    name: `registry-key-${name}`,
    tags: { 'registry-deployment': 'registry-prod' },
  });
  const theirs = { ...tagged('other'), tags: { 'registry-deployment': 'registry-test' } };
  const recovery = {
    PointInTimeRecoveryStatus: 'ENABLED',
    EarliestRestorableDateTime: pointInTimeMs / 1000 - 86_400,
    LatestRestorableDateTime: new Date(pointInTimeMs + 1000).toISOString(),
  };
  const table = { TableId: 'id-of-old', TableArn: 'arn', TableStatus: 'ACTIVE', CreationDateTime: 1, recovery };
  const functions = [
    { FunctionName: 'registry-prod-consumer-Get', Environment: { Variables: { TABLE_NAME: source } } },
    { FunctionName: 'registry-prod-dashboard-Docs' },
    { FunctionName: 'somebody-elses', Environment: { Variables: { TABLE_NAME: 'another' } } },
  ];
  const keys = [tagged('one'), tagged('created-later'), theirs];
  writeFileSync(stateFile, JSON.stringify({ source, tables: { [source]: table }, functions, keys, calls: [] }));
});

const restore = (...args: string[]) => runScript('restore', ...args);
function runScript(name: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
  const all = ['--no-warnings', join(root, `scripts/${name}.ts`), ...args];
  return new Promise((done) =>
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  );
}
const onAws = (...args: string[]) => restore('--region', 'us-east-1', '--target', target, '--to', to(), ...args);
const deploy = () =>
  change({
    used: target,
    functions: [
      {
        FunctionName: 'registry-prod-consumer-Get',
        Environment: { Variables: { TABLE_NAME: target, TABLE_ID: 'id-of-new' } },
      },
    ],
  });

describe('npm run restore on AWS', () => {
  test('prints the commands and contacts nothing', async () => {
    const { code, output } = await onAws('--table', source);
    expect(code).toBe(0);
    expect(output).toContain(
      `aws dynamodb restore-table-to-point-in-time --source-table-name ${source} --target-table-name ${target} --restore-date-time ${to()} --region us-east-1`,
    );
    expect(state().calls).toEqual([]);
  });

  test('does every step, waits for the deployment, and is done when that is', async () => {
    const first = await onAws('--run');
    expect(first.output).toContain(`"existingTable": { "name": "${target}", "id": "id-of-new" }`);
    expect(first.code).toBe(3);
    expect((await getApiKey('one'))?.active).toBe(false);
    expect((await getApiKey('two'))?.active).toBe(false);
    expect(await readEpoch('PUB')).toBeGreaterThan(pointInTimeMs);
    expect((await unsyncedApiKeys()).sort()).toEqual(['one', 'two']);
    expect(state().keys).toHaveLength(3);

    deploy();
    expect(await onAws('--run', '--table', source)).toMatchObject({ code: 0 });
    expect(state().keys.map(({ id }) => id)).toEqual(['id-one', 'id-other']);
    expect(await onAws('--check', '--table', source)).toMatchObject({ code: 0 });
    expect(state().calls.filter((call) => call === 'restore-table-to-point-in-time')).toHaveLength(1);
  });

  test('restores the table that is used, which after a restore is not that of the stack', async () => {
    const { [source]: table } = state().tables;
    const used = `${source}-20260131115900`;
    change({ used, tables: { [source]: table, [used]: table } as State['tables'] });
    const ending = to().slice(0, 19).replace(/\D/g, '');
    const again = await restore('--region', 'us-east-1', '--to', to(), '--check');
    expect(again.output).toContain(`Restore ${used} as it was at ${to()} into the new table ${used}-${ending}`);
    // Once it is deployed, the same command still means the same two tables.
    change({ used: `${used}-${ending}` });
    const deployed = await restore('--region', 'us-east-1', '--to', to(), '--check');
    expect(deployed.output).toContain(`Restore ${used} as it was at ${to()} into the new table ${used}-${ending}`);
    change({ used: target });
    const { code, output } = await onAws('--check');
    expect([code, output]).toEqual([1, expect.stringContaining('name the table it is restored from, --table')]);
  });

  test('export and import are of the table that is used', async () => {
    change({ used: target });
    const file = join(folder, 'used.jsonl');
    const exported = await runScript('export', '--region', 'us-east-1', '--out', file);
    expect([exported.code, exported.output]).toEqual([0, expect.stringContaining(` items of ${target} to `)]);
    const empty = await freshTable();
    change({ used: empty });
    const imported = await runScript('import', '--region', 'us-east-1', '--from', file);
    expect([imported.code, imported.output]).toEqual([0, expect.stringContaining(` items into ${empty} (`)]);
  });

  test('says which AWS CLI is needed if this one is too old', async () => {
    change({ isOld: true });
    const { code, output } = await runScript('export', '--region', 'us-east-1', '--out', join(folder, 'old.jsonl'));
    expect([code, output]).toEqual([1, expect.stringContaining('failed: install a current version 2 of the AWS CLI')]);
  });

  test('checks without changing anything', async () => {
    const { code, output } = await onAws('--check');
    expect([code, output]).toEqual([3, expect.stringContaining('to do: the new table does not exist')]);
    const changing = state().calls.filter((call) => !/^(describe|list|get|export)/.test(call));
    expect(changing).toEqual([]);
    expect((await getApiKey('one'))?.active).toBe(true);
  });

  test('goes on after a step that failed', async () => {
    change({ failing: 'update-time-to-live' });
    const failed = await onAws('--run');
    expect([failed.code, failed.output]).toEqual([1, expect.stringContaining('ThrottlingException')]);
    const { failing: _, ...rest } = state();
    writeFileSync(stateFile, JSON.stringify(rest));
    expect(await onAws('--run')).toMatchObject({ code: 3 });
    expect(state().calls.filter((call) => call === 'restore-table-to-point-in-time')).toHaveLength(1);
  });

  test.each<[string, () => Partial<State>, string]>([
    [
      'a time that is not backed up',
      () => ({
        tables: {
          [source]: {
            ...state().tables[source],
            recovery: {
              PointInTimeRecoveryStatus: 'ENABLED',
              EarliestRestorableDateTime: 9e9,
              LatestRestorableDateTime: 9e9,
            },
          },
        },
      }),
      '--to must be between',
    ],
    [
      'a table that is not backed up',
      () => ({
        tables: { [source]: { ...state().tables[source], recovery: { PointInTimeRecoveryStatus: 'DISABLED' } } },
      }),
      'is off',
    ],
    ['a table that was deleted', () => ({ tables: {} }), 'restore a backup of it into'],
  ])('refuses %s', async (_, changes, message) => {
    change(changes());
    const { code, output } = await onAws('--run');
    expect([code, output]).toEqual([1, expect.stringContaining(message)]);
  });

  test('a table restored in another way is taken, also if the old one is gone: the ledger is all there is', async () => {
    const { [source]: old } = state().tables;
    change({
      tables: { [target]: { ...old, TableId: 'id-of-new', CreationDateTime: Date.now() / 1000, ttl: 'ENABLED' } },
    });
    expect(await onAws('--run', '--table', source)).toMatchObject({ code: 3 });
    expect((await getApiKey('one'))?.active).toBe(false);
    expect((await getApiKey('two'))?.active).toBe(true);
  });
});

test('a check of a finished restore of a laptop says that all is done, of another one that nothing is copied', async () => {
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
  for (const each of [data, copy]) mkdirSync(join(each, 'dynamodb'), { recursive: true });
  const finished = { copyDir: copy, pointInTimeMs };
  writeFileSync(join(data, 'dynamodb/restored.json'), JSON.stringify(finished));
  const check = (time: string) => restore('--data', data, '--from', copy, '--to', time, '--check');
  expect(await check(to())).toMatchObject({ code: 0 });
  const { code, output } = await check(new Date(pointInTimeMs - 1).toISOString());
  expect([code, output]).toEqual([3, expect.stringContaining('the table is not copied')]);
});

test.each([
  [['--region', 'us-east-1'], '--to needs a time'],
  [['--to', '2026-01-31'], '--to needs a time'],
  [['--to', '2999-01-31T12:00:00Z', '--region', 'us-east-1'], 'in the future'],
  [['--to', '2026-01-31T12:00:00Z'], '--region or --data is missing'],
  [['--to', '2026-01-31T12:00:00Z', '--data', 'a'], '--data needs --from'],
  [['--to', '2026-01-31T12:00:00Z', '--from', 'a'], '--from needs --data'],
  [['--to', '2026-01-31T12:00:00Z', '--data', 'a', '--from', 'b', '--region', 'c'], 'leave out the options of AWS'],
  [['--to', '2026-01-31T12:00:00Z', '--check', '--run'], 'cannot be used together'],
  [['--wipe'], 'Unknown option'],
])('refuses the options %j', async (args, message) => {
  const { code, output } = await restore(...args);
  expect([code, output]).toEqual([2, expect.stringContaining(message)]);
  expect(output).toContain('Usage: npm run restore');
});

test('a slow step is checked until it is done, or time is up', async () => {
  const lines: string[] = [];
  const stepIn = (checks: number): Step => {
    let left = checks;
    return { title: 'Wait', isSlow: true, missing: async () => (left-- > 0 ? 'not yet' : undefined) };
  };
  const run = (steps: Step[], mode: Mode, timeoutMs: number) =>
    runSteps(steps, { mode, timeoutMs, pollMs: 1, print: (line) => lines.push(line), execute: async () => {} });
  expect(await run([stepIn(5)], 'run', 10_000)).toBe(0);
  expect(await run([stepIn(1e9), stepIn(0)], 'run', 5)).toBe(3);
  expect(lines.filter((line) => line.includes('2. '))).toEqual([]);
});
