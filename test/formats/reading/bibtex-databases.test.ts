import { describe, expect, test } from '@jest/globals';
import { readAll } from './read.ts';

const entryOf = (fields: string, type = 'article') =>
  readAll(`@${type}{a,\n title = {Kilns},\n ${fields}\n}`).entries[0];

describe('BibTeX as databases write it', () => {
  test('ADS: journals as commands, and the degree for the journal of a thesis', () => {
    expect(entryOf('journal = {\\mnras}')).toMatchObject({
      notes: [],
      row: { data: { container_title: 'Monthly Notices of the Royal Astronomical Society' } },
    });
    expect(entryOf('booktitle = {\\procspie}', 'inproceedings')?.row?.data.container_title).toBe('Proceedings of SPIE');
    expect(entryOf('journal = {\\pots}')?.notes).toMatchObject([{ code: 'command-unknown' }]);
    const thesis = entryOf('journal = {Ph.D. Thesis}, school = {Kiln University}', 'phdthesis');
    expect(thesis?.row?.data).toMatchObject({ institution: 'Kiln University' });
    expect(thesis?.row?.data.container_title).toBeUndefined();
    const { entries } = readAll('@misc{a, title = {Pots at z\\raisebox{-0.5ex}\\textasciitilde6}}');
    expect(entries[0]).toMatchObject({ notes: [], row: { title: 'Pots at z~6' } });
  });

  test.each([
    ['Google Scholar', 'journal = {arXiv preprint arXiv:2101.00001}', '2101.00001'],
    ['Google Scholar, of old papers', 'journal = {arXiv preprint hep-th/9901001}', 'hep-th/9901001'],
    ['DBLP', 'journal = {CoRR}, volume = {abs/2101.00001}', '2101.00001'],
  ])('%s: the number of arXiv for a journal', (_, fields, id) => {
    const row = entryOf(fields)?.row;
    expect(row).toMatchObject({ work_type: 'preprint', data: { container_title: 'arXiv', arxiv_id: id } });
    expect(row?.data.volume).toBeUndefined();
  });

  test('a journal of that name stays', () =>
    expect(entryOf('journal = {arXiv Studies}, volume = {3}')?.row).toMatchObject({
      work_type: 'journal-article',
      data: { container_title: 'arXiv Studies', volume: '3' },
    }));

  test('DBLP: namesakes by numbers', () => {
    const authors = entryOf('author = {Ann Kiln 0001 and Bob Clay and {Kiln Group 2020}}')?.row?.data.authors;
    expect(authors?.map(({ name }) => name)).toEqual(['Ann Kiln', 'Bob Clay', 'Kiln Group 2020']);
  });

  test('Web of Science: keywords in two pairs of braces, and ORCID iDs', () => {
    const row = entryOf(
      'author = {Kiln, Ann and Clay, Bob}, year = {{2020}}, keywords = {{pots; red clay}}, ORCID-Numbers = {{Clay, Bob/0000-0002-1825-0097}}',
    )?.row;
    expect(row?.data.subjects).toEqual(['pots', 'red clay']);
    expect(row?.data.authors?.map(({ orcid }) => orcid)).toEqual([null, '0000-0002-1825-0097']);
  });

  test('Scopus: names of fields of its own, and the EID in the address', () => {
    const fields =
      'art_number = {7}, pubmed_id = {123}, author_keywords = {pots; clay}, keywords = {index}, url = {https://www.scopus.com/inward/record.uri?eid=2-s2.0-85012345678&doi=10.5555%2fa}';
    expect(entryOf(fields)?.row?.data).toMatchObject({
      article_number: '7',
      pmid: '123',
      eid: '2-s2.0-85012345678',
      subjects: ['pots', 'clay'],
    });
  });

  test('keywords with a comma in braces stay one elsewhere', () =>
    expect(entryOf('year = {2020}, keywords = {{pots, red}}')?.row?.data.subjects).toEqual(['pots, red']));
});
