import { describe, expect, test } from '@jest/globals';
import { HttpUrl, OpenObject, openArray, openField } from '#src/vocabulary/json/open-json.ts';

const typed = 'HTTPS://Evil.example/"><script>?q="<b>"#"';
const canonical = 'https://evil.example/%22%3E%3Cscript%3E?q=%22%3Cb%3E%22#%22';

describe('URLs are parsed to their canonical form', () => {
  test('by themselves', () => {
    expect(HttpUrl.parse(` ${typed} `)).toBe(canonical);
    expect(HttpUrl.parse(canonical)).toBe(canonical);
    expect(HttpUrl.parse('https://example.org')).toBe('https://example.org/');
  });

  test('in fields that are named as addresses, at any depth, and in no others', () => {
    const written = { logo: { src: typed }, images: [{ href: [typed], alt: typed }], oa_url: typed, note: typed };
    const parsed = {
      logo: { src: canonical },
      images: [{ href: [canonical], alt: typed }],
      oa_url: canonical,
      note: typed,
    };
    expect(OpenObject.parse(written)).toEqual(parsed);
    expect(openArray(1).parse([written])).toEqual([parsed]);
    expect(openField('data').parse(written)).toEqual(parsed);
    expect(openField('url').parse(typed)).toBe(canonical);
    expect(openField('title').parse(typed)).toBe(typed);
  });

  test('unless they become too long by it, or are none', () => {
    expect(HttpUrl.safeParse(`https://example.org/${'"'.repeat(1_500)}`).success).toBe(false);
    expect(HttpUrl.safeParse('javascript:alert(1)').success).toBe(false);
    expect(openField('url').safeParse('javascript:alert(1)').success).toBe(false);
    expect(openField('url').parse('')).toBe('');
  });
});

test('nesting that is too deep is refused before anything looks into it', () => {
  const deep = Array.from({ length: 50_000 }).reduce<unknown>((inner) => [inner], 'x');
  expect(openField('url').safeParse(deep).success).toBe(false);
});
