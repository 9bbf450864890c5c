import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as embed from '../../lambdas/consumer/embed/list.ts';
import * as oai from '../../lambdas/consumer/oai/get.ts';
import * as personPage from '../../lambdas/consumer/pages/person.ts';
import * as publicationPage from '../../lambdas/consumer/pages/publication.ts';
import * as sitemap from '../../lambdas/consumer/pages/sitemap.ts';
import * as peopleGet from '../../lambdas/consumer/people/get.ts';
import * as peopleList from '../../lambdas/consumer/people/list.ts';
import * as ofPerson from '../../lambdas/consumer/people/publications.ts';
import * as detail from '../../lambdas/consumer/publications/get.ts';
import * as list from '../../lambdas/consumer/publications/list.ts';
import * as search from '../../lambdas/consumer/search/list.ts';
import * as changes from '../../lambdas/integrations/changes/list.ts';
import * as syncedPeople from '../../lambdas/integrations/people/list.ts';
import * as synced from '../../lambdas/integrations/publications/list.ts';
import * as syncedSearch from '../../lambdas/integrations/search/list.ts';
import { attachAlias } from '../../src/aliases/attach.ts';
import { namesOf } from '../../src/domain/person.ts';
import { styleNames } from '../../src/domain/publications/list-citation.ts';
import { applyIncoming, type PublicationRecord } from '../../src/domain/publications/publication.ts';
import { feedNames } from '../../src/formats/feed.ts';
import { formatNames } from '../../src/formats/format.ts';
import type { AnyRoute } from '../../src/http/route.ts';
import { changePerson, getPeople, getPerson } from '../../src/storage/people.ts';
import { getPublication, savePublication } from '../../src/storage/publications/publications.ts';
import { context, erase, settled } from '../erasure/erasure-fixture.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { serveErasureKey } from '../support/erasure-key.ts';
import { authorizerOf, call, publicBaseUrl, type Target } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { curatePublication } from '../support/publicity.ts';

/**
 * What is hidden, deleted, merged or erased is in no output, whatever happened before, and what an output shows is what
 * the record says now. A new output gets a line in `outputs`.
 */

captureLog();
const lovelace = '0009-9999-0000-0019';
const dois = ['10.5555/a', '10.5555/b', '10.5555/c'] as const;

const get = async (target: Target & { route: AnyRoute }, url: string): Promise<string> => {
  const authorizer = { ...authorizerOf(target.route.auth), scopes: 'publications.read people.read' };
  const { status, body } = await call(target, { url, authorizer });
  if (![200, 301, 404, 410].includes(status)) throw new Error(`${url} answered ${status}`);
  return status !== 200 ? '' : typeof body === 'string' ? body : JSON.stringify(body);
};

const included = styleNames.map((style) => `include=citation&style=${style}`);
/** Every output that shows publications, as text. Each shows all that are public. */
const outputs: Record<string, () => Promise<string>> = {
  ...Object.fromEntries(
    ['', ...included, ...[...formatNames, ...feedNames].map((format) => `format=${format}`)].map((query) => [
      `list?${query}`,
      () => get(list, `/v1/publications?per_page=100&${query}`),
    ]),
  ),
  search: () => get(search, '/v1/search?q=Title&limit=50'),
  ...Object.fromEntries(
    ['', ...included].flatMap((query) => [
      [`synced?${query}`, () => get(synced, `/integrations/v1/publications?per_page=100&${query}`)],
      [`changes?${query}`, () => get(changes, `/integrations/v1/changes?list=publications&limit=500&${query}`)],
    ]),
  ),
  'synced search': () => get(syncedSearch, '/integrations/v1/search?q=Title&limit=50'),
  ...Object.fromEntries(
    ['oai_dc', 'oai_openaire'].map((prefix) => [
      prefix,
      () => get(oai, `/oai?verb=ListRecords&metadataPrefix=${prefix}`),
    ]),
  ),
  embed: () => get(embed, '/v1/embed'),
  pages: async () => (await Promise.all(dois.map((doi) => get(publicationPage, `/publications/${doi}`)))).join(),
  'pages of the sitemap': async () => {
    const xml = await get(sitemap, '/sitemap.xml?list=publications');
    const paths = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.slice(publicBaseUrl.length));
    return [xml, ...(await Promise.all(paths.map((path) => get(publicationPage, path))))].join();
  },
  details: async () => (await Promise.all(dois.map((doi) => get(detail, `/v1/doi/${doi}`)))).join(),
};
/** Those that name people. */
const ofPeople: Record<string, () => Promise<string>> = {
  'people list': () => get(peopleList, '/v1/people?per_page=100'),
  people: async () =>
    (await Promise.all([carberry, lovelace].map((each) => get(peopleGet, `/v1/people/${each}`)))).join(),
  'their publications': async () =>
    (await Promise.all([carberry, lovelace].map((each) => get(ofPerson, `/v1/people/${each}/publications`)))).join(),
  'their pages': async () => {
    const slugs = await Promise.all([carberry, lovelace].map(async (each) => (await getPerson(each))?.slug ?? each));
    return (await Promise.all(slugs.map((slug) => get(personPage, `/people/${slug}`)))).join();
  },
  'synced people': () => get(syncedPeople, '/integrations/v1/people?per_page=100&include=orcid'),
  'changes of people': () => get(changes, '/integrations/v1/changes?list=people&limit=500'),
};

let version = 0;
/** The title and an author's name that no other write has. */
const unique = () => ({ title: `Title${++version}x`, name: `Family${version}x` });

