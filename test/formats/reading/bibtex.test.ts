import { describe, expect, test } from '@jest/globals';
import { texText } from '#src/formats/reading/bibtex/tex-value.ts';
import { readAll, summary } from './read.ts';

const before = '@book{before, title = {Before}, year = 2001}\n';
const after = '\n@book{after, title = {After}, year = 2002}\n';

/** Broken entries, and the summary of what is read of each; their neighbours are read as if they were not there. */
const broken: [kind: string, text: string, expected: string[]][] = [
  [
    'an open brace that takes fields into the title',
    '@article{a, title = {Pots, author = {Kiln, Ann}, journal = {Clay}, doi = {10.5555/a}\n}',
    ['2 a Pots, author = Kiln, Ann, journal = Clay, doi = 10.5555/a open-brace swallowed-field'],
  ],
  ['the brace of the entry is missing', '@article{a, title = {Pots},\n year = 2000', ['2 a Pots open-brace']],
  ['a brace too many', '@article{a, title = {Pots}},\n journal = {Clay}, year = 2000}', ['2 a Pots closed-early']],
  [
    'an open brace, and a brace too many some entries later',
    '@misc{a, title = {Pots, year = 2000}\n@misc{b, title = {Kilns}}\n@misc{c, title = {Glazes}}, note = {x}}',
    ['2 a Pots, year = 2000 open-brace', '3 b Kilns', '4 c Glazes closed-early'],
  ],
  ['an open quotation mark', '@misc{a, title = "Pots, year = 2000}', ['2 a Pots, year = 2000 open-quote']],
  ['no comma between fields', '@misc{a, title = {Pots}\n year = 2000}', ['2 a Pots missing-comma']],
  ['no comma behind the key', '@misc{a\n title = {Pots}}', ['2 a Pots missing-comma']],
  ['no key', '@misc{title = {Pots}, year = 2000}', ['2 - Pots no-key']],
  ['an empty key', '@misc{, title = {Pots}}', ['2 - Pots no-key']],
  ['a key again', '@misc{Before, title = {Pots}}', ['2 Before Pots key-twice']],
  ['a field twice', '@misc{a, title = {Pots}, year = 2000, year = 2001}', ['2 a Pots field-twice']],
  ['a field twice with one value', '@misc{a, title = {Pots}, year = 2000, year = {2000}}', ['2 a Pots']],
  ['an abbreviation that nothing defines', '@article{a, title = {Pots}, journal = jclay}', ['2 a Pots abbreviation']],
  ['a commented-out entry', '% @misc{a, title = {Pots}}', ['2 a Pots commented-out']],
  [
    'an entry commented out line by line',
    '% @misc{a,\n%  title = {Pots},\n%  year = 2000\n% }',
    ['2 a Pots commented-out'],
  ],
  ['an entry in a comment', '@comment{@misc{a, title = {Pots}}}', ['2 a Pots commented-out']],
  ['an entry behind a comment without braces', '@comment @misc{a, title = {Pots}}', ['2 a Pots commented-out']],
  ['an open comment', '@comment{ old ones', ['2 - - open-comment']],
  ['a value without delimiters', '@misc{a, title = On Pots, year = 2000}', ['2 a On Pots unreadable']],
  ['a parent that is not there', '@incollection{a, title = {Pots}, crossref = {none}}', ['2 a Pots parent-missing']],
  ['no title', '@misc{a, year = 2000}', ['2 a - no-title']],
  ['no title, but a DOI', '@misc{a, doi = {10.5555/A}}', ['2 a -']],
  ['only its beginning', '@phdthesis{a', ['2 a - open-brace no-title']],
  ['no braces at all', '@article a, title = {Pots}', ['2 - - unreadable']],
  ['a broken abbreviation', '@string{ jclay = {Clay }', ['2 - - open-brace']],
  [
    'an entry as an example within a note',
    '@misc{a, title = {Pots}, note = {We write\n@book{x, title = {X}} in our files}}',
    ['2 a Pots entry-inside swallowed-field'],
  ],
  ['text that was read in the wrong encoding', '@misc{a, title = {TÃ¶pfe}}', ['2 a Töpfe mojibake']],
];

