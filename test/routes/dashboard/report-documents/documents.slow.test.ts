import { beforeAll, describe, expect, test } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { mostAtOnce } from '#src/curation/report-documents/limits.ts';
import { makeDocuments } from '#src/curation/report-documents/make-documents.ts';
import { openRun } from '#src/curation/report-documents/run-document.ts';
import { documentPartBytes, dropDocuments } from '#src/curation/report-documents/store/stored-documents.ts';
import {
  packedItems,
  partWrites,
  putListing,
  putReport,
  runCountsWrite,
  runWrite,
} from '#src/curation/reports/store.ts';
import { documentFormats, documentForms } from '#src/formats/documents/document-formats.ts';
import { ReportDefinition } from '#src/records/reports/definition.ts';
import type { ReportRecord, ReportRun, RunCounts } from '#src/records/reports/report.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { mostDocumentBytes } from '#src/responses/reports/documents.ts';
import { keys } from '#src/table/keys.ts';
import { transact, updateIf } from '#src/table/table.ts';
import { job } from '../../../../lambdas/background/reports/make-report-documents.ts';
import * as create from '../../../../lambdas/dashboard/report-documents/create.ts';
import * as get from '../../../../lambdas/dashboard/report-documents/get.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { aReportItem, reportItem } from '../../../support/report-documents.ts';
import { withGrants } from '../../../support/roles.ts';

beforeAll(async () => {
  await freshTable();
});

const owner = { ...sessionOf('workspace_member'), email: 'curator@example.org' };
const report_id = 'a'.repeat(32);
let runs = 0;

/** A run with these items, and counts by year and open access. */
async function store(
  items: readonly ReportItem[],
  fields: Partial<ReportRun> = {},
  definition: object = {},
): Promise<string> {
  const at = Date.UTC(2026, 10, 29);
  const id = `${report_id}-${String(at).padStart(13, '0')}-${String(++runs).padStart(8, '0')}`;
  const written = ReportDefinition.parse({ name: 'Annual list', group_by: ['year', 'open_access'], ...definition });
  const report: ReportRecord = {
    ...{ id: report_id, workspace: 'primary_entity', definition: written, shared: false, created_by: owner.email },
    ...{ created_at: at, updated_at: at, running: null, last_run: null, version: runs },
  };
  if (runs === 1) await putReport(report, undefined);
  const run: ReportRun = {
    ...{ id, report_id, workspace: 'primary_entity', state: 'finished', definition: written, requested_at: Date.now() },
    ...{ query: { counted_year_from: '2024', counted_year_to: '2024' }, requested_by: owner.email, as_of: at },
    ...{ finished_at: at, previous_run: null, total: items.length, done: items.length, missing: 0, parts: 1 },
    ...{ listing: null, frozen: false, erased: [], message: null, version: 1, ...fields },
  };
  const cell = { in_several: 0, fractional: null, fractional_unknown: null, query: {} };
  const count = (keys: (number | string | null)[], whole: number) => ({ ...cell, keys, whole });
  const groups = Map.groupBy(items, ({ open_access_status: status }) => status);
  const counts: RunCounts = {
    dimensions: written.group_by,
    list: '/api/publications',
    cells: [...groups].map(([status, all]) => count([2024, status], all.length)),
    sums: [
      { dimension: 'year', ...count([2024], items.length) },
      ...[...groups].map(([status, all]) => ({ dimension: 'open_access' as const, ...count([status], all.length) })),
    ],
    overall: count([], items.length),
    labels: {},
  };
  run.listing = await putListing(run, 'listing', []);
  await transact([runWrite(run, undefined), runCountsWrite(run, counts)]);
  const counted = items.map((item) => ({
    ...item,
    counted_by: written.group_by.map((dimension) => (dimension === 'year' ? [2024] : [item.open_access_status])),
  }));
  const none = { cells: [], sums: [], total: { keys: [], whole: 0, inSeveral: 0, share: 0, unshared: 0 } };
  await transact(partWrites(run, 0, packedItems(counted), none));
  return id;
}

const ask = (id: string, query: string, authorizer = owner) =>
  call(get, { url: `/api/report-runs/${id}/document?${query}`, authorizer });
