import { beforeEach, describe, expect, test } from '@jest/globals';
import { updateWorkPairs } from '#src/duplicates/find.ts';
import * as duplicates from '#src/duplicates/find-all.ts';
import { joinFor } from '#src/duplicates/merging/join.ts';
import { deleteRecords } from '#src/operations/deletion/delete-records.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { getWork, saveWork } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import { collections, keys } from '#src/table/keys.ts';
import { putItem } from '#src/table/table.ts';
import { job } from '../../lambdas/background/find-duplicates.ts';
import { aSummary, carberry } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { decide, fetchPublication, getDuplicate, listDuplicates, teapots } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';
import { events } from '../support/table.ts';

/** Certain pairs of works are merged without asking. */

captureLog();
const findAllDuplicates = underRole(job, duplicates.findAllDuplicates);
const actor = 'user:requester@example.org';
const join = joinFor({ workspace: 'default', actor });

let epoch = 1_000;
beforeEach(async () => {
  await freshTable();
  epoch += 1;
  for (const collection of collections) await putItem({ ...keys.listEpoch(collection), epoch, changed: Date.now() });
});

const [scopus, crossref] = ['0000-0002-5982-8983', '0000-0001-9884-1913'];

const pots = '10.5555/pots';

interface Entry {
  title?: string;
  enteredBy?: string;
  date?: string;
  journal?: string;
  handle?: string;
}

/** Stores a work as an ingestion does; `joins` is whether it then merges certain pairs. */
async function ingest(
  id: string,
  { title = String(teapots().title), enteredBy = scopus, date = '2020-02', journal = 'Psychoceramics', handle }: Entry,
  joins = true,
): Promise<void> {
  const before = await getWork(id);
  const preferred = aSummary({ putCode: id.length, title, publicationDate: date, journalTitle: journal, enteredBy });
  const identifiers = handle ? [{ type: 'handle', value: handle, url: null, relationship: 'self' }] : [];
  const incoming = { id, orcid: carberry, preferred, putCodes: [id.length], identifiers };
  const record = applyWork(before, incoming, new Date());
  expect(await saveWork(record, before)).toBe('saved');
  await updateWorkPairs(record, before, new Date(), joins ? join : undefined);
}

const isListed = async (id: string) => (await getWork(id))?.deleted_at === null;
const listed = async () => [await isListed('a'), await isListed('bb')];
const pairs = async () => (await listDuplicates('?status=all')).body.duplicates;

describe('merged by themselves, into the older', () => {
  test('equal entries of two systems, with the reason and an event', async () => {
    await ingest('a', {});
    await ingest('bb', { enteredBy: crossref });
    expect(await listed()).toEqual([true, false]);
    const [pair] = await pairs();
    expect(pair).toMatchObject({ status: 'merged', kept: 'a', decided_by: null });
    expect(pair.reasons).toContain('identical_works');
    const [event] = (await events()).filter(({ event_type }) => event_type === 'publication.merged');
    expect(event).toMatchObject({ actor_id: actor, resource_id: 'a' });
    expect(JSON.parse(event?.metadata_json ?? '')).toMatchObject({ work_id: 'bb', reasons: pair.reasons });
  });

  test('entries with one handle, though the titles are spelt differently', async () => {
    await ingest('a', { handle: '10023/1', journal: 'Other' });
    await ingest('bb', { handle: '10023/1', title: 'Leakage in conected teapots of the early kingdom' });
    expect(await listed()).toEqual([true, false]);
    expect((await pairs())[0].reasons).toContain('same_identifier');
  });

  test('an entry with an identifier of a publication of its owner, whichever is stored first', async () => {
    const fields = { handle: '10023/1' };
    for (const order of [
      ['a', pots],
      [pots, 'a'],
    ]) {
      await freshTable();
      for (const each of order) {
        if (each === pots) await fetchPublication(pots, { fields, orcids: [carberry] });
        else await ingest('a', { handle: 'https://hdl.handle.net/10023/1' });
      }
      expect(await getWork('a')).toMatchObject({ replaced_by: pots, is_merged: true });
      const [pair] = await pairs();
      expect(pair).toMatchObject({ status: 'merged', kept: pots, decided_by: null });
      expect(pair.reasons).toContain('same_identifier');
      expect((await decide(pair.id, { decision: 'undo' })).status).toBe(200);
      await ingest('a', { handle: '10023/1', journal: 'Psychoceramics.' });
      expect(await isListed('a')).toBe(true);
    }
  });

  test('by the pass as well, for records that were stored without', async () => {
    await ingest('a', {}, false);
    await ingest('bb', { enteredBy: crossref }, false);
    const [pair] = await pairs();
    expect(pair.status).toBe('open');
    // The pass examines pairs that are new.
    await freshOf(pair.id);
    expect(await findAllDuplicates({ now: new Date(), deadlineMs: Infinity, join })).toMatchObject({
      joined: 1,
      proposed: 0,
    });
    expect(await listed()).toEqual([true, false]);
  });

  test('three entries become one', async () => {
    await ingest('a', {});
    await ingest('bb', { enteredBy: crossref });
    await ingest('ccc', { enteredBy: '0000-0003-1377-5676' });
    expect([...(await listed()), await isListed('ccc')]).toEqual([true, false, false]);
    expect((await listDuplicates()).body.total).toBe(0);
  });
});

