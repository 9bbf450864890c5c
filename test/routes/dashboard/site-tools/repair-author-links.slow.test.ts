import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { changeAffiliation } from '#src/records/people/store/affiliations.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys, type PassName, shardOf } from '#src/table/keys.ts';
import { db, getItem, putItem, updateIf } from '#src/table/table.ts';
import * as repair from '../../../../lambdas/dashboard/site-tools/repair-author-links.ts';
import * as repairAll from '../../../../lambdas/dashboard/site-tools/repair-author-links-bulk.ts';
import { aBibliography, anAuthor, anIncoming, carberry, lovelace } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { busyWrites } from '../../../support/fail-writes.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { allItems, auditRecords, events } from '../../../support/table.ts';

captureLog();
beforeEach(() => freshTable());

const authorizer = sessionOf('superadmin');
const now = new Date('2026-01-31T12:00:00Z');
const context = { actor: null, now, requestId: 'request' };
const base = '/api/site-tools/repair-author-links';
const one = (body: object) => call(repair, { url: base, body, authorizer });
const all = (body?: object) => call(repairAll, { url: `${base}/bulk`, body, authorizer });

/** Stores a publication by two authors, with links to both without an author, as if the people had been unknown. */
async function store(doi = '10.5555/pots', fields: Partial<PublicationRecord> = {}) {
  const original = aBibliography({ authors: [anAuthor('Josiah Carberry'), anAuthor('Ada Lovelace')] });
  const first = applyIncoming(undefined, anIncoming({ doi, original, aliases: [`${doi}-preprint`] }), [], now);
  const both = applyIncoming(first, anIncoming({ doi, original, orcid: lovelace }), [], now);
  expect(await savePublication({ ...both, version: 1, ...fields }, undefined, [])).toBe('saved');
}
const storePeople = () =>
  Promise.all([storePerson(carberry, 'Josiah', 'Carberry'), storePerson(lovelace, 'Ada', 'Lovelace')]);

const unmatched = (orcid: string) => ({ orcid, author_position: null, evidence: null });
const matched = (orcid: string, author_position: number) => ({ orcid, author_position, evidence: 'name' });
const stateOf = async (doi = '10.5555/pots') => (await getItem(keys.publicationRow(doi)))?.author_match_state;

