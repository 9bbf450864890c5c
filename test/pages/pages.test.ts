import { beforeAll, describe, expect, test } from '@jest/globals';
import { attachAlias } from '#src/curation/aliases/attach.ts';
import { publicationPath } from '#src/publishing/pages/addresses.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import * as embed from '../../lambdas/consumer/embed/list.ts';
import * as linkset from '../../lambdas/consumer/linksets/get.ts';
import * as person from '../../lambdas/consumer/pages/person.ts';
import * as project from '../../lambdas/consumer/pages/project.ts';
import * as publication from '../../lambdas/consumer/pages/publication.ts';
import * as robots from '../../lambdas/consumer/pages/robots.ts';
import * as script from '../../lambdas/consumer/pages/script.ts';
import * as sitemap from '../../lambdas/consumer/pages/sitemap.ts';
import * as style from '../../lambdas/consumer/pages/style.ts';
import * as detail from '../../lambdas/consumer/publications/get.ts';
import { aBibliography, anAuthor, anIncoming, aProject, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { call, publicBaseUrl } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { storeProject } from '../support/projects.ts';
import { curateProject, curatePublication } from '../support/publicity.ts';

captureLog();

const hostile = '"><script>alert(1)</script>&';
const shown = '10.5555/pots(1)/a&b';
const funderRor = 'https://ror.org/021nxhr62';
const page = '/publications/10.5555/pots(1)/a%26b';

async function store(doi: string, original: Parameters<typeof aBibliography>[0], change: object = {}) {
  const incoming = anIncoming({ doi, orcid: carberry, original: aBibliography(original) });
  const record = { ...applyIncoming(undefined, incoming, [], new Date('2026-01-31T12:00:00Z')), ...change };
  await savePublication(record, undefined, []);
}

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry', `Pots ${hostile}`);
  await store(shown, {
    title: { en: `Kilns ${hostile}`, ar: 'أفران الفخار', de: 'Öfen' },
    authors: [
      { ...anAuthor('Josiah Carberry'), orcid: carberry, credit_roles: ['software', 'writing-review-editing'] },
      anAuthor(hostile),
    ],
    container_title: 'Journal of Kilns',
    volume: '12',
    issue: '3',
    pages: '45–67',
    abstract: `About ${hostile}`,
    publication_date: '2010-05-12',
    publication_year: 2010,
    publication_type: 'journal-article',
    language: 'en',
    open_access_status: 'gold',
    raids: ['10.83962/a1b2c3d4'],
    funders: [
      { name: 'Kiln & Fund', doi: null, ror: null, awards: ['K-1', '10.35802/218300'], award_details: [] },
      { name: null, doi: null, ror: funderRor, awards: [hostile], award_details: [] },
      { name: null, doi: null, ror: null, awards: ['A-1'], award_details: [] },
    ],
  });
  await store('10.5555/book', {
    title: '窯の本',
    publication_type: 'book',
    publication_year: 2009,
    is_retracted: true,
  });
  await store('10.5555/hidden', { title: 'Hidden' }, { visible: false });
  await store('10.5555/draft', { title: 'Draft' }, { visible: false, deleted_at: '2026-01-31T12:00:00.000Z' });
  await store('10.5555/deleted', { title: 'Deleted' });
  await curatePublication('10.5555/deleted', { deleted_at: '2026-01-31T12:00:00.000Z' });
  await store('10.5555/merged', { title: 'Merged' });
  await attachAlias('10.5555/merged', shown, { workspace: 'library', actor: 'user:c@example.org', now: new Date() });
  await storeProject(aProject({ id: 'kilns', title: `Project ${hostile}`, member_orcids: [carberry] }), new Date());
  await curateProject('kilns', { publication_dois: [shown] });
  await storeProject(aProject({ id: 'over', title: 'Over' }), new Date());
  await curateProject('over', { deleted_at: '2026-01-31T12:00:00.000Z' });
});

const get = (target: Parameters<typeof call>[0], url: string, headers: Record<string, string> = {}) =>
  call(target, { url, headers });

