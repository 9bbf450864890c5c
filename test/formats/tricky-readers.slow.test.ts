import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cite } from '@citation-js/core';
import '@citation-js/plugin-csl';
import { describe, expect, test } from '@jest/globals';
import { type FormatName, formats } from '#src/formats/format.ts';
import { citationOf } from '#src/records/citations/csl.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { byBetterBibtex, byBibutils, byCitationJs, byConverter, byPandoc, type Read, truthOf } from './read-by.ts';
import { trickyBibliographies, trickyRecords } from './tricky-records.ts';

/*
 * Compares the results of readers of other authors, from the exports of tricky records, with the records, field by
 * field. golden/readers.json has the differences, by reader and its version, record and field: a reader's mistakes, or
 * limits of a format. With a new version, or a change of a format, look at each row that is new or gone.
 */
type Differences = Record<string, Read>;
const golden = join(import.meta.dirname, 'golden', 'readers.json');
const table = JSON.parse(readFileSync(golden, 'utf8')) as Record<string, Differences>;
const names = Object.keys(trickyBibliographies);
const truths = Object.values(trickyBibliographies).map(truthOf);

function exported(name: FormatName): string {
  const { head, between, tail, writer } = formats[name];
  const write = writer();
  return head + trickyRecords.map((record) => write(citationOf(record, 'en'))).join(between) + tail;
}
const [bibtex, ris, csl] = [exported('bibtex'), exported('ris'), exported('csl-json')];

function differences(found: readonly Read[]): Differences {
  expect(found).toHaveLength(truths.length);
  const all = found.map((fields, at): [string, Read] => [
    names[at] ?? '',
    Object.fromEntries(Object.entries(fields).filter(([field, value]) => value !== truths[at]?.[field])),
  ]);
  return Object.fromEntries(all.filter(([, fields]) => Object.keys(fields).length > 0));
}

const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};
const expectTable = (reader: string, version: string | undefined, format: string, found: readonly Read[]) =>
  expect(differences(found)).toEqual(table[`${reader} ${version}, ${format}`]);

test.each([
  ['csljson', csl],
  ['bibtex', bibtex],
  ['biblatex', bibtex],
  ['ris', ris],
] as const)('pandoc reads %s', async (format, text) => {
  expectTable('pandoc-wasm', devDependencies['pandoc-wasm'], format, await byPandoc(format, text));
});

test.each([
  ['@citation-js/core', 'bibtex', () => byCitationJs(bibtex)],
  ['@citation-js/core', 'ris', () => byCitationJs(ris)],
  ['biblatex-csl-converter', 'bibtex', () => byConverter(bibtex)],
  ['@retorquere/bibtex-parser', 'bibtex', () => byBetterBibtex(bibtex)],
])('%s reads %s', (name, format, read) => expectTable(name, devDependencies[name], format, read()));

const testWith = (program: string) =>
  spawnSync(program, ['--version']).error === undefined || areToolsRequired ? test : test.skip;

testWith('bib2xml').each([
  ['bib2xml', 'bibtex', bibtex],
  ['ris2xml', 'ris', ris],
] as const)('bibutils with %s reads %s', (program, format, text) => {
  const said = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const version = /version (\d[\d.]*)/.exec(said.stdout + said.stderr)?.[1];
  expectTable('bibutils', version, format, byBibutils(program, text, truths));
});

testWith('biber')('biber reads BibTeX without an error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'biber-'));
  try {
    writeFileSync(join(folder, 'tricky.bib'), bibtex);
    const said = execFileSync('biber', ['--tool', 'tricky.bib'], { cwd: folder, encoding: 'utf8' });
    // It knows both names of the field, and prefers its own.
    expect(said.split('\n').filter((line) => /^(WARN|ERROR)/.test(line))).toEqual([]);
    expect(readFileSync(join(folder, 'tricky_bibertool.bib'), 'utf8').match(/^@/gm)).toHaveLength(truths.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('citeproc', () => {
  const cited = (name: string) => {
    const item = (JSON.parse(csl) as object[])[names.indexOf(name)];
    return new Cite(item, { generateGraph: false }).format('bibliography', {
      template: 'apa',
      lang: 'en-US',
      format: 'text',
    });
  };

  test.each([
    ['book in a series', 'Kiln, A. (2019). A book of pots. Nowhere Press.'],
    ['book with a container', 'Kiln, A. (2019). A book of pots. Nowhere Press.'],
    ['report with a number', 'Kiln, A. (2019). A book of pots (KR-2019-04; Kiln Reports). Kiln Institute.'],
  ])('cites a %s as a whole work', (name, text) => expect(cited(name)).toContain(text));
});