const bytesOf = ({ body }: { body: unknown }) => Buffer.from(String(body), 'base64');
const make = () => withGrants(job.grants, () => makeDocuments(openRun, new Date(), Date.now() + 60_000, 60_000));

const items = [
  aReportItem(),
  aReportItem({ id: '10.5555/hybrid', open_access_status: 'hybrid' }),
  aReportItem({ id: '10.5555/unknown', open_access_status: null }),
];

describe('a small document', () => {
  let id = '';
  beforeAll(async () => {
    id = await store(items);
  });

  test.each(documentFormats)('%s is made at once, with a name for its file', async (format) => {
    const answer = await ask(id, `format=${format}`);
    const { mediaType, ending } = documentForms[format];
    expect(answer.status).toBe(200);
    expect(String(answer.headers['content-type']).split(';')[0]).toBe(mediaType);
    expect(answer.headers['content-disposition']).toBe(
      `${format === 'html' ? 'inline' : 'attachment'}; filename="annual-list${ending}"`,
    );
    const bytes = bytesOf(answer);
    const isZip = format === 'docx' || format === 'xlsx';
    const text = isZip
      ? Object.values(unzipSync(bytes))
          .map((file) => strFromU8(file))
          .join()
      : String(bytes);
    expect(text).toContain('10.5555/hybrid');
  });

  test('its filters are in words, as far as there are any', async () => {
    const query = { output_type: 'book|journal-article', open_access_status: 'gold|unknown', q: 'pots' };
    const filtered = await store(items, { query });
    const shown = (document: string) => /<dt>Filter<\/dt><dd dir="auto">([^<]*)</.exec(document)?.[1];
    expect(shown(String(bytesOf(await ask(filtered, 'format=html'))))).toBe(
      'Type: Book, Journal article; q = pots; Open access: Gold, Unknown open access',
    );
    const ofYears = await store(items, { query: { publication_year: '2020|unknown' } });
    expect(shown(String(bytesOf(await ask(ofYears, 'format=html'))))).toBe('Year: 2020, Unknown year');
  });

  test('it has the counts and the rules of the run', async () => {
    const html = String(bytesOf(await ask(id, 'format=html')));
    expect(html).toContain('<dt>Period</dt><dd dir="auto">2024</dd>');
    expect(html).toContain('<dt>As of</dt><dd dir="auto">29 November 2026</dd>');
    expect(html).toContain('<td dir="auto">2024</td><th scope="row" dir="auto">Gold</th><td class="number">1</td>');
    expect(html).toContain('<th scope="row" dir="auto">Unknown open access</th>');
    expect(html).toContain('<td dir="auto">2024</td><th scope="row" colspan="1">Sum</th><td class="number">3</td>');
    expect(html).toContain('Each output counts once in each row');
    expect([...html.matchAll(/<h4 dir="auto">([^<]*)</g)].map(([, label]) => label)).toEqual([
      'Gold',
      'Hybrid',
      'Unknown open access',
    ]);
  });

  test('in German if the report is', async () => {
    const german = await store(items, {}, { locale: 'de', style: 'din-iso-690' });
    const html = String(bytesOf(await ask(german, 'format=html')));
    expect(html).toContain('<html lang="de">');
    expect(html).toContain('Stand</dt><dd dir="auto">29. November 2026');
    expect(html).toContain('Verfügbar unter: ');
  });

  test('it may be read by whoever may read the run', async () => {
    const stranger = { ...owner, email: 'stranger@example.org' };
    expect((await ask(id, 'format=csv', stranger)).status).toBe(404);
    const elsewhere = { ...sessionOf('workspace_member', 'other'), email: owner.email };
    expect((await ask(id, 'format=csv', elsewhere)).status).not.toBe(200);
  });
});

test.each([
  ['', 'format'],
  ['format=pdf', 'format'],
  ['format=csv&part=0', 'part'],
])('400 for %j names the field', async (query, field) => {
  const { status, body } = await ask(await store(items), query);
  expect([status, JSON.stringify(body).includes(field)]).toEqual([400, true]);
});