test('200: the page of a publication says who, what and where, and writes everything escaped', async () => {
  const { status, headers, body } = await get(publication, page);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-language': 'en',
    'cache-control': expect.stringContaining('public'),
    vary: 'Accept-Encoding, Accept-Language',
  });
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src ${publicBaseUrl}; script-src ${publicBaseUrl}; img-src data:; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(body).not.toContain('<script>alert');
  for (const part of [
    `<link rel="canonical" href="${publicBaseUrl}${page}">`,
    '<meta name="citation_author" content="Carberry, Josiah">',
    '<meta name="citation_publication_date" content="2010/5/12">',
    '<meta name="citation_firstpage" content="45">',
    '<meta name="citation_lastpage" content="67">',
    'lang="en" dir="auto">Kilns &quot;&gt;&lt;script&gt;',
    `<strong><a href="${publicBaseUrl}/people/`,
  ])
    expect(body).toContain(part);
  expect(body).not.toContain('citation_pdf_url');
  expect(body).not.toContain('noindex');
  expect((await get(publication, page, { 'If-None-Match': String(headers.etag) })).status).toBe(304);
});

test('the page is in German or English, and its title in any language', async () => {
  const german = await get(publication, page, { 'Accept-Language': 'de-AT' });
  expect(german.body).toContain('<html lang="de">');
  expect(german.body).toContain('<h1 lang="de" dir="auto">Öfen</h1>');
  expect(german.body).toContain('<dt>Sprache</dt><dd dir="auto">Englisch</dd>');
  const arabic = await get(publication, `${page}?locale=ar`);
  expect(arabic.body).toContain('<html lang="en">');
  expect(arabic.body).toContain('<h1 lang="ar" dir="auto">أفران الفخار</h1>');
});

test.each([
  ['301: a merged one leads to the page of the other', publication, '/publications/10.5555/merged?locale=de', 301],
  ['301: another spelling', publication, page.replace('pots', 'POTS'), 301],
  ['404: a hidden one looks missing', publication, '/publications/10.5555/hidden', 404],
  ['404: a draft was never shown, so that its deletion is not told', publication, '/publications/10.5555/draft', 404],
  ['404: an unknown one', publication, '/publications/10.5555/unknown', 404],
  ['410: a deleted one', publication, '/publications/10.5555/deleted', 410],
  ['404: an unknown person', person, '/people/nobody', 404],
  ['301: the iD of a person', person, `/people/${carberry}`, 301],
  ['404: an unknown project', project, '/projects/unknown', 404],
  ['410: a deleted project', project, '/projects/over', 410],
] as const)('%s', async (_, target, url, expected) => {
  const { status, headers, body } = await get(target, url);
  expect(status).toBe(expected);
  expect(headers['cache-control']).toBe('no-store');
  if (expected !== 301) {
    expect(body).toContain('<html lang="en">');
    expect(body).not.toMatch(/Hidden|Draft|Deleted/);
  } else if (target === publication) {
    expect(headers.location).toBe(`${publicBaseUrl}${page}${url.includes('?') ? '?locale=de' : ''}`);
  }
});

test('what authors contributed is on the page, and in its structured data beside the authors', async () => {
  const { body } = await get(publication, page);
  expect(body).toContain('>Josiah Carberry: <span lang="en">Software, Writing – review &amp; editing</span></li>');
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(String(body))?.[1] ?? '{}');
  expect(data.author[0]).toMatchObject({ '@type': 'Person', name: 'Josiah Carberry' });
  expect(data.contributor).toEqual([
    {
      '@type': 'Role',
      contributor: data.author[0],
      roleName: [
        'https://credit.niso.org/contributor-roles/software/',
        'https://credit.niso.org/contributor-roles/writing-review-editing/',
      ],
    },
  ]);
});

test('a funder without a name is called by its ROR iD, and awards with an address are links', async () => {
  const { body } = await get(publication, page);
  expect(body).toContain('<a href="https://doi.org/10.83962/a1b2c3d4">10.83962/a1b2c3d4</a>');
  expect(body).toContain('>Kiln &amp; Fund: K-1, <a href="https://doi.org/10.35802/218300">10.35802/218300</a></li>');
  expect(body).toContain(`<a href="${funderRor}">${funderRor}</a>: &quot;&gt;&lt;script&gt;`);
  expect(body).toContain('>A-1</li>');
});

test('without an abstract, a page stays out of search engines', async () => {
  const { body } = await get(publication, '/publications/10.5555/book');
  expect(body).toContain('<meta name="robots" content="noindex">');
  expect(body).toContain('This publication has been retracted');
});

