import { beforeAll, describe, expect, test } from '@jest/globals';
import { parseAtomFeed } from 'feedsmith';
import { changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { getProject, saveProject } from '#src/records/projects/store/projects.ts';
import * as list from '../../../../lambdas/consumer/publications/list.ts';
import * as synced from '../../../../lambdas/integrations/publications/list.ts';
import { aProject, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, publicBaseUrl } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { manyOrcids, storePerson } from '../../../support/people.ts';
import { curator, storeProject } from '../../../support/projects.ts';
import { curatePublication, ingestPublication } from '../../../support/publicity.ts';

captureLog();
const unknown = '0000-0003-1613-5981';
const lovelace = '0009-9999-0000-0019';
const now = new Date('2026-01-31T12:00:00Z');
const membership = { entity_id: 'primary_entity', status: 'primary_entity', starts_at: 1 } as const;

beforeAll(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await changeAffiliation(carberry, membership, curator(now));
  await storePerson(lovelace, 'Ada', 'Lovelace');
  await ingestPublication('10.5555/1', carberry, 'One');
  await ingestPublication('10.5555/2', lovelace, 'Two');
  await ingestPublication('10.5555/3', carberry, 'Three');
  await ingestPublication('10.5555/3', lovelace, 'Three');
  await ingestPublication('10.5555/hidden', carberry, 'Hidden');
  await curatePublication('10.5555/hidden', { visible: false });
  for (const id of ['kilns', 'draft']) {
    await storeProject(aProject({ id, visible: id === 'kilns' }), now);
    const project = await getProject(id);
    if (!project) throw new Error(`no ${id}`);
    const publication_dois = ['10.5555/1', '10.5555/hidden'];
    await saveProject({ ...project, publication_dois, version: project.version + 1 }, project);
  }
});

const found = async (query: string) => {
  const { status, body } = await call(list, { url: `/v1/publications?${query}` });
  return status === 200
    ? body.publications.map(({ doi }: { doi: string }) => doi.slice('10.5555/'.length)).sort()
    : status;
};

describe('200: by whose they are', () => {
  test.each([
    ['', ['1', '2', '3']],
    [`orcid=${carberry}`, ['1', '3']],
    [`orcid=https://orcid.org/${carberry}`, ['1', '3']],
    [`orcid=${carberry}|${lovelace}`, ['1', '2', '3']],
    [`orcid=${carberry}%7C${unknown}`, ['1', '3']],
    [`orcid=${unknown}`, []],
    ['entity_id=primary_entity', ['1', '3']],
    ['entity_id=none', []],
    [`entity_id=primary_entity&orcid=${lovelace}`, []],
    [`entity_id=primary_entity&orcid=${lovelace}|${carberry}`, ['1', '3']],
    ['project_id=kilns', ['1']],
    [`project_id=kilns&orcid=${lovelace}`, []],
    // A project that is not public finds as little as one that does not exist.
    ['project_id=draft', []],
    ['project_id=none', []],
    ['orcid=&entity_id=&project_id=', ['1', '2', '3']],
  ])('%s', async (query, dois) => expect(await found(query)).toEqual(dois));

  test('the applied filters are echoed, and nothing without them', async () => {
    const plain = await call(list, { url: '/v1/publications' });
    expect(Object.keys(plain.body)).not.toEqual(expect.arrayContaining(['orcid']));
    const { body } = await call(list, { url: `/v1/publications?orcid=${carberry}|${carberry}&project_id=kilns` });
    expect(body).toMatchObject({ orcid: carberry, project_id: 'kilns' });
    expect(body).not.toHaveProperty('entity_id');
  });

  test('exports have the same filters', async () => {
    const { body } = await call(list, { url: `/v1/publications?format=csl-json&orcid=${lovelace}` });
    expect(body.map(({ id }: { id: string }) => id).sort()).toEqual(['10.5555/2', '10.5555/3']);
  });
});

test.each([
  ['no iD', 'orcid=x'],
  ['an empty one of several', `orcid=${carberry}|`],
  ['more than 350', `orcid=${manyOrcids(351).join('|')}`],
  ['a long entity', `entity_id=${'x'.repeat(201)}`],
])('400: %s', async (_, query) => expect(await found(query)).toBe(400));

const ask = (query: string) =>
  call(synced, { url: `/integrations/v1/publications?${query}`, authorizer: authorizerOf(synced.route.auth) ?? {} });

test('the list of plugins has the same filters', async () => {
  const { body } = await ask('entity_id=primary_entity&project_id=kilns');
  expect(body).toMatchObject({ total: 1, publications: [{ doi: '10.5555/1' }], project_id: 'kilns' });
});

test('the cursor of a filtered list belongs to its filters', async () => {
  const first = await ask(`per_page=1&cursor=&orcid=${carberry}`);
  expect(first.body).toMatchObject({ total: 2, orcid: carberry });
  const { next_cursor } = first.body;
  const second = await ask(`per_page=1&cursor=${next_cursor}&orcid=${carberry}`);
  expect(second.body.publications).toHaveLength(1);
  expect((await ask(`per_page=1&cursor=${next_cursor}&orcid=${lovelace}`)).status).toBe(400);
  expect((await ask(`per_page=1&cursor=${next_cursor}`)).status).toBe(400);
});

describe('200: a feed', () => {
  test('is read part by part, each publication once', async () => {
    const dois: string[] = [];
    let url: string | undefined = `/v1/publications?format=atom&per_page=2`;
    for (let parts = 0; url && parts < 5; parts++) {
      const response = await call(list, { url });
      expect(response.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
      const feed = parseAtomFeed(response.body);
      expect(feed.title).toMatchObject({ value: 'Kilns & Pots' });
      dois.push(...(feed.entries ?? []).map(({ id }) => String(id)));
      const next = feed.links?.find(({ rel }) => rel === 'next')?.href;
      url = next?.slice(publicBaseUrl.length);
    }
    expect(dois.sort()).toEqual(['1', '2', '3'].map((n) => `https://doi.org/10.5555/${n}`));
  });

  test('is asked for by Accept, too', async () => {
    const response = await call(list, { url: '/v1/publications', headers: { Accept: 'application/feed+json' } });
    expect(response.headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(response.body.items).toHaveLength(3);
    expect(response.body.next_url).toBeUndefined();
  });

  test('beyond the end is empty', async () => {
    const { status, body } = await call(list, { url: '/v1/publications?format=json-feed&offset=900' });
    expect([status, body.items]).toEqual([200, []]);
  });
});
