import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { getWork } from '#src/records/publications/store/works.ts';
import { workPeople } from '#src/records/works/work.ts';
import { begin } from '../bulk-edits/bulk-edits-fixture.ts';
import { entry } from '../routes/dashboard/intakes/intake-requests.ts';
import { anAuthor, carberry } from '../support/builders.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { startQueues, type TestQueues } from '../support/queues.ts';
import { events } from '../support/table.ts';
import { classesOf, client, outcomesOf, rowsOf, step, takeIn } from './intake-fixture.ts';
import { lists } from './registry-fixture.ts';

captureLog();
let queues: TestQueues;
beforeAll(async () => {
  queues = await startQueues();
});
afterAll(() => queues.stop());
beforeEach(begin);

const listed = async () => (await lists()).works.map(({ title }) => title);

describe('new works', () => {
  test('are added with their people, reported once, and taken back', async () => {
    await storePerson(carberry, 'Josiah', 'Carberry');
    const authors = [anAuthor('Josiah Carberry', carberry), anAuthor('Ada Lovelace')];
    const id = await takeIn([entry(1, { data: { authors } }), entry(2)]);
    expect((await client.get(id)).body).toMatchObject({ state: 'checked', counts: { new_work: 2 }, undecided: 0 });
    expect(await step(id, 'apply')).toMatchObject({ state: 'applied', outcomes: { created: 2 } });
    const [first] = await rowsOf(id);
    const work = await getWork(first?.output?.id ?? '');
    expect(work && workPeople(work)).toEqual([carberry]);
    expect(await listed()).toEqual(['Kiln number 1 and its glaze', 'Kiln number 2 and its glaze']);
    expect((await events()).map(({ event_type }) => event_type)).toEqual(['intake.applied']);
    expect(await step(id, 'undo')).toMatchObject({
      state: 'undone',
      undone: { restored: 2, left: 0, left_rows: [] },
      outcomes: { undone: 2 },
    });
    expect(await listed()).toEqual([]);
  });

  test('are known to the next intake, and restored by it after an undo', async () => {
    const rows = [entry(1), entry(2)];
    const first = await takeIn(rows);
    await step(first, 'apply');
    const second = await takeIn(rows);
    expect(await outcomesOf(second)).toEqual(['waiting', 'waiting']);
    await step(first, 'undo');
    const third = await takeIn(rows);
    expect(await classesOf(third)).toEqual(['new_work', 'new_work']);
    await step(third, 'apply');
    expect(await listed()).toHaveLength(2);
    await step(third, 'undo');
    expect(await listed()).toEqual([]);
  });
});
