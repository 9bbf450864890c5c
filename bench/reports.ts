import { deepStrictEqual, strictEqual } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RowIndex } from '#src/lists/index/row-index.ts';
import type { StoredSpec } from '#src/lists/load/snapshot.ts';
import type { OutputCounting } from '#src/lists/model/counting.ts';
import type { ListQuery } from '#src/lists/model/query.ts';
import type { RowSchema } from '#src/lists/model/spec.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { whenLoaded } from '#src/lists/sections/base.ts';
import { levelIn } from '#src/records/groups/tree.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { startPostgres } from '../local/engines/postgres.ts';
import { connectGroups } from './peers/groups-postgres.ts';
import { progress, runCommand } from './shared/command.ts';
import { countingIn, groupedRowFromTable, knownInstitution } from './shared/groups.ts';
import { openList, withSnapshotFile } from './shared/snapshot-file.ts';
import { median, timed } from './shared/statistics.ts';

const targetMs = 300;
const targetTimes = 20;
const warmUps = 2;
const all: ListQuery = { page: 1, per_page: 1, q: '', sort: 'publication_date', dir: 'desc', where: ['public'] };

await runCommand({
  name: 'bench:reports',
  summary:
    'Counts the publications of an institution of 5,000 groups by group, year and open access, in memory and on PostgreSQL with\n' +
    'the best indexes. Exit code 1 if the answers differ, or memory is slow or less than twenty times as fast.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    samples: { defaultValue: 20, describe: 'repetitions' },
  },
  async run({ rows, samples }) {
    const folder = mkdtempSync(join(tmpdir(), 'registry-bench-'));
    const server = await startPostgres('1GB');
    try {
      return await measure(rows, samples, server.url, folder);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** The rule, compiled: the registry does this once for each change of groups and memberships. */
function countingBy(knowledge: ReturnType<typeof knownInstitution>): OutputCounting {
  const levels = new Map<string, number>();
  const levelOf = (group: string) => {
    const level = levels.get(group) ?? levelIn(knowledge.tree, group);
    levels.set(group, level);
    return level;
  };
  return {
    by: [
      { kind: 'groups', counting: countingIn(knowledge), levelOf },
      { kind: 'values', equal: 'publication_year' },
      { kind: 'values', equal: 'open_access_status' },
    ],
  };
}

async function measure(count: number, samples: number, url: string, folder: string) {
  const spec = publicationSpec as unknown as StoredSpec<RowSchema>;
  const rowOf = (index: number) => groupedRowFromTable(index, count);
  const knowledge = knownInstitution();
  return withSnapshotFile({ spec, name: 'counted', rowOf: rowOf as never, count, folder }, async (file) => {
    const { list } = await openList(spec, file);
    const index = list as unknown as RowIndex<PublicationRow>;
    const peer = await connectGroups(url);
    try {
      progress('loading PostgreSQL');
      await peer.load(Array.from({ length: count }, (_, at) => rowOf(at)) as unknown as PublicationRow[]);
      await peer.prepareCells();
      const [compiled, mine, theirs]: [number[], number[], number[]] = [[], [], []];
      let known = 0;
      for (let n = 0; n < samples + warmUps; n++) {
        const counting = await timed(() => countingBy(knowledge));
        const ours = await timed(() => whenLoaded(() => index.countOutputs(all, counting.result)));
        const others = await timed(() => peer.countCells());
        // Comparing the answers leaves hundreds of megabytes behind: later ones have the same number of cells.
        if (n < warmUps) {
          const cells = [...ours.result.cells].filter(({ keys: [group] }) => group !== null);
          deepStrictEqual(
            new Map(cells.map(({ keys, whole }) => [JSON.stringify(keys), whole] as const).sort()),
            new Map([...others.result].sort()),
            'PostgreSQL counts differently',
          );
          known = ours.result.cells.length;
          continue;
        }
        strictEqual(ours.result.cells.length, known);
        compiled.push(counting.ms);
        mine.push(ours.ms);
        theirs.push(others.ms);
      }
      const [memory, database] = [median(mine), median(theirs)];
      const times = database / memory;
      return {
        rows: [],
        faults: [
          ...(memory > targetMs ? [`counting took ${Math.round(memory)} ms, more than ${targetMs}`] : []),
          ...(times < targetTimes ? [`counting was ${times.toFixed(1)} times as fast, less than ${targetTimes}`] : []),
        ],
        facts: {
          rows: count,
          'the rule compiled, once per change, ms': median(compiled),
          'memory, ms': memory,
          'PostgreSQL, ms': database,
          times,
          PostgreSQL: await peer.version(),
        },
      };
    } finally {
      await peer.close();
    }
  });
}
