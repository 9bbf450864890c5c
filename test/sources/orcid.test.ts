import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WorkSummary } from '#src/records/orcid/record.ts';
import { readContributors, readDetails } from '#src/sources/orcid/full-works.ts';
import { readPerson, readWorks } from '#src/sources/orcid/record.ts';
import { SourceAnswerMalformed, SourceUnavailable } from '#src/sources/requests/source.ts';
import { threadTimeMs } from '../support/thread-time.ts';
import { type SourceServer, startSource } from './source-server.ts';

const orcid = '0000-0002-1825-0097';
const other = '0000-0001-5109-3700';
let source: SourceServer;

beforeAll(async () => {
  source = await startSource();
});
afterAll(() => source.close());

const value = (text: string) => ({ value: text });
const id = (type: string, written: string, relationship = 'self', normalized?: string) => ({
  'external-id-type': type,
  'external-id-value': written,
  'external-id-normalized': normalized === undefined ? null : { value: normalized, transient: true },
  'external-id-relationship': relationship,
});
const ids = (...list: unknown[]) => ({ 'external-id': list });

/** The only summary of a record that has one with these fields. */
async function read(fields: Record<string, unknown>): Promise<WorkSummary | undefined> {
  source.script({ json: { group: [{ 'work-summary': [{ 'put-code': 1, ...fields }] }] } });
  const [group] = (await readWorks(orcid)).groups;
  return group && WorkSummary.parse(group.summaries[0]);
}

describe('a person', () => {
  test('with all there is', async () => {
    source.script({
      json: {
        name: {
          'given-names': value('Josiah'),
          'family-name': value('Carberry '),
          'credit-name': value('J. Carberry'),
          visibility: 'public',
        },
        'other-names': {
          'other-name': [
            { content: 'Josiah Stinkney Carberry', visibility: 'public' },
            { content: ' J. S. Carberry ', visibility: 'PUBLIC' },
            { content: 'Secret', visibility: 'limited' },
            { content: null },
            'malformed',
            { content: 'J. S. Carberry', visibility: 'public' },
            { content: 'long '.repeat(50), visibility: 'public' },
          ],
        },
        biography: { content: 'Studies <b>pots</b>.\nAnd more.', visibility: 'public' },
        emails: { email: [{ email: 'josiah@example.org' }] },
      },
    });
    expect(await readPerson(orcid)).toEqual({
      orcid,
      givenName: 'Josiah',
      familyName: 'Carberry',
      creditName: 'J. Carberry',
      otherNames: ['Josiah Stinkney Carberry', 'J. S. Carberry'],
      biography: 'Studies pots. And more.',
    });
    expect(source.requests[0]).toMatchObject({
      path: `/orcid/${orcid}/person`,
      headers: { accept: 'application/json' },
    });
  });

  const nobody = { orcid, givenName: null, familyName: null, creditName: null, biography: null };

  test('with more than twenty other names has the first twenty', async () => {
    const names = Array.from({ length: 30 }, (_, index) => ({ content: `Name ${index}` }));
    source.script({ json: { name: null, 'other-names': { 'other-name': names } } });
    expect((await readPerson(orcid)).otherNames).toEqual(names.slice(0, 20).map(({ content }) => content));
  });

  test.each([
    ['a private name', { name: null, biography: null }],
    [
      'a limited name',
      {
        name: { 'given-names': value('J'), visibility: 'limited' },
        biography: { content: 'x', visibility: 'PRIVATE' },
      },
    ],
    ['names of another type', { name: { 'given-names': 5, 'family-name': null }, biography: [] }],
  ])('with %s has none', async (_, json) => {
    source.script({ json });
    expect(await readPerson(orcid)).toEqual(nobody);
  });

  test.each([{}, [], 'x', { name: 'Josiah' }])('%j is malformed', async (json) => {
    source.script({ json });
    await expect(readPerson(orcid)).rejects.toThrow(SourceAnswerMalformed);
  });
});

