import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPeer } from './peers/process.ts';
import type { FileReading } from './peers/read-file.ts';
import { progress, runCommand } from './shared/command.ts';

/** Broken entries as they are found in files. Each lacks or has one sign too many. */
const broken: ((number: number) => string)[] = [
  (n) => `@article{broken${n},\n  title = {An open brace,\n  doi = {10.5555/broken.${n}},\n  year = {2020}\n}\n`,
  (n) => `@article{broken${n},\n  title = {No comma}\n  doi = {10.5555/broken.${n}}\n}\n`,
  (n) => `@article{broken${n},\n  title = {A brace too many}},\n  doi = {10.5555/broken.${n}}\n}\n`,
  (n) => `@article{broken${n},\n  title = "An open quotation mark,\n  doi = {10.5555/broken.${n}}\n}\n`,
  (n) => `@article{broken${n},\n  title = {No end},\n  doi = {10.5555/broken.${n}},\n`,
];

const titleOf = (n: number) => `Glazes and kilns of the valley, part ${n}`;
const doiOf = (n: number) => `10.5555/intake.${n}`;

const whole = (n: number) => `@article{kiln${n},
  author = {M{\\"u}ller, J{\\'o}zef and van der Berg, Jan and {Kiln and Clay Group}},
  title = {${titleOf(n)}},
  journal = {Journal of Pots},
  year = 2020, month = mar, volume = {${n}}, pages = {1--13},
  doi = {${doiOf(n)}},
  abstract = {${'Pots crack, and glazes are found in the kilns of the valley. '.repeat(15)}}
}
`;

const readers = ['registry', 'citation-js', 'pandoc', 'bibutils', 'biblatex-csl-converter'];

await runCommand({
  name: 'bench:intake',
  summary:
    'Reads one BibTeX file with five broken entries in it with several readers, each in a process of its own. Counts the whole\n' +
    'entries that are lost or changed, and the broken ones that are named. Exit code 1 if this reader loses one.',
  options: { entries: { defaultValue: 3_000, describe: 'entries of the file' } },
  async run({ entries }) {
    const folder = mkdtempSync(join(tmpdir(), 'intake-'));
    const file = join(folder, 'file.bib');
    const step = Math.floor(entries / (broken.length + 1));
    const isBroken = (n: number) => n % step === 0 && n > 0 && n / step <= broken.length;
    const numbers = Array.from({ length: entries }, (_, n) => n);
    writeFileSync(file, numbers.map((n) => (isBroken(n) ? broken[n / step - 1]?.(n) : whole(n))).join('\n'));
    const expected = new Map(numbers.filter((n) => !isBroken(n)).map((n) => [doiOf(n), titleOf(n).toLowerCase()]));
    try {
      const rows = [];
      for (const reader of readers) {
        progress(reader);
        const read = await runPeer<FileReading>('read-file.ts', [reader, file]);
        rows.push(measured(reader, read, expected));
      }
      const faults =
        rows[0] && rows[0].lost === 0 && rows[0].named === broken.length ? [] : ['The registry lost an entry'];
      return { rows, facts: { entries, broken: broken.length }, faults };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});

function measured(reader: string, read: FileReading, expected: ReadonlyMap<string, string>) {
  const found = read.entries.filter(({ doi, title }) => expected.get(doi) === title.toLowerCase());
  return {
    reader,
    read: found.length,
    lost: expected.size - found.length,
    named: read.listed,
    'as good': read.entries.length - found.length,
    seconds: Number(read.seconds.toFixed(1)),
    'process MB': Math.round(read['process MB']),
    failure: read.failure,
  };
}
