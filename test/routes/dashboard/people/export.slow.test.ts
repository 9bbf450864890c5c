import { beforeAll, expect, test } from '@jest/globals';
import { saveMerge } from '#src/duplicates/saving/save-merge.ts';
import { propose } from '#src/ingestion/proposals/store/proposals.ts';
import { addPendingItems } from '#src/ingestion/store/job-items.ts';
import { createJob } from '#src/ingestion/store/job-requests.ts';
import { saveOrcidSection } from '#src/ingestion/store/source-answers.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { exportPerson } from '#src/responses/curated-people/export.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import * as exportRoute from '../../../../lambdas/dashboard/people/export.ts';
import * as update from '../../../../lambdas/dashboard/people/update.ts';
import * as affiliate from '../../../../lambdas/dashboard/researchers/affiliation.ts';
import { anIncoming, aProject, aQuestion, aSummary, carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog, interceptLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { storeProject } from '../../../support/projects.ts';

captureLog();
const superadmin = sessionOf('superadmin');
const now = new Date();
const ada = '0009-9999-0000-0019';
const exportOf = (orcid: string, query = '', authorizer = superadmin) =>
  call(exportRoute, { url: `/api/people/${orcid}/export${query}`, authorizer });

type Records = { kind: string; record: Record<string, unknown> }[];
const kindsOf = (records: Records) => [...new Set(records.map(({ kind }) => kind))];

const unsaid = {
  ...{ title: 'Pots', title_html: null, subtitle: null, authors: [], publication_date: null, publication_type: null },
  ...{
    publication_subtype: null,
    container_title: null,
    arxiv_id: null,
    pmid: null,
    pmcid: null,
    handle: null,
    eid: null,
    issn: [],
    url: null,
    translated_titles: {},
    listed_at: null,
  },
};

const groups = Array.from({ length: 120 }, (_, n) => ({ 'external-ids': null, 'work-summary': [{ 'put-code': n }] }));

async function storeAll(orcid: string, of: string) {
  await storePerson(orcid, of, 'Person', `The biography of ${of}`);
  await saveOrcidSection(orcid, 'works', { group: groups });
  await saveOrcidSection(orcid, 'employments', { 'affiliation-group': [{ of }] });
  const member = { entity_id: 'primary_entity', status: 'primary_entity', starts_at: 1000 };
  await call(affiliate, { url: `/api/researchers/${orcid}/affiliation`, authorizer: superadmin, body: member });
  await call(update, { url: `/api/people/${orcid}`, authorizer: superadmin, body: { people_type: 'staff' } });
  for (let n = 0; n < 25; n++) {
    const doi = `10.5555/${of}-${n}`;
    await savePublication(applyIncoming(undefined, anIncoming({ doi, orcids: [orcid] }), [], now), undefined, []);
  }
  const preferred = aSummary({ title: `A report of ${of}` });
  await saveWork(applyWork(undefined, { id: `work-${of}`, orcid, preferred, putCodes: [1] }, now), undefined);
  await storeProject(aProject({ id: `kilns-${of}`, member_orcids: [orcid] }), now);
  await propose(`proposal-${of}`, aQuestion({ orcids: [orcid] }), now);
  const { job } = await createJob({ orcid, requestedBy: 'user:a', workspace: defaultWorkspace, requestId: 'r' }, now);
  await addPendingItems(job.job_id, [{ doi: `10.5555/${of}-0`, aliases: [], summary: aSummary() }]);
}

beforeAll(async () => {
  interceptLog();
  await freshTable();
  await storeAll(carberry, 'josiah');
  await storeAll(ada, 'ada');
});

test('200: superadmins get what is held of each kind, and nothing of others', async () => {
  const { status, body } = await exportOf(carberry);
  expect(status).toBe(200);
  const { orcid, records, next } = body as { orcid: string; records: Records; next: string | null };
  expect({ orcid, next }).toEqual({ orcid: carberry, next: null });
  expect(kindsOf(records)).toEqual([
    'person',
    'affiliation',
    'orcid_work',
    'orcid_employment',
    'work',
    'publication',
    'project',
    'proposal',
    'job',
    'activity',
    'audit',
  ]);
  const of = (kind: string) => records.filter((each) => each.kind === kind).map(({ record }) => record);
  expect(of('person')).toMatchObject([{ orcid: carberry, biography: 'The biography of josiah' }]);
  expect(of('affiliation')).toMatchObject([{ person_orcid: carberry, starts_at: 1000 }]);
  expect(of('orcid_work')).toEqual(groups);
  expect(of('orcid_employment')).toEqual([{ of: 'josiah' }]);
  expect(of('publication')).toHaveLength(25);
  expect(of('publication')[0]).toMatchObject({ doi: '10.5555/josiah-0', link: { orcid: carberry } });
  expect(of('job')).toMatchObject([{ orcid_id: carberry, works: [{ id: '10.5555/josiah-0' }] }]);
  expect(of('activity')).toMatchObject([{ event_type: 'ingestion.requested' }]);
  expect(of('audit')).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ resource_id: carberry, action: 'person.updated' })]),
  );
  expect(JSON.stringify(records)).not.toMatch(new RegExp(`${ada}|of ada|10[.]5555/ada|(work|kilns|proposal)-ada`));
});