test('409 while the run has not finished, and for more outputs than a format can have', async () => {
  const running = await store(items, { state: 'running' });
  expect((await ask(running, 'format=csv')).status).toBe(409);
  const huge = await store(items, { done: 20_001, total: 20_001 });
  const { status, body } = await ask(huge, 'format=docx');
  expect([status, body]).toMatchObject([409, { error: expect.stringContaining('at most 20000 outputs') }]);
});

test('404 for no run', async () => {
  expect((await ask(`${report_id}-0000000000000-00000000`, 'format=csv')).status).toBe(404);
});

describe('a large document', () => {
  const many = Array.from({ length: mostAtOnce + 1 }, (_, at) => reportItem(at));
  /** Each about 4 KB as a row. */
  const long = many.map((item) => aReportItem({ id: item.id, csl: { title: 'pots '.repeat(400) } }));

  test('is a 202 with its progress until a job has made it', async () => {
    const id = await store(many);
    const [one, other] = await Promise.all([ask(id, 'format=bibtex'), ask(id, 'format=bibtex')]);
    expect([one.status, other.status]).toEqual([202, 202]);
    expect(one.body).toMatchObject({ format: 'bibtex', state: 'waiting', total: many.length, done: 0, ends_at: null });
    await make();
    const ready = await ask(id, 'format=bibtex');
    expect([ready.status, ready.headers['x-export-truncated']]).toEqual([200, 'false']);
    expect(String(bytesOf(ready)).match(/^@/gm)).toHaveLength(many.length);
  });

  test('comes in parts that fit into a response, one after the other', async () => {
    const id = await store(long);
    await ask(id, 'format=csv');
    await make();
    const parts: Buffer[] = [];
    let link: string | undefined = `</api/report-runs/${id}/document?format=csv>; rel="next"`;
    while (link !== undefined) {
      const url = new URL(/<([^>]*)>/.exec(link)?.[1] ?? '', 'https://example.org');
      const part = await call(get, { url: url.pathname + url.search, authorizer: owner });
      expect([part.status, bytesOf(part).length <= mostDocumentBytes]).toEqual([200, true]);
      parts.push(bytesOf(part));
      link = part.headers.link;
    }
    expect(parts).toHaveLength(2);
    expect(String(Buffer.concat(parts)).match(/^10\.5555/gm)).toHaveLength(long.length);
    expect((await ask(id, 'format=csv&part=3')).status).toBe(404);
    expect(mostDocumentBytes % documentPartBytes).toBe(0);
  });

  test('ends after some days with a 410, and can be made again', async () => {
    const id = await store(many);
    await ask(id, 'format=csv');
    await make();
    const post = () =>
      call(create, { url: `/api/report-runs/${id}/document`, body: { format: 'csv' }, authorizer: owner });
    expect((await post()).body).toMatchObject({ state: 'ready' });
    await updateIf({
      Key: keys.reportDocument(id, 'csv'),
      UpdateExpression: 'SET ends_at = :now',
      ExpressionAttributeValues: { ':now': Date.now() },
    });
    expect((await ask(id, 'format=csv')).status).toBe(410);
    const [one, other] = await Promise.all([post(), post()]);
    expect([one.status, one.body, other.body]).toEqual([202, expect.objectContaining({ state: 'waiting' }), one.body]);
    await make();
    expect((await ask(id, 'format=csv')).status).toBe(200);
  });

  test('is made anew after it was dropped', async () => {
    const id = await store(many);
    await ask(id, 'format=csv');
    await make();
    await dropDocuments(id);
    expect((await ask(id, 'format=csv')).body).toMatchObject({ state: 'waiting', done: 0 });
  });

  test('that cannot be made is a 410 that says so', async () => {
    const id = await store(many);
    await ask(id, 'format=csv');
    await makeDocuments(async () => undefined, new Date(), Date.now() + 60_000, 60_000);
    expect((await ask(id, 'format=csv')).status).toBe(410);
  });
});

test('a document may be asked for by POST of any size', async () => {
  const id = await store(items);
  const { status, body } = await call(create, {
    url: `/api/report-runs/${id}/document`,
    body: { format: 'docx' },
    authorizer: owner,
  });
  expect([status, body]).toMatchObject([202, { format: 'docx', state: 'waiting', total: 3 }]);
});
