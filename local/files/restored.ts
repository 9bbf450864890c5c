import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './json-files.ts';

/** The setting `existingTable` of lib/config.ts. */
export interface ExistingTable {
  name: string;
  id: string;
}

/** The files of a data folder that a restore replaces. */
export const dataFiles = (dataDir: string) => ({
  tables: join(dataDir, 'dynamodb'),
  /** The folder of a table that is being restored, until it replaces the current one. */
  arriving: join(dataDir, 'dynamodb.restored'),
  existingTable: join(dataDir, 'table.json'),
});

/** The restored table of a data folder, if it was restored. Throws if a restore is unfinished. */
export function restoredTable(dataDir: string | undefined): ExistingTable | undefined {
  if (dataDir === undefined) return undefined;
  const { arriving, existingTable } = dataFiles(dataDir);
  if (existsSync(arriving)) {
    throw new Error(`A restore of ${dataDir} was interrupted. Run it again, or delete ${arriving}.`);
  }
  return readJson<ExistingTable>(existingTable);
}
