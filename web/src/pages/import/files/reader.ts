import { type FileEntry, readingLimits, UnreadableFile } from '../../../../../src/formats/reading/entries/remarks.ts';
import { type ReadingOptions, readBibliography } from '../../../../../src/formats/reading/read-file.ts';
import type { EntrySlice, EntryView, ReadingCounts, ReadingEvent, ReadingRequest } from './messages.ts';

const progressEveryMs = 100;
const maxSliceRows = 100;
/** The API takes 256 KB. Some are left for what is around the rows. */
const maxSliceBytes = 250_000;

/** Reads one file, as the worker does: answers each request of the page by `tell`. */
export function fileReader(tell: (event: ReadingEvent) => void): (request: ReadingRequest) => Promise<void> {
  const kept = new KeptEntries();
  return async (request) => {
    if (request.kind === 'read') await read(request.file, request.options, kept, tell);
    else if (request.kind === 'slice') tell({ kind: 'slice', id: request.id, ...kept.slice(request.first) });
    else {
      const { id, view, first, count } = request;
      tell({ kind: 'entries', id, entries: kept.shown(view, first, count) });
    }
  };
}

async function read(
  file: Blob,
  options: ReadingOptions,
  kept: KeptEntries,
  tell: (event: ReadingEvent) => void,
): Promise<void> {
  try {
    // Before it fills the memory.
    if (file.size > readingLimits.bytes) {
      throw new UnreadableFile('too-large', `${file.size} > ${readingLimits.bytes}`);
    }
    let toldAtMs = performance.now();
    for (const event of readBibliography(await bytesOf(file), options)) {
      if (event.kind === 'file') {
        tell({ kind: 'report', report: event.report });
        continue;
      }
      kept.add(event.entry);
      const nowMs = performance.now();
      if (nowMs - toldAtMs < progressEveryMs) continue;
      toldAtMs = nowMs;
      tell({ kind: 'progress', progress: event.progress, counts: kept.counts });
    }
    tell({ kind: 'done', counts: kept.counts });
  } catch (error) {
    tell(failureOf(error));
  }
}

function failureOf(error: unknown): ReadingEvent {
  if (error instanceof UnreadableFile) return { kind: 'refused', code: error.code, detail: error.detail };
  if (error instanceof FileGone) return { kind: 'failed', reason: 'gone', message: error.message };
  return { kind: 'failed', reason: 'fault', message: error instanceof Error ? error.message : String(error) };
}

class FileGone extends Error {}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new FileGone('The file cannot be read any more', { cause });
  }
}

/** The entries of a file as JSON in UTF-8: a text cut out of the file would keep the whole file in memory. */
class KeptEntries {
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  readonly #packed: Uint8Array[] = [];
  /** The places of those that only some views show. */
  readonly #views: Record<Exclude<EntryView, 'all'>, number[]> = { faulty: [], noted: [] };
  readonly #counts = { entries: 0, ready: 0, faulty: 0, unread: 0, noted: 0, withDoi: 0 };
  readonly #faults: ReadingCounts['faults'] = {};
  readonly #notes: ReadingCounts['notes'] = {};

  add(entry: FileEntry): void {
    const { row, faults, notes } = entry;
    const place = this.#packed.push(this.#encoder.encode(JSON.stringify(entry))) - 1;
    const counts = this.#counts;
    counts.entries += 1;
    if (row?.doi != null) counts.withDoi += 1;
    if (row === null) counts.unread += 1;
    if (faults.length === 0 && row !== null) counts.ready += 1;
    else this.#views.faulty.push(place);
    if (notes.length > 0) this.#views.noted.push(place);
    counts.faulty = this.#views.faulty.length;
    counts.noted = this.#views.noted.length;
    // Once for each entry, however often it has the same.
    for (const code of new Set(faults.map((each) => each.code))) this.#faults[code] = (this.#faults[code] ?? 0) + 1;
    for (const code of new Set(notes.map((each) => each.code))) this.#notes[code] = (this.#notes[code] ?? 0) + 1;
  }

  get counts(): ReadingCounts {
    return { ...this.#counts, faults: { ...this.#faults }, notes: { ...this.#notes } };
  }

  shown(view: EntryView, first: number, count: number): FileEntry[] {
    const places =
      view === 'all'
        ? Array.from({ length: Math.max(0, Math.min(count, this.#packed.length - first)) }, (_, at) => first + at)
        : this.#views[view].slice(first, first + count);
    return places.map((place) => this.#entryAt(place));
  }

  /** As many entries from one on as a request may have. */
  slice(first: number): EntrySlice {
    const rows: FileEntry[] = [];
    let bytes = 0;
    for (let place = first; place < this.#packed.length && rows.length < maxSliceRows; place++) {
      bytes += (this.#packed[place]?.length ?? 0) + 1;
      if (rows.length > 0 && bytes > maxSliceBytes) break;
      rows.push(this.#entryAt(place));
    }
    return { rows, next: first + rows.length };
  }

  #entryAt(place: number): FileEntry {
    return JSON.parse(this.#decoder.decode(this.#packed[place])) as FileEntry;
  }
}