describe('works', () => {
  test('with all there is', async () => {
    source.script({
      json: {
        'last-modified-date': value('1'),
        group: [
          {
            'external-ids': ids(id('doi', '10.5555/POTS')),
            'work-summary': [
              {
                'put-code': 7,
                title: { title: value('On <i>Cracked</i> Pots'), subtitle: value('A Study'), 'translated-title': null },
                'external-ids': ids(id('issn', '0264-3561', 'part-of'), id('doi', 'https://doi.org/10.5555/POTS')),
                type: 'journal-article',
                'publication-date': { year: value('2008'), month: value('02'), day: null },
                'journal-title': value('Journal of Psychoceramics &amp; Glass'),
                url: value('https://example.org/pots'),
                visibility: 'public',
                'display-index': '2',
              },
            ],
          },
        ],
      },
    });
    expect((await readWorks(orcid)).groups).toEqual([
      {
        selfDois: ['10.5555/pots'],
        pmids: [],
        pmcids: [],
        identifiers: [
          { type: 'issn', value: '0264-3561', url: null, relationship: 'part-of' },
          { type: 'doi', value: 'https://doi.org/10.5555/POTS', url: null, relationship: 'self' },
          { type: 'doi', value: '10.5555/POTS', url: null, relationship: 'self' },
        ],
        summaries: [
          {
            putCode: 7,
            title: 'On Cracked Pots',
            titleHtml: 'On <i>Cracked</i> Pots',
            subtitle: 'A Study',
            workType: 'journal-article',
            publicationDate: '2008-02',
            journalTitle: 'Journal of Psychoceramics & Glass',
            url: 'https://example.org/pots',
            displayIndex: 2,
            selfDois: ['10.5555/pots'],
            arxivId: null,
            pmid: null,
            pmcid: null,
            handle: null,
            eid: null,
            issns: ['0264-3561'],
          },
        ],
      },
    ]);
    expect(source.requests[0]?.path).toBe(`/orcid/${orcid}/works`);
  });

  test('without anything but a put-code', async () => {
    expect(await read({ title: null, url: null, 'external-ids': null })).toEqual({
      putCode: 1,
      title: null,
      titleHtml: null,
      subtitle: null,
      workType: null,
      publicationDate: null,
      journalTitle: null,
      url: null,
      displayIndex: 0,
      selfDois: [],
      arxivId: null,
      pmid: null,
      pmcid: null,
      handle: null,
      eid: null,
      issns: [],
    });
  });

  test('none, and only those that are public', async () => {
    source.script({ json: { group: [] } });
    expect((await readWorks(orcid)).groups).toEqual([]);
    const summary = (putCode: number, visibility?: string) => ({ 'put-code': putCode, visibility });
    const group = [
      { 'work-summary': [summary(1, 'private'), summary(2, 'limited')] },
      { 'work-summary': [summary(3, 'PUBLIC'), summary(4), summary(5, 'registered-only')] },
    ];
    source.script({ json: { group } });
    const groups = (await readWorks(orcid)).groups;
    expect(groups.map(({ summaries }) => summaries.map(({ putCode }) => putCode))).toEqual([[3, 4]]);
  });

  test('a summary without a put-code is passed over', async () => {
    source.script({ json: { group: [{ 'work-summary': [{}, null, { 'put-code': '12' }] }] } });
    expect((await readWorks(orcid)).groups[0]?.summaries).toMatchObject([{ putCode: 12 }]);
  });

  test.each([
    ['-1', -1],
    ['3', 3],
    [4, 4],
    [null, 0],
    ['first', 0],
  ])('display-index %j is %j', async (written, displayIndex) => {
    expect(await read({ 'display-index': written })).toMatchObject({ displayIndex });
  });

  test('types of older records are in the same words', async () => {
    expect(await read({ type: 'JOURNAL_ARTICLE' })).toMatchObject({ workType: 'journal-article' });
  });

  test.each([{}, [], { group: {} }, { group: [5] }])('%j is malformed', async (json) => {
    source.script({ json });
    await expect(readWorks(orcid)).rejects.toThrow(SourceAnswerMalformed);
  });
});

