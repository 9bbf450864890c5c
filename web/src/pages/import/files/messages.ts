import type {
  FaultCode,
  FileEntry,
  NoteCode,
  RefusalCode,
} from '../../../../../src/formats/reading/entries/remarks.ts';
import type { FileReport, ReadingOptions } from '../../../../../src/formats/reading/read-file.ts';

/** Which entries of a file are shown: all, those that need a look, or those with remarks. */
export const entryViews = ['faulty', 'noted', 'all'] as const;
export type EntryView = (typeof entryViews)[number];

/** What the page asks of the worker. It answers `show` and `slice` once the file is read. */
export type ReadingRequest =
  | { kind: 'read'; file: Blob; options: ReadingOptions }
  | { kind: 'show'; id: number; view: EntryView; first: number; count: number }
  | { kind: 'slice'; id: number; first: number };

/** What is known of the entries of a file. */
export interface ReadingCounts {
  entries: number;
  /** How many can be stored without a look. */
  ready: number;
  faulty: number;
  /** How many of the faulty have nothing that could be stored. */
  unread: number;
  noted: number;
  withDoi: number;
  faults: Partial<Record<FaultCode, number>>;
  notes: Partial<Record<NoteCode, number>>;
}

/** Entries that are sent with one request. */
export interface EntrySlice {
  rows: FileEntry[];
  /** The index of the first entry behind them. */
  next: number;
}

/** What the worker tells the page. */
export type ReadingEvent =
  | { kind: 'report'; report: FileReport }
  /** `progress` is the part of the file that is read, from 0 to 1. */
  | { kind: 'progress'; progress: number; counts: ReadingCounts }
  | { kind: 'done'; counts: ReadingCounts }
  | { kind: 'refused'; code: RefusalCode; detail: string }
  /** `gone`: the file has changed or was removed since it was chosen. */
  | { kind: 'failed'; reason: 'gone' | 'fault'; message: string }
  | { kind: 'entries'; id: number; entries: FileEntry[] }
  | ({ kind: 'slice'; id: number } & EntrySlice);