/** Deletes an open pair, as if nothing had found it yet. */
async function freshOf(id: string): Promise<void> {
  await deleteRecords('DUPLICATE', [id], () => {});
}

describe('a question for curators', () => {
  test.each<[string, Entry]>([
    ['two entries of one system', {}],
    ['another date', { enteredBy: crossref, date: '2020-03' }],
    ['another journal', { enteredBy: crossref, journal: 'Annals of Kilns' }],
    ['a misspelt title', { enteredBy: crossref, title: 'Leakage in conected teapots of the early kingdom' }],
    ['another handle', { handle: '10023/2' }],
  ])('%s', async (_, other) => {
    await ingest('a', { handle: '10023/1' });
    await ingest('bb', other);
    expect(await listed()).toEqual([true, true]);
    expect((await pairs())[0]?.status ?? 'none').toBe('open');
  });

  test.each<[string, Partial<PublicationRecord>, Partial<WorkRecord>]>([
    ['a hidden publication', { visible: false }, {}],
    ['a publication of somebody else', { researchers: [] }, {}],
    ['a work that curators have hidden', {}, { visible: false }],
  ])('the same identifier at %s', async (_, ofPublication, ofWork) => {
    const before = await fetchPublication(pots, { fields: { handle: '10023/1' }, orcids: [carberry] });
    await savePublication({ ...before, ...ofPublication, version: before.version + 1 }, before, []);
    await ingest('a', { handle: '10023/2' });
    const work = await getWork('a');
    if (work) await saveWork({ ...work, ...ofWork, version: work.version + 1 }, work);
    await ingest('a', { handle: '10023/1' });
    expect(await isListed('a')).toBe(true);
  });

  test('a work that curators have hidden or edited stays', async () => {
    await ingest('a', {});
    await ingest('bb', { enteredBy: crossref }, false);
    for (const id of ['a', 'bb']) {
      const work = await getWork(id);
      if (work) await saveWork({ ...work, edit_count: 1, version: work.version + 1 }, work);
    }
    await ingest('bb', { enteredBy: crossref });
    expect(await listed()).toEqual([true, true]);
  });

  test('a merge that a curator has undone is not repeated, by the next ingestion or the pass', async () => {
    await ingest('a', {});
    await ingest('bb', { enteredBy: crossref });
    const [{ id }] = await pairs();
    expect((await decide(id, { decision: 'undo' })).body).toMatchObject({ status: 'open', kept: null });
    await ingest('bb', { enteredBy: crossref, title: `${teapots().title}!` });
    await ingest('a', { journal: 'Psychoceramics.' });
    await findAllDuplicates({ now: new Date(), deadlineMs: Infinity, join });
    expect(await listed()).toEqual([true, true]);
    expect((await getDuplicate(id)).body.status).toBe('open');
  });
});

test('killed between any two calls, it is done completely or not at all, and is done by the next', async () => {
  await ingest('a', {});
  for (let n = 1, died = true; died; n++) {
    died = await dyingAt(n, () => ingest('bb', { enteredBy: crossref, title: `${teapots().title}${' '.repeat(n)}` }));
    const [pair] = await pairs();
    expect(await isListed('a')).toBe(true);
    if ((await getWork('bb')) !== undefined) expect(await isListed('bb')).toBe(pair?.status !== 'merged');
    expect(n).toBeLessThan(60);
  }
  expect((await events()).filter(({ event_type }) => event_type === 'publication.merged').length).toBeLessThanOrEqual(
    1,
  );
});

test('two that are stored at the same time: one of them remains', async () => {
  await Promise.all([ingest('a', {}), ingest('bb', { enteredBy: crossref })]);
  await findAllDuplicates({ now: new Date(), deadlineMs: Infinity, join });
  expect((await listed()).filter(Boolean)).toHaveLength(1);
});
