import { execFile, execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Cloud } from '../../local/cloud.ts';
import { shellBlocks } from '../../scripts/check/text.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';

/**
 * Runs the commands of the pages as readers paste them: page by page in one bash, with the machine's own Node, in a
 * folder that looks like the repository, with the `.local` of a laptop cloud on other ports than usual.
 */

const root = join(import.meta.dirname, '../..');
/** Blocks that install, start, test, deploy or publish: they do not use a running stack. */
const isAboutStack = (text: string) => !/^\s*(npm |git |npx (cdk|knip|node --inspect)|aws )/m.test(text);
const pages = globSync('{README.md,docs/**/*.md,clients/*/README.md,local/**/README.md}', { cwd: root })
  .sort()
  .map((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const lines = text.split('\n');
    // A sentence before a block may end with "answers 400:". A comment in the block cannot be pasted into zsh.
    const announcedFor = (line: number) => Number(/ answers (\d{3}):$/.exec(lines[line - 4] ?? '')?.[1]);
    return { page, blocks: shellBlocks(text).map((block) => ({ ...block, announced: announcedFor(block.line) })) };
  })
  .map(({ page, blocks }) => ({ page, blocks: blocks.filter(({ text }) => isAboutStack(text)) }))
  .filter(({ blocks }) => blocks.length > 0);

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
const statusFile = join(folder, '.local/statuses');
let cloud: Cloud;

beforeAll(async () => {
  for (const name of ['node_modules', 'package.json', 'clients', 'test', 'local', 'src', 'lib', 'docs']) {
    symlinkSync(join(root, name), join(folder, name));
  }
  mkdirSync(join(folder, '.local/bin'), { recursive: true });
  const curl = execFileSync('which', ['curl'], { encoding: 'utf8' }).trim();
  const recordingCurl = `#!/bin/bash
headers=$(mktemp)
${curl} -D "$headers" "$@"
code=$?
status=$(sed -n 's/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p' "$headers" | tail -n 1)
rm "$headers"
[ -z "$status" ] || echo "$LINE $status" >> '${statusFile}'
exit $code
`;
  writeFileSync(join(folder, '.local/bin/curl'), recordingCurl, { mode: 0o755 });
  cloud = await startTestCloud({ dataDir: join(folder, '.local/data'), seed: { kind: 'sample' }, curated: true });
  writeFileSync(join(folder, '.local/stack.json'), JSON.stringify(cloud.stack));
}, startTimeoutMs);
afterAll(async () => {
  await cloud?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('there are pages with commands', () => {
  expect(pages.map(({ page }) => page)).toEqual(
    expect.arrayContaining(['README.md', 'docs/api-keys.md', 'docs/installations.md', 'docs/sign-in.md']),
  );
});

test.each(pages)(
  '$page',
  async ({ page, blocks }) => {
    writeFileSync(statusFile, '');
    const script = [
      'set -eu -o pipefail',
      // Readers may have something else on the suggested port.
      ...blocks.map(({ line, text }) => `export LINE=${line}\n${text.replace('SITE_PORT=8090', 'SITE_PORT=18090')}`),
    ];
    const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'));
    const env = { ...process.env, PATH: [join(folder, '.local/bin'), ...path].join(delimiter) };
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
      execFile('bash', ['-c', script.join('\n')], { cwd: folder, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: `${stdout}\n${stderr}` }),
      );
    });
    const seen = readFileSync(statusFile, 'utf8').trim().split('\n').filter(Boolean);
    const unexpected = seen.filter((entry) => {
      const [line, status] = entry.split(' ').map(Number);
      const announced = blocks.find((block) => block.line === line)?.announced;
      return announced ? status !== announced : status === undefined || status >= 400;
    });
    const report = unexpected.length > 0 || code !== 0 ? output : '';
    expect({ page, code, unexpected, report }).toEqual({ page, code: 0, unexpected: [], report: '' });
    // The output of every curl that ends a line is followed by a line break.
    expect(output).not.toMatch(/\}\{"/);
  },
  120_000,
);
