import { randomBytes } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { removeAllMemberships, removeMember } from '#src/identity/store/members.ts';
import { finishUserDeletion, startUserDeletion } from '#src/identity/store/users.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { Contention } from '#src/runtime/errors.ts';
import { keys } from '#src/table/keys.ts';
import { db, deleteItems, getItem, putItem } from '#src/table/table.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import * as revert from '../../lambdas/dashboard/publication-edits/revert.ts';
import { send } from '../support/crash.ts';
import { deletePublication, editMany, getBulkEdit, revertEdit, set } from '../support/curation.ts';
import { call, sessionOf } from '../support/event.ts';
import { busyWrites, failWrites } from '../support/fail-writes.ts';
import { captureLog } from '../support/log.ts';
import { ingestPublication } from '../support/publicity.ts';
import {
  appending,
  author,
  begin,
  byOperator,
  continueEdits,
  join,
  leftovers,
  noTimeMs,
  reportOf,
  request,
  store,
  storeUser,
  timesEdited,
} from './bulk-edits-fixture.ts';

captureLog();
const [one, two] = ['10.5555/one', '10.5555/two'];
const once = { edits: 1, events: 1, authors: 1 };
const inAnHour = () => new Date(Date.now() + 3_600_000);

beforeEach(async () => {
  await begin();
  await store(one, ['10.5555/uno']);
  await store(two);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('what a request has no time for is queued, and the report says what became of every id', async () => {
  for (const name of ['gone', 'other']) await store(`10.5555/${name}`);
  await deletePublication('10.5555/gone');
  const ids = [one, '10.5555/UNO', '10.5555/none', '10.5555/gone', '10.5555/other'];
  const authors = (await getPublication(one))?.edits;
  await set('10.5555/other', '/title', 'Other');
  const patch = [{ op: 'test', path: '/title', value: 'On Cracked Pots' }, ...appending];
  const { status, body } = await editMany(ids, patch, { timeLeftMs: noTimeMs });
  expect(status).toBe(200);
  const expected = (outcomes: object[]) => ids.map((id, index) => ({ id, ...outcomes[index] }));
  const [queued, missing] = [{ outcome: 'queued' }, { outcome: 'not_found' }];
  expect(body.results).toEqual(expected([queued, queued, missing, queued, queued]));
  expect((await getPublication(one))?.edits).toEqual(authors);
  const id = body.bulk_edit_id;
  expect(await reportOf(id)).toMatchObject({
    status: 'processing',
    finished_at: null,
    total: 5,
    done: 1,
    results: body.results,
  });
  await continueEdits();
  const report = await reportOf(id);
  expect(report).toMatchObject({ status: 'completed', finished_at: expect.any(Number), total: 5, done: 5 });
  const edited = { outcome: 'edited', edit_id: '1' };
  const invalid = { outcome: 'invalid', message: expect.stringContaining('"/title"') };
  expect(report.results).toEqual(expected([edited, edited, missing, { outcome: 'deleted' }, invalid]));
  expect(await timesEdited(one)).toEqual(once);
  expect(await leftovers()).toEqual([]);
  expect((await revertEdit(one, report.results[0].edit_id)).status).toBe(200);
});

/** Makes each transaction take this long, one after the other. Returns the elapsed time. */
function slowWrites(ms: number): () => number {
  const startMs = Date.now();
  let passedMs = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => startMs + passedMs);
  jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
    const answer = await send(command);
    if (command instanceof TransactWriteCommand) passedMs += ms;
    return answer;
  }) as never);
  return () => passedMs;
}

test('a request begins with nothing that would outlast it, says what it has done, and the job does only the rest', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `10.5555/many-${n}`);
  await Promise.all(ids.map((id) => store(id)));
  const passedMs = slowWrites(700);
  const { body } = await editMany(ids, appending, { timeLeftMs: 29_000 });
  expect(passedMs()).toBeLessThan(29_000);
  jest.restoreAllMocks();
  const outcomes: string[] = body.results.map(({ outcome }: { outcome: string }) => outcome);
  expect([outcomes[0], outcomes.at(-1)]).toEqual(['edited', 'queued']);
  await continueEdits();
  const { results } = await reportOf(body.bulk_edit_id);
  expect(results).toEqual(ids.map((id) => ({ id, outcome: 'edited', edit_id: '1' })));
  for (const id of ids) expect(await timesEdited(id)).toEqual(once);
});

