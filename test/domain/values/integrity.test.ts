import { describe, expect, test } from '@jest/globals';
import {
  distinctNotices,
  isReinstated,
  isRetractedBy,
  type Notice,
  noticeKinds,
  standingKind,
} from '#src/vocabulary/integrity.ts';

const notice = (written: string): Notice => {
  const [kind = '', date = null, doi = null, source = 'publisher'] = written.split(' ');
  return { kind, date: date || null, doi: doi || null, source };
};

describe('the notices of a publication', () => {
  test.each<[string[], boolean | null, string | null]>([
    [[], null, null],
    [['retraction 2020-01-02'], true, 'retraction'],
    [['withdrawal'], true, 'withdrawal'],
    [['removal 2020'], true, 'removal'],
    [['partial-retraction 2020'], false, 'partial-retraction'],
    [['expression-of-concern 2019', 'correction 2020'], false, 'expression-of-concern'],
    [['expression-of-concern 2019', 'retraction 2020'], true, 'retraction'],
    [['clarification'], false, 'clarification'],
    [['a-kind-of-a-later-release'], false, null],
    // A reinstatement ends what came before it, and nothing that came later.
    [['retraction 2020-01-02', 'reinstatement 2021-03-04'], false, null],
    [['retraction 2020', 'reinstatement 2020-03'], false, null],
    [['retraction 2020-03-04', 'reinstatement 2020-03-04'], false, null],
    [['retraction', 'reinstatement 2020-03-04'], false, null],
    [['retraction 2020-01-02', 'reinstatement'], false, null],
    [['retraction 2020-01-02', 'reinstatement 2021-03-04', 'retraction 2022'], true, 'retraction'],
    [['expression-of-concern 2020', 'reinstatement 2021'], false, null],
    [['retraction 2020', 'correction 2020', 'reinstatement 2021'], false, 'correction'],
  ])('%j: retracted %j, %j', (written, retracted, kind) => {
    for (const notices of [written.map(notice), written.map(notice).reverse()]) {
      expect(isRetractedBy(notices)).toBe(retracted);
      expect(standingKind(notices)).toBe(kind);
    }
  });

  test('are reinstated only if nothing retracts them again', () => {
    expect(isReinstated([])).toBe(false);
    expect(isReinstated(['retraction 2020', 'reinstatement 2021'].map(notice))).toBe(true);
    expect(isReinstated(['reinstatement 2021', 'retraction 2022'].map(notice))).toBe(false);
  });

  test('are each told once, oldest first, by the first source, with a date if any source has one', () => {
    const told = distinctNotices(
      [
        'retraction  10.5555/n publisher',
        'retraction 2020-02 10.5555/n retraction-watch',
        'correction 2019 10.5555/m retraction-watch',
      ].map(notice),
    );
    expect(told).toEqual([
      { kind: 'correction', date: '2019', doi: '10.5555/m', source: 'retraction-watch' },
      { kind: 'retraction', date: '2020-02', doi: '10.5555/n', source: 'publisher' },
    ]);
    expect(distinctNotices(Array.from({ length: 60 }, (_, n) => notice(`correction 2020 10.5555/${n}`)))).toHaveLength(
      50,
    );
  });

  test('have each kind once', () => {
    expect(new Set(noticeKinds).size).toBe(noticeKinds.length);
  });
});
