import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attributes } from '../transfer/format.ts';
import { packItems, unpackItems } from './items.ts';

/** The data sets of how many versions stay whole. */
const wholeSets = 2;

/** Takes from all but the newest data sets of the two latest versions what no test of the next release needs. */
export function reduceOlderSets(folder: string): void {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const newestOf = new Map(names.map((name) => [name.split('+')[0], name]));
  const whole = [...newestOf.values()].slice(-wholeSets);
  for (const name of names.filter((each) => !whole.includes(each) && existsSync(join(folder, each, 'answers.json')))) {
    const file = join(folder, name, 'items.jsonl.br');
    writeFileSync(file, packItems(unpackItems(readFileSync(file)).filter(isNeverRewritten)));
    for (const entry of readdirSync(join(folder, name)))
      if (entry !== 'items.jsonl.br') rmSync(join(folder, name, entry), { recursive: true });
  }
}

/**
 * Records with a shape are written anew by a job, and their rows with them, but for those of merged publications:
 * docs/stored-shapes.md.
 */
function isNeverRewritten({ pk, sk, merged_into }: Attributes): boolean {
  const [partition, sort] = [String(pk?.S), String(sk?.S)];
  if (partition.startsWith('LIST#PUB#')) return merged_into?.S !== undefined;
  if (/^(?:PUB|PERSON)#/.test(partition)) return sort !== 'RECORD';
  return !/^(?:LIST|PROJECT|WORK|DUPLICATE|PROPOSAL|USER|WORKSPACE|INSTALLATIONS)#|^(?:KEYS|USERS)$/.test(partition);
}
