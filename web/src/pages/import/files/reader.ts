import { type EditedRow, type EditsReport, readEdits } from '../../../../../src/formats/editing/read-edits.ts';
import { type RefusalCode, readingLimits, UnreadableFile } from '../../../../../src/formats/reading/entries/remarks.ts';
import { type ReadingOptions, readBibliography } from '../../../../../src/formats/reading/read-file.ts';
import {
  type EntrySlice,
  type EntryView,
  type FileRow,
  isEdited,
  type ReadingCounts,
  type ReadingEvent,
  type ReadingRequest,
} from './messages.ts';

const progressEveryMs = 100;
const maxSliceRows = 100;
/** The API takes 256 KB. Some are left for what is around the rows. */
const maxSliceBytes = 250_000;

/** Reads one file, as the worker does: answers each request of the page by `tell`. */
export function fileReader(tell: (event: ReadingEvent) => void): (request: ReadingRequest) => Promise<void> {
  const kept = new KeptEntries();
  return async (request) => {
    if (request.kind === 'read') await read(request, kept, tell);
    else if (request.kind === 'slice') tell({ kind: 'slice', id: request.id, ...kept.slice(request.first) });
    else {
      const { id, view, first, count } = request;
      tell({ kind: 'entries', id, entries: kept.shown(view, first, count) });
    }
  };
}

async function read(
  { file, options, registry }: Extract<ReadingRequest, { kind: 'read' }>,
  kept: KeptEntries,
  tell: (event: ReadingEvent) => void,
): Promise<void> {
  try {
    // Before it fills the memory.
    if (file.size > readingLimits.bytes) {
      throw new UnreadableFile('too-large', `${file.size} > ${readingLimits.bytes}`);
    }
    const bytes = await bytesOf(file);
    const edited = editsIn(bytes, options, registry);
    if (edited) {
      const changed = edited.rows.filter(({ cells, faults }) => cells.length > 0 || faults.length > 0);
      for (const row of changed) kept.add(row);
      tell({ kind: 'edits', edits: edited.report, unchanged: edited.rows.length - changed.length });
      tell({ kind: 'done', counts: kept.counts });
      return;
    }
    let toldAtMs = performance.now();
    for (const event of readBibliography(bytes, options)) {
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

/** Refusals of edited sheets. Others mean that the file is none, or say what reading it as references says, too. */
const ofEdits: ReadonlySet<RefusalCode> = new Set([
  'edits-version',
  'other-registry',
  'open-quote',
  'header-unknown',
  'header-repeated',
  'no-entries',
]);

/** The rows of an edited sheet; undefined if the file is none, or was said to be something else. */
function editsIn(
  bytes: Uint8Array,
  { format, mapping, sheet, encoding, separator }: ReadingOptions,
  registry: string,
): { report: EditsReport; rows: EditedRow[] } | undefined {
  if (format || mapping || sheet) return undefined;
  try {
    return readEdits(bytes, { encoding, separator, registry });
  } catch (error) {
    if (error instanceof UnreadableFile && !ofEdits.has(error.code)) return undefined;
    throw error;
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

const maxKey = 500;
const maxRemarks = 100;
/** Also the length at which spreadsheets cut a text: the registry takes a cell of this length for a cut one. */
const maxCell = 32_767;

/** As the API takes it, which refuses all rows of a request for one. */
function withinLimits(row: FileRow): FileRow {
  const faults = row.faults.slice(0, maxRemarks);
  if (!isEdited(row)) {
    return { ...row, key: row.key?.slice(0, maxKey) ?? null, faults, notes: row.notes.slice(0, maxRemarks) } as FileRow;
  }
  const cells = row.cells.map(({ field, from, to }) => ({ field, from, to: to.slice(0, maxCell) }));
  return { ...row, id: row.id || '?', cells, faults } as FileRow;
}

const shownCharacters = 500;
const shownText = (text: string) =>
  text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters).replace(/[\ud800-\udbff]$/, '')}…`;

/** A row as it is shown: without abstracts and the rest of long texts, which the page would copy and lay out in one piece. */
function abridged(row: FileRow): FileRow {
  if (isEdited(row)) {
    const cells = row.cells.map(({ field, from, to }) => ({
      field,
      from: from === null ? null : shownText(from),
      to: shownText(to),
    }));
    return { ...row, cells };
  }
  if (row.row === null) return row;
  const { abstract: _, ...data } = row.row.data;
  return { ...row, row: { ...row.row, data } };
}

/** The rows of a file as JSON in UTF-8: a text cut out of the file would keep the whole file in memory. */
class KeptEntries {
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  readonly #packed: Uint8Array[] = [];
  /** The places of those that only some views show. */
  readonly #views: Record<Exclude<EntryView, 'all'>, number[]> = { faulty: [], noted: [] };
  readonly #counts = { entries: 0, ready: 0, faulty: 0, unread: 0, noted: 0, withDoi: 0 };
  readonly #faults: ReadingCounts['faults'] = {};
  readonly #notes: ReadingCounts['notes'] = {};

  add(given: FileRow): void {
    const row = withinLimits(given);
    const place = this.#packed.push(this.#encoder.encode(JSON.stringify(row))) - 1;
    const counts = this.#counts;
    const notes = isEdited(row) ? [] : row.notes;
    const isUnread = isEdited(row) ? false : row.row === null;
    counts.entries += 1;
    if (isUnread) counts.unread += 1;
    if (!isEdited(row) && row.row?.doi != null) counts.withDoi += 1;
    if (row.faults.length === 0 && !isUnread) counts.ready += 1;
    else this.#views.faulty.push(place);
    if (isEdited(row) ? row.cells.length > 0 : notes.length > 0) this.#views.noted.push(place);
    counts.faulty = this.#views.faulty.length;
    counts.noted = this.#views.noted.length;
    // Once for each row, however often it has the same.
    for (const code of new Set(row.faults.map((each) => each.code))) this.#faults[code] = (this.#faults[code] ?? 0) + 1;
    for (const code of new Set(notes.map((each) => each.code))) this.#notes[code] = (this.#notes[code] ?? 0) + 1;
  }

  get counts(): ReadingCounts {
    return { ...this.#counts, faults: { ...this.#faults }, notes: { ...this.#notes } };
  }

  shown(view: EntryView, first: number, count: number): FileRow[] {
    const places =
      view === 'all'
        ? Array.from({ length: Math.max(0, Math.min(count, this.#packed.length - first)) }, (_, at) => first + at)
        : this.#views[view].slice(first, first + count);
    return places.map((place) => abridged(this.#entryAt(place)));
  }

  /** As many entries from one on as a request may have. */
  slice(first: number): EntrySlice {
    const rows: FileRow[] = [];
    let bytes = 0;
    for (let place = first; place < this.#packed.length && rows.length < maxSliceRows; place++) {
      bytes += (this.#packed[place]?.length ?? 0) + 1;
      if (rows.length > 0 && bytes > maxSliceBytes) break;
      rows.push(this.#entryAt(place));
    }
    return { rows, next: first + rows.length };
  }

  #entryAt(place: number): FileRow {
    return JSON.parse(this.#decoder.decode(this.#packed[place])) as FileRow;
  }
}
