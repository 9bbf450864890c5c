import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { rewritePerson } from '#src/records/people/store/people.ts';
import { rewriteProject } from '#src/records/projects/store/projects.ts';
import { rewritePublication } from '#src/records/publications/store/publications.ts';
import { rewriteWork } from '#src/records/publications/store/works.ts';
import { touchRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, putItem } from '#src/table/table.ts';
import * as list from '../../../../lambdas/integrations/changes/list.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, publicBaseUrl } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import {
  curateProject,
  curatePublication,
  curateWork,
  importProject,
  ingestPublication,
  ingestWork,
} from '../../../support/publicity.ts';

captureLog();
const scopes = 'publications.read works.read projects.read people.read';
const get = (query: string, headers: Record<string, string> = {}, over: Record<string, string> = {}) =>
  call(list, {
    url: `/integrations/v1/changes?${query}`,
    headers,
    authorizer: { ...authorizerOf(list.route.auth), scopes, ...over },
  });

let nowMs = 1_800_000_000_000;
beforeEach(async () => {
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  nowMs += 100 * lateCommitMs;
});
const settle = () => {
  nowMs += 2 * lateCommitMs;
};

test('200: the whole list first, then only what has changed', async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  for (const n of [1, 2, 3]) await ingestPublication(`10.5555/${n}`, carberry, `Pots ${n}`);
  await ingestWork('report', carberry, 'A report');
  await importProject('kilns', 'Kilns');
  settle();
  const first = await get('list=publications&limit=2');
  expect(first.status).toBe(200);
  expect(first.body).toEqual({
    list: 'publications',
    changes: [
      {
        type: 'upserted',
        id: '10.5555/1',
        item: {
          doi: '10.5555/1',
          author_match_state: 'needs_attention',
          title: 'Pots 1',
          doi_url: 'https://doi.org/10.5555/1',
          publication_date: null,
          publication_year: null,
          publication_type: null,
          cited_by_count: null,
          is_retracted: false,
          last_fetched_at: expect.any(Number),
        },
        relations: [],
        changed_at: expect.any(Number),
        reason: null,
        merged_into: null,
      },
      expect.objectContaining({ id: '10.5555/2' }),
    ],
    cursor: expect.stringMatching(/^[\w-]+$/),
    has_more: true,
    reset: true,
  });
  const { cursor } = first.body;
  expect(first.headers.link).toBe(
    `<${publicBaseUrl}/integrations/v1/changes?list=publications&limit=2&cursor=${cursor}>; rel="next"`,
  );
  const second = await get(`list=publications&limit=2&cursor=${cursor}`);
  expect(second.body).toMatchObject({ changes: [{ id: '10.5555/3' }], has_more: false, reset: false });
  expect(second.headers.link).toBeUndefined();

  await curatePublication('10.5555/2', { visible: false });
  const third = await get(`list=publications&cursor=${second.body.cursor}`);
  const removed = { type: 'removed', id: '10.5555/2', item: null, changed_at: nowMs };
  expect(third.body).toMatchObject({ changes: [removed], has_more: false, reset: false });
});

test.each([
  ['works', 'report', () => curateWork('report', carberry, { deleted_at: '2026-01-31T12:00:00.000Z' })],
  ['projects', 'kilns', () => curateProject('kilns', { visible: false })],
  [
    'people',
    carberry,
    async () => {
      for (const n of [1, 3]) await curatePublication(`10.5555/${n}`, { deleted_at: '2026-01-31T12:00:00.000Z' });
    },
  ],
])('200: %s', async (name, id, withdraw) => {
  const { body: first } = await get(`list=${name}`);
  expect(first).toMatchObject({ list: name, changes: [{ type: 'upserted', id }], has_more: false, reset: true });
  await withdraw();
  const { body: then } = await get(`list=${name}&cursor=${first.cursor}`);
  const nothing = { item: null, relations: null, merged_into: null };
  const removed = { type: 'removed', id, changed_at: nowMs, reason: 'withdrawn', ...nothing };
  expect(then.changes).toEqual([removed]);
});

