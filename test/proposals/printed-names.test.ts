import { describe, expect, test } from '@jest/globals';
import { namesOfGroups } from '#src/records/groups/printed-names.ts';

const group = (id: string, fields: object = {}) => ({ id, name: id, printed_names: [], ror: null, ...fields });
const names = namesOfGroups([
  group('physics', { printed_names: ['Dept. of Physics', 'Institut für Physik'] }),
  group('applied', { printed_names: ['Institute of Applied Physics', 'Physics'] }),
  group('science', {
    name: { en: 'Faculty of Science', de: 'Naturwissenschaftliche Fakultät' },
    ror: 'https://ror.org/05gq02987',
  }),
  group('tokyo', { printed_names: ['理学部'] }),
  group('empty', { printed_names: ['…'] }),
]);

describe('a printed name in an affiliation', () => {
  test.each<[string, string[]]>([
    ['Dept of Physics, University of Invention, Stadt', ['applied', 'physics']],
    ['DEPT. OF PHYSICS; Invention', ['applied', 'physics']],
    ['Institut fur Physik der Universität', ['physics']],
    ['Institute of Applied Physics', ['applied']],
    ['Dept. of Biophysics', []],
    ['Dept. of Mathematical Physics', ['applied']],
    ['Institut für Physikdidaktik', []],
    ['東京大学理学部物理学科', ['tokyo']],
    ['東京大学理学', []],
    ['', []],
    ['Faculty of Science', []],
  ])('%s', (text, expected) => {
    expect([...names.printedIn(text)].sort()).toEqual(expected);
    expect([...names.printedIn(text)].sort()).toEqual(expected);
  });
});

test('a whole name in any language, as printed, and a ROR iD in any form', () => {
  expect(names.named('NATURWISSENSCHAFTLICHE FAKULTAT')).toEqual(['science']);
  expect(names.named('Faculty of Science')).toEqual(['science']);
  expect(names.named('dept of physics')).toEqual(['physics']);
  expect(names.named('Faculty of Science, Stadt')).toEqual([]);
  expect(names.named('')).toEqual([]);
  expect(names.withRor('05GQ02987')).toEqual(['science']);
  expect(names.withRor('https://ror.org/021nxhr62')).toEqual([]);
  expect(names.withRor('kilns')).toEqual([]);
});
