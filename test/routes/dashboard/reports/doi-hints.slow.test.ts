import { beforeAll, expect, test } from '@jest/globals';
import { pairId, savePair } from '#src/duplicates/store/pairs.ts';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import { newPair } from '#src/records/likeness/pair.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { templateDefinitions } from '#src/records/reports/templates.ts';
import * as publications from '../../../../lambdas/dashboard/publications/list.ts';
import * as createRun from '../../../../lambdas/dashboard/report-runs/create.ts';
import * as createReport from '../../../../lambdas/dashboard/reports/create.ts';
import * as preview from '../../../../lambdas/dashboard/reports/preview.ts';
import * as createWork from '../../../../lambdas/dashboard/works/create.ts';
import * as works from '../../../../lambdas/dashboard/works/list.ts';
import { call } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { admin, half, storeOutput, storeReportRegistry } from '../../../support/report-registry.ts';

captureLog();

const ids: Record<string, string> = {};
const names = (found: readonly string[]) =>
  found.map((id) => Object.entries(ids).find(([, each]) => each === id)?.[0] ?? id).sort();

async function add(name: string, work_type: string, data: object = {}): Promise<void> {
  const body = { title: `The ${name}`, work_type, publication_date: '2024', data, researcher_orcids: [half] };
  const answer = await call(createWork, { url: '/api/works', body, authorizer: admin });
  expect(answer).toMatchObject({ status: 201 });
  ids[name] = answer.body.id;
}

/** A question whether a work is a publication, or another work. */
async function pair(name: string, status: 'open' | 'different' | 'obsolete', other?: string): Promise<void> {
  const work = { kind: 'work', id: ids[name] ?? '' } as const;
  const first = other
    ? ({ kind: 'work', id: ids[other] ?? '' } as const)
    : ({ kind: 'publication', id: '10.5555/book' } as const);
  const members = [first, work] as const;
  const found = newPair(pairId(...members), [...members], { score: 80, reasons: ['same_title'] }, new Date(1));
  expect(await savePair({ ...found, status }, undefined)).toBe(true);
}

beforeAll(async () => {
  await storeReportRegistry();
  // In the same journal, with its other ISSN.
  await storeOutput('other-issn', [half], { publication_date: '2024-01-01', issn: ['1050-124X', '2041-1723'] });
  const record = await getPublication('10.5555/other-issn');
  if (record) await stateJournals(record, new Date(1));
  await add('in-journal', 'journal-article', { issn: ['2049-3630'] });
  await add('with-other-issn', 'journal-article', { issn: ['2041-1723'] });
  await add('elsewhere', 'journal-article', { issn: ['0028-0836'] });
  await add('asked', 'book', {});
  await add('answered', 'book', {});
  await add('obsolete', 'book', {});
  await add('like-a-work', 'book', {});
  await add('lecture', 'lecture-speech', { issn: ['2049-3630'] });
  await pair('asked', 'open');
  await pair('answered', 'different');
  await pair('obsolete', 'obsolete');
  await pair('like-a-work', 'open', 'answered');
});

const listed = async (query: string) => {
  const { status, body } = await call(works, { url: `/api/works?perPage=100&${query}`, authorizer: admin });
  return status === 200 ? names(body.works.map(({ id }: { id: string }) => id)) : body.details;
};

test('works with a question whether they are a publication, and works in journals of publications', async () => {
  expect(await listed('doi_hint=duplicate')).toEqual(['asked']);
  expect(await listed('doi_hint=journal')).toEqual(['in-journal', 'lecture', 'with-other-issn']);
  expect(await listed('doi_hint=journal|duplicate&output_type=book')).toEqual(['asked']);
  expect(await listed('doi_hint=journal&visibility=hidden')).toEqual([]);
  expect(await listed('doi_hint=publisher')).toMatchObject({ issues: [{ path: 'doi_hint' }] });
});

test('no publication has the hint, and works are found beside publications', async () => {
  const url = '/api/publications?include=works&doi_hint=duplicate';
  const { body } = await call(publications, { url, authorizer: admin });
  expect(body).toMatchObject({ total: 0, outputs_total: 1, doi_hint: 'duplicate' });
});

test('the template lists works of types that get DOIs with a hint, and each number leads to its list', async () => {
  const definition = { name: 'Works', ...templateDefinitions.works_without_doi };
  const asked = await call(preview, { url: '/api/reports/preview', body: { definition }, authorizer: admin });
  expect(asked).toMatchObject({ status: 200, body: { total: 3 } });
  expect(names(asked.body.items.map(({ id }: { id: string }) => id))).toEqual([
    'asked',
    'in-journal',
    'with-other-issn',
  ]);
  for (const { whole, query } of [...asked.body.counts, asked.body.overall])
    expect(await listed(`${new URLSearchParams(query)}`)).toHaveLength(whole);
  const made = await call(createReport, { url: '/api/reports', body: { definition }, authorizer: admin });
  const run = await call(createRun, { url: `/api/reports/${made.body.id}/runs`, authorizer: admin });
  expect(run).toMatchObject({ status: 202, body: { run: { state: 'finished', total: 3 } } });
});
