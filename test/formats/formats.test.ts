import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvLine } from '#src/formats/csv.ts';
import { type FormatName, formatNames, formats } from '#src/formats/format.ts';
import { type CslItem, citationOf } from '#src/records/citations/csl.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { anyText } from '../support/any-text.ts';
import { aBibliography } from '../support/builders.ts';
import { aRecord, crowded, group, person, records } from './records.ts';

/** A whole file of a format. */
function fileOf(name: FormatName, all: PublicationRecord[], locale = 'en'): string {
  const { head, between, tail, writer } = formats[name];
  const write = writer();
  return head + all.map((record) => write(citationOf(record, locale))).join(between) + tail;
}

const itemOf = (original: Partial<Bibliography>, locale = 'en'): CslItem =>
  citationOf(aRecord({ original: aBibliography(original) }), locale).item;

/** The records of a text by RFC 4180, and nothing more lenient. */
function csvRecords(text: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  let rest = text;
  while (rest !== '') {
    const [whole, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest) ?? [];
    if (whole === undefined) throw new Error(`No field of RFC 4180: ${JSON.stringify(rest.slice(0, 80))}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push(row.splice(0));
    rest = rest.slice(whole.length);
  }
  return rows;
}

/** Texts with every character that is special in a format. */
const nasty = fc.oneof(
  anyText(),
  fc.string({
    unit: fc.constantFrom(...'{}\\$&#_%~^"\',;=+-@\t\r\n \u2028\u0085aZéß陶', 'ER  - ', ' and ', '\\{', 'TY  - '),
  }),
);
const nastyRecord = fc
  .record({
    title: fc.option(nasty),
    subtitle: fc.option(nasty),
    authors: fc.array(
      fc.oneof(
        nasty.map(group),
        fc.tuple(nasty, nasty).map(([given, family]) => person(given, family)),
        fc.tuple(nasty, nasty).map(([family, suffix]) => ({ ...person('Ada', family), suffix })),
      ),
      { maxLength: 3 },
    ),
    container_title: fc.option(nasty),
    series_title: fc.option(nasty),
    institution: fc.option(nasty),
    publication_place: fc.option(nasty),
    edition: fc.option(nasty),
    version: fc.option(nasty),
    event_title: fc.option(nasty),
    event_place: fc.option(nasty),
    publisher: fc.option(nasty),
    volume: fc.option(nasty),
    pages: fc.option(nasty),
    abstract: fc.option(nasty),
    url: fc.option(nasty),
    subjects: fc.array(nasty, { maxLength: 2 }),
    language: fc.option(fc.constantFrom('en', 'de', 'fr')),
    publication_date: fc.option(fc.constantFrom('2008', '2008-02', '2008-02-29')),
    publication_type: fc.option(fc.constantFrom('journal-article', 'book', 'report', 'dissertation', 'nothing')),
  })
  .map((original) => aRecord({ doi: '10.5555/a', original: aBibliography(original) }));
const nastyList = fc.array(nastyRecord, { maxLength: 4 });

describe.each(formatNames)('%s', (name) => {
  // CSV for Excel has the golden file of CSV, with a byte-order mark.
  const golden = join(import.meta.dirname, 'golden', `publications.${name === 'csv-excel' ? 'csv' : name}`);

  test('matches the golden file', () => {
    const mark = name === 'csv-excel' ? '\ufeff' : '';
    expect(fileOf(name, records)).toBe(mark + readFileSync(golden, 'utf8'));
  });

  test('writes an empty list as a file that has none', () => {
    expect(fileOf(name, [])).toBe(
      { bibtex: '', ris: '', 'csl-json': '[]\n', csv: formats.csv.head, 'csv-excel': formats['csv-excel'].head }[name],
    );
  });

  test('writes 3,000 authors', () => {
    const file = fileOf(name, [crowded]);
    expect(file).toContain('Author0');
    expect(file).toContain('Author2999');
  });

  test('is the same for the same records', () => {
    fc.assert(fc.property(nastyList, (list) => expect(fileOf(name, list)).toBe(fileOf(name, list))));
  });
});

describe('CSL-JSON', () => {
  const members = new Set(
    `id type title author editor translator chair issued container-title collection-title collection-number number publisher publisher-place edition version event-title event-place volume issue page ISSN ISBN PMID PMCID DOI URL abstract language
    keyword status note custom`.split(/\s+/),
  );

  test('has members of the schema only, of its types, whatever the record', () => {
    fc.assert(
      fc.property(nastyList, (list) => {
        for (const item of JSON.parse(fileOf('csl-json', list)) as CslItem[]) {
          for (const [member, value] of Object.entries(item)) {
            expect(members).toContain(member);
            if (typeof value !== 'object') expect(typeof value).toBe('string');
          }
          for (const name of [...(item.author ?? []), ...(item.editor ?? []), ...(item.translator ?? [])]) {
            expect(['family', 'family,given', 'family,suffix', 'family,given,suffix', 'literal']).toContain(
              Object.keys(name).join(),
            );
          }
        }
      }),
    );
  });

  test('has the relations, which have no member of their own, in `custom`', () => {
    const relations = [{ type: 'is-part-of' as const, doi: '10.5555/book' }];
    expect(itemOf({ relations }).custom).toEqual({ relations });
    expect(itemOf({ raids: ['10.83962/a1b2c3d4'] }).custom).toEqual({ raids: ['10.83962/a1b2c3d4'] });
    expect(itemOf({})).not.toHaveProperty('custom');
  });

  test.each([
    ['2008-02-29', [2008, 2, 29]],
    ['2008-02', [2008, 2]],
    ['2008', [2008]],
  ])('a date of %s is as precise as that', (publication_date, parts) => {
    expect(itemOf({ publication_date }).issued).toEqual({ 'date-parts': [parts] });
  });

  test.each([
    ['en', 'On kilns'],
    ['de', 'Über Öfen: Ein Überblick'],
    ['de-AT', 'Über Öfen: Ein Überblick'],
    ['fr', 'On kilns'],
  ])('the title in %s is %s: a subtitle belongs to the original', (locale, title) => {
    const original = { title: { de: 'Über Öfen', en: 'On kilns' }, subtitle: 'Ein Überblick', language: 'de' };
    expect(itemOf(original, locale).title).toBe(title);
  });

  test.each([
    ['Why pots?', 'A study', 'Why pots? A study'],
    ['Pots:', 'A study', 'Pots: A study'],
    ['Pots: a study', 'A study', 'Pots: a study'],
    [null, 'A study', 'A study'],
  ])('%j with the subtitle %j is %j', (title, subtitle, whole) => {
    expect(itemOf({ title, subtitle }).title).toBe(whole);
  });

  test.each([
    [{ publication_type: 'book', container_title: 'Glaze Library', volume: '8' }, '8'],
    [{ publication_type: 'edited-book', series_title: 'Glaze Library', volume: '8' }, '8'],
    [{ publication_type: 'report', series_title: 'Glaze Library', volume: '8', issue: 'R-5' }, '8'],
    [{ publication_type: 'book', series_title: 'Glaze Library', issue: '4' }, '4'],
    [{ publication_type: 'dissertation', container_title: 'Glaze Library' }, undefined],
  ])('what contains a whole work is its series: %j', (original, number) => {
    const item = itemOf(original);
    expect(item).not.toHaveProperty('container-title');
    expect(item).not.toHaveProperty('issue');
    expect([item['collection-title'], item['collection-number']]).toEqual(['Glaze Library', number]);
  });

  test.each(['report', 'working-paper', 'standard', 'patent'])('the number of a %s is not an issue', (type) => {
    const item = itemOf({ publication_type: type, issue: 'K 12' });
    expect([item.number, item.issue]).toEqual(['K 12', undefined]);
    const record = aRecord({}, { edits: { publication_type: type, data: { report_number: 13, issue: 'K 12' } } });
    expect(citationOf(record, 'en').item.number).toBe('13');
  });

  test.each([
    ['journal-article', undefined],
    ['data-paper', undefined],
    ['posted-content', undefined],
    ['peer-review', undefined],
    ['book-chapter', 1],
    ['edited-book', 1],
    ['proceedings-article', 1],
  ])('of the editors of a %s, %s are cited: those of articles handled the manuscript', (publication_type, count) => {
    const record = aRecord({ original: aBibliography({ publication_type, editors: [person('Ed', 'Handler')] }) });
    expect(citationOf(record, 'en').item.editor?.length).toBe(count);
    for (const name of formatNames) expect(fileOf(name, [record]).includes('Handler')).toBe(count !== undefined);
  });

  test('an author only OpenAlex knows is an author', () => {
    const enriched = aBibliography({ authors: [person('Josiah', 'Carberry')] });
    expect(citationOf(aRecord({ enriched }), 'en').item.author).toEqual([{ family: 'Carberry', given: 'Josiah' }]);
  });
});

describe('types', () => {
  test.each([
    ['journal-article', 'article-journal', 'article', 'JOUR'],
    ['proceedings-article', 'paper-conference', 'inproceedings', 'CONF'],
    ['proceedings', 'book', 'proceedings', 'BOOK'],
    ['posted-content', 'article', 'misc', 'UNPB'],
    ['dissertation', 'thesis', 'phdthesis', 'THES'],
    ['dataset', 'dataset', 'misc', 'DATA'],
    ['no-such-type', 'document', 'misc', 'GEN'],
    [null, 'document', 'misc', 'GEN'],
  ])('%s is %s, %s and %s', (type, csl, bibtex, ris) => expect(typeNamesOf(type)).toEqual({ csl, bibtex, ris }));
});

describe('what only some types have', () => {
  const lines = (name: FormatName, original: Partial<Bibliography>) =>
    fileOf(name, [aRecord({ original: aBibliography(original) })])
      .split(/,?\r?\n/)
      .map((line) => line.trim());
  const chapter = {
    publication_type: 'book-chapter',
    container_title: 'A History of Pots',
    series_title: 'Kiln Briefs',
    publication_place: 'Cham',
    edition: '2',
  };

  test('a chapter has the book and its series', () => {
    expect(itemOf(chapter)).toMatchObject({
      'container-title': 'A History of Pots',
      'collection-title': 'Kiln Briefs',
      'publisher-place': 'Cham',
      edition: '2',
    });
    const bibtex = ['booktitle = {A History of Pots}', 'series = {Kiln Briefs}', 'address = {Cham}', 'edition = {2}'];
    expect(lines('bibtex', chapter)).toEqual(expect.arrayContaining(bibtex));
    const ris = ['T2  - A History of Pots', 'T3  - Kiln Briefs', 'CY  - Cham', 'ET  - 2'];
    expect(lines('ris', chapter)).toEqual(expect.arrayContaining(ris));
  });

  test('a book has its series', () => {
    const book = { publication_type: 'book', series_title: 'Kiln Studies' };
    expect(lines('bibtex', book)).toContain('series = {Kiln Studies}');
    expect(itemOf(book)).not.toHaveProperty('container-title');
  });

  test.each([
    ['dissertation', 'Clay University', 'school = {Clay University}'],
    ['report', 'Clay University', 'institution = {Clay University}'],
    ['book', 'Library', 'publisher = {Library}'],
  ])('a %s is published by %s', (publication_type, publisher, line) => {
    const fields = { publication_type, institution: 'Clay University', publisher: 'Library' };
    expect(itemOf(fields).publisher).toBe(publisher);
    expect(lines('bibtex', fields)).toContain(line);
  });

  test('a paper has its event, software its version', () => {
    const paper = { publication_type: 'proceedings-article', event_title: 'Pots 2015', event_place: 'Austin' };
    expect(itemOf(paper)).toMatchObject({ 'event-title': 'Pots 2015', 'event-place': 'Austin' });
    const software = { publication_type: 'software', version: 'v1.0' };
    expect(itemOf(software).version).toBe('v1.0');
    expect(lines('bibtex', software)).toContain('version = {v1.0}');
    expect(lines('ris', software)).toContain('ET  - v1.0');
  });
});

describe('BibTeX', () => {
  test('braces balance, at no time more closed than open, and only the last closes an entry', () => {
    fc.assert(
      fc.property(nastyList, (list) => {
        let depth = 0;
        let entries = 0;
        // BibTeX counts every brace, even after a backslash.
        for (const [brace] of fileOf('bibtex', list).matchAll(/[{}]/g)) {
          depth += brace === '{' ? 1 : -1;
          expect(depth).toBeGreaterThanOrEqual(0);
          if (depth === 0) entries++;
        }
        expect({ depth, entries }).toEqual({ depth: 0, entries: list.length });
      }),
    );
  });

  test('keys are unique within a list, and made of ASCII letters and digits', () => {
    fc.assert(
      fc.property(nastyList, (list) => {
        const keys = [...fileOf('bibtex', [...list, ...list]).matchAll(/^@\w+\{([^,]*),$/gm)].map(([, key]) => key);
        expect(keys).toHaveLength(2 * list.length);
        expect(new Set(keys).size).toBe(keys.length);
        for (const key of keys) expect(key).toMatch(/^[a-z0-9]+$/);
      }),
    );
  });

  test('a key that is taken gets a letter, and then that one is taken too', () => {
    const titled = (title: string) =>
      aRecord({ original: aBibliography({ title, authors: [person('J', 'Ray')], publication_year: 2008 }) });
    const list = [titled('Pots'), titled('Potsa'), ...Array.from({ length: 27 }, () => titled('Pots'))];
    const keys = [...fileOf('bibtex', list).matchAll(/\{(ray\w*),/g)].map(([, key]) => key?.slice('ray2008'.length));
    expect(keys.slice(0, 4)).toEqual(['pots', 'potsa', 'potsb', 'potsc']);
    expect(keys.slice(-3)).toEqual(['potsz', 'potsaa', 'potsab']);
  });

  test.each([
    ['On the DNA of Peruvian pots', 'en', 'On the {DNA} of {Peruvian} pots'],
    ['The DNA of Peruvian Pots in iPhone Cases', 'en', 'The {DNA} of Peruvian Pots in {iPhone} Cases'],
    ['A Study of Vitamin C and X-Rays', null, 'A Study of Vitamin {C} and {X}-Rays'],
    ['Über die Risse im Topf', 'de', 'Über die {Risse} im {Topf}'],
    ['100% of $5 pots', 'en', '100\\% of \\$5 pots'],
    ['>80% -- <5', 'en', '$>$80\\% -{}- $<$5'],
    ['>5 $ | <6', 'en', '\\textgreater{}5 \\$ \\textbar{} \\textless{}6'],
    ['The set {a, b} of pots', 'en', 'The set \\{a, b\\} of pots'],
    ['A } brace { of pots', 'en', 'A \\textbraceright{} brace \\textbraceleft{} of pots'],
    ['Growth of E. coli in kilns', 'en', 'Growth of {E. coli} in kilns'],
    ['B. subtilis and the DNA of S. Kiln', 'en', '{B. subtilis} and the {DNA} of {S}. {Kiln}'],
    ['Pots vs. pans, c. 1900 vs. DNA', 'en', 'Pots vs. {pans}, c. 1900 vs. {DNA}'],
    ['Why pots? a study', 'en', 'Why pots? {a} study'],
    ["``a'' ,, b?` --- c", 'en', "`{}`a'{}' ,{}, b?{}` -{}-{}- c"],
  ])('%j in %j is written %j', (title, language, written) => {
    const file = fileOf('bibtex', [aRecord({ original: aBibliography({ title, language }) })]);
    expect(file).toContain(`  title = {${written}},\n`);
  });
});

describe('BibTeX fields', () => {
  const entry = (original: Partial<Bibliography>) => fileOf('bibtex', [aRecord({ original: aBibliography(original) })]);

  test('a day beside the month, and the server of an eprint for biblatex', () => {
    const file = entry({ publication_date: '2008-02-29', arxiv_id: '2101.00042' });
    expect(file).toContain('  month = feb,\n  day = {29},\n');
    expect(file).toContain('  eprint = {2101.00042},\n  eprinttype = {arxiv},\n  archivePrefix = {arXiv},\n');
    expect(entry({ publication_date: '2008-02' })).not.toContain('day = ');
    // A value without braces at the end of an entry costs the whole file in ORCID's import.
    expect(file).toContain('  day = {29},\n  year = {2008},\n');
  });

  test('the title of a book and its series keep their capitals', () => {
    const chapter = { publication_type: 'book-chapter', container_title: 'A history of DNA in Peru' };
    const file = entry({ ...chapter, series_title: 'Studien zu Öfen', language: 'de' });
    expect(file).toContain('booktitle = {A history of {DNA} in {Peru}}');
    expect(file).toContain('series = {Studien zu {Öfen}}');
  });

  test.each([
    ['en', 'english'],
    ['en-GB', 'british'],
    ['de', 'ngerman'],
    ['de-Latn-AT', 'naustrian'],
    ['pt-PT', 'portuguese'],
    ['tlh', undefined],
  ])('the language %s is %s in babel', (language, name) => {
    expect(/langid = \{(.*)\}/.exec(entry({ language }))?.[1]).toBe(name);
  });

  test('`<`, `>` and `|` stay in what is not printed', () => {
    const file = entry({ abstract: 'a < b | {c} & d', subjects: ['e > f', 'g|h, i'] });
    expect(file).toContain('abstract = {a < b | \\{c\\} \\& d}');
    expect(file).toContain('keywords = {e > f, {g|h, i}}');
  });

  test.each([
    [{ publication_type: 'book', series_title: 'Glaze Library', volume: '8' }, ['number = {8}']],
    [{ publication_type: 'report', series_title: 'R', volume: '8', issue: 'R-5' }, ['volume = {8}', 'number = {R-5}']],
    [{ publication_type: 'patent', issue: 'EP 1' }, ['number = {EP 1}']],
    [{ publication_type: 'book-chapter', series_title: 'Glaze Library', volume: '8' }, ['volume = {8}']],
  ])('the numbers of %j', (original, lines) => {
    expect(entry(original).match(/(volume|number) = .*\}/g)).toEqual(lines);
  });
});

describe('what biber reads', () => {
  const entry = (original: Partial<Bibliography>) => fileOf('bibtex', [aRecord({ original: aBibliography(original) })]);

  test('one ISSN and one ISBN, though a publication has several', () => {
    const file = entry({ issn: ['0264-3561', '1945-2101'], isbn: ['978-3-16-148410-0', '978-0-00-000000-2'] });
    expect(file).toContain('issn = {0264-3561},');
    expect(file).toContain('isbn = {978-3-16-148410-0},');
  });

  test.each([
    [{ ...person('Ada', 'Kiln, Clay'), suffix: 'Jr.' }, 'Kiln Clay, Jr., Ada'],
    [person('Ada, B., C.', 'Kiln'), 'Kiln, Ada B. C.'],
    [person('A, B, C, D', 'Kiln, E'), 'Kiln E, A B C D'],
    [person('Ada, B.', 'Kiln'), 'Kiln, {Ada, B.}'],
  ])('at most two commas in a name: %j', (author, name) => {
    expect(entry({ authors: [author] })).toContain(`author = {${name}}`);
  });
});

describe('RIS', () => {
  test('every record begins with TY and ends with ER, and every line is a tag with a value', () => {
    fc.assert(
      fc.property(nastyList, (list) => {
        const lines = fileOf('ris', list).split('\r\n');
        expect(lines.pop()).toBe('');
        const tags = lines
          .filter((line) => line !== '')
          .map((line) => /^([A-Z][A-Z0-9]) {2}- [^\r\n\u2028\u0085]*$/.exec(line)?.[1]);
        expect(tags).not.toContain(undefined);
        expect(tags.filter((tag) => tag === 'TY')).toHaveLength(list.length);
        for (const [index, tag] of tags.entries()) {
          const isFirst = index === 0 || tags[index - 1] === 'ER';
          expect(tag === 'TY').toBe(isFirst);
        }
        if (list.length > 0) expect(tags.at(-1)).toBe('ER');
      }),
    );
  });

  test.each<[what: string, original: Partial<Bibliography>, lines: string[], missing?: RegExp]>([
    [
      'a paper has its event and its proceedings',
      {
        publication_type: 'proceedings-article',
        container_title: 'Proceedings of the Kiln Days',
        event_title: 'Kiln Days',
        event_place: 'Austin',
        publication_place: 'Cham',
        editors: [person('Ed', 'Kiln')],
      },
      [
        'TY  - CONF',
        'T2  - Kiln Days',
        'C3  - Proceedings of the Kiln Days',
        'C1  - Cham',
        'CY  - Austin',
        'A2  - Kiln, Ed',
      ],
      /^ED/m,
    ],
    [
      'a paper without an event has its proceedings twice',
      { publication_type: 'proceedings-article', container_title: 'Kiln Days', publication_date: '2008' },
      ['T2  - Kiln Days', 'C3  - Kiln Days', 'PY  - 2008', 'DA  - 2008//'],
    ],
    [
      'the editors of a chapter',
      { publication_type: 'book-chapter', container_title: 'Pots', editors: [person('Ed', 'Kiln')] },
      ['A2  - Kiln, Ed'],
      /^ED/m,
    ],
    [
      'whole proceedings are a book',
      { publication_type: 'proceedings', series_title: 'Kiln Notes', volume: '9', editors: [person('Ed', 'Kiln')] },
      ['TY  - BOOK', 'T2  - Kiln Notes', 'M1  - 9', 'ED  - Kiln, Ed'],
      /^(VL|T3)/m,
    ],
    [
      'groups end with their only comma',
      { authors: [group('Kiln, Glaze and Clay, Inc.'), group('KILNET'), { ...person(null, 'de Kiln') }] },
      ['AU  - Kiln Glaze and Clay Inc.,', 'AU  - KILNET,', 'AU  - de Kiln,'],
    ],
    ['software has no language', { publication_type: 'software', language: 'en' }, ['TY  - COMP'], /^LA/m],
    ['a report has its number', { publication_type: 'report', issue: 'R-5' }, ['SN  - R-5'], /^IS/m],
  ])('%s', (_, original, lines, missing = /^XX/m) => {
    const file = fileOf('ris', [aRecord({ original: aBibliography(original) })]);
    expect(file.split('\r\n')).toEqual(expect.arrayContaining(lines));
    expect(file.trimEnd()).not.toMatch(missing);
  });

  test.each([
    ['1-13', ['SP  - 1', 'EP  - 13']],
    ['e12–e15', ['SP  - e12', 'EP  - e15']],
    ['S1-12-S1-15', ['SP  - S1-12', 'EP  - S1-15']],
    ['e0042', ['SP  - e0042']],
    ['1-3, 9', ['SP  - 1-3, 9']],
  ])('the pages %s', (pages, lines) => {
    const file = fileOf('ris', [aRecord({ original: aBibliography({ pages }) })]).split('\r\n');
    expect(file.filter((line) => /^(SP|EP)/.test(line))).toEqual(lines);
  });
});

describe('CSV', () => {
  const formula = /^[=+\-@\t\r\n＝＋－＠]/;

  test('reads back as it was written, but for the apostrophe before a formula', () => {
    fc.assert(
      fc.property(nastyList, (list) => {
        const [header = [], ...rows] = csvRecords(fileOf('csv', list));
        expect(rows).toHaveLength(list.length);
        for (const [index, row] of rows.entries()) {
          expect(row).toHaveLength(header.length);
          for (const cell of row) expect(cell).not.toMatch(formula);
          const { item } = citationOf(list[index] as PublicationRecord, 'en');
          for (const column of ['title', 'abstract'] as const) {
            expect(row[header.indexOf(column)]).toBe((item[column] ?? '').replace(formula, "'$&"));
          }
        }
      }),
    );
  });

  test.each(['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠a'])(
    '%j is a text to a spreadsheet',
    (volume) => {
      const record = aRecord({}, { edits: { data: { volume } } });
      const [header = [], row = []] = csvRecords(fileOf('csv', [record]));
      expect(row[header.indexOf('volume')]).toBe(/^\s/.test(volume) ? "'=1" : `'${volume}`);
    },
  );

  test.each(['\t=1', '\r=1', '\n=1'])('%j is one, too, if a cell that is not trimmed begins with it', (cell) => {
    expect(csvRecords(csvLine([cell]))).toEqual([[`'${cell}`]]);
  });
});

