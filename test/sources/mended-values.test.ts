import { describe, expect, test } from '@jest/globals';
import { mergeSources } from '#src/records/publications/merge-sources.ts';
import { plainText } from '#src/vocabulary/text/text.ts';
import { fromCrossref, fromDataCite, fromOpenAlex } from './parsed.ts';

test('a text full of beginnings of frames is read once', () => {
  for (const part of ['\\documentclass', '\\documentclass\\begin{document}', '\\documentclass x \\begin{document}{'])
    expect(plainText(part.repeat(1_500_000 / part.length)).text).toContain('documentclass');
});

describe('a formula in two notations is there once', () => {
  const frame = (tex: string) =>
    `\\documentclass[12pt]{minimal}\n\\usepackage{amsmath}\n\\setlength{\\oddsidemargin}{-69pt}\n\\begin{document}${tex}\\end{document}`;
  const tex = (of: string) => `<jats:tex-math>${of}</jats:tex-math>`;
  const math = (of: string) => `<mml:math><mml:mi>${of}</mml:mi></mml:math>`;
  const both = (of: string) =>
    `<jats:inline-formula><jats:alternatives>${of}</jats:alternatives></jats:inline-formula>`;
  test.each([
    ['with a frame', both(tex(frame('$$m = c^2$$')) + math('m')), 'm'],
    ['the other way round', both(math('x') + tex('$x$')), 'x'],
    ['with a comparison', both(tex('<![CDATA[$a<b$]]>') + math('a')), 'a'],
    ['as entities', both(tex('$b$') + math('b')).replaceAll('<', '&lt;'), 'b'],
    ['with a picture only', both(`${tex('$\\alpha$')}<jats:inline-graphic/>`), 'α'],
    ['in TeX alone', tex(frame('$$\\beta_1$$')), 'β1'],
    ['without elements', frame('$$\\gamma$$'), 'γ'],
    ['beside one in TeX', `${both(math('x') + tex('$x$'))} and ${tex('$y$')}`, 'x and y'],
    ['twice', `${both(tex('$p$') + math('p'))}, ${both(tex('$q$') + math('q'))}`, 'p, q'],
  ])('%s', (_, formula, shown) => {
    const marked = `<jats:p>Of ${formula} kilns</jats:p>`;
    expect(fromCrossref({ abstract: marked, title: [`Of ${formula} kilns`] })).toMatchObject({
      abstract: `Of ${shown} kilns`,
      title: `Of ${shown} kilns`,
    });
    const descriptions = [{ description: marked, descriptionType: 'Abstract' }];
    expect(fromDataCite({ descriptions }).abstract).toBe(`Of ${shown} kilns`);
  });
});

test.each([
  [['Kilns', 'burn.', '\\n', 'Pots', 'crack.'], 'Kilns burn. Pots crack.'],
  [['Kilns', 'burn.\\n', '\\n\\n', 'Pots'], 'Kilns burn. Pots'],
  [['Kilns', '\\nPots', 'crack.\\n'], 'Kilns Pots crack.'],
  [['The', 'frequency', '$\\nu$'], 'The frequency ν'],
])('the words %j are a text without line ends', (words, abstract) => {
  const index = Object.fromEntries(words.map((word, at) => [word, [at]]));
  expect(fromOpenAlex({ abstract_inverted_index: index }).abstract).toBe(abstract);
  const descriptions = [{ description: words.join(' '), descriptionType: 'Abstract' }];
  expect(fromDataCite({ descriptions }).abstract).toBe(abstract);
});

describe('what OpenAlex calls retracted', () => {
  test.each<[title: string, type: string, isRetracted: boolean | null]>([
    ['On pots', 'article', true],
    ['RETRACTED: On pots', 'article', true],
    ['Retraction Note: On pots', 'article', null],
    ['Retraction notice to "On pots"', 'article', null],
    ['Expression of concern: On pots', 'article', null],
    ['Erratum to: On pots', 'article', null],
    ['On pots', 'retraction', null],
    ['On pots', 'erratum', null],
    ['The retraction of kilns', 'article', true],
  ])('%s (%s)', (title, type, isRetracted) => {
    const read = fromOpenAlex({ title, type, is_retracted: true });
    expect(read.is_retracted).toBe(isRetracted);
    expect(read.integrity).toHaveLength(isRetracted ? 1 : 0);
  });

  test('is a notice if the agency says so', () => {
    const openalex = [fromOpenAlex({ title: 'On pots', type: 'article', is_retracted: true })];
    const update = { DOI: '10.5555/kilns', type: 'retraction', updated: { 'date-parts': [[2020]] } };
    const notice = mergeSources({ agency: [fromCrossref({ title: ['On pots'], 'update-to': [update] })], openalex });
    expect(notice.bibliography).toMatchObject({ publication_subtype: 'retraction-notice', integrity: [] });
    expect(notice.bibliography.is_retracted).not.toBe(true);
    expect(mergeSources({ agency: [fromCrossref({})], openalex }).bibliography.is_retracted).toBe(true);
  });
});

