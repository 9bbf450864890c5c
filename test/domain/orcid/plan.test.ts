import { describe, expect, test } from '@jest/globals';
import { planRecord } from '#src/records/orcid/plan.ts';
import { aGroup } from '../../support/builders.ts';

describe('what an ORCID record holds', () => {
  test('each self DOI of a group is a publication with its own summaries, that of the preferred one first', () => {
    const { publications, works } = planRecord([
      aGroup(
        { putCode: 1, displayIndex: 0, selfDois: ['10.5555/preprint'] },
        { putCode: 2, displayIndex: 1, selfDois: ['10.5555/article'] },
        { putCode: 3, displayIndex: 0 },
      ),
    ]);
    expect(works).toEqual([]);
    const grouped = ['10.5555/article', '10.5555/preprint'];
    expect(publications).toMatchObject([
      { doi: '10.5555/article', grouped, summary: { putCode: 2 }, others: [{ putCode: 3 }], putCodes: [2, 3] },
      { doi: '10.5555/preprint', grouped, summary: { putCode: 1 }, others: [], putCodes: [1] },
    ]);
  });

  test('a negative display index comes after zero', () => {
    const group = aGroup({ displayIndex: -1, selfDois: ['10.5555/a'] }, { displayIndex: 0, selfDois: ['10.5555/b'] });
    expect(planRecord([group]).publications[0]?.doi).toBe('10.5555/b');
  });

  test('equally preferred summaries: the first on the record', () => {
    const group = aGroup({ selfDois: ['10.5555/a'] }, { selfDois: ['10.5555/b'] });
    expect(planRecord([group]).publications[0]?.doi).toBe('10.5555/a');
  });

  test('a preferred summary without a DOI gives the bibliography, the next one the DOI', () => {
    const group = aGroup({ displayIndex: 5, title: 'Preferred' }, { displayIndex: 0, selfDois: ['10.5555/a'] });
    expect(planRecord([group]).publications).toMatchObject([{ doi: '10.5555/a', summary: { title: 'Preferred' } }]);
  });

  test('a DOI that only the group carries counts', () => {
    const group = { ...aGroup({}), selfDois: ['10.5555/a'] };
    expect(planRecord([group]).publications).toMatchObject([{ doi: '10.5555/a' }]);
  });

  test('of more DOIs of one group the first are kept, and the preferred summary says so', () => {
    const selfDois = Array.from({ length: 51 }, (_, index) => `10.5555/${index}`);
    const { publications } = planRecord([{ ...aGroup({ putCode: 1 }), selfDois }]);
    expect(publications.map(({ doi }) => doi)).toEqual(selfDois.slice(0, 50));
    const cuts = ['the DOIs of its group were cut to the first 50 of 51'];
    expect(publications[0]?.summary.cuts).toEqual(cuts);
  });

  test('a group without a DOI is a work, named by its lowest put-code', () => {
    const { publications, works } = planRecord([aGroup({ putCode: 9, displayIndex: 1 }, { putCode: 4 })]);
    expect(publications).toEqual([]);
    expect(works).toMatchObject([{ putCodes: [4, 9], preferred: { putCode: 9 } }]);
  });

  test('what groups say of the same DOI is one publication', () => {
    const { publications } = planRecord([
      aGroup({ putCode: 1, selfDois: ['10.5555/a'] }),
      aGroup({ putCode: 2, selfDois: ['10.5555/b', '10.5555/a'] }),
    ]);
    expect(publications).toMatchObject([
      { doi: '10.5555/a', grouped: ['10.5555/b', '10.5555/a'], putCodes: [1, 2] },
      { doi: '10.5555/b', grouped: ['10.5555/b', '10.5555/a'], putCodes: [2] },
    ]);
  });

  test('all summaries of a publication are kept, in the order of preference, up to a limit', () => {
    const summaries = Array.from({ length: 30 }, (_, index) => ({
      putCode: index,
      displayIndex: index === 7 ? 1 : 0,
      selfDois: ['10.5555/a'],
    }));
    const [planned] = planRecord([aGroup(...summaries.slice(0, 10)), aGroup(...summaries.slice(10))]).publications;
    expect(planned?.summary.putCode).toBe(7);
    expect(planned?.others.map(({ putCode }) => putCode)).toEqual([0, 1, 2, 3, 4, 5, 6, 8, ...rangeFrom(9, 11)]);
    expect(planned?.putCodes).toHaveLength(30);
  });

  test('an empty group is nothing', () => {
    expect(planRecord([{ summaries: [], selfDois: [], pmids: [], pmcids: [], identifiers: [] }])).toEqual({
      publications: [],
      works: [],
    });
  });
});

const rangeFrom = (start: number, length: number) => Array.from({ length }, (_, index) => start + index);
