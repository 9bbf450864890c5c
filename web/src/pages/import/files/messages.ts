import type { EditedRow, EditRowFault, EditsReport } from '../../../../../src/formats/editing/read-edits.ts';
import type { FileEntry, NoteCode, RefusalCode } from '../../../../../src/formats/reading/entries/remarks.ts';
import type { FileReport, ReadingOptions } from '../../../../../src/formats/reading/read-file.ts';

/** Which rows of a file are shown: those that need a look, those with remarks or changed cells, or all. */
export const entryViews = ['faulty', 'noted', 'all'] as const;
export type EntryView = (typeof entryViews)[number];

/** Questions of the page to the worker, which answers `show` and `slice` once the file is read. */
export type ReadingRequest =
  /** `registry`: the address of the dashboard, which files for editing have to name. */
  | { kind: 'read'; file: Blob; options: ReadingOptions; registry: string }
  | { kind: 'show'; id: number; view: EntryView; first: number; count: number }
  | { kind: 'slice'; id: number; first: number };

/** An entry of a file of references, or a row of an edited sheet. */
export type FileRow = FileEntry | EditedRow;

export const isEdited = (row: FileRow): row is EditedRow => 'cells' in row;

/** The rows of a file in numbers. */
export interface ReadingCounts {
  entries: number;
  /** How many can be stored without a look. */
  ready: number;
  faulty: number;
  /** How many of the faulty have nothing that could be stored. */
  unread: number;
  /** Of an edited sheet: those with a changed cell. */
  noted: number;
  withDoi: number;
  faults: Partial<Record<EditRowFault['code'], number>>;
  notes: Partial<Record<NoteCode, number>>;
}

/** Rows that are sent with one request. */
export interface EntrySlice {
  rows: FileRow[];
  /** The index of the first row behind them. */
  next: number;
}

/** Messages of the worker to the page. */
export type ReadingEvent =
  | { kind: 'report'; report: FileReport }
  /** The file is an edited sheet. Only rows that are not as exported follow. */
  | { kind: 'edits'; edits: EditsReport; unchanged: number }
  /** `progress` is the part of the file that is read, from 0 to 1. */
  | { kind: 'progress'; progress: number; counts: ReadingCounts }
  | { kind: 'done'; counts: ReadingCounts }
  | { kind: 'refused'; code: RefusalCode; detail: string }
  /** `gone`: the file has changed or was removed since it was chosen. */
  | { kind: 'failed'; reason: 'gone' | 'fault'; message: string }
  | { kind: 'entries'; id: number; entries: FileRow[] }
  | ({ kind: 'slice'; id: number } & EntrySlice);
