import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ArchiveNote, archivedClasses, noteFile } from '../../local/engines/class-archive.ts';
import { launchDynamoDb, startDynamoDb } from '../../local/engines/dynamodb.ts';
import { makeClassArchive } from '../../local/engines/make-class-archive.ts';
import { readJson } from '../../local/files/json-files.ts';
import { tryLock } from '../../local/files/lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'class-archive-'));
const filesOf = (place = folder) => {
  const files = readJson<ArchiveNote>(noteFile(place))?.files;
  if (!files) throw new Error('There is no archive. The test needs Java 13 or newer');
  return files;
};

beforeAll(async () => {
  for (const left of ['engine-killed.jar', 'engine-killed.jsa']) writeFileSync(join(folder, left), 'half of it');
  await Promise.all([makeClassArchive(folder), makeClassArchive(folder)]);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the archive with other contents of its files. */
function damaged(change: (name: 'jar' | 'classes', content: Buffer) => Buffer | undefined): string {
  const copy = mkdtempSync(join(folder, 'copy-'));
  const files = filesOf();
  copyFileSync(noteFile(folder), noteFile(copy));
  for (const name of ['jar', 'classes'] as const) {
    const content = change(name, readFileSync(join(folder, files[name])));
    if (content) writeFileSync(join(copy, files[name]), content);
  }
  return copy;
}

/** The status with which an engine answers that looks for an archive here. */
async function answerWith(archives: string): Promise<number> {
  const engine = await startDynamoDb(undefined, { archives });
  const { status } = await fetch(engine.endpoint);
  await engine.stop();
  return status;
}

describe('an archive of the classes of DynamoDB Local', () => {
  it('is made once by two at the same time, and nothing is left of one that was killed', () => {
    const { jar, classes } = filesOf();
    const names = readdirSync(folder).filter((name) => name.startsWith('engine-'));
    expect(names.sort()).toEqual([classes, jar].sort());
  });

  it('is what Java loads', async () => {
    const archived = archivedClasses(folder);
    if (!archived) throw new Error('There is no archive');
    // With this option, Java does not start without it.
    const java = { ...archived, options: [...archived.options, '-Xshare:on'] };
    const engine = await startDynamoDb(undefined, { java });
    expect((await fetch(engine.endpoint)).status).toBe(400);
    await engine.stop();
  });

  it('stays until Java or the engine changes', async () => {
    const before = readFileSync(noteFile(folder), 'utf8');
    await makeClassArchive(folder);
    expect(readFileSync(noteFile(folder), 'utf8')).toBe(before);
    const other = damaged((_, content) => content);
    writeFileSync(noteFile(other), before.replace(/"engine": "\w+"/, '"engine": "another"'));
    expect(archivedClasses(other)).toBeUndefined();
  });

  it.each<[string, Parameters<typeof damaged>[0]]>([
    ['has lost its end', (name, content) => (name === 'jar' ? content : content.subarray(0, content.length / 2))],
    ['has other bytes', (name, content) => (name === 'jar' ? content : content.fill(7, content.length / 2))],
    ['is missing', (name, content) => (name === 'jar' ? content : undefined)],
  ])('that %s does not keep the engine from starting', async (_, change) => {
    expect(await answerWith(damaged(change))).toBe(400);
  });

  it('stays if the engine is stopped before it answers, after which no other one starts', async () => {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const engine = await launchDynamoDb(dataDir, { archives: folder });
    const listens = engine.listens.catch((error: Error) => error.message);
    await engine.stop();
    expect(await listens).toContain('DynamoDB Local ended');
    expect(existsSync(noteFile(folder))).toBe(true);
    // Another one would hold the data for as long as this process lives.
    const lock = tryLock(join(dataDir, 'engine.lock'));
    expect(lock).toBeDefined();
    lock?.release();
  });

  it('is not used again when the engine has ended with it', async () => {
    const archives = damaged((name, content) => (name === 'jar' ? undefined : content));
    expect(await answerWith(archives)).toBe(400);
    expect(existsSync(noteFile(archives))).toBe(false);
  });
});
