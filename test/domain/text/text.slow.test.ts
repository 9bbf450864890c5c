import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { plainText } from '#src/vocabulary/text/text.ts';
import { anyText } from '../../support/any-text.ts';
import { threadTimeMs } from '../../support/thread-time.ts';

describe('text without its markup', () => {
  test.each([
    ['Fossils of <i>Homo sapiens</i>', 'Fossils of Homo sapiens'],
    ['H<sub>2</sub>O and m<sup>2</sup>', 'H2O and m2'],
    ['found in\n            <i>Sample</i>\n            today', 'found in Sample today'],
    // Elements at the start of a line separate words.
    ['One<br/>Two<br>Three', 'One Two Three'],
    ['<p>First.</p><p>Second.</p>', 'First. Second.'],
    ['An Infant<subtitle>A Case</subtitle>', 'An Infant A Case'],
    ['<jats:title>Aims</jats:title><jats:p>To <jats:italic>see</jats:italic>.</jats:p>', 'Aims To see.'],
    ['<ul><li>one</li><li>two</li></ul>', 'one two'],
    ['on p. <jats:related-article xlink:href="10.5555/1" page="8">828</jats:related-article>.', 'on p. 828.'],
    ['<st1:place w:st="on">Rome</st1:place><o:p></o:p>', 'Rome'],
    ['<?tex id="Q1" staff-cmt="<?tlsb=-0.1pt>Link <b>it</b>."?>To see', 'To see'],
    // Encoded once, twice, three times; also partly.
    ['Salt &amp; Pepper', 'Salt & Pepper'],
    ['&lt;p&gt;Text&amp;nbsp;&lt;span class="x"&gt;more&lt;/span&gt;&lt;/p&gt;', 'Text more'],
    ['δ&amp;lt;sup&amp;gt;13&amp;lt;/sup&amp;gt;C', 'δ13C'],
    ['&amp;amp;lt;b&amp;amp;gt;bold&amp;amp;lt;/b&amp;amp;gt;', 'bold'],
    ['&#38;#60;i&#38;#62;x&#38;#60;/i&#38;#62;', 'x'],
    ['caf&eacute; &#x2014; na&#239;ve', 'café — naïve'],
    // Text that only looks like markup or an entity stays.
    ['p < 0.05 and q > 0.1', 'p < 0.05 and q > 0.1'],
    ['x<y and y>z', 'x<y and y>z'],
    ['a<b and b>c', 'a<b and b>c'],
    ['children <5 years, >80%', 'children <5 years, >80%'],
    ['the mean <pT> of <foo> things', 'the mean <pT> of <foo> things'],
    ['at <https://example.org> and <mailto:a@b.c>', 'at <https://example.org> and <mailto:a@b.c>'],
    ['is 1<?<2 or why<? and?>', 'is 1<?<2 or why<? and?>'],
    ['R&D, AT&T; Q&A &unknown; &copyright', 'R&D, AT&T; Q&A &unknown; &copyright'],
    ['p &lt; 0.05', 'p < 0.05'],
    ['W -> lv, ---> b', 'W -> lv, ---> b'],
    // Formulas.
    ['<formula formulatype="inline"><tex Notation="TeX">$x_{2}$</tex></formula> films', 'x2 films'],
    [
      '<mml:math xmlns:mml="urn:m">\n <mml:mi>E</mml:mi>\n <mml:mo>=</mml:mo>\n <mml:mi>m</mml:mi>\n</mml:math> holds',
      'E=m holds',
    ],
    ['<mml:math><mml:mi>x</mml:mi></mml:math><tex-math>$x$</tex-math>', 'x'],
    ['<math><mi>x</mi><annotation encoding="TeX">\\x</annotation></math>', 'x'],
    ['Update to <emph type="ital">Guidelines</emph>', 'Update to Guidelines'],
    // UTF-8 misread as Windows-1252, but nothing that only looks like it.
    ['Garc\u00c3\u00ada and Marr\u00c3\u00a3o', 'García and Marrão'],
    ['<i>Women\u00e2\u20ac\u2122s</i> health, 18\u00c2\u00a0kb', 'Women’s health, 18 kb'],
    ['Garc\u00c3\u0192\u00c2\u00ada', 'García'],
    ['«AMANHÃ»', '«AMANHÃ»'],
    ['MÃ£e e filhã', 'MÃ£e e filhã'],
    ['IRMÃ™ 漢', 'IRMÃ™ 漢'],
    // Dots that TeX leaves out below an accent; Turkish has the letter without one.
    ['Garc\u0131\u0301a, &#305;&#x302;le, Is\u0131k, \u0237\u030c', 'García, île, Isık, ǰ'],
    // Not text at all.
    ['A<!-- note -->B', 'AB'],
    ['<![CDATA[A & B]]>', 'A & B'],
    ['<script>alert(1)</script>Safe', 'Safe'],
    ['<?xml version="1.0"?><!DOCTYPE html>Text', 'Text'],
    ['Key Points<b></b>', 'Key Points'],
    ['<i></i> ', ''],
    ['', ''],
    // White space and invisible characters.
    ['  a\u00a0 \n\t b\u2003c ', 'a b c'],
    ['zero\u200bwidth\ufeff so\u00adft', 'zerowidth soft'],
    ['\u202eevil\u202c', 'evil'],
    ['a\u0000b', 'a b'],
    ['\u0098L’\u009cArgile, \u0088The \u0089Kiln', 'L’Argile, The Kiln'],
    ['e\u0301cole', 'école'],
  ])('%j reads %j', (marked, text) => {
    expect(plainText(marked).text).toBe(text);
  });

  test.each([
    // Spaces lost by a publisher are restored where both sides show it.
    ['structure in<i>ABC-DEF3</i>fusion Oncogene', 'structure in ABC-DEF3 fusion Oncogene'],
    ['targeting<jats:italic>SMARCB1</jats:italic>for editing', 'targeting SMARCB1 for editing'],
    ['the<em>lacZ</em>gene', 'the lacZ gene'],
    ['<i>Helicobacter pylori</i>Infection', 'Helicobacter pylori Infection'],
    ['<i>Rattus argentiventer</i>predominated', 'Rattus argentiventer predominated'],
    ['shrews,<i>Suncus murinus</i>were', 'shrews, Suncus murinus were'],
    ['Ni(OH)<sub>2</sub>and Fe', 'Ni(OH)2 and Fe'],
    ['in the<mml:math><mml:mi>N</mml:mi></mml:math>nucleus', 'in the N nucleus'],
    ['in the<inline-formula><math><mi>N</mi></math></inline-formula>nucleus', 'in the N nucleus'],
    ['Helicobacter pyloriInfection and H. pyloriStrains', 'Helicobacter pylori Infection and H. pylori Strains'],
    // One word stays one word.
    ['<i>N</i>-acetyl, m<i>RNA</i> and <i>n</i>th', 'N-acetyl, mRNA and nth'],
    ['<i>MLH1</i>s, <i>CRISPR</i>ed and <i>GFP</i>like', 'MLH1s, CRISPRed and GFPlike'],
    ['un<i>believ</i>able, her<i>story</i>, <i>Bio</i>Conductor', 'unbelievable, herstory, BioConductor'],
    ['<i>cis</i>platin and <i>Open</i>FOAM', 'cisplatin and OpenFOAM'],
    ['H<sub>2</sub>O, H<sub>2</sub>ase, CO<sub>2</sub>philic', 'H2O, H2ase, CO2philic'],
    ['the <math><mi>n</mi></math>th and x<math><mi>n</mi></math>', 'the nth and xn'],
    [
      '<sup>153</sup>Tb in JavaScript, bioRxiv and Introducing dataMaid',
      '153Tb in JavaScript, bioRxiv and Introducing dataMaid',
    ],
    ['<math><mmultiscripts><mi>Tb</mi><mprescripts/><none/><mn>153</mn></mmultiscripts></math>', '153Tb'],
  ])('%j has its spaces: %j', (marked, text) => {
    expect(plainText(marked).text).toBe(text);
  });

  test('joiners stay where a script or an emoji is written with them', () => {
    const persian = 'می\u200cخواهم';
    const family = '👩\u200d🔬';
    expect(plainText(persian).text).toBe(persian);
    expect(plainText(`${family} at work`).text).toBe(`${family} at work`);
    expect(plainText('a\u200db').text).toBe('ab');
    expect(plainText(`a${'\u200d'.repeat(30)}b`).text).toBe('ab');
  });

  test('names and attributes are known in any case and with any namespace', () => {
    expect(plainText('<I>a</I> <ns4:bold>b</ns4:bold> <SUB >2</SUB>').text).toBe('a b 2');
    expect(plainText(`<a href='x' title="a b" id=c>link</a>`).text).toBe('link');
  });
});

