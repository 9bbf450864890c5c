import { describe, expect, test } from '@jest/globals';
import { readAll, summary } from './read.ts';

describe('a broken row of CSV', () => {
  const written = (row: string) =>
    `Title,Authors,Year,Note\nBefore,"Kiln, Ann",2001,x\n${row}\nAfter,"Clay, Bob",2002,y\n`;
  test.each([
    ['an open quotation mark', '"Pots,"Kiln, Ann",2000,z', '3 - - text-after-quote'],
    ['text behind a quotation mark', 'Pots,"Kiln" Ann,2000,z', '3 - - text-after-quote'],
    ['a comma without quotation marks', 'Pots, kilns, and more,"Kiln, Ann",2000,z', '3 - - cells'],
    ['one cell only', 'Pots', '3 - - cells'],
    ['an ISBN that a spreadsheet has rewritten', 'Pots,,2000,9.78E+12', '3 - Pots'],
  ])('%s', (_, row, expected) => {
    expect(summary(readAll(written(row)))).toEqual(['2 - Before', expected, '4 - After']);
  });

  test('an open quotation mark at the end of the file', () => {
    expect(summary(readAll('Title,Year\nPots,2000\n"Kilns,2001\n'))).toEqual(['2 - Pots', '3 - - open-quote']);
  });

  test('empty cells left out at the end are none, nor are empty lines', () => {
    expect(summary(readAll('Title,Year,Volume,Issue\n\nPots,2000\n\n'))).toEqual(['3 - Pots']);
  });

  test('cells with line breaks count', () => {
    expect(summary(readAll('Title,Year\n"Pots\nand kilns",2000\nGlazes,2001'))).toEqual([
      '2 - Pots and kilns',
      '4 - Glazes',
    ]);
  });

  test('numbers that spreadsheets have rewritten are faults', () => {
    expect(readAll('Title,ISBN\nPots,9.78E+12\n').entries[0]?.faults).toEqual([
      { code: 'number-damaged', detail: '9.78E+12' },
    ]);
    expect(summary(readAll(`Title,Abstract\nPots,${'x'.repeat(32_767)}\n`))).toEqual(['2 - Pots too-long']);
  });
});

describe('the separator', () => {
  test.each([
    [';', 'Titel;Autoren;Jahr\nTöpfe, alt;Kiln, Ann;2020\n'],
    ['\t', 'Title\tAuthors\tYear\nTöpfe, alt\tKiln, Ann\t2020\n'],
    ['|', 'Title|Authors|Year\nTöpfe, alt|Kiln, Ann|2020\n'],
    [';', 'sep=;\nTitle;Authors;Year\nTöpfe, alt;Kiln, Ann;2020\n'],
  ])('%j is found', (separator, text) => {
    const read = readAll(text);
    expect(read.report).toMatchObject({ format: 'csv', separator });
    expect(summary(read)[0]).toMatch(/^[23] - Töpfe, alt$/);
  });

  test('can be given', () => {
    const { report } = readAll('Title;x,Year\nPots;y,2000\n', {
      format: 'csv',
      separator: ',',
      mapping: { 'Title;x': 'title' },
    });
    expect(report).toMatchObject({ separator: ',', profile: 'mapping' });
  });
});

