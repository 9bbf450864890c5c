import { expect, test } from '@jest/globals';
import { arxivDoi, arxivIdIn, parseArxivId } from '#src/vocabulary/identifiers/arxiv.ts';

test.each([
  ['1902.02534', '1902.02534'],
  ['0704.0001', '0704.0001'],
  ['arXiv:1902.02534v2', '1902.02534'],
  [' ARXIV: 1902.02534 ', '1902.02534'],
  ['https://arxiv.org/abs/1902.02534', '1902.02534'],
  ['http://arxiv.org/pdf/1902.02534v1.pdf', '1902.02534'],
  ['hep-th/9901001', 'hep-th/9901001'],
  ['math.GT/0309136', 'math/0309136'],
  ['1902.025', undefined],
  ['10.48550/arxiv.1902.02534', undefined],
  ['', undefined],
])('the identifier in %j is %s', (written, id) => {
  expect(parseArxivId(written)).toBe(id);
});

test.each(['1902.02534', 'hep-th/9901001'])('the DOI of %s leads back to it', (id) => {
  expect(arxivIdIn(arxivDoi(id))).toBe(id);
});

test.each(['10.5555/arxiv.1902.02534', '10.48550/arxiv.x', '10.48550/1902.02534'])(
  '%s is no DOI of an e-print',
  (doi) => {
    expect(arxivIdIn(doi)).toBeUndefined();
  },
);
