import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** JSON in a few hundred bytes instead of kilobytes: DynamoDB charges reads and writes by size. */
export function compress(value: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(value));
}

export function decompress(stored: unknown): unknown {
  if (!(stored instanceof Uint8Array)) throw new Error('A compressed attribute is not binary');
  return JSON.parse(zstdDecompressSync(stored).toString('utf8'));
}
