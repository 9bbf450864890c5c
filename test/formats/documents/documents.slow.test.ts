import { describe, expect, test } from '@jest/globals';
import { parse as parseBibtex } from '@retorquere/bibtex-parser';
import { decodeXML } from 'entities';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { type DocumentFormat, documentFormats } from '#src/formats/documents/document-formats.ts';
import type { ReportDocument } from '#src/formats/documents/report-document.ts';
import { writeDocument } from '#src/formats/documents/write-document.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { parseCsv } from '../../../web/src/data/csv.ts';
import { anyText } from '../../support/any-text.ts';
import { carberry, lovelace } from '../../support/builders.ts';
import { aReportDocument, aReportItem, reportItem } from '../../support/report-documents.ts';

async function bytesOf(format: DocumentFormat, document: ReportDocument): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeDocument(format, document)) pieces.push(piece);
  return Buffer.concat(pieces);
}
const textIn = async (format: DocumentFormat, document: ReportDocument) =>
  Buffer.from(await bytesOf(format, document)).toString('utf8');

/** The XML of the text of a DOCX, and the targets of its links. */
async function docxOf(document: ReportDocument) {
  const files = unzipSync(await bytesOf('docx', document));
  const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array());
  const relations = strFromU8(files['word/_rels/document.xml.rels'] ?? new Uint8Array());
  const paragraphs = [...xml.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) => paragraph);
  return { xml, paragraphs, texts: paragraphs.map(textOfXml), links: matches(relations, /Target="(https?:[^"]+)"/g) };
}
const textOfXml = (xml: string) => matches(xml, /<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g).join('');
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => decodeXML(found ?? ''));

const sheetOf = async (document: ReportDocument, sheet: string) =>
  readSheet(new Uint8Array(await bytesOf('xlsx', document)).buffer, sheet);
const tableOf = (csv: string) => parseCsv(csv.replace(/^\ufeff/, '')).map(({ cells }) => cells);

const items = Array.from({ length: 30 }, (_, at) => reportItem(at));
const manyAuthors = (count: number) =>
  aReportItem({
    author_count: count,
    csl: { author: Array.from({ length: Math.min(count, 200) }, (_, at) => ({ family: `N${at}`, given: 'A' })) },
  });

describe.each(documentFormats)('%s', (format) => {
  test('nothing to report is a whole document', async () => {
    const rows = [{ labels: [], whole: 0, inSeveral: null, fractional: null, fractionalUnknown: null }];
    const empty = aReportDocument([], { tables: [{ dimensions: [], rows }], dimensions: [] });
    expect((await bytesOf(format, empty)).length).toBeGreaterThanOrEqual(0);
  });

  test('every output is in it', async () => {
    const bytes = await bytesOf(format, aReportDocument(items));
    const isZip = format === 'docx' || format === 'xlsx';
    const text = isZip
      ? Object.values(unzipSync(bytes))
          .map((file) => strFromU8(file))
          .join('\n')
      : strFromU8(bytes);
    const wanted =
      format === 'openapc'
        ? items.filter(({ csl, open_access_status: status }) => csl.type !== 'book' && /gold|hybrid/.test(status ?? ''))
        : items;
    expect(wanted.filter(({ id }) => !text.includes(`${id}`))).toEqual([]);
  });

  test('5,000 authors fit', async () => {
    expect((await bytesOf(format, aReportDocument([manyAuthors(5_000)]))).length).toBeLessThan(40_000);
  });
});

