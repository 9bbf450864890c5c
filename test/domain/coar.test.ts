import { describe, expect, test } from '@jest/globals';
import { typeNamesOf } from '#src/records/citations/types.ts';
import { publicationTypeOf, workTypes } from '#src/records/orcid/work-types.ts';
import { coarTypeOf, outputTypeOf, outputTypes } from '#src/records/publications/coar.ts';

describe("COAR's type of a publication", () => {
  test.each<[string | null, string | null, string | null]>([
    ['journal-article', null, 'c_6501'],
    ['journal-article', 'review', 'c_dcae04bc'],
    ['journal-article', 'editorial', 'c_b239'],
    ['journal-article', 'letter', 'c_545b'],
    ['journal-article', 'erratum', 'c_7acd'],
    ['journal-article', 'something-new', 'c_6501'],
    ['book-chapter', 'erratum', 'c_3248'],
    ['proceedings-article', null, 'c_5794'],
    ['posted-content', 'preprint', 'c_816b'],
    ['posted-content', 'blog', 'c_6947'],
    ['report', 'working-paper', 'c_8042'],
    ['dissertation', null, 'c_46ec'],
    ['dataset', null, 'c_ddb1'],
    ['peer-review', null, 'H9BQ-739P'],
    ['clinical-study', null, 'c_7877'],
    ['conference-output', null, 'c_c94f'],
    ['unheard-of', null, null],
    [null, 'review', null],
  ])('%j %j: %j', (type, subtype, id) => {
    expect(coarTypeOf(type, subtype)?.uri ?? null).toBe(id && `http://purl.org/coar/resource_type/${id}`);
  });

  test('is known for every type of works at ORCID that is a publication, which the formats know, too', () => {
    for (const type of ['clinical-study', 'conference-output']) {
      expect(workTypes.has(type)).toBe(true);
      expect(coarTypeOf(publicationTypeOf(type)[0], null)).not.toBeNull();
    }
    expect(typeNamesOf('clinical-study').csl).toBe('report');
    // A contribution to a conference, not its proceedings.
    expect(typeNamesOf('conference-output').csl).toBe('paper-conference');
  });

  test('is known for every type that has a name in the formats', () => {
    const types =
      'journal-article book monograph book-chapter proceedings-article dissertation report dataset software poster'.split(
        ' ',
      );
    for (const type of types) {
      expect(typeNamesOf(type).csl).toBeDefined();
      expect(coarTypeOf(type, null)).toMatchObject({ label: expect.any(String) });
    }
  });
});

describe('the type of an output', () => {
  test.each<[string | null, string | null, string | null]>([
    ['journal-article', null, 'journal-article'],
    ['journal-article', 'review', 'review-article'],
    ['book-chapter', null, 'book-part'],
    ['dissertation', 'doctoral-thesis', 'doctoral-thesis'],
    ['report', 'working-paper', 'working-paper'],
    ['unheard-of', null, 'other'],
    [null, 'review', null],
  ])('%j %j: %j', (type, subtype, output) => expect(outputTypeOf(type, subtype)).toBe(output));

  test('is in the vocabulary for every type of works at ORCID', () => {
    const types = [...workTypes].map((workType) => {
      const [type, subtype] = publicationTypeOf(workType);
      return outputTypeOf(type, subtype ?? null);
    });
    for (const type of types) expect(outputTypes).toContain(type);
    expect(types.filter((type) => type === 'other').length).toBeLessThan(types.length / 4);
  });

  test('names of the vocabulary are words for an address, each once', () => {
    for (const type of outputTypes) expect(type).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(new Set(outputTypes).size).toBe(outputTypes.length);
  });
});
