import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  isGroupName,
  isInvertedName,
  isNobody,
  listedNames,
  namePartsOf,
  printedName,
  withoutLifeDates,
  withSuffix,
} from '#src/matching/names/person-name.ts';
import { threadTimeMs } from '../../support/thread-time.ts';

const told = ({ given, family, suffix }: ReturnType<typeof namePartsOf>) =>
  [given ?? '', family ?? '', ...(suffix === undefined ? [] : [suffix])].join('|');

describe('the parts of a printed name', () => {
  test.each([
    ['Josiah S. Carberry', 'Josiah S.|Carberry'],
    ['Jan van der Berg', 'Jan|van der Berg'],
    ['Maria de la Cruz', 'Maria|de la Cruz'],
    ['Van Nguyen', 'Van|Nguyen'],
    ['de Gaulle', 'de|Gaulle'],
    ['Carberry, Josiah', 'Josiah|Carberry'],
    ['Carberry, Josiah, Jr.', 'Josiah|Carberry|Jr.'],
    ['Carberry, Jr., Josiah', 'Josiah|Carberry|Jr.'],
    ['Josiah Carberry, III', 'Josiah|Carberry|III'],
    ['Josiah Carberry Jr', 'Josiah|Carberry|Jr'],
    ['Prof. Dr. Ann Other', 'Ann|Other'],
    ['Josiah Carberry, Ph. D.', 'Josiah|Carberry'],
    ['Carberry, Josiah, MD, MPH', 'Josiah|Carberry'],
    ['Plato', '|Plato'],
    ['李明', '|李明'],
    ['', '|'],
  ])('of %j are %j', (printed, parts) => {
    expect(told(namePartsOf(printed))).toBe(parts);
  });

  test('lose no letter, whatever the name', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('Ann', 'van', 'Jr.', ',', 'O’Hara', 'de')), (words) => {
        // A suffix appears once, however often it was written.
        fc.pre(words.filter((word) => word === 'Jr.').length < 2);
        const bare = (text: string) => [...text.replace(/[\s,]/g, '')].sort().join('');
        expect(bare(printedName(namePartsOf(words.join(' '))))).toBe(bare(words.join(' ')));
      }),
    );
  });
});

describe('a generational suffix', () => {
  test.each([
    [{ given: 'Lawrence F.', family: 'Travis III' }, 'Lawrence F.|Travis|III'],
    [{ given: 'Martin, Jr.', family: 'King' }, 'Martin|King|Jr.'],
    [{ given: 'Ann', family: 'Smith Jr', suffix: 'Jr.' }, 'Ann|Smith|Jr.'],
    [{ given: 'Ann', family: 'Smith II', suffix: 'Jr.' }, 'Ann|Smith II|Jr.'],
    [{ given: null, family: 'III' }, '|III'],
    [{ given: 'Ben', family: 'Smith JR' }, 'Ben|Smith JR'],
    [{ given: 'Ivan', family: 'Iv' }, 'Ivan|Iv'],
    [{ given: 'Luiz Clay', family: 'Jr' }, 'Luiz|Clay|Jr'],
    [{ given: 'H. H. Kiln.', family: 'Jr.' }, 'H. H.|Kiln|Jr.'],
    [{ given: 'Luiz', family: 'Jr' }, 'Luiz|Jr'],
  ])('of %j: %j', (parts, found) => {
    expect(told(withSuffix(parts))).toBe(found);
    expect(withSuffix(withSuffix(parts))).toEqual(withSuffix(parts));
  });
});