describe('of one publication', () => {
  test('200: matches its researchers with the names as they are now; it is no edit', async () => {
    await store();
    await storePeople();
    const before = await getPublication('10.5555/pots');
    const { status, body } = await one({ doi: 'https://doi.org/10.5555/POTS' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        doi: '10.5555/pots',
        dryRun: false,
        before: { author_match_state: 'needs_attention', researchers: [carberry, lovelace].map(unmatched) },
        after: { author_match_state: 'complete', researchers: [matched(carberry, 0), matched(lovelace, 1)] },
        changed: true,
        names: { [carberry]: 'Josiah Carberry', [lovelace]: 'Ada Lovelace' },
      },
    });
    const { researchers, version, ...rest } = (await getPublication('10.5555/pots')) as PublicationRecord;
    expect({ researchers, version }).toMatchObject({ researchers: body.after.researchers, version: 2 });
    expect(before).toMatchObject(rest);
    expect(await stateOf()).toBe('complete');
    expect(await events()).toEqual([]);
    expect(await auditRecords()).toMatchObject([
      {
        action: 'author_links.repaired',
        actor_id: 'user:curator@example.org',
        resource_id: '10.5555/pots',
        before: { author_match_state: 'needs_attention' },
        after: { author_match_state: 'complete' },
      },
    ]);
  });

  test('200: a second time, and by an alias, nothing changes and nothing is written', async () => {
    await store();
    await storePeople();
    await one({ doi: '10.5555/pots' });
    const items = await allItems();
    const { body } = await one({ doi: '10.5555/pots-preprint' });
    expect(body).toMatchObject({ doi: '10.5555/pots', changed: false });
    expect(body.after).toEqual(body.before);
    expect(await allItems()).toEqual(items);
  });

  test('200: a dry run says what a run would do', async () => {
    await store();
    await storePeople();
    const items = await allItems();
    const { body: dry } = await one({ doi: '10.5555/pots', dryRun: true });
    expect(await allItems()).toEqual(items);
    expect({ ...dry, dryRun: false }).toEqual((await one({ doi: '10.5555/pots' })).body);
  });

  test('200: cesamOnly matches only people who are at the partner entity now', async () => {
    await store();
    await storePeople();
    const period = { entity_id: 'primary_entity', starts_at: 1 };
    await changeAffiliation(carberry, { ...period, status: 'external' }, context);
    await changeAffiliation(lovelace, { ...period, status: 'primary_entity' }, context);
    const { body } = await one({ doi: '10.5555/pots', cesamOnly: true });
    expect(body.after).toMatchObject({
      author_match_state: 'needs_attention',
      researchers: [unmatched(carberry), matched(lovelace, 1)],
    });
    await changeAffiliation(lovelace, { ...period, status: 'primary_entity', starts_at: 4_102_444_800_000 }, context);
    await changeAffiliation(carberry, { ...period, status: 'primary_entity', starts_at: 2 }, context);
    expect((await one({ doi: '10.5555/pots', cesamOnly: true })).body.after.researchers).toMatchObject([
      matched(carberry, 0),
      matched(lovelace, 1),
    ]);
  });

  test('200: a hidden one is repaired and stays hidden', async () => {
    await store('10.5555/pots', { visible: false });
    await storePeople();
    expect((await one({ doi: '10.5555/pots' })).body.changed).toBe(true);
    expect(await getPublication('10.5555/pots')).toMatchObject({ visible: false, edit_count: 0, last_edited_at: null });
  });

  test('200: with an edit at the same time, both are kept', async () => {
    await store();
    await storePeople();
    const before = (await getPublication('10.5555/pots')) as PublicationRecord;
    const edited = { ...before, edits: { title: 'New' }, edit_count: 1, version: 2 };
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if ('TransactItems' in (command.input as object)) {
        spy.mockRestore();
        expect(await savePublication(edited, before, [])).toBe('saved');
      }
      return send(command);
    }) as never);
    expect((await one({ doi: '10.5555/pots' })).body.changed).toBe(true);
    expect(await getPublication('10.5555/pots')).toMatchObject({
      edits: { title: 'New' },
      edit_count: 1,
      researchers: [matched(carberry, 0), matched(lovelace, 1)],
    });
  });

  test('404: unknown or deleted', async () => {
    await store('10.5555/gone', { deleted_at: now.toISOString() });
    for (const doi of ['10.5555/gone', '10.5555/unknown']) {
      expect(await one({ doi })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});

describe('of all publications', () => {
  const dois = ['10.5555/1', '10.5555/14', '10.5555/21', '10.5555/9'];
  const shard = shardOf('10.5555/1');

  test('200: continues in each shard after what was examined, whatever came of it, and starts over after the end', async () => {
    expect(dois.map(shardOf)).toEqual(dois.map(() => shard));
    for (const doi of dois) await store(doi);
    const calls = [];
    for (let n = 0; n < 3; n++) calls.push((await all({ limitPerShard: 2 })).body);
    // Nobody is known, so nothing changes; the run still continues.
    expect(calls.map(({ totals }) => totals.changed)).toEqual([0, 0, 0]);
    expect(calls.map(({ shards }) => shards[shard])).toMatchObject([
      { ok: true, count: 2, left: 2 },
      { ok: true, count: 2, left: 0 },
      { ok: true, count: 2, left: 2 },
    ]);
    expect(calls.map(({ complete }) => complete)).toEqual([false, true, false]);
    await storePeople();
    expect((await all()).body).toMatchObject({ complete: true, totals: { examined: 2, changed: 2 } });
    expect((await all()).body).toMatchObject({ complete: true, totals: { examined: 2, changed: 2 } });
    expect(await Promise.all(dois.map(stateOf))).toEqual(dois.map(() => 'complete'));
    expect((await all()).body.totals).toEqual({ examined: 0, changed: 0 });
  });

  test('200: a dry run counts what the run then does; deleted and complete ones are not examined', async () => {
    for (const doi of dois.slice(0, 2)) await store(doi);
    await store('10.5555/gone', { deleted_at: now.toISOString() });
    await storePeople();
    const items = await allItems();
    const dry = await all({ dryRun: true, limitPerShard: 1 });
    expect(await allItems()).toEqual(items);
    const done = await all({ limitPerShard: 1 });
    expect(dry.body).toEqual({ ...done.body, dryRun: true });
    expect(done.body.totals).toEqual({ examined: 1, changed: 1 });
  });

  test('200: cesamOnly has its own progress', async () => {
    for (const doi of dois.slice(0, 2)) await store(doi);
    expect((await all({ limitPerShard: 1 })).body.shards[shard]).toMatchObject({ count: 1, left: 1 });
    expect((await all({ cesamOnly: true })).body).toMatchObject({
      complete: true,
      totals: { examined: 2, changed: 0 },
    });
    expect((await all()).body.totals.examined).toBe(1);
  });

  test('500: one shard fails: the others are repaired, and the next call continues', async () => {
    await store('10.5555/1');
    await store('10.5555/2');
    expect(shardOf('10.5555/2')).not.toBe(shard);
    await storePeople();
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if (JSON.stringify(command.input).includes(keys.listShard('PUB', shard))) throw new Error('broken');
      return send(command);
    }) as never);
    const { status, body } = await all();
    spy.mockRestore();
    expect(status).toBe(500);
    expect(body.details.totals).toEqual({ examined: 1, changed: 1 });
    expect(body.details.shards[shard]).toMatchObject({ ok: false, count: 0, changed: 0, left: null });
    expect(body.details.shards.filter(({ ok }: { ok: boolean }) => ok)).toHaveLength(7);
    expect((await all()).body).toMatchObject({ complete: true, totals: { examined: 1, changed: 1 } });
  });

  /** Every call for this publication fails until the result is restored. */
  const breaking = (doi: string) => {
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    return jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if (JSON.stringify(command.input).includes(`"${keys.publication(doi).pk}"`)) throw new Error('broken');
      return send(command);
    }) as never);
  };
  const failuresOf = async (pass: PassName) =>
    (await allItems()).filter(({ pk, reason }) => pk === keys.passPartition(pass) && reason !== undefined);

  test('500: one publication fails: those after it are repaired, and it is tried again at the end', async () => {
    for (const doi of dois.slice(0, 3)) await store(doi);
    await storePeople();
    const spy = breaking('10.5555/1');
    const { status, body } = await all({ limitPerShard: 2 });
    expect(status).toBe(500);
    expect(body.details.shards[shard]).toMatchObject({ ok: false, count: 1, changed: 1, left: 2 });
    const failed = { shard, id: '10.5555/1', reason: 'Error: broken' };
    expect(body.details.failed).toEqual([{ ...failed, attempts: 1 }]);
    expect(await all({ limitPerShard: 2 })).toMatchObject({
      status: 500,
      body: {
        details: { complete: false, totals: { examined: 1, changed: 1 }, failed: [{ ...failed, attempts: 2 }] },
      },
    });
    spy.mockRestore();
    // A new round: the others need no attention any more.
    expect((await all()).body).toMatchObject({ complete: true, totals: { examined: 1, changed: 1 }, failed: [] });
    expect(await failuresOf('repair')).toEqual([]);
  });

  test('500: what fails with cesamOnly is noted and forgotten apart from the rest', async () => {
    await store('10.5555/1');
    const spy = breaking('10.5555/1');
    expect((await all({ cesamOnly: true })).status).toBe(500);
    expect(await failuresOf('repair-partner')).toMatchObject([{ id: '10.5555/1', attempts: 1 }]);
    expect(await failuresOf('repair')).toEqual([]);
    spy.mockRestore();
    expect((await all({ cesamOnly: true })).body).toMatchObject({ complete: true, failed: [] });
    expect(await failuresOf('repair-partner')).toEqual([]);
  });

  test('200: one that others change all the time is not done, and the next call does it', async () => {
    for (const doi of dois) await store(doi);
    await storePeople();
    const fault = busyWrites('10.5555/14');
    const { status, body } = await all();
    fault.mockRestore();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { complete: false, totals: { examined: 3, changed: 3 }, failed: [{ id: '10.5555/14' }] },
    });
    expect((await all()).body).toMatchObject({ complete: true, totals: { examined: 1, changed: 1 } });
  });

  test('200: a round that nobody continued for a day starts over, and so does one of the release before', async () => {
    for (const doi of dois) await store(doi);
    await putItem({ pk: 'REPAIR#all', sk: String(shard).padStart(2, '0'), after: '10.5555/9', savedAtMs: Date.now() });
    expect((await all({ limitPerShard: 3 })).body.shards[shard]).toMatchObject({ count: 3, left: 1 });
    await updateIf({
      Key: keys.passProgress('repair', String(shard)),
      UpdateExpression: 'SET saved_at = :then',
      ExpressionAttributeValues: { ':then': Date.now() - 24 * 3_600_000 },
    });
    expect((await all({ limitPerShard: 3 })).body.shards[shard]).toMatchObject({ count: 3, left: 1 });
  });

  test('200: killed before it notes how far it has come, it examines the rest again, and the links stay whole', async () => {
    for (const doi of dois.slice(0, 2)) await store(doi);
    await storePeople();
    const send = db.send.bind(db) as (command: object) => Promise<unknown>;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: { input: unknown }) => {
      if (JSON.stringify(command.input).includes('UpdateExpression')) throw new Error('killed');
      return send(command);
    }) as never);
    expect((await all({ limitPerShard: 1 })).status).toBe(500);
    spy.mockRestore();
    expect((await all({ limitPerShard: 1 })).body).toMatchObject({
      complete: true,
      totals: { examined: 1, changed: 1 },
    });
    expect(await Promise.all(dois.slice(0, 2).map(stateOf))).toEqual(['complete', 'complete']);
  });
});
