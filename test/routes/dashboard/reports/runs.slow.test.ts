import { beforeAll, describe, expect, test } from '@jest/globals';
import { eraseFromReports } from '#src/curation/reports/erase.ts';
import { addReport, reportReader, requestRun } from '#src/curation/reports/reports.ts';
import { getReport, getRun, getRunCounts, openRuns, runItems } from '#src/curation/reports/store.ts';
import { unlinkPublication } from '#src/operations/erasure/unlink.ts';
import { ReportDefinition } from '#src/records/reports/definition.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { continueRun, continueRuns } from '#src/responses/reports/run.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import * as updatePublication from '../../../../lambdas/dashboard/publications/update.ts';
import * as changes from '../../../../lambdas/dashboard/report-runs/changes.ts';
import * as createRun from '../../../../lambdas/dashboard/report-runs/create.ts';
import * as freeze from '../../../../lambdas/dashboard/report-runs/freeze.ts';
import * as getRunRoute from '../../../../lambdas/dashboard/report-runs/get.ts';
import * as listRuns from '../../../../lambdas/dashboard/report-runs/list.ts';
import * as createReport from '../../../../lambdas/dashboard/reports/create.ts';
import * as deleteReport from '../../../../lambdas/dashboard/reports/delete.ts';
import * as getReportRoute from '../../../../lambdas/dashboard/reports/get.ts';
import * as listReports from '../../../../lambdas/dashboard/reports/list.ts';
import * as updateReport from '../../../../lambdas/dashboard/reports/update.ts';
import { anAuthor } from '../../../support/builders.ts';
import { doingAt, dyingAt, isWrite } from '../../../support/crash.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { admin, half, leaver, storeOutput, storeReportRegistry } from '../../../support/report-registry.ts';

captureLog();
beforeAll(storeReportRegistry);

const definition = {
  name: 'The year of the faculty',
  filter: { group_id: 'faculty' },
  period: { years: 'absolute', from: 2024, to: 2024 },
  group_by: ['group', 'person'],
};

const created = async (fields: object = {}): Promise<string> => {
  const body = { definition: { ...definition, ...fields }, shared: true };
  const answer = await call(createReport, { url: '/api/reports', body, authorizer: admin });
  expect(answer).toMatchObject({ status: 201, body: { running: null, last_run: null, is_own: true, version: 1 } });
  return answer.body.id;
};
const ran = async (report: string): Promise<string> => {
  const answer = await call(createRun, { url: `/api/reports/${report}/runs`, authorizer: admin });
  expect(answer).toMatchObject({ status: 202, body: { run: { state: 'finished' } } });
  return answer.body.run_id;
};
const got = async (run: string) =>
  (await call(getRunRoute, { url: `/api/report-runs/${run}`, authorizer: admin })).body;
const compared = async (run: string, since: string) =>
  (await call(changes, { url: `/api/report-runs/${run}/changes?since=${since}`, authorizer: admin })).body;
const itemsOf = async (run: string): Promise<ReportItem[]> => {
  const items: ReportItem[] = [];
  const stored = await getRun(run);
  if (stored) for await (const item of runItems(stored)) items.push(item);
  return items;
};
const edit = async (name: string, body: object) => {
  const answer = await call(updatePublication, { url: `/api/publications/10.5555/${name}`, body, authorizer: admin });
  expect(answer).toMatchObject({ status: 200 });
};
const hide = async (name: string, visible: boolean) => {
  await edit(name, [{ op: 'replace', path: '/visible', value: visible }]);
};

