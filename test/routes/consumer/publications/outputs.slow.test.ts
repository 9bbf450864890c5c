import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork, emptyWork } from '#src/records/works/work-content.ts';
import { workFeedEntry } from '#src/responses/work-citation.ts';
import { db } from '#src/table/table.ts';
import * as embed from '../../../../lambdas/consumer/embed/list.ts';
import * as groupDocument from '../../../../lambdas/consumer/group-documents/get.ts';
import * as groupPage from '../../../../lambdas/consumer/pages/group.ts';
import * as personPage from '../../../../lambdas/consumer/pages/person.ts';
import * as projectPage from '../../../../lambdas/consumer/pages/project.ts';
import * as ofPerson from '../../../../lambdas/consumer/people/publications.ts';
import * as personDocument from '../../../../lambdas/consumer/person-documents/get.ts';
import * as list from '../../../../lambdas/consumer/publications/list.ts';
import { aMembership, storeGroup, storeMember } from '../../../groups/groups-fixture.ts';
import { aBibliography, anIncoming, aProject, aSummary, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { storeProject } from '../../../support/projects.ts';
import { curateProject, curateWork } from '../../../support/publicity.ts';

captureLog();
const now = new Date('2026-01-31T12:00:00Z');
const lovelace = '0009-9999-0000-0019';
const report = 'a'.repeat(32);
const thesis = 'b'.repeat(32);
const minutes = 'd'.repeat(32);

async function store(doi: string, orcid: string, original: Parameters<typeof aBibliography>[0]): Promise<void> {
  const incoming = anIncoming({ doi, orcid, original: aBibliography(original) });
  await savePublication(applyIncoming(undefined, incoming, [], now), undefined, []);
}

async function storeWork(id: string, orcid: string, fields: Parameters<typeof aSummary>[0]): Promise<void> {
  const incoming = { id, orcid, preferred: aSummary(fields), putCodes: [1] };
  await saveWork(applyWork(undefined, incoming, now), undefined);
}

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  await store('10.5555/article', carberry, {
    title: 'Kilns in March',
    publication_date: '2024-03',
    publication_year: 2024,
    publication_type: 'journal-article',
    open_access_status: 'gold',
  });
  await store('10.5555/old', carberry, {
    title: 'Kilns before',
    publication_date: '2022-01-01',
    publication_year: 2022,
    publication_type: 'report',
  });
  await storeWork(report, carberry, {
    title: 'Kilns, a report',
    workType: 'working-paper',
    publicationDate: '2024-05-01',
    url: 'https://example.org/kilns.pdf',
  });
  await storeWork(thesis, lovelace, {
    title: 'A thesis on kilns',
    workType: 'dissertation-thesis',
    publicationDate: '2023',
    url: null,
  });
  const edits = { title: 'The minutes', publication_date: '1999', publication_year: 1999 };
  await saveWork({ ...emptyWork(minutes, now), ...edits, edits, origin: 'curator' }, undefined);
  await storeWork('c'.repeat(32), carberry, { title: 'Kilns hidden', publicationDate: '2024', url: null });
  await curateWork('c'.repeat(32), carberry, { visible: false });
  const gone = { deleted_at: now.toISOString(), is_merged: true };
  await saveWork({ ...emptyWork('e'.repeat(32), now), ...gone, merged_into: 'f'.repeat(32) }, undefined);
  await saveWork({ ...emptyWork('f'.repeat(32), now), ...gone, merged_into: thesis }, undefined);
  await saveWork({ ...emptyWork('1'.repeat(32), now), ...gone, replaced_by: '10.5555/article' }, undefined);
  // Two are merged or have become a publication, one is hidden, and one has been erased.
  const work_ids = [report, 'e'.repeat(32), '1'.repeat(32), 'c'.repeat(32), '2'.repeat(32)];
  for (const id of ['kilns', 'draft']) {
    await storeProject(aProject({ id, visible: id === 'kilns' }), now);
    await curateProject(id, { publication_dois: ['10.5555/old'], work_ids });
  }
  await storeGroup('pots');
  await storeMember(carberry, [aMembership('pots')]);
  await storeGroup('engines');
  await storeMember(lovelace, [aMembership('engines')]);
});

