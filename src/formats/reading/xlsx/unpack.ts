import { Inflate } from 'fflate';
import { type ReadingLimits, UnreadableFile } from '../remarks.ts';

/**
 * The XML parts of a spreadsheet file by their path. Sizes are limited by what the directory says and again while unpacking,
 * because it may say anything. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3
 */
export function unpackParts(bytes: Uint8Array, limits: ReadingLimits): Map<string, string> {
  const files = directoryOf(bytes);
  const xml = files.filter(({ path }) => /\.(?:xml|rels)$/i.test(path));
  const declared = xml.reduce((sum, { size }) => sum + size, 0);
  if (declared > limits.unpackedBytes) throw tooLarge(declared);
  const parts = new Map<string, string>();
  let left = limits.unpackedBytes;
  for (const file of xml) {
    const content = contentOf(bytes, file, left);
    left -= content.length;
    parts.set(file.path, textOf(content, file.path));
  }
  return parts;
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

function contentOf(bytes: Uint8Array, file: PackedFile, limit: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { headerAt, packedSize, method } = file;
  if (headerAt + 30 > bytes.length || view.getUint32(headerAt, true) !== localHeader) throw damaged(file.path);
  const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
  if (start + packedSize > bytes.length) throw damaged(file.path);
  const packed = bytes.subarray(start, start + packedSize);
  if (method === 0) {
    if (packed.length > limit) throw tooLarge(packed.length);
    return packed;
  }
  if (method !== 8) throw damaged(file.path);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((chunk) => {
    size += chunk.length;
    if (size > limit) throw tooLarge(size);
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < packed.length; at += stepBytes) {
      inflate.push(packed.subarray(at, at + stepBytes), at + stepBytes >= packed.length);
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged(file.path);
  }
  const content = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    content.set(chunk, at);
    at += chunk.length;
  }
  return content;
}

/** The text of a part. One that declares entities is refused: no program writes them, and they may expand without end. */
function textOf(content: Uint8Array, path: string): string {
  const isUtf16 = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  const text = new TextDecoder(isUtf16 ? (content[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(content);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableFile('xml-entities', path);
  return text;
}
