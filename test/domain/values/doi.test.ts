import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { Doi, doiPrefix, doiUrl, meantDois, parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { anyText } from '../../support/any-text.ts';
import { threadTimeMs } from '../../support/thread-time.ts';

const sici = '10.5555/(sici)1097-4571(199806)49:8<693::aid-abc4>3.0.co;2-#';

describe('one canonical form', () => {
  test.each([
    ['10.5555/ABC.Def', '10.5555/abc.def'],
    [' \n10.5555/abc\t', '10.5555/abc'],
    ['doi:10.5555/abc', '10.5555/abc'],
    ['DOI: 10.5555/abc', '10.5555/abc'],
    ['DOI 10.5555/abc', '10.5555/abc'],
    ['doi = 10.5555/abc', '10.5555/abc'],
    ['info:doi/10.5555/abc', '10.5555/abc'],
    ['urn:doi:10.5555/abc', '10.5555/abc'],
    ['http://dx.doi.org/10.5555/abc', '10.5555/abc'],
    ['https://doi.org/10.5555/abc', '10.5555/abc'],
    ['HTTPS://WWW.DOI.ORG/10.5555/ABC', '10.5555/abc'],
    ['doi.org/10.5555/abc', '10.5555/abc'],
    ['https://doi.org/doi:10.5555/abc', '10.5555/abc'],
    ['https://doi.org/https://doi.org/10.5555/abc', '10.5555/abc'],
    ['doi:https://doi.org/10.5555/abc', '10.5555/abc'],
    ['https://doi.org/10.5555%2Fabc%3C1%3E', '10.5555/abc<1>'],
    ['10.5555%2Fabc', '10.5555/abc'],
    ['10.5555%2Fabc%253C', '10.5555/abc%3c'],
    ['https://doi.org/10.5555/abc%253C', '10.5555/abc%3c'],
    ['https://doi.org/10.5555/abc?utm_source=mail', '10.5555/abc'],
    ['https://doi.org/10.5555/abc#section-2', '10.5555/abc'],
    ['https://doi.org/10.5555/broken%zz', '10.5555/broken%zz'],
    ['<10.5555/abc>', '10.5555/abc'],
    ['(doi:10.5555/abc)', '10.5555/abc'],
    ['10.5555 / abc', '10.5555/abc'],
    ['10.5555/\u200babc\ufeff', '10.5555/abc'],
    ['10.5555/abc\u2013d\u2010e\u2212f', '10.5555/abc-d-e-f'],
    ['10.5555/a&lt;b&gt;c&amp;amp;d', '10.5555/a<b>c&d'],
    // Characters that a suffix may contain.
    [sici.toUpperCase(), sici],
    [`https://doi.org/${sici}`, sici],
    ['10.5555/0046(2008)37[808:ab]2.0.co;2', '10.5555/0046(2008)37[808:ab]2.0.co;2'],
    ['10.5555/what?', '10.5555/what?'],
    ['10.5555/100%25', '10.5555/100%25'],
    ['10.5555/a/b//c', '10.5555/a/b//c'],
    ['10.5555/abc.', '10.5555/abc.'],
    ['10.5555/è', '10.5555/è'],
    ['10.1000.10/123', '10.1000.10/123'],
  ])('%j is %j', (written, doi) => {
    expect(parseDoi(written)).toBe(doi);
  });

  test.each([
    '',
    'abc',
    '10.5555',
    '10.5555/',
    '11.5555/abc',
    '10.abc/def',
    'http://hdl.handle.net/2080/2662',
    'https://example.org/10.5555/abc',
    '10.5555/abc and more words',
    '10.5555/a\u0000b',
    '10.5555/\ud800',
    `10.5555/${'x'.repeat(1000)}`,
    'see 10.5555/abc',
    '10.5555%252Fabc',
    'https://doi.org/10.5555%252Fabc',
  ])('%j is no DOI', (written) => {
    expect(parseDoi(written)).toBeUndefined();
    expect(Doi.safeParse(written).success).toBe(false);
  });

  test.each([
    ['10.5555%2Fabc', undefined],
    ['10.5555/abc%3C', '10.5555/abc%3c'],
    ['https://doi.org/10.5555/abc%3C', '10.5555/abc%3c'],
    ['https://doi.org/10.5555/abc?utm_source=mail', '10.5555/abc'],
  ])('%j, in which percent-encoding was undone before, is %j', (written, doi) => {
    expect(parseDoi(written, true)).toBe(doi);
  });

  test('a request is told what a DOI looks like', () => {
    expect(Doi.safeParse('x').error?.issues[0]?.message).toBe('must be a DOI, such as 10.1234/abc');
    expect(Doi.parse('doi:10.5555/ABC')).toBe('10.5555/abc');
  });
});

describe('its address', () => {
  test('only what a path cannot hold is encoded', () => {
    expect(doiUrl(sici)).toBe('https://doi.org/10.5555/(sici)1097-4571(199806)49:8%3C693::aid-abc4%3E3.0.co;2-%23');
    expect(doiUrl('10.5555/a?b%c[d]"{e}|\\^`è')).toBe(
      'https://doi.org/10.5555/a%3Fb%25c%5Bd%5D%22%7Be%7D%7C%5C%5E%60%C3%A8',
    );
  });

  test('it leads back to the DOI, whatever the suffix holds', () => {
    const characters = fc.constantFrom(
      ...'abcXYZ0189-._;()/:<>[]{}#?%&+=~*\'"\\^`|@,$!',
      'è',
      '中',
      '%2f',
      '&lt',
      ';',
      '\u2013',
    );
    const suffixes = fc.array(fc.oneof(characters, fc.string({ unit: 'grapheme', maxLength: 2 })), { minLength: 1 });
    fc.assert(
      fc.property(suffixes, (suffix) => {
        const doi = parseDoi(`10.5555/${suffix.join('')}`);
        if (doi === undefined) return;
        expect(parseDoi(doi)).toBe(doi);
        expect(parseDoi(doiUrl(doi))).toBe(doi);
        expect(parseDoi(`https://doi.org/${encodeURIComponent(doi)}`)).toBe(doi);
        expect(doiUrl(doi)).toMatch(/^https:\/\/doi\.org\/10\.5555\/[\w./~!$&'()*+,;=:@%-]+$/);
        expect(doiPrefix(doi)).toBe('10.5555');
      }),
      { numRuns: 1000 },
    );
  });

  test('reading never throws', () => {
    fc.assert(fc.property(anyText(), (written) => void parseDoi(written)));
  });

  test.each([' ', 'doi:', 'https://doi.org/', '10.', '?a=', '&amp;', '%2f', '. '])(
    'a long text made of %j takes no long time',
    async (piece) => {
      const tookMs = await threadTimeMs(() => {
        for (const start of ['', 'a', '10.5555', 'https://doi.org/10.5555/a']) {
          parseDoi(`${start}${piece.repeat(200_000 / piece.length)}a`);
        }
      });
      expect(tookMs).toBeLessThan(1500);
    },
  );
});

describe('a DOI that no agency knows may be meant as', () => {
  test.each<[written: string, ...meant: string[]]>([
    ['10.5555/abc/abstract', '10.5555/abc'],
    ['10.5555/abc/fulltext', '10.5555/abc'],
    ['10.5555/abc/full/', '10.5555/abc/full', '10.5555/abc'],
    ['10.5555/abc/epdf', '10.5555/abc'],
    ['10.5555/abc/meta', '10.5555/abc'],
    ['10.5555/abc.full.pdf', '10.5555/abc.full', '10.5555/abc'],
    ['10.5555/abc#sec-1', '10.5555/abc'],
    ['10.5555/abc?journalcode=kiln', '10.5555/abc'],
    ['10.5555/abc/', '10.5555/abc'],
    ['10.5555/abc,', '10.5555/abc'],
    ['10.5555/abc;', '10.5555/abc'],
    ['10.5555/abc*', '10.5555/abc'],
    ['10.5555/abc”', '10.5555/abc'],
    ['10.5555/abc)', '10.5555/abc'],
    ['10.5555/abc].', '10.5555/abc]', '10.5555/abc'],
    ['10.5555/abc>', '10.5555/abc'],
    ['10.5555/abc10.5555/abc', '10.5555/abc'],
    ['10.5555/abc;https://doi.org/10.5555/def', '10.5555/abc', '10.5555/def'],
    ['10.5555/abc|10.5555/def/pdf', '10.5555/abc', '10.5555/def/pdf', '10.5555/def'],
    ['10.5555/(sici)7%3C1%3E2', '10.5555/(sici)7<1>2'],
    ['10.5555/abc%5B1%5D/full', '10.5555/abc[1]/full', '10.5555/abc[1]'],
    ['10.5555/a(05)'],
    ['10.5555/a[1]'],
    ['10.5555/abc'],
    ['10.5555/full'],
    ['10.5555/painful'],
    ['10.5555/abc/abstracts'],
  ])('%s', (written, ...meant) => {
    expect(meantDois(parseDoi(written, true) ?? '')).toEqual(meant);
  });

  test('at most four, in little time', () => {
    for (const part of ['/full', ')', '?', '10.5555/', '%5b', '.', '/'])
      expect(meantDois(`10.5555/a${part.repeat(120)}`).length).toBeLessThanOrEqual(4);
  });
});