const read = (query: string, include = 'works') => call(list, { url: `/v1/publications?include=${include}&${query}` });
const found = async (query: string) => {
  const { status, body } = await read(query);
  return status === 200 ? body.outputs.map(({ id }: { id: string }) => id.replace('10.5555/', '')) : status;
};

test('the list has publications and works by date, each in its own form, beside the publications as ever', async () => {
  const { body } = await read('per_page=3', 'works,citation');
  expect(body).toMatchObject({ total: 2, pages: 1, outputs_total: 5, publications: [{}, {}] });
  expect(body.outputs).toMatchObject([
    {
      kind: 'work',
      id: report,
      title: 'Kilns, a report',
      type: 'working-paper',
      publication_date: '2024-05-01',
      publication_year: 2024,
      href: 'https://example.org/kilns.pdf',
      work: { id: report, work_type: 'working-paper', citation: { text: expect.stringContaining('Kilns, a report') } },
    },
    {
      kind: 'publication',
      id: '10.5555/article',
      type: 'journal-article',
      href: 'https://doi.org/10.5555/article',
      publication: { doi: '10.5555/article', citation: { text: expect.stringContaining('Kilns in March') } },
    },
    { kind: 'work', id: thesis, type: 'thesis' },
  ]);
  const next = await read(`per_page=3&outputs_cursor=${body.outputs_next_cursor}`);
  expect(next.body).toMatchObject({
    outputs: [{ id: '10.5555/old' }, { id: minutes, href: expect.stringMatching(/^urn:uuid:/) }],
    outputs_total: 5,
    outputs_next_cursor: null,
  });
});

test('without include=works, nothing is added', async () => {
  const { body } = await call(list, { url: '/v1/publications' });
  expect(Object.keys(body).filter((name) => name.startsWith('outputs'))).toEqual([]);
});

describe('filters find the works that have what they ask for', () => {
  test.each<[string, string[]]>([
    ['dir=asc', [minutes, 'old', thesis, 'article', report]],
    ['q=report', [report]],
    [`orcid=${lovelace}`, [thesis]],
    ['publication_year=2024', [report, 'article']],
    ['publication_year_from=2023&publication_year_to=2023', [thesis]],
    ['publication_type=dissertation', [thesis]],
    ['publication_type=report', [report, 'old']],
    ['publication_subtype=working-paper', [report]],
    ['exclude_subtype=working-paper', ['article', thesis, 'old', minutes]],
    ['output_type=working-paper|journal-article', [report, 'article']],
    ['group_id=engines', [thesis]],
    ['group_id=pots', [report, 'article', 'old']],
    ['group_id=none', [minutes]],
    ['is_retracted=false', [report, 'article', thesis, 'old', minutes]],
    ['min_cited_by=0', [report, 'article', thesis, 'old', minutes]],
    ['project_id=kilns', [report, 'article', thesis, 'old']],
    ['project_id=kilns&publication_year=2023', [thesis]],
    ['project_id=draft', []],
    ['project_id=none', []],
    // No work is known to have these.
    ['open_access_status=gold', ['article']],
    ['is_retracted=true', []],
  ])('%s', async (query, ids) => expect(await found(query)).toEqual(ids));
});

test('a project is read once for both kinds of its outputs', async () => {
  const spy = jest.spyOn(db, 'send');
  expect(await found('project_id=kilns')).toHaveLength(4);
  const reads = spy.mock.calls.filter(([command]) => JSON.stringify(command.input).includes('PROJECT#kilns'));
  spy.mockRestore();
  expect(reads).toHaveLength(1);
});

describe('400', () => {
  test.each([
    ['outputs_cursor=x', 'outputs_cursor'],
    ['outputs_cursor=e30', 'outputs_cursor'],
    ['format=bibtex&page=2', 'page'],
    ['format=atom&offset=1', 'offset'],
  ])('%s', async (query, field) => {
    const { status, body } = await read(query);
    expect([status, body.details]).toMatchObject([400, { issues: [{ path: field }] }]);
  });
});

