import { lineCounter } from '../entries/file-text.ts';
import {
  type EntryFault,
  originalOf,
  type Positioned,
  type ReadingLimits,
  remark,
  UnreadableFile,
} from '../entries/remarks.ts';
import { type BibtexRecord, cutBibtex } from './cut.ts';
import { bibtexRow, withParent } from './entry-row.ts';
import { type BibtexEntry, bibtexEntry, bibtexStrings } from './fields.ts';

const commands = new Set(['string', 'preamble']);
/** Parents have parents, and some are their own. */
const maxParents = 5;

/**
 * The entries of a BibTeX file, in order, one by one. `@string`s and parents of the whole file are known to each, wherever
 * they stand.
 */
export function* readBibtex(text: string, limits: ReadingLimits): Generator<Positioned> {
  const records: BibtexRecord[] = [];
  const abbreviations = new Map<string, string>();
  const broken = new Set<BibtexRecord>();
  for (const record of cutBibtex(text)) {
    records.push(record);
    // Commands and parts of entries count, too: the memory is for as many.
    if (records.length > limits.entries * 2 + 1_000)
      throw new UnreadableFile('too-many-entries', String(limits.entries));
    if (record.type !== 'string' || record.text.length > limits.entryCharacters) continue;
    const { strings, isWhole } = bibtexStrings(record, abbreviations);
    for (const [name, value] of strings) abbreviations.set(name, value);
    if (!isWhole) broken.add(record);
  }
  const byKey = recordsByKey(records);
  const parentOf = (key: string): BibtexEntry | undefined => {
    const record = byKey.get(key.trim().toLowerCase());
    return record && bibtexEntry(record, abbreviations);
  };
  const lineAt = lineCounter(text);
  const lines = new Map<string, number>();
  for (const record of records) {
    const end = record.start + record.text.length;
    const line = lineAt(record.start);
    const original = originalOf(record.text);
    if (commands.has(record.type)) {
      if (!broken.has(record) && record.faults.length === 0) continue;
      const faults =
        record.faults.length > 0
          ? record.faults.map((code): EntryFault => remark(code))
          : [remark('unreadable' as const)];
      yield { end, entry: { line, key: null, original, row: null, faults, notes: [] } };
      continue;
    }
    if (record.text.length > limits.entryCharacters) {
      const faults = [remark('too-long' as const, String(record.text.length))];
      yield { end, entry: { line, key: null, original, row: null, faults, notes: [] } };
      continue;
    }
    if (record.type === '' || record.type === 'comment') {
      yield {
        end,
        entry: {
          line,
          key: null,
          original,
          row: null,
          faults: record.faults.map((code): EntryFault => remark(code)),
          notes: [],
        },
      };
      continue;
    }
    const read = bibtexEntry(record, abbreviations);
    const faults = read.faults.map((fault) =>
      fault.line === undefined ? fault : { ...fault, line: line + fault.line },
    );
    const { key } = read;
    if (key !== null) {
      const first = lines.get(key.toLowerCase());
      if (first === undefined) lines.set(key.toLowerCase(), line);
      else faults.push(remark('key-twice', key, first));
    }
    // Only fields for others, or the keys of entries that are cited together: https://ctan.org/pkg/biblatex, "Entry Sets".
    const isForOthers = read.type === 'xdata' || (read.type === 'set' && !read.fields.has('title'));
    if (isForOthers && faults.length === 0) continue;
    const { row, ...said } = bibtexRow(inherited(read, parentOf, faults));
    yield { end, entry: { line, key, original, row, faults: [...faults, ...said.faults], notes: said.notes } };
  }
}

/** The entry with the fields of its parents, and theirs. */
function inherited(
  entry: BibtexEntry,
  parentOf: (key: string) => BibtexEntry | undefined,
  faults: EntryFault[],
): BibtexEntry {
  let child = entry;
  const asked = new Set([entry.key?.toLowerCase()]);
  const open = parentsOf(entry);
  for (let next = open.shift(); next && asked.size <= maxParents; next = open.shift()) {
    const { key, isXdata } = next;
    if (asked.has(key.toLowerCase())) continue;
    asked.add(key.toLowerCase());
    const parent = parentOf(key);
    if (parent === undefined) {
      faults.push(remark('parent-missing', key));
      continue;
    }
    if (parent.faults.length > 0) faults.push(remark('parent-missing', key));
    child = withParent(child, parent, isXdata);
    open.push(...parentsOf(parent));
  }
  return child;
}

const parentsOf = ({ fields }: BibtexEntry): { key: string; isXdata: boolean }[] => [
  ...(fields.get('crossref') ?? '')
    .split(',')
    .flatMap((key) => (key.trim() === '' ? [] : { key: key.trim(), isXdata: false })),
  ...(fields.get('xdata') ?? '')
    .split(',')
    .flatMap((key) => (key.trim() === '' ? [] : { key: key.trim(), isXdata: true })),
];

/** The first record of each key, which are in the first line of a record. */
function recordsByKey(records: readonly BibtexRecord[]): Map<string, BibtexRecord> {
  const found = new Map<string, BibtexRecord>();
  for (const record of records) {
    const key = /^@\s*[A-Za-z][\w-]*\s*[{(]\s*([^\s,{}="]+)\s*,/.exec(record.text)?.[1]?.toLowerCase();
    if (key !== undefined && !commands.has(record.type) && !found.has(key)) found.set(key, record);
  }
  return found;
}