describe('a broken entry', () => {
  test.each(broken)('%s', (_, text, expected) => {
    const read = readAll(before + text + after);
    const lines = text.split('\n').length + 2;
    expect(summary(read)).toEqual(['1 before Before', ...expected, `${lines} after After`]);
    const [first, ...others] = read.entries;
    expect(first?.row).toEqual(readAll(before).entries[0]?.row);
    expect(others.at(-1)?.row).toEqual(readAll(after).entries[0]?.row);
  });

  test('is named with its field, in the line where that is', () => {
    const { entries } = readAll(
      '\n@article{a,\n  title = {Pots},\n  journal = jclay,\n  year = 2000,\n  year = 2001\n}',
    );
    expect(entries[0]?.faults).toEqual([
      { code: 'abbreviation', detail: 'journal = jclay', line: 4 },
      { code: 'field-twice', detail: 'year', line: 6 },
    ]);
  });
});

describe('a whole entry', () => {
  const rowOf = (text: string) => {
    const { entries } = readAll(text);
    expect(entries.flatMap(({ faults }) => faults)).toEqual([]);
    return entries[0]?.row;
  };

  test('is read with its names, abbreviations, dates and identifiers', () => {
    const row = rowOf(
      `@string{jclay = "Journal of Clay"}
       @Article{a,
         author = {M{\\"u}ller, J{\\'o}zef and Ludwig van Beethoven and {Kiln and Clay Group} and Clay, Jr., Bob},
         title = {On the {DNA} of {E. coli}: $x^2$ \\& \\textit{more}},
         journal = jclay # { B}, year = 2020, month = mar # "~5",
         volume = 5, number = {2}, pages = {1--13},
         doi = {https://doi.org/10.5555/A\\_B}, issn = {0264-3561}, keywords = {pots, {clay, wet}},
         url = {https://example.org/a\\_b}
       }`,
    );
    expect(row).toMatchObject({
      doi: '10.5555/a_b',
      title: 'On the DNA of E. coli: x2 & more',
      work_type: 'journal-article',
      publication_date: '2020-03-05',
      data: {
        title_html: 'On the DNA of E. coli: x<sup>2</sup> &amp; <i>more</i>',
        container_title: 'Journal of Clay B',
        volume: '5',
        issue: '2',
        pages: '1-13',
        issn: ['0264-3561'],
        subjects: ['pots', 'clay, wet'],
        url: 'https://example.org/a_b',
      },
    });
    expect(row?.data.authors?.map(({ family, given, suffix, name }) => [family, given, suffix, name])).toEqual([
      ['Müller', 'Józef', undefined, 'Józef Müller'],
      ['van Beethoven', 'Ludwig', undefined, 'Ludwig van Beethoven'],
      [null, null, undefined, 'Kiln and Clay Group'],
      ['Clay', 'Bob', 'Jr.', 'Bob Clay Jr.'],
    ]);
  });

  test.each([
    ['incollection', 'number = 12', { volume: '12' }, 0],
    ['inproceedings', 'number = 12', { volume: '12' }, 0],
    ['inproceedings', 'volume = 12, number = 12', { volume: '12' }, 0],
    ['incollection', 'volume = 2, number = 12', { volume: '2' }, 1],
    ['book', 'number = 12', { issue: '12' }, 0],
  ])('of @%s in a series has %s as the number in the series', (type, written, numbers, noted) => {
    const [entry] = readAll(`@${type}{a, title = {T}, booktitle = {B}, series = {S}, ${written}}`).entries;
    const { volume, issue } = entry?.row?.data ?? {};
    expect({ volume, issue }).toEqual({ volume: undefined, issue: undefined, ...numbers });
    expect(entry?.notes).toHaveLength(noted);
  });

  test('inherits from a parent anywhere in the file', () => {
    const row = rowOf(
      `@inproceedings{a, title = {Pots}, author = {Kiln, Ann}, crossref = {Parent}}
       @proceedings{parent, title = {Proceedings of Pots}, editor = {Clay, Bob}, year = 2001, xdata = {house}}
       @xdata{house, publisher = {Clay Press}, location = {Bern}}`,
    );
    expect(row).toMatchObject({
      title: 'Pots',
      work_type: 'conference-paper',
      publication_date: '2001',
      data: { container_title: 'Proceedings of Pots', publisher: 'Clay Press', publication_place: 'Bern' },
    });
    expect(row?.data.editors).toHaveLength(1);
  });

  test.each([
    ['@mastersthesis{a, title={T}, school={S}}', 'dissertation-thesis', 'masters-thesis'],
    ['@thesis{a, title={T}, type={Dissertation}}', 'dissertation-thesis', 'doctoral-thesis'],
    ['@book{a, title={T}, editor={Kiln, Ann}}', 'edited-book', undefined],
    ['@misc{a, title={T}, eprint={2001.00001}, archivePrefix={arXiv}}', 'preprint', undefined],
    ['@techreport{a, title={T}, type={Working Paper}, number={7}}', 'working-paper', undefined],
    ['@online{a, title={T}, url={https://example.org}}', 'website', undefined],
    ['@strange{a, title={T}}', 'other', undefined],
  ])('%s is a %s', (text, workType, subtype) => {
    expect(rowOf(text)).toMatchObject({ work_type: workType });
    expect(rowOf(text)?.data.publication_subtype).toBe(subtype);
  });

  test.each([
    ['date = {2020-05-01/2020-06-01}', '2020-05-01'],
    ['date = {2020?}', '2020'],
    ['date = {1984%}', '1984'],
    ['date = {2004-06/..}', '2004-06'],
    ['date = {2004-22}', '2004'],
    // Which year of the decade, or how long before, nobody knows.
    ['date = {199X}', null],
    ['year = {the 1990s}', null],
    ['year = {1990er Jahre}', null],
    ['year = {1990er Jahre, gedruckt 2001}', '2001'],
    ['date = {../2004}', null],
    ['date = {-0044}', null],
    ['year = {2020}, month = {May 4--6}', '2020-05-04'],
    ['year = {[2020]}', '2020'],
    ['year = {in press}', null],
  ])('with %s is of %s', (date, expected) => {
    expect(rowOf(`@misc{a, title = {T}, ${date}}`)?.publication_date).toBe(expected);
  });

  test.each([
    ['langid = {nswissgerman}', 'de-CH'],
    ['langid = {american}', 'en'],
    ['language = {langbrazilian}', 'pt-BR'],
    ['language = {german and english}', 'de'],
    ['language = {norwegian}', 'no'],
    ['language = {fr}, langid = {english}', 'fr'],
    ['language = {Elvish}, langid = {portuges}', 'pt'],
    ['langid = {latex}', undefined],
  ])('with %s is in the language %s', (fields, expected) => {
    expect(rowOf(`@misc{a, title = {T}, ${fields}}`)?.data.language).toBe(expected);
  });

  test.each([
    ['Ann de La Rosa', 'Ann', 'de La Rosa'],
    ['Ann dos S. Kiln', 'Ann', 'dos S. Kiln'],
    ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
    ['Ann Ortega y Gasset', 'Ann Ortega', 'y Gasset'],
    ['Ann van Kiln Jr.', 'Ann', 'van Kiln'],
  ])('the family name of %s begins with the first particle', (written, given, family) => {
    const [author] = rowOf(`@misc{a, title = {T}, author = {${written}}}`)?.data.authors ?? [];
    expect(author).toMatchObject({ given, family });
  });

  test.each([
    ['Al{\\slash}Ga and In$\\slash$Ga', 'Al/Ga and In/Ga'],
    ['{{\\vphantom{}}Pots\\vphantom{}} of \\acro{UK} kilns\\Dash new', 'Pots of UK kilns—new'],
    ['Franc{\\ocirc{u}}', 'Franců'],
  ])('reads the commands of %s', (title, text) => {
    expect(rowOf(`@misc{a, title = {${title}}}`)?.title).toBe(text);
  });

  test.each([
    ['others', 'Kiln, Ann and others', ['Ann Kiln']],
    ['names of biblatex', 'family=Kiln, given=Ann, prefix=van and Bob Clay', ['Ann van Kiln', 'Bob Clay']],
    ['"and" in braces', '{Pots and Sons} and Clay, B.', ['Pots and Sons', 'B. Clay']],
    ['several words of a family name in braces', 'Ann {Kiln Clay}', ['Ann Kiln Clay']],
  ])('has authors with %s', (_, written, names) => {
    expect(rowOf(`@misc{a, title = {T}, author = {${written}}}`)?.data.authors?.map(({ name }) => name)).toEqual(names);
  });
});

