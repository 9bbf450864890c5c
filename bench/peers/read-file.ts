import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Reads a file of BibTeX or RIS with one reader, and sends what it found and took. Arguments: the reader and the file. Only it is loaded. */

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

const isRis = (file: string) => file.endsWith('.ris');

/** Loads a reader, and returns the function that reads with it. */
const readers: Record<string, () => Promise<(text: string, file: string) => Read | Promise<Read>>> = {
  async registry() {
    const { readBibliography } = await import('#src/formats/reading/read-file.ts');
    return (text) => {
      const entries: FileReading['entries'] = [];
      let listed = 0;
      for (const event of readBibliography(new TextEncoder().encode(text))) {
        if (event.kind === 'file') continue;
        const { row, faults } = event.entry;
        if (faults.length > 0) listed += 1;
        else entries.push({ title: row?.title ?? '', doi: row?.doi ?? '' });
      }
      return { entries, listed };
    };
  },
  async 'citation-js'() {
    const { Cite } = await import('@citation-js/core');
    await import('@citation-js/plugin-bibtex');
    await import('@citation-js/plugin-ris');
    return (text) => ofItems(new Cite(text, { generateGraph: false }).data);
  },
  async pandoc() {
    const { convert } = await import('pandoc-wasm');
    return async (text, file) => {
      const from = isRis(file) ? 'ris' : 'bibtex';
      const { stdout } = await convert({ from, to: 'csljson' }, text, {});
      return ofItems(JSON.parse(stdout) as Item[]);
    };
  },
  async bibutils() {
    return (_, file) => {
      const xml = execFileSync(isRis(file) ? 'ris2xml' : 'bib2xml', [file], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 1e9,
      });
      const items = xml.split(/<mods\b/).slice(1);
      return ofItems(
        items.map((item) => ({
          title: /<title>([^<]*)/.exec(item)?.[1],
          DOI: /<identifier type="doi">([^<]*)/.exec(item)?.[1],
        })),
      );
    };
  },
  async 'biblatex-csl-converter'() {
    const { CSLExporter, parse } = await import('biblatex-csl-converter');
    return (text) => {
      const { entries, errors } = parse(text) as unknown as {
        entries: ConstructorParameters<typeof CSLExporter>[0];
        errors: unknown[];
      };
      const items = Object.values(new CSLExporter(entries).parse() as Record<string, Item>);
      return { ...ofItems(items), listed: errors.length };
    };
  },
};

const [reader = '', file = ''] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const readWith = await readers[reader]?.();
const start = performance.now();
let read: Read = { entries: [], listed: 0 };
let failure: string | null = null;
try {
  read = (await readWith?.(text, file)) ?? read;
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
