import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { removeMember } from '#src/identity/store/members.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { db } from '#src/table/table.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { author, begin, byOperator } from '../bulk-edits/bulk-edits-fixture.ts';
import { entry } from '../routes/dashboard/intakes/intake-requests.ts';
import { type Scripted, type SourceServer, startSource } from '../sources/source-server.ts';
import { anAuthor, carberry } from '../support/builders.ts';
import { dyingAt, isWrite, send } from '../support/crash.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { outsideRole } from '../support/roles.ts';
import { events } from '../support/table.ts';
import { client, outcomesOf, runJob, step, takeIn } from './intake-fixture.ts';
import { lists, storeGroupNamed, storePublication } from './registry-fixture.ts';

captureLog();
let queues: TestQueues;
let source: SourceServer;

beforeAll(async () => {
  queues = await startQueues();
  source = await startSource();
  const message = {
    DOI: '10.5555/new',
    type: 'journal-article',
    title: ['A new article'],
    author: [{ family: 'Carberry' }],
  };
  const pages: Record<string, Scripted> = {
    [`/crossref/works/${encodeURIComponent('10.5555/new')}`]: { json: { 'message-type': 'work', message } },
  };
  source.serve(pages);
});
afterAll(async () => {
  source.close();
  await queues.stop();
});

const authors = [anAuthor('Josiah Carberry', carberry)];
const file = [
  entry(1, { title: 'A report of kilns', data: { authors }, departments: ['kilns'] }),
  entry(2, { title: 'Another report, of clay' }),
  entry(3, {
    doi: '10.5555/known',
    work_type: 'journal-article',
    data: { authors, volume: '7' },
    departments: ['kilns'],
  }),
  entry(4, { doi: '10.5555/new', work_type: 'journal-article', data: { authors } }),
];

/** An empty registry with one publication and a checked file. */
async function prepared(): Promise<string> {
  await begin();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storeGroupNamed('kilns', 'Institute of Kilns');
  await storePublication('10.5555/known', { title: 'A known one', volume: '3' });
  const id = await takeIn(file, { options: { group_id: 'kilns' } });
  await client.decide(id, { class: 'known', decision: 'edit', fields: ['volume'] });
  return id;
}

const applied = {
  publications: [
    { id: '10.5555/known', title: 'A known one', orcids: [carberry], groups: ['kilns'] },
    { id: '10.5555/new', title: 'A new article', orcids: [carberry], groups: ['kilns'] },
  ],
  works: [
    { id: expect.any(String), title: 'A report of kilns', orcids: [carberry], groups: ['kilns'] },
    { id: expect.any(String), title: 'Another report, of clay', orcids: [], groups: ['kilns'] },
  ],
};
const undone = { publications: [{ id: '10.5555/known', title: 'A known one', orcids: [], groups: [] }], works: [] };
const outcomes = ['created', 'created', 'edited', 'fetched'];
const typesOf = async () => (await events()).map(({ event_type }) => event_type);

test('a job that is killed before any write applies every row once, and another one takes all of it back', async () => {
  let hasDied = true;
  let n = 0;
  for (; hasDied; n++) {
    const id = await prepared();
    await client.step(id, 'apply');
    hasDied = await dyingAt(n + 1, () => runJob(id), isWrite);
    await runJob(id);
    expect([n, await outcomesOf(id), await lists()]).toEqual([n, outcomes, applied]);
    expect(await getPublication('10.5555/known')).toMatchObject({ edit_count: 1, edits: { data: { volume: '7' } } });
    expect((await client.get(id)).body).toMatchObject({
      state: 'applied',
      outcomes: { created: 2, edited: 1, fetched: 1 },
    });
    expect(await typesOf()).toEqual(['intake.applied']);
  }
  expect(n).toBeGreaterThan(8);
});

test('an undo that is killed before any write takes everything back once', async () => {
  let hasDied = true;
  let n = 0;
  for (; hasDied; n++) {
    const id = await prepared();
    await step(id, 'apply');
    await client.step(id, 'undo');
    hasDied = await dyingAt(n + 1, () => runJob(id), isWrite);
    await runJob(id);
    expect([n, await lists()]).toEqual([n, undone]);
    expect((await client.get(id)).body).toMatchObject({ state: 'undone', undone: { restored: 4, left: 0 } });
    expect((await getPublication('10.5555/known'))?.edits).toEqual({});
    expect(await typesOf()).toEqual(['intake.applied', 'intake.undone']);
  }
  expect(n).toBeGreaterThan(6);
});

test('a check that is killed before any write says the same of every row', async () => {
  let hasDied = true;
  for (let n = 1; hasDied; n++) {
    const id = await prepared();
    await client.step(id, 'check');
    hasDied = await dyingAt(n, () => runJob(id), isWrite);
    await runJob(id);
    expect((await client.get(id)).body).toMatchObject({
      state: 'checked',
      checked: 4,
      counts: { new_work: 2, known: 1, new_doi: 1 },
    });
  }
});

test('two runs at once, and two intakes of one file at once, store everything once', async () => {
  const first = await prepared();
  const second = await takeIn(file, { options: { group_id: 'kilns' } });
  for (const id of [first, second]) await client.step(id, 'apply');
  const now = new Date();
  await Promise.all([first, first, second, second].map((id) => runJob(id, now)));
  for (const id of [first, second]) await runJob(id);
  expect(await lists()).toEqual(applied);
  for (const id of [first, second]) expect((await client.get(id)).body.state).toBe('applied');
  // Each takes back only its own.
  for (const id of [second, first]) {
    // One that was late with everything has nothing to take back.
    const { status } = await client.step(id, 'undo');
    if (status === 202) await runJob(id);
  }
  expect(await lists()).toEqual(undone);
});

test('who loses the role before any write of a run: rows are applied once or not at all', async () => {
  for (let n = 1; ; n++) {
    const id = await prepared();
    await client.step(id, 'apply');
    let calls = 0;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
      if (isWrite(command) && ++calls === n)
        await outsideRole(() => removeMember(defaultWorkspace, author, byOperator));
      return send(command);
    }) as never);
    await runJob(id);
    spy.mockRestore();
    if (calls < n) break;
    await runJob(id);
    const { state, failure } = (await client.get(id)).body;
    expect(['applied', 'stopped']).toContain(state);
    expect(failure).toBe(state === 'stopped' ? 'role_lost' : null);
  }
});
