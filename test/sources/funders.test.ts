import { describe, expect, test } from '@jest/globals';
import type { Funder } from '#src/vocabulary/bibliography.ts';
import { awardsOfFunder, funderName, mergedFunders } from '#src/vocabulary/funders/funders.ts';
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

describe('a funder without a name', () => {
  const ror = 'https://ror.org/05gq02987';

  test('gets that of the one funder with the same award', () => {
    const nameless = funder({ ror, awards: ['KF–12'] });
    const named = funder({ name: 'Kiln Fund', doi: '10.13039/555', awards: ['kf-12', '13'] });
    const other = funder({ name: 'Clay Fund', awards: ['14'] });
    expect(mergedFunders([nameless, other, named])).toEqual([
      other,
      funder({ name: 'Kiln Fund', ror, doi: '10.13039/555', awards: ['kf-12', '13'] }),
    ]);
  });

  test.each([
    ['two funders have the award', [{ name: 'Kiln Fund' }, { name: 'Clay Fund' }]],
    ['the other has another ROR iD', [{ name: 'Kiln Fund', ror: 'https://ror.org/021nxhr62' }]],
  ])('stays so if %s', (_, others) => {
    const entries = [{ ror }, ...others].map((each) => funder({ ...each, awards: ['KF-12'] }));
    expect(mergedFunders(entries)).toEqual(entries);
  });

  test('is called by its identifier', () => {
    expect(funderName(funder({ ror, doi: '10.13039/555' }))).toBe(ror);
    expect(funderName(funder({ doi: '10.13039/555' }))).toBe('https://doi.org/10.13039/555');
    expect(funderName(funder({ awards: ['1'] }))).toBeNull();
  });
});

test('awards have the address that the source states, or that of their DOI', () => {
  const awards = ['KF-1', '10.35802/218300', 'https://doi.org/10.46936/Grant1', '10.12/2015'];
  const details = [
    { number: 'KF-1', title: 'Cracks', uri: 'https://fund.example/1' },
    { number: null, title: 'Glazes', uri: 'https://fund.example/2' },
  ];
  expect(awardsOfFunder(funder({ awards, award_details: details }))).toEqual([
    { number: 'KF-1', title: 'Cracks', uri: 'https://fund.example/1' },
    { number: '10.35802/218300', title: null, uri: 'https://doi.org/10.35802/218300' },
    { number: 'https://doi.org/10.46936/Grant1', title: null, uri: 'https://doi.org/10.46936/grant1' },
    { number: '10.12/2015', title: null, uri: null },
    { number: null, title: 'Glazes', uri: 'https://fund.example/2' },
  ]);
});
