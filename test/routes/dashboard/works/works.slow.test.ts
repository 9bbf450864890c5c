import { beforeEach, describe, expect, test } from '@jest/globals';
import { pairId } from '#src/duplicates/store/pairs.ts';
import type { WorkDetails } from '#src/records/orcid/work.ts';
import { getWork, saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { collections, keys } from '#src/table/keys.ts';
import { putItem } from '#src/table/table.ts';
import * as editsRoute from '../../../../lambdas/dashboard/work-edits/list.ts';
import * as revertRoute from '../../../../lambdas/dashboard/work-edits/revert.ts';
import * as bulkRoute from '../../../../lambdas/dashboard/works/bulk.ts';
import * as createRoute from '../../../../lambdas/dashboard/works/create.ts';
import * as deleteRoute from '../../../../lambdas/dashboard/works/delete.ts';
import * as getRoute from '../../../../lambdas/dashboard/works/get.ts';
import * as linkRoute from '../../../../lambdas/dashboard/works/link.ts';
import * as listRoute from '../../../../lambdas/dashboard/works/list.ts';
import * as mergeRoute from '../../../../lambdas/dashboard/works/merge.ts';
import * as separateRoute from '../../../../lambdas/dashboard/works/separate.ts';
import * as unlinkRoute from '../../../../lambdas/dashboard/works/unlink.ts';
import * as updateRoute from '../../../../lambdas/dashboard/works/update.ts';
import * as publicList from '../../../../lambdas/integrations/works/list.ts';
import { aSummary, carberry } from '../../../support/builders.ts';
import { dyingAt } from '../../../support/crash.ts';
import { decide, fetchPublication } from '../../../support/duplicates.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { curatePublication } from '../../../support/publicity.ts';

captureLog();
const authorizer = sessionOf('workspace_member');
const lovelace = '0009-9999-0000-0019';
const stranger = '0009-9999-0000-0027';
const work = '1'.repeat(32);
const url = (rest = '') => `/api/works/${work}${rest}`;
const post = (route: Parameters<typeof call>[0], at: string, body: unknown) =>
  call(route, { url: at, method: 'POST', body, authorizer });
const detail = (id = work) => call(getRoute, { url: `/api/works/${id}`, authorizer });
const list = (query = '') => call(listRoute, { url: `/api/works${query}`, authorizer });
const patch = (body: unknown, headers: Record<string, string> = {}) =>
  call(updateRoute, { url: url(), method: 'PATCH', body, authorizer, headers });
const set = (path: string, value: unknown) => patch([{ op: 'add', path, value }]);
const idsOf = ({ body }: { body: { works: { id: string }[] } }) => body.works.map(({ id }) => id);
const publicIds = async () => {
  const credential = { ...authorizerOf(publicList.route.auth), scopes: 'works.read' };
  return idsOf(await call(publicList, { url: '/integrations/v1/works', authorizer: credential }));
};

const details: WorkDetails = {
  authors: [{ name: 'Josiah Carberry', given: null, family: null, orcid: carberry, affiliations: [] }],
  editors: [],
  citation: { type: 'bibtex', value: '@phdthesis{x, school = {Brown}}' },
  cited: { institution: 'Brown', pages: '1-10' },
  abstract: null,
  language: 'en',
};
const identifiers = [{ type: 'isbn', value: '9783161484100', url: null, relationship: 'self' }];

/** Ingests a work as its ORCID record has it. */
async function ingest(id = work, { orcid = carberry, putCode = 1, title = 'On Cracked Pots' } = {}): Promise<void> {
  const before = await getWork(id);
  const preferred = aSummary({ putCode, title, workType: 'dissertation-thesis', journalTitle: null });
  const incoming = { id, orcid, preferred, putCodes: [putCode], identifiers, details };
  expect(await saveWork(applyWork(before, incoming, new Date()), before)).toBe('saved');
}

let epoch = 0;
beforeEach(async () => {
  await freshTable();
  epoch += 1;
  for (const collection of collections) await putItem({ ...keys.listEpoch(collection), epoch, changed: Date.now() });
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
  await ingest();
});

describe('a work', () => {
  test('has what ORCID has, its people and its citation', async () => {
    const { status, body, headers } = await detail();
    expect(status).toBe(200);
    expect(headers.etag).toMatch(/^"1-/);
    expect(body).toMatchObject({
      id: work,
      origin: 'orcid',
      orcid: carberry,
      edited: {},
      merged: {
        title: 'On Cracked Pots',
        work_type: 'dissertation-thesis',
        data: {
          authors: [{ name: 'Josiah Carberry', given: 'Josiah', family: 'Carberry' }],
          isbn: ['9783161484100'],
          institution: 'Brown',
          pages: '1-10',
          identifiers,
        },
      },
      researchers: [{ orcid: carberry }],
      apa_citation: expect.stringMatching(/^Carberry, J\. \(2008(, February)?\)\. On Cracked Pots.*Brown.*orcid\.org/),
    });
    expect((await detail('unknown')).status).toBe(404);
    expect((await detail('a%2Fb')).status).toBe(400);
  });

  test('is found by title, author, person and type, and exported', async () => {
    for (const query of [
      '?q=cracked',
      '?q=carberry',
      `?orcid_id=${carberry}`,
      '?work_type=dissertation-thesis',
      '?origin=orcid',
      '?identifier=978-3-16-148410-0',
    ]) {
      expect([query, idsOf(await list(query))]).toEqual([query, [work]]);
    }
    for (const query of [
      '?q=lids',
      `?orcid_id=${lovelace}`,
      '?visibility=hidden',
      '?status=deleted',
      '?origin=curator',
      '?identifier=17656783',
    ]) {
      expect([query, idsOf(await list(query))]).toEqual([query, []]);
    }
    const text = String((await list('?format=bibtex')).body);
    expect(text).toContain('@phdthesis{carberry2008cracked');
    expect(text).toContain('author = {Carberry, Josiah}');
    expect(text).toContain('school = {Brown}');
    expect(text).toContain('pages = {1--10}');
    expect(text).toContain('isbn = {9783161484100}');
    expect(text).not.toContain('doi = ');
  });
});

describe('an edit', () => {
  test('is an overlay with history: an ingestion keeps it, and it can be reverted', async () => {
    expect((await set('/title', 'Edited')).body).toEqual({ ok: true, visible: true, edit_count: 1 });
    const edited = async (is: boolean) =>
      (await call(listRoute, { url: `/api/works?is_edited=${is}&facets=is_edited`, authorizer })).body;
    expect(await edited(true)).toMatchObject({
      total: 1,
      is_edited: true,
      facets: { is_edited: [{ value: 'true', count: 1 }] },
    });
    expect((await edited(false)).works.map(({ id }: { id: string }) => id)).not.toContain(work);
    await set('/data/publisher', 'Kiln Press');
    await ingest(work, { title: 'A new title' });
    expect((await detail()).body).toMatchObject({
      merged: { title: 'Edited', data: { publisher: 'Kiln Press' } },
      edited: { title: { value: 'Edited', source_value: 'A new title' } },
    });
    const { edits } = (await call(editsRoute, { url: `/api/work-edits/${work}`, authorizer })).body;
    expect(edits).toMatchObject([
      { id: '2', changes: [{ field: '/data/publisher', before: null, after: 'Kiln Press' }] },
      { id: '1', changes: [{ field: '/title', before: 'On Cracked Pots', after: 'Edited' }] },
    ]);
    expect((await post(revertRoute, `/api/work-edits/${work}`, { revert: '1' })).body.edit_count).toBe(3);
    expect((await detail()).body.merged.title).toBe('A new title');
    expect((await post(revertRoute, `/api/work-edits/${work}`, { revert: '9' })).status).toBe(404);
  });

  test.each<[string, unknown, string]>([
    ['/title', 7, 'title'],
    ['/work_type', 'jurnal-artikle', 'work_type'],
    ['/publication_date', '20l9', 'publication_date'],
    ['/data/authors', [{ family: 'X', orcid: 'no iD' }], 'data.authors.0.orcid'],
    ['/put_codes', [1], '0.path'],
    ['/data/doi', '10.5555/x', '0.path'],
  ])('of %s to %j is refused, naming the field', async (path, value, field) => {
    const { status, body } = await set(path, value);
    expect(status).toBe(400);
    expect(body.details.issues[0].path).toBe(field);
  });

  test('of another version than the one that If-Match names is refused', async () => {
    const body = [{ op: 'add', path: '/title', value: 'Edited' }];
    expect((await patch(body, { 'if-match': '"7-x"' })).status).toBe(412);
    expect((await patch(body, { 'if-match': '"1-x"' })).status).toBe(200);
  });

  test('killed between any two calls, is made once', async () => {
    for (let n = 1, died = true; died; n++) {
      died = await dyingAt(n, () => set('/title', 'Edited'));
      const stored = await getWork(work);
      expect(stored?.title === 'Edited').toBe(stored?.edit_count === 1);
    }
  });

  test('of ten curators at once, and an ingestion beside them, none is lost', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `note_${n}`);
    const reingest = async () => {
      const before = await getWork(work);
      const preferred = aSummary({ title: 'Ingested' });
      if (before)
        await saveWork(applyWork(before, { id: work, orcid: carberry, preferred, putCodes: [1] }, new Date()), before);
    };
    await Promise.all([...names.map((name) => set(`/data/${name}`, 'x')), reingest()]);
    const stored = await getWork(work);
    expect(Object.keys(stored?.edits.data ?? {}).sort()).toEqual(names);
    expect(stored?.edit_count).toBe(10);
  });
});

