import { describe, expect, test } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { rowOf } from '#src/records/publications/row-of.ts';
import { boundedBibliography, withinLimits } from '#src/sources/limits/cut.ts';
import { bibliographyLimits } from '#src/sources/limits/fields.ts';
import { JsonTooLarge, jsonLimits, parseJson } from '#src/sources/limits/json.ts';
import { readers } from '#src/sources/readers.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import type { Limit } from '#src/vocabulary/limits.ts';
import { aBibliography, anAuthor, anIncoming } from '../support/builders.ts';

const long = 'kiln '.repeat(30_000);

describe('the limits of a field', () => {
  test.each(Object.entries<Limit>(bibliographyLimits))('%s', (field, limit) => {
    const { characters, entries = 1, each } = limit;
    const entry = each ? Object.fromEntries(Object.keys(each).map((name) => [name, long])) : long;
    const isList = Array.isArray(aBibliography()[field as keyof Bibliography]);
    const value = isList ? Array.from({ length: entries + 1 }, () => entry) : long;
    const cut = withinLimits({ [field]: value }, { [field]: limit });
    expect(cut.cuts).toEqual(expect.arrayContaining([expect.stringMatching(`^${field}.* was (?:cut to|left out)`)]));
    const kept = cut.value[field];
    const size = JSON.stringify(kept).length;
    expect(size).toBeLessThanOrEqual(limit.totalCharacters ? limit.totalCharacters * 1.2 : 60_000);
    if (isList) expect((kept as unknown[]).length).toBeLessThanOrEqual(entries);
    else if (limit.isWhole) expect(kept).toBeNull();
    else expect(kept).toHaveLength(characters ?? 0);
  });

  test('what is within them stays as it is', () => {
    const read = aBibliography({
      title: { en: 'Kilns', pt: 'Fornos' },
      title_html: '<i>Kilns</i>',
      authors: Array.from({ length: 20_000 }, (_, n) => ({
        ...anAuthor(`Kiln ${n}`),
        affiliations: ['Institute of Pottery'],
      })),
    });
    expect(boundedBibliography(read)).toEqual({ bibliography: read, cuts: [] });
  });

  test('a cut text ends with a whole character, and a cut title has no markup', () => {
    const read = aBibliography({ title: `${'a'.repeat(1_998)}😀😀`, title_html: '<i>a</i>' });
    const { bibliography } = boundedBibliography(read);
    expect(bibliography).toMatchObject({ title: `${'a'.repeat(1_998)}…`, title_html: null });
  });
});

describe('the JSON of an answer', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;

  test('may be so deep', () => {
    expect(parseJson(nested(jsonLimits.depth)).body).toEqual(JSON.parse(nested(jsonLimits.depth)));
    expect(() => parseJson(nested(jsonLimits.depth + 2))).toThrow(JsonTooLarge);
  });

  test('brackets, commas and quotes in texts do not count', () => {
    const body = { '[[": ': `${'[{,'.repeat(1_000)}\\"${'\\\\"'.repeat(100)}`, b: ['"', '\\'] };
    expect(parseJson(JSON.stringify(body))).toEqual({ body, cuts: [] });
  });

  test('long texts and lists are cut, each named once', () => {
    const { body, cuts } = parseJson(JSON.stringify({ a: [{ b: 'x'.repeat(200_000) }, { b: 'x'.repeat(200_000) }] }));
    expect(body).toEqual({ a: [{ b: 'x'.repeat(100_000) }, { b: 'x'.repeat(100_000) }] });
    expect(cuts).toEqual(['a.b was cut to 100,000 characters']);
  });

  test('what is no JSON has no body', () => {
    expect(parseJson('<html>').body).toBeUndefined();
    expect(parseJson(']]]').body).toBeUndefined();
  });
});

test('51 records with titles of 150 KB make small rows, also with an edited title', () => {
  const raw = {
    DOI: '10.5555/kiln',
    title: [long],
    subtitle: [long],
    author: [{ family: long }],
    'container-title': [long],
  };
  const answer = readers.crossref.parse(raw, '');
  const record = applyIncoming(
    undefined,
    anIncoming({ original: answer?.bibliography ?? aBibliography() }),
    [],
    new Date(),
  );
  const edited = Object.fromEntries(['en', 'pt', 'de', 'fr', 'it', 'es'].map((language) => [language, long]));
  for (const title of [undefined, long, edited]) {
    const row = rowOf({ ...record, edits: { title } });
    expect(JSON.stringify(row).length).toBeLessThan(10_000);
    expect(row.title).toEqual(
      title === edited ? expect.objectContaining({ en: expect.stringMatching(/^kiln/) }) : expect.any(String),
    );
  }
});
