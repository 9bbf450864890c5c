import { describe, expect, test } from '@jest/globals';
import { bibliographyOf, planRecord, translationsOf, withTitle } from '../../src/domain/orcid-plan.ts';
import { aBibliography, aGroup, aSummary } from '../support/builders.ts';

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

  test('an empty group is nothing', () => {
    expect(planRecord([{ summaries: [], selfDois: [] }])).toEqual({ publications: [], works: [] });
  });
});

describe('a summary as a bibliography', () => {
  test.each([
    ['conference-paper', 'proceedings-article'],
    ['data-set', 'dataset'],
    ['journal-article', 'journal-article'],
    ['dissertation-thesis', 'dissertation'],
    [null, null],
  ])('the type %s is %s', (workType, expected) => {
    expect(bibliographyOf(aSummary({ workType })).publication_type).toBe(expected);
  });

  test('gives its title only if the agency has none', () => {
    const summary = aSummary({ title: 'By hand' });
    expect(withTitle(aBibliography({ title: null, publisher: 'Brown' }), summary)).toMatchObject({
      title: 'By hand',
      publisher: 'Brown',
    });
    expect(withTitle(aBibliography({ title: 'Deposited' }), summary).title).toBe('Deposited');
  });

  test('a translated title: the original here, the translation beside it', () => {
    const summary = aSummary({ title: { en: 'Pots', es: 'Ollas' } });
    expect(bibliographyOf(summary).title).toBe('Pots');
    expect(translationsOf(summary)).toEqual({ es: 'Ollas' });
  });

  test('an original in an unknown language with an English translation', () => {
    const summary = aSummary({ title: { und: 'Ollas', en: 'Pots' } });
    expect(bibliographyOf(summary).title).toBe('Ollas');
    expect(translationsOf(summary)).toEqual({ en: 'Pots' });
  });
});
