import { describe, expect, test } from '@jest/globals';
import { planRecord } from '../../../src/domain/orcid/plan.ts';
import { aGroup } from '../../support/builders.ts';

describe('what an ORCID record holds', () => {
  test('a group with a self DOI is a publication under the DOI of its preferred summary', () => {
    const { publications, works } = planRecord([
      aGroup(
        { putCode: 1, displayIndex: 0, selfDois: ['10.5555/preprint'] },
        { putCode: 2, displayIndex: 1, selfDois: ['10.5555/article'] },
      ),
    ]);
    expect(works).toEqual([]);
    expect(publications).toMatchObject([
      { doi: '10.5555/article', aliases: ['10.5555/preprint'], putCodes: [2, 1].sort() },
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

  test('a group without a DOI is a work, named by its lowest put-code', () => {
    const { publications, works } = planRecord([aGroup({ putCode: 9, displayIndex: 1 }, { putCode: 4 })]);
    expect(publications).toEqual([]);
    expect(works).toMatchObject([{ putCodes: [4, 9], preferred: { putCode: 9 } }]);
  });

  test('groups that share a DOI are one publication', () => {
    const { publications } = planRecord([
      aGroup({ putCode: 1, selfDois: ['10.5555/a'] }),
      aGroup({ putCode: 2, selfDois: ['10.5555/b', '10.5555/a'] }),
    ]);
    expect(publications).toMatchObject([{ doi: '10.5555/a', aliases: ['10.5555/b'], putCodes: [1, 2] }]);
  });

  test('a group with the DOIs of two publications does not merge them', () => {
    const { publications } = planRecord([
      aGroup({ selfDois: ['10.5555/a'] }),
      aGroup({ selfDois: ['10.5555/b'] }),
      aGroup({ selfDois: ['10.5555/c', '10.5555/a', '10.5555/b'] }),
    ]);
    expect(publications.map(({ doi, aliases }) => [doi, aliases])).toEqual([
      ['10.5555/a', ['10.5555/c']],
      ['10.5555/b', []],
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
    expect(planRecord([{ summaries: [], selfDois: [], pmids: [], pmcids: [] }])).toEqual({
      publications: [],
      works: [],
    });
  });
});

const rangeFrom = (start: number, length: number) => Array.from({ length }, (_, index) => start + index);
