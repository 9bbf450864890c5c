import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { javaInstructions } from '../../local/engines/java.cjs';

/** The first steps of `npm start` and `npm test`, in a clone of a small project and with an npm that only writes files. */

const root = join(import.meta.dirname, '../..');
const lock = { packages: { '': {}, 'node_modules/zod': { version: '4.0.1' }, 'node_modules/mac': { optional: true } } };
const installed = { packages: { 'node_modules/zod': { version: '4.0.1' } } };
const npmCli = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('calls.txt', process.argv.slice(2).join(' ') + '\\n');
if (process.argv[2] === 'config') console.log('https://registry.npmjs.org/');
if (process.argv[2] === 'view' && process.env.OFFLINE) {
  console.error('npm error code ENOTFOUND\\nnpm error a long text');
  process.exit(1);
}
if (process.argv[2] === 'ci') {
  if (process.env.BROKEN) process.exit(1);
  mkdirSync('node_modules/zod', { recursive: true });
  writeFileSync('node_modules/zod/package.json', '{}');
  writeFileSync('node_modules/.package-lock.json', '${JSON.stringify(installed)}');
}
`;

let clone: string;
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(clone, file)), { recursive: true });
  writeFileSync(join(clone, file), text);
};

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'fresh-clone-'));
  for (const file of ['scripts/install.cjs', 'scripts/require-node.cjs', 'local/engines/java.cjs']) {
    cpSync(join(root, file), join(clone, file), { recursive: true });
  }
  write('package.json', JSON.stringify({ engines: { npm: '>=10' }, devDependencies: { node: '24.0.1' } }));
  write('package-lock.json', JSON.stringify(lock));
  write('npm-cli.cjs', npmCli);
});

afterEach(() => rmSync(clone, { recursive: true }));

function run(env: Record<string, string> = {}, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words.length > 0 ? words : ['scripts/install.cjs'], {
    cwd: clone,
    env: { PATH: process.env.PATH, npm_execpath: join(clone, 'npm-cli.cjs'), ...env },
    encoding: 'utf8',
  });
  const calls = existsSync(join(clone, 'calls.txt')) ? readFileSync(join(clone, 'calls.txt'), 'utf8') : '';
  return { status, stdout, stderr, calls: calls.split('\n').filter(Boolean) };
}

const view = 'view node@24.0.1 version --fetch-retries=0 --fetch-timeout=10000';

test('npm start and npm test make the install first, and check Java; what deploys and checks keeps npm ci', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect([scripts.prestart, scripts.pretest]).toEqual(Array(2).fill('node scripts/install.cjs --java'));
  for (const file of ['check', 'deploy-stage', 'release', 'rollback']) {
    expect(readFileSync(join(root, `.github/workflows/${file}.yml`), 'utf8')).toContain('- run: npm ci');
  }
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain('RUN npm ci');
});

describe('the install', () => {
  const message = (reason: string) =>
    `Installing what the project needs with "npm ci", because ${reason}. It takes a minute or two.\n`;

  test('is made in a fresh clone, and then not again', () => {
    expect(run()).toEqual({ status: 0, stdout: message('there is no node_modules'), stderr: '', calls: [view, 'ci'] });
    expect(run().calls).toEqual([view, 'ci']);
  });

  test.each([
    ['the last install did not end', '.package-lock.json', undefined],
    ['zod is missing', 'zod', undefined],
    ['zod is 4.0.0 instead of 4.0.1', '.package-lock.json', JSON.stringify(installed).replace('4.0.1', '4.0.0')],
  ])('is made where %s', (reason, path, text) => {
    run();
    rmSync(join(clone, 'node_modules', path), { recursive: true });
    if (text !== undefined) write(`node_modules/${path}`, text);
    const { stdout, calls } = run();
    expect(stdout).toBe(message(reason));
    expect(calls).toEqual([view, 'ci', view, 'ci']);
  });

  test('is not tried, and nothing is deleted, where npm cannot reach its registry', () => {
    write('node_modules/zod/package.json', '{}');
    expect(run({ OFFLINE: '1' })).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'The dependencies are not installed, and npm cannot get them from https://registry.npmjs.org/ (ENOTFOUND): ' +
        'connect to it, or set another with "npm config set registry <address>", then start again.\n',
      calls: [view, 'config get registry'],
    });
    expect(existsSync(join(clone, 'node_modules/zod/package.json'))).toBe(true);
  });

  test('says that npm is too old before it is used', () => {
    const { status, stderr, calls } = run({ npm_config_user_agent: 'npm/6.14.4 node/v12.22.9 linux x64' });
    expect([status, stderr, calls]).toEqual([1, expect.stringContaining('needs npm 10 or newer'), []]);
  });

  test('ends what was started when npm fails', () => {
    const { status, stderr } = run({ BROKEN: '1' });
    expect([status, stderr]).toEqual([1, '"npm ci" failed for the reason above. When that is mended, start again.\n']);
  });

  test('is what other commands ask for in one line', () => {
    const { status, stderr } = run({}, 'scripts/require-node.cjs');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^The dependencies are not installed: run "npm ci".*\n$/),
    ]);
  });
});

describe('Java', () => {
  const withJava = (script: string) => {
    write('java/bin/java', `#!/bin/sh\n${script}\n`);
    chmodSync(join(clone, 'java/bin/java'), 0o755);
    return run({ JAVA_HOME: join(clone, 'java') }, 'scripts/install.cjs', '--java');
  };

  test.each([
    ['is missing', 'exit 1', 'There is no Java. DynamoDB Local needs Java 8 or newer. '],
    ['is too old', `echo 'java version "1.7.0_80"' >&2`, 'Java 7 is too old. DynamoDB Local needs Java 8 or newer. '],
  ])('that %s is said before anything is installed', (_, script, text) => {
    const { status, stderr, calls } = withJava(script);
    expect([status, calls]).toEqual([1, []]);
    expect(stderr).toBe(`${text}${javaInstructions().replace(/^.*?newer\. /, '')}\n`);
  });

  test.each([
    'openjdk version "17.0.15" 2025-04-15',
    'java version "1.8.0_402"',
    'openjdk version "25" 2025-09-16',
    'other',
  ])('with the version text %s will do', (text) => expect(withJava(`echo '${text}' >&2`).calls).toEqual([view, 'ci']));

  test.each([
    ['darwin', '', false, 'brew install --cask temurin'],
    ['win32', '', false, 'winget install Microsoft.OpenJDK.21'],
    ['linux', 'ID=ubuntu\nID_LIKE=debian', false, 'sudo apt-get install default-jre-headless'],
    ['linux', 'NAME="Debian"\nID=debian', true, 'apt-get install default-jre-headless'],
    ['linux', 'ID="rocky"\nID_LIKE="rhel centos fedora"', false, 'sudo dnf install java-21-openjdk-headless'],
    ['linux', 'ID="amzn"\nID_LIKE="fedora"', false, 'sudo dnf install java-21-amazon-corretto-headless'],
    ['linux', 'ID=alpine', true, 'apk add openjdk21-jre-headless'],
    ['linux', 'ID="opensuse-leap"\nID_LIKE="suse opensuse"', true, 'zypper install java-21-openjdk-headless'],
  ] as const)('is installed on %s (%s) with a command of the system', (platform, osRelease, isRoot, command) =>
    expect(javaInstructions(platform, osRelease, isRoot)).toContain(`Install it: ${command}, or set JAVA_HOME`),
  );

  test('of another system comes from a web site', () => {
    expect(javaInstructions('freebsd', '', false)).toContain('Install it from https://adoptium.net, or set JAVA_HOME');
  });
});
