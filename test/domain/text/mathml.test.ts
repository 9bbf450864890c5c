import { expect, test } from '@jest/globals';
import { plainText } from '#src/vocabulary/text/text.ts';

const half = '<mfrac><mn>1</mn><mn>2</mn></mfrac>';
const sum = '<mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>';

test.each([
  ['a fraction', half, '1/2'],
  ['one on a slant', half.replace('<mfrac', '<mfrac bevelled="true"'), '1/2'],
  ['one of sums', `<mfrac>${sum}<mn>2</mn></mfrac>`, '(a+b)/2'],
  ['one in another', `<mfrac>${half}<mi>n</mi></mfrac>`, '(1/2)/n'],
  ['two numbers without a line', half.replace('<mfrac', '<mfrac linethickness="0"'), '1 2'],
  ['a root', '<msqrt><mi>s</mi></msqrt><mo>=</mo><mn>13</mn>', '√s=13'],
  ['one of a sum', '<msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>', '√(a+b)'],
  ['a third root', '<mroot><mi>s</mi><mn>3</mn></mroot>', '∛s'],
  ['another root', '<mroot><mi>s</mi><mi>n</mi></mroot>', '<sup>n</sup>√s'],
  ['an index', '<msub><mi>x</mi><mn>1</mn></msub>', 'x<sub>1</sub>'],
  ['a power', '<msup>\n  <mn>10</mn>\n  <mrow><mo>−</mo><mn>6</mn></mrow>\n</msup>', '10<sup>−6</sup>'],
  ['a prime', '<msup><mi>x</mi><mo>′</mo></msup>', 'x′'],
  ['both', '<msubsup><mi>B</mi><mi>s</mi><mn>0</mn></msubsup>', 'B<sub>s</sub><sup>0</sup>'],
  [
    'a nuclide',
    '<mmultiscripts><mi>U</mi><none/><mo>+</mo><mprescripts/><mn>92</mn><mn>238</mn></mmultiscripts>',
    '<sub>92</sub><sup>238</sup>U<sup>+</sup>',
  ],
  [
    'a nuclide without letters behind it',
    '<mmultiscripts><mi>Fe</mi><mprescripts/><none/><mn>60</mn></mmultiscripts>',
    '<sup>60</sup>Fe',
  ],
  ['an accent', '<mover accent="true"><mi>p</mi><mo>¯</mo></mover><mover><mi>v</mi><mo>→</mo></mover>', 'p̄v⃗'],
  ['limits', '<munderover><mo>∑</mo><mn>0</mn><mi>n</mi></munderover><mi>i</mi>', '∑<sub>0</sub><sup>n</sup>i'],
  ['brackets', '<mfenced><mi>a</mi><mi>b</mi></mfenced>', '(a,b)'],
  ['others', '<mfenced open="|" close="⟩" separators=""><mi>a</mi><mi>b</mi></mfenced>', '|ab⟩'],
  ['a space', '<mn>5</mn><mspace width="0.3em"/><mi>GeV</mi>', '5 GeV'],
  ['no space', '<mi>a</mi><mspace width="0em"/><mspace width="-.1em"></mspace><mi>b</mi>', 'ab'],
  ['a table', '<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>', 'a b'],
  ['an index without a base', '<msub><mi>x</mi></msub>', 'x'],
])('in MathML, %s', (_, formula, shown) => {
  for (const prefix of ['', 'mml:']) {
    const math = `<math xmlns="urn:m">${formula}</math>`.replace(/<(\/?)/g, `<$1${prefix}`);
    for (const marked of [math, math.replaceAll('<', '&lt;').replaceAll('>', '&gt;')]) {
      const { text, html } = plainText(`Of ${marked} kilns`);
      const isPlain = !shown.includes('<');
      expect({ text, html }).toEqual({
        text: `Of ${shown.replace(/<[^>]*>/g, '')} kilns`.normalize('NFC'),
        html: isPlain ? null : `Of ${shown} kilns`,
      });
    }
  }
});

test('MathML whose elements are not balanced, or too deep in one another, is read as text', () => {
  expect(plainText('<math><mfrac><mn>1</mn><mn>2</mn></math> pots').text).toBe('12 pots');
  expect(plainText(`<math>${'<msqrt>'.repeat(200)}<mi>x</mi>${'</msqrt>'.repeat(200)}</math>`).text).toBe('x');
});

test('a line above letters is markup of titles at Crossref', () => {
  expect(plainText('The <ovl>X</ovl> ring')).toEqual({ text: 'The X ring', html: null });
});
