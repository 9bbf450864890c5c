import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/**
 * The parts of the container image, as far as they can be checked without Docker. A workflow builds and starts it;
 * container.slow.test.ts starts what it contains.
 */

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const argumentsOf = (word: string) =>
  [...dockerfile.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, text = '']) => text);

test('has the Node of the project, as another user than root, and starts a file that is there', () => {
  const { devDependencies } = JSON.parse(read('package.json'));
  const [major] = devDependencies.node.split('.');
  expect(argumentsOf('FROM')).toEqual([`node:${major}-bookworm-slim`]);
  expect(dockerfile.indexOf('USER node')).toBeLessThan(dockerfile.indexOf('COPY'));
  const [program, file, ...more] = JSON.parse(argumentsOf('ENTRYPOINT')[0] ?? '[]');
  expect([program, existsSync(join(root, file)), more]).toEqual(['node', true, []]);
});

test('gets every file of the repository, and none that only a checkout has', () => {
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const isIgnored = (file: string) =>
    ignored.some((pattern) => {
      const name = pattern.replace('**/', '');
      return file.split('/').includes(name) && (pattern.startsWith('**/') || file.split('/')[0] === name);
    });
  expect(tracked.filter(isIgnored)).toEqual([]);
  // Files that are not tracked are made or installed, and would be of another system.
  const untracked = read('.gitignore').match(/^[\w.]+\/$/gm) ?? [];
  expect(untracked.map((folder) => folder.slice(0, -1)).filter((folder) => !isIgnored(folder))).toEqual([]);
  expect(isIgnored('web/node_modules/vite/package.json')).toBe(true);
});