test('a request changes large publications one after the other, so that it never begins with more than it can end', async () => {
  const ids = Array.from({ length: 6 }, (_, n) => `10.5555/large-${n}`);
  const note = randomBytes(400_000).toString('base64');
  for (const id of ids) {
    await store(id);
    const record = await getPublication(id);
    if (!record) throw new Error('not stored');
    const large = { ...record, edits: { data: { note } }, version: record.version + 1 };
    expect(await savePublication(large, record, [])).toBe('saved');
    expect((await getPublication(id))?.parts?.count).toBeGreaterThan(0);
  }
  const passedMs = slowWrites(5_000);
  const { body } = await editMany([...ids, one], appending, { timeLeftMs: 29_000 });
  expect(passedMs()).toBeLessThan(26_000);
  const outcomes: string[] = body.results.map(({ outcome }: { outcome: string }) => outcome);
  expect([outcomes[0], outcomes[ids.length - 1], outcomes.at(-1)]).toEqual(['edited', 'queued', 'edited']);
  jest.restoreAllMocks();
  await continueEdits();
  for (const id of ids) expect(await timesEdited(id)).toEqual(once);
});

test('two runs at once, and a run again, edit every publication once', async () => {
  const id = await request([one, two]);
  await Promise.all([continueEdits(), continueEdits()]);
  await continueEdits();
  expect(await reportOf(id)).toMatchObject({ status: 'completed', done: 2 });
  for (const doi of [one, two]) expect(await timesEdited(doi)).toEqual(once);
});

test('a publication that is ingested or edited at the same time is edited once, and nothing is lost', async () => {
  const id = await request([one]);
  await Promise.all([
    continueEdits(),
    set(one, '/data/publisher', 'Brown'),
    ingestPublication(one, '0000-0002-1825-0097', 'A New Title'),
  ]);
  expect(await reportOf(id)).toMatchObject({ status: 'completed', results: [{ outcome: 'edited' }] });
  expect(await timesEdited(one)).toEqual({ edits: 2, events: 2, authors: 1 });
  expect((await getPublication(one))?.edits.data).toMatchObject({ publisher: 'Brown' });
});

test('at its deadline a run stops, and the next one goes on', async () => {
  const id = await request([one, two]);
  await continueEdits(new Date(), 0);
  expect(await reportOf(id)).toMatchObject({ status: 'processing', done: 0 });
  await continueEdits();
  expect(await reportOf(id)).toMatchObject({ status: 'completed', done: 2 });
});

test('one that others keep writing is tried again, while all others are edited; after an hour it has failed', async () => {
  const id = await request([one, two]);
  busyWrites(one);
  const nowMs = Date.now();
  let calls = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs + 100 * ++calls);
  await continueEdits();
  jest.restoreAllMocks();
  expect(await reportOf(id)).toMatchObject({
    status: 'processing',
    results: [{ outcome: 'queued' }, { outcome: 'edited' }],
  });
  await continueEdits(inAnHour());
  const failed = { id: one, outcome: 'failed', message: 'It could not be edited within an hour' };
  expect(await reportOf(id)).toMatchObject({ status: 'completed', results: [failed, { outcome: 'edited' }] });
  expect((await getPublication(one))?.edit_count).toBe(0);
  expect(await leftovers()).toEqual([]);
});

test('one that fails keeps no other from being edited, raises the alarm, and is tried again', async () => {
  const id = await request([one]);
  const other = await request([two]);
  failWrites((input) => input.includes(`"PUB#${one}"`));
  await expect(continueEdits()).rejects.toThrow(`publication ${one}`);
  jest.restoreAllMocks();
  expect(await reportOf(other)).toMatchObject({ status: 'completed' });
  await continueEdits();
  expect(await reportOf(id)).toMatchObject({ status: 'completed', results: [{ outcome: 'edited' }] });
});

test('an open edit of which nothing is stored any more is forgotten', async () => {
  const id = await request([one]);
  await deleteItems([keys.bulkEdit(id), keys.bulkEditPatch(id)]);
  expect((await getBulkEdit(id)).status).toBe(404);
  expect(await leftovers()).toHaveLength(1);
  await continueEdits();
  expect(await leftovers()).toEqual([]);
});

