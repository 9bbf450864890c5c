import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication, touchPublication } from '#src/records/publications/store/publications.ts';
import { restampRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import { anIncoming, carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { curateProject, curatePublication, curateWork, importProject, ingestWork } from '../support/publicity.ts';

/** The time with which copies of a list learn that a record is no longer public. It must never become earlier. */

const doi = '10.5555/pots';
const hourMs = 3_600_000;
let nowMs = 1_800_000_000_000;

beforeEach(async () => {
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  await freshTable();
  nowMs += 1000 * hourMs;
  await savePublication(record(), undefined, []);
  nowMs += hourMs;
});

const record = (before?: PublicationRecord, title = 'On Cracked Pots') => {
  const { original, ...incoming } = anIncoming();
  return applyIncoming(before, { ...incoming, original: { ...original, title } }, [], new Date(nowMs));
};
const rowOf = (key = keys.publicationRow(doi)) => getItem(key);
const stored = async () => {
  const found = await getPublication(doi);
  if (!found) throw new Error('no publication');
  return found;
};

async function withdrawAndRestamp(hide: () => Promise<unknown>, key = keys.publicationRow(doi)) {
  await hide();
  const withdrawnMs = nowMs;
  const row = await rowOf(key);
  expect(row?.withdrawn_at).toBe(withdrawnMs);
  nowMs += 24 * hourMs;
  const [collection, id] = [key.pk.split('#')[1], key.sk] as ['PUB', string];
  await restampRow(collection, id, { changed: Number(row?.changed), withdrawn_at: withdrawnMs });
  const restampedMs = nowMs;
  expect((await rowOf(key))?.withdrawn_at).toBe(restampedMs);
  nowMs += 24 * hourMs;
  return { withdrawnMs, restampedMs };
}

describe.each([
  ['hidden', { visible: false }],
  ['deleted', { deleted_at: '2026-01-31T12:00:00.000Z' }],
])('a %s publication that compaction has restamped', (_, change) => {
  test('keeps the later time when it is ingested again, when only the fetch is noted, and when it is edited', async () => {
    const { restampedMs } = await withdrawAndRestamp(() => curatePublication(doi, change));
    const before = await stored();
    expect(await savePublication(record(before, 'Refreshed'), before, [])).toBe('saved');
    expect(await rowOf()).toMatchObject({ withdrawn_at: restampedMs, title: 'Refreshed', changed: nowMs });
    expect((await stored()).withdrawn_at).toBe(restampedMs);
    nowMs += hourMs;
    expect(await touchPublication(await stored(), new Date(nowMs))).toBe(true);
    await curatePublication(doi, { edits: { title: 'Edited' } });
    expect(await rowOf()).toMatchObject({ withdrawn_at: restampedMs, title: 'Edited' });
  });

  test('has none when it is public again, and a new one when it is withdrawn again', async () => {
    await withdrawAndRestamp(() => curatePublication(doi, change));
    await curatePublication(doi, { visible: true, deleted_at: null });
    expect((await rowOf())?.withdrawn_at).toBeNull();
    nowMs += hourMs;
    await curatePublication(doi, change);
    expect((await rowOf())?.withdrawn_at).toBe(nowMs);
  });

  test('a concurrent change is still noticed', async () => {
    await withdrawAndRestamp(() => curatePublication(doi, change));
    const before = await stored();
    await curatePublication(doi, { edits: { title: 'Edited' } });
    expect(await savePublication(record(before), before, [])).toBe('stale');
    expect((await rowOf())?.title).toBe('Edited');
  });
});

test('a time that nobody has changed stays as it was, so that copies learn nothing of later writes', async () => {
  await curatePublication(doi, { visible: false });
  const withdrawnMs = nowMs;
  nowMs += 1;
  await touchPublication(await stored(), new Date(nowMs));
  const before = await stored();
  await savePublication(record(before, 'Refreshed'), before, []);
  expect(await rowOf()).toMatchObject({ withdrawn_at: withdrawnMs, title: 'Refreshed', changed: nowMs });
});

test('what was never public has no such time, however often it is written', async () => {
  const draft = { ...record(), doi: '10.5555/draft', visible: false };
  await savePublication(draft, undefined, []);
  await savePublication({ ...draft, version: 2 }, draft, []);
  expect((await rowOf(keys.publicationRow('10.5555/draft')))?.withdrawn_at).toBeNull();
});

test('works and projects keep the later time, too', async () => {
  await ingestWork('report', carberry, 'Report');
  await importProject('kilns', 'Kilns');
  const work = await withdrawAndRestamp(
    () => curateWork('report', carberry, { visible: false }),
    keys.workRow('report'),
  );
  const project = await withdrawAndRestamp(() => curateProject('kilns', { visible: false }), keys.projectRow('kilns'));
  await ingestWork('report', carberry, 'Another report');
  await importProject('kilns', 'Other kilns');
  expect((await rowOf(keys.workRow('report')))?.withdrawn_at).toBe(work.restampedMs);
  expect((await rowOf(keys.projectRow('kilns')))?.withdrawn_at).toBe(project.restampedMs);
});