describe('DOCX', () => {
  test('headings, italics, bold own authors and links', async () => {
    const { xml, texts, paragraphs, links } = await docxOf(aReportDocument([aReportItem()]));
    expect(texts.slice(0, 3)).toEqual(['Annual list 2024', 'Period: 2020–2024', 'Made on: 29 November 2026']);
    const citation =
      'Carberry, J. S., & Lovelace, A. (2024). On cracked pots. Psychoceramics, 5(11), 1–13. https://doi.org/10.5555/pots';
    const entry = paragraphs[texts.indexOf(citation)] ?? '';
    expect(entry).toContain('<w:pStyle w:val="Bibliography"/>');
    expect(entry).toMatch(/<w:r><w:rPr><w:b\/><w:bCs\/><\/w:rPr><w:t xml:space="preserve">Carberry, J. S.<\/w:t>/);
    expect(entry).toMatch(/<w:i\/><w:iCs\/><\/w:rPr><w:t xml:space="preserve">Psychoceramics</);
    // LibreOffice has no link without this style.
    expect(entry).toMatch(/<w:hyperlink [^>]*>.*<w:rStyle w:val="Hyperlink"\/>.*<\/w:hyperlink>/);
    expect(links).toEqual(['https://doi.org/10.5555/pots']);
    expect(xml.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(3);
    expect(texts.filter((text) => ['2024', 'journal-article'].includes(text))).toEqual([
      '2024',
      'journal-article',
      '2024',
      'journal-article',
    ]);
  });

  test('numbers for the style that has them, page numbers and the language', async () => {
    const document = aReportDocument(items, { style: 'vancouver', language: 'de' });
    const files = unzipSync(await bytesOf('docx', document));
    const file = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect(file('word/document.xml').match(/<w:numPr>/g)).toHaveLength(items.length);
    expect(file('word/styles.xml')).toContain('<w:lang w:val="de-DE"/>');
    expect(file('word/footer1.xml')).toMatch(/PAGE.*NUMPAGES/s);
    expect(file('word/document.xml')).toContain('So wurde gezählt');
    expect(file('docProps/core.xml')).not.toContain('lastModifiedBy');
  });

  test('what is written from right to left is marked as such', async () => {
    const title = 'על כדים';
    const named = aReportItem({ csl: { title, author: [{ family: 'לוי', given: 'דוד' }] } });
    const { paragraphs, texts } = await docxOf(
      aReportDocument([named, aReportItem({ id: '10.5555/b', csl: { title } })]),
    );
    const [own = '', other = ''] = texts.flatMap((text, at) => (text.includes(title) ? (paragraphs[at] ?? '') : []));
    expect([own, other].map((xml) => xml.includes('<w:bidi/>')).sort()).toEqual([false, true]);
    for (const xml of [own, other])
      expect(xml).toMatch(new RegExp(`<w:rtl/></w:rPr><w:t xml:space="preserve">${title}<`));
  });

  test('signs that XML forbids are left out', async () => {
    const title = 'A\u0001B\ufffeC\ud800D\u000bE & <F>';
    const document = aReportDocument([aReportItem({ csl: { title } })], {
      name: title,
      facts: [{ label: title, text: title }],
    });
    const files = unzipSync(await bytesOf('docx', document));
    for (const [name, file] of Object.entries(files)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
      expect([name, strFromU8(file).match(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g)]).toEqual([
        name,
        null,
      ]);
    }
    const { texts } = await docxOf(document);
    expect(texts[0]).toBe('A B C\ufffdD E & <F>');
  });
});

describe('XLSX', () => {
  test('counts are numbers, with their sums', async () => {
    const rows = [
      { labels: ['2024', 'book'], whole: 3, inSeveral: 1, fractional: 1.25, fractionalUnknown: null },
      { labels: ['2024'], whole: 3, inSeveral: 1, fractional: 1.25, fractionalUnknown: null },
      { labels: [], whole: 12, inSeveral: null, fractional: null, fractionalUnknown: null },
    ];
    expect(await sheetOf(aReportDocument([], { tables: [{ dimensions: ['year', 'type'], rows }] }), 'Counts')).toEqual([
      ['Year', 'Type', 'Outputs', 'Of these in several', 'Fractions'],
      ['2024', 'book', 3, 1, 1.25],
      ['2024', 'Sum', 3, 1, 1.25],
      ['Total', null, 12, null, null],
    ]);
  });

  test('the definitions say how was counted', async () => {
    const rows = await sheetOf(aReportDocument([]), 'How this was counted');
    expect(rows.map(([label]) => label)).toEqual(['Annual list 2024', 'Period', 'Made on', 'Outputs']);
  });

  test('no text becomes a formula, another text or a number', async () => {
    const titles = [
      '=1+1',
      '=HYPERLINK("https://evil.example","x")',
      '+1',
      '-1',
      '@SUM(A1)',
      '_x0041_',
      '0012',
      '1E5',
      '1/5',
      'a\r\nb',
    ];
    const outputs = titles.map((title, at) => aReportItem({ id: `10.5555/${at}`, csl: { title } }));
    const bytes = await bytesOf('xlsx', aReportDocument(outputs, { columns: ['id', 'title'] }));
    const sheets = Object.entries(unzipSync(bytes)).filter(([name]) => name.includes('sheet'));
    for (const [, xml] of sheets) expect(strFromU8(xml)).not.toContain('<f>');
    const rows = await sheetOf(aReportDocument(outputs, { columns: ['id', 'title'] }), 'List of outputs');
    expect(rows.slice(1).map(([, title]) => title)).toEqual(titles.map((title) => title.replace('\r', '')));
  });

  test('a cell is never longer than spreadsheets take', async () => {
    const long = aReportItem({ csl: { title: 'ö'.repeat(40_000) } });
    const [, row] = await sheetOf(aReportDocument([long], { columns: ['title'] }), 'List of outputs');
    expect(String(row?.[0]).length).toBe(32_767);
  });
});

describe('HTML', () => {
  test('nothing in a title is markup, and nothing is loaded or run', async () => {
    const title = '<script>alert(1)</script><img src=x onerror=alert(1)>';
    const html = await textIn(
      'html',
      aReportDocument([aReportItem({ csl: { title } })], { name: title, facts: [{ label: title, text: title }] }),
    );
    expect(html).not.toMatch(/<script|<img|<link|style="|url\(|@import/);
    expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(3);
  });

  test('tables have heads for columns and rows', async () => {
    const html = await textIn('html', aReportDocument([aReportItem()]));
    expect(html).toContain('<th scope="col">Year</th><th scope="col">Type</th>');
    expect(html).toContain(
      '<td dir="auto">2024</td><th scope="row" dir="auto">journal-article</th><td class="number">1</td>',
    );
    expect(html).toContain('<tr class="sum"><th scope="row" colspan="2">Total</th>');
    expect(html).toContain(
      '<li dir="auto"><strong>Carberry, J. S.</strong>, &amp; Lovelace, A. (2024). On cracked pots. <em>Psychoceramics</em>, <em>5</em>(11), 1–13. <a href="https://doi.org/10.5555/pots">https://doi.org/10.5555/pots</a></li>',
    );
  });

  test('numbers go on under the next heading', async () => {
    const html = await textIn('html', aReportDocument(items, { style: 'vancouver' }));
    const starts = matches(html, /<ol class="outputs" start="(\d+)">/g).map(Number);
    const lengths = html
      .split('<ol ')
      .slice(1)
      .map((list) => list.match(/<li /g)?.length ?? 0);
    expect(starts).toEqual(lengths.map((_, at) => 1 + lengths.slice(0, at).reduce((sum, length) => sum + length, 0)));
  });
});

describe('CSV for people', () => {
  test('begins with the mark that spreadsheets need, and has no formulas', async () => {
    const csv = await textIn('csv', aReportDocument([aReportItem({ csl: { title: '=1+1' } })], { language: 'de' }));
    expect(csv.startsWith('\ufeffId,Nachweis,Titel,')).toBe(true);
    expect(tableOf(csv)[1]?.[2]).toBe("'=1+1");
  });

  test('has the columns that the report names', async () => {
    const table = tableOf(
      await textIn(
        'csv',
        aReportDocument([aReportItem()], { columns: ['doi', 'own_authors', 'groups', 'is_hybrid', 'euro'] }),
      ),
    );
    expect(table.map((row) => [...row])).toEqual([
      ['DOI', 'Own authors', 'Groups', 'Hybrid', 'Euro'],
      ['10.5555/pots', `Josiah S. Carberry (${carberry})`, 'Institute of Ceramics; Faculty of Arts', 'FALSE', ''],
    ]);
  });
});

describe('the long table', () => {
  const own = (position: number, groups: string[], orcid = carberry) => ({
    position,
    orcid,
    name: 'N',
    groups,
    corresponding: null,
    countries: ['DE', 'FR'],
  });
  const rowsOf = async (outputs: readonly ReportItem[]) => {
    const [head = [], ...rows] = tableOf(await textIn('long-csv', aReportDocument(outputs)));
    return rows.map((row) => Object.fromEntries(row.map((cell, at) => [head[at], cell])));
  };

  test('has a row for each output, own author and unit, whose shares add up', async () => {
    const rows = await rowsOf([
      aReportItem({ author_count: 4, own_authors: [own(0, ['a', 'b']), own(3, [], lovelace)] }),
      aReportItem({ id: '10.5555/none', own_authors: [] }),
      aReportItem({ id: '10.5555/unknown', author_count: null, own_authors: [own(1, ['a'])] }),
    ]);
    expect(
      rows.map(({ id, position, orcid, group_id, share, author_count, countries }) => [
        id,
        position,
        orcid,
        group_id,
        share,
        author_count,
        countries,
      ]),
    ).toEqual([
      ['10.5555/pots', '1', carberry, 'a', '0.125', '4', 'DE FR'],
      ['10.5555/pots', '1', carberry, 'b', '0.125', '4', 'DE FR'],
      ['10.5555/pots', '4', lovelace, '', '0.25', '4', 'DE FR'],
      ['10.5555/none', '', '', '', '', '2', ''],
      ['10.5555/unknown', '2', carberry, 'a', '', '', 'DE FR'],
    ]);
  });

  test('shares of an output are those of its own authors', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 8 }),
        async (others, groups) => {
          const author_count = groups.length + others;
          const own_authors = groups.map((count, position) =>
            own(
              position,
              Array.from({ length: count }, (_, at) => `g${at}`),
            ),
          );
          const shares = (await rowsOf([aReportItem({ author_count, own_authors })])).map(({ share }) => Number(share));
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(groups.length / author_count, 6);
        },
      ),
      { numRuns: 30 },
    ));
});

