import { type FileEntry, UnreadableFile } from '#src/formats/reading/entries/remarks.ts';
import { type FileReport, type ReadingOptions, readBibliography } from '#src/formats/reading/read-file.ts';

export interface ReadFile {
  report: FileReport | undefined;
  entries: FileEntry[];
  /** Why the file was refused; undefined if it was not. */
  refusal: string | undefined;
}

/** Reads a whole file: what was given before a refusal, too. */
export function readAll(file: string | Uint8Array, options?: ReadingOptions): ReadFile {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const entries: FileEntry[] = [];
  let report: FileReport | undefined;
  try {
    for (const event of readBibliography(bytes, options)) {
      if (event.kind === 'file') report = event.report;
      else entries.push(event.entry);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { report, entries, refusal: error.message };
  }
  return { report, entries, refusal: undefined };
}

/** One line an entry: its line, key, title and the codes of its faults. */
export const summary = ({ entries }: ReadFile): string[] =>
  entries.map(({ line, key, row, faults }) =>
    [line, key ?? '-', row?.title ?? '-', ...faults.map(({ code }) => code)].join(' '),
  );
