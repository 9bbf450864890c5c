import { describe, expect, test } from '@jest/globals';
import { readNameParts, readWhole, withoutOrcid } from '#src/matching/names/written.ts';
import { readName } from '#src/matching/person-name.ts';
import { threadTimeMs } from '../../support/thread-time.ts';

type Read = ReturnType<typeof readWhole>;
const told = (people: Read) =>
  people.map(({ name, given, family, suffix }) =>
    family === null ? name : [given ?? '', family, ...(suffix ? [suffix] : [])].join('|'),
  );

describe('one person', () => {
  test.each([
    ['Eve Clay (Pottery Specialist)', 'Eve|Clay'],
    ['Eve Clay (Corresponding author)', 'Eve|Clay'],
    ['Clay, Eve [Photographer]', 'Eve|Clay'],
    ['Eve Clay MD, PhD', 'Eve|Clay'],
    ['Eve Clay PhD, MD', 'Eve|Clay'],
    ['Eve Clay, MD, MPH, FRCP', 'Eve|Clay'],
    ['Eve Clay MSc PhD', 'Eve|Clay'],
    ['Clay, Eve MBBS, MSc', 'Eve|Clay'],
    ['Eve Clay MA, PhD', 'Eve|Clay'],
    ['Drew Ma', 'Drew|Ma'],
    ['Eve Clay1', 'Eve|Clay'],
    ['Eve Clay2,13', 'Eve|Clay'],
    ['Eve Clay1*', 'Eve|Clay'],
    ['Eve Clay²', 'Eve|Clay'],
    ['Eve Clay¹,²†', 'Eve|Clay'],
    ['*Eve Clay', 'Eve|Clay'],
    ['Eve Clay‡ (Excavator)', 'Eve|Clay'],
    ['Clay, Eve, 1901-1987', 'Eve|Clay'],
    ['Clay, Eve, b. 1951', 'Eve|Clay'],
    ['Eve Clay et al.', 'Eve|Clay'],
    ['Clay et al', '|Clay'],
    ['Clay, E. and others', 'E.|Clay'],
    ['Clay Pot, Eve Ann', 'Eve Ann|Clay Pot'],
    ['Eve von und zu Clay', 'Eve|von und zu Clay'],
    ['Clay, Eve, Jr.', 'Eve|Clay|Jr.'],
  ])('%j is %j', (written, person) => {
    expect(told(readWhole(written))).toEqual([person]);
  });

  test.each([
    ['Eve', 'Clay1,2', 'Eve|Clay'],
    ['Eve', 'Clay†', 'Eve|Clay'],
    ['Eve²', 'Clay', 'Eve|Clay'],
    ['Eve', 'Clay (Illustrator)', 'Eve|Clay'],
    ['Eve', 'Clay MD, PhD', 'Eve|Clay'],
    ['Eve', 'Clay et al.', 'Eve|Clay'],
    ['Eve, 1901-', 'Clay', 'Eve|Clay'],
    ['Eve (Evi)', 'Clay', 'Eve (Evi)|Clay'],
    ['Eve', 'Clay (Pot)', 'Eve|Clay (Pot)'],
    ['Martin, Jr.', 'Clay', 'Martin|Clay|Jr.'],
    ['Eve', 'Clay y Pot', 'Eve|Clay y Pot'],
  ])('%j | %j is %j', (given, family, person) => {
    expect(told(readNameParts({ given, family }))).toEqual([person]);
  });
});

describe('a group', () => {
  test.each([
    'Oven Programme 1998-2004',
    'Oven Programme, 1998-2004',
    'Clay & Daughters (Potters, 1856-1911)',
    'Clay Survey 3',
    'Pot Group2',
    'Clay Laboratory (Editor)',
    'Department of Pots and Ovens',
    'Clay, Pot and Oven Working Group',
  ])('%j stays whole', (written) => {
    expect(readWhole(written)).toEqual([{ name: written, given: null, family: null }]);
  });
});

