import { Inflate } from 'fflate';
import { type ReadingLimits, UnreadableFile } from '../entries/remarks.ts';

/** The parts of a spreadsheet file, each unpacked when it is asked for. */
export interface PackedParts {
  paths: string[];
  /** The XML text of a part; undefined if there is none. */
  read(path: string): string | undefined;
}

/**
 * Opens a spreadsheet file, which is a ZIP archive. Sizes are limited by what its directory says and again while unpacking,
 * because it may say anything. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3
 */
export function openParts(bytes: Uint8Array, limits: ReadingLimits): PackedParts {
  const files = new Map(directoryOf(bytes).map((file) => [file.path, file]));
  let left = limits.unpackedBytes;
  const read = (path: string) => {
    const file = files.get(path);
    if (file === undefined) return undefined;
    if (file.size > left) throw tooLarge(file.size);
    const { text, size } = unpacked(bytes, file, left);
    left -= size;
    // No program declares entities, and they may expand without end.
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableFile('xml-entities', path);
    return text;
  };
  return { paths: [...files.keys()], read };
}

interface PackedFile {
  path: string;
  method: number;
  packedSize: number;
  size: number;
  headerAt: number;
}

const damaged = (detail: string) => new UnreadableFile('spreadsheet-damaged', detail);
const tooLarge = (bytes: number) => new UnreadableFile('unpacks-too-large', String(bytes));

const maxFiles = 2_000;
const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;

function directoryOf(bytes: Uint8Array): PackedFile[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  // Behind the end there may be a comment.
  const earliest = Math.max(0, end - 0xffff);
  while (end >= earliest && view.getUint32(end, true) !== endOfDirectory) end -= 1;
  if (end < earliest) throw damaged('zip');
  const count = view.getUint16(end + 10, true);
  if (count > maxFiles) throw damaged(`${count} files`);
  const files: PackedFile[] = [];
  let at = view.getUint32(end + 16, true);
  for (let read = 0; read < count; read++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryEntry) throw damaged('zip');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = bytes.subarray(at + 46, at + 46 + (nameLength ?? 0));
    if ((view.getUint16(at + 8, true) & 1) === 1) throw damaged('encrypted');
    files.push({
      path: new TextDecoder().decode(name).replace(/^\//, ''),
      method: view.getUint16(at + 10, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      headerAt: view.getUint32(at + 42, true),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

/** Packed bytes are unpacked in steps so small that even the densest one stays in memory. */
const stepBytes = 16_384;

function unpacked(bytes: Uint8Array, file: PackedFile, limit: number): { text: string; size: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { headerAt, packedSize, method } = file;
  if (headerAt + 30 > bytes.length || view.getUint32(headerAt, true) !== localHeader) throw damaged(file.path);
  const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
  if (start + packedSize > bytes.length) throw damaged(file.path);
  const packed = bytes.subarray(start, start + packedSize);
  const texts: string[] = [];
  let size = 0;
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const take = (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > limit) throw tooLarge(size);
    decoder ??= new TextDecoder(chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : 'utf-8');
    texts.push(decoder.decode(chunk, { stream: true }));
  };
  if (method === 0) take(packed);
  else if (method === 8) inflate(packed, take, file.path);
  else throw damaged(file.path);
  return { text: texts.join('') + (decoder?.decode() ?? ''), size };
}

function inflate(packed: Uint8Array, take: (chunk: Uint8Array) => void, path: string): void {
  const stream = new Inflate((chunk) => chunk.length > 0 && take(chunk));
  try {
    for (let at = 0; at < packed.length; at += stepBytes) {
      stream.push(packed.subarray(at, at + stepBytes), at + stepBytes >= packed.length);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged(path);
  }
}
