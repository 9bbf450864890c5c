import { expect, test } from '@jest/globals';
import { texText } from '#src/formats/reading/bibtex/tex-value.ts';
import { readAll } from './read.ts';

/** As bibtex-tidy 1.14 writes these letters. */
test.each([
  [String.raw`\cyrchar\CYRSHCH{}\cyrchar\cyre{}\cyrchar\cyrr{}\cyrchar\cyrb{}\cyrchar\cyra{}\cyrchar\cyrk{}`, 'Щербак'],
  [String.raw`\cyrchar{\'\CYRG}\cyrchar\cyro{}\cyrchar\cyrc{}\cyrchar\cyrie{}`, 'Ѓоцє'],
  [String.raw`\ensuremath{\lambda}\ensuremath{\iota}\ensuremath{\mu}\acute{\eta}\ensuremath{\nu}`, 'λιμήν'],
  [String.raw`\ensuremath{\pi}\ensuremath{\rho}\acute{\ddot{\iota}}\ensuremath{\ddot{\upsilon}}`, 'πρΐϋ'],
  [String.raw`\ensuremath{\Alpha}\ensuremath{\Theta}\ensuremath{\Eta}\ensuremath{\Nu}\ensuremath{\Alpha}`, 'ΑΘΗΝΑ'],
  [String.raw`5 \mathrm{\mu}m`, '5 μm'],
  [String.raw`\cyrchar\textnumero{}5`, '№5'],
  ['плюс', 'плюс'],
])('%s', (written, text) => {
  const read = texText(written);
  expect(read.text.normalize('NFC')).toBe(text);
  expect(read.unknown).toEqual([]);
});

test('braces within the argument of a command', () => {
  expect(texText(String.raw`of 10\ensuremath{^{-3}}\,mol \ensuremath{H_{2}O}, and more`)).toEqual({
    text: 'of 10-3 mol H2O, and more',
    html: 'of 10<sup>-3</sup> mol H<sub>2</sub>O, and more',
    unknown: [],
  });
  expect(texText(String.raw`at \url{https://example.org/{a}\}}, read`).text).toContain(', read');
  expect(texText(String.raw`\ensuremath{a_{b`).text).not.toBe('');
});

test('names', () => {
  const file = String.raw`@misc{a, title = {T}, author = {\cyrchar\CYRI{}\cyrchar\cyrv{}, \ensuremath{\Gamma}\ensuremath{\iota}\acute{\omega}}}`;
  expect(readAll(file).entries[0]).toMatchObject({
    notes: [],
    row: { data: { authors: [{ family: 'Ив', given: 'Γιώ' }] } },
  });
});
