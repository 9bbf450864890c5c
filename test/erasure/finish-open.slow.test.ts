import { beforeEach, expect, test } from '@jest/globals';
import { saveOrcidSection } from '#src/ingestion/store/source-answers.ts';
import { finishErasures } from '#src/operations/erasure/finish-open.ts';
import { openOrcid, sealOrcid } from '#src/operations/erasure/store/sealed-orcid.ts';
import { getMark, openErasures, restoringWrites, saveProgress } from '#src/records/people/store/erasure-marks.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { markOf, readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { keys, refs } from '#src/table/keys.ts';
import { putItem, transact } from '#src/table/table.ts';
import { job } from '../../lambdas/background/finish-erasures.ts';
import { carberry } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';
import { underRole } from '../support/roles.ts';
import { allItems, auditRecords } from '../support/table.ts';
import { ada, context, erase, now, settled, storeLittle, storeMuch, tracesOf } from './erasure-fixture.ts';

const lines = captureLog();
const noLimit = Number.POSITIVE_INFINITY;
const finish = underRole(job, finishErasures);
const markFor = async (orcid: string) => getMark(markOf(orcid, await readErasureKey()));
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

/** A late index, as `byRef` may be: it still has the mark's current state. */
async function keepInIndex(orcid: string): Promise<() => Promise<void>> {
  const mark = await markFor(orcid);
  if (!mark) throw new Error('no mark');
  // Under its own key, the item is found only by the index.
  const item = { ...keys.erased('late'), ...mark, ...refs.openErasure(mark.erased_at, mark.mark) };
  return () => putItem(item);
}

beforeEach(async () => {
  await freshTable();
});

test('what nobody repeats is finished: the last pass, not before its time', async () => {
  await storeLittle();
  await erase();
  // A worker that read the person earlier stores something.
  await saveOrcidSection(carberry, 'works', { group: [] });
  await finish(new Date(settled.getTime() - 1), noLimit);
  expect(await tracesOf(carberry)).not.toEqual([]);
  await finish(settled, noLimit);
  expect(await tracesOf(carberry)).toEqual([]);
  const mark = await markFor(carberry);
  expect(mark).toMatchObject({ finished_at: settled.getTime(), workspaces: [], sealed_orcid: null });
  expect(await openErasures()).toEqual([]);
  const finished = (await auditRecords()).filter(({ action }) => action === 'person.erased');
  expect(finished).toMatchObject([{ actor_id: null }]);
  expect(JSON.stringify(lines.filter(({ level }) => level === 'error'))).toBe('[]');
});

test('what was interrupted goes on from there, whenever the function is killed', async () => {
  await storeMuch();
  await erase({ deadlineMs: 0 });
  for (let n = 1; await dyingAt(n, () => finish(now, noLimit)); n += 2) expect(await openErasures()).toHaveLength(1);
  expect(await tracesOf(carberry)).toEqual([]);
  await saveOrcidSection(carberry, 'works', { group: [] });
  for (let n = 1; await dyingAt(n, () => finish(settled, noLimit)); n += 2)
    expect(await openErasures()).toHaveLength(1);
  expect(await tracesOf(carberry)).toEqual([]);
  expect(await markFor(carberry)).toMatchObject({ finished_at: settled.getTime() });
});

test('a run ends with its time, and the next one continues', async () => {
  await storeMuch();
  await erase({ deadlineMs: 0 });
  await finish(now, 0);
  expect(await markFor(carberry)).toMatchObject({ position: null, swept_at: null });
  expect(await getPerson(carberry)).toBeDefined();
  for (let runs = 0; (await markFor(carberry))?.swept_at === null; runs++) {
    if (runs > 100) throw new Error('does not come to an end');
    await finish(now, Date.now() + 200);
  }
  expect(await tracesOf(carberry)).toEqual([]);
});

test('two runs and a request at once', async () => {
  await storeMuch();
  await erase({ deadlineMs: 0 });
  await Promise.all([finish(now, noLimit), erase(), finish(now, noLimit)]);
  await finish(now, noLimit);
  expect(await tracesOf(carberry)).toEqual([]);
  await Promise.all([finish(settled, noLimit), erase({ at: settled }), finish(settled, noLimit)]);
  await finish(settled, noLimit);
  expect((await auditRecords()).filter(({ action }) => action === 'person.erased')).toHaveLength(1);
});

test('who was asked for again since the index was read is not erased once more', async () => {
  await storeLittle();
  await erase();
  const putLate = await keepInIndex(carberry);
  await erase({ at: settled });
  const { condition, extraWrites } = await restoringWrites(carberry, context);
  await transact([condition, ...extraWrites]);
  await storePerson(carberry, 'Josiah', 'Carberry');
  await putLate();
  expect(await openErasures()).toHaveLength(1);
  await finish(hoursLater(1), noLimit);
  expect(await getPerson(carberry)).toBeDefined();
  expect(await markFor(carberry)).toBeUndefined();
});

test('one that fails does not hold up the others, and the run fails', async () => {
  await storePerson(ada, 'Ada', 'Lovelace');
  await erase({ deadlineMs: 0 });
  await erase({ orcid: ada, deadlineMs: 0 });
  const mark = await markFor(carberry);
  if (!mark) throw new Error('no mark');
  const sealed_orcid = sealOrcid(carberry, 'a key that was lost');
  await saveProgress({ ...mark, sealed_orcid, version: mark.version + 1 }, mark);
  await expect(finish(now, noLimit)).rejects.toThrow('1 records failed');
  expect(await tracesOf(ada)).toEqual([]);
  expect(lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'Record failed' }));
  // It waits for its next attempt, and is reported after a day.
  await finish(hoursLater(0.9), noLimit);
  await expect(finish(hoursLater(1), noLimit)).rejects.toThrow('1 records failed');
  await expect(finish(hoursLater(25), noLimit)).rejects.toThrow('1 erasures have not finished for more than a day');
  expect(JSON.stringify(lines)).not.toContain(carberry);
});

test('one that is open for more than a day: the run fails', async () => {
  await storeLittle();
  await erase({ deadlineMs: 0 });
  const before = lines.length;
  // The found items are erased, and the last check is due later.
  await expect(finish(hoursLater(25), noLimit)).rejects.toThrow('1 erasures have not finished for more than a day');
  expect(lines.slice(before)).toContainEqual(
    expect.objectContaining({ message: 'an erasure has not finished for more than a day' }),
  );
});

test('an erasure of an earlier version goes on after it was asked for once more', async () => {
  await storeLittle();
  await erase({ deadlineMs: 0 });
  const mark = await markFor(carberry);
  if (!mark) throw new Error('no mark');
  await saveProgress({ ...mark, sealed_orcid: null, version: mark.version + 1 }, mark);
  await finish(now, noLimit);
  expect(await getPerson(carberry)).toBeDefined();
  await erase();
  await finish(settled, noLimit);
  expect(await markFor(carberry)).toMatchObject({ finished_at: settled.getTime() });
});

test('the table never has the iD in plain text, and the sealed one says nothing without the key', async () => {
  await storePerson(carberry, 'Josiah', 'Carberry');
  await erase();
  expect(JSON.stringify(await allItems())).not.toContain(carberry);
  const key = await readErasureKey();
  const sealed = (await markFor(carberry))?.sealed_orcid ?? '';
  expect(openOrcid(sealed, key)).toBe(carberry);
  expect(() => openOrcid(sealed, `${key}.`)).toThrow();
  expect(sealOrcid(carberry, key)).not.toBe(sealed);
});