test.each([
  [String.raw`{\"u}\"{u}\"u \ss{} \o\ \ae{} \i \'{\i} \v{s}\c{c}\k{a}\H{o}\r{a}\d{a}`, 'üüü ß ø æ ıí šçąőåạ'],
  [String.raw`2\texttimes 2 \textpm{}1 \textrightarrow{} 3\textperthousand`, '2×2 ±1 → 3‰'],
  [String.raw`Garc{\'\i}a Garc{\' i}a \v{\j} Is{\i}k \Hwithstroke{}abib`, 'García García ǰ Isık Ħabib'],
  [String.raw`\t{Iu}rii \t{ts}`, 'I͡urii t͡s'],
  [String.raw`Erd{\H o}s {\c{C}}elik \L{}ukasz \.{I}`, 'Erdős Çelik Łukasz İ'],
  ["a~b a--b a---b ``q''", 'a b a–b a—b “q”'],
  [String.raw`100% of \% \& \_ \# \$5 $5 and $6`, '100% of % & _ # $5 $5 and $6'],
  [String.raw`\LaTeX{} and \TeX\ \mbox{M} \href{https://x.org}{link}`, 'LaTeX and TeX M link'],
  [String.raw`$>$80\% of {$\alpha$}-pots`, '>80% of α-pots'],
  [String.raw`x\textsubscript{2} \textendash{} \guillemotleft a\guillemotright`, 'x2 – «a»'],
])('TeX: %s', (value, text) => {
  expect(texText(value)).toMatchObject({ text, unknown: [] });
});