test('exports and feeds have the works, in parts that follow each other', async () => {
  const bibtex = await read('format=bibtex');
  expect(String(bibtex.body).match(/@\w+/g)).toEqual(['@techreport', '@article', '@phdthesis', '@techreport', '@misc']);
  expect(bibtex.headers['x-export-truncated']).toBe('false');
  const ids: string[] = [];
  let url = '/v1/publications?include=works&format=json-feed&per_page=3';
  for (;;) {
    const feed = parseJsonFeed(JSON.stringify((await call(list, { url })).body));
    ids.push(...(feed.items ?? []).map(({ id }) => id ?? ''));
    if (!feed.next_url) break;
    url = feed.next_url.slice(feed.next_url.indexOf('/v1/'));
  }
  const urn = (id: string) => expect.stringMatching(`urn:uuid:${id[0]}+-`);
  expect(ids).toEqual([
    urn(report),
    'https://doi.org/10.5555/article',
    urn(thesis),
    'https://doi.org/10.5555/old',
    urn(minutes),
  ]);
  const { entries } = parseAtomFeed((await read('format=atom')).body);
  expect(entries?.[4]).toMatchObject({ title: { value: 'The minutes' }, content: { value: expect.anything() } });
});

test('only a web address of a work is a link in feeds', () => {
  const work = { ...emptyWork(minutes, now), href: 'https://example.org/minutes' };
  expect(workFeedEntry(work, 'en', 1).url).toBe('https://example.org/minutes');
  expect(workFeedEntry({ ...work, href: 'ftp://example.org/minutes' }, 'en', 1).url).toBeUndefined();
});

test('the list of a person has their works only with include=works', async () => {
  const authorizer = authorizerOf(ofPerson.route.auth) ?? {};
  const ask = (query: string) =>
    call(ofPerson, {
      url: `/v1/people/${carberry}/publications?${query}`,
      authorizer,
    });
  expect((await ask('')).body).not.toHaveProperty('outputs');
  expect((await ask('include=works')).body).toMatchObject({
    total: 2,
    outputs_total: 3,
    outputs: [{ id: report }, { id: '10.5555/article' }, { id: '10.5555/old' }],
  });
});

