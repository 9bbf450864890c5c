import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StackFile } from '../../local/cloud.ts';
import { waitFor } from '../support/cloud.ts';

const root = resolve(import.meta.dirname, '../..');
const main = join(root, 'local/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'registry-durable-'));
const stackFile = join(folder, '.local/stack.json');
const data = join(folder, '.local/data');
const stackOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as StackFile;
// Below the ports assigned by systems: another test's connection could use one of those.
const port = 10_000 + (process.pid % 20_000);
const readyMs = 60_000;
const startMs = readyMs + 10_000;

interface Running {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | NodeJS.Signals | null>;
}
let running: Running;

function launch(...args: string[]): Running {
  return observe(spawn(process.execPath, [main, '--seed', 'none', ...args], { cwd: folder }));
}

/** Like "npm start", in a folder that looks like a checkout. */
function launchByNpm(...args: string[]): Running {
  for (const name of ['local', 'scripts', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }));
  return observe(spawn('npm', ['start', '--', '--seed', 'none', ...args], { cwd: folder }));
}

function observe(child: ChildProcess): Running {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const ended = new Promise<number | NodeJS.Signals | null>((settle) =>
    child.once('exit', (code, signal) => settle(code ?? signal)),
  );
  return { child, output: () => output, ended };
}

async function start(by = launch): Promise<StackFile> {
  running = by('--port', String(port));
  await ready(running);
  return stackOf(stackFile);
}

async function ready({ child, output }: Running): Promise<void> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await waitFor('the cloud to be ready or over', () => /^Ready/m.test(output()) || isOver(), readyMs).catch(() => {});
  if (!/^Ready/m.test(output()) || isOver()) throw new Error(`The cloud did not become ready:\n${output()}`);
}

async function end(signal: 'SIGKILL' | 'SIGTERM') {
  running.child.kill(signal);
  return running.ended;
}

/** The table engines that have opened our data. */
async function engines(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'args=']);
  return stdout.split('\n').filter((line) => line.includes('DynamoDBLocal.jar') && line.includes(data));
}

const dois = async () => {
  const response = await fetch(`http://127.0.0.1:${port}/v1/publications?limit=100`);
  const { publications } = (await response.json()) as { publications: { doi: string }[] };
  return publications.map(({ doi }) => doi).sort();
};

let stack: StackFile;
beforeAll(async () => {
  stack = await start();
}, startMs);
afterAll(async () => {
  await end('SIGKILL');
  await waitFor('the engine to end', async () => (await engines()).length === 0);
  rmSync(folder, { recursive: true, force: true });
}, startMs);

describe('a cloud on a data folder', () => {
  it('keeps its data and secrets readable by the owner only', () => {
    const files = readdirSync(data, { recursive: true, withFileTypes: true });
    const isOpen = (file: string) => (statSync(file).mode & 0o077) !== 0;
    const inData = files.map(({ parentPath, name }) => join(parentPath, name));
    expect(inData).toEqual(
      expect.arrayContaining(
        ['secrets.json', 'users.json', 'outbox.jsonl', 'stack.json', 'functions.log'].map((name) => join(data, name)),
      ),
    );
    expect([stackFile, data, ...inData].filter(isOpen)).toEqual([]);
  });
  it('refuses a second one on the same folder, and leaves the first alone', async () => {
    const second = launch('--port', String(port + 10));
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`Another laptop cloud runs on ${data}`);
    expect(existsSync(stackFile)).toBe(true);
    expect((await fetch(`${stack.base_url}/health`)).status).toBe(200);
  });
  it(
    'completes an ingestion although it is killed right after the request and again in the middle',
    async () => {
      const response = await fetch(`${stack.base_url}/api/ingest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': stack.api_keys.full },
        body: JSON.stringify({ orcid_ids: ['0000-0002-1825-0097', '0009-9999-0000-0019', '0009-9999-0000-0027'] }),
      });
      expect(response.status).toBe(202);
      expect(await end('SIGKILL')).toBe('SIGKILL');

      expect(await start()).toEqual(stack);
      const before = await waitFor('a first publication', async () => {
        const found = await dois();
        return found.length > 0 && found;
      });
      await end('SIGKILL');
      await start(launchByNpm);
      expect(await dois()).toEqual(expect.arrayContaining(before));
      await waitFor('all twelve publications', async () => (await dois()).length === 12);
    },
    4 * startMs,
  );
  it(
    'stops everything when npm is stopped, removes its own stack.json files, and puts back that of one that runs',
    async () => {
      const other = launch('--ephemeral', '--port', String(port + 20));
      await ready(other);
      const { base_url } = stackOf(stackFile);
      expect(base_url).toBe(`http://127.0.0.1:${port + 20}`);
      expect(stackOf(join(data, 'stack.json'))).toEqual(stack);

      const third = launch('--ephemeral', '--port', String(port + 30));
      await ready(third);
      expect(stackOf(stackFile)).toMatchObject({ base_url: `http://127.0.0.1:${port + 30}` });
      third.child.kill('SIGTERM');
      expect(await third.ended).toBe(0);
      // The earlier stack still runs and has its file again.
      expect(stackOf(stackFile)).toMatchObject({ base_url });

      await end('SIGTERM');
      await waitFor('the engine to end', async () => (await engines()).length === 0);
      // The engine is a separate process and may end before the gateway.
      const isGone = () =>
        fetch(`${stack.base_url}/health`).then(
          () => false,
          () => true,
        );
      await waitFor('the gateway to end', isGone);
      expect(existsSync(join(data, 'stack.json'))).toBe(false);
      expect(stackOf(stackFile)).toMatchObject({ base_url });

      other.child.kill('SIGTERM');
      expect(await other.ended).toBe(0);
      expect(existsSync(stackFile)).toBe(false);
    },
    3 * startMs,
  );
});