test('an unknown command stays, and is named', () => {
  expect(texText(String.raw`\foo{x} y`)).toMatchObject({ text: String.raw`\foo{x} y`, unknown: [String.raw`\foo`] });
  const { entries } = readAll(String.raw`@misc{a, title = {T \foo y}, author = {K\baz{i}ln, Ann}}`);
  expect(entries[0]?.notes.map(({ code, detail }) => [code, detail])).toEqual([
    ['command-unknown', String.raw`title: \foo`],
    ['command-unknown', String.raw`author: \baz`],
  ]);
});

test('names in a file of which every value is in braces twice, as Catmandu 1.2 writes it', () => {
  const names = (author: string, year: string) =>
    readAll(`@book{a, title = {{Kilns}}, author = {${author}}, year = {${year}}}`).entries[0]?.row?.data.authors?.map(
      ({ name, family }) => [name, family],
    );
  expect(names('{Clay, Ann and Pot, Bo and {Kiln Group}}', '{2020}')).toEqual([
    ['Ann Clay', 'Clay'],
    ['Bo Pot', 'Pot'],
    ['Kiln Group', null],
  ]);
  expect(names('{Clay, Ann}', '{2020}')).toEqual([['Ann Clay', 'Clay']]);
  expect(names('{Red Pots}', '{2020}')).toEqual([['Red Pots', null]]);
  expect(names('{Pots and Sons}', '2020')).toEqual([['Pots and Sons', null]]);
});

test('a set of biblatex names entries that are read themselves', () => {
  const file = '@set{both, entryset = {a, b}}\n@book{a, title = {A}}\n@book{b, title = {B}}\n@set{c, title = {C}}';
  expect(summary(readAll(file))).toEqual(['2 a A', '3 b B', '4 c C']);
});

test('names as biber 2.18 writes them with --output-xname, groups without braces', () => {
  const author =
    'family=Kiln Group and family=Pot Institute, Graz and family=Clay, given=Ann, suffix=Jr. and family=Berg, given=Jan, prefix=van der';
  const { entries } = readAll(`@BOOK{a,\n  AUTHOR = {${author}},\n  TITLE = {Kilns},\n}`);
  expect(entries[0]?.row?.data.authors?.map(({ name, family }) => [name, family])).toEqual([
    ['Kiln Group', null],
    ['Pot Institute, Graz', null],
    ['Ann Clay Jr.', 'Clay'],
    ['Jan van der Berg', 'van der Berg'],
  ]);
});
