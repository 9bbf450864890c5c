import { expect, test } from '@jest/globals';
import * as forecast from '#src/ingestion/refresh/forecast.ts';
import { nightAt } from '#src/ingestion/refresh/settings.ts';
import { publicationShape } from '#src/records/publications/row.ts';
import { keys } from '#src/table/keys.ts';
import * as refresh from '../../../../lambdas/dashboard/site-tools/refresh.ts';
import {
  daysAgo,
  faults,
  hoursLater,
  modified,
  requests,
  run,
  settings,
  store,
  storeCopies,
  storePerson,
  tonight,
} from '../../../refresh/refresh-fixture.ts';
import { aCuratorRow, carberry } from '../../../support/builders.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { underRole } from '../../../support/roles.ts';
import { allItems, putItems } from '../../../support/table.ts';

const forecastRefresh = underRole(refresh.route, forecast.forecastRefresh);
const isolde = '0009-9999-0000-0019';
const get = () => call(refresh, { url: '/api/site-tools/refresh', authorizer: sessionOf('superadmin') });
const sourceOf = ({ sources }: Awaited<ReturnType<typeof forecastRefresh>>, name: string) =>
  sources.find(({ source }) => source === name);

test('200: the current or next night, without asking a source or writing anything', async () => {
  await store('10.5555/pots');
  await storePerson(carberry);
  const before = await allItems();
  const { status, body } = await get();
  expect(status).toBe(200);
  const night = nightAt({ fromHour: 1, hours: 5 }, new Date());
  expect(body.night).toEqual({ starts_at: night?.startMs, ends_at: night?.endMs });
  expect(body.sources).toMatchObject([
    { source: 'orcid', due: 1, requests: { least: 1, most: 3 }, within_budget: { least: 1, most: 1 } },
    { source: 'crossref', due: 1, requests: { least: 1, most: 2 } },
    { source: 'datacite', due: 0, requests: { least: 0, most: 0 } },
    { source: 'openalex', due: 1, budget: { requests: 100, used: 0 } },
  ]);
  expect(body).toMatchObject({ failing: [], failing_total: 0 });
  expect(requests()).toEqual({});
  expect(await allItems()).toEqual(before);
});

test('200: nothing if the refresh is switched off', async () => {
  await store('10.5555/pots');
  settings({ REFRESH_HOURS: '0' });
  const nothing = { night: null, sources: [], estimated_end: null, failing: [], failing_total: 0, names: {} };
  expect((await get()).body).toEqual(nothing);
});

test('403: administrators of a workspace may not see it', async () => {
  const { status } = await call(refresh, { url: '/api/site-tools/refresh', authorizer: sessionOf('workspace_admin') });
  expect(status).toBe(403);
});

test('what is due at the start of the night counts, and what the budget allows of it', async () => {
  await putItems(
    Array.from({ length: 220 }, (_, n) => {
      const row = aCuratorRow({ doi: `10.5555/${n}`, source: 'crossref', last_fetched_at: daysAgo(7).getTime() });
      return { ...row, ...keys.publicationRow(row.doi), shape: publicationShape, changed: Date.now() };
    }),
  );
  settings({ REFRESH_REQUESTS_PER_DAY: 'orcid=0 crossref=150 datacite=0 openalex=2' });
  const early = await forecastRefresh(new Date(daysAgo(1).getTime() - 12 * 3_600_000));
  expect(sourceOf(early, 'crossref')).toMatchObject({ due: 0 });
  const found = await forecastRefresh(tonight);
  expect(sourceOf(found, 'crossref')).toMatchObject({
    due: 220,
    requests: { least: 3, most: 223 },
    within_budget: { least: 148, most: 220 },
  });
  expect(sourceOf(found, 'openalex')).toMatchObject({ due: 220, within_budget: { least: 1, most: 200 } });
  expect(sourceOf(found, 'orcid')).toMatchObject({ due: 0 });
  expect(found.estimated_end).toEqual({
    earliest: tonight.getTime() + 5_000,
    latest: tonight.getTime() + 152_000,
  });
  settings({ REFRESH_REQUESTS_PER_DAY: 'orcid=0 crossref=99999 datacite=0 openalex=0', REFRESH_HOURS: '2' });
  expect((await forecastRefresh(tonight)).estimated_end?.latest).toBe(tonight.getTime() + 223_000);
});

test('a run does what was forecast, and its requests are counted', async () => {
  await storeCopies(await store('10.5555/pots'), 100);
  await storePerson(carberry);
  const before = await forecastRefresh(tonight);
  await run();
  expect(requests()).toEqual({
    'orcid list': sourceOf(before, 'orcid')?.requests.least,
    'crossref list': sourceOf(before, 'crossref')?.requests.least,
    'openalex list': sourceOf(before, 'openalex')?.requests.least,
  });
  const after = await forecastRefresh(tonight);
  expect(after.sources.map(({ due, budget }) => [due, budget.used])).toEqual([
    [0, 1],
    [0, 2],
    [0, 0],
    [0, 2],
  ]);
  expect(after.estimated_end).toBeNull();
});

test('what has failed is named with its reason, and a failing source with the end of its pause', async () => {
  await storePerson(isolde);
  modified.set(isolde, daysAgo(0.5));
  await storeCopies(await store('10.5555/pots'), 100);
  faults.set('/crossref/', { status: 500, text: '' });
  await run();
  const found = await forecastRefresh(tonight);
  expect(sourceOf(found, 'crossref')?.paused_until).toBe(hoursLater(1).getTime());
  expect(sourceOf(found, 'orcid')).toMatchObject({ due: 1, waiting: 1, paused_until: null });
  const { body } = await get();
  expect(body.failing).toMatchObject([
    { kind: 'source', id: 'crossref', reason: 'Crossref answered 500 (3 attempts)' },
    { kind: 'person', id: isolde, attempts: 1 },
  ]);
  expect(body.names).toEqual({ [isolde]: `Ada ${isolde.slice(-4)}` });
});