test('404: for another workspace, and an unknown id', async () => {
  const id = await request([one]);
  expect((await getBulkEdit(id)).status).toBe(200);
  expect((await getBulkEdit(id, 'another')).status).toBe(404);
  expect((await getBulkEdit('unknown')).status).toBe(404);
});

/** Changes that take the right to edit from the author. */
const losses: [string, () => Promise<unknown>][] = [
  ['is removed from the workspace', () => removeMember(defaultWorkspace, author, byOperator)],
  [
    'is removed, and a member of another workspace',
    async () => {
      await removeMember(defaultWorkspace, author, byOperator);
      await join('library');
    },
  ],
  ['is deleted', () => deleteAuthor()],
  [
    'is deleted, and another person has the address and the role',
    async () => {
      await deleteAuthor();
      await storeUser({ sub: 'somebody-else' });
      await join();
    },
  ],
];
async function deleteAuthor() {
  await startUserDeletion(author, byOperator);
  await removeAllMemberships(author, byOperator);
  await finishUserDeletion(author);
}

test.each(losses)(
  'if the author %s, the rest is not edited and says why, and what was edited stays',
  async (_, lose) => {
    const ids = Array.from({ length: 4 }, (_, n) => `10.5555/many-${n}`);
    for (const doi of ids) await store(doi);
    const id = await request(ids);
    const keysOfRest = ids.slice(2).map((doi) => `"${keys.publication(doi).pk}"`);
    failWrites((input) => keysOfRest.some((key) => input.includes(key)), new Contention('The publication'));
    const nowMs = Date.now();
    let calls = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => nowMs + 100 * ++calls);
    await continueEdits();
    jest.restoreAllMocks();
    expect(await reportOf(id)).toMatchObject({ status: 'processing', done: 2, stopped_because: null });
    await lose();
    await continueEdits();
    const report = await reportOf(id);
    expect(report).toMatchObject({ status: 'completed', done: 4, stopped_because: 'role_lost' });
    const failed = { outcome: 'failed', message: 'Who asked for this has no role in the workspace any more' };
    expect(report.results).toEqual(
      ids.map((doi, n) => ({ id: doi, ...(n < 2 ? { outcome: 'edited', edit_id: '1' } : failed) })),
    );
    for (const [n, doi] of ids.entries()) {
      const times = n < 2 ? 1 : 0;
      expect(await timesEdited(doi)).toEqual({ edits: times, events: times, authors: times });
    }
    expect(await leftovers()).toEqual([]);
    const other = { ...sessionOf('workspace_member'), email: 'other@example.org', subject: 'other' };
    const undone = await call(revert, {
      url: `/api/publication-edits/${ids[0]}`,
      authorizer: other,
      body: { revert: '1' },
    });
    expect(undone.status).toBe(200);
    expect((await timesEdited(ids[0] ?? '')).authors).toBe(0);
  },
);

test('an author without the membership goes on as a superadmin, by the record or the settings', async () => {
  for (const isConfigured of [false, true]) {
    await begin();
    await store(one);
    const id = await request([one]);
    await deleteAuthor();
    if (isConfigured) process.env.ADMIN_EMAILS = author;
    else await storeUser({ is_superadmin: true });
    await continueEdits();
    process.env.ADMIN_EMAILS = '';
    expect(await reportOf(id)).toMatchObject({ results: [{ outcome: 'edited' }], stopped_because: null });
  }
});

test('an edit that 1.1.0 has stored, without the subject of its author, goes on while the address has the role', async () => {
  const stored = async () => {
    const id = await request([one]);
    const { subject: _, ...old } = (await getItem(keys.bulkEdit(id))) ?? {};
    await putItem({ ...keys.bulkEdit(id), ...old });
    return id;
  };
  const id = await stored();
  await continueEdits();
  expect(await reportOf(id)).toMatchObject({ results: [{ outcome: 'edited' }] });
  const next = await stored();
  await removeMember(defaultWorkspace, author, byOperator);
  await continueEdits();
  expect(await reportOf(next)).toMatchObject({ results: [{ outcome: 'failed' }], stopped_because: 'role_lost' });
});
