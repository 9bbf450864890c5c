import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { fittedBody, maxBodyBytes } from '#src/http/fitted-body.ts';
import { defineRoute } from '#src/http/route.ts';
import { call } from '../support/event.ts';
import { captureLog } from '../support/log.ts';

captureLog();
const many = <T>(length: number, of: (index: number) => T): T[] => Array.from({ length }, (_, index) => of(index));
/** The body, its size in the response, and whether it was cut. */
const fitted = <T>(body: T) => {
  const { text, isAbridged } = fittedBody(body);
  return { body: JSON.parse(text) as T, bytes: Buffer.byteLength(JSON.stringify(text)) - 2, isAbridged };
};

test('a body within the limit is as it was, to the byte', () => {
  const body = { texts: ['"'.repeat((maxBodyBytes - 100) / 4)], none: null, number: 1 };
  expect(fitted(body)).toMatchObject({ body, isAbridged: false });
  const { bytes } = fitted({ texts: [''] });
  const exact = { texts: ['x'.repeat(maxBodyBytes - bytes)] };
  expect(fitted(exact)).toEqual({ body: exact, bytes: maxBodyBytes, isAbridged: false });
  expect(fitted({ texts: [`${exact.texts[0]}x`] }).isAbridged).toBe(true);
});

test.each<[string, string]>([
  ['quotation marks', '"'],
  ['backslashes', '\\'],
  ['three bytes each', '陶'],
  ['two units each', '🏺'],
  ['line breaks', '\n'],
])(
  'of a page of texts of %s all items stay, with their short fields, and the texts are as long as there is room',
  (_, unit) => {
    const items = many(100, (n) => ({
      doi: `10.5555/${n}`,
      title: unit.repeat(n === 7 ? 10 : 60_000),
      year: n,
      more: null,
    }));
    const { body, bytes, isAbridged } = fitted({ items, total: 100 });
    expect([isAbridged, body.total, body.items.length]).toEqual([true, 100, 100]);
    expect(bytes).toBeLessThanOrEqual(maxBodyBytes);
    expect(bytes).toBeGreaterThan(maxBodyBytes * 0.97);
    expect(body.items[7]).toEqual(items[7]);
    for (const [index, { title, ...others }] of body.items.entries()) {
      expect({ ...others, title: items[index]?.title }).toEqual(items[index]);
      expect(title.isWellFormed()).toBe(true);
      if (index !== 7) expect(title.endsWith('…')).toBe(true);
    }
  },
);

test('a long list loses its last entries, whole ones, and nothing else is cut', () => {
  const authors = many(100_000, (n) => ({ name: `A${n} Kiln`, affiliations: ['University of Pots'] }));
  const { body, bytes } = fitted({ title: 'Pots'.repeat(1_000), authors, of: { an: ['open', 'field'] } });
  expect(bytes).toBeLessThanOrEqual(maxBodyBytes);
  expect(bytes).toBeGreaterThan(maxBodyBytes - 200);
  expect(body).toEqual({
    title: 'Pots'.repeat(1_000),
    authors: authors.slice(0, body.authors.length),
    of: { an: ['open', 'field'] },
  });
});

test('a text of JSON is cut to one that is valid JSON, or left out', () => {
  const changes = many(5, (n) => ({ field: `field-${n}`, before: '"\\'.repeat(3_000), after: null, n }));
  const items = many(100, (n) => ({
    id: n,
    metadata_json: n === 7 ? '{"a":1}' : JSON.stringify({ changes }),
    other_json: n === 9 ? 'no JSON '.repeat(10_000) : null,
  }));
  const { body, bytes } = fitted({ items });
  expect(bytes).toBeLessThanOrEqual(maxBodyBytes);
  expect(bytes).toBeGreaterThan(maxBodyBytes * 0.8);
  expect([body.items[7], body.items[9]?.other_json]).toEqual([items[7], null]);
  const left = body.items.filter(({ id }) => id !== 7).map(({ metadata_json }) => JSON.parse(metadata_json));
  for (const { changes: kept } of left) {
    expect(kept.map(({ field, n }: { field: string; n: number }) => ({ field, n }))).toEqual(
      changes.map(({ field, n }) => ({ field, n })),
    );
  }
});

test('items with long lists keep some of each; an open object with many fields loses the last', () => {
  const items = many(100, (n) => ({
    id: n,
    orcids: many(20_000, (m) => `${n}-${m}`),
    pair: [{ a: 'x'.repeat(1e5) }, { b: 1 }],
  }));
  const paged = fitted({ items }).body.items;
  expect(paged.map(({ id }) => id)).toEqual(many(100, (n) => n));
  expect(Math.min(...paged.map(({ orcids }) => orcids.length))).toBeGreaterThan(1_000);
  expect(paged.every(({ pair }) => pair.length === 2)).toBe(true);
  const data = Object.fromEntries(many(1_000, (n) => [`field${n}`, 'x'.repeat(10_000)]));
  const { body, bytes } = fitted({ data });
  expect(Object.keys(body.data).length).toBeGreaterThan(400);
  expect(bytes).toBeLessThanOrEqual(maxBodyBytes);
});

test('a response that was cut says so', async () => {
  const responses = { 200: z.object({ text: z.string() }) };
  const route = (length: number) =>
    defineRoute({
      id: 'texts.get',
      api: 'consumer',
      method: 'GET',
      path: '/texts',
      summary: 'A text',
      auth: { kind: 'none' },
      responses,
      problems: [],
      grants: [],
      handle: async () => ({ status: 200, body: { text: 'x'.repeat(length) } }),
    });
  const whole = await call(route(10), { url: '/texts' });
  const cut = await call(route(6_000_000), { url: '/texts' });
  expect([whole, cut].map(({ status, headers }) => [status, headers['x-abridged']])).toEqual([
    [200, undefined],
    [200, 'true'],
  ]);
  expect(cut.body.text.length).toBeGreaterThan(4_900_000);
});
