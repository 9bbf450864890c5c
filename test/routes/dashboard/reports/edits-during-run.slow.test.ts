import { beforeAll, describe, expect, test } from '@jest/globals';
import { attachAlias } from '#src/curation/aliases/attach.ts';
import { openRun } from '#src/curation/report-documents/run-document.ts';
import { addReport, type ReportReader, requestRun } from '#src/curation/reports/reports.ts';
import { getRun, getRunCounts, openRuns, runItems } from '#src/curation/reports/store.ts';
import { getGroup, saveGroup, treeVersion } from '#src/records/groups/store/groups.ts';
import { ReportDefinition } from '#src/records/reports/definition.ts';
import type { ReportRun, RunCounts } from '#src/records/reports/report.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { continueRun } from '#src/responses/reports/run.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import * as addMember from '../../../../lambdas/dashboard/group-members/create.ts';
import * as removeMember from '../../../../lambdas/dashboard/group-members/delete.ts';
import * as listMembers from '../../../../lambdas/dashboard/group-members/list.ts';
import * as bulk from '../../../../lambdas/dashboard/publications/bulk.ts';
import * as updatePublication from '../../../../lambdas/dashboard/publications/update.ts';
import * as updateWork from '../../../../lambdas/dashboard/works/update.ts';
import { doingAt, dyingAt, isWrite } from '../../../support/crash.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { admin, half, mover, storeOutput, storeReportRegistry } from '../../../support/report-registry.ts';

captureLog();
let report = '';
let membership = '';
beforeAll(async () => {
  await storeReportRegistry();
  const definition = ReportDefinition.parse({
    ...{ name: 'Faculty', filter: { group_id: 'faculty' }, counting: 'fractional' },
    ...{ period: { years: 'absolute', from: 2024, to: 2024 }, group_by: ['year', 'group', 'open_access'] },
  });
  report = (await addReport({ definition, shared: false }, reader)).id;
  await storeOutput('twin-1', [half], { publication_date: '2024-12-03' });
  const { body } = await call(listMembers, { url: '/api/groups/glass/members', authorizer: admin });
  membership = body.members.find(({ orcid }: { orcid: string }) => orcid === mover).id;
});

const reader: ReportReader = {
  ...{ workspace: defaultWorkspace, email: 'curator@example.org', isAdmin: true, reach: undefined, now: new Date() },
};

/** A run of the outputs of a faculty in a year, with several parts. */
const requested = async () => (await requestRun(report, reader)).id;
const goOn = (run: string) => continueRun(run, new Date(), Date.now() + 60_000, 3);