describe('pages and embeds show works', () => {
  const titlesIn = (text: string) =>
    [...text.matchAll(/class="publication-title"[^>]*>([^<]*)</g)].map(([, title]) => title);

  test.each([
    ['', ['Kilns, a report', 'Kilns in March', 'A thesis on kilns', 'Kilns before', 'The minutes']],
    ['works=false', ['Kilns in March', 'Kilns before']],
    ['skip=1&limit=2', ['Kilns in March', 'A thesis on kilns']],
    ['sort=cited_by_count', ['Kilns in March', 'Kilns before']],
    ['group_id=engines&group=type', ['A thesis on kilns']],
    ['project_id=kilns', ['Kilns, a report', 'Kilns in March', 'A thesis on kilns', 'Kilns before']],
    ['project_id=kilns&works=false', ['Kilns in March', 'Kilns before']],
  ])('embed %s', async (query, titles) => {
    expect(titlesIn((await call(embed, { url: `/v1/embed?${query}` })).body)).toEqual(titles);
  });

  test.each([
    '',
    '&works=false',
    '&project_id=kilns',
    '&group_id=pots',
    '&q=kilns',
    '&publication_year=1999',
    '&sort=cited_by_count',
  ])('the chart of an embed%s counts what is in its list', async (filters) => {
    const { body: text } = await call(embed, { url: `/v1/embed?chart=open_access${filters}` });
    const totals = [...text.matchAll(/<td>(\d+)<\/td><\/tr>/g)].map(([, count]) => Number(count));
    expect(totals.reduce((sum, count) => sum + count, 0)).toBe(titlesIn(text).length);
    expect(text.includes('<svg')).toBe(titlesIn(text).length > 0);
  });

  test('a work that is nowhere on the web is no link', async () => {
    const { body: text } = await call(embed, { url: '/v1/embed?q=minutes' });
    expect(text).toContain('<span class="publication-title"');
    expect(text).not.toContain('urn:');
  });

  test.each([
    [groupDocument, '/v1/groups/pots', 'group_id=pots'],
    [personDocument, `/v1/people/${carberry}`, `orcid=${carberry}`],
  ])('the document of %#, %s, has what its list has', async (target, path, filter) => {
    const { body } = await read(`per_page=100&${filter}`);
    const titles: string[] = body.outputs.map(({ title }: { title: string }) => title);
    expect(titles.length).toBeGreaterThan(1);
    const answer = await call(target, { url: `${path}/document?format=html` });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const html = Buffer.from(String(answer.body), 'base64').toString();
    for (const title of titles) expect(html).toContain(title);
    expect(html).not.toContain('Kilns hidden');
    const { status, headers } = await call(target, { url: `${path}/document?format=docx` });
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment; .*[.]docx"$/)]);
    const ask = (query: string) =>
      call(target, { url: `${path}/document?format=docx${query}`, headers: { 'If-None-Match': String(headers.etag) } });
    expect([(await ask('')).status, (await ask('&style=harvard')).status]).toEqual([304, 200]);
    expect((await call(target, { url: `${path}/document?format=pdf` })).status).toBe(400);
    expect((await call(target, { url: `${path}/document` })).status).toBe(400);
  });

  test.each([
    [groupDocument, '/v1/groups/nothing'],
    [personDocument, '/v1/people/0000-0001-5109-3700'],
  ])('404: the document of %#, nobody and nothing', async (target, path) => {
    expect((await call(target, { url: `${path}/document?format=html` })).status).toBe(404);
  });

  test('400: an embed with works has no more than 10,000 entries before it', async () => {
    expect((await call(embed, { url: '/v1/embed?skip=10001' })).status).toBe(400);
    expect((await call(embed, { url: '/v1/embed?skip=10001&works=false' })).status).toBe(200);
  });

  test('the page of somebody who has only works', async () => {
    const ask = (slug = '') => call(personPage, { url: `/people/${slug}` });
    const { status, headers } = await ask(lovelace);
    expect(status).toBe(301);
    const { body } = await ask(headers.location?.split('/').at(-1));
    expect(titlesIn(body)).toEqual(['A thesis on kilns']);
    expect(body).toContain('include=works');
  });

  const linkIn = (text: string, name: string) =>
    new RegExp(`<li><a href="([^"]*)" rel="nofollow">${name}</a></li>`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';

  test.each([
    ['a group', groupPage, groupDocument, '/groups/pots'],
    ['a person', personPage, personDocument, `/people/${carberry}`],
    ['a person who has only works', personPage, personDocument, `/people/${lovelace}`],
  ])('the page of %s links to its list as a document, in its language', async (_, target, document, address) => {
    const moved = await call(target, { url: address });
    const path = moved.status === 301 ? new URL(String(moved.headers.location)).pathname : address;
    for (const [language, query, words] of [
      ['en', '', ['Word', 'To print', 'As of']],
      ['de', '?locale=de', ['Word', 'Zum Drucken', 'Stand']],
    ] as const) {
      const { body: text } = await call(target, { url: `${path}${query}` });
      const titles = titlesIn(text);
      expect(titles.length).toBeGreaterThan(0);
      for (const [at, format] of (['docx', 'html'] as const).entries()) {
        const link = linkIn(text, words[at] ?? '');
        expect(Object.fromEntries(new URL(link).searchParams)).toEqual({ format, locale: language });
        // In the language of the link, whatever the program that opens it asks for.
        const url = link.slice(link.indexOf('/v1/'));
        const file = await call(document, { url, headers: { 'Accept-Language': 'fr' } });
        expect([file.status, file.headers['content-language']]).toEqual([200, language]);
        if (format === 'docx') continue;
        const html = Buffer.from(String(file.body), 'base64').toString();
        for (const shown of [...titles, words[2]]) expect(html).toContain(shown);
      }
    }
  });

  test('a page in the language of its reader has documents in it, and titles in any locale that was asked for', async () => {
    const german = await call(groupPage, { url: '/groups/pots', headers: { 'Accept-Language': 'de-AT' } });
    expect(linkIn(german.body, 'Word')).toMatch(/locale=de$/);
    const arabic = await call(groupPage, { url: '/groups/pots?locale=ar' });
    expect(linkIn(arabic.body, 'Word')).toMatch(/locale=ar$/);
    // There is none of the outputs of a project.
    const { body: project } = await call(projectPage, { url: '/projects/kilns' });
    expect(project).not.toContain('/document');
  });

  test('the page of a project', async () => {
    const { body: text } = await call(projectPage, { url: '/projects/kilns' });
    expect(titlesIn(text)).toEqual(['Kilns, a report', 'Kilns in March', 'A thesis on kilns', 'Kilns before']);
  });

  test('the page of a group', async () => {
    const { body: text } = await call(groupPage, { url: '/groups/pots' });
    expect(titlesIn(text)).toEqual(['Kilns, a report', 'Kilns in March', 'Kilns before']);
  });
});
