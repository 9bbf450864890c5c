import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getPerson, personWrites } from '#src/records/people/store/people.ts';
import { type Item, transact } from '#src/table/table.ts';
import * as publicPeople from '../../../../lambdas/consumer/people/list.ts';
import * as update from '../../../../lambdas/dashboard/people/update.ts';
import * as rename from '../../../../lambdas/dashboard/researchers/update.ts';
import * as pluginPeople from '../../../../lambdas/integrations/people/list.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { authorizerOf, call, requestId, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson, storePublicationRow } from '../../../support/people.ts';
import { allItems, auditRecords, events } from '../../../support/table.ts';

captureLog();
const authorizer = sessionOf('workspace_member');
const reader = authorizerOf(publicPeople.route.auth) ?? {};
const unknown = '0000-0002-1694-233X';
const patch = (body: unknown, orcid = carberry) => call(rename, { url: `/api/researchers/${orcid}`, authorizer, body });
const curate = (body: unknown, orcid = carberry) => call(update, { url: `/api/people/${orcid}`, authorizer, body });

const start = async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry', 'Cracks pots.');
};

const audited = {
  actor_id: 'user:curator@example.org',
  workspace_id: null,
  resource_id: carberry,
  request_id: requestId,
};

describe('PATCH /api/researchers/{orcid}', () => {
  beforeEach(start);

  test('200: the name is in the public list at once, keeps the slug, and survives the next ingestion', async () => {
    await storePublicationRow({ doi: '10.5555/a', orcids: [carberry] });
    const shown = async () => (await call(publicPeople, { url: '/v1/people?q=jo', authorizer: reader })).body.people;
    expect(await shown()).toMatchObject([{ name: 'Josiah Carberry' }]);
    expect(await patch({ name: ' Jo Carberry ' })).toMatchObject({ status: 200, body: { success: true } });
    const expected = { name: 'Jo Carberry', biography: 'Cracks pots.', slug: 'josiah-carberry-18250097' };
    expect(await shown()).toMatchObject([expected]);
    await storePerson(carberry, 'Josiah Stinkney', 'Carberry', 'Mends pots.');
    expect(await shown()).toMatchObject([{ ...expected, biography: 'Mends pots.' }]);
  });

  test('200: names in other languages stay', async () => {
    const record = await storePerson(carberry, 'Josiah', 'Carberry');
    const localized = { ...record, name: { en: 'Josiah', pt: 'Josias' }, version: record.version + 1 };
    await transact((at) => personWrites(localized, record, at));
    await patch({ name: 'Jo' });
    await storePublicationRow({ doi: '10.5555/a', orcids: [carberry] });
    const url = '/integrations/v1/people?q=jo';
    const { body } = await call(pluginPeople, { url, authorizer: reader });
    expect(body.people).toMatchObject([{ name: { en: 'Jo', pt: 'Josias' } }]);
  });

  test('200: a biography is set, kept when left out, and cleared by null', async () => {
    const biography = async () => (await getPerson(carberry))?.biography;
    await patch({ name: 'Jo', biography: 'First line.\nSecond line.' });
    expect(await biography()).toBe('First line.\nSecond line.');
    await patch({ name: 'Joe' });
    expect(await biography()).toBe('First line.\nSecond line.');
    await patch({ name: 'Joe', biography: null });
    expect(await biography()).toBeNull();
    await storePerson(carberry, 'Josiah', 'Carberry', 'Cracks pots.');
    expect(await biography()).toBeNull();
  });

  test('200: is in the audit trail with before and after, and is no activity event', async () => {
    await patch({ name: 'Jo', biography: 'Mends pots.' });
    expect(await auditRecords()).toEqual([
      {
        ...audited,
        id: expect.any(String),
        occurred_at: expect.any(Number),
        action: 'person.updated',
        before: { name: 'Josiah Carberry', biography: 'Cracks pots.' },
        after: { name: 'Jo', biography: 'Mends pots.' },
      },
    ]);
    expect(await events()).toEqual([]);
  });

  test('200: twice writes once; what is shown already, nothing', async () => {
    const untouched = await allItems();
    expect((await patch({ name: 'Josiah Carberry', biography: 'Cracks pots.' })).status).toBe(200);
    expect(await allItems()).toEqual(untouched);
    await patch({ name: 'Jo', biography: null });
    const once = await allItems();
    expect((await patch({ name: 'Jo', biography: null })).status).toBe(200);
    expect(await allItems()).toEqual(once);
  });

  test('400: not an iD; 404: an iD of nobody, who does not come to be', async () => {
    expect(await patch({ name: 'Jo' }, '0000-0002-1825-0098')).toMatchObject({
      status: 400,
      body: { code: 'invalid_id' },
    });
    expect(await patch({ name: 'Jo' }, unknown)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await getPerson(unknown)).toBeUndefined();
  });
});