describe('hidden and deleted works', () => {
  test('are nowhere public, and ingestions leave them as they are', async () => {
    expect(await publicIds()).toEqual([work]);
    await set('/visible', false);
    await ingest();
    expect(await publicIds()).toEqual([]);
    await set('/visible', true);
    expect((await call(deleteRoute, { url: url(), method: 'DELETE', authorizer })).body).toEqual({ success: true });
    await ingest();
    expect(await publicIds()).toEqual([]);
    expect(idsOf(await list())).toEqual([]);
    expect(idsOf(await list('?status=deleted'))).toEqual([work]);
    expect((await set('/title', 'Edited')).status).toBe(400);
    const restored = await post(bulkRoute, '/api/works/bulk', { ids: [work, 'unknown'], action: 'restore' });
    expect(restored.body).toEqual({ success: false, changed_ids: [work], not_found: ['unknown'], refused: [] });
    expect(await publicIds()).toEqual([work]);
  });
});

describe('people', () => {
  test('are linked and unlinked, and an ingestion does not link the owner again', async () => {
    expect((await post(linkRoute, url('/researchers'), { orcid: lovelace })).status).toBe(200);
    await post(linkRoute, url('/researchers'), { orcid: lovelace });
    expect((await detail()).body.researchers.map(({ orcid }: { orcid: string }) => orcid)).toEqual([
      carberry,
      lovelace,
    ]);
    expect(idsOf(await list(`?orcid_id=${lovelace}`))).toEqual([work]);
    for (const orcid of [carberry, lovelace]) {
      const unlinked = { url: url(`/researchers/${orcid}`), method: 'DELETE', authorizer };
      expect((await call(unlinkRoute, unlinked)).status).toBe(200);
    }
    await ingest();
    expect((await detail()).body.researchers).toEqual([]);
    await post(linkRoute, url('/researchers'), { orcid: carberry });
    expect((await detail()).body.researchers).toMatchObject([{ orcid: carberry }]);
  });

  test('who are not in the registry cannot be linked', async () => {
    expect((await post(linkRoute, url('/researchers'), { orcid: stranger })).status).toBe(404);
    expect((await post(linkRoute, url('/researchers'), { orcid: 'no iD' })).status).toBe(400);
  });
});