test.each([
  [{ given: 'Ann', family: 'Smith', suffix: 'Ph.D' }, 'Ann|Smith'],
  [{ given: 'Ann', family: 'Smith', suffix: 'M.D., Ph. D.' }, 'Ann|Smith'],
  [{ given: 'Ann', family: 'Smith', suffix: 'Jr., MD' }, 'Ann|Smith|Jr.'],
  [{ given: 'Ann', family: 'Smith', suffix: 'V' }, 'Ann|Smith|V'],
  [{ given: 'Ann', family: 'Smith, PhD' }, 'Ann|Smith'],
  [{ given: 'Ann', family: 'Smith PhD' }, 'Ann|Smith'],
  [{ given: 'Dr. Ann', family: 'Smith' }, 'Ann|Smith'],
  [{ given: 'Prof. Dr. Ann', family: 'Smith' }, 'Ann|Smith'],
  [{ given: 'Dr.', family: 'Ann Smith' }, 'Ann|Smith'],
  [{ given: 'Dr.', family: 'Smith' }, '|Smith'],
  [{ given: 'Drew', family: 'Ma' }, 'Drew|Ma'],
  [{ given: 'Ing', family: 'Back' }, 'Ing|Back'],
])('titles and degrees are no part of a name: %j', (parts, found) => {
  expect(told(withSuffix(parts))).toBe(found);
  expect(withSuffix(withSuffix(parts))).toEqual(withSuffix(parts));
});

test.each([
  ['Santra, Biswajit', true],
  ['van der Berg, Jan', true],
  ['García Márquez, Gabriel', true],
  ['O’Hara, Ann-Marie', true],
  ['Smith, John Paul, Jr.', true],
  ['Kiln, Inc.', false],
  ['Zeiss, Carl AG', false],
  ['Royal Botanic Gardens, Kew', false],
  ['Clay, Germany', false],
  ['Clay, DC', false],
  ['Clay, University of', false],
  ['Kiln, Clay and Partners', false],
  ['Kiln Company, Vienna', false],
  ['Kiln, Clay, Glaze', false],
  ['Kiln', false],
])('%j is a person as libraries write them: %j', (name, isPerson) => {
  expect(isInvertedName(name)).toBe(isPerson);
});

test.each([
  ['Guth, Wilhelm, 1888-1980', 'Guth, Wilhelm'],
  ['Guth, Wilhelm (1888–1980)', 'Guth, Wilhelm'],
  ['Guth, Wilhelm, 1888-', 'Guth, Wilhelm'],
  ['Guth, Wilhelm, b. 1888', 'Guth, Wilhelm'],
  ['Team 2020', 'Team 2020'],
])('%j without the dates of a life: %j', (name, bare) => {
  expect(withoutLifeDates(name)).toBe(bare);
});

test.each([
  ['NA', true],
  ['NA NA', true],
  ['N.A.', true],
  ['No Name Supplied', true],
  ['null', true],
  ['[s.n.]', true],
  ['Hye-Jin NA', false],
  ['Na', false],
  ['Nana', false],
  ['Nobody', false],
])('%j names nobody: %j', (name, isNone) => {
  expect(isNobody(name)).toBe(isNone);
});

describe('a list in one name', () => {
  test.each([
    ['Enos, Ryan (Clay University); Vavreck, Lynn (UCLA)', ['Enos/Clay University', 'Vavreck/UCLA']],
    ['Enos, Ryan; Vavreck, Lynn;', ['Enos/', 'Vavreck/']],
    ['Enos, Ryan (UCLA)', ['Enos/UCLA']],
    ['Enos, Ryan', undefined],
    ['Ryan Enos; Lynn Vavreck', undefined],
    ['Urban & Vogel', undefined],
    ['Clay, Glaze, Kiln; Enos, Ryan', undefined],
    ['', undefined],
  ])('%j', (written, names) => {
    expect(listedNames(written)?.map(({ family, affiliations }) => `${family}/${affiliations}`)).toEqual(names);
  });

  test.each(['a, ', 'a, b;', 'a, b (', '(', ', ', 'a b '])(
    'a long one made of %j takes no long time',
    async (piece) => {
      const long = piece.repeat(40_000 / piece.length);
      const tookMs = await threadTimeMs(() => {
        listedNames(`${long})`);
        namePartsOf(long);
        withSuffix({ given: long, family: long, suffix: long });
        isInvertedName(long);
        withoutLifeDates(long);
        isNobody(long);
      });
      expect(tookMs).toBeLessThan(1500);
    },
  );
});

test.each([
  ['OLYMPUS Collaboration', true],
  ['The PLOS ONE Staff', true],
  ['University of Bern', true],
  ['GSFC', true],
  ['3D Robotics', true],
  ['Josiah Carberry', false],
  ['Li', false],
])('%j is a group: %j', (name, isGroup) => {
  expect(isGroupName(name)).toBe(isGroup);
});