test('a run keeps what it counted and listed, and the next one tells what is new, gone and changed', async () => {
  const report = await created();
  const first = await ran(report);
  const run = await got(first);
  expect(run).toMatchObject({ state: 'finished', total: 7, done: 7, missing: 0, frozen: false, previous_run: null });
  expect(run.counts.overall.whole).toBe(7);
  const before = await itemsOf(first);
  const joint = before.find(({ id }) => id === '10.5555/joint');
  expect(joint).toMatchObject({
    author_count: 4,
    groups: ['centre', 'ceramics', 'faculty', 'glass', 'network'],
    own_authors: [
      { position: 0, name: 'Hanna Half', groups: ['centre', 'ceramics'] },
      { position: 1, name: 'Mona Mover', groups: ['glass'] },
    ],
    output_type: 'journal-article',
    first_year: 2024,
  });
  const frozen = await call(freeze, { url: `/api/report-runs/${first}/freeze`, authorizer: admin });
  expect(frozen).toMatchObject({ status: 200, body: { frozen: true, expires_at: null } });

  for (const name of ['new-1', 'new-2', 'new-3']) await storeOutput(name, [half], { publication_date: '2024-12-01' });
  await hide('joint', false);
  await edit('half-2024', [{ op: 'replace', path: '/title', value: 'Another title' }]);

  const second = await ran(report);
  const difference = await compared(second, first);
  expect(difference.totals).toEqual({ new: 3, gone: 1, changed: 1 });
  expect(difference.new.map(({ id }: { id: string }) => id).sort()).toEqual(
    ['10.5555/new-1', '10.5555/new-2', '10.5555/new-3'].sort(),
  );
  expect(difference.gone).toMatchObject([{ id: '10.5555/joint' }]);
  expect(difference.changed).toMatchObject([
    { id: '10.5555/half-2024', fields: [{ field: 'title', before: 'half-2024', after: 'Another title' }] },
  ]);
  expect(await itemsOf(first)).toEqual(before);
  expect((await got(first)).counts).toEqual(run.counts);
  const { body } = await call(listRuns, { url: `/api/reports/${report}/runs`, authorizer: admin });
  expect(body.runs.map(({ id }: { id: string }) => id)).toEqual([second, first]);
  await hide('joint', true);
});

test('an erasure takes the person out of a frozen run, keeps its numbers, and the run says so', async () => {
  const report = await created({ filter: { group_id: 'ceramics', orcid_id: half } });
  const run = await ran(report);
  await call(freeze, { url: `/api/report-runs/${run}/freeze`, authorizer: admin });
  const before = await got(run);
  const person = { orcid: half, pseudonym: 'erased-1' };
  expect(await eraseFromReports(defaultWorkspace, person, true)).toBeGreaterThan(0);
  expect(JSON.stringify(await itemsOf(run))).toContain(half);
  await eraseFromReports(defaultWorkspace, person, false);
  const after = await got(run);
  const items = JSON.stringify(await itemsOf(run));
  expect(items).not.toContain(half);
  expect(items).not.toContain('Hanna');
  expect(items).toContain('erased-1');
  expect(JSON.stringify(after)).not.toContain(half);
  expect(after.counts.overall.whole).toBe(before.counts.overall.whole);
  expect(after.counts.counts.map(({ whole }: { whole: number }) => whole)).toEqual(
    before.counts.counts.map(({ whole }: { whole: number }) => whole),
  );
  expect(after).toMatchObject({ erased: 1, frozen: true });
  // Done again, nothing is left to do.
  expect(await eraseFromReports(defaultWorkspace, person, false)).toBe(0);
  expect(await got(run)).toMatchObject({ erased: 1 });
});

test('nobody is named in a run who was erased between any two of its calls', async () => {
  const { id } = await addReport({ definition: ReportDefinition.parse(definition), shared: true }, await reader());
  for (let n = 1; ; n++) {
    await storeOutput('of-leaver', [leaver], {
      publication_date: '2024-02-01',
      title: `Of a leaver ${n}`,
      authors: [{ ...anAuthor('Leo Leaver'), orcid: leaver }],
    });
    const { id: run } = await requestRun(id, await reader());
    const isDone = await doingAt(
      n,
      () => continueRun(run, new Date(), Date.now() + 60_000, 3),
      async () => {
        for (const name of ['of-leaver', 'leaver-before', 'leaver-after'])
          await unlinkPublication(`10.5555/${name}`, leaver, new Date());
        await eraseFromReports(defaultWorkspace, { orcid: leaver, pseudonym: 'erased-2' }, false);
      },
    );
    if (!isDone) {
      expect(JSON.stringify(await itemsOf(run))).toContain(leaver);
      break;
    }
    expect(await getRun(run)).toMatchObject({ state: 'finished' });
    const contents = [await getRun(run), await itemsOf(run), (await got(run)).counts];
    expect(JSON.stringify(contents)).not.toContain(leaver);
  }
});

const reader = async () =>
  reportReader({
    caller: {
      kind: 'member',
      workspace: defaultWorkspace,
      email: 'curator@example.org',
      subject: 's',
      role: 'workspace_admin',
    } as never,
    now: new Date(),
  });

