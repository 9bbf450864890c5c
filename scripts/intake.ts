/** Takes a file of references into a registry, or only says what is in it: docs/intake.md. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { separators } from '#src/formats/reading/delimited.ts';
import { fileEncodings } from '#src/formats/reading/entries/file-text.ts';
import { type FileEntry, UnreadableFile } from '#src/formats/reading/entries/remarks.ts';
import { type FileReport, fileFormats, type ReadingOptions, readBibliography } from '#src/formats/reading/read-file.ts';
import { runCommand, UsageError } from './command.ts';
import type { RegistryApi } from './intake/registry.ts';
import { takeIntoRegistry } from './intake/take-in.ts';
import { causesOf, refusalOf } from './intake/words.ts';

const usage = `Usage: npm run intake -- <file> --registry <address of the dashboard> [options]
       npm run intake -- <file> --dry-run [options]

Reads a file of BibTeX, RIS, CSL-JSON, CSV or XLSX, and stores its entries in a registry: known ones get their people and
departments, new ones with a DOI are fetched, others are added as works. Likely duplicates and faulty entries are left for a
decision in the dashboard, whose address is printed. The token of the dashboard is in REGISTRY_TOKEN.

  --registry <address>   the dashboard, such as https://dashboard.example.org
  --dry-run              store nothing: only read the file, and with --registry say what its entries are
  --duplicates <what>    keep them as new ones, or skip them, instead of leaving them
  --group <id>           put every new output into this group
  --link-names           also link authors whose name fits exactly one person of the registry
  --workspace <id>       the workspace, if it is not the default one
  --json                 print the counts and the faulty entries as JSON
  --format <name>        ${fileFormats.join(', ')}
  --encoding <name>      ${fileEncodings.join(', ')}
  --separator <sign>     of CSV: a comma, a semicolon, a bar, or "tab"
  --sheet <name>         of a spreadsheet
  --help                 print this text

Exit codes: 0 all is done, 1 some entries are faulty, undecided or have failed, 2 wrong options, or a file that cannot be
read.`;

interface Summary {
  file: FileReport | undefined;
  counts: { entries: number; faulty: number; with_doi: number; without_doi: number };
  faults: Record<string, number>;
  faulty: Pick<FileEntry, 'line' | 'key' | 'faults'>[];
}

const onlyOfRegistries = ['duplicates', 'group', 'link-names', 'workspace'] as const;

await runCommand(usage, async () => {
  const { positionals, values } = options();
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError('Name one file');
  const { registry } = values;
  if (registry === undefined && !values['dry-run']) throw new UsageError('Name a registry, or use --dry-run');
  if (registry === undefined && onlyOfRegistries.some((name) => values[name] !== undefined && values[name] !== false))
    throw new UsageError(`${onlyOfRegistries.map((name) => `--${name}`).join(', ')} are only with --registry`);
  const duplicates = oneOf('duplicates', ['keep', 'skip'] as const, values.duplicates);
  const api = registry === undefined ? undefined : apiAt(registry, values.workspace);
  const given: ReadingOptions = {
    format: oneOf('format', fileFormats, values.format),
    encoding: oneOf('encoding', fileEncodings, values.encoding),
    separator: oneOf('separator', separators, values.separator === 'tab' ? '\t' : values.separator),
    sheet: values.sheet,
  };
  const entries: FileEntry[] = [];
  const summary = read(bytesOf(path), given, (entry) => void entries.push(entry));
  if (summary instanceof UnreadableFile) {
    const { code, detail } = summary;
    if (values.json) console.log(JSON.stringify({ refused: { code, detail } }, null, 2));
    else console.error(`The file cannot be read: ${refusalOf(summary)}`);
    return 2;
  }
  if (api) {
    return takeIntoRegistry(
      api,
      { name: basename(path), report: summary.file, entries },
      {
        isDry: values['dry-run'],
        asJson: values.json,
        duplicates,
        group_id: values.group ?? null,
        link_names: values['link-names'],
      },
    );
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
        registry: { type: 'string' },
        duplicates: { type: 'string' },
        group: { type: 'string' },
        'link-names': { type: 'boolean', default: false },
        workspace: { type: 'string' },
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

function apiAt(registry: string, workspace: string | undefined): RegistryApi {
  if (!/^https?:\/\/[^\s?#]+$/.test(registry))
    throw new UsageError('--registry must be an address, such as https://dashboard.example.org');
  const token = process.env.REGISTRY_TOKEN;
  if (!token) throw new UsageError('REGISTRY_TOKEN is missing: the token of the dashboard');
  return { address: registry.replace(/\/+$/, ''), token, workspace };
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

function read(bytes: Uint8Array, given: ReadingOptions, keep: (entry: FileEntry) => void): Summary | UnreadableFile {
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
      keep(entry);
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
    ...faulty.map(({ line, key, faults }) => `line ${line}${key === null ? '' : ` (${key})`}: ${causesOf(faults)}`),
  ].join('\n');
}