describe('what identifies a work', () => {
  test.each([
    [
      [id('doi', '10.5555/a'), id('doi', '10.5555/b')],
      ['10.5555/a', '10.5555/b'],
    ],
    [[id('DOI', '10.5555/A', 'SELF'), id('doi', 'doi:10.5555/a')], ['10.5555/a']],
    [
      [id('doi', '10.5555/b', 'part-of'), id('doi', '10.5555/v', 'version-of'), id('doi', '10.5555/f', 'funded-by')],
      [],
    ],
    [[id('doi', 'http://hdl.handle.net/2080/2662'), id('handle', '10.5555/h'), id('isbn', '9783161484100')], []],
    [[id('doi', 'see 10.5555/x there', 'self', '10.5555/x')], ['10.5555/x']],
    [[id('doi', '10.5555/written', 'self', '10.5555/normalized')], ['10.5555/written']],
    [
      [id('doi', '10.5555/a\\_b'), id('doi', '10.5555/a{\\_}b.'), id('doi', '10.5555/100\\%')],
      ['10.5555/a_b', '10.5555/100%'],
    ],
    [[id('doi', 'https://doi.org/10.5555/a..')], ['10.5555/a']],
    [[id('doi', '10.5555/a . .')], ['10.5555/a']],
    [[id('doi', '10.5555/a 10.5555/b')], ['10.5555/a', '10.5555/b']],
    [[id('doi', '10.5555/a; https://doi.org/10.5555/b.')], ['10.5555/a', '10.5555/b']],
    [[id('doi', 'doi:10.5555/a and doi: 10.5555/b')], ['10.5555/a', '10.5555/b']],
    [[id('doi', '10.5555/a, erratum 10.5555/b')], []],
    [[{ 'external-id-type': 'doi', 'external-id-value': '10.5555/a' }], []],
    [[{ 'external-id-type': 'doi', 'external-id-value': null, 'external-id-relationship': 'self' }, 7], []],
  ])('%j: %j', async (list, selfDois) => {
    expect(await read({ 'external-ids': ids(...list) })).toMatchObject({ selfDois });
  });

  test('a long text that is no DOI takes no long time to read', async () => {
    const list = ids(id('doi', `a${' .'.repeat(100_000)}a`));
    const tookMs = await threadTimeMs(async () => {
      expect(await read({ 'external-ids': list })).toMatchObject({ selfDois: [] });
    });
    expect(tookMs).toBeLessThan(1500);
  });
});

