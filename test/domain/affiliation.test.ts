import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Affiliation,
  affiliationAt,
  affiliationsFrom,
  endPeriods,
  isOpenPeriod,
  passesFilter,
} from '#src/records/people/affiliation.ts';

type Begun = Pick<Affiliation, 'entity_id' | 'status' | 'starts_at'>;
const member = { entity_id: 'primary_entity', status: 'primary_entity' } as const;
const external = { entity_id: 'primary_entity', status: 'external' } as const;
const elsewhere = { entity_id: 'another_entity', status: 'primary_entity' } as const;

/** The stored periods after these were started in turn: each has its end if it was open when superseded. */
function stored(...begun: Begun[]) {
  const periods: (Affiliation & { sequence: number })[] = [];
  for (const each of begun) {
    const open = endPeriods(periods).findIndex(({ ends_at }) => ends_at === null);
    const [superseded] = periods.slice(open, open + 1);
    if (superseded && isOpenPeriod(superseded, each)) continue;
    periods.push({ ...each, ends_at: null, sequence: periods.length + 2 });
    if (superseded) superseded.ends_at = endPeriods(periods)[open]?.ends_at ?? null;
  }
  return periods;
}

/** The periods as read after these were started in turn. */
const history = (...begun: Begun[]): Affiliation[] =>
  endPeriods(stored(...begun)).map(({ sequence: _, ...period }) => period);

/** The periods by definition: each new period cuts all that end later. */
function cutAtOnce(...begun: Begun[]): Affiliation[] {
  return begun.reduce<Affiliation[]>((periods, each) => {
    if (periods.some((period) => isOpenPeriod(period, each))) return periods;
    const cut = periods.map((period) => {
      const end = Math.max(period.starts_at, each.starts_at);
      return { ...period, ends_at: Math.min(period.ends_at ?? end, end) };
    });
    return [...cut, { ...each, ends_at: null }];
  }, []);
}
const spans = (periods: Affiliation[]) => periods.map(({ starts_at, ends_at }) => [starts_at, ends_at]);

describe('a period begun', () => {
  test.each<[string, Begun[], (number | null)[][]]>([
    ['where there is none', [{ ...member, starts_at: 5 }], [[5, null]]],
    [
      'after the open one ends it where it begins',
      [
        { ...member, starts_at: 5 },
        { ...external, starts_at: 9 },
      ],
      [
        [5, 9],
        [9, null],
      ],
    ],
    [
      'for another entity ends it all the same',
      [
        { ...member, starts_at: 5 },
        { ...elsewhere, starts_at: 9 },
      ],
      [
        [5, 9],
        [9, null],
      ],
    ],
    [
      'once more, the same in everything, changes nothing',
      [
        { ...member, starts_at: 5 },
        { ...member, starts_at: 5 },
      ],
      [[5, null]],
    ],
    [
      'at the same time as something else leaves that without length',
      [
        { ...member, starts_at: 5 },
        { ...external, starts_at: 5 },
      ],
      [
        [5, 5],
        [5, null],
      ],
    ],
    [
      'before the open one leaves that without length',
      [
        { ...member, starts_at: 5 },
        { ...external, starts_at: 2 },
      ],
      [
        [5, 5],
        [2, null],
      ],
    ],
    [
      'before others takes the place of them all',
      [
        { ...member, starts_at: 5 },
        { ...external, starts_at: 9 },
        { ...member, starts_at: 7 },
      ],
      [
        [5, 7],
        [9, 9],
        [7, null],
      ],
    ],
  ])('%s', (_, begun, expected) => expect(spans(history(...begun))).toEqual(expected));
});

describe('any sequence of changes', () => {
  const begun = fc.record({
    entity_id: fc.constantFrom('primary_entity', 'another_entity'),
    status: fc.constantFrom('primary_entity' as const, 'external' as const),
    starts_at: fc.oneof(
      fc.integer({ min: 1, max: 12 }),
      fc.maxSafeNat().map((ms) => Math.max(1, ms)),
    ),
  });
  const histories = fc.array(begun, { minLength: 1, maxLength: 12 });
  const holding = (check: (periods: Affiliation[], all: Begun[]) => void) =>
    fc.assert(fc.property(histories, (all) => check(history(...all), all)));

  test('every period ends where it would if each change cut all others at once', () => {
    holding((periods, all) => expect(periods).toEqual(cutAtOnce(...all)));
  });

  test('the result does not depend on the order of reading, or on stored ends', () => {
    fc.assert(
      fc.property(histories, histories, (first, then) => {
        const old = cutAtOnce(...first).map((period) => ({ ...period, sequence: 0 }));
        const later = then.map((each, index) => ({ ...each, ends_at: null, sequence: index + 1 }));
        const cut = cutAtOnce(...first, ...then).length === first.length + then.length;
        fc.pre(cut);
        const read = endPeriods([...old, ...later].reverse()).reverse();
        expect(read.map(({ sequence: _, ...period }) => period)).toEqual(cutAtOnce(...first, ...then));
      }),
    );
  });

  test('exactly one period is open: the last begun', () => {
    holding((periods, all) => {
      expect(periods.filter(({ ends_at }) => ends_at === null)).toEqual([{ ...all.at(-1), ends_at: null }]);
    });
  });

  test('no period ends before it begins', () => {
    holding((periods) => {
      for (const { starts_at, ends_at } of periods) expect(ends_at ?? starts_at).toBeGreaterThanOrEqual(starts_at);
    });
  });

  test('no two periods overlap', () => {
    holding((periods) => {
      const long = periods
        .filter(({ starts_at, ends_at }) => ends_at !== starts_at)
        .sort((one, other) => one.starts_at - other.starts_at);
      for (const [index, { starts_at }] of long.slice(1).entries()) {
        expect(long[index]?.ends_at ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(starts_at);
      }
    });
  });

  test('the affiliation at any time is the one stated last for that time', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 13 }), (all, ms) => {
        const said = all.findLast(({ starts_at }) => starts_at <= ms);
        const found = affiliationAt(history(...all), new Date(ms));
        expect(found && { ...found, ends_at: null }).toEqual(said ? { ...said, ends_at: null } : null);
      }),
    );
  });

  test("the person's record is enough to know all current and future affiliations", () => {
    const time = fc.integer({ min: 0, max: 13 });
    fc.assert(
      fc.property(histories, time, time, (all, written, later) => {
        const read = new Date(Math.max(written, later));
        const kept = affiliationsFrom(history(...all), new Date(written));
        expect(affiliationAt(kept, read)).toEqual(affiliationAt(history(...all), read));
      }),
    );
  });

  test('a filter is passed by one current affiliation that has all it asks for', () => {
    const filters = fc.record({
      active_only: fc.boolean(),
      entity_id: fc.constantFrom(null, 'primary_entity', 'another_entity', 'nobody'),
      affiliation_status: fc.constantFrom(null, 'primary_entity' as const, 'external' as const),
    });
    fc.assert(
      fc.property(fc.array(begun, { maxLength: 6 }), fc.integer({ min: 0, max: 13 }), filters, (all, ms, filter) => {
        const said = all.findLast(({ starts_at }) => starts_at <= ms);
        const expected =
          (!filter.active_only || said !== undefined) &&
          (filter.entity_id === null || said?.entity_id === filter.entity_id) &&
          (filter.affiliation_status === null || said?.status === filter.affiliation_status);
        expect(passesFilter(filter, history(...all), new Date(ms))).toBe(expected);
      }),
    );
  });
});