test('200: publications with their relations, those that others state too, and whether they are retracted', async () => {
  for (const n of [4, 5]) await ingestPublication(`10.5555/${n}`, carberry, `Pots ${n}`);
  await curatePublication('10.5555/5', {
    related: [{ type: 'has-review', doi: '10.5555/4' }],
    edits: { is_retracted: true },
  });
  const { body } = await get('list=publications');
  expect(body.changes).toMatchObject([
    { id: '10.5555/4', item: { is_retracted: false }, relations: [] },
    {
      type: 'upserted',
      id: '10.5555/5',
      item: { is_retracted: true },
      relations: [{ type: 'has-review', doi: '10.5555/4' }],
    },
  ]);
});

test('200: a record rewritten in another shape is no change, unless an item shows something else', async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  for (const n of [6, 7, 8]) await ingestPublication(`10.5555/${n}`, carberry, `Pots ${n}`);
  const age = async (doi: string, row = {}) => {
    const [record, listed] = [await getItem(keys.publication(doi)), await getItem(keys.publicationRow(doi))];
    await putItem({ ...record, ...keys.publication(doi), shape: 0 });
    await putItem({ ...listed, ...row, ...keys.publicationRow(doi), shape: 0 });
  };
  const changed = async (cursor: string) => {
    const { body } = await get(`list=publications&cursor=${cursor}`);
    return body.changes.map(({ id, changed_at }: { id: string; changed_at: number }) => [id, changed_at]);
  };
  for (const n of [6, 7]) await age(`10.5555/${n}`, n === 7 ? { cited_by_count: 5 } : {});
  settle();
  const { cursor } = (await get('list=publications')).body;
  nowMs += 2 * 86_400_000;
  for (const n of [6, 7]) expect(await rewritePublication(`10.5555/${n}`)).toBe('rewritten');
  expect(await changed(cursor)).toEqual([['10.5555/7', nowMs]]);
  // Again, and then fetched without news, as any release does it.
  nowMs += 2 * 86_400_000;
  await age('10.5555/6');
  expect(await rewritePublication('10.5555/6')).toBe('rewritten');
  expect((await getItem(keys.publicationRow('10.5555/6')))?.changed).toBe(nowMs);
  expect(await changed(cursor)).toEqual([['10.5555/7', nowMs - 2 * 86_400_000]]);
  await touchRow(keys.publicationRow('10.5555/6'), nowMs);
  expect(await changed(cursor)).toEqual([
    ['10.5555/7', nowMs - 2 * 86_400_000],
    ['10.5555/6', nowMs],
  ]);
  // A change of the last day may have been missed, so it is told again.
  await curatePublication('10.5555/8', { edits: { title: 'Late' } });
  await age('10.5555/8');
  nowMs += 3_600_000;
  expect(await rewritePublication('10.5555/8')).toBe('rewritten');
  expect((await changed(cursor)).at(-1)).toEqual(['10.5555/8', nowMs]);
});