describe('a group without a DOI among its identifiers', () => {
  const work = (url: string | null, ...list: object[]) => ({
    'put-code': 1,
    url: url === null ? null : value(url),
    'external-ids': ids(...list),
  });
  const arxiv = id('arxiv', 'arXiv:1902.02534v2');
  const resolved = 'http://dx.doi.org/10.6084/M9.figshare.94030';
  test.each([
    ['the address of a summary', [work(null), work(resolved)], ['10.6084/m9.figshare.94030']],
    ['its arXiv identifier', [work('https://arxiv.org/abs/1902.02534', arxiv)], ['10.48550/arxiv.1902.02534']],
    ['the address, rather than of a copy on arXiv', [work(resolved, arxiv)], ['10.6084/m9.figshare.94030']],
    ['no address of another site', [work('https://example.org/doi/10.5555/a')], []],
    ['no address of its book', [work(resolved, id('doi', '10.6084/m9.figshare.94030', 'part-of'))], []],
    ['nothing', [work(null, id('pmid', '123'))], []],
  ])('has that of %s', async (_, summaries, selfDois) => {
    source.script({ json: { group: [{ 'work-summary': summaries }] } });
    expect((await readWorks(orcid)).groups[0]?.selfDois).toEqual(selfDois);
  });

  test('may have PubMed identifiers', async () => {
    const list = ['17656783', ' PMID: 9894592 ', 'https://pubmed.ncbi.nlm.nih.gov/9882365/', 'PMC103984', '17656783'];
    const summaries = [work(null, ...list.map((each) => id('pmid', each)), id('pmid', '1', 'part-of'))];
    source.script({ json: { group: [{ 'work-summary': summaries }] } });
    expect((await readWorks(orcid)).groups[0]?.pmids).toEqual(['17656783', '9894592', '9882365']);
  });

  test.each([
    ['pmid', 'https://www.ncbi.nlm.nih.gov/pubmed/17656783?dopt=Abstract', '17656783', { pmids: ['17656783'] }],
    ['pmc', 'PMC103984, PMID 17656783', 'PMC103984', { pmcids: ['103984'] }],
    ['arxiv', 'https://doi.org/10.48550/arXiv.1902.02534', '1902.02534', { selfDois: ['10.48550/arxiv.1902.02534'] }],
  ])('may have one of %s that only ORCID understands: %s', async (type, written, normalized, expected) => {
    const entered = { ...id(type, written), 'external-id-normalized': { value: normalized } };
    source.script({ json: { group: [{ 'work-summary': [work(null, entered)] }] } });
    expect((await readWorks(orcid)).groups).toMatchObject([expected]);
  });

  test('may have identifiers of PubMed Central', async () => {
    const list = [
      'PMC103984',
      ' PMCID: PMC191163 ',
      'pmc2945747',
      '3315538',
      'https://pmc.ncbi.nlm.nih.gov/articles/PMC3807375/',
      'https://europepmc.org/article/PMC/PMC4975754',
      'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC103984/',
      'EPMC1',
      '10.5555/a',
    ];
    const summaries = [work(null, ...list.map((each) => id('pmc', each)), id('pmc', 'PMC1', 'part-of'))];
    source.script({ json: { group: [{ 'work-summary': summaries }] } });
    const expected = ['103984', '191163', '2945747', '3315538', '3807375', '4975754'];
    expect((await readWorks(orcid)).groups).toMatchObject([{ pmids: [], pmcids: expected }]);
  });

  test('one that has a DOI gets no other', async () => {
    source.script({
      json: { group: [{ 'work-summary': [work(resolved, arxiv), work(null, id('doi', '10.5555/a'))] }] },
    });
    expect((await readWorks(orcid)).groups).toMatchObject([
      {
        selfDois: [],
        pmids: [],
        pmcids: [],
        summaries: [{ selfDois: [], arxivId: '1902.02534' }, { selfDois: ['10.5555/a'] }],
      },
    ]);
  });
});