test('200: also what is held of a publication that was merged into another one, and of one that was unlinked', async () => {
  const [person, other] = ['0000-0001-5109-3700', '0009-9999-0000-0027'];
  const store = async (doi: string, orcids: string[], listedBy: string[]) => {
    const said = Object.fromEntries(listedBy.map((each) => [each, [{ put_code: 1, listed_as: doi, ...unsaid }]]));
    const incoming = anIncoming({ doi, orcids, orcidBibliographies: said });
    await savePublication(applyIncoming(undefined, incoming, [], now), undefined, []);
    return (await getPublication(doi)) as PublicationRecord;
  };
  const kept = await store('10.5555/kept', [other], []);
  const record = await store('10.5555/preprint', [person], [person]);
  const after = { ...kept, aliases: [record.doi], version: kept.version + 1 };
  const merged = { record, into: kept.doi, pair_id: 'pair', merged_at: now.getTime(), edit: null, orcids: [person] };
  expect(await saveMerge({ before: kept, after }, merged, [], now)).toBe('saved');
  await store('10.5555/unlinked', [other], [person]);
  await propose('proposal-unlinked', aQuestion({ kind: 'unlink', doi: '10.5555/unlinked', orcids: [person] }), now);

  const { records } = (await exportOf(person)).body as { records: Records };
  expect(records.filter(({ kind }) => kind === 'publication').map((each) => each.record)).toMatchObject([
    { doi: '10.5555/preprint', link: { orcid: person }, orcid_bibliographies: [{ listed_as: '10.5555/preprint' }] },
    { doi: '10.5555/unlinked', link: null, orcid_bibliographies: [{ listed_as: '10.5555/unlinked' }] },
  ]);
});

test('200: in parts, each begins where the last one ended', async () => {
  const whole = (await exportOf(carberry)).body.records;
  const subject = { orcid: carberry, workspace: defaultWorkspace, now };
  const records: unknown[] = [];
  const parts = [];
  for (let cursor: string | undefined; ; ) {
    const { next, records: some } = await exportPerson(subject, cursor, 0);
    records.push(...some);
    parts.push(some.length);
    if (next === null) break;
    cursor = next;
  }
  expect(records).toEqual(whole);
  expect(Math.max(...parts)).toBe(50);
});

test('200: of somebody of whom nothing is held there are no records', async () => {
  expect(await exportOf('0000-0002-1694-233X')).toMatchObject({ status: 200, body: { records: [], next: null } });
});

test('400: a cursor that is none', async () => {
  const { status, body } = await exportOf(carberry, '?cursor=x');
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_query' });
});

test('403: curators and administrators', async () => {
  for (const role of ['workspace_member', 'workspace_admin'] as const)
    expect((await exportOf(carberry, '', sessionOf(role))).status).toBe(403);
});
