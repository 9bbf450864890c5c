import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyJsonPatch, JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import type { components } from '../../web/src/api/schema.ts';
import {
  movedRow,
  newRows,
  type Person,
  type PersonRow,
  pastedRows,
  peopleOf,
  personRows,
  written,
} from '../../web/src/data/people.ts';
import { authorPatch, hasOtherAuthors } from '../../web/src/pages/publication/authors.ts';
import type { FieldName } from '../../web/src/pages/publication/fields.ts';
import { editedValue, type Fault, faultOf } from '../../web/src/pages/publication/input.ts';
import { patchOf } from '../../web/src/pages/publication/patch.ts';

type Publication = components['schemas']['DashboardPublication'];

const authorsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `A${n}`, orcid: null }));
const publicationOf = (authors: object[], author_count: number) => {
  const rest = { original: {}, enriched: null, edited: {}, provenance: {} };
  return { ...rest, merged: { data: { authors } }, author_count } as unknown as Publication;
};
/** A list of authors as a response shows it: the first ones, and linked ones with their positions. */
const shownOf = (authors: { name: string }[], first: number, linked: number[]) => [
  ...authors.slice(0, first),
  ...linked.flatMap((position) => (authors[position] ? [{ ...authors[position], position }] : [])),
];

const edited = (name: string) => ({ name, given: null, family: null, orcid: null, affiliations: [] });

test('a person whose name is edited keeps their contributions', () => {
  const was: Person = { ...edited('Ann'), credit_roles: ['software'] };
  const rows = personRows([was]).map((row) => ({ ...row, name: 'Ann Other' }));
  expect(peopleOf(rows).map(written)).toEqual([{ ...was, name: 'Ann Other' }]);
});

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
    const input = personRows(shown).map((row) =>
      /^(A7|A4321)$/.test(row.name) ? { ...row, name: `${row.name} Kiln` } : row,
    );
    expect(patchOf({ authors: { base: shown, input } }, publication)).toEqual([
      { op: 'test', path: '/data/authors/4321', value: authors[4_321] },
      { op: 'replace', path: '/data/authors/4321', value: edited('A4321 Kiln') },
      { op: 'test', path: '/data/authors/7', value: authors[7] },
      { op: 'replace', path: '/data/authors/7', value: edited('A7 Kiln') },
    ]);
  });
});

test('a list that is shown whole is replaced if it is as it was', () => {
  const authors = authorsOf(2);
  const publication = publicationOf(authors, 2);
  expect(patchOf({ authors: { base: authors, input: personRows(authors).slice(1) } }, publication)).toEqual([
    { op: 'test', path: '/data/authors', value: authors },
    { op: 'replace', path: '/data/authors', value: [authors[1]] },
  ]);
});

describe('rows of people', () => {
  const [first, second] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
  const person = (name: string, orcid: string | null): Person => ({
    name,
    given: name.split(' ')[0] ?? null,
    family: name.split(' ')[1] ?? null,
    orcid,
    affiliations: ['Clay University'],
  });
  const namesakes = [person('Wei Wang', first), person('Jo Xavier', null), person('Wei Wang', second)];
  const saved = (people: Person[], input: ReturnType<typeof personRows>) => {
    const patch = patchOf({ authors: { base: people, input } }, publicationOf(people, people.length));
    return patch.find(({ op }) => op === 'replace') as { value: Person[] } | undefined;
  };

  test('whatever is removed, inserted, moved or pasted, each person keeps their own iD', () => {
    const Edits = fc.array(
      fc.record({ at: fc.nat(20), kind: fc.constantFrom('remove', 'insert', 'move', 'paste'), to: fc.nat(20) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...namesakes), { maxLength: 6 }), Edits, (people, edits) => {
        // Everybody is told apart by an affiliation of their own.
        const all = people.map((one, index) => ({ ...one, affiliations: [`Place ${index}`] }));
        const rows = edits.reduce((rows, { at, kind, to }) => {
          const index = Math.min(at, rows.length - 1);
          if (kind === 'insert') return rows.toSpliced(index, 0, ...newRows(rows, ['Wei Wang'], ''));
          if (rows.length === 0) return rows;
          if (kind === 'remove') return rows.toSpliced(index, 1);
          if (kind === 'move') return movedRow(rows, index, Math.min(to, rows.length - 1));
          return pastedRows(rows, index, [rows[index]?.name ?? '', 'Wei Wang', 'Jo Xavier']);
        }, personRows(all));
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
        for (const { name, orcid, affiliations } of saved(all, rows)?.value ?? all) {
          const known = all.find((one) => one.affiliations[0] === affiliations?.[0]);
          expect({ name, orcid }).toEqual(known ? { name: known.name, orcid: known.orcid } : { name, orcid: null });
        }
      }),
    );
  });

  test('the middle one of three goes without moving an iD', () => {
    expect(saved(namesakes, personRows(namesakes).toSpliced(1, 1))?.value).toEqual([namesakes[0], namesakes[2]]);
    expect(saved(namesakes, personRows(namesakes))).toBeUndefined();
  });

  test('what the API adds to a person is not sent back', () => {
    const shown = [{ ...person('Wei Wang', first), position: 0, linked: true }, person('Jo Xavier', null)];
    const sent = saved(shown, personRows(shown).toSpliced(1, 1))?.value;
    expect(sent).toEqual([person('Wei Wang', first)]);
  });
});

