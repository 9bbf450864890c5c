import { runCommand } from '../shared/command.ts';
import { measureHardNegatives, measureRecall, samplesOf, settingNames, unrelatedPairs } from './measure.ts';
import { type Recorded, readRecorded } from './records.ts';
import { shipped } from './shipped.ts';

const wantedPrecision = 0.98;

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

await runCommand({
  name: 'bench:duplicates',
  summary:
    'Measures which duplicates are found: recall by kind, over titles that are changed as people and systems change them,\n' +
    'and precision over titles of different publications that look alike. With a folder of recordings, its titles are\n' +
    'changed too, and the pairs among its records are printed, for a person to judge. Exit code 1 below the bounds.',
  options: {},
  argument: { name: 'recordings', describe: 'a folder with the layout of local/sample/README.md', isOptional: true },
  run: async (_, dir) => {
    const recorded: Recorded = dir === '' ? { publications: [], works: [] } : readRecorded(dir);
    const samples = [...shipped, ...samplesOf(recorded)];
    const faults: string[] = [];
    const rows = measureRecall(samples).map(({ kind, wanted, by }) => {
      const cells = settingNames.flatMap((setting) => {
        const recall = by.get(setting);
        if (!recall) return [];
        const found = share(recall.found, recall.cases);
        if (found < wanted) faults.push(`${kind}, ${setting}: ${found.toFixed(3)} instead of ${wanted}`);
        for (const each of recall.missed) console.error(`MISSED  ${kind}, ${setting}: ${each}`);
        return [
          [setting, found],
          [`${setting}, at once`, share(recall.atOnce, recall.cases)],
        ] as const;
      });
      return { kind, ...Object.fromEntries(cells), wanted };
    });
    const negatives = measureHardNegatives();
    for (const each of negatives.found) console.error(`FALSE  ${each}`);
    const precision = 1 - share(negatives.found.length, negatives.cases);
    if (precision < wantedPrecision) faults.push(`precision: ${precision.toFixed(3)} instead of ${wantedPrecision}`);
    const { pairs, records } = unrelatedPairs(recorded);
    for (const each of pairs) console.error(`PAIR  ${each}`);
    return {
      rows,
      facts: {
        'titles that were changed': samples.length,
        'pairs of different publications that look alike': negatives.cases,
        'of these not proposed': precision,
        'recorded publications and works': records,
        'pairs among them that are no versions': pairs.length,
      },
      faults,
    };
  },
});
