import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findDois, readEnrichment } from '#src/sources/openalex/record.ts';
import { SourceAnswerMalformed } from '#src/sources/requests/source.ts';
import { Bibliography, emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { interceptLog } from '../support/log.ts';
import { threadTimeMs } from '../support/thread-time.ts';
import { type SourceServer, startSource } from './source-server.ts';

const doi = '10.5555/pots';
const work = { id: 'https://openalex.org/W1', doi: `https://doi.org/${doi}` };
let source: SourceServer;
let warnings: string[];

beforeAll(async () => {
  source = await startSource();
  warnings = [];
  interceptLog((line) => void warnings.push(line));
});
afterAll(() => source.close());

async function read(fields: Record<string, unknown>) {
  source.script({ json: { ...work, ...fields } });
  const answer = await readEnrichment(doi);
  if (!answer) throw new Error('no answer');
  return { ...answer, bibliography: Bibliography.parse(answer.bibliography) };
}

test('a full record', async () => {
  const { bibliography, enrichment, ...answer } = await read({
    title: 'On Cracked Pots',
    publication_date: '2020-05-03',
    publication_year: 2020,
    type: 'article',
    language: 'en',
    authorships: [
      {
        author: { display_name: 'Josiah Carberry', orcid: 'https://orcid.org/0000-0002-1825-0097' },
        raw_author_name: 'J. Carberry',
        is_corresponding: true,
        institutions: [
          {
            id: 'https://openalex.org/I1',
            display_name: 'Clay University',
            ror: 'https://ror.org/021nxhr62',
            country_code: 'fr',
          },
          { id: 'https://openalex.org/I2', display_name: 'Kiln Institute', ror: 'x', country_code: 'France' },
        ],
        affiliations: [
          { raw_affiliation_string: 'Dept. of Clay, Lyon', institution_ids: ['https://openalex.org/I1'] },
          { raw_affiliation_string: 'At home', institution_ids: [] },
        ],
      },
      { author: {}, raw_author_name: 'Ann Other', is_corresponding: false, raw_affiliation_strings: ['Kiln Lab'] },
      { author: null },
    ],
    biblio: { volume: '5', issue: '1', first_page: '7', last_page: '9' },
    primary_location: {
      landing_page_url: `https://doi.org/${doi}`,
      license: 'cc-by',
      source: {
        display_name: 'Journal of Psychoceramics',
        issn: ['0264-3561', '19452101'],
        issn_l: '1945-2101',
        is_in_doaj: true,
        host_organization_name: 'Press',
        type: 'journal',
      },
    },
    open_access: { is_oa: true, oa_status: 'gold', oa_url: 'https://example.org/pots.pdf' },
    cited_by_count: 9,
    is_retracted: false,
    fwci: 1.25,
    topics: [
      {
        display_name: 'Pottery',
        score: 1,
        subfield: { display_name: 'Ceramics' },
        field: { display_name: 'Materials Science' },
        domain: { display_name: 'Physical Sciences' },
      },
      { display_name: 'Kilns', field: 7 },
    ],
    sustainable_development_goals: [
      { id: 'https://metadata.un.org/sdg/13', display_name: 'Climate action', score: 0.5 },
      { id: 'x' },
    ],
    apc_list: { value: 1200, currency: 'EUR', value_usd: 1300 },
    apc_paid: 'free',
    ids: { openalex: work.id, pmid: 'https://pubmed.ncbi.nlm.nih.gov/17656783' },
    locations: [
      {
        landing_page_url: `https://doi.org/${doi}`,
        license: 'cc-by',
        version: 'publishedVersion',
        is_oa: true,
        source: { display_name: 'Journal of Psychoceramics', type: 'journal' },
      },
      {
        landing_page_url: 'http://hdl.handle.net/2080/2400',
        pdf_url: 'https://example.org/pots.pdf',
        license: 'other-oa',
        version: 'submittedVersion',
        is_oa: true,
        source: { display_name: 'Clay Archive', type: 'repository' },
      },
      { landing_page_url: 'https://www.ncbi.nlm.nih.gov/pmc/articles/1762313', license: '© all', version: 'draft' },
    ],
    best_oa_location: {
      landing_page_url: 'http://hdl.handle.net/2080/2400',
      pdf_url: 'https://example.org/pots.pdf',
    },
    abstract_inverted_index: { Abstract: [0], Pots: [1, 4], crack: [2], and: [3], 'rest.': [5], far: [99_999_999] },
    funders: [{ id: 'https://openalex.org/F1', display_name: 'Kiln Fund', ror: 'https://ror.org/021nxhr62' }],
    awards: [
      {
        funder_id: 'https://openalex.org/F1',
        funder_display_name: 'Kiln Fund',
        funder_award_id: 'A-1',
        display_name: 'Cracks',
      },
      {
        funder_id: 'https://openalex.org/F2',
        funder_display_name: 'Clay Fund',
        funder_award_id: 'B-2',
        display_name: null,
      },
    ],
    grants: [{ funder: 'https://openalex.org/F1', funder_display_name: 'Kiln Fund', award_id: 'A-1' }],
    keywords: [{ display_name: 'Clay' }],
    counts_by_year: [{ year: 2021, cited_by_count: 9, extra: 1 }, { year: 'x' }],
  });
  expect(answer).toMatchObject({ source: 'openalex', doi, raw: { id: work.id } });
  expect(enrichment).toEqual({
    openalex_id: 'W1',
    cited_by_count: 9,
    is_oa: true,
    oa_status: 'gold',
    oa_url: 'https://example.org/pots.pdf',
    fwci: 1.25,
    topics: ['Pottery', 'Kilns'],
    topic_details: [
      { name: 'Pottery', subfield: 'Ceramics', field: 'Materials Science', domain: 'Physical Sciences', score: 1 },
      { name: 'Kilns', subfield: null, field: null, domain: null, score: null },
    ],
    sustainable_development_goals: [{ id: 'https://metadata.un.org/sdg/13', name: 'Climate action', score: 0.5 }],
    apc_list: { value: 1200, currency: 'EUR', value_usd: 1300 },
    apc_paid: null,
    locations: [
      {
        url: `https://doi.org/${doi}`,
        pdf_url: null,
        host: 'Journal of Psychoceramics',
        host_type: 'journal',
        version: 'published',
        license: 'cc-by',
        is_oa: true,
        is_best: false,
      },
      {
        url: 'http://hdl.handle.net/2080/2400',
        pdf_url: 'https://example.org/pots.pdf',
        host: 'Clay Archive',
        host_type: 'repository',
        version: 'submitted',
        license: 'other-oa',
        is_oa: true,
        is_best: true,
      },
      {
        url: 'https://www.ncbi.nlm.nih.gov/pmc/articles/1762313',
        pdf_url: null,
        host: null,
        host_type: null,
        version: null,
        license: null,
        is_oa: null,
        is_best: false,
      },
    ],
    journal: {
      name: 'Journal of Psychoceramics',
      type: 'journal',
      issn_l: '1945-2101',
      issn: ['0264-3561', '1945-2101'],
      publisher: 'Press',
      is_in_doaj: true,
    },
    keywords: ['Clay'],
    counts_by_year: [{ year: 2021, cited_by_count: 9 }],
  });
  expect(bibliography).toEqual({
    ...emptyBibliography,
    title: 'On Cracked Pots',
    authors: [
      {
        name: 'J. Carberry',
        given: 'J.',
        family: 'Carberry',
        orcid: '0000-0002-1825-0097',
        affiliations: ['Clay University', 'Kiln Institute'],
        affiliation_details: [
          { printed: 'Dept. of Clay, Lyon', name: 'Clay University', ror: 'https://ror.org/021nxhr62', country: 'FR' },
          { printed: 'At home', name: null, ror: null, country: null },
          { printed: null, name: 'Kiln Institute', ror: null, country: null },
        ],
        is_corresponding: true,
      },
      { name: 'Ann Other', given: 'Ann', family: 'Other', orcid: null, affiliations: ['Kiln Lab'] },
    ],
    publication_date: '2020-05-03',
    publication_year: 2020,
    publication_type: 'journal-article',
    container_title: 'Journal of Psychoceramics',
    publisher: 'Press',
    volume: '5',
    issue: '1',
    pages: '7-9',
    issn: ['0264-3561', '1945-2101'],
    language: 'en',
    license: 'cc-by',
    pmid: '17656783',
    pmcid: 'PMC1762313',
    handle: '2080/2400',
    abstract: 'Pots crack and Pots rest.',
    funders: [
      {
        name: 'Kiln Fund',
        doi: null,
        ror: 'https://ror.org/021nxhr62',
        awards: ['A-1'],
        award_details: [{ number: 'A-1', title: 'Cracks', uri: null }],
      },
      { name: 'Clay Fund', doi: null, ror: null, awards: ['B-2'], award_details: [] },
    ],
    subjects: ['Clay'],
    url: `https://doi.org/${doi}`,
    cited_by_count: 9,
    is_retracted: false,
    open_access_status: 'gold',
  } satisfies Bibliography);
  expect(source.requests[0]?.path).toBe('/openalex/works/doi:10.5555%2Fpots');
});

test.each([
  ['Samuel G. Rodriques', 'Rodriques, Samuel G.', 'Samuel G.|Rodriques'],
  ['Ana García Márquez', 'GARCÍA MÁRQUEZ, Ana', 'Ana|GARCÍA MÁRQUEZ'],
  ['Johannes Schneider‐Thoma', 'Schneider-Thoma, J.', 'J.|Schneider-Thoma'],
  ['Jan van der Berg', 'J. van der Berg', 'J.|van der Berg'],
  ['Robert Maleczka Jr.', null, 'Robert|Maleczka|Jr.'],
  [null, 'Qin, H. R.', 'H. R.|Qin'],
  ['Plato', null, '|Plato'],
  ['李明', null, '|李明'],
  ['OLYMPUS Collaboration', 'OLYMPUS Collaboration', null],
  ['The PLOS ONE Staff', null, null],
  [null, 'On behalf of the Kiln Study Group', null],
])('the author %j, published as %j, is %j', async (display_name, raw_author_name, parts) => {
  const { bibliography } = await read({ authorships: [{ author: { display_name }, raw_author_name }] });
  const [author] = bibliography.authors;
  const found = [author?.given ?? '', author?.family, author?.suffix].filter((part) => part !== undefined);
  expect(author?.family === null ? null : found.join('|')).toBe(parts);
});

test.each([
  [
    ['Ivan Bond', 'Derek De la Harpe'],
    ['Bond, Ivan', 'De La Harpe, Derek'],
    ['Ivan Bond', 'Derek De la Harpe'],
  ],
  [
    ['Rüdiger Clay', 'Eve Kiln'],
    ['Rudiger Clay', 'Eve Kiln'],
    ['Rüdiger Clay', 'Eve Kiln'],
  ],
  [['Wei Zhang'], ['Wei Zhang'], ['Wei Zhang', 'Wei Zhang']],
  [
    ['Wei Zhang', 'Eve Kiln'],
    ['Eve Kiln', 'Wei Zhang'],
    ['Wei Zhang', 'Eve Kiln', 'Eve Kiln', 'Wei Zhang'],
  ],
])('the authors %j, and then %j, are %j', async (first, second, names) => {
  const authorships = [...first, ...second].map((raw_author_name) => ({ author: {}, raw_author_name }));
  const { authors } = (await read({ authorships })).bibliography;
  expect(authors.map(({ name }) => name)).toEqual(names);
});

test('an ORCID iD that was deposited is that of an author without one', async () => {
  const raw_orcid = 'https://orcid.org/0000-0002-1825-0097';
  const of = async (orcid: string | null) =>
    (await read({ authorships: [{ author: { display_name: 'Josiah Carberry', orcid }, raw_orcid }] })).bibliography
      .authors[0]?.orcid;
  expect(await of(null)).toBe('0000-0002-1825-0097');
  expect(await of('https://orcid.org/0000-0001-5109-3700')).toBe('0000-0001-5109-3700');
});

test('what was not recorded is null, not false or zero', async () => {
  const { bibliography, enrichment } = await read({});
  expect(bibliography).toEqual(emptyBibliography);
  expect(enrichment).toEqual({
    openalex_id: 'W1',
    cited_by_count: null,
    is_oa: null,
    oa_status: null,
    oa_url: null,
    fwci: null,
    topics: [],
    topic_details: [],
    sustainable_development_goals: [],
    apc_list: null,
    apc_paid: null,
    locations: [],
    journal: null,
    keywords: [],
    counts_by_year: [],
  });
});

test('a default 1 January is stored as a year', async () => {
  const of = async (publication_date: string | null) =>
    (await read({ publication_date, publication_year: 2020 })).bibliography.publication_date;
  expect(await of('2020-01-01')).toBe('2020');
  expect(await of('2020-01-02')).toBe('2020-01-02');
  expect(await of(null)).toBe('2020');
});

test.each([
  [{ type: 'article', type_crossref: 'proceedings-article' }, 'proceedings-article'],
  [{ type: 'preprint' }, 'posted-content'],
  [{ type: 'review', primary_location: { source: { type: 'journal' } } }, 'journal-article'],
  [{ type: 'article', primary_location: { source: { type: 'repository' } } }, null],
  [
    {
      type: 'article',
      primary_location: { source: { type: 'repository', display_name: 'arXiv (Cornell University)' } },
    },
    'posted-content',
  ],
  [{ type: 'article' }, null],
  [{ type: 'paratext' }, null],
  // The types in answers until 2023.
  [{ type: 'journal-article', primary_location: { source: { type: 'journal' } } }, 'journal-article'],
  [{ type: 'monograph' }, 'monograph'],
  [{ type: 'posted-content' }, 'posted-content'],
  [{ type: 'other' }, null],
  // The deposited type, where no other decides.
  [{ type: 'article', primary_location: { raw_type: 'proceedings-article' } }, 'proceedings-article'],
  [{ type: 'paratext', primary_location: { raw_type: 'journal-issue', source: { type: 'journal' } } }, 'journal-issue'],
  [{ type: 'article', primary_location: { raw_type: 'Journal Article', source: { type: 'repository' } } }, null],
  [{ type: 'book', primary_location: { raw_type: 'report' } }, 'book'],
])('the type of %j is %j', async (fields, type) => {
  expect((await read(fields)).bibliography.publication_type).toBe(type);
});

test.each([
  ['article', 'submittedVersion', [{ type: 'has-preprint', doi: '10.5555/other' }]],
  ['article', 'acceptedVersion', [{ type: 'has-version', doi: '10.5555/other' }]],
  ['article', 'publishedVersion', []],
  ['preprint', 'publishedVersion', [{ type: 'is-preprint-of', doi: '10.5555/other' }]],
  ['preprint', 'submittedVersion', []],
  ['article', null, []],
])('the other DOI of a %s, with the %s', async (type, version, relations) => {
  const locations = [
    { landing_page_url: `https://doi.org/${doi}`, version },
    { landing_page_url: 'https://doi.org/10.5555/other', version },
  ];
  expect((await read({ type, locations })).bibliography.relations).toEqual(relations);
});

test.each<[object, string | null, string | null, string | null]>([
  [{ source: { type: 'journal', display_name: 'Pots' } }, 'article', 'Pots', null],
  [{ source: { type: 'conference', display_name: 'Proceedings of Pots' } }, 'article', 'Proceedings of Pots', null],
  [{ source: { type: 'repository', display_name: 'arXiv' } }, 'preprint', 'arXiv', null],
  [{ source: { type: 'repository', display_name: 'Kiln Repository' } }, 'article', null, null],
  [{ source: { type: 'ebook platform', display_name: 'Clay eBooks' } }, 'book', null, null],
  [
    {
      source: { type: 'ebook platform', display_name: 'Clay eBooks' },
      raw_source_name: 'A History of Pots',
      raw_type: 'book-chapter',
    },
    'book-chapter',
    'A History of Pots',
    null,
  ],
  [
    {
      source: { type: 'book series', display_name: 'Kiln Briefs' },
      raw_source_name: 'KILN Briefs',
      raw_type: 'book-chapter',
    },
    'book-chapter',
    null,
    'Kiln Briefs',
  ],
  [{ source: { type: 'book series', display_name: 'Kiln Briefs' } }, 'book', null, 'Kiln Briefs'],
  [{ source: { type: 'metadata', display_name: 'PubMed' } }, 'article', null, null],
  [
    { raw_source_name: 'Proceedings of Pots', raw_type: 'proceedings-article' },
    'conference-paper',
    'Proceedings of Pots',
    null,
  ],
  [{ raw_source_name: 'Protein Bank', raw_type: 'dataset' }, 'dataset', null, null],
])(
  'of %j, a %s, the container is %s and the series %s',
  async (primary_location, type, container_title, series_title) => {
    expect((await read({ type, primary_location })).bibliography).toMatchObject({ container_title, series_title });
  },
);

test('an unknown open access status is unknown', async () => {
  expect((await read({ open_access: { oa_status: 'platinum' } })).enrichment.oa_status).toBeNull();
});

describe('which work it is', () => {
  test('the record of another work is malformed', async () => {
    await expect(read({ doi: 'https://doi.org/10.5555/other' })).rejects.toThrow('OpenAlex returned a different work');
    await expect(read({ doi: null })).rejects.toThrow(SourceAnswerMalformed);
  });

  test('a copy of the same work elsewhere is the work', async () => {
    const locations = [
      { landing_page_url: 'https://doi.org/10.5555/main' },
      { landing_page_url: `https://doi.org/${doi}` },
    ];
    expect((await read({ doi: 'https://doi.org/10.5555/main', locations })).doi).toBe('10.5555/main');
  });

  test('only the location of a copy describes it, and what holds for all copies', async () => {
    const locations = [
      { landing_page_url: `https://doi.org/${doi}`, source: { type: 'repository', display_name: 'bioRxiv' } },
    ];
    const { bibliography } = await read({
      doi: 'https://doi.org/10.5555/main',
      locations,
      type: 'article',
      publication_date: '2020-05-03',
      biblio: { volume: '7', first_page: '1' },
      primary_location: { source: { type: 'journal', display_name: 'Pots' } },
      cited_by_count: 3,
    });
    expect(bibliography).toMatchObject({
      publication_type: 'posted-content',
      publication_date: null,
      container_title: 'bioRxiv',
      volume: null,
      pages: null,
      cited_by_count: 3,
    });
  });

  test('one it was merged into is the work', async () => {
    source.script(
      { status: 301, headers: { location: '/openalex/works/W2' } },
      { json: { id: 'https://openalex.org/W2', doi: 'https://doi.org/10.5555/main' } },
    );
    expect((await readEnrichment(doi))?.doi).toBe('10.5555/main');
  });

  test.each([{}, [], { results: [] }])('%j is malformed', async (json) => {
    source.script({ json });
    await expect(readEnrichment(doi)).rejects.toThrow(SourceAnswerMalformed);
  });
});

describe('the DOIs of PubMed identifiers', () => {
  const found = (pmid: number, doi: string | null) => ({
    id: `https://openalex.org/W${pmid}`,
    doi,
    ids: { pmid: `https://pubmed.ncbi.nlm.nih.gov/${pmid}` },
  });

  test('are asked for a hundred at once', async () => {
    source.script({ json: { results: [found(7, 'https://doi.org/10.5555/A'), found(8, null), 'x', {}] } });
    const pmids = Array.from({ length: 110 }, (_, n) => String(n));
    expect(await findDois('pmid', pmids, {})).toEqual(new Map([['7', '10.5555/a']]));
    const filters = source.requests.map(({ query }) => query.get('filter')?.split('|').length);
    expect(filters).toEqual([100, 10]);
    expect(source.requests[0]?.path).toBe('/openalex/works');
    expect(source.requests[1]?.query.get('filter')).toMatch(/^pmid:100\|101/);
  });

  test.each(['https://www.ncbi.nlm.nih.gov/pmc/articles/1561523', 'PMC1561523'])(
    'of PubMed Central: %s',
    async (pmcid) => {
      source.script({ json: { results: [{ doi: 'https://doi.org/10.5555/A', ids: { pmid: '7', pmcid } }] } });
      expect(await findDois('pmcid', ['1561523'], {})).toEqual(new Map([['1561523', '10.5555/a']]));
      expect(source.requests[0]?.query.get('filter')).toBe('pmcid:1561523');
    },
  );

  test('a long number within a text takes no long time to read', async () => {
    source.script({ json: { results: [{ doi: '10.5555/a', ids: { pmid: `${'7'.repeat(90_000)}a` } }] } });
    const tookMs = await threadTimeMs(async () => {
      expect(await findDois('pmid', ['7'], {})).toEqual(new Map());
    });
    expect(tookMs).toBeLessThan(1500);
  });

  test('of none are none, without a request', async () => {
    source.script({ json: { results: [] } });
    expect(await findDois('pmid', [], {})).toEqual(new Map());
    expect(source.requests).toEqual([]);
  });

  test.each([{}, [], { results: {} }])('%j is malformed', async (json) => {
    source.script({ json });
    await expect(findDois('pmid', ['1'], {})).rejects.toThrow(SourceAnswerMalformed);
  });
});

describe('a publication goes without enrichment', () => {
  test('404 in HTML: OpenAlex does not know it', async () => {
    source.script({ status: 404, text: '<!doctype html><title>404 Not Found</title>' });
    expect(await readEnrichment(doi)).toBeUndefined();
  });
});

test('an author with the name of the journal is a group, named without what joins it to others', async () => {
  const authorships = ['The Potter', 'and the Oven Study Group'].map((raw_author_name) => ({
    author: {},
    raw_author_name,
  }));
  const source = { type: 'journal', display_name: 'Potter' };
  const { bibliography } = await read({ type: 'article', authorships, primary_location: { source } });
  expect(bibliography.authors.map(({ name, family }) => [name, family])).toEqual([
    ['The Potter', null],
    ['Oven Study Group', null],
  ]);
});

test.each<[string, string[]]>([
  ['Eve Clay1,2', ['Eve|Clay|']],
  ['Eve Clay MD, PhD', ['Eve|Clay|']],
  ['Eve Clay (Corresponding author)', ['Eve|Clay|']],
  ['Clay, Eve, 1856-1911', ['Eve|Clay|']],
  ['Eve Clay; Tom Pot', ['Eve|Clay|', 'Tom|Pot|0000-0002-1825-0097']],
  ['Eve and Tom Pot', ['null|null|0000-0002-1825-0097']],
])('the author %j is %j', async (raw_author_name, people) => {
  const orcid = raw_author_name.includes('Tom') ? 'https://orcid.org/0000-0002-1825-0097' : null;
  const { bibliography } = await read({
    authorships: [{ author: { display_name: 'Tom Pot', orcid }, raw_author_name }],
  });
  expect(bibliography.authors.map(({ given, family, orcid: iD }) => `${given}|${family}|${iD ?? ''}`)).toEqual(people);
});
