import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { attachAlias } from '#src/curation/aliases/attach.ts';
import type { AnyRoute } from '#src/http/route.ts';
import { namesOf } from '#src/records/people/person.ts';
import { changePerson, getPeople, getPerson } from '#src/records/people/store/people.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import * as embed from '../../lambdas/consumer/embed/list.ts';
import * as linksets from '../../lambdas/consumer/linksets/get.ts';
import * as oai from '../../lambdas/consumer/oai/get.ts';
import * as personPage from '../../lambdas/consumer/pages/person.ts';
import * as projectPage from '../../lambdas/consumer/pages/project.ts';
import * as publicationPage from '../../lambdas/consumer/pages/publication.ts';
import * as sitemap from '../../lambdas/consumer/pages/sitemap.ts';
import * as peopleGet from '../../lambdas/consumer/people/get.ts';
import * as peopleList from '../../lambdas/consumer/people/list.ts';
import * as ofPerson from '../../lambdas/consumer/people/publications.ts';
import * as personDocument from '../../lambdas/consumer/person-documents/get.ts';
import * as projectGet from '../../lambdas/consumer/projects/get.ts';
import * as detail from '../../lambdas/consumer/publications/get.ts';
import * as list from '../../lambdas/consumer/publications/list.ts';
import * as search from '../../lambdas/consumer/search/list.ts';
import * as changes from '../../lambdas/integrations/changes/list.ts';
import * as syncedPeople from '../../lambdas/integrations/people/list.ts';
import * as synced from '../../lambdas/integrations/publications/list.ts';
import * as syncedSearch from '../../lambdas/integrations/search/list.ts';
import { context, erase, settled } from '../erasure/erasure-fixture.ts';
import { aBibliography, anAuthor, anIncoming, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { serveErasureKey } from '../support/erasure-key.ts';
import { authorizerOf, call, type Target } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { outputsOfPeople, outputsOfPublications, outputsOfSome, withoutRemovals } from '../support/public-outputs.ts';
import { curateProject, curatePublication, importProject } from '../support/publicity.ts';

/**
 * Hidden, deleted, merged or erased records are in no output, whatever happened before, and an output shows a record as
 * it is now.
 */

captureLog();
const lovelace = '0009-9999-0000-0019';
const dois = ['10.5555/a', '10.5555/b', '10.5555/c'] as const;
const project = 'kilns';

const modules: readonly (Target & { route: AnyRoute })[] = [
  ...[list, search, ofPerson, detail, embed, oai, linksets, sitemap, publicationPage, personPage, projectPage],
  personDocument,
  ...[peopleList, peopleGet, projectGet, synced, syncedSearch, syncedPeople, changes],
];
const isOf = ({ path }: AnyRoute, pathname: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\+\}/g, '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);

const get = async (url: string): Promise<string> => {
  const target = modules.find(({ route }) => isOf(route, url.split('?')[0] ?? ''));
  if (!target) throw new Error(`No route of the test has the address ${url}`);
  const authorizer = { ...authorizerOf(target.route.auth), scopes: 'publications.read people.read' };
  const { status, body } = await call(target, { url, authorizer });
  if (![200, 301, 404, 410].includes(status)) throw new Error(`${url} answered ${status}`);
  if (status !== 200) return '';
  // Documents are bytes, which a gateway gets in base64.
  if (target === personDocument) return Buffer.from(String(body), 'base64').toString();
  return typeof body === 'string' ? body : JSON.stringify(body);
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
  await importProject(project, 'Kilns');
  await curateProject(project, { visible: true, publication_dois: [...dois] });
}

async function check(isErased: boolean): Promise<void> {
  const records = await Promise.all(dois.map(async (doi) => ({ doi, record: await getPublication(doi) })));
  const shown = records.flatMap(({ doi, record }) =>
    record?.doi === doi && record.visible && record.deleted_at === null ? [record] : [],
  );
  const titleOf = ({ edits, original }: PublicationRecord) => String(edits.title ?? original.title);
  const expected = shown.map(titleOf).sort();
  const orcids = [carberry, lovelace];
  const slugs = await Promise.all(orcids.map(async (orcid) => (await getPerson(orcid))?.slug ?? orcid));
  const subjects = { word: 'Title', dois, orcids, slugs, projects: [project] };
  const ofAll = outputsOfPublications(subjects);
  for (const [name, read] of Object.entries({ ...ofAll, ...outputsOfSome(subjects) })) {
    const text = withoutRemovals(await read(get));
    const titles = [...new Set(text.match(/Title\d+x/g))].sort();
    expect([name, titles]).toEqual([name, name in ofAll ? expected : titles.filter((each) => expected.includes(each))]);
    for (const doi of dois.filter((each) => !shown.some((record) => [record.doi, ...record.aliases].includes(each)))) {
      expect([name, text.includes(doi)]).toEqual([name, false]);
    }
    // Lists of a person repeat the iD that was asked for.
    if (isErased && name in ofAll) expect([name, text.includes(lovelace)]).toEqual([name, false]);
  }
  const listed = new Set(shown.flatMap(({ researchers }) => researchers.map(({ orcid }) => orcid)));
  for (const [name, read] of Object.entries(outputsOfPeople(subjects))) {
    const text = withoutRemovals(await read(get));
    for (const orcid of orcids) {
      if (!listed.has(orcid)) expect([name, text.includes(orcid)]).toEqual([name, false]);
    }
  }
  const { publications } = JSON.parse(await get('/v1/publications?include=citation&per_page=100'));
  for (const { doi, citation } of publications) {
    const { data, author_count } = JSON.parse(await get(`/v1/doi/${doi}`));
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