/** Whether the numbers, the outputs and the document of a run say one and the same. */
async function expectAgreement(run: ReportRun | undefined, counts: RunCounts | undefined): Promise<void> {
  const items: ReportItem[] = [];
  if (run) for await (const item of runItems(run)) items.push(item);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  expect(run).toMatchObject({ state: 'finished', total: items.length, done: items.length });
  expect(counts?.overall.whole).toBe(items.length);
  // Of groups below the faculty, those that were it when the output was read.
  const groupsOf = ({ counted_by: [, groups = []] }: ReportItem) => groups.map(String);
  const yearOf = ({ report_year, first_year }: ReportItem) => report_year ?? first_year;
  const expected = new Map<string, number>();
  for (const item of items) {
    expect([item.id, yearOf(item), item.groups.includes('faculty')]).toEqual([item.id, 2024, true]);
    expect(item.groups).toEqual(expect.arrayContaining(groupsOf(item)));
    for (const group of groupsOf(item)) {
      const key = JSON.stringify([yearOf(item), group, item.open_access_status]);
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
  }
  expect(new Map(counts?.cells.map(({ keys, whole }) => [JSON.stringify(keys), whole]))).toEqual(expected);
  for (const { dimension, keys, whole } of counts?.sums ?? [])
    if (dimension === 'group')
      expect([keys, items.filter((item) => groupsOf(item).includes(String(keys[0]))).length]).toEqual([keys, whole]);
  const shares = items.map((item) => {
    const { own_authors, author_count } = item;
    const own = own_authors.filter(({ groups }) => groups.some((id) => groupsOf(item).includes(id))).length;
    return author_count === null || own === 0 ? undefined : own / author_count;
  });
  expect(counts?.overall.fractional_unknown).toBe(shares.filter((share) => share === undefined).length);
  expect(counts?.overall.fractional).toBeCloseTo(
    shares.reduce<number>((sum, share) => sum + (share ?? 0), 0),
    6,
  );
  const document = await openRun(run?.id ?? '');
  const paths: string[] = [];
  if (document)
    for await (const item of document.items()) paths.push(...document.labelsOf(item).map((path) => path.join('|')));
  const rows = document?.tables[0]?.rows.filter(({ labels }) => labels.length === 3) ?? [];
  expect(new Map(rows.map(({ labels, whole }) => [labels.join('|'), whole]))).toEqual(
    new Map([...Map.groupBy(paths, (path) => path)].map(([path, all]) => [path, all.length])),
  );
}

const expectAgreementOf = async (id: string) => {
  const run = await getRun(id);
  await expectAgreement(run, run && (await getRunCounts(run)));
};

const patch =
  (target: typeof updatePublication | typeof updateWork, url: string) =>
  async (path: string, value: unknown, op = 'replace') =>
    expect(await call(target, { url, body: [{ op, path, value }], authorizer: admin })).toMatchObject({
      status: 200,
    });
const publication = (name: string) => patch(updatePublication, `/api/publications/10.5555/${name}`);
const inBulk = (action: string) => async () =>
  expect(
    await call(bulk, { url: '/api/publications/bulk', body: { ids: ['10.5555/joint'], action }, authorizer: admin }),
  ).toMatchObject({ status: 200 });
/** Not by its route, which reads the lists that the run beside it may be reading. */
async function moveCentre(...parents: string[]): Promise<void> {
  const before = await getGroup('centre');
  if (!before) throw new Error('There is no centre');
  const above = parents.map((id) => ({ id, starts_at: null, ends_at: null }));
  const after = { ...before, parents: above, version: before.version + 1 };
  expect(await saveGroup(after, before, { tree: await treeVersion() })).toBe('saved');
}

let merged = 0;

/** Edits during a run, and how each is taken back. */
const edits: [what: string, edit: () => Promise<unknown>, back: () => Promise<unknown>][] = [
  [
    'another title and other open access',
    async () => {
      await publication('half-2024')('/title', 'Another title');
      await publication('half-2024')('/open_access_status', 'closed');
    },
    () => publication('half-2024')('/open_access_status', 'gold'),
  ],
  ['hidden', () => publication('book')('/visible', false), () => publication('book')('/visible', true)],
  ['deleted', inBulk('delete'), inBulk('restore')],
  [
    'another year by hand',
    () => publication('mover-may')('/data/report_year', 2023, 'add'),
    () => publication('mover-may')('/data/report_year', null, 'add'),
  ],
  [
    'a work hidden',
    () => patch(updateWork, '/api/works/thesis')('/visible', false),
    () => patch(updateWork, '/api/works/thesis')('/visible', true),
  ],
  [
    'merged into another one',
    async () => {
      merged++;
      const at = { workspace: defaultWorkspace, actor: 'user:c@example.org', now: new Date() };
      await attachAlias(`10.5555/twin-${merged}`, '10.5555/half-2024', at);
    },
    () => storeOutput(`twin-${merged + 1}`, [half], { publication_date: '2024-12-03' }),
  ],
  [
    'a member less',
    async () =>
      expect(
        await call(removeMember, { url: `/api/groups/glass/members/${membership}`, authorizer: admin }),
      ).toMatchObject({ status: 200 }),
    async () => {
      const body = { orcid: mover, starts_at: Date.parse('2024-07-01') };
      membership = (await call(addMember, { url: '/api/groups/glass/members', body, authorizer: admin })).body.id;
    },
  ],
  ['a group elsewhere', () => moveCentre('network'), () => moveCentre('faculty', 'network')],
];

describe.each(edits)('%s', (_, edit, back) => {
  test('between any two calls of a run', async () => {
    for (let n = 1; ; n++) {
      const run = await requested();
      const isDone = await doingAt(n, () => goOn(run), edit);
      await expectAgreementOf(run);
      if (!isDone) break;
      await back();
    }
  });

  test('after a kill at any write, and before the run goes on', async () => {
    for (let n = 1; ; n++) {
      const run = await requested();
      const died = await dyingAt(n, () => goOn(run), isWrite);
      await edit();
      await goOn(run);
      await expectAgreementOf(run);
      await back();
      if (!died) break;
    }
    expect(await openRuns()).toEqual([]);
  });
});

test('an output that is left out of a run is said to be', async () => {
  const run = await requested();
  let isListed = false;
  for (let n = 1; !isListed; n++) {
    await dyingAt(n, () => goOn(run), isWrite);
    isListed = (await getRun(run))?.listing != null;
  }
  await publication('book')('/visible', false);
  const listed = (await getRun(run))?.total ?? 0;
  await goOn(run);
  expect(await getRun(run)).toMatchObject({ total: listed - 1, done: listed - 1, missing: 1 });
  await publication('book')('/visible', true);
});
