import { createHash, type Hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files among the inputs that a build makes from the others. */
const made = new Set(['web/src/api/schema.ts']);

/** A hash that changes when one of these files, or a file in one of these folders, is written. */
export function fingerprintOf(root: string, inputs: string[], hash: Hash = createHash('sha256')): string {
  hash.update(process.version);
  for (const input of inputs) {
    const path = join(root, input);
    const isFolder = statSync(path).isDirectory();
    const files = isFolder ? readdirSync(path, { recursive: true, encoding: 'utf8' }).sort() : [''];
    for (const file of files) {
      const stats = statSync(join(path, file));
      if (stats.isFile() && !made.has(`${input}/${file}`))
        hash.update(`${input}/${file} ${stats.mtimeMs} ${stats.size}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}
