import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type EditedList, editedLists } from '#src/records/intakes/edited-lists.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { getWork } from '#src/records/publications/store/works.ts';
import { db } from '#src/table/table.ts';
import { aBibliography, anIncoming } from '../../../support/builders.ts';
import { dyingAt, isWrite, send } from '../../../support/crash.ts';
import { freshTable } from '../../../support/engine.ts';
import { captureLog } from '../../../support/log.ts';
import { startQueues, type TestQueues } from '../../../support/queues.ts';
import {
  admin,
  changedFile,
  exportedFile,
  rowsOf,
  shownRows,
  step,
  storeAPerson,
  storeAProject,
  storeCurator,
  storeGroup,
  storePublication,
  storeWork,
  takeIn,
  work,
} from './edits-fixture.ts';
import { intakeClient } from './intake-requests.ts';

captureLog();
let queues: TestQueues;
beforeAll(async () => {
  await freshTable();
  queues = await startQueues();
  await storeCurator();
});
afterAll(() => queues.stop());

/** Longer than a run that was killed has an intake. */
const afterLeaseMs = 120_000;
const iDs = ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-9079-593X', '0000-0001-5000-0007'];

let number = 0;
const stores: Record<EditedList, () => Promise<string>> = {
  publications: () => storePublication(`10.1/crash-${++number}`),
  works: () => storeWork(`Kiln ${++number}`),
  people: () => storeAPerson(iDs[0] ?? ''),
  projects: () => storeAProject(`project-${++number}`),
  groups: () => storeGroup(`group-${++number}`),
};
const changes: Record<EditedList, (n: number) => Record<string, string>> = {
  publications: (n) => ({ title: `Pots ${n}`, visible: 'no' }),
  works: (n) => ({ title: `Pots ${n}` }),
  people: (n) => ({ people_type: `staff ${n}`, name: `Ann ${n}` }),
  projects: (n) => ({ title: `Pots ${n}` }),
  groups: (n) => ({ kind: `kind ${n}` }),
};

const shown = async (list: EditedList, id: string) => shownRows(await exportedFile(list, [id]), list)[0];

describe.each(editedLists)('%s: killed before any write', (list) => {
  test('while they are applied and taken back, each edit is made and taken back once', async () => {
    let isOver = false;
    for (let kill = 1; !isOver; kill++) {
      const id = await stores[list]();
      const before = await shown(list, id);
      const change = changes[list](kill);
      const intake = await takeIn(changedFile(await exportedFile(list, [id]), list, () => change));
      await intakeClient(admin).step(intake, 'apply');
      const wasApplied = !(await dyingAt(kill, () => work(intake), isWrite));
      await work(intake, afterLeaseMs);
      expect(await rowsOf(intake)).toMatchObject([{ outcome: 'edited' }]);
      expect(await shown(list, id)).toMatchObject(change);
      if (list === 'works') expect((await getWork(id))?.edit_count).toBe(1);
      if (list === 'publications') expect((await getPublication(id))?.edit_count).toBe(1);
      await intakeClient(admin).step(intake, 'undo');
      const wasUndone = !(await dyingAt(kill, () => work(intake), isWrite));
      await work(intake, afterLeaseMs);
      expect(await rowsOf(intake)).toMatchObject([{ outcome: 'undone' }]);
      expect(await shown(list, id)).toEqual(before);
      isOver = wasApplied && wasUndone;
      expect(kill).toBeLessThan(30);
    }
  }, 240_000);
});

test('two files with the same edit at once: one makes it, the other finds it made', async () => {
  const ids = [await storePublication('10.1/one'), await storePublication('10.1/two')];
  const file = changedFile(await exportedFile('publications', ids), 'publications', () => ({ title: 'Pots' }));
  const intakes = [await takeIn(file), await takeIn(file)] as const;
  await Promise.all(intakes.map((intake) => step(intake, 'apply')));
  const outcomes = await Promise.all(intakes.map(rowsOf));
  for (const at of [0, 1]) {
    expect(outcomes.map((rows) => rows[at]?.outcome).sort()).toEqual(['edited', 'unchanged']);
    expect((await getPublication(ids[at] ?? ''))?.edit_count).toBe(1);
  }
});

test('an edit beside a refresh of the same publication: both stay', async () => {
  const doi = await storePublication('10.1/refreshed');
  const file = changedFile(await exportedFile('publications', [doi]), 'publications', () => ({ volume: '5' }));
  const intake = await takeIn(file);
  const refresh = async () => {
    for (let tries = 0; tries < 20; tries++) {
      const before = await getPublication(doi);
      const original = aBibliography({ title: 'Refreshed' });
      const after = applyIncoming(before, anIncoming({ doi, original }), [], new Date());
      if ((await savePublication(after, before, [])) === 'saved') return;
    }
    throw new Error('The refresh was never written');
  };
  await Promise.all([step(intake, 'apply'), refresh()]);
  expect(await rowsOf(intake)).toMatchObject([{ outcome: 'edited' }]);
  expect(await shown('publications', doi)).toMatchObject({ title: 'Refreshed', volume: '5' });
});

test('a check reads 100 records at once', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 250; at++) ids.push(await storeWork(`Counted ${at}`));
  const file = changedFile(await exportedFile('works', ids), 'works', () => ({ volume: '5' }));
  let reads = 0;
  const spy = jest.spyOn(db, 'send').mockImplementation(((command: object) => {
    if (command instanceof BatchGetCommand) {
      const names = Object.values(command.input.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys);
      if (names.some(({ pk }) => String(pk).startsWith('WORK#'))) reads += 1;
    }
    return send(command);
  }) as never);
  const intake = await takeIn(file);
  spy.mockRestore();
  expect(reads).toBe(3);
  expect((await intakeClient(admin).get(intake)).body.counts).toEqual({ edit: 250 });
});