describe('PATCH /api/people/{orcid}', () => {
  beforeEach(start);

  const values = {
    photo_url: 'https://example.org/jo.png',
    people_type: 'staff',
    category_ids: ['lab', 'board', 'lab'],
  };

  test('200: stores the URL of a photo in its canonical form', async () => {
    const typed = 'HTTPS://Example.org/"><script>';
    expect((await curate({ photo_url: typed })).body.photo_url).toBe('https://example.org/%22%3E%3Cscript%3E');
    expect(await getPerson(carberry)).toMatchObject({ photo_url: 'https://example.org/%22%3E%3Cscript%3E' });
  });

  test('200: sets what is given, answers all, and records it', async () => {
    const stored = { ...values, category_ids: ['board', 'lab'] };
    expect((await curate(values)).body).toEqual({ success: true, orcid: carberry, ...stored });
    expect((await curate({ photo_url: null })).body).toEqual({
      success: true,
      orcid: carberry,
      ...stored,
      photo_url: null,
    });
    await storePerson(carberry, 'Josiah', 'Carberry');
    expect(await getPerson(carberry)).toMatchObject({ ...stored, photo_url: null });
    expect(await auditRecords()).toMatchObject([
      {
        ...audited,
        action: 'person.updated',
        before: { photo_url: null, people_type: null, category_ids: [] },
        after: stored,
      },
      { ...audited, before: { photo_url: values.photo_url }, after: { photo_url: null } },
    ]);
  });

  test('200: twice writes once, in any order of categories; no fields, nothing', async () => {
    await curate(values);
    const once = await allItems();
    await curate({ ...values, category_ids: ['board', 'lab'] });
    expect((await curate({})).status).toBe(200);
    expect(await allItems()).toEqual(once);
  });

  test('404: an iD of nobody', async () => {
    expect(await curate(values, unknown)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('400: PATCH /api/researchers/{orcid}; nothing is stored', () => {
  let before: Item[];
  beforeAll(async () => {
    await start();
    before = await allItems();
  });
  afterAll(async () => expect(await allItems()).toEqual(before));

  test.each<[string, unknown, string[]]>([
    ['no name', { biography: 'x' }, ['name']],
    ['an empty name', { name: ' ' }, ['name']],
    ['an invisible name', { name: '\u200b' }, ['name']],
    ['a name of two lines', { name: 'Jo\nCarberry' }, ['name']],
    ['a name of half a character', { name: 'Jo\ud800' }, ['name']],
    ['a name that is too long', { name: 'x'.repeat(501) }, ['name']],
    ['a name by language', { name: { en: 'Jo' } }, ['name']],
    ['null for a name', { name: null }, ['name']],
    ['a biography that is no text', { name: 'Jo', biography: 5 }, ['biography']],
    ['a biography that is too long', { name: 'Jo', biography: 'x'.repeat(10_001) }, ['biography']],
    ['other fields', { name: 'Jo', slug: 'jo', photo_url: null }, ['slug', 'photo_url']],
    ['an array', [], ['']],
  ])('%s', async (_, body, paths) => {
    const response = await patch(body);
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(response.body.details.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
  });
});

describe('400: PATCH /api/people/{orcid}; nothing is stored', () => {
  let before: Item[];
  beforeAll(async () => {
    await start();
    before = await allItems();
  });
  afterAll(async () => expect(await allItems()).toEqual(before));

  test.each<[string, object, string[]]>([
    ['a photo without TLS', { photo_url: 'http://example.org/jo.png' }, ['photo_url']],
    ['a photo that is a script', { photo_url: 'javascript:alert(1)' }, ['photo_url']],
    ['a photo with a user name', { photo_url: 'https://jo:secret@example.org/jo.png' }, ['photo_url']],
    ['a photo that is no URL', { photo_url: '' }, ['photo_url']],
    ['a photo with a long URL', { photo_url: `https://example.org/${'x'.repeat(2000)}` }, ['photo_url']],
    ['an empty type', { people_type: '' }, ['people_type']],
    ['a long type', { people_type: 'x'.repeat(101) }, ['people_type']],
    ['an empty category', { category_ids: ['lab', ''] }, ['category_ids.1']],
    ['a long category', { category_ids: ['x'.repeat(101)] }, ['category_ids.0']],
    ['a category of two lines', { category_ids: ['a\nb'] }, ['category_ids.0']],
    ['too many categories', { category_ids: Array.from({ length: 21 }, (_, n) => `${n}`) }, ['category_ids']],
    ['null for the categories', { category_ids: null }, ['category_ids']],
    ['other fields', { name: 'Jo', category_id: 'lab' }, ['name', 'category_id']],
  ])('%s', async (_, body, paths) => {
    const response = await curate(body);
    expect(response).toMatchObject({ status: 400, body: { code: 'invalid_body' } });
    expect(response.body.details.issues.map(({ path }: { path: string }) => path)).toEqual(paths);
  });
});
