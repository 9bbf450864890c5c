import { beforeAll, expect, test } from '@jest/globals';
import * as numbers from '../../../../lambdas/consumer/numbers/get.ts';
import * as list from '../../../../lambdas/consumer/publications/list.ts';
import * as updateGroup from '../../../../lambdas/dashboard/groups/update.ts';
import * as unlink from '../../../../lambdas/dashboard/publication-researchers/unlink.ts';
import * as updatePublication from '../../../../lambdas/dashboard/publications/update.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import {
  admin,
  half,
  leaver,
  mover,
  storeOutput,
  storeReportRegistry,
  stranger,
} from '../../../support/report-registry.ts';

captureLog();
beforeAll(storeReportRegistry);

interface Count {
  year?: number | null;
  type?: string | null;
  open_access?: string | null;
  group?: string | null;
  count: number;
}

const ask = async (query: string): Promise<{ counts: Count[]; total: number }> => {
  const answer = await call(numbers, { url: `/v1/numbers${query}` });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const listed = async (query: string) =>
  (await call(list, { url: `/v1/publications?include=works&${query}` })).body.outputs_total;

test('distinct public outputs are counted by year, type and open access, unknown as null', async () => {
  const { counts, total } = await ask('?by=year,type,open_access');
  expect(total).toBe(11);
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  expect(counts).toContainEqual({ year: 2024, type: 'thesis', open_access: null, count: 1 });
  expect(counts).toContainEqual({ year: null, type: 'journal-article', open_access: null, count: 1 });
  for (const { year, type, open_access, count } of counts) {
    const query = `publication_year=${year ?? 'unknown'}&output_type=${type ?? 'unknown'}&open_access_status=${open_access ?? 'unknown'}`;
    expect([query, await listed(query)]).toEqual([query, count]);
  }
});

test('of a group, of a person and of a period', async () => {
  const byYear = async (query: string) =>
    Object.fromEntries((await ask(query)).counts.map(({ year, count }) => [String(year), count]));
  expect(await byYear('?group_id=faculty')).toEqual({ 2023: 1, 2024: 7 });
  expect(await byYear(`?orcid=${half}&publication_year_from=2024`)).toEqual({ 2024: 3 });
  expect(await ask('?group_id=nowhere')).toMatchObject({ counts: [], total: 0 });
});

test('by public group, each with those below it, and by none', async () => {
  const byGroup = async (query: string) =>
    Object.fromEntries((await ask(query)).counts.map(({ group, count }) => [String(group), count]));
  const all = await byGroup('?by=group');
  expect(Object.keys(all).sort()).toEqual(['centre', 'ceramics', 'faculty', 'glass', 'network', 'null']);
  for (const [group, count] of Object.entries(all)) {
    const query = `group_id=${group === 'null' ? 'none' : group}`;
    expect([query, await listed(query)]).toEqual([query, count]);
  }
  expect(await byGroup('?by=group&group_id=glass')).toEqual({ glass: all.glass });
  expect(await byGroup('?by=group&group_id=faculty&subgroups=false')).toEqual({});
});

test('what nobody, no group, no licence and no journal has can be listed, and is the rest of what they have', async () => {
  const { total } = await ask('');
  const people = [half, mover, leaver, stranger].join('|');
  for (const [known, unknown] of [
    [`orcid=${people}`, 'orcid=unknown'],
    ['group_id=faculty|network', 'group_id=none'],
    ['license=cc-by', 'license=unknown'],
    ['journal=2049-3630', 'journal=unknown'],
    ['output_type=journal-article|book|thesis', 'output_type=unknown'],
    ['publication_year=2023|2024', 'publication_year=unknown'],
    ['open_access_status=gold|green|closed', 'open_access_status=unknown'],
  ] as const) {
    const [some, others] = [await listed(known), await listed(unknown)];
    expect([known, some > 0, some + others]).toEqual([known, true, total]);
    expect([known, await listed(`${known}|${unknown.split('=')[1]}`)]).toEqual([known, total]);
  }
});

test('the outputs of nobody whom the registry knows', async () => {
  await storeOutput('of-nobody', [leaver], { publication_date: '2021-01-01', authors: [] });
  expect(
    await call(unlink, { url: `/api/publication-researchers/10.5555/of-nobody?orcid=${leaver}`, authorizer: admin }),
  ).toMatchObject({ status: 200 });
  expect(await listed('orcid=unknown')).toBe(1);
  expect(await ask('?orcid=unknown')).toMatchObject({ counts: [{ year: 2021, count: 1 }], total: 1 });
  const { body } = await call(list, { url: `/v1/publications?include=works&orcid=unknown|${stranger}` });
  expect(body).toMatchObject({ orcid: `unknown|${stranger}`, outputs_total: 2 });
  expect(await listed('orcid=unknown&entity_id=primary_entity')).toBe(0);
  expect((await call(list, { url: '/v1/publications?orcid=Unknown' })).status).toBe(400);
});

test('hidden outputs and hidden groups are not counted', async () => {
  const before = (await ask('')).total;
  const body = [{ op: 'replace', path: '/visible', value: false }];
  await call(updatePublication, { url: '/api/publications/10.5555/old', body, authorizer: admin });
  await call(updateGroup, { url: '/api/groups/centre', body: { visible: false }, authorizer: admin });
  expect((await ask('')).total).toBe(before - 1);
  expect(await ask('?group_id=centre')).toMatchObject({ total: 0 });
  const { counts } = await ask('?by=group');
  expect(counts.map(({ group }) => group)).not.toContain('centre');
});

test('400 for what it does not count by', async () => {
  expect(await call(numbers, { url: '/v1/numbers?by=colour' })).toMatchObject({ status: 400 });
});

test('400 for more than three things to count by', async () => {
  expect((await ask('?by=year,type,group,year')).total).toBeGreaterThan(0);
  expect(await call(numbers, { url: '/v1/numbers?by=year,type,open_access,group' })).toMatchObject({
    status: 400,
    body: { details: { issues: [{ path: 'by', message: 'must have at most 3 values' }] } },
  });
});