test("OpenAPC's columns have no costs", async () => {
  const outputs = [
    aReportItem(),
    aReportItem({ id: '10.5555/h', open_access_status: 'hybrid', first_year: 2023 }),
    aReportItem({ id: '10.5555/closed', open_access_status: 'closed' }),
    aReportItem({ id: '10.5555/book', csl: { type: 'book' } }),
  ];
  const table = tableOf(await textIn('openapc', aReportDocument(outputs))).map((row) => row.slice(0, 6));
  expect(table).toEqual([
    ['institution', 'period', 'euro', 'doi', 'is_hybrid', 'publisher'],
    ['Brown University', '2024', '', '10.5555/pots', 'FALSE', 'Nowhere Press'],
    ['Brown University', '2023', '', '10.5555/h', 'TRUE', 'Nowhere Press'],
  ]);
});

test('the keys of BibTeX are unique in the whole file, and many authors end with others', async () => {
  const outputs = Array.from({ length: 40 }, (_, at) => aReportItem({ id: `10.5555/${at}` }));
  const { entries, errors } = parseBibtex(await textIn('bibtex', aReportDocument([...outputs, manyAuthors(300)])));
  expect(errors).toEqual([]);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(41);
  const bibtex = await textIn('bibtex', aReportDocument([manyAuthors(300)]));
  expect(bibtex).toContain('and N198, A and others}');
});

test('whatever the texts are, each format is written', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...documentFormats), anyText(), anyText(), async (format, title, family) => {
      const item = aReportItem({
        csl: { title, author: [{ family, given: title }], 'container-title': title, URL: title, publisher: family },
      });
      const document = aReportDocument([item], {
        name: title,
        facts: [{ label: family, text: title }],
        labelsOf: () => [[title, family]],
      });
      expect((await bytesOf(format, document)).length).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  ));
