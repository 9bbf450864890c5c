import { describe, expect, test } from '@jest/globals';
import { coauthorEvidence } from '#src/matching/coauthors.ts';
import { carberry } from '../../support/builders.ts';

const josiah = { orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' };
const other = (doi: string, ...names: string[]) => ({ doi, names });
const crowd = Array.from({ length: 50 }, (_, n) => `Ada Lovelace${String.fromCodePoint(97 + (n % 26))}`);

describe('what other publications of a researcher say', () => {
  test('of a candidate: where somebody of this name stands beside them', () => {
    const others = [
      other('10.5555/sister', 'Carberry, Josiah', 'Jane Carberry'),
      other('10.5555/alone', 'Josiah Carberry'),
      other('10.5555/initials', 'J. Carberry', 'Ada Lovelace'),
      other('10.5555/without', 'Jane Carberry'),
    ];
    const { besides } = coauthorEvidence(josiah, ['J. Carberry', 'Josiah Carberry'], [0, 1], others);
    expect(besides).toEqual([['10.5555/sister'], []]);
  });

  test('of namesakes: that both stand on others, too', () => {
    const twice = [other('10.5555/both', 'Josiah Carberry', 'Josiah M. Carberry')];
    const { besides } = coauthorEvidence(josiah, ['Josiah Carberry', 'J. Carberry'], [0, 1], twice);
    expect(besides).toEqual([['10.5555/both'], ['10.5555/both']]);
  });

  test('of the other authors: who stands on them, the most frequent first, each once a publication', () => {
    const others = [
      other('10.5555/1', 'J. Carberry', 'A. Lovelace', 'Ada Lovelace'),
      other('10.5555/2', 'J. Carberry', 'Charles Babbage', 'A. A. Lovelace'),
    ];
    const authors = ['Carberry', 'Charles Babbage', 'Grace Hopper', 'Ada Lovelace', 'Josiah Carberry'];
    expect(coauthorEvidence(josiah, authors, [0], others).shared).toEqual([
      { name: 'Ada Lovelace', publications: 2 },
      { name: 'Charles Babbage', publications: 1 },
    ]);
  });

  test('nothing in lists of more than 50 authors', () => {
    const authors = ['J. Carberry', 'Ada Lovelacea'];
    const long = [other('10.5555/long', 'Josiah Carberry', 'Jane Carberry', ...crowd)];
    expect(coauthorEvidence(josiah, authors, [0], long)).toEqual({ shared: [], besides: [[]] });
    const short = [other('10.5555/short', 'Josiah Carberry', 'Ada Lovelacea')];
    expect(coauthorEvidence(josiah, [...authors, ...crowd], [0], short).shared).toEqual([]);
  });

  test('of an editor or an unknown person: nothing', () => {
    const nobody = { orcid: carberry, name: null, givenName: null, familyName: null };
    const others = [other('10.5555/1', 'Josiah Carberry', 'Jane Carberry')];
    expect(coauthorEvidence(nobody, ['Jane Carberry'], [-1], others).besides).toEqual([[]]);
  });
});
