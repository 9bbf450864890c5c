import { beforeAll, expect, test } from '@jest/globals';
import { createGroup } from '#src/curation/groups/groups.ts';
import { setGroupsByHand } from '#src/curation/groups/outputs.ts';
import { createClient, type PublicationFilters } from '../../clients/typescript/src/client.ts';
import * as list from '../../lambdas/integrations/publications/list.ts';
import { carberry } from '../support/builders.ts';
import { authorizerOf, call } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { filterQueries, inOrder, parametersOf, storePublications } from './filters-fixture.ts';

/** Lists of publications by the TypeScript client, from a registry that answers in this process. */

captureLog();
let asked: URL[] = [];
const client = createClient({
  baseUrl: 'https://registry.example.org',
  credential: 'pri_test',
  retryBudgetMs: 0,
  fetch: async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    asked.push(url);
    const authorizer = { ...authorizerOf(list.route.auth), scopes: 'publications.read groups.read' };
    const { status, body, headers } = await call(list, { url: `${url.pathname}${url.search}`, authorizer });
    return Response.json(body, { status, headers });
  },
});
async function read(filters: PublicationFilters) {
  const items = [];
  for await (const item of client.publications(filters)) items.push(item);
  return items;
}
const doisOf = async (filters: PublicationFilters) => inOrder((await read(filters)).map(({ doi }) => doi));

beforeAll(storePublications);

test('it has what the filters ask for, or an error with the name of the filter', async () => {
  for (const [query, found] of filterQueries) {
    const parameters = parametersOf(query) as PublicationFilters;
    if (Array.isArray(found)) expect([query, await doisOf(parameters)]).toEqual([query, inOrder(found)]);
    else
      await expect(read(parameters)).rejects.toMatchObject({
        status: 400,
        code: 'invalid_query',
        details: { issues: [{ path: found.refused }] },
      });
  }
});

test('several values of a filter are an array', async () => {
  expect(await doisOf({ license: ['cc-by-nc', 'cc0'], publication_year: [2021, 2024, 2026] })).toEqual([
    '10.5555/glaze',
    '10.5555/kilns',
  ]);
  expect(await doisOf({ orcid: [carberry], publication_year_from: 2021 })).toEqual(['10.5555/glaze']);
  expect(asked.at(-1)?.searchParams.get('orcid')).toBe(carberry);
});

test('no value is an error, and not a list of everything', async () => {
  asked = [];
  await expect(read({ orcid: [] })).rejects.toThrow('The filter orcid must have a value');
  expect(asked).toEqual([]);
});

test('a list is read to its end, with citations on request', async () => {
  asked = [];
  const found = await read({ per_page: 2, citations: 'apa', sort: 'publication_date', dir: 'asc' });
  expect(found.map(({ doi }) => doi)).toHaveLength(5);
  expect(new Set(found.map(({ doi }) => doi)).size).toBe(5);
  expect(asked).toHaveLength(3);
  expect(found.find(({ doi }) => doi === '10.5555/shards')).toMatchObject({
    researcher_orcids: [carberry],
    citation: { style: 'apa' },
  });
  expect((await read({ license: 'cc0' }))[0]).not.toHaveProperty('citation');
});

test('groups are a filter, and in items on request', async () => {
  const context = {
    actor: 'user:curator@example.org',
    workspace: 'default',
    requestId: 'client',
    steward: undefined,
    now: new Date(),
  };
  await createGroup({ id: 'faculty', name: 'Faculty' }, context);
  await createGroup({ id: 'institute', name: 'Institute', parent_id: 'faculty' }, context);
  await setGroupsByHand({ kind: 'publication', id: '10.5555/glaze' }, { added: ['institute'], excluded: [] }, context);
  expect(await doisOf({ group_id: ['faculty', 'unknown'] })).toEqual(['10.5555/glaze']);
  expect(await doisOf({ group_id: 'faculty', subgroups: false })).toEqual([]);
  const [item] = await read({ group_id: 'institute', groups: true });
  expect(item?.groups).toEqual([
    { id: 'faculty', is_direct: false },
    { id: 'institute', is_direct: true },
  ]);
  expect(item).not.toHaveProperty('citation');
  expect((await read({ group_id: 'institute', groups: true, citations: 'apa' }))[0]).toMatchObject({
    citation: { style: 'apa' },
    groups: [{}, {}],
  });
});
