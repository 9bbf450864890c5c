import { useSyncExternalStore } from 'react';
import type { FileReport } from '../../../../../src/formats/reading/read-file.ts';
import { ApiError } from '../../../api/api-error.ts';
import { answerOf, api, type Schema } from '../../../api/client.ts';
import { ConnectionError } from '../../../api/failures.ts';
import { type Reading, sliceFrom } from './reading.ts';

export type IntakeOptions = Schema<'Intake'>['options'];

/** The entries of the file of this tab on their way to the registry. */
export interface Upload {
  /** The run of the reading that they are of. */
  run: number;
  /** The intake; undefined before it is made. */
  id: string | undefined;
  options: IntakeOptions;
  sent: number;
  total: number;
  /** `stopped`: by the user, or by `error`. */
  state: 'sending' | 'stopped' | 'done';
  error: unknown;
}

let current: Upload | undefined;
const listeners = new Set<() => void>();

function set(upload: Upload | undefined): void {
  current = upload;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUpload = (): Upload | undefined => useSyncExternalStore(subscribe, () => current);

export const forgetUpload = (): void => set(undefined);

/** Requests that are made at once. */
const atOnce = 3;
const tries = 4;
const firstWaitMs = 1_000;

/**
 * Sends all entries of the file that was read, and has them checked. After a stop or an error, it goes on where it was. It
 * goes on when the page is left.
 */
export async function sendEntries(reading: Reading, options: IntakeOptions): Promise<void> {
  const { run, counts } = reading;
  const before = current?.run === run ? current : undefined;
  const total = counts?.entries ?? 0;
  set({ run, id: before?.id, options, sent: before?.sent ?? 0, total, state: 'sending', error: undefined });
  try {
    const id = before?.id ?? (await begin(reading, total, options));
    if (current?.run !== run) return;
    set({ ...current, id });
    await sendFrom(current.sent, run, id);
    if (!isSending(run)) return;
    await persistently(() => answerOf(api.POST('/api/intakes/{id}/check', { params: { path: { id } } })));
    if (current?.run === run) set({ ...current, state: 'done' });
  } catch (error) {
    if (current?.run === run) set({ ...current, state: 'stopped', error });
  }
}

/** Ends what is being sent after the current requests. */
export function stopSending(): void {
  if (current) set({ ...current, state: 'stopped', error: undefined });
}

const isSending = (run: number): boolean => current?.run === run && current.state === 'sending';

async function begin({ file, report, edits }: Reading, total: number, options: IntakeOptions): Promise<string> {
  const name = file.name.slice(0, maxName);
  const body = edits
    ? { kind: 'edits' as const, list: edits.list, name, total, options, reading: { ...edits } }
    : { kind: 'publications' as const, name, total, options, ...(report && { reading: readingOf(report) }) };
  return (await answerOf(api.POST('/api/intakes', { body }))).id;
}

const maxName = 200;
const maxColumns = 100;

/** How the file was read, to be shown with the intake. */
const readingOf = ({ columns, ...report }: FileReport) => ({
  format: report.format,
  ...(report.encoding && { encoding: report.encoding }),
  ...(report.separator && { separator: report.separator }),
  ...(report.sheet && { sheet: report.sheet.slice(0, maxName) }),
  ...(report.profile && { profile: report.profile }),
  ...(columns && {
    columns: columns
      .filter(({ field }) => field !== null)
      .slice(0, maxColumns)
      .map(({ name, field }) => ({ name: name.slice(0, maxColumns), field })),
  }),
});

/** Sends the entries from one on, in requests that may overtake each other. Throws the first error. */
async function sendFrom(first: number, run: number, id: string): Promise<void> {
  let next = first;
  let turn: Promise<unknown> = Promise.resolve();
  const take = () => {
    const slice = turn.then(async () => {
      const from = next;
      const { rows, next: behind } = await sliceFrom(from);
      next = behind;
      return { from, rows };
    });
    turn = slice;
    return slice;
  };
  const done = new Set<number>();
  const sizes = new Map<number, number>();
  // All before are there: what is sent again from here on does no harm, and nothing is left out.
  const arrivedWithoutGap = () => {
    let at = first;
    while (done.has(at)) at += sizes.get(at) ?? 1;
    return at;
  };
  const work = async () => {
    while (isSending(run)) {
      const { from, rows } = await take();
      if (rows.length === 0) return;
      sizes.set(from, rows.length);
      const body = { first: from, rows };
      await persistently(() => answerOf(api.POST('/api/intakes/{id}/rows', { params: { path: { id } }, body })));
      done.add(from);
      if (current?.run === run) set({ ...current, sent: arrivedWithoutGap() });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Tries again what fails for a moment. */
async function persistently<T>(act: () => Promise<T>): Promise<T> {
  for (let [rest, waitMs] = [tries - 1, firstWaitMs]; ; rest--, waitMs *= 2) {
    try {
      return await act();
    } catch (error) {
      const isPassing =
        error instanceof ConnectionError || (error instanceof ApiError && [429, 503].includes(error.status));
      if (rest === 0 || !isPassing) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