async function ingest(doi: string, orcid: string): Promise<void> {
  const before = await getPublication(doi);
  if (before && before.doi !== doi) return;
  const { title, name } = unique();
  // Only the link says who they are.
  const authors = [anAuthor(`Given ${name}`), anAuthor('Josiah Carberry'), anAuthor('Ada Lovelace')];
  const people = await getPeople([carberry, lovelace]);
  if (!people.some((person) => person.orcid === orcid)) return;
  const incoming = anIncoming({ doi, orcid, original: aBibliography({ title, authors, abstract: 'Of pots' }) });
  await savePublication(applyIncoming(before, incoming, people.map(namesOf), new Date()), before, []);
}

const curate = async (doi: string, change: Partial<PublicationRecord>) => {
  const stored = await getPublication(doi);
  if (stored?.doi === doi) await curatePublication(doi, change);
};

const steps = {
  ingest: (doi: string) => ingest(doi, carberry),
  'ingest of another person': (doi: string) => ingest(doi, lovelace),
  hide: (doi: string) => curate(doi, { visible: false }),
  show: (doi: string) => curate(doi, { visible: true }),
  delete: (doi: string) => curate(doi, { deleted_at: '2026-01-31T12:00:00.000Z' }),
  restore: (doi: string) => curate(doi, { deleted_at: null }),
  'edit of the title': (doi: string) => curate(doi, { edits: { title: unique().title } }),
  'edit of a co-author': (doi: string) =>
    curate(doi, { edits: { data: { authors: [anAuthor(`Given ${unique().name}`), anAuthor('Ada Lovelace')] } } }),
  rename: async () => void (await changePerson(lovelace, { name: `Ada ${unique().name}` }, context)),
  merge: async (doi: string) => {
    const into = dois.find((each) => each !== doi) ?? doi;
    // Publications that do not exist, or are already merged, are refused.
    const curator = { workspace: 'library', actor: context.actor, now: new Date() };
    await attachAlias(doi, into, curator).catch(() => undefined);
  },
  erase: async () => {
    for (const at of [undefined, settled]) await erase({ orcid: lovelace, ...(at && { at }) });
  },
} as const;
const names = Object.keys(steps) as (keyof typeof steps)[];

beforeAll(async () => {
  const { endpoint } = await serveErasureKey();
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = endpoint;
});

async function reset(): Promise<void> {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
}

/** The parts of an output that say that something is gone. */
const withoutRemovals = (text: string) =>
  text.replaceAll(/<header status="deleted">.*?<\/header>/gs, '').replaceAll(/\{"type":"removed"[^{}]*\}/g, '');

async function check(isErased: boolean): Promise<void> {
  const records = await Promise.all(dois.map(async (doi) => ({ doi, record: await getPublication(doi) })));
  const shown = records.flatMap(({ doi, record }) =>
    record?.doi === doi && record.visible && record.deleted_at === null ? [record] : [],
  );
  const titleOf = ({ edits, original }: PublicationRecord) => String(edits.title ?? original.title);
  const expected = shown.map(titleOf).sort();
  for (const [name, read] of Object.entries(outputs)) {
    const text = withoutRemovals(await read());
    expect([name, [...new Set(text.match(/Title\d+x/g))].sort()]).toEqual([name, expected]);
    for (const doi of dois.filter((each) => !shown.some((record) => [record.doi, ...record.aliases].includes(each)))) {
      expect([name, text.includes(doi)]).toEqual([name, false]);
    }
    if (isErased) expect([name, text.includes(lovelace)]).toEqual([name, false]);
  }
  for (const [name, read] of Object.entries(ofPeople)) {
    const text = withoutRemovals(await read());
    const listed = new Set(shown.flatMap(({ researchers }) => researchers.map(({ orcid }) => orcid)));
    for (const orcid of [carberry, lovelace]) {
      if (!listed.has(orcid)) expect([name, text.includes(orcid)]).toEqual([name, false]);
    }
  }
  const { publications } = JSON.parse(await get(list, '/v1/publications?include=citation&per_page=100'));
  for (const { doi, citation } of publications) {
    const { data, author_count } = JSON.parse(await get(detail, `/v1/doi/${doi}`));
    expect(citation.authors.map(({ name }: { name: string }) => name)).toEqual(
      data.authors.map(({ name }: { name: string }) => name),
    );
    expect(citation.author_count).toBe(author_count);
    expect(citation.text).toContain(citation.authors[0].family);
  }
}

const sequence = fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...dois)), {
  minLength: 3,
  maxLength: 14,
});

test('nothing hidden, deleted, merged or erased is in any output, after any sequence of changes', async () => {
  const runs = Number(process.env.RANDOM_SEQUENCES ?? 8);
  await fc.assert(
    fc.asyncProperty(sequence, async (chosen) => {
      await reset();
      for (const doi of dois) await ingest(doi, carberry);
      await ingest(dois[0], lovelace);
      for (const [step, doi] of chosen) await steps[step](doi);
      await check(chosen.some(([step]) => step === 'erase'));
    }),
    {
      numRuns: runs,
      examples: [
        [
          [
            ['hide', dois[0]],
            ['edit of a co-author', dois[0]],
          ],
        ],
        [
          [
            ['erase', dois[0]],
            ['delete', dois[1]],
          ],
        ],
        [
          [
            ['merge', dois[1]],
            ['rename', dois[0]],
            ['edit of the title', dois[0]],
          ],
        ],
      ],
    },
  );
});
