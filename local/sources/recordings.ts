import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A source's answer. */
export interface ReplayAnswer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** A source that answers from recordings. */
export interface Source {
  /** The number of recordings found. */
  recordings: number;
  answer(path: string, accept: string, query: URLSearchParams): Promise<ReplayAnswer>;
}

/** A recording file, read on each request. */
export interface Recording {
  file: string;
  /** Restores the envelope that some recordings lack. */
  wrap?: (body: string) => string;
}

/** The recordings of a folder by lower-case DOI, decoded from the file name; nested folders count as slashes. */
export function byDoi(dir: string, wrap?: Recording['wrap']): Map<string, Recording> {
  return new Map(
    jsonFiles(dir).map(({ file, name }) => [decode(name).toLowerCase(), { file, ...(wrap && { wrap }) }] as const),
  );
}

/** Every `.json` file below a folder. `name` is the relative path with slashes and without `.json`. */
export function jsonFiles(dir: string): { file: string; name: string }[] {
  return listing(dir)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, name: relative(dir, file).split(sep).join('/').slice(0, -'.json'.length) }));
}

function listing(dir: string) {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Reads a recording; undefined if its file was deleted since the start. */
export async function read(recording: Recording | undefined): Promise<string | undefined> {
  if (!recording) return undefined;
  try {
    const body = await readFile(recording.file, 'utf8');
    return recording.wrap ? recording.wrap(body) : body;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Decodes a DOI if possible: an unencoded one may contain a percent sign. */
export function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** A plain-text answer. */
export const text = (status: number, body: string): ReplayAnswer => ({
  status,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: `${body}\n`,
});
