import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import type { Item } from '#src/table/table.ts';
import { syntheticPublication } from '../local/data/synthetic.ts';
import { writeItems } from '../local/data/write-items.ts';
import { freshTable } from '../test/support/engine.ts';
import { runPeer } from './peers/process.ts';
import type { Transfer } from './peers/transfer.ts';
import { progress, runCommand } from './shared/command.ts';
import { withTable } from './shared/table.ts';

/** Live objects may grow this much for other reasons, such as compiled code. */
const mostGrowthMb = 8;

await runCommand({
  name: 'bench:export',
  summary:
    'Exports synthetic publications to a file and imports it into an empty table, each in a process of its own, for a tenth\n' +
    'of the publications and for all. Exit code 1 if more publications take more memory.',
  options: { rows: { defaultValue: 100_000, describe: 'synthetic publications' } },
  async run({ rows }) {
    const folder = mkdtempSync(join(tmpdir(), 'export-'));
    try {
      const measured = await withTable(async () => [
        ...(await transfer(Math.ceil(rows / 10), folder)),
        ...(await transfer(rows, folder)),
      ]);
      requireFlat(measured);
      return { rows: measured, facts: {} };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});

/** Exports and imports this many publications. */
async function transfer(publications: number, folder: string) {
  const file = join(folder, `${publications}.jsonl`);
  await freshTable();
  progress(`writing ${publications} publications`);
  await writeItems(itemsOf(publications));
  progress('exporting');
  const exported = await runPeer<Transfer>('transfer.ts', ['export', file]);
  await freshTable();
  progress('importing');
  const imported = await runPeer<Transfer>('transfer.ts', ['import', file]);
  rmSync(file);
  return [
    { direction: 'export', publications, ...exported },
    { direction: 'import', publications, ...imported },
  ];
}

/** Each publication with its row, as after an ingestion. */
function* itemsOf(publications: number): Generator<Item> {
  const changed = Date.now();
  for (let index = 0; index < publications; index++) {
    const record = syntheticPublication(index, publications);
    yield publicationItem(record);
    yield { ...publicationRow(record), changed };
  }
}

function requireFlat(measured: readonly { direction: string; 'live MB': number }[]): void {
  for (const [direction, runs] of Map.groupBy(measured, (each) => each.direction)) {
    const [few, many] = runs.map((run) => run['live MB']);
    if (few !== undefined && many !== undefined && many > few + mostGrowthMb)
      throw new Error(`The ${direction} of more publications keeps ${many} MB in place of ${few} MB`);
  }
}