describe('columns', () => {
  test('of a table that somebody has typed', () => {
    const { entries, report } = readAll(
      'Titel;Autoren;Jahr;Zeitschrift;Fakultät;Schlagwörter;Notiz\nTöpfe;"Kiln, Ann; van der Berg, Jan";05.11.2020;Ton;Keramik;Ton, Glasur;x\n',
    );
    expect(report?.columns?.map(({ field }) => field)).toEqual([
      'title',
      'authors',
      'year',
      'container_title',
      'departments',
      'keywords',
      null,
    ]);
    expect(entries[0]?.row).toMatchObject({
      title: 'Töpfe',
      publication_date: '2020-11-05',
      departments: ['Keramik'],
      data: { container_title: 'Ton', subjects: ['Ton', 'Glasur'] },
    });
    expect(entries[0]?.row?.data.authors?.map(({ name }) => name)).toEqual(['Ann Kiln', 'Jan van der Berg']);
  });

  test('of Zotero', () => {
    const { entries, report } = readAll(
      '"Key","Item Type","Publication Year","Author","Title","Publication Title","ISSN","DOI","Url","Abstract Note","Date","Pages","Manual Tags"\n' +
        '"AB12","journalArticle","2020","Kiln, Ann; Clay, Bob","Pots","Clay","0264-3561","10.5555/A","https://example.org/","Text","2020-05-01","1-3","a; b"\n',
    );
    expect(report?.profile).toBe('zotero');
    expect(entries[0]).toMatchObject({
      key: 'AB12',
      row: {
        doi: '10.5555/a',
        work_type: 'journal-article',
        publication_date: '2020-05-01',
        data: { container_title: 'Clay', issn: ['0264-3561'], subjects: ['a', 'b'] },
      },
    });
  });

  test.each([
    ['new', 'Kiln A.B.; van der Berg J.'],
    ['old', 'Kiln A.B., van der Berg J.'],
  ])('of Scopus, with %s names', (_, names) => {
    const { entries, report } = readAll(
      `Authors,Title,Year,Source title,Art. No.,Page start,Page end,Document Type,EID,DOI\n"${names}",Pots,2020,Clay,e7,1,3,Conference paper,2-s2.0-84924388466,\n`,
    );
    expect(report?.profile).toBe('scopus');
    expect(entries[0]?.row).toMatchObject({
      work_type: 'conference-paper',
      data: { eid: '2-s2.0-84924388466', pages: '1-3', article_number: 'e7', container_title: 'Clay' },
    });
    expect(entries[0]?.row?.data.authors?.map(({ family, given }) => [family, given])).toEqual([
      ['Kiln', 'A.B.'],
      ['van der Berg', 'J.'],
    ]);
  });

  test('of Scopus, with full names and numbers', () => {
    const { entries } = readAll(
      'Authors,Author full names,Title,Year,Source title,EID\n"Kiln A.","Kiln, Ann (57190000001); Clay, Bob (57190000002)",Pots,2020,Clay,2-s2.0-84924388466\n',
    );
    expect(entries[0]?.row?.data.authors?.map(({ name }) => name)).toEqual(['Ann Kiln', 'Bob Clay']);
  });

  test('of OpenAlex', () => {
    const { entries, report } = readAll(
      'id,display_name,authorships.author.display_name,authorships.author.orcid,publication_year,publication_date,type,doi\nhttps://openalex.org/W1,Pots,Ann Kiln|Jan van der Berg,,2020,2020-05-01,article,https://doi.org/10.5555/A\n',
    );
    expect(report?.profile).toBe('openalex');
    expect(entries[0]?.row).toMatchObject({
      doi: '10.5555/a',
      work_type: 'journal-article',
      publication_date: '2020-05-01',
    });
    expect(entries[0]?.row?.data.authors?.map(({ family }) => family)).toEqual(['Kiln', 'van der Berg']);
  });

  test.each([
    [
      'pure',
      'Contributors > Organisations > Organisational unit-0,Title of the contribution in original language-2,Subtitle of the contribution in original language-3,Contributors-5,Journal > Journal-6,Journal > ISSN-7,Electronic version(s) of this work > DOI (Digital Object Identifier)-8,Current publication status > Date-9,Peer-reviewed-10',
      ['departments', 'title', 'subtitle', 'authors', 'container_title', 'serials', 'doi', 'date', null],
    ],
    [
      'pure',
      '1 Title of the contribution in original language,2 Publication statuses and dates > Date > Year,3.1 UUID',
      ['title', 'year', 'key'],
    ],
    [
      'elements',
      'ID,Title OR Chapter title,Authors OR Patent owners OR Presenters,Reporting date 1,Canonical journal title,Scholarly & creative work type,Published proceedings OR Journal,URL OR Author URL,Funding',
      ['key', 'title', 'authors', 'date', 'container_title', 'type', 'container_title', 'url', null],
    ],
  ])('of %s, as its reports name them: %s', (profile, header, fields) => {
    const { report } = readAll(`${header}\n${'x,'.repeat(fields.length - 1)}x\n`);
    expect(report?.profile).toBe(profile);
    expect(report?.columns?.map(({ field }) => field)).toEqual(fields);
  });

  test('of DSpace: several columns of one field, values between bars, authorities', () => {
    const { entries, report } = readAll(
      'id,collection,dc.title[en],dc.title[],dc.contributor.author,dc.date.issued,dc.identifier.uri,dc.type[en]\n' +
        'a1,123456789/4,Pots,,"Kiln, Ann::0a1b::600||Clay, Bob",2020-03,http://hdl.handle.net/123456789/77||https://doi.org/10.5555/A,Thesis\n' +
        '+,123456789/4,,Kilns,"Kiln, Ann",2021,,Article\n',
    );
    expect(report?.profile).toBe('dspace');
    expect(entries).toMatchObject([
      {
        key: 'a1',
        row: {
          doi: '10.5555/a',
          title: 'Pots',
          work_type: 'dissertation-thesis',
          data: { handle: '123456789/77' },
          departments: ['123456789/4'],
        },
      },
      { key: null, row: { title: 'Kilns', work_type: 'journal-article' } },
    ]);
    expect(entries[0]?.row?.data.authors?.map(({ name }) => name)).toEqual(['Ann Kiln', 'Bob Clay']);
  });

  test('by a mapping, and no others', () => {
    const mapping = {
      'Title of the contribution': 'title',
      'Organisational units': 'departments',
      Contributors: 'authors',
    } as const;
    const { entries, report } = readAll(
      'UUID;Title of the contribution;Contributors;Organisational units;Year\n1;Pots;Kiln, A.;Ceramics;2020\n',
      { mapping },
    );
    expect(report).toMatchObject({ profile: 'mapping', separator: ';' });
    expect(entries[0]?.row).toMatchObject({ title: 'Pots', departments: ['Ceramics'], publication_date: null });
  });

  test('of the registry: one apostrophe before what spreadsheets run is its own', () => {
    const header = 'doi,title,publication_date,publication_type,container_title,cited_by_count,open_access_status\n';
    const titles = (rows: string) => readAll(header + rows).entries.map(({ row }) => row?.title);
    expect(titles("10.5555/a,'=1+1,,,,,\n10.5555/b,''=1,,,,,\n10.5555/c,'t Hooft,,,,,\n")).toEqual([
      '=1+1',
      "''=1",
      "'t Hooft",
    ]);
    expect(readAll("Title,Year\n'=1+1,2000\n").entries[0]?.row?.title).toBe("'=1+1");
  });
});

