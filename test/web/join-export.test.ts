import { expect, test } from '@jest/globals';
import { type FormatName, formats } from '#src/formats/format.ts';
import { citationOf } from '#src/records/citations/csl.ts';
import { joinExport } from '../../web/src/data/join-export.ts';
import { aRecord, person } from '../formats/records.ts';
import { aBibliography } from '../support/builders.ts';

const titled = (title: string) =>
  aRecord({ original: aBibliography({ title, authors: [person('Ann', 'Kiln')], publication_year: 2008 }) });

function fileOf(name: FormatName, titles: readonly string[]): string {
  const { head, between, tail, writer } = formats[name];
  const write = writer();
  return head + titles.map((title) => write(citationOf(titled(title), 'en'))).join(between) + tail;
}

test('the keys of BibTeX are unique over all parts, and nothing else changes', () => {
  const [one, other] = [fileOf('bibtex', ['Pots', 'Pots', '@misc{kiln2008pots,']), fileOf('bibtex', ['Pots', 'Potsa'])];
  const joined = joinExport([one, other], 'bibtex');
  const keys = [...joined.matchAll(/^@\w+\{(.*),$/gm)].map(([, key]) => key);
  expect(keys).toEqual(['kiln2008pots', 'kiln2008potsa', 'kiln2008misc', 'kiln2008potsb', 'kiln2008potsaa']);
  const withoutKeys = (text: string) => text.replace(/^@misc.*$/gm, '');
  expect(withoutKeys(joined)).toBe(withoutKeys(`${one}\n${other}`));
});

test('a joined CSV begins with a byte-order mark, and has its columns once', () => {
  const joined = joinExport([fileOf('csv', ['Pots']), fileOf('csv', ['Kilns'])], 'csv');
  expect(joined).toBe(`\ufeff${fileOf('csv', ['Pots', 'Kilns'])}`);
});

test('a joined CSL-JSON is one list, and a joined RIS one file', () => {
  expect(JSON.parse(joinExport([fileOf('csl-json', ['Pots']), fileOf('csl-json', ['Kilns'])], 'csl-json'))).toEqual(
    JSON.parse(fileOf('csl-json', ['Pots', 'Kilns'])),
  );
  const ris = joinExport([fileOf('ris', ['Pots']), fileOf('ris', ['Kilns'])], 'ris');
  expect(ris.match(/^TY {2}- /gm)).toHaveLength(2);
});