test('the links of a page are in its header and in a link set', async () => {
  const { headers } = await get(publication, page);
  const { body, headers: ofSet } = await get(linkset, '/v1/linksets/10.5555/pots(1)/a%26b');
  expect(ofSet['content-type']).toBe('application/linkset+json; charset=utf-8');
  const [links] = body.linkset;
  expect(links).toMatchObject({
    anchor: `${publicBaseUrl}${page}`,
    author: [{ href: `https://orcid.org/${carberry}` }],
    related: [{ href: 'https://doi.org/10.5555/pots(1)/a&b' }],
    type: [{ href: 'https://schema.org/AboutPage' }, { href: 'https://schema.org/ScholarlyArticle' }],
  });
  for (const [relation, targets] of Object.entries(links).filter(([name]) => name !== 'anchor')) {
    for (const { href } of targets as { href: string }[])
      expect(headers.link).toContain(`<${href}>; rel="${relation}"`);
  }
  expect(headers.link).toContain(`<${publicBaseUrl}/v1/linksets/10.5555/pots(1)/a%26b>; rel="linkset"`);
  expect((await get(linkset, '/v1/linksets/10.5555/hidden')).status).toBe(404);
});

test('with more than five authors, the header only leads to the link set', async () => {
  const authors = Array.from({ length: 6 }, (_, n) => ({
    ...anAuthor(`Ada ${n}`),
    orcid: `0009-9999-0000-000${n}`,
  }));
  await store('10.5555/many', { title: 'Many', authors });
  const { headers } = await get(publication, '/publications/10.5555/many');
  expect(headers.link).toBe(
    `<${publicBaseUrl}/v1/linksets/10.5555/many>; rel="linkset"; type="application/linkset+json"`,
  );
  await curatePublication('10.5555/many', { visible: false });
});

test('302: a browser that asks the API for a publication is sent to its page, and nobody else is', async () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const doi = '/v1/doi/10.5555/pots(1)/a%26b';
  const sent = await get(detail, doi, { Accept: browser });
  expect([sent.status, sent.headers.location, sent.headers.vary]).toEqual([302, `${publicBaseUrl}${page}`, 'Accept']);
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5'])
    expect((await get(detail, doi, { Accept: accept })).status).toBe(200);
  expect((await get(detail, `${doi}?format=ris`, { Accept: browser })).status).toBe(200);
  expect((await get(detail, '/v1/doi/10.5555/hidden', { Accept: browser })).status).toBe(404);
});

test('the page of a person lists their public publications', async () => {
  const { slug } = (await getPerson(carberry)) ?? {};
  const { status, body } = await get(person, `/people/${slug}`);
  expect(status).toBe(200);
  expect(body).toContain('<h1 lang="" dir="auto">Josiah Carberry</h1>');
  expect(body).toContain(`href="${publicBaseUrl}${page}"`);
  expect(body).not.toMatch(/Hidden|Draft|Deleted|Merged|<script>alert/);
});

test('the page of a project names its people who are public', async () => {
  const { body } = await get(project, '/projects/kilns');
  expect(body).toContain('Josiah Carberry');
  expect(body).toContain(`href="${publicBaseUrl}${page}"`);
  expect(body).not.toContain('<script>alert');
});

describe('the fragment', () => {
  test('groups, marks and links publications, without script or style', async () => {
    const { body, headers } = await get(embed, `/v1/embed?orcid=${carberry}&heading=4`);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect([...body.matchAll(/<h4>(.*?)<\/h4>/g)].map(([, heading]) => heading)).toEqual(['2010', '2009']);
    expect(body).toContain('<strong class="publication-retracted">Retracted</strong>');
    expect(body).toContain('<span class="publication-open-access">Open access</span>');
    expect(body).toContain('lang="" dir="auto">窯の本</a>');
    expect(body).not.toMatch(/<(script|style)| style=| on\w+="|Hidden|Draft|Deleted|Merged/);
    const [, context = ''] = /class="Z3988" title="([^"]*)"/.exec(body) ?? [];
    const coins = new URLSearchParams(context.replaceAll('&amp;', '&'));
    expect(Object.fromEntries(coins)).toMatchObject({
      rft_id: `info:doi/${shown}`,
      'rft.jtitle': 'Journal of Kilns',
      'rft.volume': '12',
      'rft.date': '2010-05-12',
    });
  });

  test('has the filters of the list, by type and in German', async () => {
    const { body } = await get(embed, '/v1/embed?group=type&publication_type=book&locale=de');
    expect([...body.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, heading]) => heading)).toEqual(['Buch']);
    expect(body).toContain('Zurückgezogen');
    const none = await get(embed, '/v1/embed?q=nothing-like-it');
    expect(none.body).toContain('There are no publications.');
    expect((await get(embed, '/v1/embed?heading=1')).status).toBe(400);
    const ofProject = await get(embed, '/v1/embed?project_id=kilns');
    expect(ofProject.body).toContain('Josiah Carberry');
    expect((await get(embed, '/v1/embed?journal=0378-5955')).body).toContain('There are no publications.');
  });
});