describe('lines above the names of columns', () => {
  const table = 'Title,Authors,Year\nPots,"Kiln, Ann",2020\nClay,"Kiln, Ann; Clay, Bob",2021\n';
  test.each([
    ['a title', `Publications of 2020\n${table}`, 2],
    ['a title and an empty line', `Publications of 2020\n\n${table}`, 3],
    ['a title of Excel, with empty cells', `Publications of 2020,,\n,,\n${table}`, 3],
    ['a title with a comma', `Publications, of 2020\n${table}`, 2],
    [
      'what Dimensions writes',
      `"About the data: Exported on Nov 30, 2026. Criteria: 'pots' in full data"\n${table}`,
      2,
    ],
    ['a title, and semicolons', 'Publications, of 2020\nTitle;Authors;Year\nPots;Kiln, Ann;2020\n', 2],
  ])('%s', (_, text, line) => {
    const read = readAll(text);
    expect(read.report?.format).toBe('csv');
    expect(summary(read).slice(0, 1)).toEqual([`${line + 1} - Pots`]);
  });

  test('a row with too many cells is a fault below them, too', () => {
    const lines = summary(readAll(`Publications\n${table}Kilns,"Kiln, Ann",2022,4\n`));
    expect(lines.at(-1)).toBe('5 - - cells');
  });
});
