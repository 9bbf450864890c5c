import { describe, expect, test } from '@jest/globals';
import { contributorLists, matchPerson, maxCandidates, type PersonNames } from '#src/matching/match.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { anAuthor, carberry, lovelace } from '../../support/builders.ts';

const josiah: PersonNames = { orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' };
const nameless: PersonNames = { orcid: carberry, name: null, givenName: null, familyName: null };

const match = (authors: Author[], person = josiah, more: { editors?: Author[]; openAlex?: Author[] } = {}) =>
  matchPerson(contributorLists({ authors, editors: [], openAlex: [], ...more }), person, () => false);

/** The positions of the candidates, best first. */
const candidates = (...of: Parameters<typeof match>) =>
  match(...of).candidates.map(({ author_position }) => author_position);

describe('an author with the iD of the person', () => {
  test('is the person, also among namesakes', () => {
    const authors = [anAuthor('Josiah Carberry'), anAuthor('J. Carberry', carberry)];
    expect(match(authors)).toEqual({
      found: {
        author_position: 1,
        editor_position: null,
        name: 'J. Carberry',
        score: 1,
        reasons: ['orcid', 'initials'],
      },
      candidates: [],
    });
  });

  test('is not, if the name is another one: then nobody is, and both come into question', () => {
    const { found, candidates } = match([anAuthor('Ada Lovelace', carberry), anAuthor('Josiah Carberry')]);
    expect(found).toBeNull();
    expect(candidates).toMatchObject([
      { author_position: 1, reasons: ['full_name'] },
      { author_position: 0, score: 0.4, reasons: ['orcid_contradicts_name', 'different_name'] },
    ]);
    expect(match([anAuthor('Ada Lovelace', carberry)])).toMatchObject({ found: null, candidates: [{}] });
  });

  test('is a question for both if the publisher gives the iD to two people', () => {
    const authors = [anAuthor('Ada Lovelace', carberry), anAuthor('Josiah Carberry', carberry)];
    expect(match(authors)).toEqual({
      found: null,
      candidates: [
        expect.objectContaining({ author_position: 1, score: 0.5, reasons: ['orcid', 'full_name', 'several_fit'] }),
        expect.objectContaining({ author_position: 0, score: 0.2 }),
      ],
    });
    const ada = { orcid: '0000-0002-1694-233X', name: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' };
    expect(match(authors, ada)).toMatchObject({
      found: null,
      candidates: [{ author_position: 0, reasons: ['full_name', 'other_orcid'] }],
    });
  });

  test('is nobody in particular if two of them have the name', () => {
    const authors = [anAuthor('Josiah Carberry', carberry), anAuthor('J. Carberry', carberry)];
    expect(match(authors).found).toBeNull();
    expect(candidates(authors)).toEqual([0, 1]);
  });

  test.each([
    ['the name of the person is private', nameless, 'Ada Lovelace'],
    ['the name is in other characters', josiah, '王小明'],
    ['only a family name is given', josiah, 'Carberry'],
    ['there is a slip in the name', josiah, 'Josiah Carbery'],
  ])('is the person if %s', (_, person, name) => {
    expect(match([anAuthor('Charles Babbage'), { ...anAuthor(name), orcid: carberry }], person).found).toMatchObject({
      author_position: 1,
      score: 0.95,
    });
  });

  test('is not, if the name proves nothing and another author has it', () => {
    const authors = [
      { ...anAuthor('x'), name: '王小明', given: null, family: '王小明', orcid: carberry },
      anAuthor('Josiah Carberry'),
    ];
    expect(match(authors).found).toBeNull();
    expect(candidates(authors)).toEqual([1, 0]);
  });
});

describe('without an iD', () => {
  const byName: [string, string[], number | null][] = [
    ['the same name', ['Ada Lovelace', 'Josiah Carberry'], 1],
    ['an initial for the given name', ['J. Carberry'], 0],
    ['another case', ['JOSIAH CARBERRY'], 0],
    ['another initial', ['A. Carberry'], null],
    ['another given name of the same initial', ['Joseph Carberry'], null],
    ['a family name alone', ['Carberry'], null],
    ['two who could be', ['J. Carberry', 'Josiah Carberry'], null],
    ['an author who is listed twice', ['Josiah Carberry', 'Ada Lovelace', 'Josiah Carberry'], null],
    ['an initial, and a family name alone', ['J. Carberry', 'Carberry'], null],
    ['the name, and a family name alone', ['Josiah Carberry', 'Carberry'], 0],
    ['the name, and a short form of it', ['Jos Carberry', 'Josiah Carberry'], 1],
    ['the name, and the same in the other order', ['Carberry Josiah', 'Josiah Carberry'], 1],
    ['nobody', ['Ada Lovelace'], null],
    ['no authors', [], null],
  ];
  test.each(byName)('%s', (_, names, position) => {
    expect(match(names.map((name) => anAuthor(name))).found?.author_position ?? null).toBe(position);
  });

  test('somebody of the same name with another iD is not the person, but comes into question', () => {
    const [candidate] = match([anAuthor('Josiah Carberry', lovelace)]).candidates;
    expect(candidate).toMatchObject({ author_position: 0, score: 0.3, reasons: ['full_name', 'other_orcid'] });
    expect(match([anAuthor('Josiah Carberry', lovelace), anAuthor('J. Carberry')]).found?.author_position).toBe(1);
  });

  test('namesakes share the score', () => {
    const found = match([anAuthor('Josiah Carberry'), anAuthor('Josiah Carberry')]).candidates;
    expect(found.map(({ score, reasons }) => [score, reasons])).toEqual([
      [0.5, ['full_name', 'several_fit']],
      [0.5, ['full_name', 'several_fit']],
    ]);
  });

  test('there are never more than five candidates, the best first', () => {
    const authors = [anAuthor('Carberry'), ...Array.from({ length: 20 }, () => anAuthor('J. Carberry'))];
    const scores = match(authors).candidates.map(({ score }) => score);
    expect(scores).toHaveLength(maxCandidates);
    expect(scores[0]).toBe(0.5);
  });

  test('a person without a known name is nobody', () => {
    expect(match([anAuthor('Josiah Carberry')], nameless)).toEqual({ found: null, candidates: [] });
  });

  test.each([
    ['G. Bhojaraju', ['Bhojaraju, G']],
    ['小明 王', ['王小明']],
    ['Maria Santos', ['Maria Santos', 'M. Silva']],
  ])('other names of the person count: %s is one of %j', (name, otherNames) => {
    const person = { orcid: carberry, name: 'Maria Gunjal', givenName: 'Maria', familyName: 'Gunjal' };
    expect(match([anAuthor(name)], person).found).toBeNull();
    expect(match([anAuthor(name)], { ...person, otherNames }).found?.author_position).toBe(0);
  });
});

describe('a name in another spelling', () => {
  const jin = { orcid: carberry, name: 'Jin Lee', givenName: 'Jin', familyName: 'Lee' };

  test('is a question, which an iD answers', () => {
    const authors = [anAuthor('Ada Lovelace'), anAuthor('Jin Yi')];
    expect(match(authors, jin)).toMatchObject({
      found: null,
      candidates: [{ author_position: 1, score: 0.5, reasons: ['romanized'] }],
    });
    const openAlex = [anAuthor('Ada Lovelace'), anAuthor('Jin Lee', carberry)];
    expect(match(authors, jin, { openAlex }).found).toMatchObject({ author_position: 1, score: 0.9 });
    expect(match([anAuthor('Jin Yi', carberry)], jin).found).toMatchObject({ author_position: 0, score: 0.95 });
  });

  test('is no rival of one that fits as it is spelled', () => {
    expect(match([anAuthor('J. Yi'), anAuthor('J. Lee')], jin).found).toMatchObject({ author_position: 1 });
  });

  test('of swapped parts is a question, which an iD answers', () => {
    const ali = { orcid: carberry, name: 'Ali Hassan', givenName: 'Ali', familyName: 'Hassan' };
    expect(match([anAuthor('Hassan Ali')], ali)).toMatchObject({ found: null, candidates: [{ author_position: 0 }] });
    const openAlex = [anAuthor('Ali Hassan', carberry)];
    expect(match([anAuthor('Hassan Ali')], ali, { openAlex }).found).toMatchObject({ author_position: 0 });
  });
});

describe("OpenAlex's iDs", () => {
  const inOpenAlex = (...orcids: (string | null)[]) =>
    orcids.map((orcid, index) => anAuthor(`Author ${'ABC'[index]}`, orcid));

  test('settle a name that leaves doubt', () => {
    const authors = [anAuthor('Ada Lovelace'), anAuthor('Josiah Carbery')];
    expect(match(authors).found).toBeNull();
    const openAlex = [anAuthor('Ada Lovelace'), anAuthor('Josiah Carberry', carberry)];
    expect(match(authors, josiah, { openAlex }).found).toMatchObject({
      author_position: 1,
      score: 0.9,
      reasons: ['openalex_orcid', 'similar_name'],
    });
  });

  test('do not settle which of two namesakes it is, or that another name is the same person', () => {
    const openAlex = [anAuthor('J. Carberry'), anAuthor('J. Carberry', carberry)];
    expect(match([anAuthor('J. Carberry'), anAuthor('J. Carberry')], josiah, { openAlex }).found).toBeNull();
    const wrong = [anAuthor('Ada Lovelace', carberry)];
    expect(match([anAuthor('Ada Lovelace')], josiah, { openAlex: wrong })).toMatchObject({
      found: null,
      candidates: [{ author_position: 0, score: 0.3, reasons: ['openalex_orcid', 'different_name'] }],
    });
  });

  test('on another author make initials a question, and a full name none', () => {
    const openAlex = [anAuthor('J. Carberry'), anAuthor('Ada Lovelace', carberry)];
    const authors = [anAuthor('J. Carberry'), anAuthor('Ada Lovelace')];
    expect(match(authors, josiah, { openAlex })).toMatchObject({
      found: null,
      candidates: [
        { author_position: 0, reasons: ['initials', 'openalex_orcid_elsewhere'] },
        { author_position: 1, reasons: ['openalex_orcid', 'different_name'] },
      ],
    });
    const full = [anAuthor('Josiah Carberry'), anAuthor('Ada Lovelace')];
    expect(match(full, josiah, { openAlex }).found?.author_position).toBe(0);
  });

  test('count for nothing if two authors have them', () => {
    const authors = [anAuthor('J. Carberry'), anAuthor('Ada Lovelace')];
    expect(match(authors, josiah, { openAlex: inOpenAlex(carberry, carberry) }).found?.score).toBe(
      match(authors).found?.score,
    );
  });
});

describe('an editor', () => {
  test('is found by the same rules if no author comes into question', () => {
    const editors = [anAuthor('Ada Lovelace'), anAuthor('J. Carberry')];
    expect(match([], josiah, { editors }).found).toMatchObject({ author_position: null, editor_position: 1 });
    expect(match([anAuthor('Ada Lovelace')], josiah, { editors }).found).toMatchObject({ editor_position: 1 });
  });

  test('is not looked at if an author does', () => {
    const editors = [anAuthor('Josiah Carberry')];
    expect(match([anAuthor('Josiah Carberry')], josiah, { editors }).found).toMatchObject({ author_position: 0 });
    expect(match([anAuthor('Carberry')], josiah, { editors })).toMatchObject({
      found: null,
      candidates: [{ author_position: 0, editor_position: null }],
    });
  });
});
