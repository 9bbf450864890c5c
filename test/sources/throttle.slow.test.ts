import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { gathering } from '#src/runtime/in-turn.ts';
import {
  countDailyRequest,
  pauseSource,
  raiseDailyRequests,
  sourcePauses,
  takeSourcePlace,
  takeSourceSlot,
} from '#src/sources/requests/pace.ts';
import { createThrottle } from '#src/sources/requests/throttle.ts';
import { db } from '#src/table/table.ts';
import type { SourceName } from '#src/vocabulary/sources/declarations.ts';
import { freshTable } from '../support/engine.ts';
import { allItems } from '../support/table.ts';

const noLimits = { takeSlot: async () => ({ waitMs: 0 }), perSecond: () => 0, places: () => 0 };

describe('a process', () => {
  /** Runs calls of a pacer that keep their slots until told, and returns how many got one. */
  async function started(source: SourceName, calls: number) {
    const throttle = createThrottle(noLimits);
    const releases: (() => Promise<void>)[] = [];
    for (let n = 0; n < calls; n++) void throttle(source).then((release) => releases.push(release));
    await settle();
    return { releases, throttle };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  test('has one request to Crossref under way, and four to others', async () => {
    const crossref = await started('crossref', 3);
    expect(crossref.releases).toHaveLength(1);
    await crossref.releases[0]?.();
    await crossref.releases[0]?.(); // twice is once
    await settle();
    expect(crossref.releases).toHaveLength(2);
    const orcid = await started('orcid', 10);
    expect(orcid.releases).toHaveLength(4);
  });

  test('takes a slot for every request and waits until it comes', async () => {
    const asked: unknown[] = [];
    const waited: number[] = [];
    const throttle = createThrottle({
      ...noLimits,
      takeSlot: async (source, limit, { lane }) => {
        asked.push([source, limit, lane]);
        return { waitMs: 100 * (asked.length - 1) };
      },
      perSecond: (_, lane) => (lane === 'list' ? 3 : 12),
      wait: async (ms) => void waited.push(ms),
    });
    for (let n = 0; n < 3; n++) await (await throttle('orcid', { lane: 'list' }))();
    await (await throttle('crossref', { lane: 'list' }))();
    expect(asked).toEqual([...Array(3).fill(['orcid', 12, 'single']), ['crossref', 3, 'list']]);
    expect(waited).toEqual([100, 200, 300]);
  });

  test('no slot within 15 s: the call is postponed at once and its place is released', async () => {
    const throttle = createThrottle({ ...noLimits, takeSlot: async () => undefined });
    const postponed = { name: 'SourceCallPostponed', retryAfterSeconds: 15 };
    await expect(throttle('crossref')).rejects.toMatchObject(postponed);
    await expect(throttle('crossref')).rejects.toMatchObject(postponed);
  });

  test('no place in all within the time of the caller: the call is postponed, and none is kept', async () => {
    let nowMs = 0;
    const throttle = createThrottle({
      ...noLimits,
      places: () => 1,
      takePlace: async () => undefined,
      nowMs: () => nowMs,
      wait: async (ms) => {
        nowMs += ms;
      },
    });
    const postponed = { name: 'SourceCallPostponed', retryAfterSeconds: 2 };
    await expect(throttle('crossref', { secondsAhead: 2 })).rejects.toMatchObject(postponed);
    expect(nowMs).toBeGreaterThan(1_500);
    expect(nowMs).toBeLessThanOrEqual(2_000);
    await expect(throttle('crossref', { secondsAhead: 2 })).rejects.toMatchObject(postponed);
  });

  test('what waits for its turn is not sent once the source is paused, and holds no place in all, without a rate either', async () => {
    const pause = { untilMs: Date.now() + 3_600_000, because: 'quota' as const, detail: null };
    let isPaused = false;
    let places = 0;
    const throttle = createThrottle({
      ...noLimits,
      takeSlot: async () => (isPaused ? { pause } : { waitMs: 0 }),
      places: () => 1,
      takePlace: async () => {
        places += 1;
        return async () => undefined;
      },
    });
    const release = await throttle('crossref');
    const waiting = throttle('crossref');
    await settle();
    isPaused = true;
    await release();
    await expect(waiting).rejects.toMatchObject({ name: 'SourcePaused' });
    expect(places).toBe(1);
  });

  test('hands a place in all on to its next request for 5 s, and gives it back when nobody waits', async () => {
    let nowMs = 0;
    const done: string[] = [];
    const throttle = createThrottle({
      ...noLimits,
      places: () => 1,
      takePlace: async () => {
        done.push('taken');
        return async () => void done.push('given back');
      },
      nowMs: () => nowMs,
    });
    const impatient = new AbortController();
    const first = await throttle('crossref');
    const left = throttle('crossref', { signal: impatient.signal });
    const waiting = [1, 2, 3].map(() => throttle('crossref'));
    impatient.abort(new Error('out of time'));
    await expect(left).rejects.toThrow('out of time');
    await first();
    const second = await waiting[0];
    nowMs = 4_999;
    await second?.();
    const third = await waiting[1];
    expect(done).toEqual(['taken']);
    nowMs = 5_000;
    await third?.();
    const fourth = await waiting[2];
    expect(done).toEqual(['taken', 'given back', 'taken']);
    await fourth?.();
    expect(done).toEqual(['taken', 'given back', 'taken', 'given back']);
  });

  test('an aborted call leaves the queue for a place, and the next call gets it', async () => {
    const throttle = createThrottle(noLimits);
    const release = await throttle('crossref');
    const impatient = new AbortController();
    const left = throttle('crossref', { signal: impatient.signal });
    const next = throttle('crossref', { signal: new AbortController().signal });
    impatient.abort(new Error('out of time'));
    await expect(left).rejects.toThrow('out of time');
    await release();
    await (await next)();
    await expect(throttle('crossref', { signal: impatient.signal })).rejects.toThrow('out of time');
    await (await throttle('crossref'))();
  });

  test('an aborted call stops waiting for a slot and releases its place', async () => {
    const throttle = createThrottle({ ...noLimits, takeSlot: async () => ({ waitMs: 60_000 }) });
    const impatient = new AbortController();
    const { signal } = impatient;
    const waiting = [throttle('crossref', { signal }), throttle('crossref', { signal })];
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
  /** The time until the slot; undefined if there is none. */
  const wait = async (...parameters: Parameters<typeof takeSourceSlot>) => {
    const taken = await takeSourceSlot(...parameters);
    if (taken && 'pause' in taken) throw new Error('paused');
    return taken?.waitMs;
  };

  test('get the slots of a second one after the other, then those of the next', async () => {
    const waits = await Promise.all(Array.from({ length: 25 }, () => wait('crossref', 10, { nowMs: at(0) })));
    expect(waits.toSorted((one = -1, other = -1) => one - other)).toEqual(
      Array.from({ length: 25 }, (_, n) => n * 100),
    );
  });

  test('do not save up unused slots', async () => {
    const waits: (number | undefined)[] = [];
    for (let n = 0; n < 4; n++) waits.push(await wait('orcid', 10, { nowMs: at(950) }));
    expect(waits).toEqual([0, 100, 200, 300]);
    expect(await wait('orcid', 10, { nowMs: at(1700) })).toBe(0);
    expect(await wait('orcid', 10, { nowMs: at(1700) })).toBe(100);
  });

  test('have a separate rate per source', async () => {
    expect(await wait('datacite', 1, { nowMs: at(0) })).toBe(0);
    expect(await wait('datacite', 1, { nowMs: at(0) })).toBe(1000);
    expect(await wait('openalex', 1, { nowMs: at(0) })).toBe(0);
  });

  test('get none when all slots of the next 15 s are taken', async () => {
    for (let n = 0; n < 16; n++) expect(await wait('busy', 1, { nowMs: at(0) })).toBe(n * 1000);
    expect(await wait('busy', 1, { nowMs: at(0) })).toBeUndefined();
  });

  test('take a slot with one write, or two the first time, however many are taken ahead', async () => {
    const sent = jest.spyOn(db, 'send');
    await wait('cheap', 1, { nowMs: at(0) });
    expect(sent).toHaveBeenCalledTimes(2);
    await wait('cheap', 1, { nowMs: at(1500) });
    expect(sent).toHaveBeenCalledTimes(3);
    for (let n = 0; n < 15; n++) expect(await wait('cheap', 1, { nowMs: at(1500) })).toBe((n + 1) * 1000);
    expect(sent).toHaveBeenCalledTimes(18);
    expect(await wait('cheap', 1, { nowMs: at(1500) })).toBeUndefined();
    expect(sent).toHaveBeenCalledTimes(19);
    sent.mockRestore();
  });

  /** Asks for slots in one invocation at the same moment. */
  const waitTogether = (count: number, ...parameters: Parameters<typeof takeSourceSlot>) => {
    const scope = {};
    return Promise.all(Array.from({ length: count }, () => gathering(scope, () => wait(...parameters))));
  };

  test('take those of one invocation with one write, as many as there are in time', async () => {
    await wait('together', 1, { nowMs: at(0) });
    const sent = jest.spyOn(db, 'send');
    expect(await waitTogether(3, 'together', 1, { nowMs: at(0) })).toEqual([1_000, 2_000, 3_000]);
    expect(sent).toHaveBeenCalledTimes(1);
    const late = await waitTogether(3, 'together', 1, { nowMs: at(0), secondsAhead: 5 });
    expect(late).toEqual([4_000, 5_000, undefined]);
    sent.mockRestore();
    const pause = { untilMs: startMs + 5_000, because: 'quota' as const, detail: null };
    await pauseSource('together', 'single', pause);
    await expect(waitTogether(2, 'together', 1, { nowMs: at(0) })).rejects.toThrow('paused');
  });

  test('never get slots closer than the rate, and each gets one unless all of the next seconds are taken', async () => {
    const group = fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 12 }), fc.boolean());
    const arrivals = fc.array(group, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.integer({ min: 1, max: 30 }), arrivals, async (source, limit, groups) => {
        const secondsAhead = 1;
        const slots: number[] = [];
        // The workers of a group ask at the same moment, maybe in one invocation, and the clocks of two groups may be in
        // any order.
        for (const [ms, workers, isTogether] of groups) {
          const asked = [source, limit, { secondsAhead, nowMs: at(ms) }] as const;
          const waits = isTogether
            ? await waitTogether(workers, ...asked)
            : await Promise.all(Array.from({ length: workers }, () => wait(...asked)));
          const taken = waits.filter((waitMs) => waitMs !== undefined);
          slots.push(...taken.map((waitMs) => ms + waitMs));
          // Workers without a slot would have had to wait longer.
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
    expect(taken.toSorted()).toEqual([1, 2, 3, 4, undefined, undefined]);
    expect(await countDailyRequest('openalex', '2026-01-02', 4)).toBe(1);
    await raiseDailyRequests('openalex', '2026-01-02', 3);
    await raiseDailyRequests('openalex', '2026-01-02', 2);
    expect(await countDailyRequest('openalex', '2026-01-02', 4)).toBe(4);
    expect(await countDailyRequest('openalex', '2026-01-02', 4)).toBeUndefined();
  });

  test('have as many places as the source allows, and get one that was held too long', async () => {
    const take = (ms: number) => takeSourcePlace('narrow', 2, { holdMs: 1_000, nowMs: at(ms) });
    const [first, second, third] = [await take(0), await take(0), await take(0)];
    expect([first, second, third].map((each) => each !== undefined)).toEqual([true, true, false]);
    await first?.();
    const again = await take(10);
    expect(again).toBeDefined();
    expect(await take(999)).toBeUndefined();
    expect(await take(1_000)).toBeDefined();
    // It is somebody else's now.
    await second?.();
    expect(await take(1_000)).toBeUndefined();
  });

  test.each([10, 0])('take no slot of a paused source, at a rate of %d, until the pause ends', async (perSecond) => {
    const source = `paused-${perSecond}`;
    const pause = { untilMs: startMs + 5_000, because: 'quota' as const, detail: null };
    await wait(source, 10, { nowMs: at(0) });
    expect(await pauseSource(source, 'single', pause)).toBe(true);
    expect(await pauseSource(source, 'single', { ...pause, untilMs: startMs + 5_001 })).toBe(false);
    expect(await takeSourceSlot(source, perSecond, { nowMs: at(4_000) })).toEqual({ pause });
    expect(await takeSourceSlot(source, perSecond, { nowMs: at(4_000), lane: 'list' })).toEqual({ waitMs: 0 });
    expect(await takeSourceSlot(source, perSecond, { nowMs: at(5_000) })).toEqual({ waitMs: 0 });
    expect(await sourcePauses([source], new Date(startMs))).toEqual([{ source, lane: 'single', pause }]);
    expect(await sourcePauses([source], new Date(startMs + 5_000))).toEqual([]);
  });

  test('leave nothing behind: every item expires', async () => {
    const items = (await allItems()).filter(({ pk }) => String(pk).startsWith('PACE#'));
    expect(items.length).toBeGreaterThan(10);
    const [slot] = items.filter(({ pk, sk }) => pk === 'PACE#datacite' && sk === 'NEXT_SLOT');
    expect(slot?.expiresAtSeconds).toBe(1_767_226_200);
    const days = items.filter(({ sk }) => sk === 'DAY#2026-01-01');
    expect(days.map(({ expiresAtSeconds }) => expiresAtSeconds)).toEqual([1_767_484_800]);
    for (const { expiresAtSeconds } of items) expect(expiresAtSeconds).toEqual(expect.any(Number));
  });
});
