import { beforeAll, expect, test } from '@jest/globals';
import * as createRun from '../../../../lambdas/dashboard/report-runs/create.ts';
import * as getRun from '../../../../lambdas/dashboard/report-runs/get.ts';
import * as createReport from '../../../../lambdas/dashboard/reports/create.ts';
import * as getReport from '../../../../lambdas/dashboard/reports/get.ts';
import * as listReports from '../../../../lambdas/dashboard/reports/list.ts';
import * as preview from '../../../../lambdas/dashboard/reports/preview.ts';
import * as updateReport from '../../../../lambdas/dashboard/reports/update.ts';
import { freshTable } from '../../../support/engine.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { admin, callAs, drawTree, nameStewards, sam } from '../groups/stewards-fixture.ts';

captureLog();
beforeAll(async () => {
  await freshTable();
  await drawTree();
});

const of = (group_id?: string) => ({ name: 'A report', filter: group_id === undefined ? {} : { group_id } });
const make = (group_id: string | undefined, shared = true) =>
  call(createReport, { url: '/api/reports', body: { definition: of(group_id), shared }, authorizer: admin });

test('a steward previews and saves reports of their groups and those below these, and no other', async () => {
  const statuses = async (group_id?: string) => {
    const body = { definition: of(group_id) };
    const previewed = await callAs(preview, sam, { url: '/api/reports/preview', body });
    const saved = await callAs(createReport, sam, { url: '/api/reports', body });
    return [previewed.status, saved.status];
  };
  expect(await statuses('faculty')).toEqual([200, 201]);
  expect(await statuses('institute|closed')).toEqual([200, 201]);
  for (const other of [undefined, 'elsewhere', 'faculty|elsewhere', 'none', 'faculty|none', 'moved', 'unknown'])
    expect([other, await statuses(other)]).toEqual([other, [403, 403]]);
});

test('of what a workspace shares, a steward sees and runs reports of their groups', async () => {
  const [inside, outside, all] = [await make('institute'), await make('elsewhere'), await make(undefined)];
  const { body } = await callAs(listReports, sam, { url: '/api/reports' });
  const seen = body.reports.map(({ id }: { id: string }) => id);
  expect(seen).toContain(inside.body.id);
  for (const { body: hidden } of [outside, all]) {
    expect(seen).not.toContain(hidden.id);
    expect(await callAs(getReport, sam, { url: `/api/reports/${hidden.id}` })).toMatchObject({ status: 404 });
    expect(await callAs(createRun, sam, { url: `/api/reports/${hidden.id}/runs` })).toMatchObject({ status: 404 });
  }
  const run = await callAs(createRun, sam, { url: `/api/reports/${inside.body.id}/runs` });
  expect(run).toMatchObject({ status: 202, body: { run: { state: 'finished' } } });
  const url = `/api/report-runs/${run.body.run_id}`;
  expect(await callAs(getRun, sam, { url })).toMatchObject({ status: 200 });
  // The report is about other groups from now on: its runs of before are, too.
  await call(updateReport, {
    url: `/api/reports/${inside.body.id}`,
    body: { definition: of('elsewhere') },
    authorizer: admin,
  });
  expect(await callAs(getRun, sam, { url })).toMatchObject({ status: 404 });
});

test('a steward changes what they have made alone, and nothing once they look after no group', async () => {
  const body = { definition: of('faculty'), shared: true };
  const own = await callAs(createReport, sam, { url: '/api/reports', body });
  const others = await make('faculty');
  const share = (id: string) => callAs(updateReport, sam, { url: `/api/reports/${id}`, body: { shared: false } });
  expect(await share(own.body.id)).toMatchObject({ status: 200 });
  expect(await share(others.body.id)).toMatchObject({ status: 403 });
  const wider = { definition: of('elsewhere') };
  expect(await callAs(updateReport, sam, { url: `/api/reports/${own.body.id}`, body: wider })).toMatchObject({
    status: 403,
  });
  await nameStewards('faculty');
  expect(await share(own.body.id)).toMatchObject({ status: 403 });
});
