import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPeer } from './peers/process.ts';
import type { FileReading } from './peers/read-file.ts';
import { progress, runCommand } from './shared/command.ts';

const titleOf = (n: number) => `Glazes and kilns of the valley, part ${n}`;
const doiOf = (n: number) => `10.5555/intake.${n}`;

interface Format {
  extension: 'bib' | 'ris';
  readers: readonly string[];
  whole: (n: number) => string;
  /** Broken entries as they are found in files. Each lacks or has something too many. */
  broken: readonly ((n: number) => string)[];
}

const abstract = 'Pots crack, and glazes are found in the kilns of the valley. '.repeat(15);

const bibtex: Format = {
  extension: 'bib',
  readers: ['registry', 'citation-js', 'pandoc', 'bibutils', 'biblatex-csl-converter'],
  whole: (n) => `@article{kiln${n},
  author = {M{\\"u}ller, J{\\'o}zef and van der Berg, Jan and {Kiln and Clay Group}},
  title = {${titleOf(n)}},
  journal = {Journal of Pots},
  year = 2020, month = mar, volume = {${n}}, pages = {1--13},
  doi = {${doiOf(n)}},
  abstract = {${abstract}}
}
`,
  broken: [
    (n) => `@article{broken${n},\n  title = {An open brace,\n  doi = {10.5555/broken.${n}},\n  year = {2020}\n}\n`,
    (n) => `@article{broken${n},\n  title = {No comma}\n  doi = {10.5555/broken.${n}}\n}\n`,
    (n) => `@article{broken${n},\n  title = {A brace too many}},\n  doi = {10.5555/broken.${n}}\n}\n`,
    (n) => `@article{broken${n},\n  title = "An open quotation mark,\n  doi = {10.5555/broken.${n}}\n}\n`,
    (n) => `@article{broken${n},\n  title = {No end},\n  doi = {10.5555/broken.${n}},\n`,
  ],
};

/** Ways in which programs write lines of RIS, each of which is whole. */
const writings: readonly ((tag: string, value: string) => string)[] = [
  (tag, value) => `${tag}  - ${value}`,
  (tag, value) => `${tag} - ${value}`,
  (tag, value) => `${tag}  -${value}`,
  (tag, value) => `${tag}\t-\t${value}`,
];

const ris: Format = {
  extension: 'ris',
  readers: ['registry', 'citation-js', 'pandoc', 'bibutils'],
  // The usual way, but for one in fifty; abstracts break within a word that begins like a tag.
  whole: (n) => {
    const line = writings[n % 50 === 0 ? (n / 50) % writings.length : 0] ?? writings[0];
    const fields: [string, string][] = [
      ['TY', 'JOUR'],
      ['AU', 'Müller, Józef'],
      ['AU', 'van der Berg, Jan'],
      ['TI', titleOf(n)],
      ['T2', 'Journal of Pots'],
      ['PY', '2020'],
      ['VL', String(n)],
      ['DO', doiOf(n)],
      ['AB', n % 50 === 25 ? `${abstract}\nof the valley, which the\nUN  - was told of` : abstract],
      ['ER', ''],
    ];
    return `${fields.map(([tag, value]) => line?.(tag, value)).join('\n')}\n`;
  },
  broken: [
    (n) => `TY  - JOUR\nTI  - No end\nDO  - 10.5555/broken.${n}\n`,
    (n) => `TI  - No beginning\nDO  - 10.5555/broken.${n}\nER  - \n`,
    (n) => `TY  - JOUR\nTI  - Two titles\nTI  - Two other titles\nDO  - 10.5555/broken.${n}\nER  - \n`,
    (n) => `ER  - \nTI  - Fields behind an end\nDO  - 10.5555/broken.${n}\nER  - \n`,
    (n) => `TY  - \nTI  - No type\nDO  - 10.5555/broken.${n}\nER  - \n`,
  ],
};

await runCommand({
  name: 'bench:intake',
  summary:
    'Reads one file of BibTeX and one of RIS, each with five broken entries in it, with several readers, each in a process of its\n' +
    'own. Counts the whole entries that are lost or changed, and the broken ones that are named. Exit code 1 if this reader loses\n' +
    'one, or does not name a broken one.',
  options: { entries: { defaultValue: 3_000, describe: 'entries of each file' } },
  async run({ entries }) {
    const folder = mkdtempSync(join(tmpdir(), 'intake-'));
    try {
      const rows = [];
      for (const format of [bibtex, ris]) rows.push(...(await compareReaders(format, entries, folder)));
      const own = rows.filter(({ reader }) => reader === 'registry');
      const isGood = own.every(({ lost, named }) => lost === 0 && named >= bibtex.broken.length);
      return {
        rows,
        facts: { entries, broken: bibtex.broken.length },
        faults: isGood ? [] : ['The registry lost an entry'],
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});

async function compareReaders({ extension, readers, whole, broken }: Format, entries: number, folder: string) {
  const file = join(folder, `file.${extension}`);
  const step = Math.floor(entries / (broken.length + 1));
  const isBroken = (n: number) => n % step === 0 && n > 0 && n / step <= broken.length;
  const numbers = Array.from({ length: entries }, (_, n) => n);
  writeFileSync(file, numbers.map((n) => (isBroken(n) ? broken[n / step - 1]?.(n) : whole(n))).join('\n'));
  const expected = new Map(numbers.filter((n) => !isBroken(n)).map((n) => [doiOf(n), titleOf(n).toLowerCase()]));
  const rows = [];
  for (const reader of readers) {
    progress(`${extension} with ${reader}`);
    const read = await runPeer<FileReading>('read-file.ts', [reader, file]);
    rows.push({ format: extension, ...measured(reader, read, expected) });
  }
  return rows;
}

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
