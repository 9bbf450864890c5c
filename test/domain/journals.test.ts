import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { issnsOfJournal, journalOf, type KnownStatement, withStatements } from '#src/records/journals/journal.ts';
import { type JournalStatement, journalIssnOf, statementsOf } from '#src/records/journals/statements.ts';
import { parseIssn } from '#src/vocabulary/identifiers/issn.ts';
import { aBibliography } from '../support/builders.ts';

const [print, online, foreign, other] = ['0264-3561', '1945-2101', '2049-3630', '0378-5955'] as const;

const says = (
  source: JournalStatement['source'],
  registrant: string | null,
  issns: string[],
  title: string | null = null,
) =>
  ({
    source,
    registrant,
    issns: issns.toSorted(),
    issn_l: null,
    title,
    publisher: null,
    is_in_doaj: null,
  }) as JournalStatement;
const openAlex = (issns: string[], fields: Partial<JournalStatement> = {}) => ({
  ...says('openalex', null, issns, 'Kiln Review'),
  ...fields,
});

/** The statements known after these, each of a publication of its own, one millisecond after the other. */
function knownAfter(...statements: JournalStatement[]) {
  const known = new Map<string, readonly KnownStatement[]>();
  for (const [n, made] of statements.entries()) {
    for (const issn of made.issns) {
      const change = { doi: `10.5555/${n}`, made: [made], now: new Date(n) };
      known.set(issn, withStatements(known.get(issn) ?? [], change));
    }
  }
  return (issn: string) => known.get(issn) ?? [];
}

test.each([
  ['0264-3561', '0264-3561'],
  ['2434561x', '2434-561X'],
  ['https://portal.issn.org/resource/ISSN/0264-3561', '0264-3561'],
  ['ISSN: 1945-2101', '1945-2101'],
  ['0264-3562', undefined],
  ['0264–3561', undefined],
  ['9783161484100', undefined],
  ['', undefined],
])('the ISSN %s is %s', (written, issn) => expect(parseIssn(written)).toBe(issn));

describe('ISSNs are of one journal', () => {
  const crossref = (prefix: string, ...issns: string[]) => says('crossref', prefix, issns);
  test.each<[string, JournalStatement[], boolean]>([
    ['if OpenAlex says so', [openAlex([print, online])], true],
    ['if the only registrant says so', [crossref('10.1', print, online)], true],
    ['though it names only one of them elsewhere', [crossref('10.1', print, online), crossref('10.1', print)], true],
    ['though somebody has one of them on ORCID', [crossref('10.1', print, online), says('orcid', null, [print])], true],
    ['if two registrants of Crossref say so', [crossref('10.1', print, online), crossref('10.2', print, online)], true],
    [
      'not if one registrant takes the ISSN of another',
      [crossref('10.1', print, online), crossref('10.2', online)],
      false,
    ],
    ['whoever came first', [crossref('10.2', online), crossref('10.1', print, online)], false],
    [
      'not against OpenAlex',
      [openAlex([online]), crossref('10.1', print, online), crossref('10.2', print, online)],
      false,
    ],
    ['not if OpenAlex knows the other', [openAlex([print]), crossref('10.1', print, online)], false],
    ['not by DataCite against Crossref', [crossref('10.1', print), says('datacite', '10.5', [print, online])], false],
    ['not by two of DataCite', [says('datacite', '10.5', [print, online]), says('datacite', '10.6', [online])], false],
    ['by DataCite alone', [says('datacite', '10.5', [print, online])], true],
    ['not by ORCID', [says('orcid', null, [print, online])], false],
    ['by what OpenAlex says now', [openAlex([print, online]), openAlex([print]), openAlex([online])], false],
  ])('%s', (_, statements, areOne) => {
    const known = knownAfter(...statements);
    expect(issnsOfJournal(print, known).includes(online)).toBe(areOne);
    expect(issnsOfJournal(online, known).includes(print)).toBe(areOne);
  });
});

describe('a journal', () => {
  test('is what the most trusted source says, with all forms of its title', () => {
    const known = knownAfter(
      says('orcid', null, [print], 'KILN REV'),
      { ...says('crossref', '10.1', [print, online], 'The Kiln Review'), publisher: 'Kiln Press' },
      openAlex([print, online], { issn_l: online, is_in_doaj: false }),
      openAlex([print, online], { issn_l: online, is_in_doaj: true, publisher: null }),
    );
    const journal = {
      id: online,
      issn_l: online,
      issns: [print, online],
      title: 'Kiln Review',
      titles: [
        { title: 'Kiln Review', sources: ['openalex'] },
        { title: 'The Kiln Review', sources: ['crossref'] },
        { title: 'KILN REV', sources: ['orcid'] },
      ],
      publisher: 'Kiln Press',
      is_in_doaj: true,
    };
    expect(journalOf(print, known)).toEqual(journal);
    expect(journalOf(online, known)).toEqual(journal);
    expect(journalOf(foreign, known)).toBeUndefined();
  });

  test('is not renamed by one registrant, but by two', () => {
    const own = says('crossref', '10.1', [print], 'Kiln Review');
    const strange = (prefix: string) => says('crossref', prefix, [print], 'Buy pills');
    expect(journalOf(print, knownAfter(own, strange('10.2')))?.title).toBe('Kiln Review');
    expect(journalOf(print, knownAfter(own, strange('10.2'), strange('10.2')))?.title).toBe('Kiln Review');
    expect(journalOf(print, knownAfter(own, strange('10.2'), strange('10.3')))?.title).toBe('Buy pills');
    expect(journalOf(print, knownAfter(says('datacite', '10.5', [print], 'Buy pills'), own))?.title).toBe(
      'Kiln Review',
    );
  });

  test('keeps room for trusted sources, whatever others say', () => {
    const many = Array.from({ length: 90 }, (_, n) => says('datacite', `10.5${n}`, [print], `Title ${n}`));
    const same = Array.from({ length: 9 }, (_, n) => says('crossref', '10.1', [print], `Form ${n}`));
    const known = knownAfter(...many, ...same, openAlex([print]))(print);
    expect(known).toHaveLength(40);
    expect(known.slice(0, 6).map(({ title }) => title)).toEqual([
      'Kiln Review',
      ...[0, 1, 2, 3, 4].map((n) => `Form ${n}`),
    ]);
    expect(journalOf(print, () => known)?.titles).toHaveLength(20);
  });
});