describe('200: rewritten in another shape,', () => {
  const kinds = [
    {
      name: 'works',
      make: (n: number) => ingestWork(`report-${n}`, carberry, `Report ${n}`),
      hide: (n: number) => curateWork(`report-${n}`, carberry, { deleted_at: '2026-01-31T12:00:00.000Z' }),
      keysOf: (n: number) => [keys.work(`report-${n}`), keys.workRow(`report-${n}`)] as const,
      rewrite: (n: number) => rewriteWork(`report-${n}`),
    },
    {
      name: 'projects',
      make: (n: number) => importProject(`kilns-${n}`, `Kilns ${n}`),
      hide: (n: number) => curateProject(`kilns-${n}`, { visible: false }),
      keysOf: (n: number) => [keys.project(`kilns-${n}`), keys.projectRow(`kilns-${n}`)] as const,
      rewrite: (n: number) => rewriteProject(`kilns-${n}`),
    },
    {
      name: 'people',
      make: async (n: number) => {
        await storePerson(iDs[n] as string, `Jo ${n}`, 'Carberry');
        await ingestPublication(`10.5555/of-${n}`, iDs[n] as string, `Pots of ${n}`);
      },
      hide: (n: number) => curatePublication(`10.5555/of-${n}`, { deleted_at: '2026-01-31T12:00:00.000Z' }),
      keysOf: (n: number) => [keys.person(iDs[n] as string), keys.personRow(iDs[n] as string)] as const,
      rewrite: (n: number) => rewritePerson(iDs[n] as string),
    },
  ];
  const iDs = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'];

  test.each(kinds)('$name are no change, unless an item shows something else', async (kind) => {
    await freshTable();
    await storePerson(carberry, 'Josiah', 'Carberry');
    for (const n of [0, 1, 2]) await kind.make(n);
    settle();
    await kind.hide(2);
    settle();
    const { cursor } = (await get(`list=${kind.name}`)).body;
    nowMs += 2 * 86_400_000;
    for (const [n, field] of [
      [0, {}],
      [1, { title: 'Another', name: 'Another' }],
      [2, {}],
    ] as const) {
      const [record, row] = kind.keysOf(n);
      await putItem({ ...(await getItem(record)), ...record, shape: 0 });
      await putItem({ ...(await getItem(row)), ...field, ...row, shape: 0 });
      expect(await kind.rewrite(n)).toBe('rewritten');
    }
    const { changes } = (await get(`list=${kind.name}&cursor=${cursor}`)).body;
    expect(changes).toMatchObject([{ type: 'upserted', changed_at: nowMs }]);
    expect(changes[0].id).toBe(kind.keysOf(1)[1].sk);
  });
});

test('304: once all changes are settled, cursor and response stay the same', async () => {
  const { body: first } = await get('list=projects');
  const second = await get(`list=projects&cursor=${first.cursor}`);
  expect(second.body).toEqual({ list: 'projects', changes: [], cursor: first.cursor, has_more: false, reset: false });
  nowMs += 60_000;
  const third = await get(`list=projects&cursor=${first.cursor}`, { 'If-None-Match': String(second.headers.etag) });
  expect(third.status).toBe(304);
});

test('200: texts of one language in the one that is asked for', async () => {
  await ingestWork('brief', carberry, 'A letter');
  await curateWork('brief', carberry, { title: { en: 'A letter', de: 'Ein Brief' } });
  const { body, headers } = await get('list=works&locale=de');
  expect(body.changes.at(-1).item.title).toBe('Ein Brief');
  expect(headers['content-language']).toMatch(/^de(, en)?$/);
  // These include all their languages.
  expect((await get('list=publications&locale=de')).headers).not.toHaveProperty('content-language');
});

describe('403', () => {
  test.each(['publications', 'works', 'projects', 'people'])(
    '%s without its scope, before the cursor',
    async (name) => {
      const others = scopes.replace(`${name}.read`, '');
      const response = await get(`list=${name}&cursor=nonsense`, {}, { scopes: others });
      expect(response).toMatchObject({ status: 403, body: { code: 'scope_not_granted', details: null } });
    },
  );
});

describe('400', () => {
  const made = (fields: object) =>
    Buffer.from(JSON.stringify({ version: 1, list: 'works', epoch: 0, sinceMs: 1, ...fields })).toString('base64url');

  test('not for a cursor that a client can legitimately build', async () => {
    expect((await get(`list=works&cursor=${made({})}`)).status).toBe(200);
  });

  test.each([
    ['list', 'cursor='],
    ['list', 'list=users'],
    ['limit', 'list=works&limit=0'],
    ['limit', 'list=works&limit=501'],
    ['cursor', 'list=works&cursor=nonsense'],
    ['cursor', `list=works&cursor=${made({ sinceMs: -1 })}`],
    ['cursor', `list=works&cursor=${made({ list: 'people' })}`],
    ['cursor', `list=works&cursor=${made({ version: 0 })}`],
  ])('%s: %s', async (path, query) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_query', details: { issues: [{ path }] } });
  });
});
