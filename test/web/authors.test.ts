import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyJsonPatch, JsonPatch } from '../../src/domain/json/json-patch.ts';
import type { components } from '../../web/src/api/schema.ts';
import { authorPatch, hasOtherAuthors } from '../../web/src/pages/publication/authors.ts';
import { patchOf } from '../../web/src/pages/publication/patch.ts';

type Publication = components['schemas']['DashboardPublication'];

const authorsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `A${n}`, orcid: null }));
const publicationOf = (authors: object[], author_count: number) => {
  const rest = { original: {}, enriched: null, edited: {}, provenance: {} };
  return { ...rest, merged: { data: { authors } }, author_count } as unknown as Publication;
};
/** What a response shows of a list: the first ones, and linked ones with their positions. */
const shownOf = (authors: { name: string }[], first: number, linked: number[]) => [
  ...authors.slice(0, first),
  ...linked.flatMap((position) => (authors[position] ? [{ ...authors[position], position }] : [])),
];

describe('a list of authors that is not shown whole', () => {
  test('is edited by index: whatever is done to the shown ones, all others stay in their order', () => {
    const Sizes = fc.record({
      hidden: fc.integer({ min: 1, max: 20 }),
      first: fc.integer({ min: 0, max: 12 }),
      linked: fc.uniqueArray(fc.integer({ min: 0, max: 31 }), { maxLength: 3 }),
      edits: fc.array(
        fc.record({ at: fc.nat(20), kind: fc.constantFrom('rename', 'remove', 'insert', 'move'), to: fc.nat(20) }),
        { maxLength: 8 },
      ),
    });
    fc.assert(
      fc.property(Sizes, ({ hidden, first, linked, edits }) => {
        const authors = authorsOf(first + hidden);
        const places = linked.filter((place) => place >= first && place < authors.length).sort((a, b) => a - b);
        const shown = shownOf(authors, first, places);
        let names = 0;
        const edited = edits.reduce((list: { name: string }[], { at, kind, to }) => {
          const next = [...list];
          const index = Math.min(at, list.length);
          if (kind === 'insert') next.splice(index, 0, { name: `New ${names++}` });
          else if (kind === 'remove') next.splice(index, 1);
          else if (kind === 'rename' && next[index]) next[index] = { name: `New ${names++}` };
          else if (kind === 'move') next.splice(Math.min(to, next.length - 1), 0, ...next.splice(index, 1));
          return next;
        }, shown);
        const patch = JsonPatch.parse(authorPatch(shown, edited));
        const applied = applyJsonPatch({ data: { authors } }, patch);
        if ('fault' in applied) throw new Error(applied.fault.message);
        const result = applied.document.data.authors.map(({ name }) => name);
        const shownNames = new Set(shown.map(({ name }) => name));
        const isHidden = (name: string) => name.startsWith('A') && !shownNames.has(name);
        expect(result.filter(isHidden)).toEqual(authors.map(({ name }) => name).filter(isHidden));
        expect(result.filter((name) => !isHidden(name))).toEqual(edited.map(({ name }) => name));
        expect(applied.document.data.authors.some((author) => 'position' in author)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test('sends only what was edited, each with a test, and never the list', () => {
    const authors = authorsOf(5_000);
    const shown = shownOf(authors, 1_000, [4_321]);
    const publication = publicationOf(shown, 5_000);
    expect(hasOtherAuthors(publication)).toBe(true);
    const text = shown.map(({ name }) => name.replace(/^(A7|A4321)$/, '$1 Kiln')).join('\n');
    expect(patchOf({ authors: { base: shown, text } }, publication)).toEqual([
      { op: 'test', path: '/data/authors/4321', value: authors[4_321] },
      { op: 'replace', path: '/data/authors/4321', value: { name: 'A4321 Kiln', orcid: null } },
      { op: 'test', path: '/data/authors/7', value: authors[7] },
      { op: 'replace', path: '/data/authors/7', value: { name: 'A7 Kiln', orcid: null } },
    ]);
  });
});

test('a list that is shown whole is replaced if it is as it was', () => {
  const authors = authorsOf(2);
  const publication = publicationOf(authors, 2);
  expect(patchOf({ authors: { base: authors, text: 'A1' } }, publication)).toEqual([
    { op: 'test', path: '/data/authors', value: authors },
    { op: 'replace', path: '/data/authors', value: [authors[1]] },
  ]);
});
