import { useSyncExternalStore } from 'react';
import type { EditsReport } from '../../../../../src/formats/editing/read-edits.ts';
import type { RefusalCode } from '../../../../../src/formats/reading/entries/remarks.ts';
import type { FileReport, ReadingOptions } from '../../../../../src/formats/reading/read-file.ts';
import type { EntrySlice, EntryView, FileRow, ReadingCounts, ReadingEvent, ReadingRequest } from './messages.ts';

/** A file that is read in this tab. Its entries stay in the worker. */
export interface Reading {
  /** Another number for each time that a file is read. */
  run: number;
  file: File;
  options: ReadingOptions;
  /** The saved mapping that the columns have. */
  mappingId: string | undefined;
  phase: 'reading' | 'read' | 'refused' | 'failed';
  /** The part of the file that is read, from 0 to 1; undefined before the first entry. */
  progress: number | undefined;
  report: FileReport | undefined;
  /** If it is an edited sheet: how it was read, and how many of its rows are as exported. */
  edits: EditsReport | undefined;
  unchanged: number;
  counts: ReadingCounts | undefined;
  refusal: { code: RefusalCode; detail: string } | undefined;
  failure: 'gone' | 'fault' | undefined;
}

let current: Reading | undefined;
let worker: Worker | undefined;
let runs = 0;
let requests = 0;
const listeners = new Set<() => void>();
const waiting = new Map<number, (event: ReadingEvent) => void>();

function set(reading: Reading | undefined): void {
  current = reading;
  for (const listener of listeners) listener();
}

function closeWorker(): void {
  worker?.terminate();
  worker = undefined;
  waiting.clear();
}

/** Reads a file in a worker of its own, in place of the one before. It goes on when the page is left. */
export function startReading(file: File, options: ReadingOptions = {}, mappingId?: string): void {
  closeWorker();
  runs += 1;
  // The entries on show stay until there are new ones.
  const report = current?.file === file ? current.report : undefined;
  const nothing = {
    progress: undefined,
    edits: undefined,
    unchanged: 0,
    counts: undefined,
    refusal: undefined,
    failure: undefined,
  };
  set({ run: runs, file, options, mappingId, phase: 'reading', report, ...nothing });
  const own = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker = own;
  own.onmessage = ({ data }: MessageEvent<ReadingEvent>) => take(data);
  // The script may not arrive, or memory may be full.
  own.onerror = () => worker === own && take({ kind: 'failed', reason: 'fault', message: '' });
  ask({ kind: 'read', file, options, registry: location.origin });
}

/** Stops reading, and forgets the file. */
export function forgetFile(): void {
  closeWorker();
  set(undefined);
}

const ask = (request: ReadingRequest) => worker?.postMessage(request);

function take(event: ReadingEvent): void {
  if (event.kind === 'entries' || event.kind === 'slice') {
    waiting.get(event.id)?.(event);
    waiting.delete(event.id);
  } else if (current) set({ ...current, ...changeBy(event) });
}

function changeBy(event: Exclude<ReadingEvent, { kind: 'entries' | 'slice' }>): Partial<Reading> {
  switch (event.kind) {
    case 'report':
      return { report: event.report };
    case 'edits':
      return { edits: event.edits, unchanged: event.unchanged, report: undefined };
    case 'progress':
      return { progress: event.progress, counts: event.counts };
    case 'done':
      return { phase: 'read', counts: event.counts };
    case 'refused':
      return { phase: 'refused', refusal: { code: event.code, detail: event.detail } };
    case 'failed':
      return { phase: 'failed', failure: event.reason };
  }
}

const answered = <Kind extends 'entries' | 'slice'>(id: number) =>
  new Promise<Extract<ReadingEvent, { kind: Kind }>>((resolve) => waiting.set(id, resolve as never));

/** Some entries of the file that is read, in their order. */
export async function entriesOf(view: EntryView, first: number, count: number): Promise<FileRow[]> {
  requests += 1;
  const answer = answered<'entries'>(requests);
  ask({ kind: 'show', id: requests, view, first, count });
  return (await answer).entries;
}

/** The entries from one on that one request can send. */
export async function sliceFrom(first: number): Promise<EntrySlice> {
  requests += 1;
  const answer = answered<'slice'>(requests);
  ask({ kind: 'slice', id: requests, first });
  return answer;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The file that is read in this tab. */
export const useReading = (): Reading | undefined => useSyncExternalStore(subscribe, () => current);