test.each<[FieldName, string, Fault | undefined]>([
  ['publication_year', '20l9', 'year'],
  ['publication_year', '999', 'year'],
  ['publication_year', '2019.5', 'year'],
  ['publication_year', ' 2019 ', undefined],
  ['publication_year', '', undefined],
  ['publication_date', '2026-02-30', 'date'],
  ['publication_date', '2026-02', undefined],
  ['date_online', 'May 2026', 'date'],
  ['url', 'example.org', 'url'],
  ['url', 'javascript:alert(1)', 'url'],
  ['license_url', 'https://example.org/terms', undefined],
])('of %s, %j is refused before it is sent: %s', (name, input, fault) => {
  expect(faultOf(name, input)).toBe(fault);
});

test.each<[[string, string][], unknown, Fault | undefined]>([
  [[['', 'AI: a survey']], 'AI: a survey', undefined],
  [[['', ' ']], null, undefined],
  [
    [
      ['en', 'Pots'],
      ['de', 'Töpfe'],
    ],
    { en: 'Pots', de: 'Töpfe' },
    undefined,
  ],
  [
    [
      ['en', 'A'],
      ['en', 'B'],
    ],
    undefined,
    'languages',
  ],
  [
    [
      ['en', 'A'],
      ['EN', 'B'],
    ],
    undefined,
    'languages',
  ],
  [
    [
      ['en', 'A'],
      ['', 'B'],
    ],
    undefined,
    'languages',
  ],
  [
    [
      ['en', 'A'],
      ['German!', 'B'],
    ],
    undefined,
    'languages',
  ],
  [
    [
      ['en', 'A'],
      ['de', ' '],
    ],
    undefined,
    'languages',
  ],
])('the titles %j become %j, or are refused: %s', (titles, value, fault) => {
  const input = titles.map(([tag, text]) => ({ tag, text }));
  expect(faultOf('title', input)).toBe(fault);
  if (fault === undefined) expect(editedValue('title', input)).toEqual(value);
});

test('an author without a name, or with a wrong iD, is refused before it is sent', () => {
  const [row] = newRows([], [''], '');
  const faultOfRow = (part: object) => faultOf('authors', [{ ...row, ...part } as PersonRow]);
  expect([{}, { name: 'Jo' }, { family: 'Wang', orcid: '0000-0002-1825-0098' }].map(faultOfRow)).toEqual([
    'name',
    undefined,
    'orcid',
  ]);
});

test('a choice that was opened and not made changes nothing', () => {
  const publication = publicationOf([], 0);
  const opened = (input: string) => patchOf({ standalone: { base: null, input } }, publication);
  expect(opened('')).toEqual([]);
  expect(opened('false')).toMatchObject([{ op: 'test' }, { op: 'replace', path: '/data/standalone', value: false }]);
});
