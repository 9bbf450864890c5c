import { brotliCompressSync, brotliDecompressSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Attributes } from '../transfer/format.ts';

/**
 * The items of a data set in one file: DynamoDB JSON, one a line, sorted. A value that is compressed in the table is
 * here the text that it holds, as `{"zstd": …}`: compressed all together, the texts take a quarter of the space.
 */
export function packItems(items: readonly Attributes[]): Buffer {
  const lines = items.map((item) => `${JSON.stringify(item, (_, value) => withText(value))}\n`);
  return brotliCompressSync(lines.sort().join(''));
}

/** The items that `packItems` has packed. */
export function unpackItems(packed: Uint8Array): Attributes[] {
  const lines = brotliDecompressSync(packed).toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line, (_, value) => withBytes(value)));
}

// An attribute may be named `B` or `zstd`, too, but then the value is an object.
function withText(value: unknown): unknown {
  const { B } = (value ?? {}) as { B?: unknown };
  if (!(B instanceof Uint8Array)) return value;
  const text = textOf(B);
  return text === undefined ? { B: Buffer.from(B).toString('base64') } : { zstd: text };
}

function withBytes(value: unknown): unknown {
  const { B, zstd } = (value ?? {}) as { B?: unknown; zstd?: unknown };
  if (typeof zstd === 'string') return { B: new Uint8Array(zstdCompressSync(zstd)) };
  return typeof B === 'string' ? { B: new Uint8Array(Buffer.from(B, 'base64')) } : value;
}

/** The text that these bytes hold; undefined unless compressing it gives the same bytes again. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = zstdDecompressSync(bytes).toString('utf8');
    return zstdCompressSync(text).equals(bytes) ? text : undefined;
  } catch {
    return undefined;
  }
}
