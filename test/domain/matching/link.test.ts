import { describe, expect, test } from '@jest/globals';
import {
  decideMatch,
  isInForce,
  matchLinks,
  matchStatesOf,
  maxRejected,
  type NamedPeople,
  newLink,
  questionsOf,
  type ResearcherLink,
} from '#src/matching/link.ts';
import type { PersonNames } from '#src/matching/match.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { anAuthor, carberry, lovelace } from '../../support/builders.ts';

const josiah: PersonNames = { orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' };
const ada: PersonNames = { orcid: lovelace, name: 'Ada Lovelace', givenName: 'Ada', familyName: 'Lovelace' };
const people = [josiah, ada];
const context = { actor: 'user:a@example.org', now: new Date('2026-01-31T12:00:00Z') };

const of = (authors: Author[], editors: Author[] = []): NamedPeople => ({ authors, editors, openAlex: [] });
const authors = (...names: string[]) => of(names.map((name) => anAuthor(name)));
const matched = (named: NamedPeople, links: readonly ResearcherLink[] = [newLink(carberry)]) =>
  matchLinks(links, named, people);

/** Per link: whether curators are asked, where authors are known. */
const isOpen = (links: readonly ResearcherLink[]) =>
  questionsOf(links, () => authors('Ada Lovelace')).map((question) => question === 'open');

/** The links after a verdict about an author, matched again. */
function decide(
  links: readonly ResearcherLink[],
  named: NamedPeople,
  verdict: 'accept' | 'reject' | 'undo',
  position: number | null,
  orcid = carberry,
): ResearcherLink[] {
  const place = position === null ? null : ({ list: 'authors', position } as const);
  const decided = decideMatch(links, { orcid, verdict, place }, named, people, context);
  if ('path' in decided) throw new Error(`${decided.path} ${decided.message}`);
  return matchLinks(decided, named, people);
}

const summary = (links: readonly ResearcherLink[]) =>
  links.map(({ author_position }, index) => [author_position, matchStatesOf(links)[index], isOpen(links)[index]]);

test('a match has its evidence, and what is not certain has its candidates', () => {
  const named = of([anAuthor('Ada Lovelace'), anAuthor('Josiah Carberry', carberry), anAuthor('Carberry')]);
  expect(matched(named)).toEqual([
    {
      orcid: carberry,
      author_position: 1,
      editor_position: null,
      evidence: 'orcid',
      score: 1,
      reasons: ['orcid', 'full_name'],
      candidates: [],
      decision: null,
    },
  ]);
  const [link] = matched(authors('J. Carberry', 'Josiah Carberry'));
  expect(link).toMatchObject({ author_position: null, evidence: null, score: null, reasons: [] });
  expect(link?.candidates.map(({ author_position }) => author_position)).toEqual([1, 0]);
});

test('an editor is matched to the editors, and complete', () => {
  const links = matched(of([], [anAuthor('Josiah Carberry')]));
  expect(links).toMatchObject([{ author_position: null, editor_position: 0, evidence: 'name' }]);
  expect(matchStatesOf(links)).toEqual(['complete']);
});

test('two researchers at one author both need attention, an author and an editor of one number do not', () => {
  const at = (orcid: string, place: Partial<ResearcherLink>) => ({ ...newLink(orcid), ...place });
  const same = [at(carberry, { author_position: 0 }), at(lovelace, { author_position: 0 })];
  expect(isOpen(same)).toEqual([true, true]);
  const different = [at(carberry, { author_position: 0 }), at(lovelace, { editor_position: 0 })];
  expect(matchStatesOf(different)).toEqual(['complete', 'complete']);
});

test('without authors and editors there is nothing to decide, until they arrive', () => {
  const nobody = of([]);
  const links = matched(nobody);
  expect(questionsOf(links, () => nobody)).toEqual(['authors_unknown']);
  const arrived = authors('Charles Babbage');
  expect(questionsOf(matched(arrived, links), () => arrived)).toEqual(['open']);
  const editors = of([], [anAuthor('Charles Babbage')]);
  expect(questionsOf(matched(editors, links), () => editors)).toEqual(['open']);
  const theirs = authors('Josiah Carberry');
  expect(questionsOf(matched(theirs, links), () => theirs)).toEqual([null]);
});

describe('a decision', () => {
  const unclear = authors('J. Carberry', 'Josiah Carberry', 'Ada Lovelace');

  test('accepts an author, whatever the rules say', () => {
    const [link] = decide(matched(unclear), unclear, 'accept', 0);
    expect(link).toMatchObject({ author_position: 0, score: 1, evidence: 'name', candidates: [] });
    expect(link?.reasons).toEqual(['curator', 'initials']);
    expect(link?.decision).toMatchObject({ actor: context.actor, decided_at: context.now.getTime(), rejected: [] });
    const [stranger] = decide(matched(unclear), unclear, 'accept', 2);
    expect(stranger).toMatchObject({ author_position: 2, score: 1, evidence: null, reasons: ['curator'] });
  });

  test('rejects an author, which may settle who it is', () => {
    const links = decide(matched(unclear), unclear, 'reject', 0);
    expect(summary(links)).toEqual([[1, 'complete', false]]);
    expect(summary(decide(links, unclear, 'reject', 1))).toEqual([[null, 'needs_attention', true]]);
  });

  test('rejects an author that the rules are sure of', () => {
    const sure = of([anAuthor('Josiah Carberry', carberry)]);
    expect(summary(decide(matched(sure), sure, 'reject', 0))).toEqual([[null, 'needs_attention', true]]);
  });

  test('says that it is nobody in question: no question is left, and no match', () => {
    const many = authors('Carberry', ...Array.from({ length: 12 }, () => 'J. Carberry'), 'Ada Lovelace');
    const links = decide(matched(many), many, 'reject', null);
    expect(summary(links)).toEqual([[null, 'needs_attention', false]]);
    expect(links[0]?.decision).toMatchObject({ is_none: true, rejected: { length: 13 } });
    const more = of([...many.authors, anAuthor('Josiah Carberry')]);
    expect(summary(matched(more, links))).toEqual([[14, 'complete', false]]);
    const others = of([...many.authors, anAuthor('Ben Carberry')]);
    expect(summary(matched(others, links))).toEqual([[null, 'needs_attention', false]]);
    const maybe = of([...many.authors, anAuthor('Josiah Carbery')]);
    expect(summary(matched(maybe, links))).toEqual([[null, 'needs_attention', true]]);
  });

  test('of another kind replaces the one before', () => {
    let links = decide(matched(unclear), unclear, 'accept', 0);
    links = decide(links, unclear, 'accept', 2);
    expect(links[0]?.author_position).toBe(2);
    links = decide(links, unclear, 'reject', 2);
    expect(links[0]?.decision).toMatchObject({ accepted: null, rejected: [{ name: 'Ada Lovelace' }] });
    links = decide(links, unclear, 'accept', 2);
    expect(links[0]?.decision).toMatchObject({ accepted: { name: 'Ada Lovelace' }, rejected: [] });
    links = decide(links, unclear, 'reject', null);
    expect(links[0]?.decision).toMatchObject({ accepted: null, is_none: true });
    links = decide(links, unclear, 'accept', 1);
    expect(links[0]).toMatchObject({ author_position: 1, decision: { is_none: false } });
  });

  test('is undone for one author, or altogether', () => {
    const before = matched(unclear);
    let links = decide(before, unclear, 'reject', 0);
    links = decide(links, unclear, 'reject', 2);
    links = decide(links, unclear, 'undo', 0);
    expect(links[0]?.decision?.rejected.map(({ name }) => name)).toEqual(['Ada Lovelace']);
    expect(decide(links, unclear, 'undo', 2)).toEqual(before);
    for (const position of [0, null]) {
      expect(decide(decide(before, unclear, 'accept', 0), unclear, 'undo', position)).toEqual(before);
    }
    expect(decide(decide(before, unclear, 'reject', null), unclear, 'undo', null)).toEqual(before);
  });

  test('that was made already changes nothing', () => {
    for (const [verdict, position] of [
      ['accept', 0],
      ['reject', 0],
      ['reject', null],
      ['undo', null],
    ] as const) {
      const once = decide(matched(unclear), unclear, verdict, position);
      const place = position === null ? null : ({ list: 'authors', position } as const);
      const later = { actor: 'user:b@example.org', now: new Date() };
      expect(decideMatch(once, { orcid: carberry, verdict, place }, unclear, people, later)).toBe(once);
    }
  });

  test('for one researcher takes the author from the others', () => {
    const both = [newLink(carberry), newLink(lovelace)];
    const named = authors('J. Carberry', 'Ada Lovelace');
    const links = decide(matched(named, both), named, 'accept', 1);
    expect(summary(links)).toEqual([
      [1, 'complete', false],
      [null, 'needs_attention', true],
    ]);
    const place = { list: 'authors', position: 1 } as const;
    expect(decideMatch(links, { orcid: lovelace, verdict: 'accept', place }, named, people, context)).toMatchObject({
      path: 'decision',
    });
  });

  test.each([
    ['orcid', { orcid: lovelace, verdict: 'reject', place: { list: 'authors', position: 0 } }],
    ['position', { orcid: carberry, verdict: 'accept', place: { list: 'authors', position: 3 } }],
    ['position', { orcid: carberry, verdict: 'reject', place: { list: 'editors', position: 0 } }],
    ['position', { orcid: carberry, verdict: 'accept', place: null }],
  ] as const)('is refused with a wrong %s: %j', (path, verdict) => {
    expect(decideMatch(matched(unclear), verdict, unclear, people, context)).toMatchObject({ path });
  });

  test('is remembered for a bounded number of authors', () => {
    const many = authors(
      ...Array.from({ length: maxRejected + 1 }, (_, index) => `Number ${'A'.charCodeAt(0) + index}x`),
    );
    let links = matched(many);
    for (let position = 0; position < maxRejected; position++) links = decide(links, many, 'reject', position);
    const place = { list: 'authors', position: maxRejected } as const;
    const fault = decideMatch(links, { orcid: carberry, verdict: 'reject', place }, many, people, context);
    expect(fault).toMatchObject({ path: 'position' });
  });
});

describe('when the list of authors changes', () => {
  const before = authors('J. Carberry', 'Josiah Carberry', 'Ada Lovelace');
  const accepted = decide(matched(before), before, 'accept', 0);
  const rejected = decide(matched(before), before, 'reject', 0);

  test.each([
    ['in order', ['Ada Lovelace', 'Josiah Carberry', 'J. Carberry'], 2],
    ['in length', ['Grace Hopper', 'J. Carberry', 'Josiah Carberry'], 1],
    ['in how the author is written', ['Josiah Carberry', 'Ada Lovelace'], 0],
    ['in nothing but an equal name elsewhere', ['J. Carberry', 'J. Carberry'], 0],
  ])('%s, an accepted author stays', (_, names, position) => {
    const [link] = matched(authors(...names), accepted);
    expect(link).toMatchObject({
      author_position: position,
      score: 1,
      decision: { accepted: { name: 'J. Carberry', position } },
    });
  });

  test.each([
    ['is gone', authors('Ada Lovelace')],
    ['may be one of two', authors('Ada Lovelace', 'J. Carberry', 'J. Carberry')],
    ['has another iD', of([anAuthor('Ada Lovelace'), anAuthor('J. Carberry', lovelace)])],
  ])('and the accepted author %s, the rules decide nothing, until the list is as before', (_, named) => {
    const withOrcid = { ...before, authors: [anAuthor('J. Carberry', carberry), ...before.authors.slice(1)] };
    const start = decide(matched(withOrcid), withOrcid, 'accept', 0);
    const links = matched(named, start);
    expect(summary(links)).toEqual([[null, 'needs_attention', true]]);
    expect(isInForce(links[0] as ResearcherLink)).toBe(false);
    expect(links[0]?.decision?.accepted?.position).toBeNull();
    expect(matched(withOrcid, links)).toEqual(start);
  });

  test('another author who fits is only a candidate in place of the accepted one', () => {
    const start = decide(matched(before), before, 'accept', 2);
    const [link] = matched(authors('Grace Hopper', 'Josiah Carberry'), start);
    expect(link).toMatchObject({ author_position: null, candidates: [{ author_position: 1 }] });
    expect(link?.candidates[0]?.reasons).toEqual(['full_name', 'decision_lapsed']);
  });

  test('a rejected author stays rejected at another place, and nobody else is', () => {
    const links = matched(authors('Josiah Carberry', 'Grace Hopper', 'J. Carberry'), rejected);
    expect(summary(links)).toEqual([[0, 'complete', false]]);
    const alone = matched(authors('J. Carberry'), rejected);
    expect(summary(alone)).toEqual([[null, 'needs_attention', true]]);
  });
});

describe('somebody who is only in another role', () => {
  const inRoles = (...roles: [name: string, role: string][]): NamedPeople => ({
    ...authors('Tom Pot'),
    contributors: roles.map(([name, role]) => ({ ...anAuthor(name), role })),
  });

  test.each<[string, [string, string][], number]>([
    ['a translator', [['Josiah Carberry', 'translator']], 0],
    [
      'in two roles',
      [
        ['Eve Clay', 'supervisor'],
        ['Josiah Carberry', 'data-collector'],
        ['Josiah Carberry', 'contact-person'],
      ],
      1,
    ],
  ])('is matched to that: %s', (_, roles, position) => {
    const links = matched(inRoles(...roles));
    expect(links).toMatchObject([{ author_position: null, editor_position: null, contributor_position: position }]);
    expect(matchStatesOf(links)).toEqual(['complete']);
  });

  test('is asked about where it is not certain, can be chosen, and rejected again', () => {
    const named = inRoles(['Eve Clay', 'translator'], ['Carberry', 'supervisor']);
    const asked = matched(named);
    expect(questionsOf(asked, () => named)).toEqual(['open']);
    expect(asked[0]?.candidates).toMatchObject([{ contributor_position: 1, name: 'Carberry' }]);
    const verdict = (links: readonly ResearcherLink[], said: 'accept' | 'reject') => {
      const place = { list: 'contributors', position: 1 } as const;
      const decided = decideMatch(links, { orcid: carberry, verdict: said, place }, named, people, context);
      if ('path' in decided) throw new Error(`${decided.path} ${decided.message}`);
      return matchLinks(decided, named, people);
    };
    const chosen = verdict(asked, 'accept');
    expect(chosen[0]).toMatchObject({ contributor_position: 1, reasons: expect.arrayContaining(['curator']) });
    expect([matchStatesOf(chosen), questionsOf(chosen, () => named)]).toEqual([['complete'], [null]]);
    // The previous release reads `list`, which has no other value there.
    expect(chosen[0]?.decision?.accepted).toMatchObject({ list: 'editors', newer_list: 'contributors', position: 1 });
    expect(matchLinks(chosen, named, people)).toEqual(chosen);
    const rejected = verdict(chosen, 'reject');
    expect(rejected[0]).not.toHaveProperty('contributor_position');
    expect(rejected[0]?.candidates).toEqual([]);
    // As an author, they are found there.
    const moved = matchLinks(chosen, { ...inRoles(), ...of([anAuthor('Josiah Carberry')]) }, people);
    expect(moved[0]).not.toHaveProperty('contributor_position');
  });

  test('is no candidate there where an author or editor is one', () => {
    const named = { ...inRoles(['Josiah Carberry', 'supervisor']), editors: [anAuthor('J. Carberry')] };
    expect(matched(named)).toMatchObject([{ editor_position: 0 }]);
  });

  test('is not asked about as unanswerable where nobody else is named', () => {
    const named = { ...inRoles(['Eve Clay', 'translator']), authors: [] };
    expect(questionsOf(matched(named), () => named)).toEqual(['open']);
  });
});
