import { beforeAll, expect, test } from '@jest/globals';
import { openRun } from '#src/curation/report-documents/run-document.ts';
import { addReport, type ReportReader, requestRun } from '#src/curation/reports/reports.ts';
import { getRun } from '#src/curation/reports/store.ts';
import { ReportDefinition, reportDimensions } from '#src/records/reports/definition.ts';
import { continueRun } from '#src/responses/reports/run.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import * as getRunRoute from '../../../../lambdas/dashboard/report-runs/get.ts';
import * as preview from '../../../../lambdas/dashboard/reports/preview.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { admin, half, mover, storeReportRegistry } from '../../../support/report-registry.ts';

captureLog();
beforeAll(storeReportRegistry);

const reader: ReportReader = {
  ...{ workspace: defaultWorkspace, email: 'curator@example.org', isAdmin: true, reach: undefined, now: new Date() },
};

test.each<[string, object]>([
  ...reportDimensions.map((dimension): [string, object] => [`by ${dimension}`, { group_by: [dimension] }]),
  ['by nothing', { group_by: [] }],
  ['of a faculty', { filter: { group_id: 'faculty' }, group_by: ['group', 'person', 'year'] }],
  ['of a group and of none', { filter: { group_id: 'none|centre' }, group_by: ['group', 'type'] }],
  ['of people', { filter: { orcid_id: `${half}|${mover}` }, group_by: ['person', 'license', 'open_access'] }],
  ['of a licence', { filter: { license: 'cc-by-4.0|unknown' }, group_by: ['license', 'corresponding'] }],
  ['of a funder', { filter: { funder: '10.13039/1' }, group_by: ['funder', 'publisher', 'journal'] }],
  ['of the issue', { year_of: 'issue', group_by: ['year', 'kdsf'] }],
  ['by words', { filter: { q: 'mover' }, group_by: ['year'] }],
  ['of works', { outputs: 'works', group_by: ['type', 'year'] }],
])('a run counts as its preview does, and its document puts each output where it is counted: %s', async (_, fields) => {
  for (const counting of ['whole', 'fractional']) {
    const definition = ReportDefinition.parse({ name: 'A report', counting, ...fields });
    const { id } = await addReport({ definition, shared: true }, reader);
    const { id: run } = await requestRun(id, reader);
    await continueRun(run, new Date(), Date.now() + 60_000, 4);
    const ran = (await call(getRunRoute, { url: `/api/report-runs/${run}`, authorizer: admin })).body;
    const now = (await call(preview, { url: '/api/reports/preview', body: { definition }, authorizer: admin })).body;
    const { total, items: _items, ...counts } = now;
    expect(ran.counts).toEqual(counts);
    expect(ran).toMatchObject({ state: 'finished', total, done: total });

    const document = await openRun((await getRun(run))?.id ?? '');
    const listed = new Map<string, number>();
    if (document)
      for await (const item of document.items())
        for (const path of document.labelsOf(item)) listed.set(path.join('|'), (listed.get(path.join('|')) ?? 0) + 1);
    const rows = document?.tables[0]?.rows ?? [];
    const cells = rows.filter(({ labels }) => labels.length === definition.group_by.length);
    expect(new Map(cells.map(({ labels, whole }) => [labels.join('|'), whole]))).toEqual(listed);
  }
});
