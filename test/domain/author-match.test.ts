import { describe, expect, test } from '@jest/globals';
import { matchAuthor, type PersonNames } from '../../src/domain/author-match.ts';
import { anAuthor, carberry, lovelace } from '../support/builders.ts';

const josiah: PersonNames = { orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' };

describe('matching a person to an author', () => {
  test('the author with the iD, whatever the name', () => {
    const authors = [anAuthor('Josiah Carberry'), anAuthor('Someone Else', carberry)];
    expect(matchAuthor(authors, josiah)).toEqual({ position: 1, evidence: 'orcid' });
  });

  const byName: [string, string[], number | null][] = [
    ['the same name', ['Ada Lovelace', 'Josiah Carberry'], 1],
    ['an initial for the given name', ['J. Carberry'], 0],
    ['another case', ['JOSIAH CARBERRY'], 0],
    ['another initial', ['A. Carberry'], null],
    ['another given name of the same initial', ['Joseph Carberry'], null],
    ['a family name alone', ['Carberry'], null],
    ['two who could be', ['J. Carberry', 'Josiah Carberry'], null],
    ['nobody', ['Ada Lovelace'], null],
    ['no authors', [], null],
  ];
  test.each(byName)('by name: %s', (_, names, position) => {
    expect(
      matchAuthor(
        names.map((name) => anAuthor(name)),
        josiah,
      )?.position ?? null,
    ).toBe(position);
  });

  test('not somebody of the same name with another iD', () => {
    expect(matchAuthor([anAuthor('Josiah Carberry', lovelace)], josiah)).toBeNull();
  });

  test.each([
    ['Jürgen', 'Müller', 'Jurgen', 'Muller'],
    ['Jean-Pierre', 'O’Neill', 'J.-P.', 'ONeill'],
    ['Søren', 'Łukasz-Strauß', 'Soren', 'Lukasz Strauss'],
    ['Maria', 'de la Cruz', 'Maria', 'De La Cruz'],
  ])('accents, hyphens and apostrophes do not tell %s %s apart', (givenName, familyName, given, family) => {
    const author = { ...anAuthor('x'), given, family };
    expect(matchAuthor([author], { orcid: carberry, name: null, givenName, familyName })?.position).toBe(0);
  });

  test('a middle name that one of them lacks does not tell them apart', () => {
    const author = { ...anAuthor('x'), given: 'Josiah S.', family: 'Carberry' };
    expect(matchAuthor([author], josiah)?.position).toBe(0);
  });

  test('a person with a private name is not matched by name', () => {
    expect(
      matchAuthor([anAuthor('Josiah Carberry')], { ...josiah, name: null, givenName: null, familyName: null }),
    ).toBeNull();
  });
});
