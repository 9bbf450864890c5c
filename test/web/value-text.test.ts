import { expect, test } from '@jest/globals';
import { textOf } from '../../web/src/data/value-text.ts';

test.each([
  [{ name: 'Kiln Fund', doi: null, ror: 'https://ror.org/021nxhr62', awards: ['1', '2'] }, 'Kiln Fund (1, 2)'],
  [{ name: null, doi: '10.13039/1', ror: 'https://ror.org/021nxhr62', awards: ['1'] }, 'https://ror.org/021nxhr62 (1)'],
  [{ name: null, doi: '10.13039/1', ror: null, awards: [] }, '10.13039/1'],
])('the funder %j is called by its name or an identifier', (funder, text) => {
  expect(textOf([funder])).toBe(text);
});
