import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { changePublication } from '#src/curation/change-publication.ts';
import { changeWork } from '#src/curation/works.ts';
import { begin } from '../bulk-edits/bulk-edits-fixture.ts';
import { entry } from '../routes/dashboard/intakes/intake-requests.ts';
import { type SourceServer, startSource } from '../sources/source-server.ts';
import { anAuthor, carberry } from '../support/builders.ts';
import { doingAt, dyingAt, isWrite } from '../support/crash.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { classesOf, client, outcomesOf, rowsOf, runJob, runUntilDone, step, takeIn } from './intake-fixture.ts';
import { curator, lists } from './registry-fixture.ts';

// Records that somebody has deleted, and that are in a file again.

captureLog();
let queues: TestQueues;
let source: SourceServer;

beforeAll(async () => {
  queues = await startQueues();
  source = await startSource();
  const message = { DOI: '10.5555/new', type: 'journal-article', title: ['A new article'], author: [] };
  source.serve({
    [`/crossref/works/${encodeURIComponent('10.5555/new')}`]: { json: { 'message-type': 'work', message } },
  });
});
afterAll(async () => {
  source.close();
  await queues.stop();
});
beforeEach(async () => {
  await begin();
  await storePerson(carberry, 'Josiah', 'Carberry');
});

const file = [
  entry(1, { title: 'A report of kilns', data: { authors: [anAuthor('Josiah Carberry', carberry)] } }),
  entry(2, { doi: '10.5555/new', title: 'A new article', work_type: 'journal-article' }),
  entry(3, { title: 'Another report, of clay' }),
];

const titles = async () => {
  const { works, publications } = await lists();
  return [...works, ...publications].map(({ title }) => title);
};
const all = ['A report of kilns', 'Another report, of clay', 'A new article'];

async function applied(): Promise<string> {
  const id = await takeIn(file);
  await step(id, 'apply');
  return id;
}

/** Deletes the first two entries as a curator does. */
async function deleteByHand(id: string) {
  for (const { output } of (await rowsOf(id)).slice(0, 2)) {
    const change = () => ({ deleted: true });
    if (output?.kind === 'work') await changeWork(output.id, change, curator);
    else await changePublication(String(output?.id), change, curator);
  }
}

/** Two files, each of which is to restore what was deleted by hand, in a registry of their own. */
async function twoToRestore(): Promise<[one: string, other: string]> {
  await begin();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await deleteByHand(await applied());
  const both: [string, string] = [await takeIn(file), await takeIn(file)];
  for (const id of both) {
    await client.decide(id, { class: 'deleted', decision: 'apply' });
    await client.step(id, 'apply');
  }
  return both;
}

const deletion = { at: curator.now.toISOString(), actor: curator.actor };

test('a record that somebody has deleted is a question, and is restored only if that is chosen', async () => {
  const first = await applied();
  await deleteByHand(first);
  expect(await titles()).toEqual(['Another report, of clay']);
  const again = await takeIn(file);
  expect(await rowsOf(again)).toMatchObject([
    { class: 'deleted', decision: null, deletion, target: { kind: 'work', title: 'A report of kilns' } },
    { class: 'deleted', decision: null, deletion, target: { kind: 'publication', id: '10.5555/new' } },
    { class: 'new_work', deletion: null },
  ]);
  expect(await step(again, 'apply')).toMatchObject({
    state: 'applied',
    undecided: 2,
    outcomes: { waiting: 2, unchanged: 1 },
  });
  expect(await titles()).toEqual(['Another report, of clay']);
  await client.decide(again, { class: 'deleted', decision: 'apply' });
  await step(again, 'apply');
  expect([await titles(), await outcomesOf(again)]).toEqual([all, ['created', 'created', 'unchanged']]);
  // They are deleted as before, and a question as before.
  await step(again, 'undo');
  expect(await titles()).toEqual(['Another report, of clay']);
  expect(await classesOf(await takeIn(file))).toEqual(['deleted', 'deleted', 'new_work']);
});

