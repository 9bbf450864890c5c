/** Reads a file of references as an intake would, and prints what is in it. Pure reading: no registry is asked yet. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { separators } from '#src/formats/reading/delimited.ts';
import { fileEncodings } from '#src/formats/reading/entries/file-text.ts';
import { type FileEntry, UnreadableFile } from '#src/formats/reading/entries/remarks.ts';
import { type FileReport, fileFormats, type ReadingOptions, readBibliography } from '#src/formats/reading/read-file.ts';
import { runCommand, UsageError } from './command.ts';

const usage = `Usage: npm run intake -- <file> --dry-run [options]

Reads a file of BibTeX, RIS, CSL-JSON, CSV or XLSX and prints its faulty entries with their lines.

  --dry-run              only read: the only way so far
  --json                 print the counts and the faulty entries as JSON
  --format <name>        ${fileFormats.join(', ')}
  --encoding <name>      ${fileEncodings.join(', ')}
  --separator <sign>     of CSV: a comma, a semicolon, a bar, or "tab"
  --sheet <name>         of a spreadsheet
  --help                 print this text

Exit codes: 0 every entry can be taken over, 1 some are faulty, 2 wrong options, or a file that cannot be read.`;

interface Summary {
  file: FileReport | undefined;
  counts: { entries: number; faulty: number; with_doi: number; without_doi: number };
  faults: Record<string, number>;
  faulty: Pick<FileEntry, 'line' | 'key' | 'faults'>[];
}

await runCommand(usage, async () => {
  const { positionals, values } = options();
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError('Name one file');
  if (!values['dry-run']) throw new UsageError('Only --dry-run is possible so far');
  const given: ReadingOptions = {
    format: oneOf('format', fileFormats, values.format),
    encoding: oneOf('encoding', fileEncodings, values.encoding),
    separator: oneOf('separator', separators, values.separator === 'tab' ? '\t' : values.separator),
    sheet: values.sheet,
  };
  const summary = read(bytesOf(path), given);
  if (summary instanceof UnreadableFile) {
    const { code, detail, message } = summary;
    if (values.json) console.log(JSON.stringify({ refused: { code, detail } }, null, 2));
    else console.error(`The file cannot be read: ${message}`);
    return 2;
  }
  console.log(values.json ? JSON.stringify(summary, null, 2) : inWords(summary));
  return summary.faulty.length > 0 ? 1 : undefined;
});

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        format: { type: 'string' },
        encoding: { type: 'string' },
        separator: { type: 'string' },
        sheet: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function oneOf<Name extends string>(
  option: string,
  names: readonly Name[],
  given: string | undefined,
): Name | undefined {
  const found = names.find((name) => name === given);
  if (given !== undefined && found === undefined)
    throw new UsageError(`--${option} must be one of: ${names.join(', ')}`);
  return found;
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function read(bytes: Uint8Array, given: ReadingOptions): Summary | UnreadableFile {
  const summary: Summary = {
    file: undefined,
    counts: { entries: 0, faulty: 0, with_doi: 0, without_doi: 0 },
    faults: {},
    faulty: [],
  };
  const { counts, faults, faulty } = summary;
  try {
    for (const event of readBibliography(bytes, given)) {
      if (event.kind === 'file') {
        summary.file = event.report;
        continue;
      }
      const { entry } = event;
      counts.entries += 1;
      if (entry.faults.length > 0) {
        counts.faulty += 1;
        faulty.push({ line: entry.line, key: entry.key, faults: entry.faults });
        for (const { code } of entry.faults) faults[code] = (faults[code] ?? 0) + 1;
      } else if (entry.row?.doi) counts.with_doi += 1;
      else counts.without_doi += 1;
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return error;
    throw error;
  }
  return summary;
}

function inWords({ file, counts, faulty }: Summary): string {
  const guessed = [file?.format, file?.encoding, file?.profile].filter(Boolean).join(', ');
  return [
    `${counts.entries} entries (${guessed}): ${counts.with_doi} with a DOI, ${counts.without_doi} without, ${counts.faulty} faulty`,
    ...faulty.map(
      ({ line, key, faults }) =>
        `line ${line}${key === null ? '' : ` (${key})`}: ${faults.map(({ code, detail }) => (detail ? `${code} ${detail}` : code)).join('; ')}`,
    ),
  ].join('\n');
}
