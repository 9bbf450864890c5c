import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { SourceName } from '../../src/domain/sources/declarations.ts';
import { claimWarning, countDailyRequest, takeSourceSlot } from '../../src/ingestion/storage/source-pace.ts';
import { createThrottle } from '../../src/sources/requests/throttle.ts';
import { db } from '../../src/storage/table.ts';
import { freshTable } from '../support/engine.ts';
import { allItems } from '../support/table.ts';

describe('a process', () => {
  /** Runs calls of a pacer that keep their slots until told, and returns how many got one. */
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
    expect(waits).toEqual([0, 100, 200, 300]);
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

  test('take a slot with one write, or two after a pause, however many are taken ahead', async () => {
    const sent = jest.spyOn(db, 'send');
    await takeSourceSlot('cheap', 1, { nowMs: at(0) });
    expect(sent).toHaveBeenCalledTimes(2);
    await takeSourceSlot('cheap', 1, { nowMs: at(1500) });
    expect(sent).toHaveBeenCalledTimes(4);
    for (let n = 0; n < 15; n++) expect(await takeSourceSlot('cheap', 1, { nowMs: at(1500) })).toBe((n + 1) * 1000);
    expect(sent).toHaveBeenCalledTimes(19);
    expect(await takeSourceSlot('cheap', 1, { nowMs: at(1500) })).toBeUndefined();
    expect(sent).toHaveBeenCalledTimes(20);
    sent.mockRestore();
  });

  test('never get slots closer than the rate, and each gets one unless all of the next seconds are taken', async () => {
    const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 12 })), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.integer({ min: 1, max: 30 }), arrivals, async (source, limit, groups) => {
        const secondsAhead = 1;
        const slots: number[] = [];
        // The workers of a group ask at the same moment, and the clocks of two groups may be in any order.
        for (const [ms, workers] of groups) {
          const waits = await Promise.all(
            Array.from({ length: workers }, () => takeSourceSlot(source, limit, { secondsAhead, nowMs: at(ms) })),
          );
          const taken = waits.filter((wait) => wait !== undefined);
          slots.push(...taken.map((wait) => ms + wait));
          // Those without a slot would have had to wait longer.
          if (taken.length < workers)
            expect(Math.max(...slots) + 1000 / limit).toBeGreaterThan(ms + secondsAhead * 1000);
        }
        const sorted = slots.toSorted((one, other) => one - other);
        for (const [n, slot] of sorted.entries()) {
          // Waits are rounded up to whole milliseconds.
          if (n > 0) expect(slot - (sorted[n - 1] ?? 0)).toBeGreaterThan(1000 / limit - 1);
        }
      }),
      { numRuns: 60 },
    );
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
    const [slot] = items.filter(({ pk, sk }) => pk === 'PACE#datacite' && sk === 'NEXT_SLOT');
    expect(slot?.expiresAtSeconds).toBe(1_767_226_200);
    const days = items.filter(({ sk }) => sk === 'DAY#2026-01-01');
    expect(days.map(({ expiresAtSeconds }) => expiresAtSeconds)).toEqual([1_767_484_800]);
    const inAWeek = Date.now() / 1000 + 7 * 86_400;
    const warnings = items.filter(({ sk }) => String(sk).startsWith('WARNED#'));
    expect(warnings).toHaveLength(3);
    for (const { expiresAtSeconds } of warnings) expect(Math.abs(Number(expiresAtSeconds) - inAWeek)).toBeLessThan(60);
  });
});