test('a record that an undo has deleted is no question', async () => {
  const first = await applied();
  await step(first, 'undo');
  expect(await titles()).toEqual([]);
  const again = await takeIn(file);
  expect(await classesOf(again)).toEqual(['new_work', 'new_doi', 'new_work']);
  await step(again, 'apply');
  expect([await titles(), await outcomesOf(again)]).toEqual([all, ['created', 'created', 'created']]);
  await step(again, 'undo');
  // Somebody restores and deletes one by hand: now it is.
  const [row] = await rowsOf(again);
  for (const deleted of [false, true]) {
    await changeWork(String(row?.output?.id), () => ({ deleted }), { ...curator, now: new Date() });
  }
  expect(await classesOf(await takeIn(file))).toEqual(['deleted', 'new_doi', 'new_work']);
});

test('a record that somebody deletes after the check stays deleted, and the row says so', async () => {
  const first = await applied();
  await step(first, 'undo');
  const again = await takeIn(file);
  for (const deleted of [false, true]) {
    const [work] = await rowsOf(first);
    const later = { ...curator, now: new Date() };
    await changeWork(String(work?.output?.id), () => ({ deleted }), later);
    await changePublication('10.5555/new', () => ({ deleted }), later);
  }
  await step(again, 'apply');
  const refused = 'Somebody has deleted the record: restore it first';
  expect(await outcomesOf(again)).toEqual([refused, refused, 'created']);
  expect(await titles()).toEqual(['Another report, of clay']);
});

test('an undo that is killed before any write leaves no questions, also if it is asked for twice', async () => {
  let hasDied = true;
  let n = 0;
  for (; hasDied; n++) {
    await begin();
    await storePerson(carberry, 'Josiah', 'Carberry');
    const id = await applied();
    await client.step(id, 'undo');
    hasDied = await dyingAt(n + 1, () => runJob(id), isWrite);
    await client.step(id, 'undo');
    await runJob(id);
    expect([n, await titles(), await classesOf(await takeIn(file))]).toEqual([
      n,
      [],
      ['new_work', 'new_doi', 'new_work'],
    ]);
  }
  expect(n).toBeGreaterThan(4);
}, 120_000);

test('restoring is done once: killed before any write, and by two files at once', async () => {
  let hasDied = true;
  let n = 0;
  for (; hasDied; n++) {
    const [one, other] = await twoToRestore();
    hasDied = await dyingAt(n + 1, () => Promise.all([runJob(one), runJob(other)]), isWrite);
    for (const id of [one, other]) await runUntilDone(id);
    const outcomes = [...(await outcomesOf(one)), ...(await outcomesOf(other))];
    expect([n, await titles()]).toEqual([n, all]);
    expect([n, outcomes.filter((each) => each === 'created').length]).toEqual([n, 2]);
    // Each takes back its own, if it has any.
    for (const id of [one, other]) {
      const hasOwn = (await outcomesOf(id)).includes('created');
      expect((await client.step(id, 'undo')).status).toBe(hasOwn ? 202 : 409);
      await runUntilDone(id);
    }
    expect([n, await titles()]).toEqual([n, ['Another report, of clay']]);
  }
  expect(n).toBeGreaterThan(4);
}, 180_000);

test('a file that restores what another one restores before any of its writes takes it for known', async () => {
  let wasThere = true;
  let n = 0;
  for (; wasThere; n++) {
    const [one, other] = await twoToRestore();
    wasThere = await doingAt(
      n + 1,
      () => runJob(one),
      () => runJob(other),
      isWrite,
    );
    for (const id of [one, other]) await runUntilDone(id);
    const rows = [...(await rowsOf(one)), ...(await rowsOf(other))].map(({ outcome }) => outcome).sort();
    expect([n, await titles()]).toEqual([n, all]);
    expect([n, rows]).toEqual([n, ['created', 'created', ...Array(4).fill('unchanged')]]);
    for (const id of [one, other]) {
      const counted = Object.entries((await client.get(id)).body.outcomes);
      expect([n, counted.flatMap(([outcome, count]) => Array(Number(count)).fill(outcome)).sort()]).toEqual([
        n,
        (await rowsOf(id)).map(({ outcome }) => outcome).sort(),
      ]);
    }
  }
  expect(n).toBeGreaterThan(4);
}, 180_000);
