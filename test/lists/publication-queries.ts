import fc from 'fast-check';
import { countValues, localeMatch, matches, rowOrder } from '#src/lists/model/definition.ts';
import { pageBounds } from '#src/lists/model/page.ts';
import type { GroupCounting, ListQuery } from '#src/lists/model/query.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { daysOfDate } from '#src/records/groups/days.ts';
import { type GroupedOutput, groupCondition, withoutGroupCondition } from '#src/records/groups/group-condition.ts';
import { groupDays } from '#src/records/groups/group-days.ts';
import { groupsOf, groupsOfPerson } from '#src/records/groups/groups-of.ts';
import { groupBases, groupKnowledge } from '#src/records/groups/knowledge.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { aRow } from '../support/builders.ts';

/** Random rows and queries of publications, and the pages that the definition gives for them. */

/** Words that share substrings, and edge cases of lower case, blanks and code units. */
const word = fc.oneof(
  fc.constantFrom(
    'of',
    'in',
    'the',
    'pots',
    'pot',
    'spots',
    'İstanbul',
    'ISTANBUL',
    'Straße',
    'STRASSE',
    'ΟΔΟΣ',
    'ΣΟΦΟΣ',
  ),
  fc.constantFrom('e\u0301t\u00e9', '\ud83d\ude00x', '\ud83d', 'a-b', '', '100%', 'x\ty', 'ﬁn', 'Ǆ'),
  fc.string({ maxLength: 4 }),
);
/** As stored: the sources and edits are in NFC, and the table stores UTF-8. */
export const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' ').normalize('NFC').toWellFormed());
const title = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.record({ en: text, es: text }) },
  { weight: 1, arbitrary: fc.record({ es: text }) },
  { weight: 2, arbitrary: fc.record({ tr: text, en: text, 'pt-BR': text }, { requiredKeys: [] }) },
);
const date = fc.constantFrom(null, '2019', '2019-07', '2019-07-04', '2020', '2020-01-01');
export const row: fc.Arbitrary<PublicationRow> = fc
  .record({
    doi: fc.integer({ min: 0, max: 40 }).map((n) => `10.5555/${n}`),
    title,
    publication_date: date,
    publication_year: fc.constantFrom(null, 2019, 2020),
    publication_type: fc.constantFrom(null, 'journal-article', 'dataset', 'É "Straße" \\ A'),
    cited_by_count: fc.constantFrom(null, 0, 1, 5),
    last_fetched_at: fc.integer({ min: 0, max: 5 }),
    orcids: fc.subarray(['a', 'b', 'c']),
    open_access_status: fc.constantFrom(null, 'gold', 'closed'),
    license: fc.constantFrom(null, 'cc-by', 'cc-by-4.0', 'other'),
    visible: fc.boolean(),
    deleted_at: fc.constantFrom(null, '2026-01-31T12:00:00.000Z'),
  })
  .map((fields) => aRow(fields));
const anyPart = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: text },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'o',
      'ot',
      'f t',
      ' ',
      'n the',
      'ts of p',
      'σ',
      'ς',
      'ß',
      'i',
      'I',
      '\u0301',
      ' of ',
      '  ',
    ),
  },
);
export const q = anyPart.map((part) => part.toWellFormed());
/** Orders by the last digit of an id, then by its length. */
const foreignOrders = [(id: string) => Number(id.at(-1)), (id: string) => id.length].map((numberOf) => ({
  source: {},
  numberOf,
}));
const when = fc.constantFrom(
  ...['2018-06-01', '2019-07-01', '2019-07-05', '2020-01-01', '2020-06-01'].map((day) => Date.parse(day)),
);
const period = fc.record({ starts_at: fc.option(when), ends_at: fc.option(when) });
const names = ['faculty', 'institute', 'centre'];
const group = fc.constantFrom(...names);
/** Groups, their members among the people of the rows, outputs that have some by hand, and how they are asked for. */
const knowledge = fc
  .record({
    places: fc.array(fc.array(fc.record({ id: group, when: period }), { maxLength: 2 }), {
      minLength: 3,
      maxLength: 3,
    }),
    members: fc.array(
      fc.tuple(fc.constantFrom('a', 'b', 'z'), fc.record({ group_id: group, is_primary: fc.boolean(), when: period })),
      { maxLength: 5 },
    ),
    byHand: fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 40 }).map((n) => `10.5555/${n}`),
        fc.record({ added: fc.subarray(names), excluded: fc.subarray(names) }),
      ),
      { maxLength: 5 },
    ),
  })
  .map(({ places, members, byHand }) => {
    const open = { starts_at: null, ends_at: null, taken_over_by: null };
    const tree = places.map((parents, n) => ({
      ...{ id: names[n] ?? '', ...open },
      parents: parents.map(({ id, when }) => ({ id, ...when })),
    }));
    const byPerson = new Map<
      string,
      { group_id: string; is_primary: boolean; starts_at: number | null; ends_at: number | null }[]
    >();
    for (const [orcid, { when: own, ...membership }] of members)
      byPerson.set(orcid, [...(byPerson.get(orcid) ?? []), { ...membership, ...own }]);
    return groupKnowledge(tree, byPerson, new Map(byHand));
  });