test.each<[type: string, subtype: string | null, entry: string, thesis: string | undefined, genre: string | undefined]>(
  [
    ['dissertation', 'doctoral-thesis', '@phdthesis', undefined, 'Doctoral dissertation'],
    ['dissertation', 'masters-thesis', '@mastersthesis', undefined, "Master's thesis"],
    ['dissertation', 'bachelors-thesis', '@mastersthesis', "Bachelor's thesis", "Bachelor's thesis"],
    ['dissertation', 'licentiate-thesis', '@phdthesis', 'Licentiate thesis', 'Licentiate thesis'],
    ['dissertation', null, '@phdthesis', 'Thesis', undefined],
    ['supervised-student-publication', null, '@mastersthesis', undefined, "Master's thesis"],
    ['book', 'masters-thesis', '@book', undefined, undefined],
  ],
)('a %s of the subtype %s', (publication_type, publication_subtype, entry, thesis, genre) => {
  const record = aRecord({ original: aBibliography({ publication_type, publication_subtype }) });
  const bibtex = fileOf('bibtex', [record]);
  expect(bibtex).toMatch(new RegExp(`^${entry}\\{`));
  expect(/ type = \{(.*)\}/.exec(bibtex)?.[1]).toBe(thesis);
  expect(citationOf(record, 'en').item.genre).toBe(genre);
  expect(/^M3 {2}- (.*)\r$/m.exec(fileOf('ris', [record]))?.[1]).toBe(genre);
});
