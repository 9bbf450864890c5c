import { beforeAll, describe, expect, test } from '@jest/globals';
import type { SourceName } from '../../src/sources/source.ts';
import { createThrottle } from '../../src/sources/throttle.ts';
import { claimWarning, countDailyRequest, takeSourceSlot } from '../../src/storage/ingestion/source-pace.ts';
import { freshTable } from '../support/engine.ts';
import { allItems } from '../support/table.ts';

describe('a process', () => {
  /** Runs calls of a pacer that hold their place until told, and returns how many got one. */
  async function started(source: SourceName, calls: number) {
    const throttle = createThrottle(
      async () => 0,
      () => 5,
    );
    const releases: (() => void)[] = [];
    for (let n = 0; n < calls; n++) void throttle(source).then((release) => releases.push(release));
    await settle();
    return { releases, throttle };
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
    const throttle = createThrottle(
      async (source, limit) => {
        asked.push([source, limit]);
        return 100 * (asked.length - 1);
      },
      () => 12,
      async (ms) => void waited.push(ms),
    );
    for (let n = 0; n < 3; n++) (await throttle('orcid'))();
    expect(asked).toEqual(Array(3).fill(['orcid', 12]));
    expect(waited).toEqual([100, 200]);
  });

  test('a rate of 0 takes no slot', async () => {
    const throttle = createThrottle(
      () => Promise.reject(new Error('no slot is to be taken')),
      () => 0,
    );
    (await throttle('openalex'))();
  });

  test('no slot within 15 s: the call is postponed at once and its place is released', async () => {
    const throttle = createThrottle(
      async () => undefined,
      () => 1,
    );
    const postponed = { name: 'SourceCallPostponed', retryAfterSeconds: 15 };
    await expect(throttle('crossref')).rejects.toMatchObject(postponed);
    await expect(throttle('crossref')).rejects.toMatchObject(postponed);
  });

  test('an aborted call leaves the queue for a place, and the next call gets it', async () => {
    const throttle = createThrottle(
      async () => 0,
      () => 0,
    );
    const release = await throttle('crossref');
    const impatient = new AbortController();
    const left = throttle('crossref', impatient.signal);
    const next = throttle('crossref', new AbortController().signal);
    impatient.abort(new Error('out of time'));
    await expect(left).rejects.toThrow('out of time');
    release();
    (await next)();
    await expect(throttle('crossref', impatient.signal)).rejects.toThrow('out of time');
    (await throttle('crossref'))();
  });

  test('an aborted call stops waiting for a slot and releases its place', async () => {
    const throttle = createThrottle(
      async () => 60_000,
      () => 1,
    );
    const impatient = new AbortController();
    const waiting = [throttle('crossref', impatient.signal), throttle('crossref', impatient.signal)];
    impatient.abort(new Error('out of time'));
    for (const one of waiting) await expect(one).rejects.toThrow('out of time');
  });
});

describe('all processes together', () => {
  beforeAll(async () => {
    await freshTable();
  });

  const startMs = Date.parse('2026-01-01T00:00:00Z');
  const at = (ms: number) => () => startMs + ms;

  test('get the slots of a second one after the other, then those of the next', async () => {
    const waits = await Promise.all(Array.from({ length: 25 }, () => takeSourceSlot('crossref', 10, { nowMs: at(0) })));
    expect(waits.toSorted((one = -1, other = -1) => one - other)).toEqual(
      Array.from({ length: 25 }, (_, n) => n * 100),
    );
  });

  test('do not save up unused slots', async () => {
    const waits: (number | undefined)[] = [];
    for (let n = 0; n < 4; n++) waits.push(await takeSourceSlot('orcid', 10, { nowMs: at(950) }));
    expect(waits).toEqual([0, 50, 150, 250]);
    expect(await takeSourceSlot('orcid', 10, { nowMs: at(1700) })).toBe(0);
    expect(await takeSourceSlot('orcid', 10, { nowMs: at(1700) })).toBe(100);
  });

  test('have a separate rate per source', async () => {
    expect(await takeSourceSlot('datacite', 1, { nowMs: at(0) })).toBe(0);
    expect(await takeSourceSlot('datacite', 1, { nowMs: at(0) })).toBe(1000);
    expect(await takeSourceSlot('openalex', 1, { nowMs: at(0) })).toBe(0);
  });

  test('get none when all slots of the next 15 s are taken', async () => {
    for (let n = 0; n < 16; n++) expect(await takeSourceSlot('busy', 1, { nowMs: at(0) })).toBe(n * 1000);
    expect(await takeSourceSlot('busy', 1, { nowMs: at(0) })).toBeUndefined();
  });

  test('spend the budget of a day and no more', async () => {
    const taken = await Promise.all(Array.from({ length: 6 }, () => countDailyRequest('openalex', '2026-01-01', 4)));
    expect(taken.filter(Boolean)).toHaveLength(4);
    expect(await countDailyRequest('openalex', '2026-01-02', 4)).toBe(true);
  });

  test('warn once a run, whichever process is first', async () => {
    const claims = await Promise.all(Array.from({ length: 4 }, () => claimWarning('openalex', 'job-1', 'refused')));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimWarning('openalex', 'job-1', 'budget')).toBe(true);
    expect(await claimWarning('openalex', 'job-2', 'refused')).toBe(true);
  });

  test('leave nothing behind: every item expires', async () => {
    const items = (await allItems()).filter(({ pk }) => String(pk).startsWith('PACE#'));
    expect(items.length).toBeGreaterThan(10);
    const seconds = items.filter(({ sk }) => String(sk).startsWith('SECOND#1767225600'));
    expect(seconds.map(({ expiresAtSeconds }) => expiresAtSeconds)).toEqual(seconds.map(() => 1_767_226_200));
    const days = items.filter(({ sk }) => sk === 'DAY#2026-01-01');
    expect(days.map(({ expiresAtSeconds }) => expiresAtSeconds)).toEqual([1_767_484_800]);
    const inAWeek = Date.now() / 1000 + 7 * 86_400;
    const warnings = items.filter(({ sk }) => String(sk).startsWith('WARNED#'));
    expect(warnings).toHaveLength(3);
    for (const { expiresAtSeconds } of warnings) expect(Math.abs(Number(expiresAtSeconds) - inAWeek)).toBeLessThan(60);
  });
});