describe('a run', () => {
  test('that is killed at any write is finished by the job, with each output once', async () => {
    const { id } = await addReport({ definition: ReportDefinition.parse(definition), shared: true }, await reader());
    for (let n = 1; ; n++) {
      const { id: run } = await requestRun(id, await reader());
      const died = await dyingAt(n, () => continueRun(run, new Date(), Date.now() + 60_000), isWrite);
      await continueRuns(new Date(), Date.now() + 60_000);
      const stored = await getRun(run);
      expect(stored).toMatchObject({ state: 'finished' });
      const ids = (await itemsOf(run)).map((item) => item.id);
      expect(ids.length).toBe(stored?.total);
      expect(new Set(ids).size).toBe(ids.length);
      expect((stored && (await getRunCounts(stored)))?.overall.whole).toBe(ids.length);
      expect(await getReport(defaultWorkspace, id)).toMatchObject({ running: null, last_run: { id: run } });
      if (!died) break;
    }
    expect(await openRuns()).toEqual([]);
  });

  test('of two workers at once has each output once', async () => {
    const { id } = await addReport({ definition: ReportDefinition.parse(definition), shared: true }, await reader());
    const { id: run } = await requestRun(id, await reader());
    await Promise.all([1, 2, 3].map(() => continueRun(run, new Date(), Date.now() + 60_000)));
    const ids = (await itemsOf(run)).map((item) => item.id);
    expect(await getRun(run)).toMatchObject({ state: 'finished', total: ids.length, done: ids.length });
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('of a report that runs is a 409, also of two requests at once', async () => {
    const { id } = await addReport({ definition: ReportDefinition.parse(definition), shared: true }, await reader());
    const asking = await reader();
    const results = await Promise.allSettled([1, 2, 3].map(() => requestRun(id, asking)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const answer = await call(createRun, { url: `/api/reports/${id}/runs`, authorizer: admin });
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await continueRuns(new Date(), Date.now() + 60_000);
    expect((await getReport(defaultWorkspace, id))?.running).toBeNull();
  });

  test('beside edits of its outputs ends with as many as it counted', async () => {
    const { id } = await addReport({ definition: ReportDefinition.parse(definition), shared: true }, await reader());
    const { id: run } = await requestRun(id, await reader());
    await Promise.all([
      continueRun(run, new Date(), Date.now() + 60_000),
      storeOutput('beside', [half], { publication_date: '2024-12-02' }),
      hide('book', false),
    ]);
    await continueRuns(new Date(), Date.now() + 60_000);
    const stored = await getRun(run);
    expect(stored).toMatchObject({ state: 'finished' });
    expect((stored && (await getRunCounts(stored)))?.overall.whole).toBe(stored?.total);
    await hide('book', true);
  });
});

describe('a saved report', () => {
  const fetch = (id: string, authorizer = admin) => call(getReportRoute, { url: `/api/reports/${id}`, authorizer });

  test('is changed in the version named, once by two at once', async () => {
    const id = await created();
    const { headers } = await fetch(id);
    const patch = (shared: boolean) =>
      call(updateReport, {
        url: `/api/reports/${id}`,
        body: { shared },
        headers: { 'If-Match': headers.etag ?? '' },
        authorizer: admin,
      });
    const answers = await Promise.all([patch(false), patch(false)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect((await fetch(id)).body).toMatchObject({ shared: false, version: 2, definition: { name: definition.name } });
  });

  test('that is not shared is seen by who has made it alone', async () => {
    const id = await created();
    const other = { ...sessionOf('workspace_member'), email: 'other@example.org' };
    expect(await fetch(id, other)).toMatchObject({ status: 200, body: { is_own: false } });
    await call(updateReport, { url: `/api/reports/${id}`, body: { shared: false }, authorizer: admin });
    expect(await fetch(id, other)).toMatchObject({ status: 404 });
    const { body } = await call(listReports, { url: '/api/reports', authorizer: other });
    expect(body.reports.map((report: { id: string }) => report.id)).not.toContain(id);
  });

  test('is deleted with its runs, and again after a kill', async () => {
    const id = await created();
    const run = await ran(id);
    await call(freeze, { url: `/api/report-runs/${run}/freeze`, authorizer: admin });
    const remove = () => call(deleteReport, { url: `/api/reports/${id}`, authorizer: admin });
    await dyingAt(2, remove, isWrite);
    await remove();
    expect(await fetch(id)).toMatchObject({ status: 404 });
    expect(await getRun(run)).toBeUndefined();
  });
});
