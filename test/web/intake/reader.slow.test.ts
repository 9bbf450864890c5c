import { expect, test } from '@jest/globals';
import type { ReadingOptions } from '#src/formats/reading/read-file.ts';
import type { ReadingEvent } from '../../../web/src/pages/import/files/messages.ts';
import { fileReader } from '../../../web/src/pages/import/files/reader.ts';

const registry = 'https://registry.example.org';

/** The answers of the worker about a file, and to later questions. */
async function readerOf(text: string, options: ReadingOptions = {}) {
  const told: ReadingEvent[] = [];
  const answer = fileReader((event) => told.push(event));
  await answer({ kind: 'read', file: new Blob([text]), options, registry });
  return { told, answer, last: () => told.at(-1) };
}

const whole = (n: number) => `@article{k${n}, title = {Kiln ${n}}, doi = {10.5555/k.${n}}, year = {2020}}\n`;
const broken = '@article{open, title = {No end,\n year = {2020}\n';

test('counts what can be stored, what needs a look, and why', async () => {
  const { told } = await readerOf(`${whole(1)}${broken}${whole(2)}@book{b, title = {Pots}, year = {some day}}\n`);
  expect(told[0]).toMatchObject({ kind: 'report', report: { format: 'bibtex', encoding: 'utf-8' } });
  expect(told.at(-1)).toMatchObject({
    kind: 'done',
    counts: {
      entries: 4,
      ready: 3,
      faulty: 1,
      noted: 1,
      withDoi: 2,
      faults: { 'open-brace': 1 },
      notes: { 'date-unread': 1 },
    },
  });
});

test('keeps the entries as they were read, and shows a part of each view', async () => {
  const { answer, last } = await readerOf(`${whole(1)}${broken}${whole(2)}${whole(3)}`);
  await answer({ kind: 'show', id: 1, view: 'faulty', first: 0, count: 10 });
  expect(last()).toMatchObject({ id: 1, entries: [{ line: 2, key: 'open', original: broken.trim() }] });
  await answer({ kind: 'show', id: 2, view: 'all', first: 2, count: 1 });
  expect(last()).toMatchObject({ id: 2, entries: [{ key: 'k2', row: { doi: '10.5555/k.2', title: 'Kiln 2' } }] });
  await answer({ kind: 'show', id: 3, view: 'all', first: 4, count: 25 });
  expect(last()).toEqual({ kind: 'entries', id: 3, entries: [] });
});

test('tells of 20,000 entries in few and small messages, and shows them without their long texts', async () => {
  const abstract = `abstract = {${'Pots crack. '.repeat(80)}}, year`;
  const startedAtMs = performance.now();
  const { told, answer, last } = await readerOf(
    Array.from({ length: 20_000 }, (_, n) => whole(n).replace('year', abstract)).join(''),
  );
  const periods = (performance.now() - startedAtMs) / 100;
  // The report, the end, and in between one each 100 ms.
  expect(told.length).toBeLessThanOrEqual(periods + 3);
  expect(Math.max(...told.map((event) => JSON.stringify(event).length))).toBeLessThan(1_000);
  await answer({ kind: 'show', id: 1, view: 'all', first: 19_975, count: 25 });
  const shown = last();
  expect(shown?.kind === 'entries' && shown.entries.length).toBe(25);
  // The text as in the file is cut at 2,000 signs.
  expect(JSON.stringify(shown).length).toBeLessThan(25 * 2_500);
  await answer({ kind: 'slice', id: 2, first: 19_999 });
  expect(JSON.stringify(last())).toContain('"abstract"');
});

test('slices have at most 100 entries and 256 KB, and all entries once', async () => {
  const long = 'ä'.repeat(9_000);
  const { answer, last } = await readerOf(
    Array.from({ length: 150 }, (_, n) =>
      n < 60 ? whole(n).replace('year', `abstract = {${long}}, year`) : whole(n),
    ).join(''),
  );
  const keys: (string | null)[] = [];
  for (let next = 0; ; ) {
    await answer({ kind: 'slice', id: 1, first: next });
    const slice = last();
    if (slice?.kind !== 'slice') throw new Error('No slice');
    if (slice.rows.length === 0) break;
    const body = JSON.stringify({ first: next, rows: slice.rows });
    expect(slice.rows.length).toBeLessThanOrEqual(100);
    expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(256 * 1024);
    expect(slice.next).toBe(next + slice.rows.length);
    keys.push(...slice.rows.map((row) => ('key' in row ? row.key : row.id)));
    next = slice.next;
  }
  expect(keys).toEqual(Array.from({ length: 150 }, (_, n) => `k${n}`));
});

test.each([
  ['an empty file', new Blob(['']), 'empty'],
  [
    'bytes of another encoding',
    new Blob([
      new Uint8Array([...'@book{a, title={M'].map((each) => each.charCodeAt(0))),
      new Uint8Array([0xfc]),
      'ller}}',
    ]),
    'encoding',
  ],
  // Not even read.
  [
    'a file that is too large',
    { size: 30_000_001, arrayBuffer: () => Promise.reject(new Error('read')) } as unknown as Blob,
    'too-large',
  ],
])('%s is refused', async (_, file, code) => {
  const told: ReadingEvent[] = [];
  await fileReader((event) => told.push(event))({ kind: 'read', file, options: {}, registry });
  expect(told).toMatchObject([{ kind: 'refused', code }]);
});

test('a table without known columns is refused after its columns were told', async () => {
  const { told } = await readerOf('Name;Ort\n;\nAnn;Bern\n');
  expect(told).toMatchObject([
    {
      kind: 'report',
      report: { separator: ';', columns: [{ name: 'Name', field: null, example: 'Ann' }, { name: 'Ort' }] },
    },
    { kind: 'refused', code: 'header-unknown' },
  ]);
  const mapped = await readerOf('Name;Ort\nAnn;Bern\n', { mapping: { Name: 'title' } });
  expect(mapped.last()).toMatchObject({ kind: 'done', counts: { entries: 1, ready: 1 } });
});

test('a file that has gone since it was chosen is told apart from a fault', async () => {
  const told: ReadingEvent[] = [];
  const file = { size: 10, arrayBuffer: () => Promise.reject(new Error('NotReadableError')) } as unknown as Blob;
  await fileReader((event) => told.push(event))({ kind: 'read', file, options: {}, registry });
  expect(told).toMatchObject([{ kind: 'failed', reason: 'gone' }]);
});
