import { beforeAll, describe, expect, test } from '@jest/globals';
import { makePace } from '../../src/sources/pace.ts';
import type { SourceName } from '../../src/sources/source.ts';
import { takeFromDay, takeSourceSlot } from '../../src/storage/source-pace.ts';
import { freshTable } from '../support/engine.ts';
import { allItems } from '../support/table.ts';

describe('a process', () => {
  /** Runs calls of a pacer that hold their place until told, and returns how many got one. */
  async function started(source: SourceName, calls: number) {
    const pace = makePace(
      async () => 0,
      () => 5,
    );
    const releases: (() => void)[] = [];
    for (let n = 0; n < calls; n++) void pace(source).then((release) => releases.push(release));
    await settle();
    return { releases, pace };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  test('has one request to Crossref under way, and four to others', async () => {
    const crossref = await started('crossref', 3);
    expect(crossref.releases).toHaveLength(1);
    crossref.releases[0]?.();
    crossref.releases[0]?.(); // twice is once
    await settle();
    expect(crossref.releases).toHaveLength(2);
    const orcid = await started('orcid', 10);
    expect(orcid.releases).toHaveLength(4);
  });

  test('takes a slot for every request and waits until it comes', async () => {
    const asked: [SourceName, number][] = [];
    const waited: number[] = [];
    const pace = makePace(
      async (source, limit) => {
        asked.push([source, limit]);
        return 100 * (asked.length - 1);
      },
      () => 12,
      async (ms) => waited.push(ms),
    );
    for (let n = 0; n < 3; n++) (await pace('orcid'))();
    expect(asked).toEqual(Array(3).fill(['orcid', 12]));
    expect(waited).toEqual([100, 200]);
  });

  test('a pace of 0 takes none', async () => {
    const pace = makePace(
      () => Promise.reject(new Error('no slot is to be taken')),
      () => 0,
    );
    (await pace('openalex'))();
  });

  test('a slot too far away fails at once and says how far', async () => {
    const pace = makePace(
      async () => 16_000,
      () => 1,
    );
    const tooLate = { name: 'SourceUnavailable', source: 'crossref', retryAfterSeconds: 16 };
    await expect(pace('crossref')).rejects.toMatchObject(tooLate);
    // The place was given back: the only one of Crossref is free again.
    await expect(pace('crossref')).rejects.toMatchObject(tooLate);
  });
});

describe('all processes together', () => {
  beforeAll(async () => {
    await freshTable();
  });

  const startMs = Date.parse('2026-01-01T00:00:00Z');
  const at = (ms: number) => () => startMs + ms;

  test('get the slots of a second one after the other, then those of the next', async () => {
    const waits = await Promise.all(Array.from({ length: 25 }, () => takeSourceSlot('crossref', 10, at(0))));
    expect(waits.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 25 }, (_, n) => n * 100));
  });

  test('get no slot that went by unused', async () => {
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) waits.push(await takeSourceSlot('orcid', 10, at(950)));
    expect(waits).toEqual([0, 50, 150, 250]);
    expect(await takeSourceSlot('orcid', 10, at(1700))).toBe(0);
    expect(await takeSourceSlot('orcid', 10, at(1700))).toBe(100);
  });

  test('keep the pace of each source apart', async () => {
    expect(await takeSourceSlot('datacite', 1, at(0))).toBe(0);
    expect(await takeSourceSlot('datacite', 1, at(0))).toBe(1000);
    expect(await takeSourceSlot('openalex', 1, at(0))).toBe(0);
  });

  test('are told of more than 15 s when all slots up to then are taken', async () => {
    for (let n = 0; n < 16; n++) expect(await takeSourceSlot('busy', 1, at(0))).toBe(n * 1000);
    expect(await takeSourceSlot('busy', 1, at(0))).toBeGreaterThan(15_000);
  });

  test('spend the budget of a day and no more', async () => {
    const taken = await Promise.all(Array.from({ length: 6 }, () => takeFromDay('openalex', '2026-01-01', 4)));
    expect(taken.filter(Boolean)).toHaveLength(4);
    expect(await takeFromDay('openalex', '2026-01-02', 4)).toBe(true);
  });

  test('leave nothing behind: every item expires', async () => {
    const items = (await allItems()).filter(({ pk }) => String(pk).startsWith('PACE#'));
    expect(items.length).toBeGreaterThan(10);
    const seconds = items.filter(({ sk }) => String(sk).startsWith('SECOND#1767225600'));
    expect(seconds.map(({ expiresAtSeconds }) => expiresAtSeconds)).toEqual(seconds.map(() => 1_767_226_200));
    const days = items.filter(({ sk }) => sk === 'DAY#2026-01-01');
    expect(days.map(({ expiresAtSeconds }) => expiresAtSeconds)).toEqual([1_767_484_800]);
  });
});