describe('several people in one name', () => {
  test.each<[string, string[]]>([
    ['Eve A. Clay, Tom B. Pot', ['Eve A.|Clay', 'Tom B.|Pot']],
    ['E. Clay, T. Pot, I. Oven', ['E.|Clay', 'T.|Pot', 'I.|Oven']],
    ['Eve Clay, Tom Pot, Ida Oven', ['Eve|Clay', 'Tom|Pot', 'Ida|Oven']],
    ['Eve Clay, Tom Pot and Ida van der Oven', ['Eve|Clay', 'Tom|Pot', 'Ida|van der Oven']],
    ['Eve Clay; Tom Pot', ['Eve|Clay', 'Tom|Pot']],
    ['Clay, Eve; Pot, Tom; and Oven, Ida', ['Eve|Clay', 'Tom|Pot', 'Ida|Oven']],
    ['Clay E A; Pot T', ['E A|Clay', 'T|Pot']],
    ['Clay EA, Pot T.', ['EA|Clay', 'T.|Pot']],
    ['Clay, E. A., Pot, T.', ['E. A.|Clay', 'T.|Pot']],
    ['Eve Clay and Tom Pot', ['Eve|Clay', 'Tom|Pot']],
    ['Eve Clay & Tom Pot', ['Eve|Clay', 'Tom|Pot']],
    ['Eve A. Clay, Tom B. Pot, et al.', ['Eve A.|Clay', 'Tom B.|Pot']],
    ['Eve A. Clay MD, Tom B. Pot PhD', ['Eve A.|Clay', 'Tom B.|Pot']],
    ['Eve Clay on behalf of the Oven Study Group', ['Eve|Clay', 'Oven Study Group']],
  ])('%j', (written, people) => {
    expect(told(readWhole(written))).toEqual(people);
  });

  test.each([
    ['Eve A. Clay, Tom B.', 'Pot', ['Eve A.|Clay', 'Tom B.|Pot']],
    ['Eve Clay; Tom', 'Pot', ['Eve|Clay', 'Tom|Pot']],
    ['Eve', 'Clay; Tom Pot', ['Eve|Clay', 'Tom|Pot']],
  ])('%j | %j', (given, family, people) => {
    expect(told(readNameParts({ given, family }))).toEqual(people);
  });

  test.each(['Eve and Tom Clay', 'Clay & Pot', 'Clay; Pot', 'Eve Clay; the team of potters', 'Eve et Tom Clay'])(
    'who cannot be told apart, %j, is a whole name that matches nobody',
    (written) => {
      expect(readWhole(written)).toEqual([{ name: written, given: null, family: null }]);
      expect(readName({ name: written, given: null, family: null })).toEqual([]);
    },
  );
});

const iD = '0000-0002-1825-0097';
test.each([
  [iD, '', iD],
  [`https://orcid.org/${iD}`, '', iD],
  [`Eve Clay (ORCID: ${iD})`, 'Eve Clay', iD],
  [`Clay, Eve, ${iD}`, 'Clay, Eve', iD],
  ['0000-0002-1825-0098', '', null],
  ['Oven Programme 1998-2004', 'Oven Programme 1998-2004', null],
])('%j is the name %j with the iD %j', (written, text, orcid) => {
  expect(withoutOrcid(written)).toEqual({ text, orcid });
});

test.each(['a, ', 'A. B, ', 'Ann Kiln; ', 'and ', 'Kiln A ', 'Ann (', '1,', '†', '0000-', ', 1900-', 'for the '])(
  'a long name made of %j takes no long time',
  async (piece) => {
    const long = piece.repeat(40_000 / piece.length);
    const tookMs = await threadTimeMs(() => {
      readWhole(long);
      readNameParts({ given: long, family: long });
      withoutOrcid(long);
    });
    expect(tookMs).toBeLessThan(1500);
  },
);
