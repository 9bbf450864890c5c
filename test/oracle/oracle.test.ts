import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { canonicalDoi, type Expected, expectedRegistry } from './oracle.ts';
import { recordedWorks } from './recordings.ts';

const sample = join(import.meta.dirname, '../../local/sample');

type Id = [type: string, value: string, relationship?: string];

const externalIds = (ids: Id[]) => ({
  'external-id': ids.map(([type, value, relationship = 'self']) => ({
    'external-id-type': type,
    'external-id-value': value,
    'external-id-relationship': relationship,
  })),
});

const summary = (putCode: number, displayIndex: string | null, ...ids: Id[]) => ({
  'put-code': putCode,
  'display-index': displayIndex,
  'external-ids': externalIds(ids),
});

const group = (summaries: unknown[], ...ids: Id[]) => ({ 'external-ids': externalIds(ids), 'work-summary': summaries });

/** A group of one summary with these DOIs. */
const doiGroup = (...dois: string[]) => group([summary(1, '0', ...dois.map((doi): Id => ['doi', doi]))]);

/** The expectation as plain text: `doi (orcids)`. */
const told = ({ publications }: Expected) => [...publications].map(([doi, { orcids }]) => `${doi} (${[...orcids]})`);

const one = (...groups: unknown[]) => expectedRegistry([{ orcid: 'A', groups }]);

describe('the oracle', () => {
  it.each([
    ['10.5555/A', '10.5555/a'],
    [' 10.1017/9781108583664', '10.1017/9781108583664'],
    ['http://dx.doi.org/10.13140/2.1', '10.13140/2.1'],
    ['HTTPS://DOI.ORG/10.5555/a%2Fb', '10.5555/a/b'],
    ['doi: 10.5555/a', '10.5555/a'],
    ['10.5555/\u200ba\ufeff', '10.5555/a'],
    ['10.1000.10/123', '10.1000.10/123'],
    ['10.1603/0046-225X(2008)37[808:R]2.0.CO;2', '10.1603/0046-225x(2008)37[808:r]2.0.co;2'],
    ['http://hdl.handle.net/2080/2400', undefined],
    ['10.5555', undefined],
    ['10.5555/', undefined],
    ['11.5555/a', undefined],
    ['10.abc/a', undefined],
    ['', undefined],
  ])('reads %j as the DOI %j', (written, doi) => {
    expect(canonicalDoi(written)).toBe(doi);
  });

  it('expects a publication of each DOI of a group, that of the preferred summary first', () => {
    const summaries = [
      summary(1, '0', ['doi', '10.5555/b'], ['eid', 'x']),
      summary(2, '3', ['doi', '10.5555/C'], ['doi', '10.5555/d'], ['eid', 'x']),
    ];
    expect(told(one(group(summaries, ['doi', '10.5555/a'])))).toEqual(
      ['c', 'd', 'b', 'a'].map((name) => `10.5555/${name} (A)`),
    );
  });

  it('expects several works of a group that has only a book or a journal in common', () => {
    const titled = (title: string, id: number, ...ids: Id[]) => ({
      ...summary(id, '0', ['issn', '1234-5678'], ...ids),
      title: { title: { value: title } },
    });
    const summaries = [titled('Pots', 1, ['doi', '10.5555/a']), titled('Kilns', 2), titled('Shards', 3)];
    const expected = one(group([...summaries, titled('KILNS.', 4)]));
    expect(told(expected)).toEqual(['10.5555/a (A)']);
    expect(expected.works.map(({ putCodes }) => putCodes)).toEqual([[2, 4], [3]]);
  });

  it('reads DOIs as people paste them', () => {
    expect(told(one(doiGroup('10.5555/a\\_b.')))).toEqual(['10.5555/a_b (A)']);
  });

  it('makes nothing of a file of a data set and of a figure', () => {
    const files = (...dois: string[]) =>
      group([{ ...summary(1, '0', ...dois.map((doi): Id => ['doi', doi])), type: 'data-set' }]);
    const dataset = '10.7910/dvn/xnoarv';
    expect(
      told(one(files(dataset), files(`${dataset}/qh6uhc`), doiGroup('10.1371/journal.pone.0000001.g001'))),
    ).toEqual([`${dataset} (A)`]);
    expect(told(one(doiGroup('10.5555/abc123/def456')))).toEqual(['10.5555/abc123/def456 (A)']);
  });

  it('takes the DOI of the address, or else of the e-print, of a group that has none', () => {
    const address = { url: { value: 'http://dx.doi.org/10.5555/A' } };
    const eprint = summary(1, '0', ['arxiv', 'arXiv:1902.02534v2']);
    expect(told(one(group([{ ...eprint, ...address }])))).toEqual(['10.5555/a (A)']);
    expect(told(one(group([eprint])))).toEqual(['10.48550/arxiv.1902.02534 (A)']);
    const listed = summary(2, '0', ['doi', '10.5555/b'], ['arxiv', 'arXiv:1902.02534v2']);
    expect(told(one(group([eprint, listed])))).toEqual(['10.5555/b (A)']);
    expect(told(one(group([{ ...summary(1, '0', ['doi', '10.5555/a', 'part-of']), ...address }])))).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['part-of', group([summary(7, '0', ['doi', '10.5555/book', 'part-of'])])],
    [
      'version-of',
      group([summary(7, '0', ['doi', '10.5555/concept', 'version-of'])], ['doi', '10.5555/x', 'version-of']),
    ],
    ['another type', group([summary(7, '0', ['uri', 'https://doi.org/10.5555/a'])])],
    ['a handle', group([summary(7, '0', ['doi', 'http://hdl.handle.net/2080/2400'])])],
    ['none', { 'external-ids': null, 'work-summary': [{ 'put-code': 7, 'external-ids': null }] }],
  ])('makes a work of a group whose only identifier is %s', (_, identified) => {
    const expected = one(identified);
    expect(told(expected)).toEqual([]);
    expect(expected.works).toEqual([{ orcid: 'A', putCodes: [7] }]);
  });

  it('links everybody who has a DOI to its publication', () => {
    const expected = expectedRegistry([
      { orcid: 'A', groups: [doiGroup('10.5555/a', '10.5555/b')] },
      { orcid: 'B', groups: [doiGroup('10.5555/c', '10.5555/B')] },
    ]);
    expect(told(expected)).toEqual(['10.5555/a (A)', '10.5555/b (A,B)', '10.5555/c (B)']);
  });

  it('finds in the sample what its README promises, in every order of the researchers', () => {
    const records = recordedWorks(sample);
    expect(records).toHaveLength(3);
    const orders = records.flatMap((first, at) => {
      const [second, third] = records.toSpliced(at, 1);
      return second && third
        ? [
            [first, second, third],
            [first, third, second],
          ]
        : [];
    });
    const expectations = orders.map(expectedRegistry);
    for (const { publications, works } of expectations) {
      expect([publications.size, works.length]).toEqual([13, 2]);
    }
    const sorted = expectations.map(({ publications }) => [...publications.keys()].sort().join(' '));
    expect(new Set(sorted).size).toBe(1);
    expect(expectations[0]?.publications.get('10.5555/acp.2019.0042')?.orcids.size).toBe(2);
  });
});
