import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LaterBundles } from '../../local/cloudformation/later-bundles.ts';
import { hashOfFiles, readFiles, writeFiles } from '../../local/files/copied-sources.ts';
import { Fixture } from './fixture.ts';

const fixture = new Fixture();
const [good, broken] = ['lambdas/consumer/good.ts', 'lambdas/consumer/broken.ts'];
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(fixture.folder, 'sources-'));
  write('package.json', '{ "type": "module" }');
  write('package-lock.json', '{}');
  write('tsconfig.json', '{}');
  write('src/answer.ts', "export const answer = 'the first';");
  write(good, "import { answer } from '../../src/answer.ts'; export const handler = async () => answer;");
  write(broken, "import { missing } from '../../src/answer.ts'; export const handler = async () => missing;");
});
afterAll(() => fixture.dispose());

function write(file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

/** A copy of the sources as they are. */
function copied(): string {
  const files = readFiles(root, ['src', 'lambdas', 'package.json', 'package-lock.json', 'tsconfig.json']);
  const copy = join(fixture.folder, `copy-${hashOfFiles(files)}`);
  writeFiles(files, copy);
  return copy;
}

const installed = { now: 'one version' };
const bundlesOf = (copy: string) =>
  new LaterBundles(
    { root: copy, entries: [good, broken], outdir: join(copy, 'dist'), others: [] },
    () => installed.now,
  );

/** The function of an entry point, as a laptop starts it. */
function start(entry: string, bundles: LaterBundles) {
  const stacks = fixture.stacks({ Worker: fixture.lambda('Worker', '', { Code: { S3Key: entry } }) });
  fixture.place(entry, bundles.folderOf(entry));
  return fixture.functions(stacks, {}, { bundled: (key) => bundles.ready(key) }).byName('Worker');
}

describe('a function', () => {
  it('is bundled when it is first called', async () => {
    const bundles = bundlesOf(copied());
    const worker = start(good, bundles);
    expect(existsSync(bundles.folderOf(good))).toBe(false);
    expect(await worker.invoke({})).toEqual({ ok: true, value: 'the first' });
    expect(existsSync(join(bundles.folderOf(good), 'index.cjs'))).toBe(true);
  });

  it('is of the sources at the start, whatever is written, added or removed afterwards', async () => {
    const copy = copied();
    const worker = start(good, bundlesOf(copy));
    write('src/answer.ts', "export const answer = 'the second';");
    write('lambdas/consumer/new.ts', 'export const handler = 1;');
    expect(await worker.invoke({})).toEqual({ ok: true, value: 'the first' });
    expect(await start(good, bundlesOf(copied())).invoke({})).toEqual({ ok: true, value: 'the second' });
    rmSync(join(root, 'src'), { recursive: true });
    rmSync(join(copy, 'dist'), { recursive: true });
    expect(await start(good, bundlesOf(copy)).invoke({})).toEqual({ ok: true, value: 'the first' });
  });

  it('that cannot be bundled is a function error that says where, and others work', async () => {
    const bundles = bundlesOf(copied());
    const [worker, bad] = [start(good, bundles), start(broken, bundles)];
    const [outcome, other] = await Promise.all([bad.invoke({}), worker.invoke({})]);
    const errorMessage = expect.stringMatching(
      /lambdas\/consumer\/broken\.ts:1:9: ERROR: No matching export .* "missing"/,
    );
    expect(outcome).toEqual({ ok: false, error: { errorType: 'Runtime.ImportModuleError', errorMessage } });
    expect(other).toEqual({ ok: true, value: 'the first' });
    expect(fixture.lines.at(-1)?.line).toContain('Runtime.ImportModuleError');
    expect(await bad.invoke({})).toMatchObject({ ok: false });
  });

  it('is not bundled of other packages than those at the start', async () => {
    const worker = start(good, bundlesOf(copied()));
    installed.now = 'another version';
    const errorMessage = 'What is in node_modules has changed since the start. Start again.';
    expect(await worker.invoke({})).toMatchObject({ ok: false, error: { errorMessage } });
    installed.now = 'one version';
    expect(await worker.invoke({})).toEqual({ ok: true, value: 'the first' });
  });
});
