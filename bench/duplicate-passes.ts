import { updatePublicationPairs } from '#src/duplicates/find.ts';
import { findAllDuplicates, type PassResult } from '#src/duplicates/find-all.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { publicationItem, publicationRow } from '#src/records/publications/store/items.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import type { Item } from '#src/table/table.ts';
import { syntheticPublication } from '../local/data/synthetic.ts';
import { writeItems } from '../local/data/write-items.ts';
import { unitsOf } from './shared/capacity.ts';
import { progress, runCommand } from './shared/command.ts';
import { median, timed } from './shared/statistics.ts';
import { withTable } from './shared/table.ts';

/** One publication in this many has a preprint. In a recorded sample of 986 publications, 147 had an equal title. */
const publicationsPerPreprint = 13;

await runCommand({
  name: 'bench:duplicate-passes',
  summary:
    'Measures how long the passes through the whole registry take that look for duplicates: the first one, which finds\n' +
    'all, and one that finds nothing new; and what it costs to find those of one publication. Exit code 1 if a pass misses a\n' +
    'pair. The CPU seconds are of this process, without DynamoDB Local.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    samples: { defaultValue: 100, describe: 'publications that are stored one by one' },
  },
  run: ({ rows, samples }) =>
    withTable(async () => {
      const preprints = Math.floor(rows / publicationsPerPreprint);
      progress(`writing ${rows} publications, ${preprints} of them preprints of others`);
      await writeItems(items(rows - preprints, preprints));
      const passes = [];
      for (const pass of ['first pass', 'pass that finds nothing new']) {
        progress(pass);
        let value: PassResult | undefined;
        const cpu = process.cpuUsage();
        const { ms, result } = await timed(() =>
          unitsOf(async () => {
            value = await findAllDuplicates({ now: new Date(), deadlineMs: Number.POSITIVE_INFINITY });
          }),
        );
        const { user, system } = process.cpuUsage(cpu);
        const { read, write } = result;
        if (!value) throw new Error('A pass has no result');
        if (value.candidates < preprints) throw new Error(`${pass}: only ${value.candidates} of ${preprints} pairs`);
        const { records, candidates, proposed } = value;
        const counts = { records, candidates, proposed };
        passes.push({
          pass,
          seconds: ms / 1000,
          'CPU seconds': (user + system) / 1e6,
          ...counts,
          'read units': read,
          'write units': write,
        });
      }
      progress('single publications');
      const times: number[] = [];
      const reads: number[] = [];
      for (let index = 0; index < samples; index++) {
        const record = preprintOf(syntheticPublication(index, rows), 'again');
        await savePublication(record, undefined, []);
        const before = await getPublication(record.doi);
        const { ms, result } = await timed(() =>
          unitsOf(() => updatePublicationPairs(before ?? record, undefined, new Date())),
        );
        times.push(ms);
        reads.push(result.read);
      }
      return {
        rows: passes,
        facts: {
          publications: rows,
          'ms to find those of one (median)': median(times),
          'read units to find those of one (most)': Math.max(...reads),
          'memory of the process, MB': Math.round(process.memoryUsage.rss() / 1024 ** 2),
        },
      };
    }),
});

function* items(publications: number, preprints: number): Generator<Item> {
  const changed = Date.now();
  for (let index = 0; index < publications; index++) {
    const record = syntheticPublication(index, publications);
    if (index >= preprints) yield* itemsOf(record, changed);
    else {
      yield* itemsOf(ofType(record, 'journal-article', record.original.container_title), changed);
      yield* itemsOf(preprintOf(record, 'preprint'), changed);
    }
  }
}

function* itemsOf(record: PublicationRecord, changed: number): Generator<Item> {
  yield publicationItem(record);
  yield { ...publicationRow(record), changed };
}

function preprintOf(record: PublicationRecord, kind: string): PublicationRecord {
  return ofType({ ...record, doi: `${record.doi}.${kind}` }, 'posted-content', null);
}

function ofType(record: PublicationRecord, type: string, venue: string | null): PublicationRecord {
  return { ...record, original: { ...record.original, publication_type: type, container_title: venue } };
}
