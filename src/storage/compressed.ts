import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Compresses a value as JSON, because DynamoDB charges by size. */
export function compress(value: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(value));
}

export function decompress(stored: unknown): unknown {
  if (!(stored instanceof Uint8Array)) throw new Error('A compressed attribute is not binary');
  return JSON.parse(zstdDecompressSync(stored).toString('utf8'));
}