test.each<[subject: string, scheme: string | undefined, keyword: string | null]>([
  ['FOS: Psychology', 'Fields of Science and Technology (FOS)', null],
  ['fos: Earth sciences', undefined, null],
  ['150', 'dewey', null],
  ['004.6', undefined, null],
  ['ddc:330', undefined, null],
  ['JEL: Q12', undefined, null],
  ['info:eu-repo/classification/ddc/150', undefined, null],
  ['QA76.9', 'LCC', null],
  ['11A41', 'MSC 2020', null],
  ['60412 Quantitative Genetics', undefined, 'Quantitative Genetics'],
  ['000 Computer science, knowledge & systems', 'DDC', 'Computer science, knowledge & systems'],
  ['03 Sources of particles', undefined, '03 Sources of particles'],
  ['Psychology', 'Fields of Science and Technology (FOS)', 'Psychology'],
  ['TP53', undefined, 'TP53'],
  ['16S rRNA', undefined, '16S rRNA'],
  ['1918', undefined, '1918'],
  ['1918 influenza', undefined, '1918 influenza'],
  ['MSC cells', undefined, 'MSC cells'],
  ['Fossils', undefined, 'Fossils'],
])('the subject %j of %j', (subject, subjectScheme, keyword) => {
  expect(fromDataCite({ subjects: [{ subject, subjectScheme }] }).subjects).toEqual(keyword === null ? [] : [keyword]);
});

test.each<[title: string, subtitle: string, shown: string | null]>([
  ['Kilns for Roman pots', 'KILNS FOR POTS', null],
  ['Kilns for Roman pots', 'ROMAN KILN POTS', null],
  ['A Study of Kilns', 'A STUDY OF KILNS', null],
  ['Kilns for Roman pots', 'FIRING AND GLAZING', 'FIRING AND GLAZING'],
  ['Kilns for Roman pots', 'LETTER TO THE EDITOR', 'LETTER TO THE EDITOR'],
  ['Kilns for Roman pots', 'Kilns for pots', 'Kilns for pots'],
  ['POTS', 'II. OBSERVATIONS', 'II. OBSERVATIONS'],
  ['Kilns for Roman pots', '2', '2'],
  ['窯の本', '陶器', '陶器'],
])('%j with the subtitle %j', (title, subtitle, shown) => {
  expect(fromCrossref({ title: [title], subtitle: [subtitle] }).subtitle).toBe(shown);
});

test.each([
  [
    ['glaze; kilns;clay', 'glaze', 'pots ;'],
    ['glaze', 'kilns', 'clay', 'pots'],
  ],
  [['R&amp;D; kilns &amp; clay'], ['R&D', 'kilns & clay']],
  [['150; Ceramics'], ['Ceramics']],
  [['Clay, Roman'], ['Clay, Roman']],
])('of the keywords %j, %j are listed', (subjects, listed) => {
  expect(fromDataCite({ subjects: subjects.map((subject) => ({ subject })) }).subjects).toEqual(listed);
  expect(fromCrossref({ subject: subjects }).subjects).toEqual(listed);
});

describe('a record of DataCite with the day of its withdrawal', () => {
  const dated = (date: string, title = 'On kilns') =>
    fromDataCite({
      titles: [{ title }],
      dates: [
        { date: '2019', dateType: 'Issued' },
        { date, dateType: 'Withdrawn' },
      ],
    });
  const notice = { kind: 'withdrawal', doi: null, source: 'publisher' };

  test.each(['2021-03-01', '2021'])('is withdrawn: %s', (date) => {
    for (const title of ['On kilns', 'RETRACTED: On kilns'])
      expect(dated(date, title)).toMatchObject({ integrity: [{ ...notice, date }], is_retracted: true });
  });

  test('is not before that day, or without one', () => {
    for (const date of ['2999-01-01', 'no'])
      expect(dated(date)).toMatchObject({ integrity: [], is_retracted: null, publication_date: '2019' });
  });
});

test.each([
  [
    { volume: '1-5 September 2008', firstPage: 'Spain; 3353', lastPage: '3356' },
    { volume: null, pages: '3353-3356' },
  ],
  [
    { volume: '12 May 2010', firstPage: 'S12' },
    { volume: null, pages: 'S12' },
  ],
  [
    { volume: 'IPAC2016', firstPage: '12; 15' },
    { volume: 'IPAC2016', pages: '12; 15' },
  ],
])("of a conference in DataCite's description of a series, %j is %j", (numbers, shown) => {
  const container = { type: 'Series', title: 'Proceedings of the Kiln Conference', ...numbers };
  expect(fromDataCite({ types: { resourceTypeGeneral: 'ConferencePaper' }, container })).toMatchObject(shown);
});
