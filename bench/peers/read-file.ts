import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Cite } from '@citation-js/core';
import { parse as parseBibtex } from '@retorquere/bibtex-parser';
import { CSLExporter, parse } from 'biblatex-csl-converter';
import '@citation-js/plugin-bibtex';
import { convert } from 'pandoc-wasm';
import { readBibliography } from '#src/formats/reading/read-file.ts';

/** Reads a BibTeX file with one reader, and sends what it found and took. Arguments: the reader and the file. */

export interface FileReading {
  entries: { title: string; doi: string }[];
  /** Entries that the reader names as faulty. */
  listed: number;
  seconds: number;
  'process MB': number;
  /** Why the reader gave up. */
  failure: string | null;
}

type Read = Pick<FileReading, 'entries' | 'listed'>;
type Item = { title?: unknown; DOI?: unknown };

const plain = (value: unknown) =>
  String(value ?? '')
    .replace(/<[^>]*>/g, '')
    .trim();
const ofItems = (items: readonly Item[]): Read => ({
  entries: items.map(({ title, DOI }) => ({ title: plain(title), doi: plain(DOI).toLowerCase() })),
  listed: 0,
});

const readers: Record<string, (file: string) => Read | Promise<Read>> = {
  registry(file) {
    const entries: FileReading['entries'] = [];
    let listed = 0;
    for (const event of readBibliography(readFileSync(file))) {
      if (event.kind === 'file') continue;
      const { row, faults } = event.entry;
      if (faults.length > 0) listed += 1;
      else entries.push({ title: row?.title ?? '', doi: row?.doi ?? '' });
    }
    return { entries, listed };
  },
  'citation-js': (file) => ofItems(new Cite(readFileSync(file, 'utf8'), { generateGraph: false }).data),
  async pandoc(file) {
    const { stdout } = await convert({ from: 'bibtex', to: 'csljson' }, readFileSync(file, 'utf8'), {});
    return ofItems(JSON.parse(stdout) as Item[]);
  },
  bibutils(file) {
    const xml = execFileSync('bib2xml', [file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e9,
    });
    const items = xml.split(/<mods\b/).slice(1);
    return ofItems(
      items.map((item) => ({
        title: /<title>([^<]*)/.exec(item)?.[1]?.replaceAll('&amp;', '&'),
        DOI: /<identifier type="doi">([^<]*)/.exec(item)?.[1],
      })),
    );
  },
  'biblatex-csl-converter'(file) {
    const { entries, errors } = parse(readFileSync(file, 'utf8')) as unknown as {
      entries: ConstructorParameters<typeof CSLExporter>[0];
      errors: unknown[];
    };
    const items = Object.values(new CSLExporter(entries).parse() as Record<string, Item>);
    return { ...ofItems(items), listed: errors.length };
  },
  'better-bibtex'(file) {
    const { entries, errors } = parseBibtex(readFileSync(file, 'utf8'), { sentenceCase: false, english: false });
    return {
      ...ofItems(entries.map(({ fields }) => ({ title: fields.title, DOI: fields.doi }))),
      listed: errors.length,
    };
  },
};

const [reader = '', file = ''] = process.argv.slice(2);
const start = performance.now();
let read: Read = { entries: [], listed: 0 };
let failure: string | null = null;
try {
  read = (await readers[reader]?.(file)) ?? read;
} catch (error) {
  failure = String(error).slice(0, 80);
}
const result: FileReading = {
  ...read,
  seconds: (performance.now() - start) / 1_000,
  'process MB': process.resourceUsage().maxRSS / 1_024,
  failure,
};
process.send?.(result, () => process.disconnect());