describe('the contributors of works', () => {
  const person = (name: string | null, role: string | null, path?: string) => ({
    'credit-name': name === null ? null : value(name),
    'contributor-orcid': path ? { path } : null,
    'contributor-attributes': role === null ? null : { 'contributor-role': role },
  });
  const full = (putCode: number, visibility: string, ...contributor: object[]) => ({
    work: { 'put-code': putCode, visibility, contributors: { contributor } },
  });

  test('are read in one request: authors in order, without editors, private names and private works', async () => {
    const bulk = [
      full(
        7,
        'public',
        person('Josiah Carberry', 'author', orcid),
        person('Eve Editor', 'editor'),
        person(null, 'author'),
        person('Ada <i>Lovelace</i>', null),
      ),
      { error: { 'error-code': 9016 } },
      full(8, 'private', person('Nobody', 'author')),
      { work: { 'put-code': 9, contributors: null } },
    ];
    source.script({ json: { bulk } });
    const author = { given: null, family: null, affiliations: [] };
    expect(await readContributors(orcid, [7, 8, 9])).toEqual(
      new Map([
        [
          7,
          [
            { name: 'Josiah Carberry', orcid, ...author },
            { name: 'Ada Lovelace', orcid: null, ...author },
          ],
        ],
        [9, []],
      ]),
    );
    expect(source.requests.map(({ path }) => path)).toEqual([`/orcid/${orcid}/works/7,8,9`]);
  });

  test('are one author with all CRediT roles, for each of which ORCID lists them again', async () => {
    const role = (name: string) => `http://credit.niso.org/contributor-roles/${name}/`;
    const contributors = [
      ...['software', 'methodology'].map((name) => person('Eve Clay', role(name))),
      person('Tom Pot', 'author'),
      person('Eve Clay', role('data-curation')),
    ];
    source.script({ json: { bulk: [full(1, 'public', ...contributors)] } });
    const found = await readContributors(orcid, [1]);
    expect(found.get(1)?.map(({ name, credit_roles }) => [name, credit_roles])).toEqual([
      ['Eve Clay', ['software', 'methodology', 'data-curation']],
      ['Tom Pot', undefined],
    ]);
  });

  test('are asked for up to a hundred works, and limited', async () => {
    source.script({
      json: { bulk: [full(1, 'public', ...Array.from({ length: 600 }, () => person('Ann', 'author')))] },
    });
    const found = await readContributors(
      orcid,
      Array.from({ length: 150 }, (_, n) => n),
    );
    expect(found.get(1)).toHaveLength(500);
    expect(source.requests[0]?.path.split(',')).toHaveLength(100);
  });

  test('are read with the details that lists lack, and with what a BibTeX citation says', async () => {
    const citation = {
      'citation-type': 'BIBTEX',
      'citation-value':
        '@phdthesis{c08,\n title = {On {Pots}}, school="Universit{\\"a}t, Kiln", pages = {1--10}, volume = 38,\n ' +
        'publisher = "K\\"ohler {\\&} Co", isbn={978-3-16-148410-0}, note = {unfinished',
    };
    const work = {
      ...full(7, 'public', person('Josiah Carberry', 'author', orcid), person('Eve Editor', 'EDITOR')).work,
      citation,
      'short-description': 'A <i>study</i> of pots.',
      'language-code': 'en',
    };
    source.script({ json: { bulk: [{ work }, { work: { 'put-code': 8 } }] } });
    const author = { given: null, family: null, affiliations: [] };
    const found = await readDetails(orcid, [7, 8]);
    expect(found.get(7)).toEqual({
      authors: [{ name: 'Josiah Carberry', orcid, ...author }],
      editors: [{ name: 'Eve Editor', orcid: null, ...author }],
      abstract: 'A study of pots.',
      language: 'en',
      citation: { type: 'bibtex', value: citation['citation-value'] },
      cited: {
        institution: 'Universit\u00e4t, Kiln',
        publisher: 'K\u00f6hler & Co',
        pages: '1-10',
        volume: '38',
        isbn: '978-3-16-148410-0',
      },
    });
    expect(found.get(8)).toEqual({
      authors: [],
      editors: [],
      abstract: null,
      language: null,
      citation: null,
      cited: {},
    });
  });

  test.each<[string, string, object]>([
    ['formatted-apa', 'Carberry, J. (2008). On Pots.', {}],
    ['bibtex', 'no entry at all', {}],
    ['bibtex', '@book{, pages = 3-4}', { pages: '3-4' }],
    ['bibtex', '@book{x, pages = {5}, pages = {6}, edition = {}}', { pages: '5' }],
    ['bibtex', `@book{x, edition = {${'long '.repeat(200)}}, volume = 1}`, { volume: '1' }],
  ])('a citation of type %s: %s', async (type, text, cited) => {
    const citation = { 'citation-type': type, 'citation-value': text };
    source.script({ json: { bulk: [{ work: { 'put-code': 7, citation } }] } });
    expect((await readDetails(orcid, [7])).get(7)).toMatchObject({ cited, citation: { type, value: text } });
  });

  test('their details are limited', async () => {
    const long = 'a '.repeat(60_000);
    const citation = { 'citation-type': 'bibtex', 'citation-value': `@book{x, pages = {7}, note = {${long}}}` };
    const people = Array.from({ length: 500 }, (_, n) => person(`Author ${n} ${'x'.repeat(400)}`, 'author'));
    const work = { ...full(7, 'public', ...people).work, citation, 'short-description': long };
    source.script({ json: { bulk: [{ work }] } });
    const details = (await readDetails(orcid, [7])).get(7);
    expect(details).toMatchObject({ citation: null, cited: { pages: '7' } });
    expect(details?.abstract?.length).toBeLessThanOrEqual(10_000);
    expect(JSON.stringify(details).length).toBeLessThan(60_000);
  });

  test.each([{}, [], { bulk: {} }])('%j is malformed', async (json) => {
    source.script({ json });
    await expect(readContributors(orcid, [1])).rejects.toThrow(SourceAnswerMalformed);
  });
});

