import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { updateWorkPairs } from '#src/duplicates/find.ts';
import { getWork, saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { collections, keys } from '#src/table/keys.ts';
import { putItem } from '#src/table/table.ts';
import * as changesRoute from '../../lambdas/integrations/changes/list.ts';
import { aSummary, carberry, lovelace } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { decide, getDuplicate, listDuplicates, teapots } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { authorizerOf, call } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { allItems, events } from '../support/table.ts';

/** Works of one researcher that several systems have entered. */

captureLog();

let epoch = 0;
beforeEach(async () => {
  await freshTable();
  epoch += 1;
  for (const collection of collections) await putItem({ ...keys.listEpoch(collection), epoch, changed: Date.now() });
});
afterEach(() => void jest.restoreAllMocks());

/** Stores a work as an ingestion does. */
async function ingest(id: string, putCode: number, { orcid = carberry, title = teapots().title } = {}): Promise<void> {
  const before = await getWork(id);
  const preferred = aSummary({ putCode, title, publicationDate: '2020', workType: 'report', journalTitle: null });
  const record = applyWork(before, { id, orcid, preferred, putCodes: [putCode] }, new Date());
  expect(await saveWork(record, before)).toBe('saved');
  await updateWorkPairs(record, before, new Date());
}

async function openPair(): Promise<string> {
  const { duplicates } = (await listDuplicates('?kind=work')).body;
  if (duplicates.length !== 1) throw new Error(`There are ${duplicates.length} open pairs of works`);
  return duplicates[0].id;
}

async function storePair(): Promise<string> {
  await ingest('one', 1);
  await ingest('two', 2);
  return openPair();
}

/** The changes of the list of works after a cursor. */
async function changes(cursor = '') {
  const url = `/integrations/v1/changes?list=works${cursor && `&cursor=${cursor}`}`;
  const credential = { ...authorizerOf(changesRoute.route.auth), scopes: 'works.read' };
  return (await call(changesRoute, { url, authorizer: credential })).body as {
    changes: { id: string; type: string; reason: string | null; merged_into: string | null }[];
    cursor: string;
  };
}

const isListed = async (id: string) => (await getWork(id))?.deleted_at === null;
const idsIn = (body: { records: ({ id: string } | null)[] }) => body.records.map((record) => record?.id);

describe('two works', () => {
  test('of one researcher are a pair; of two researchers they are none', async () => {
    await ingest('other', 1, { orcid: lovelace });
    const { body } = await getDuplicate(await storePair());
    expect(idsIn(body)).toEqual(['one', 'two']);
    expect(body.reasons).toEqual(['same_title', 'same_researcher', 'same_year']);
    expect(body.records[0]).toMatchObject({ kind: 'work', researcher_orcids: [carberry] });
    expect((await listDuplicates('?record=two')).body.total).toBe(1);
  });

  test.each(['one', 'two'])('are merged into %s, which copies of the list are told', async (keep) => {
    const gone = keep === 'one' ? 'two' : 'one';
    const id = await storePair();
    const { cursor } = await changes();
    expect(await decide(id, { decision: 'merge', keep })).toMatchObject({
      status: 200,
      body: { status: 'merged', kept: keep },
    });
    expect([await isListed(keep), await isListed(gone)]).toEqual([true, false]);
    const since = (await changes(cursor)).changes;
    expect(since).toContainEqual(
      expect.objectContaining({ id: gone, type: 'removed', reason: 'merged', merged_into: keep }),
    );
    const [event] = (await events()).filter(({ event_type }) => event_type === 'publication.merged');
    expect(event).toMatchObject({ resource_id: keep, message: 'A work without a DOI was merged into another work' });
    expect(JSON.parse(event?.metadata_json ?? '')).toMatchObject({ work_id: gone, orcid: carberry });
    expect((await listDuplicates()).body.total).toBe(0);
  });

  test('stay merged when both are ingested again, and are two after an undo', async () => {
    const id = await storePair();
    await decide(id, { decision: 'merge', keep: 'one' });
    await ingest('one', 1, { title: `${teapots().title}!` });
    await ingest('two', 2, { title: `${teapots().title}?` });
    expect([await isListed('one'), await isListed('two')]).toEqual([true, false]);
    const { cursor } = await changes();
    expect((await decide(id, { decision: 'undo' })).body).toMatchObject({ status: 'open', kept: null });
    expect([await isListed('one'), await isListed('two')]).toEqual([true, true]);
    expect((await changes(cursor)).changes).toContainEqual(expect.objectContaining({ id: 'two', type: 'upserted' }));
    expect((await events()).map(({ event_type }) => event_type)).toContain('publication.unmerged');
  });

  test('of which one was merged cannot be merged with a third; only with one of the two ids', async () => {
    const id = await storePair();
    await ingest('three', 3);
    const { duplicates } = (await listDuplicates('?record=three')).body;
    const [withOne] = duplicates.filter((each: { records: { id: string }[] }) => idsIn(each).includes('one'));
    for (const keep of ['three', '10.5555/x', '']) {
      expect((await decide(id, { decision: 'merge', keep })).status).toBe(400);
    }
    await decide(id, { decision: 'merge', keep: 'two' });
    expect((await decide(withOne.id, { decision: 'merge', keep: 'three' })).status).toBe(409);
    expect((await decide(withOne.id, { decision: 'merge', keep: 'one' })).status).toBe(409);
    expect((await listDuplicates()).body.total).toBe(1);
  });

  test('one of which has become a publication since stays replaced by it after an undo', async () => {
    const id = await storePair();
    await decide(id, { decision: 'merge', keep: 'one' });
    const two = await getWork('two');
    if (!two) throw new Error('no work');
    const replaced = { ...two, replaced_by: '10.5555/article', version: two.version + 1 };
    expect(await saveWork(replaced, two)).toBe('saved');
    await decide(id, { decision: 'undo' });
    expect(await getWork('two')).toMatchObject({
      deleted_at: expect.any(String),
      replaced_by: '10.5555/article',
      merged_into: null,
      is_merged: false,
    });
  });
});

test.each(['merge', 'undo'] as const)(
  '%s, killed between any two calls, is done completely or not at all',
  async (to) => {
    const id = await storePair();
    const body = to === 'merge' ? { decision: to, keep: 'one' } : { decision: to };
    if (to === 'undo') await decide(id, { decision: 'merge', keep: 'one' });
    for (let n = 1, died = true; died; n++) {
      died = await dyingAt(n, () => decide(id, body));
      const { status } = (await getDuplicate(id)).body;
      expect(await isListed('two')).toBe(status === 'open');
      expect(n).toBeLessThan(40);
    }
    const once = await allItems();
    expect((await decide(id, body)).status).toBe(200);
    expect(await allItems()).toEqual(once);
  },
);

test('two curators who keep different ones, beside an ingestion: one wins, the other is told', async () => {
  const id = await storePair();
  const [one, other] = await Promise.all([
    decide(id, { decision: 'merge', keep: 'one' }),
    decide(id, { decision: 'merge', keep: 'two' }),
    ingest('one', 1).catch(() => undefined),
  ]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  const { kept } = (await getDuplicate(id)).body;
  expect([await isListed('one'), await isListed('two')]).toEqual([kept === 'one', kept === 'two']);
});
