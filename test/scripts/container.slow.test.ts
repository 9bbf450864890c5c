import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { makeAssembly } from '../../local/cloudformation/assembly.ts';
import { laptopSettings } from '../../local/cloudformation/laptop-settings.ts';
import { sampleDir } from '../../local/options.ts';
import { startTimeoutMs, waitFor } from '../support/cloud.ts';

/** The container image, without Docker: its files, commands, user, health check and end. */

const root = join(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', '');
const commandOf = (instruction: RegExp) => instruction.exec(dockerfile)?.[1]?.trim() ?? '';
const image = mkdtempSync(join(tmpdir(), 'container-'));
let running: ChildProcess | undefined;
afterAll(() => {
  running?.kill('SIGKILL');
  rmSync(image, { recursive: true, force: true });
});

/** Another user than root, as in the image; who runs the tests may only become another user as root. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const settings = {
  cwd: image,
  ...user,
  // The image's own: Node and Java are in its path, and nothing of this environment is.
  env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: image },
};

/** COPY: the files of the repository. `npm ci` would install what is installed here. */
async function copy(): Promise<void> {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = tracked
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)));
  execFileSync('cp', ['--archive', '--parents', '--target-directory', image, ...files], { cwd: root });
  const installed = spawnSync('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], {
    cwd: image,
    encoding: 'utf8',
  });
  expect([installed.status, installed.stderr]).toEqual([0, expect.not.stringContaining('npm error')]);
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'));
  for (const folder of ['web/node_modules', 'clients/typescript/node_modules']) {
    // Vite writes beside its own module.
    mkdirSync(join(image, folder));
    for (const name of readdirSync(join(root, folder)).filter((each) => each !== '.vite-temp'))
      symlinkSync(join(root, folder, name), join(image, folder, name));
  }
  // The first start builds this for a minute, which other tests do.
  const common = { sourcesDir: sampleDir, contactEmail: undefined, dataDir: undefined, loadBalancer: false };
  const built = await makeAssembly(laptopSettings({ ...common, seed: { kind: 'none' } }), () => {});
  await built.pages;
  const state = dirname(built.folder);
  for (const part of [join('.local/assemblies', basename(state)), '.local/pages-made-of.json', 'web/dist'])
    cpSync(join(root, part), join(image, part), { recursive: true });
  built.release();
  if (user.uid !== undefined)
    execFileSync('chown', ['--recursive', '--no-dereference', `${user.uid}:${user.gid}`, image]);
}

const healthStatus = () => spawnSync('sh', ['-c', commandOf(/^HEALTHCHECK.*? CMD (.+)$/m)], settings).status;

test(
  'its files, installed by its command, start as its user, get healthy, answer, and end with 0',
  async () => {
    expect(commandOf(/^RUN (npm .+)$/m)).toBe('npm ci && mkdir .local');
    await copy();
    const [program, ...entry] = JSON.parse(commandOf(/^ENTRYPOINT (.+)$/m));
    expect(program).toBe('node');
    // Below the ports that systems assign.
    const port = 20_000 + (process.pid % 10_000);
    expect(healthStatus()).toBe(1);
    const started = spawn(process.execPath, [...entry, '--seed', 'none', '--port', String(port)], settings);
    running = started;
    let printed = '';
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (chunk) => {
        printed += chunk;
      });
    const ended = once(started, 'exit');
    await waitFor(
      'the health check',
      () => {
        if (started.exitCode !== null) throw new Error(`It ended with ${started.exitCode}:\n${printed}`);
        return healthStatus() === 0;
      },
      startTimeoutMs,
      250,
    );
    expect(printed).toContain('the templates are up to date');
    expect((await fetch(`http://127.0.0.1:${port}/v1/publications`)).status).toBe(200);
    expect(statSync(join(image, '.local/data')).uid).toBe(user.uid ?? process.getuid?.());
    started.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(healthStatus()).toBe(1);
  },
  startTimeoutMs,
);
