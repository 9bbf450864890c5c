import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parseCrossrefRecord, readCrossrefRecord } from '#src/sources/crossref/record.ts';
import { SourceAnswerMalformed, SourceUnavailable } from '#src/sources/requests/source.ts';
import { Bibliography, emptyBibliography } from '#src/vocabulary/bibliography.ts';
import type { Relation } from '#src/vocabulary/relation.ts';
import { threadTimeMs } from '../support/thread-time.ts';
import { type SourceServer, startSource } from './source-server.ts';

const doi = '10.5555/pots(1)';
let source: SourceServer;

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());
beforeEach(() => source.script({ status: 404, text: 'Resource not found.' }));

/** The bibliography that is read from a record with these fields. */
async function read(fields: Record<string, unknown>): Promise<Bibliography> {
  source.script({ json: { status: 'ok', 'message-type': 'work', message: { DOI: doi, ...fields } } });
  const answer = await readCrossrefRecord(doi);
  return Bibliography.parse(answer?.bibliography);
}

test('a full record', async () => {
  const message = {
    DOI: '10.5555/POTS(1)',
    type: 'journal-article',
    title: ['', 'On <i>Cracked</i> Pots'],
    subtitle: ['A Study'],
    'original-title': ['Über gesprungene Töpfe', 'GERMAN', 'On Cracked Pots.'],
    author: [
      {
        given: 'Josiah',
        family: 'Carberry',
        suffix: 'Jr.',
        ORCID: 'http://orcid.org/0000-0002-1825-0097',
        affiliation: [
          { name: 'Department of Psychoceramics &amp; Glass, Lyon, France.' },
          {
            name: 'Clay University',
            place: ['Tbilisi', 'Athens, Greece'],
            id: [
              { id: 'https://isni.org/1', 'id-type': 'ISNI' },
              { id: 'https://ror.org/021NXHR62', 'id-type': 'ROR', 'asserted-by': 'publisher' },
            ],
          },
          { name: 'University of Athens, Georgia', id: [{ id: 'nonsense', 'id-type': 'ROR' }] },
          { id: [] },
        ],
      },
      { name: 'The Pottery Group' },
      { family: 'Mononym', affiliation: null },
      { sequence: 'additional' },
    ],
    editor: [{ given: 'Eve', family: 'Editor' }],
    translator: [{ given: 'Tom', family: 'Translator' }],
    chair: [{ name: 'The Chair' }],
    published: { 'date-parts': [[2020, 5]] },
    issued: { 'date-parts': [[2020, 5]] },
    created: { 'date-parts': [[2019, 1, 1]] },
    'container-title': ['Journal of Psychoceramics &amp; Glass'],
    publisher: 'University Press',
    volume: '5',
    'journal-issue': { issue: '11' },
    page: '1-3',
    'article-number': 'e5',
    ISSN: ['0264-3561', '0264-3561'],
    'issn-type': [
      { value: '0264-3561', type: 'print' },
      { value: '0264-3561', type: 'print' },
      { value: '1945-2101', type: 'other' },
    ],
    ISBN: ['http://id.crossref.org/isbn/9783161484100', '9780000000002'],
    abstract: '<jats:title>Abstract</jats:title><jats:p>We tested <jats:italic>p</jats:italic> &lt; 0.05.</jats:p>',
    language: 'en-GB',
    license: [
      { URL: 'https://example.org/tdm', 'content-version': 'unspecified' },
      { URL: 'https://example.org/mining', 'content-version': 'tdm' },
      { URL: 'https://example.org/manuscript', 'content-version': 'am' },
      { URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor' },
    ],
    subject: ['Ceramics'],
    funder: [
      { name: 'Clay Fund', DOI: '10.13039/000000000001', award: ['C-1', 'C‐1'] },
      {
        name: 'The Clay Fund',
        DOI: '10.13039/000000000001',
        award: ['C-2'],
        'award-info': [{ 'award-number': ['C-3'] }],
      },
      { id: [{ id: 'https://ror.org/021nxhr62', 'id-type': 'ROR' }] },
      { award: ['nameless', Array.from({ length: 40 }, (_, n) => `CCF ${100 + n}`).join(', '), 'AB,12'] },
      { name: '' },
    ],
    resource: { primary: { URL: 'https://journal.example.org/pots' } },
    URL: 'https://doi.org/10.5555/pots(1)',
    relation: { 'has-preprint': [{ 'id-type': 'doi', id: '10.5555/Preprint', 'asserted-by': 'object' }] },
    'is-referenced-by-count': 7,
  };
  source.script({ json: { status: 'ok', 'message-type': 'work', message } });
  const answer = await readCrossrefRecord(doi);
  expect(answer).toMatchObject({ source: 'crossref', doi, raw: message });
  expect(answer?.bibliography).toEqual({
    ...emptyBibliography,
    title: 'On Cracked Pots',
    title_html: 'On <i>Cracked</i> Pots',
    subtitle: 'A Study',
    alternative_titles: ['Über gesprungene Töpfe'],
    authors: [
      {
        name: 'Josiah Carberry Jr.',
        given: 'Josiah',
        family: 'Carberry',
        suffix: 'Jr.',
        orcid: '0000-0002-1825-0097',
        affiliations: [
          'Department of Psychoceramics & Glass, Lyon, France.',
          'Clay University',
          'University of Athens, Georgia',
        ],
        affiliation_details: [
          {
            printed: 'Department of Psychoceramics & Glass, Lyon, France.',
            name: null,
            ror: null,
            country: 'FR',
          },
          { printed: 'Clay University', name: null, ror: 'https://ror.org/021nxhr62', country: 'GR' },
          { printed: 'University of Athens, Georgia', name: null, ror: null, country: null },
        ],
      },
      { name: 'The Pottery Group', given: null, family: null, orcid: null, affiliations: [] },
      { name: 'Mononym', given: null, family: 'Mononym', orcid: null, affiliations: [] },
    ],
    editors: [{ name: 'Eve Editor', given: 'Eve', family: 'Editor', orcid: null, affiliations: [] }],
    contributors: [
      { name: 'Tom Translator', given: 'Tom', family: 'Translator', orcid: null, affiliations: [], role: 'translator' },
      { name: 'The Chair', given: null, family: null, orcid: null, affiliations: [], role: 'chair' },
    ],
    publication_date: '2020-05',
    publication_year: 2020,
    date_issued: '2020-05',
    publication_type: 'journal-article',
    container_title: 'Journal of Psychoceramics & Glass',
    publisher: 'University Press',
    volume: '5',
    issue: '11',
    pages: '1-3',
    article_number: 'e5',
    issn: ['0264-3561'],
    issn_types: [{ issn: '0264-3561', type: 'print' }],
    isbn: ['9783161484100', '9780000000002'],
    abstract: 'We tested p < 0.05.',
    language: 'en',
    license_url: 'https://creativecommons.org/licenses/by/4.0/',
    license: 'cc-by-4.0',
    subjects: ['Ceramics'],
    funders: [
      { name: 'Clay Fund', doi: '10.13039/000000000001', ror: null, awards: ['C-1', 'C-2', 'C-3'], award_details: [] },
      { name: null, doi: null, ror: 'https://ror.org/021nxhr62', awards: [], award_details: [] },
      {
        name: null,
        doi: null,
        ror: null,
        awards: ['nameless', ...Array.from({ length: 40 }, (_, n) => `CCF ${100 + n}`), 'AB,12'],
        award_details: [],
      },
    ],
    relations: [{ type: 'has-preprint', doi: '10.5555/preprint' }],
    url: 'https://journal.example.org/pots',
    cited_by_count: 7,
    is_retracted: null,
    open_access_status: null,
  } satisfies Bibliography);
  expect(source.requests[0]?.path).toBe('/crossref/works/10.5555%2Fpots(1)');
  expect(source.requests[0]?.query.get('mailto')).toBe('library@example.org');
});

test('a record with only a DOI gives an empty bibliography', async () => {
  expect(await read({})).toEqual(emptyBibliography);
});

test('fields of an unexpected type are ignored, and the rest is kept', async () => {
  const odd = {
    title: 7,
    author: [{ given: 5, family: 'Carberry', affiliation: 'none' }, null, 'x'],
    issued: 'soon',
    volume: 5,
    ISSN: [null, '0264-3561'],
    license: {},
    'is-referenced-by-count': -1,
    funder: [7],
    URL: 'javascript:alert(1)',
    'update-to': 'x',
    publisher: 'Press',
  };
  expect(await read(odd)).toMatchObject({
    ...emptyBibliography,
    authors: [{ name: 'Carberry' }],
    issn: ['0264-3561'],
    publisher: 'Press',
  });
});

test.each<[string, Record<string, unknown>, Relation[]]>([
  [
    'a version',
    { relation: { 'is-version-of': [{ id: '10.5555/v1' }] } },
    [{ type: 'is-version-of', doi: '10.5555/v1' }],
  ],
  [
    'a manuscript',
    { relation: { 'is-manuscript-of': [{ id: '10.5555/a' }] } },
    [{ type: 'is-version-of', doi: '10.5555/a' }],
  ],
  ['a series', { relation: { 'is-part-of': [{ id: '2749-9952', 'id-type': 'issn' }] } }, []],
  ['a citation', { relation: { 'is-based-on': [{ id: '10.5555/c' }] } }, []],
  ['a comment', { relation: { 'has-comment': [{ id: '10.5555/c' }] } }, [{ type: 'has-comment', doi: '10.5555/c' }]],
  [
    'the whole of a component',
    { relation: { 'is-component-of': [{ id: '10.5555/c' }] } },
    [{ type: 'is-part-of', doi: '10.5555/c' }],
  ],
  ['no list', { relation: { 'has-review': 'x', 'has-part': [7] } }, []],
  [
    'a correction',
    { 'update-to': [{ DOI: '10.5555/a', type: 'Corrigendum' }] },
    [{ type: 'corrects', doi: '10.5555/a' }],
  ],
  [
    'a retraction',
    { 'update-to': [{ DOI: '10.5555/a', type: 'retraction' }] },
    [{ type: 'retracts', doi: '10.5555/a' }],
  ],
  [
    'a new version',
    { 'update-to': [{ DOI: '10.5555/a', type: 'new_version' }] },
    [{ type: 'is-version-of', doi: '10.5555/a' }],
  ],
  ['a note', { 'update-to': [{ DOI: '10.5555/a', type: 'publisher-note' }] }, []],
  [
    'a corrected work',
    { 'updated-by': [{ DOI: '10.5555/a', type: 'err' }] },
    [{ type: 'is-corrected-by', doi: '10.5555/a' }],
  ],
  ['its own notice', { 'update-to': [{ DOI: doi, type: 'retraction' }] }, []],
  [
    'notices of kinds of their own',
    {
      'update-to': [
        { DOI: '10.5555/a', type: 'expression_of_concern' },
        { DOI: '10.5555/b', type: 'addendum' },
        { DOI: '10.5555/c', type: 'partial_retraction' },
        { DOI: '10.5555/d', type: 'translation' },
      ],
    },
    [
      { type: 'is-comment-on', doi: '10.5555/a' },
      { type: 'is-supplement-to', doi: '10.5555/b' },
      { type: 'corrects', doi: '10.5555/c' },
      { type: 'is-translation-of', doi: '10.5555/d' },
    ],
  ],
  ['a notice of another registrant', { 'updated-by': [{ DOI: '10.5072/a', type: 'retraction' }] }, []],
])('relations: %s', async (_, fields, relations) => {
  expect((await read(fields)).relations).toEqual(relations);
});

describe('the date', () => {
  const parts = (...date: (number | null)[]) => ({ 'date-parts': [date] });
  test.each([
    [{ published: parts(2019, 12, 1), issued: parts(2020) }, '2019-12-01'],
    [{ issued: parts(2020, 2, 30) }, '2020-02'],
    [{ issued: parts(null), 'published-print': parts(2018, 3) }, '2018-03'],
    [{ issued: parts(null), 'published-online': parts(2018) }, '2018'],
    [{ issued: parts(null), posted: parts(2021, 1, 2) }, '2021-01-02'],
    [{ issued: parts(null), approved: parts(1999, 6) }, '1999-06'],
    [{ issued: parts(2020), 'published-print': parts(2020), 'published-online': parts(2020, 5, 3) }, '2020-05-03'],
    [{ issued: parts(2020), 'published-online': parts(2019, 5, 3) }, '2020'],
    [{ issued: parts(2549), created: parts(2016, 5, 23) }, '2006'],
    // The arrival of the metadata is no publication date.
    [{ issued: parts(null), created: parts(2002, 1, 1), deposited: parts(2003, 1, 1) }, null],
  ])('of %j is %j', async (dates, date) => {
    expect((await read(dates)).publication_date).toBe(date);
  });
});

test('the dates are kept apart', async () => {
  const parts = (...date: number[]) => ({ 'date-parts': [date] });
  const dates = {
    'published-online': parts(2019, 12),
    'published-print': parts(2020),
    posted: parts(2018),
    issued: parts(2019, 12),
  };
  expect(await read(dates)).toMatchObject({
    publication_date: '2019-12',
    date_online: '2019-12',
    date_print: '2020',
    date_posted: '2018',
    date_issued: '2019-12',
  });
});

describe('where it appeared', () => {
  const posted = { type: 'posted-content', subtype: 'preprint' };
  const bioRxiv = { name: 'bioRxiv', place: ['-'], acronym: ['-'] };
  test.each<[string, Record<string, unknown>, object]>([
    [
      'the server of an institution',
      { ...posted, institution: bioRxiv, 'group-title': 'Neuroscience' },
      { container_title: 'bioRxiv', institution: null, subjects: ['Neuroscience'], publication_subtype: 'preprint' },
    ],
    [
      'a server under a name of its service',
      { ...posted, institution: [{ name: 'Research Square' }], 'group-title': 'In Review' },
      { container_title: 'Research Square', subjects: [] },
    ],
    [
      'an institution that is the group, too',
      { ...posted, subtype: 'other', institution: [{ name: 'Kiln Matter' }], 'group-title': 'Kiln Matter' },
      { container_title: 'Kiln Matter', subjects: [] },
    ],
    ['the same in a list', { ...posted, institution: [bioRxiv] }, { container_title: 'bioRxiv' }],
    [
      'a group that is a server',
      { ...posted, 'group-title': 'SocArXiv' },
      { container_title: 'SocArXiv', subjects: [] },
    ],
    [
      'a group that is a topic',
      { ...posted, 'group-title': 'Physical Sciences' },
      { container_title: null, subjects: ['Physical Sciences'] },
    ],
    [
      'a blog',
      { ...posted, subtype: 'blog', 'group-title': 'Upstream', institution: [{ name: 'Front Matter' }] },
      { container_title: 'Upstream' },
    ],
    [
      'a thesis',
      { type: 'dissertation', institution: [{ name: 'Clay University', place: ['Kiln'] }], publisher: 'Library' },
      { container_title: null, institution: 'Clay University', publication_place: 'Kiln', publisher: 'Library' },
    ],
    [
      'a report',
      { type: 'report', institution: [{ name: 'Kiln Lab' }, { name: 'Ministry' }] },
      { institution: 'Kiln Lab' },
    ],
    [
      'a standard',
      { type: 'standard', 'standards-body': { name: 'Clay Standards' } },
      { institution: 'Clay Standards' },
    ],
    [
      'a chapter',
      { type: 'book-chapter', 'container-title': ['Kiln Briefs', 'Pots'], 'publisher-location': 'Cham' },
      { container_title: 'Pots', series_title: 'Kiln Briefs', publication_place: 'Cham' },
    ],
    [
      'a paper',
      {
        type: 'proceedings-article',
        event: { name: 'Pots 2015', location: 'Austin', start: { 'date-parts': [[2015, 11, 15]] } },
      },
      { event_title: 'Pots 2015', event_place: 'Austin', event_date: '2015-11-15' },
    ],
    ['an edition', { 'edition-number': 2, version: { version: 'v1' } }, { edition: '2', version: 'v1' }],
    ['a version as text', { version: '2' }, { version: '2' }],
    [
      'kinds of ISSNs',
      {
        ISSN: ['0264-3561', '1476-4687'],
        'issn-type': [
          { type: 'print', value: '0264-3561' },
          { type: 'electronic', value: '1476-4687' },
        ],
      },
      {
        issn_types: [
          { issn: '0264-3561', type: 'print' },
          { issn: '1476-4687', type: 'electronic' },
        ],
      },
    ],
    [
      'odd types',
      { institution: 5, event: 'x', version: 5, 'issn-type': {}, 'group-title': [] },
      { institution: null, event_title: null, version: null },
    ],
  ])('%s', async (_, record, expected) => {
    expect(await read(record)).toMatchObject(expected);
  });
});

test.each([
  ['10.26434/chemrxiv-2023-1', {}, 'ChemRxiv'],
  ['10.5194/egusphere-2023-1', {}, 'EGUsphere'],
  ['10.26434/chemrxiv-2023-1', { institution: { name: 'Kiln Archive' } }, 'Kiln Archive'],
  ['10.5555/pots', {}, null],
])('the server of the preprint %s with %j is %j', (DOI, fields, server) => {
  const answer = parseCrossrefRecord({ DOI, type: 'posted-content', subtype: 'preprint', ...fields });
  expect(answer?.bibliography.container_title).toBe(server);
});

describe('a retraction', () => {
  const about = (type: string, DOI: string) => [{ DOI, type, label: type }];
  test.each([
    ['the retracted work', { 'updated-by': about('retraction', '10.5555/notice') }, true],
    ['a withdrawn work', { 'updated-by': about('withdrawal', '10.5555/notice') }, true],
    ['a corrected work', { 'updated-by': about('correction', '10.5555/notice') }, false],
    ['the notice itself', { 'update-to': about('retraction', '10.5555/retracted') }, null],
    ['a record turned into its own notice', { 'update-to': about('Retraction', '10.5555/POTS(1)') }, true],
    ['a work nobody says anything of', {}, null],
    ['a notice of another registrant', { 'updated-by': about('retraction', '10.5072/notice') }, null],
    [
      'a notice of the owner of a journal that moved',
      { prefix: 'https://id.crossref.org/prefix/10.5072', 'updated-by': about('retraction', '10.5072/notice') },
      true,
    ],
    [
      "Retraction Watch's record of a notice elsewhere",
      { 'updated-by': [{ ...about('retraction', '10.5072/notice')[0], source: 'retraction-watch' }] },
      true,
    ],
    ['a work whose title says so', { title: ['RETRACTED: On Cracked Pots'] }, true],
    ['a work whose title says so in markup', { title: ['<b>RETRACTED ARTICLE:</b> On Cracked Pots'] }, true],
    [
      'a notice with the title of the work',
      { title: ['RETRACTED: On Cracked Pots'], 'update-to': about('retraction', '10.5555/other') },
      null,
    ],
    ['a concern', { 'updated-by': about('expression_of_concern', '10.5555/notice') }, false],
    ['a work that is retracted in part', { 'updated-by': about('partial_retraction', '10.5555/notice') }, false],
  ])('%s: %j is %j', async (_, updates, retracted) => {
    expect((await read(updates)).is_retracted).toBe(retracted);
  });

  test('is told with kind, date, notice and source, each once, and ended by a reinstatement', async () => {
    const dated = (type: string, DOI: string, year: number, source: string) => ({
      DOI,
      type,
      source,
      updated: { 'date-parts': [[year, 2, 3]], timestamp: 0 },
    });
    const updates = [
      dated('reinstatement', '10.5555/back', 2022, 'retraction-watch'),
      dated('retraction', '10.5555/NOTICE', 2020, 'retraction-watch'),
      { DOI: '10.5555/notice', type: 'retraction', source: 'publisher' },
      dated('expression_of_concern', '10.5555/concern', 2019, 'publisher'),
      dated('erratum', '10.5555/erratum', 2023, 'publisher'),
      dated('new_version', '10.5555/v2', 2023, 'publisher'),
      { DOI: 7, type: 'retraction' },
      { DOI: '10.5555/x' },
    ];
    const { integrity, is_retracted } = await read({ title: ['RETRACTED: Pots'], 'updated-by': updates });
    expect(integrity).toEqual([
      { kind: 'expression-of-concern', date: '2019-02-03', doi: '10.5555/concern', source: 'publisher' },
      { kind: 'retraction', date: '2020-02-03', doi: '10.5555/notice', source: 'publisher' },
      { kind: 'reinstatement', date: '2022-02-03', doi: '10.5555/back', source: 'retraction-watch' },
      { kind: 'correction', date: '2023-02-03', doi: '10.5555/erratum', source: 'publisher' },
    ]);
    expect(is_retracted).toBe(false);
  });
});

describe('the subtype', () => {
  test.each([
    ['what is deposited', { subtype: 'preprint', type: 'posted-content' }, 'preprint'],
    ['a notice of retraction', { 'update-to': [{ DOI: '10.5555/a', type: 'retraction' }] }, 'retraction-notice'],
    ['a concern', { 'update-to': [{ DOI: '10.5555/a', type: 'expression_of_concern' }] }, 'expression-of-concern'],
    ['a correction', { 'update-to': [{ DOI: '10.5555/a', type: 'err' }] }, 'erratum'],
    ['an addendum', { 'update-to': [{ DOI: '10.5555/a', type: 'addendum' }] }, 'addendum'],
    ['what the title says', { title: ['Editorial: On Cracked Pots'] }, 'editorial'],
    ['a new version of an article', { 'update-to': [{ DOI: '10.5555/a', type: 'new_version' }] }, null],
    ['a work turned into its own notice', { 'update-to': [{ DOI: doi, type: 'retraction' }] }, null],
  ])('%s', async (_, fields, subtype) => {
    expect((await read(fields)).publication_subtype).toBe(subtype);
  });
});

describe('an unusable answer', () => {
  test('404: Crossref does not know the DOI', async () => {
    expect(await readCrossrefRecord(doi)).toBeUndefined();
  });

  test.each([
    ['an empty object', {}],
    ['a list', []],
    ['a list of works', { status: 'ok', 'message-type': 'work-list', message: { items: [] } }],
    ['a bare work', { DOI: doi, title: ['x'] }],
    ['a work without a DOI', { status: 'ok', 'message-type': 'work', message: { title: ['x'] } }],
    ['another work', { status: 'ok', 'message-type': 'work', message: { DOI: '10.5555/other' } }],
  ])('%s is malformed and not retried', async (_, json) => {
    source.script({ json });
    await expect(readCrossrefRecord(doi)).rejects.toThrow(SourceAnswerMalformed);
    expect(source.requests).toHaveLength(1);
  });

  test('403: unavailable', async () => {
    source.script({ status: 403, text: 'blocked' });
    await expect(readCrossrefRecord(doi)).rejects.toThrow(new SourceUnavailable('crossref', 'answered 403'));
  });
});

describe('an alias', () => {
  test('that the record names is the record', async () => {
    source.script({ json: { 'message-type': 'work', message: { DOI: '10.5555/main', aliases: [doi] } } });
    expect(await readCrossrefRecord(doi)).toMatchObject({ doi: '10.5555/main', aliases: [doi] });
  });

  test('that Crossref redirects from is the record it leads to', async () => {
    source.script(
      { status: 301, headers: { location: '/crossref/works/10.5555%2Fmain' } },
      { json: { 'message-type': 'work', message: { DOI: '10.5555/main' } } },
    );
    expect((await readCrossrefRecord(doi))?.doi).toBe('10.5555/main');
  });
});

describe('names', () => {
  test.each([
    [{ given: 'Lawrence F.', family: 'Travis III' }, ['Lawrence F.', 'Travis', 'III']],
    [{ given: 'J. F.', family: 'Smith, Jr', suffix: 'Jr.' }, ['J. F.', 'Smith', 'Jr.']],
    [{ given: 'Martin L. Jr.', family: 'King' }, ['Martin L.', 'King', 'Jr.']],
    [{ family: 'Carberry, Josiah S.' }, ['Josiah S.', 'Carberry', undefined]],
    [{ given: 'Ann', family: 'Ii' }, ['Ann', 'Ii', undefined]],
    [{ given: 'Ben', family: 'Smith JR' }, ['Ben', 'Smith JR', undefined]],
    [{ given: 'Ann', family: 'Smith', suffix: 'Ph.D' }, ['Ann', 'Smith', undefined]],
    [{ given: 'Dr.', family: 'Ann Smith' }, ['Ann', 'Smith', undefined]],
  ])('of %j are %j', async (named, parts) => {
    const { authors } = await read({ author: [named] });
    expect(authors.map(({ given, family, suffix }) => [given, family, suffix])).toEqual([parts]);
  });

  test('what stands for a missing name is none', async () => {
    const none = [
      { family: '&NA;' },
      { name: 'et al.' },
      { name: '[No authors listed]' },
      { name: '[s.n.]' },
      { name: 'Unknown Author' },
      { name: 'NA' },
      { given: 'No Name', family: 'Supplied' },
      { given: 'NA', family: 'NA' },
      { family: 'Na', given: 'Li' },
      { family: 'Clay', given: 'S. N.' },
    ];
    expect((await read({ author: none })).authors.map(({ name }) => name)).toEqual(['Li Na', 'S. N. Clay']);
  });
});

describe('the titles', () => {
  test.each([
    [{ title: ['Ollas', 'Pots'] }, 'Ollas', null, ['Pots']],
    [{ title: ['Pots'], 'original-title': ['Pots', '', 'ENGLISH'] }, 'Pots', null, []],
    [{ title: ['Pots&lt;subtitle&gt;A &lt;i&gt;Case&lt;/i&gt;&lt;/subtitle&gt;'] }, 'Pots', 'A Case', []],
    [{ title: ['Pots<subtitle>A Case</subtitle>'], subtitle: ['A Case'] }, 'Pots', 'A Case', []],
    [{ title: ['Pots<subtitle>A Case</subtitle>'], subtitle: ['Another'] }, 'Pots A Case', 'Another', ['Pots']],
    [{ title: ['Pots <subtitle>unclosed'] }, 'Pots', 'unclosed', []],
    [{ title: [''], 'original-title': ['ENGLISH', 'Töpfe', 'Krüge'] }, 'Töpfe', null, ['Krüge']],
  ])('of %j', async (work, title, subtitle, alternative_titles) => {
    expect(await read(work)).toMatchObject({ title, subtitle, alternative_titles });
  });

  test.each([
    ['CARBERRYet al.', null],
    ['CARBERRY and DE LA CRUZ', null],
    ['Carberry reconsidered', 'Carberry reconsidered'],
    ['Comment on Carberry et al.', 'Comment on Carberry et al.'],
  ])('the names of the authors are no subtitle: %j', async (subtitle, expected) => {
    const author = [{ family: 'Carberry' }, { given: 'Ana', family: 'de la Cruz' }];
    expect((await read({ title: ['Pots'], subtitle: [subtitle], author })).subtitle).toBe(expected);
  });

  test('an embedded subtitle takes no long time to find', async () => {
    const title = ['<subtitle>'.repeat(20_000), '&amp;'.repeat(20_000)];
    expect(await threadTimeMs(() => read({ title }))).toBeLessThan(1500);
  });
});

test.each([
  [[{ URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'tdm' }], true],
  [[{ URL: 'https://example.org/mining', 'content-version': 'tdm' }], false],
  [[{ URL: 'https://example.org/creativecommons.org/licenses/by/4.0/', 'content-version': 'tdm' }], false],
])('a licence for text mining only, %j, is that of the work: %j', async (license, isOpen) => {
  expect((await read({ license })).license_url).toBe(isOpen ? 'https://creativecommons.org/licenses/by/4.0/' : null);
});

test.each(['https://example.org/tdm', 'https://example.org/researchers/text-and-data-mining'])(
  'a licence for mining is none of the version of record: %s',
  async (URL) => {
    const license = [
      { URL, 'content-version': 'tdm' },
      { URL, 'content-version': 'vor' },
    ];
    expect((await read({ license })).license_url).toBeNull();
  },
);

test('"null" is no volume, issue or page', async () => {
  const work = { volume: 'null', issue: 'null', 'journal-issue': { issue: '7' }, page: 'null' };
  expect(await read(work)).toMatchObject({ volume: null, issue: '7', pages: null });
});

test('the licence of the version of record comes before an open one for text mining', async () => {
  const license = [
    { URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'tdm' },
    { URL: 'https://example.org/reader', 'content-version': 'vor' },
  ];
  expect((await read({ license })).license_url).toBe('https://example.org/reader');
});

test('what authors contributed is read in the terms of CRediT, and their kind of contribution is none', async () => {
  const role = [
    { role: 'author', vocabulary: 'crossref' },
    { role: 'writing-original-draft', vocabulary: 'credit' },
    { role: 'https://credit.niso.org/contributor-roles/software/', vocabulary: 'https://credit.niso.org' },
    { role: 'Writing – review & editing', vocabulary: 'CRediT' },
    { role: 'software', vocabulary: 'credit' },
    { role: 'software', vocabulary: 'another' },
    { role: 'applause', vocabulary: 'credit' },
    { vocabulary: 'credit' },
  ];
  const people = [
    { given: 'Josiah', family: 'Carberry', role },
    { given: 'Ann', family: 'Other', role: role.slice(0, 1) },
  ];
  const { authors } = await read({ author: people });
  expect(authors[0]?.credit_roles).toEqual(['writing-original-draft', 'software', 'writing-review-editing']);
  expect(authors[1]).not.toHaveProperty('credit_roles');
});

test('a grant has the titles, people, text, start and funders of its projects', async () => {
  const project = [
    {
      'project-title': [{ title: 'Cracks in <i>pots</i>', language: 'en' }, { title: 'Risse in Töpfen' }],
      'project-description': [{ description: 'We break pots.', language: 'en' }],
      'lead-investigator': [{ given: 'Josiah', family: 'Carberry', ORCID: 'https://orcid.org/0000-0002-1825-0097' }],
      'co-lead-investigator': [{ given: 'Ada', family: 'Clay', affiliation: [{ name: 'Kiln Lab' }] }],
      investigator: [{ given: 'Ann', family: 'Other' }],
      'award-start': [{ 'date-parts': [[2026, 3]] }, {}],
      funding: [{ type: 'grant', funder: { name: 'Kiln Fund', id: [{ id: '021nxhr62', 'id-type': 'ROR' }] } }, {}],
    },
  ];
  expect(await read({ type: 'grant', title: [], award: 'KF-1', project })).toMatchObject({
    title: 'Cracks in pots',
    alternative_titles: ['Risse in Töpfen'],
    authors: [
      { orcid: '0000-0002-1825-0097' },
      { name: 'Ada Clay', affiliations: ['Kiln Lab'] },
      { name: 'Ann Other' },
    ],
    abstract: 'We break pots.',
    publication_date: '2026-03',
    publication_year: 2026,
    funders: [{ name: 'Kiln Fund', ror: 'https://ror.org/021nxhr62', awards: ['KF-1'] }],
  });
});

test('who is listed again for each affiliation is one author, editor or translator', async () => {
  const people = ['Kiln Lab', 'Pot House'].flatMap((name) =>
    ['Eve', 'Tom'].map((given) => ({ given, family: 'Clay', affiliation: [{ name }] })),
  );
  const found = await read({ author: people, editor: people, translator: people });
  for (const list of [found.authors, found.editors, found.contributors]) {
    expect(list.map(({ name, affiliations }) => `${name} ${affiliations}`)).toEqual([
      'Eve Clay Kiln Lab,Pot House',
      'Tom Clay Kiln Lab,Pot House',
    ]);
  }
});

test('a group that is deposited as a person is a group, as is an author with the name of the journal', async () => {
  const { authors } = await read({
    type: 'journal-article',
    'container-title': ['The Potter'],
    'short-container-title': ['Pott.'],
    author: [
      { given: 'Ann', family: 'Kiln' },
      { given: 'and the', family: 'Clay Trial Team' },
      { name: 'on behalf of the Oven Study Group' },
      { given: 'The', family: 'Potter' },
      { family: 'Pott.' },
    ],
  });
  expect(authors.map(({ name, family }) => [name, family])).toEqual([
    ['Ann Kiln', 'Kiln'],
    ['Clay Trial Team', null],
    ['Oven Study Group', null],
    ['The Potter', null],
    ['Pott.', null],
  ]);
  const blog = { type: 'posted-content', 'container-title': ['Ann Kiln'], author: [{ given: 'Ann', family: 'Kiln' }] };
  expect((await read(blog)).authors).toMatchObject([{ family: 'Kiln' }]);
});

test.each<[object, string[]]>([
  [{ given: 'Eve', family: 'Clay MD, PhD' }, ['Eve|Clay|']],
  [{ given: 'Eve', family: 'Clay3,4' }, ['Eve|Clay|']],
  [{ given: 'Eve', family: 'Clay (Illustrator)' }, ['Eve|Clay|']],
  [{ given: '0000-0002-1825-0097', family: 'Clay' }, ['null|Clay|0000-0002-1825-0097']],
  [{ family: '0000-0002-1825-0097' }, []],
  [{ name: '0000-0002-1825-0097' }, []],
  [{ given: 'Eve A. Clay, Tom B.', family: 'Pot' }, ['Eve A.|Clay|', 'Tom B.|Pot|']],
  [{ family: 'Clay E; Pot T' }, ['E|Clay|', 'T|Pot|']],
  [{ name: 'Eve A. Clay, Tom B. Pot' }, ['Eve A.|Clay|', 'Tom B.|Pot|']],
  [{ name: 'Clay & Pot' }, ['null|null|']],
  [{ given: 'Eve and Tom', family: 'Clay' }, ['null|null|']],
  [{ given: 'Eve', family: 'Clay et al.' }, ['Eve|Clay|']],
])('the author %j is %j', async (author, people) => {
  const { authors } = await read({ author: [author] });
  expect(authors.map(({ given, family, orcid }) => `${given}|${family}|${orcid ?? ''}`)).toEqual(people);
});
