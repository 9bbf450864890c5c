import { expect, test } from '@jest/globals';
import { mergedFunders } from '../../src/domain/funders/funders.ts';
import type { Funder } from '../../src/domain/values/bibliography.ts';
import { threadTimeMs } from '../support/thread-time.ts';

const funder = (parts: Partial<Funder>): Funder => ({
  name: null,
  doi: null,
  ror: null,
  awards: [],
  award_details: [],
  ...parts,
});

test('entries are one funder if a later one has the identifiers of both', () => {
  const [byRor, byDoi] = [{ ror: 'https://ror.org/05gq02987' }, { doi: '10.13039/555' }];
  const entries = [funder({ ...byRor, awards: ['1'] }), funder({ ...byDoi, awards: ['2'] })];
  expect(mergedFunders(entries)).toEqual(entries);
  expect(mergedFunders([...entries, funder({ ...byRor, ...byDoi })])).toEqual([
    funder({ ...byRor, ...byDoi, awards: ['1', '2'] }),
  ]);
});

test('many entries of one funder with many awards take no long time', async () => {
  const entries = Array.from({ length: 1_000 }, (_, n) =>
    funder({ name: 'Kiln Fund', awards: Array.from({ length: 100 }, (_, award) => `${n}-${award}`) }),
  );
  const tookMs = await threadTimeMs(() => {
    expect(mergedFunders(entries)[0]?.awards).toHaveLength(100_000);
  });
  expect(tookMs).toBeLessThan(3_000);
});
