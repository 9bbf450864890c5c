import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Assembly } from '../cloudformation/assembly.ts';
import { readAssembly } from '../cloudformation/read-assembly.ts';
import { physicalName, referencesWith } from '../cloudformation/resources.ts';
import { startDynamoDb } from '../engines/dynamodb.ts';
import { createTables } from '../engines/tables.ts';
import { writePrivateJson } from '../files/json-files.ts';
import { makePrivate } from '../files/private-folder.ts';
import { seedSynthetic } from './seed.ts';

/** Linux's RAM disk. */
const memoryDisk = '/dev/shm';

/**
 * Fills the table of a new data folder with synthetic publications before its engine starts: a temporary engine writes
 * to a RAM disk, four times as fast as one that syncs every item, and the files are then moved. Does nothing if there
 * is data already, or no RAM disk: the seed then writes the items as usual.
 */
export async function prefill(
  to: { tables: string; marker: string },
  publications: number,
  assembled: Promise<Assembly>,
  credentials: Record<string, string>,
): Promise<void> {
  if (existsSync(to.tables) || existsSync(to.marker) || !existsSync(memoryDisk)) return;
  const draft = mkdtempSync(join(memoryDisk, 'registry-'));
  try {
    const engine = await startDynamoDb(draft, { workingDir: draft, forLongWork: true });
    try {
      // Only the templates' table is used, so the addresses do not matter.
      const anywhere = 'http://127.0.0.1';
      const references = referencesWith({ queuesUrl: anywhere, issuer: anywhere });
      const stacks = readAssembly((await assembled).folder, references, (text) => text);
      const [table] = await createTables(engine.endpoint, stacks, physicalName);
      const TABLE_NAME = table?.name ?? '';
      await seedSynthetic(publications, { ...credentials, TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint });
    } finally {
      await engine.stop();
    }
    moveTables(draft, to.tables);
    writePrivateJson(to.marker, { seed: 'synthetic', publications });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Copies all files or none: the folder gets its name after its content is synced to disk. */
function moveTables(draft: string, folder: string): void {
  const arriving = `${folder}.new`;
  rmSync(arriving, { recursive: true, force: true });
  makePrivate(arriving);
  for (const file of readdirSync(draft).filter((name) => name.includes('.db'))) {
    copyFileSync(join(draft, file), join(arriving, file));
    const copy = openSync(join(arriving, file), 'r+');
    fsyncSync(copy);
    closeSync(copy);
  }
  renameSync(arriving, folder);
}
