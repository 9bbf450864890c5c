import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { physicalName, referencesWith } from '../cloudformation/resources.ts';
import { readAssembly } from '../cloudformation/template.ts';
import { createTables, startDynamoDb } from '../engines/dynamodb.ts';
import { writePrivateJson } from './files.ts';
import { seedSynthetic } from './seed.ts';

/** A disk in memory, where there is one. */
const memoryDisk = '/dev/shm';

/**
 * Fills the table of a new data folder with invented publications before its engine is started. On a disk the engine
 * waits for the disk with every item, three times as long as for all the rest: so another one writes the files in
 * memory, and they are moved when they are complete. Nothing happens where there is data already, or no such disk;
 * then the rows are written as all others are.
 */
export async function prefill(
  to: { tables: string; marker: string },
  publications: number,
  assembled: Promise<string>,
  credentials: Record<string, string>,
): Promise<void> {
  if (existsSync(to.tables) || existsSync(to.marker) || !existsSync(memoryDisk)) return;
  const draft = mkdtempSync(join(memoryDisk, 'registry-'));
  try {
    const engine = await startDynamoDb(draft, { workingDir: draft, forLongWork: true });
    try {
      // Of the templates only the table matters here; addresses may be any.
      const anywhere = 'http://127.0.0.1';
      const references = referencesWith({ queuesUrl: anywhere, issuer: anywhere });
      const stacks = readAssembly(await assembled, references, (text) => text);
      const [TABLE_NAME = ''] = await createTables(engine.endpoint, stacks, physicalName);
      await seedSynthetic(publications, { ...credentials, TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint });
    } finally {
      await engine.stop();
    }
    moveInto(draft, to.tables);
    writePrivateJson(to.marker, { seed: 'synthetic', publications });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** All files or none: the folder has its name only once everything in it is on the disk. */
function moveInto(draft: string, folder: string): void {
  const arriving = `${folder}.new`;
  rmSync(arriving, { recursive: true, force: true });
  mkdirSync(arriving, { recursive: true });
  for (const file of readdirSync(draft).filter((name) => name.includes('.db'))) {
    copyFileSync(join(draft, file), join(arriving, file));
    const copy = openSync(join(arriving, file), 'r+');
    fsyncSync(copy);
    closeSync(copy);
  }
  renameSync(arriving, folder);
}