describe('a work added by hand', () => {
  const thesis = {
    title: 'A Thesis on Lids',
    work_type: 'dissertation-thesis',
    publication_date: '2020',
    data: { authors: [{ given: 'Ada', family: 'Lovelace' }], institution: 'Brown' },
    researcher_orcids: [lovelace],
  };

  test('is a work like others, and adding it again finds it', async () => {
    const { status, body } = await post(createRoute, '/api/works', thesis);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      origin: 'curator',
      orcid: null,
      source: null,
      merged: { title: 'A Thesis on Lids', publication_year: 2020 },
      researchers: [{ orcid: lovelace }],
      href: expect.stringMatching(/^urn:uuid:/),
    });
    expect(await post(createRoute, '/api/works', thesis)).toMatchObject({ status: 200, body: { id: body.id } });
    expect((await publicIds()).sort()).toEqual([work, body.id].sort());
    expect(idsOf(await list(`?orcid_id=${lovelace}&origin=curator`))).toEqual([body.id]);
  });

  test('409: is not added again while it is deleted or merged, and the answer names it', async () => {
    const { id } = (await post(createRoute, '/api/works', thesis)).body;
    const refusal = (why: string) => ({
      status: 409,
      body: { code: 'conflict', error: `The work ${id} has this content, and is ${why}`, details: { id } },
    });
    const again = () => post(createRoute, '/api/works', thesis);
    await call(deleteRoute, { url: `/api/works/${id}`, method: 'DELETE', authorizer });
    expect(await again()).toMatchObject(refusal('deleted: restore it first'));
    expect(idsOf(await list('?status=deleted'))).toEqual([id]);
    await post(bulkRoute, '/api/works/bulk', { ids: [id], action: 'restore' });
    expect(await again()).toMatchObject({ status: 200, body: { id, deleted_at: null } });
    await post(mergeRoute, `/api/works/${id}/merge`, { into: work });
    expect(await again()).toMatchObject(refusal(`part of ${work}: separate it first`));
    await call(separateRoute, { url: `/api/works/${id}/merge`, method: 'DELETE', authorizer });
    expect(await again()).toMatchObject({ status: 200, body: { id, merged_into: null } });
  });

  test.each<[object, string]>([
    [{ ...thesis, publication_date: '20l9' }, 'publication_date'],
    [{ ...thesis, title: '' }, 'title'],
    [{ ...thesis, work_type: 'Jurnal artikle' }, 'work_type'],
    [{ ...thesis, researcher_orcids: [stranger] }, 'researcher_orcids.0'],
    [{ ...thesis, data: { doi: '10.5555/x' } }, '2.path'],
  ])('is refused with an invalid field: %j', async (body, field) => {
    const answer = await post(createRoute, '/api/works', body);
    expect(answer.status).toBe(400);
    expect(answer.body.details.issues[0].path).toContain(field === '2.path' ? 'path' : field);
  });
});