describe('the HTML that shows it', () => {
  test.each([
    ['in <i>vivo</i>', 'in <i>vivo</i>'],
    ['<jats:italic>in</jats:italic> <bold>b</bold>', '<i>in</i> <b>b</b>'],
    ['&lt;scp&gt;atp&lt;/scp&gt; < 5', '<sc>atp</sc> &lt; 5'],
    ['<em class="a" onclick="b()">x</em>', '<em>x</em>'],
    ['<b><i>x</b> y</i>', '<b><i>x</i></b> y'],
    ['<sup>open', '<sup>open</sup>'],
    ['close</sup> <i>x</i>', 'close <i>x</i>'],
    [' a <i> b </i> "c"', 'a <i>b </i>&quot;c&quot;'],
    ['plain', null],
    ['<p>only blocks</p>', null],
    ['nothing<b></b>', null],
    ['<script>x</script><img src="x" onerror="y">', null],
  ])('%j is shown as %j', (marked, html) => {
    expect(plainText(marked).html).toBe(html);
  });
});

describe('for any text at all', () => {
  const pieces = fc.constantFrom(
    '<', '>', '/', '&', ';', 'lt', 'gt', 'amp', '#60', '<i>', '</i>', '<b', '<sub>', '</sub >', '<p>', '<br/>', '&lt;',
    '&amp;lt;', '&#x26;', 'x', ' ', '$', '\\', '_{', '^', '}', '\\emph{', '\\alpha', 'and', 'ABC', ',', '</math>the', '\n', '=', '"', '<!--', '-->', '<![CDATA[', ']]>', '<script>', '</script>', '<mml:mi>',
    '<math>', '</math>', '\ufdd0', '\ufdd1', '\u0301', '\u200d', '\ud800', 'م', '&#64976;', '\u037e',
  ); // biome-ignore format: a list of pieces
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 24 }).map((parts) => parts.join('')),
    anyText(),
    fc.string({ unit: 'grapheme' }),
  );
  const knownTag = /<\/?(?:i|b|sub|sup|p|br|script|mml:mi|math)(?:\s+\w+\s*=\s*"[^"<>]*")*\s*\/?>/i;

  test('the result is one tidy line without a known tag, and its own plain text', () => {
    fc.assert(
      fc.property(texts, (marked) => {
        const { text } = plainText(marked);
        expect(text).not.toMatch(knownTag);
        expect(text).not.toMatch(/^\s|\s$|\s\s|[\n\t\u200b\ufeff\ufdd0-\ufdef]/);
        expect(text.isWellFormed() && text === text.normalize('NFC')).toBe(true);
        expect(plainText(text)).toEqual({ text, html: null });
      }),
      { numRuns: 2000 },
    );
  });

  test('the HTML says the same as the text, in balanced elements without attributes', () => {
    fc.assert(
      fc.property(texts, (marked) => {
        const { text, html } = plainText(marked);
        if (html === null) return;
        expect(plainText(html).text).toBe(text);
        const open: string[] = [];
        for (const [, slash, name] of html.matchAll(/<(\/?)([^>]*)>/g)) {
          expect(['i', 'b', 'em', 'strong', 'sub', 'sup', 'sc', 'u', 's', 'code']).toContain(name);
          if (slash) expect(open.pop()).toBe(name);
          else open.push(String(name));
        }
        expect(open).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '<',
    '<i>',
    '<!--',
    '<![CDATA[',
    '&amp;',
    '&#38;',
    '<<i>',
    '<math>',
    '<b a="',
    '<script>',
    ' ',
    '<math> ',
    '$',
    '$x',
    '$x$',
    '\\emph{',
    '{\\it ',
    '\\(',
    '\\(x\\',
    '$\\frac{',
    'Aaaa ',
    'in<i>ABC</i>',
    '</sub>and',
    '<mml:mmultiscripts>',
    '<?a ',
    '<?a-',
    '<jats:x ',
    '<i>a</b>',
    '<mml:math>',
    '<math>a</i>',
    '\u200d',
  ])('a long text made of %j takes no long time', async (piece) => {
    expect(await threadTimeMs(() => plainText(piece.repeat(200_000 / piece.length)))).toBeLessThan(1500);
  });

  test.each([
    ['<math>', ' ', 'a</math>', 'a'],
    ['<math>', '<mmultiscripts><mprescripts/>', '</math>', ''],
    ['<!-- ', '<!--', '', '<!-- <!--'],
  ])('one that begins with %j and goes on with many %j takes no long time', async (start, piece, end, text) => {
    const tookMs = await threadTimeMs(() => {
      expect(plainText(start + piece.repeat(200_000 / piece.length) + end).text.startsWith(text)).toBe(true);
    });
    expect(tookMs).toBeLessThan(1500);
  });

  test('a tag of millions of attributes is read as text', () => {
    const odd = `<i${' a=b'.repeat(2_500_000)}>`;
    expect(plainText(odd)).toEqual({ text: odd, html: null });
  });

  test('elements in one another are shown up to twenty levels', () => {
    expect(plainText('<sub>'.repeat(20) + 'a').html).toBe(`${'<sub>'.repeat(20)}a${'</sub>'.repeat(20)}`);
    expect(plainText('<sub>'.repeat(21) + 'a')).toEqual({ text: 'a', html: null });
  });
});
