import { beforeAll, expect, test } from '@jest/globals';
import { eraseFromReports } from '#src/curation/reports/erase.ts';
import { getReport, getRun, runItems } from '#src/curation/reports/store.ts';
import { createMembership, createUser } from '#src/identity/store/users.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import * as removeMember from '../../../../lambdas/dashboard/members/remove.ts';
import * as createRun from '../../../../lambdas/dashboard/report-runs/create.ts';
import * as getRunRoute from '../../../../lambdas/dashboard/report-runs/get.ts';
import * as createReport from '../../../../lambdas/dashboard/reports/create.ts';
import * as deleteReport from '../../../../lambdas/dashboard/reports/delete.ts';
import * as getReportRoute from '../../../../lambdas/dashboard/reports/get.ts';
import * as listReports from '../../../../lambdas/dashboard/reports/list.ts';
import * as updateReport from '../../../../lambdas/dashboard/reports/update.ts';
import { doingAt, dyingAt, isWrite } from '../../../support/crash.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { admin, half, storeReportRegistry } from '../../../support/report-registry.ts';

captureLog();

const [ada, ben] = ['ada@example.org', 'ben@example.org'];
const as = (email: string) => ({ ...sessionOf('workspace_member'), email });
const [superadmin, curator, cleo] = ['root@example.org', 'curator@example.org', 'cleo@example.org'];

beforeAll(async () => {
  await storeReportRegistry();
  for (const [n, email] of [ada, ben, superadmin, curator, cleo].entries()) {
    const user = { id: `user-${n}`, email, display_name: null, is_superadmin: email === superadmin };
    expect(await createUser({ ...user, created_at: 1, updated_at: 1 })).toBe('created');
    if (email === superadmin) continue;
    const role = email === curator || email === cleo ? 'workspace_admin' : 'workspace_member';
    await createMembership({ email, workspace: defaultWorkspace, role, created_at: 1 });
  }
});

const made = async (email: string, filter: object = {}): Promise<string> => {
  const body = { definition: { name: `Of ${email}`, filter }, shared: false };
  const answer = await call(createReport, { url: '/api/reports', body, authorizer: as(email) });
  expect(answer).toMatchObject({ status: 201, body: { has_left: false } });
  return answer.body.id;
};
const leave = async (email: string) =>
  expect(await call(removeMember, { url: `/api/workspace/members/${email}`, authorizer: admin })).toMatchObject({
    status: 200,
  });
const join = (email: string) =>
  createMembership({ email, workspace: defaultWorkspace, role: 'workspace_member', created_at: 1 });
const got = (id: string, authorizer = admin) => call(getReportRoute, { url: `/api/reports/${id}`, authorizer });
const seenBy = async (authorizer: Record<string, string>): Promise<{ [id: string]: boolean }> => {
  const { body } = await call(listReports, { url: '/api/reports', authorizer });
  return Object.fromEntries(body.reports.map((each: { id: string; has_left: boolean }) => [each.id, each.has_left]));
};
const takeOver = (id: string, authorizer = admin) =>
  call(updateReport, { url: `/api/reports/${id}`, body: { take_over: true }, authorizer });

test('an own report of a member is theirs alone; after they have left, administrators see it, with its runs', async () => {
  const id = await made(ada);
  const { body: ran } = await call(createRun, { url: `/api/reports/${id}/runs`, authorizer: as(ada) });
  for (const who of [admin, as(ben)]) {
    expect(await got(id, who)).toMatchObject({ status: 404 });
    expect(await seenBy(who)).not.toHaveProperty(id);
    expect(await takeOver(id, who)).toMatchObject({ status: 404 });
  }
  await leave(ada);
  expect(await seenBy(admin)).toMatchObject({ [id]: true });
  expect(await seenBy(as(ben))).not.toHaveProperty(id);
  expect(await got(id)).toMatchObject({ status: 200, body: { has_left: true, is_own: false, created_by: ada } });
  expect(await call(getRunRoute, { url: `/api/report-runs/${ran.run_id}`, authorizer: admin })).toMatchObject({
    status: 200,
  });
  expect(await got(id, as(ben))).toMatchObject({ status: 404 });
  expect(await takeOver(id, as(ben))).toMatchObject({ status: 404 });

  expect(await takeOver(id)).toMatchObject({
    status: 200,
    body: { has_left: false, is_own: true, shared: false, created_by: curator, version: 4 },
  });
  // Taking over what is one's own changes nothing.
  expect(await takeOver(id)).toMatchObject({ status: 200, body: { version: 4 } });
  await join(ada);
  expect(await got(id, as(ada))).toMatchObject({ status: 404 });
});

test('an administrator deletes the report of somebody who has left, also after a kill', async () => {
  const id = await made(ada);
  await call(createRun, { url: `/api/reports/${id}/runs`, authorizer: as(ada) });
  await leave(ada);
  const remove = () => call(deleteReport, { url: `/api/reports/${id}`, authorizer: admin });
  for (let n = 1; await dyingAt(n, remove, isWrite); n++) expect(n).toBeLessThan(20);
  expect(await getReport(defaultWorkspace, id)).toBeUndefined();
  await join(ada);
});

test('who comes back has their reports again, and one that is shared is taken over only from who has left', async () => {
  const [own, shared] = [await made(ada), await made(ada)];
  await call(updateReport, { url: `/api/reports/${shared}`, body: { shared: true }, authorizer: as(ada) });
  expect(await takeOver(shared)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await leave(ada);
  expect(await takeOver(shared)).toMatchObject({ status: 200, body: { shared: true, is_own: true } });
  await join(ada);
  expect(await got(own, as(ada))).toMatchObject({ status: 200 });
  expect(await got(own)).toMatchObject({ status: 404 });
  expect(await got(shared, as(ada))).toMatchObject({ status: 200, body: { is_own: false } });
});

test('of two administrators at once, one takes a report over, beside a run of it', async () => {
  for (let n = 1; ; n++) {
    const id = await made(ada);
    await leave(ada);
    const other = { ...sessionOf('workspace_admin'), email: cleo };
    let [first, second] = [0, 0];
    const isDone = await doingAt(
      n,
      async () => {
        first = (await takeOver(id, other)).status;
      },
      async () => {
        await call(createRun, { url: `/api/reports/${id}/runs`, authorizer: admin });
        second = (await takeOver(id)).status;
      },
    );
    expect([n, [first, second].filter((status) => status === 200).length]).toEqual([n, 1]);
    const created_by = second === 200 ? curator : cleo;
    expect(await getReport(defaultWorkspace, id)).toMatchObject({ running: null, created_by });
    await join(ada);
    if (!isDone) break;
    await call(deleteReport, { url: `/api/reports/${id}`, authorizer: admin });
  }
});

test('superadmins are there without a membership', async () => {
  const id = await made(superadmin);
  expect(await got(id)).toMatchObject({ status: 404 });
});

test('an erasure takes a person out of the own report of who has left, and out of its runs', async () => {
  const id = await made(ada, { orcid_id: half });
  const { body: ran } = await call(createRun, { url: `/api/reports/${id}/runs`, authorizer: as(ada) });
  await leave(ada);
  await eraseFromReports(defaultWorkspace, { orcid: half, pseudonym: 'erased-9' }, false);
  const run = await getRun(ran.run_id);
  const items = [];
  if (run) for await (const item of runItems(run)) items.push(item);
  expect(items.length).toBeGreaterThan(0);
  expect(JSON.stringify([await got(id), run, items])).not.toContain(half);
});