const options = fc.record({
  basis: fc.constantFrom(...groupBases),
  primary: fc.boolean(),
  subgroups: fc.boolean(),
  today: fc.constant(Math.floor(Date.parse('2019-07-04') / 86_400_000)),
  monthsAfter: fc.constantFrom(0, 6),
});
export const groups = fc
  .tuple(knowledge, fc.subarray(names), options, fc.constantFrom('of', 'outside', 'both'))
  .map(([known, ids, asked, kind]) => ({
    ...(kind !== 'outside' && { of: groupCondition(known, ids, asked) }),
    ...(kind !== 'of' && { outside: withoutGroupCondition(known, asked) }),
  }));
export const groupCounting = fc.tuple(knowledge, options).map(([known, asked]) => ({
  days: groupDays(known, asked),
  groupsOf: (output: GroupedOutput) => groupsOf(output, known, asked),
  groupsOfPerson: (output: GroupedOutput, orcid: string) => groupsOfPerson(output, orcid, known, asked),
  any: () => withoutGroupCondition(known, asked),
}));
export const wantedValues = fc.record(
  {
    publication_type: fc.constantFrom(
      null,
      'dataset',
      'no match',
      ['dataset', 'journal-article'],
      ['no match', 'dataset'],
    ),
    publication_year: fc.constantFrom(null, 2019, [2019, 2020], [], [null], [2020, null]),
    orcid: fc.constantFrom('a', 'z', ['a', 'b'], ['c', 'a', 'z'], [null], ['b', null]),
    open_access_status: fc.constantFrom(null, 'gold', ['gold', 'closed'], ['closed', null]),
    license: fc.constantFrom(null, 'cc-by', ['cc-by-4.0', 'other'], [null, 'cc-by']),
  },
  { requiredKeys: [] },
);
export const unwantedValues = fc.record(
  {
    publication_type: fc.constantFrom(null, 'dataset', ['dataset', 'no match'], []),
    orcid: fc.constantFrom('a', ['b', 'z'], [null], [null, 'b']),
  },
  { requiredKeys: [] },
);
export const query: fc.Arbitrary<ListQuery> = fc.record(
  {
    page: fc.integer({ min: 1, max: 4 }),
    per_page: fc.integer({ min: 1, max: 9 }),
    q,
    sort: fc.constantFrom('last_fetched_at', 'publication_date', 'cited_by_count'),
    dir: fc.constantFrom('asc', 'desc'),
    where: fc.constantFrom([], ['public']),
    equals: wantedValues,
    except: unwantedValues,
    atLeast: fc.record(
      { cited_by_count: fc.constantFrom(null, 0, 1, 6), publication_year: fc.constantFrom(null, 2019, 2020) },
      { requiredKeys: [] },
    ),
    atMost: fc.record(
      { cited_by_count: fc.constantFrom(null, 0, 1, 6), publication_year: fc.constantFrom(null, 2019, 2020) },
      { requiredKeys: [] },
    ),
    facets: fc.subarray(['publication_type', 'publication_year', 'orcid']),
    ids: fc.constantFrom(new Set(['10.5555/1', '10.5555/2', 'unknown'])),
    alsoFound: fc.constantFrom(
      { equals: { orcid: ['a', 'z'] }, ids: new Set<string>() },
      { equals: { publication_type: ['dataset'], publication_year: [] }, ids: new Set(['10.5555/3', 'unknown']) },
      {
        equals: { publication_type: { containing: 'a' }, publication_year: { containing: '20' } },
        ids: new Set<string>(),
      },
      { equals: { publication_type: { containing: 'é' }, orcid: { containing: '' } }, ids: new Set<string>() },
    ),
    locale: fc.constantFrom('es', 'tr', 'az', 'de', 'en', 'en-GB', 'el', 'pt', 'pt-BR'),
    offset: fc.integer({ min: 0, max: 12 }),
    foreignOrder: fc.constantFrom(...foreignOrders),
    groups,
    countGroups: groupCounting,
  },
  { requiredKeys: ['page', 'per_page', 'q', 'sort', 'dir', 'where'] },
);
/** The result by the reference implementation. */
export function scan(rows: Iterable<PublicationRow>, asked: ListQuery) {
  const { foreignOrder: foreign } = asked;
  const spec = foreign
    ? { ...publicationSpec, sorts: { [asked.sort]: ({ doi }: PublicationRow) => foreign.numberOf(doi) } }
    : publicationSpec;
  const found = [...rows].filter((each) => matches(publicationSpec, each, asked)).sort(rowOrder(spec, asked));
  const { first, end, pages } = pageBounds(found.length, asked.page, asked.per_page, asked.offset);
  const facets = asked.facets?.map((name) => [name, countValues(publicationSpec, found, name)]);
  const { q, locale } = asked;
  return {
    rows: found.slice(first, end),
    ...(q !== '' && locale !== undefined && localeMatch(publicationSpec, found.slice(first, end), { q, locale })),
    page: asked.page,
    per_page: asked.per_page,
    total: found.length,
    pages,
    ...(facets && { facets: Object.fromEntries(facets) }),
    ...(asked.countGroups && { groupCounts: countByRule(found, asked.countGroups) }),
  };
}

function countByRule(rows: readonly PublicationRow[], { groupsOf: groupsIn }: GroupCounting) {
  const counts = new Map<string, number>();
  let without = 0;
  for (const { doi, orcids, publication_date } of rows) {
    const ids = [...groupsIn({ id: doi, orcids, days: daysOfDate(publication_date) })];
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    if (ids.length === 0) without++;
  }
  return { counts, without };
}