test('the sitemap has every public page that search engines may show, and nothing else', async () => {
  const index = await get(sitemap, '/sitemap.xml');
  const parts = [...index.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  expect(parts).toHaveLength(3);
  const pages: string[] = [];
  for (const part of parts) {
    const { body } = await get(sitemap, part.slice(publicBaseUrl.length));
    pages.push(...[...body.matchAll(/<loc>(.*?)<\/loc><lastmod>20/g)].map(([, url = '']) => url));
  }
  const { slug } = (await getPerson(carberry)) ?? {};
  const { doi } = (await getPublication(shown)) ?? {};
  expect(doi).toBe(shown);
  expect(pages.map((url) => url.slice(publicBaseUrl.length))).toEqual([page, `/people/${slug}`, '/projects/kilns']);
});

test('robots.txt opens pages and names the sitemap; files of pages have their types', async () => {
  const { body } = await get(robots, '/robots.txt');
  expect(body).toContain(`Sitemap: ${publicBaseUrl}/sitemap.xml`);
  const css = await get(style, '/assets/pages.css');
  expect(css.headers['content-type']).toBe('text/css; charset=utf-8');
  const { headers } = await get(script, '/assets/publication-list.js');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
});

test('a DOI that ends with a slash has a page, which names it and its formats', async () => {
  const path = '/publications/10.5555/series%2F';
  await store('10.5555/series/', { title: 'The whole series' });
  expect(publicationPath('10.5555/series/')).toBe(path);
  const { status, body } = await get(publication, path);
  expect(status).toBe(200);
  expect(body).toContain(`<link rel="canonical" href="${publicBaseUrl}${path}">`);
  const [, format] = /href="[^"]*(\/v1\/doi\/[^"?]*)\?format=ris"/.exec(String(body)) ?? [];
  expect(format).toBe('/v1/doi/10.5555/series%2F');
  expect((await get(detail, String(format))).status).toBe(200);
});

test.each([
  [
    'an abstract',
    'Temperatures of 40 kilns, measured each hour for a year.',
    'Temperatures of 40 kilns, measured each hour for a year.',
  ],
  ['a short abstract', 'Temperatures.', 'Temperatures. Clay Archive. 2020. kilns, heat'],
  ['a very long abstract', 'Heat '.repeat(2_000).trim(), 'Heat '.repeat(1_000)],
  ['no abstract', null, 'Heat of kilns. Clay Archive. 2020. kilns, heat'],
])('a data set with %s has a description and creators for data set searches', async (what, abstract, description) => {
  const doi = `10.5555/data-${what.replaceAll(' ', '-')}`;
  const authors = [anAuthor('Josiah Carberry')];
  const more = { publisher: 'Clay Archive', publication_year: 2020, subjects: ['kilns', 'heat'], authors, abstract };
  await store(doi, { title: 'Heat of kilns', publication_type: 'dataset', ...more });
  const { body } = await get(publication, `/publications/${doi}`);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(String(body))?.[1] ?? '{}');
  expect(data).toMatchObject({ '@type': 'Dataset', description, creator: data.author });
  expect(data.creator).toHaveLength(1);
});

test('an article has no description and creators besides its abstract and authors', async () => {
  const { body } = await get(publication, page);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(String(body))?.[1] ?? '{}');
  expect(data).not.toHaveProperty('creator');
  expect(data).not.toHaveProperty('description');
});
