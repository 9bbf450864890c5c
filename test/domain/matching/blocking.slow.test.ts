import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { compareNames } from '#src/matching/compare-names.ts';
import { contributorLists, matchPerson } from '#src/matching/match.ts';
import { conventionKeys, listedKeys, listedSkeletons, readName, soughtKeys } from '#src/matching/person-name.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';

// In a long list only authors who share a key with a name are compared. This must not lose anybody.

/** Words spelled in several ways, abbreviated, joined, romanized, or of one letter. */
const words = (
  'Müller Mueller Muller Stergios S. SA St. Polyzos Polyzoz Robert Bob Ron Ronald Md Muhammad Mohammed van de la Cruz Delacruz ' +
  "O' O Brien O'Brien Alghamdi al-Ghamdi Ghamdi Xiao-Ming Xiaoming X.-M. Xian Xi An Wang Wei Weijun 王小明 王 小明 李 明 " +
  'Юлия Yulia Iuliia Julija Ю. Иванов Ivanov Iwanow Щербаков Shcherbakov Scherbakow Христо Hristo Khristo К. X K Х Ξ Ks ' +
  'Παπαδόπουλος Papadopoulos Γεώργιος Georgios Yorgos Ä Ø Å Æ ə e Jr III Dr PhD Ben Kim Minh Le Ştefan Stefan عمر כהן Καρά Kara ' +
  'Lee Rhee Yi Park Pak Min-Seo Jung Jeong Ohno Ono Homma Honma Syunpei Hsiao-Ming Xiaoming Chang Zhang Tsai Cai Abu Zaid Abuzaid ' +
  'Abdul Rahman Abdurrahman Ben Salah Bensalah Laxmi Lakshmi Chaudhury Choudhuri Saint-Pierre St-Pierre Mª María Yuri Iurii'
).split(' ');
const orcids = ['0000-0000-0000-0001', '0000-0000-0000-0002'];

const typo = (text: string, at: number) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1);

/** Names of neighbouring words, many of which may be one person. */
const Names = (most: number): fc.Arbitrary<[Author, ...Author[]]> =>
  fc.nat(words.length - 6).chain((start) => {
    const part = (count: number) =>
      fc
        .array(fc.constantFrom(...words.slice(start, start + 6)), { minLength: 1, maxLength: count })
        .map((some) => some.join(' '));
    const name = fc
      .record({
        given: fc.option(part(2)),
        family: part(2),
        form: fc.constantFrom('split', 'split', 'unsplit', 'comma', 'joined'),
        typoAt: fc.option(fc.nat(20), { freq: 6 }),
        orcid: fc.option(fc.constantFrom(...orcids), { freq: 8 }),
      })
      .map(({ given, family, form, typoAt, orcid }): Author => {
        const last = typoAt === null ? family : typo(family, typoAt);
        const printed = form === 'comma' ? `${last}, ${given ?? ''}` : `${given ?? ''} ${last}`.trim();
        return {
          name: form === 'joined' ? printed.replaceAll(' ', '') : printed,
          given: form === 'split' ? given : null,
          family: form === 'split' ? last : null,
          orcid,
          affiliations: [],
        };
      });
    return fc.tuple(name, fc.array(name, { minLength: most, maxLength: most })).map(([one, more]) => [one, ...more]);
  });

const share = (one: ReadonlySet<string>, other: ReadonlySet<string>) => [...one].some((key) => other.has(key));

test('names that share no key are different or incomparable', () => {
  const grades = new Map<string, number>();
  fc.assert(
    fc.property(Names(8), ([one, ...others]) => {
      const name = readName(one);
      const { keys, skeletons } = soughtKeys(name);
      const conventions = conventionKeys(name);
      for (const each of others) {
        const other = readName(each);
        const isFound =
          share(listedKeys(other), keys) ||
          share(listedSkeletons(other), skeletons) ||
          share(conventionKeys(other), conventions);
        const { grade } = compareNames(name, other);
        if (!isFound) expect(['different', 'incomparable']).toContain(grade);
        grades.set(grade, (grades.get(grade) ?? 0) + 1);
      }
    }),
    { numRuns: 500 },
  );
  // These names can reveal an error.
  for (const grade of ['same', 'compatible', 'uncertain']) expect(grades.get(grade)).toBeGreaterThan(10);
});

test('a person is matched as if every author was compared', () => {
  let found = 0;
  fc.assert(
    fc.property(Names(16), fc.boolean(), ([person, other, ...more], isSameLength) => {
      const [authors, editors, rest] = [more.slice(0, 8), more.slice(8, 9), more.slice(9)];
      const openAlex = isSameLength ? authors.map((each, at) => rest[at] ?? each) : rest;
      const { name, given: givenName, family: familyName } = person;
      const otherNames = other ? [other.name] : [];
      const names = { orcid: orcids[0] as string, name, givenName, familyName, otherNames };
      const match = (isBlocked: boolean) => {
        const contributors = contributorLists({ authors, editors, openAlex });
        for (const list of isBlocked ? [] : Object.values(contributors)) list.named = () => [...list.all];
        return matchPerson(contributors, names, (_, list, position) => list === 'authors' && position === 3);
      };
      const blocked = match(true);
      expect(blocked).toEqual(match(false));
      if (blocked.found || blocked.candidates.length > 0) found++;
    }),
    { numRuns: 250 },
  );
  expect(found).toBeGreaterThan(50);
});

test('20 people are matched to 8,000 authors in the time of reading the names, not of comparing each with each', () => {
  const letters = (n: number) =>
    [...(n * 7_919).toString(26)].map((digit) => 'abcdefghijklmnopqrstuvwxyz'[Number.parseInt(digit, 26)]).join('');
  const authors = Array.from({ length: 8_000 }, (_, n) => {
    const [given, family] = [`q${letters(n)} ${letters(n + 7)}`, `k${letters(n * 31 + 5)}`];
    return { name: `${given} ${family}`, given, family, orcid: null, affiliations: [] };
  });
  const contributors = contributorLists({ authors, editors: [], openAlex: [] });
  let compared = 0;
  const { named } = contributors.authors;
  contributors.authors.named = (names) => {
    const some = named.call(contributors.authors, names);
    compared += some.length;
    return some;
  };
  for (let person = 0; person < 20; person++) {
    const { name, given, family } = authors[person * 301] as Author;
    const names = { orcid: orcids[0] as string, name, givenName: given, familyName: family };
    expect(matchPerson(contributors, names, () => false).found?.author_position).toBe(person * 301);
  }
  expect(compared).toBeLessThan(20 * 20);
});
