import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { readJson, writePrivateJson } from '../../local/files/json-files.ts';
import { parseOptions, sampleDir } from '../../local/options.ts';

const root = resolve(import.meta.dirname, '../..');

describe('options', () => {
  const standard = {
    sourcesDir: sampleDir,
    contactEmail: undefined,
    dataDir: '/here/.local/data',
    port: 4000,
    seed: { kind: 'sample' },
    verbose: false,
    faults: [],
  };
  it.each([
    [[], {}],
    [['--data', 'x/y'], { dataDir: '/here/x/y' }],
    [['--ephemeral'], { dataDir: undefined }],
    [['--port', '8080'], { port: 8080 }],
    [['--sources', 'live'], { sourcesDir: undefined, seed: { kind: 'none' } }],
    [
      ['--sources', 'live', '--contact', 'library@example.org'],
      { sourcesDir: undefined, contactEmail: 'library@example.org', seed: { kind: 'none' } },
    ],
    [['--sources', sampleDir], { seed: { kind: 'none' } }],
    [['--metered', '--contact', 'library@example.org'], { metered: true, contactEmail: 'library@example.org' }],
    [
      ['--metered', '--credentials', 'openalex=a=b', '--credentials', 'orcid=id:secret'],
      { metered: true, credentials: { openalex: 'a=b', orcid: 'id:secret' } },
    ],
    [['--seed', 'none'], { seed: { kind: 'none' } }],
    [['--seed', 'empty'], { seed: { kind: 'empty' } }],
    [['--seed=synthetic:100'], { seed: { kind: 'synthetic', count: 100 } }],
    [['--verbose'], { verbose: true }],
    [['--load-balancer'], { loadBalancer: true }],
    [['--lists', 'postgres'], { lists: 'postgres' }],
    [['--concurrency', '10'], { concurrency: 10 }],
  ])('%j', (argv, expected) => expect(parseOptions(argv, '/here')).toEqual({ ...standard, ...expected }));
  it.each([
    [['--ports', '1'], "Unknown option '--ports'"],
    [['sample'], "Unexpected argument 'sample'"],
    [['--port'], "Option '--port <value>' argument missing"],
    [['--port', '0'], '--port must be a number from 1 to 65533'],
    [['--port', '65534'], '--port must be'],
    [['--port', '4000x'], '--port must be'],
    [['--concurrency', '0'], '--concurrency must be a number from 1 to 99999'],
    [['--lists', 'redis'], '--lists must be memory or postgres'],
    [['--seed', 'some'], '--seed must be sample, none, empty or synthetic:<count>'],
    [['--seed', 'synthetic:0'], '--seed must be'],
    [['--seed', 'sample', '--sources', 'live'], '--seed sample needs --sources sample'],
    [['--contact', 'library@example.org'], '--contact needs --sources live or --metered'],
    [['--credentials', 'openalex=key'], '--credentials needs --sources live or --metered'],
    [['--metered', '--credentials', 'europepmc=key'], '--credentials must be orcid, crossref, datacite, openalex and'],
    [['--metered', '--credentials', 'orcid=id'], 'The credentials of orcid must be an id, a colon and a secret'],
    [['--metered', '--sources', 'live'], '--metered is for recorded sources'],
    [['--sources', 'live', '--contact', 'library'], '--contact needs an e-mail address'],
    [['--sources', '/nowhere/at/all'], '--sources: the folder /nowhere/at/all does not exist'],
    [['--sources', import.meta.filename], `--sources: the folder ${import.meta.filename} does not exist`],
    [['--data', import.meta.filename], `--data: ${import.meta.filename} is not a folder`],
    [['--data', 'x', '--ephemeral'], '--data and --ephemeral cannot be used together'],
  ])('%j is refused', (argv, message) => expect(() => parseOptions(argv, '/here')).toThrow(message));

  it('takes credentials from the environment, too, where they are of use', () => {
    const environment = { REGISTRY_ORCID_CREDENTIALS: 'id:secret', REGISTRY_OPENALEX_CREDENTIALS: 'other' };
    const argv = ['--sources', 'live', '--credentials', 'openalex=key'];
    expect(parseOptions(argv, '/here', environment)).toMatchObject({
      credentials: { orcid: 'id:secret', openalex: 'key' },
    });
    expect(parseOptions([], '/here', environment)).not.toHaveProperty('credentials');
  });
});

describe('the command', () => {
  const runIn = async (place: { cwd: string; env?: NodeJS.ProcessEnv }, ...args: string[]) => {
    const started = promisify(execFile)(process.execPath, [join(root, 'local/main.ts'), ...args], place);
    const { stdout, stderr, code } = await started.then(
      (done) => ({ ...done, code: 0 }),
      (failed: { stdout: string; stderr: string; code: number }) => failed,
    );
    return { stdout, stderr, code };
  };
  const run = (...args: string[]) => runIn({ cwd: root }, ...args);
  it('prints its usage for --help', async () => {
    const { stdout, code } = await run('--help');
    expect([stdout.split('\n')[0], code]).toEqual(['Usage: npm start -- [options]', 0]);
  });
  it('prints what is wrong and its usage for an unknown option, and exits with 2', async () => {
    const { stderr, code } = await run('--nonsense');
    expect(stderr).toContain("Unknown option '--nonsense'");
    expect(stderr).toContain('Usage: npm start');
    expect(code).toBe(2);
  });
  it('says which port is in use, and exits with 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((ready) => taken.once('listening', ready));
    const { port } = taken.address() as { port: number };
    const { stderr, code } = await run('--ephemeral', '--port', String(port));
    taken.close();
    expect(stderr).toContain(`Port ${port} is in use`);
    expect(code).toBe(1);
  });
  it('leaves the file of a stack that runs when it cannot start beside it', async () => {
    const running = createHttpServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(running, 'listening');
    const { port } = running.address() as AddressInfo;
    const folder = mkdtempSync(join(tmpdir(), 'second-stack-'));
    const file = join(folder, '.local/stack.json');
    writePrivateJson(file, { base_url: `http://127.0.0.1:${port}` });
    // Java is looked up after the ports were found free. These are below those that systems assign.
    const free = String(20_000 + (process.pid % 10_000));
    const { stderr, code } = await runIn({ cwd: folder, env: { PATH: '' } }, '--ephemeral', '--port', free);
    expect([code, stderr]).toEqual([1, expect.stringContaining('needs Java')]);
    expect(readJson(file)).toEqual({ base_url: `http://127.0.0.1:${port}` });
    running.close();
    rmSync(folder, { recursive: true });
  });
});