test('the ISSNs of the journals of others are the same whatever a stranger adds', () => {
  const issn = fc.constantFrom(print, online, foreign, other);
  const lists = fc.uniqueArray(issn, { minLength: 1 });
  const stranger = fc
    .tuple(fc.constantFrom('datacite' as const, 'orcid' as const), lists)
    .map(([source, issns]) => says(source, source === 'orcid' ? null : '10.66', issns, 'Buy pills'));
  const honest = fc.oneof(
    lists.map((issns) => openAlex(issns)),
    fc.tuple(fc.constantFrom('10.1', '10.2'), lists).map(([prefix, issns]) => says('crossref', prefix, issns, prefix)),
  );
  const model = fc.tuple(fc.array(honest, { minLength: 1, maxLength: 6 }), fc.array(stranger, { maxLength: 4 }));
  fc.assert(
    fc.property(model, ([owners, strangers]) => {
      const [before, now] = [knownAfter(...owners), knownAfter(...strangers, ...owners)];
      for (const one of owners.flatMap(({ issns }) => issns)) {
        expect(issnsOfJournal(one, now)).toEqual(issnsOfJournal(one, before));
        expect(journalOf(one, now)?.title).toBe(journalOf(one, before)?.title);
      }
      // Members of a journal agree about it.
      for (const one of [print, online, foreign, other])
        for (const member of issnsOfJournal(one, now)) expect(issnsOfJournal(member, now)).toContain(one);
    }),
  );
});

test('statements are stored once, and go with their publication', () => {
  const made = [says('crossref', '10.1', [print], 'Kiln Review')];
  const first = withStatements([], { doi: '10.1/a', made, now: new Date(1) });
  expect(withStatements(first, { doi: '10.1/a', made, now: new Date(2) })).toBe(first);
  expect(withStatements(first, { doi: '10.1/b', made, now: new Date(2) })).toBe(first);
  const renamed = [says('crossref', '10.1', [print], 'Clay Review')];
  const second = withStatements(first, { doi: '10.1/a', made: renamed, now: new Date(3) });
  expect(second).toEqual([{ ...renamed[0], doi: '10.1/a', since: 3 }]);
  expect(withStatements(second, { doi: '10.1/b', made: [], now: new Date(4) })).toBe(second);
  expect(withStatements(second, { doi: '10.1/a', made: [], now: new Date(4) })).toEqual([]);
});

test('the statements of a publication are those of each source', () => {
  const journal = {
    name: 'Kiln Review',
    type: 'journal',
    issn_l: online,
    issn: [print, online],
    publisher: null,
    is_in_doaj: true,
  };
  const original = {
    ...aBibliography({ title: 'Pots' }),
    publication_type: 'journal-article',
    container_title: 'Kiln Rev.',
    series_title: null,
    publisher: 'Kiln Press',
    issn: ['0264-3561', '0264-3562'],
    issn_types: [],
  };
  const record = {
    doi: '10.1/a',
    source: 'crossref' as const,
    original,
    enriched: null,
    enrichment: { journal },
    edits: {},
    orcid_bibliographies: null,
    researchers: [],
  };
  expect(statementsOf(record)).toEqual([
    { ...openAlex([print, online]), issn_l: online, is_in_doaj: true },
    { ...says('crossref', '10.1', [print], 'Kiln Rev.'), publisher: 'Kiln Press' },
  ]);
  // The ISSN of a part of a book is that of the series.
  const chapter = {
    ...original,
    publication_type: 'book-chapter',
    container_title: 'Kilns',
    series_title: 'Clay Studies',
  };
  expect(statementsOf({ ...record, enrichment: null, original: chapter })).toMatchObject([{ title: 'Clay Studies' }]);
  expect(statementsOf({ ...record, enrichment: { journal: 'x' }, original: { ...original, issn: ['x'] } })).toEqual([]);
  expect(journalIssnOf([print], record)).toBe(online);
  expect(journalIssnOf([foreign, print], record)).toBe(online);
  expect(journalIssnOf([foreign], record)).toBe(foreign);
  expect(journalIssnOf(['x', 7, print], { enrichment: null })).toBe(print);
  expect(journalIssnOf({ issn: print }, record)).toBeNull();
});
