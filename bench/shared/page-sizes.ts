import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Compressed sizes of the web dashboard, in KB of 1000 bytes. */
export interface PageSizes {
  /** The scripts loaded before any page is shown. */
  initialJsKb: number;
  /** The texts loaded before any page is shown, in the language that has the longest. */
  firstTextsKb: number;
  /** The page with the most scripts, including the initial ones. */
  largestPage: { file: string; jsKb: number };
  cssKb: number;
}

/** Measures a build by the imports of its files. */
export function pageSizesOf(dist: string): PageSizes {
  const assets = join(dist, 'assets');
  const files = new Map(readdirSync(assets).map((name) => [name, readFileSync(join(assets, name), 'utf8')]));
  const imported = (name: string) => names(files.get(name) ?? '', /(?:from|import)"\.\/([^"]+\.js)"/g);
  const [entry] = names(readFileSync(join(dist, 'index.html'), 'utf8'), /<script [^>]*src="\/assets\/([^"]+)"/g);
  if (!entry) throw new Error(`${dist}/index.html has no script`);
  const initial = closure([entry], imported);
  const later = [...files].flatMap(([, text]) => names(text, /import\([`"']\.\/([^`"']+\.js)[`"']\)/g));
  const pages = [...new Set(later)].map((file) => ({
    file,
    jsKb: gzipKb(closure([...initial, file], imported), files),
  }));
  const largestPage = pages.sort((a, b) => b.jsKb - a.jsKb)[0];
  if (!largestPage) throw new Error(`No file of ${assets} loads a page`);
  // The first part of a catalog is its largest.
  const texts = [...files.keys()].filter((name) => /^[a-z]{2}-/.test(name)).map((name) => gzipKb([name], files));
  return {
    initialJsKb: gzipKb(initial, files),
    firstTextsKb: Math.max(...texts),
    largestPage,
    cssKb: gzipKb(
      [...files.keys()].filter((name) => name.endsWith('.css')),
      files,
    ),
  };
}

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

function closure(wanted: string[], imported: (name: string) => string[]): string[] {
  const all = new Set(wanted);
  for (const name of all) for (const next of imported(name)) all.add(next);
  return [...all];
}

/** Each file is compressed separately, as it is sent. */
const gzipKb = (wanted: string[], files: ReadonlyMap<string, string>): number =>
  wanted.reduce((sum, name) => sum + gzipSync(files.get(name) ?? '').length, 0) / 1000;