describe('a translated title', () => {
  const translated = (text: string, language: string | null) => ({ value: text, 'language-code': language });
  test.each([
    [translated('Ollas', 'es'), { en: 'Pots', es: 'Ollas' }],
    [translated('Pots and more', 'en'), { und: 'Pots', en: 'Pots and more' }],
    [translated('Pots and more', 'en_US'), { und: 'Pots', en: 'Pots and more' }],
    [translated('Potes', 'pt_BR'), { en: 'Pots', 'pt-BR': 'Potes' }],
    [translated('壺', 'zh_tw'), { en: 'Pots', 'zh-TW': '壺' }],
    [translated('Pots', 'es'), 'Pots'],
    [translated('', 'es'), 'Pots'],
    [translated('Ollas', 'Spanish'), { en: 'Pots', es: 'Ollas' }],
    [translated('Ollas', 'Klingonese'), 'Pots'],
    [translated('Ollas', null), 'Pots'],
    [null, 'Pots'],
  ])('%j gives %j', async (translation, title) => {
    expect(await read({ title: { title: value('Pots'), 'translated-title': translation } })).toMatchObject({ title });
  });

  test('stands alone where there is no other', async () => {
    expect(await read({ title: { title: value(''), 'translated-title': translated('Ollas', 'es') } })).toMatchObject({
      title: { es: 'Ollas' },
    });
  });
});

describe('a record that cannot be read', () => {
  const error = (code: number, text: string) => ({
    'response-code': 409,
    'developer-message': text,
    'user-message': '',
    'error-code': code,
  });
  test.each([
    ['unknown', 404, error(9016, '404 Not Found: The resource was not found.'), `There is no ORCID record ${orcid}`],
    [
      'locked',
      409,
      error(9018, '409 Conflict: The ORCID record is locked.'),
      `The ORCID record ${orcid} is locked by ORCID`,
    ],
    ['deactivated', 409, error(9044, '409 Conflict: deactivated'), `The ORCID record ${orcid} is deactivated`],
    [
      'deactivated',
      409,
      { 'developer-message': 'The record is deactivated', 'user-message': '' },
      `The ORCID record ${orcid} is deactivated`,
    ],
    ['unclaimed', 409, error(9036, 'not claimed'), `The ORCID record ${orcid} is not yet claimed by its owner`],
    [
      'deprecated',
      409,
      error(9007, `The account ${orcid} is deprecated. Use https://orcid.org/${other}`),
      `The ORCID record ${orcid} is deprecated: its owner now uses ${other}`,
    ],
    ['deprecated', 301, error(9007, 'deprecated'), `The ORCID record ${orcid} is deprecated`],
  ])('%s (%i) says so to people', async (reason, status, json, message) => {
    source.script({ status, json });
    await expect(readPerson(orcid)).rejects.toMatchObject({
      name: 'OrcidRecordUnavailable',
      reason,
      message,
    });
    await expect(readWorks(orcid)).rejects.toMatchObject({ reason });
    expect(source.requests).toHaveLength(2);
  });

  test('a redirect to another record says that it is deprecated', async () => {
    source.script({ status: 301, headers: { location: `https://orcid.example/v3.0/${other}/person` }, text: '' });
    await expect(readPerson(orcid)).rejects.toMatchObject({
      reason: 'deprecated',
      message: expect.stringContaining(`now uses ${other}`),
    });
    expect(source.requests).toHaveLength(1);
  });

  test.each([301, 400, 401, 403, 409])('%i for no reason of the record: ORCID is unavailable', async (status) => {
    source.script({ status, text: '<error/>' });
    await expect(readPerson(orcid)).rejects.toThrow(new SourceUnavailable('orcid', `answered ${status}`));
  });
});