describe('merging a work into another one', () => {
  const other = '2'.repeat(32);
  beforeEach(() => ingest(other, { orcid: lovelace, putCode: 2, title: 'The same' }));
  const separate = () => call(separateRoute, { url: `/api/works/${other}/merge`, method: 'DELETE', authorizer });

  const merge = (into = work) => post(mergeRoute, `/api/works/${other}/merge`, { into });
  const pair = pairId({ kind: 'work', id: work }, { kind: 'work', id: other });

  test.each([
    ['by itself', merge, separate],
    ['as a pair', () => decide(pair, { decision: 'merge', keep: work }), () => decide(pair, { decision: 'undo' })],
  ])('%s, moves its people, and is undone; both as often as wanted', async (_, merging, undoing) => {
    await merge();
    await separate();
    for (const _ of ['once', 'again']) {
      expect((await merging()).status).toBe(200);
      await ingest(other, { orcid: lovelace, putCode: 2 });
      expect(await publicIds()).toEqual([work]);
      expect((await detail(other)).body).toMatchObject({ merged_into: work });
      expect((await detail()).body.researchers).toHaveLength(2);
    }
    expect((await post(bulkRoute, '/api/works/bulk', { ids: [other], action: 'restore' })).body.refused).toHaveLength(
      1,
    );
    for (const _ of ['once', 'again']) {
      expect((await undoing()).status).toBe(200);
      expect((await publicIds()).sort()).toEqual([work, other]);
      expect((await detail()).body.researchers).toHaveLength(1);
    }
  });

  test('or into a publication of the registry, whose DOI is then attached', async () => {
    await fetchPublication('10.5555/pots', { orcids: [lovelace] });
    expect((await merge('https://doi.org/10.5555/POTS')).status).toBe(200);
    await ingest(other, { orcid: lovelace, putCode: 2 });
    expect((await detail(other)).body).toMatchObject({ replaced_by: '10.5555/pots' });
    expect(await publicIds()).toEqual([work]);
    expect((await separate()).status).toBe(200);
    expect((await detail(other)).body).toMatchObject({ replaced_by: null, deleted_at: null });
  });

  test.each([true, false])('says whether the publication that it is part of is shown: %s', async (visible) => {
    await fetchPublication('10.5555/pots', { orcids: [lovelace] });
    await curatePublication('10.5555/pots', { visible });
    expect((await merge('10.5555/pots')).body).toMatchObject({ visible: true, into: { id: '10.5555/pots', visible } });
  });

  test('is refused for an unknown one, itself, and a deleted one', async () => {
    const into = (to: string) => post(mergeRoute, `/api/works/${other}/merge`, { into: to });
    expect((await into('unknown')).status).toBe(400);
    expect((await into(other)).status).toBe(400);
    await call(deleteRoute, { url: url(), method: 'DELETE', authorizer });
    expect((await into(work)).status).toBe(409);
  });
});
