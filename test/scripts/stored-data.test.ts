import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { compress } from '#src/records/publications/store/compressed.ts';
import { packItems, unpackItems } from '../../scripts/stored-data/items.ts';
import type { Attributes } from '../../scripts/transfer/format.ts';

const binary = (bytes: Uint8Array) => ({ B: Uint8Array.from(bytes) });
const textsIn = (packed: Buffer) => brotliDecompressSync(packed).toString('utf8').split('{"zstd":"').length - 1;

test('items are packed and unpacked without a loss: compressed texts, other bytes, and names that look like types', () => {
  const items: Attributes[] = [
    { pk: { S: 'A' }, sk: { S: 'RECORD' }, body: binary(compress({ title: 'Über „Töpfe“' })) },
    { pk: { S: 'B' }, sk: { S: 'RECORD' }, body: binary(randomBytes(64)), B: { S: 'text' }, zstd: { S: 'text' } },
    { pk: { S: 'C' }, sk: { S: 'RECORD' }, body: binary(zstdCompressSync(Buffer.from([0xff, 0xfe]))) },
    { pk: { S: 'D' }, sk: { S: 'RECORD' }, list: { L: [{ M: { body: binary(compress([1])), n: { N: '1' } } }] } },
  ];
  const packed = packItems(items.toReversed());
  expect(unpackItems(packed)).toEqual(items);
  expect(textsIn(packed)).toBe(2);
});

test('bytes of the same text that another compression wrote stay as they are', () => {
  const [item] = [{ pk: { S: 'A' }, body: binary(zstdCompressSync('text '.repeat(99), { params: { 100: 19 } })) }];
  const other = { pk: { S: 'A' }, body: binary(zstdCompressSync('text '.repeat(99))) };
  for (const each of [item, other]) expect(unpackItems(packItems([each as Attributes]))).toEqual([each]);
});
