import { describe, expect, test } from '@jest/globals';
import { readAll } from './read.ts';

const note = 'DOI: 10.5555/Kilns_1\nPMID: 1234567\nPMCID: PMC123\nA gift.';
const zotero = 'Key,Item Type,Publication Year,Author,Title,Publication Title,ISBN,Abstract Note,Date,Extra';
const csl = (fields: object) => JSON.stringify([{ id: 'a', type: 'book', title: 'Kilns', ...fields }]);
const bibtex = (text: string) => `@book{a,\n title = {Kilns},\n note = {${text}}\n}`;
const row = (file: string) => readAll(file).entries[0]?.row;

describe('identifiers in the lines of a note, where Zotero keeps what a type has no field for', () => {
  test.each([
    ['CSL-JSON', csl({ note })],
    ['CSL-JSON with braces', csl({ note: 'A gift. {:DOI: 10.5555/kilns_1}{:PMID: 1234567}{:PMCID: PMC123}' })],
    ['RIS', `TY  - BOOK\nTI  - Kilns\nN1  - ${note}\nER  - \n`],
    ['BibTeX', bibtex(note.replace('_', '\\_'))],
    ['a table', `${zotero}\nABC,book,2020,"Clay, Ann",Kilns,,,,2020,"${note}"\n`],
  ])('%s', (_, file) => {
    const { entries } = readAll(file);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      faults: [],
      notes: [],
      row: { doi: '10.5555/kilns_1', data: { pmid: '1234567', pmcid: 'PMC123' } },
    });
  });

  test('the number of arXiv with its class', () => {
    expect(row(bibtex('arXiv:2101.00001 [cs.DL]'))?.data.arxiv_id).toBe('2101.00001');
    expect(row(csl({ note: 'arXiv: 2101.00001' }))?.data.arxiv_id).toBe('2101.00001');
  });

  test('the field of an identifier counts before the note', () => {
    expect(row(csl({ note, DOI: '10.5555/field', PMID: '7' }))).toMatchObject({
      doi: '10.5555/field',
      data: { pmid: '7', pmcid: 'PMC123' },
    });
  });

  test('not within a sentence, where another publication may be meant', () => {
    for (const text of ['Comment on DOI: 10.5555/other', 'See PMID: 1234567', 'DOI: 10.5555/a and 10.5555/b']) {
      expect(row(bibtex(text))).toMatchObject({ doi: null });
      expect(row(bibtex(text))?.data.pmid).toBeUndefined();
    }
  });

  test('the type, if it is one of CSL', () => {
    expect(row(csl({ type: 'document', note: 'type: dataset' }))?.work_type).toBe('data-set');
    expect(row(csl({ note: 'type: of wheel' }))?.work_type).toBe('book');
  });
});
