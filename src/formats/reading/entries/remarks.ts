import type { IntakeRow } from '#src/records/intakes/row.ts';

/** Reasons why an entry needs a person's look before it is stored. */
export type FaultCode =
  | 'open-brace'
  | 'closed-early'
  | 'swallowed-field'
  | 'entry-inside'
  | 'commented-out'
  | 'open-comment'
  | 'no-key'
  | 'key-twice'
  | 'field-twice'
  | 'missing-comma'
  | 'unreadable'
  | 'abbreviation'
  | 'parent-missing'
  | 'no-end'
  | 'no-type'
  | 'outside-record'
  | 'open-quote'
  | 'text-after-quote'
  | 'cells'
  | 'too-long'
  | 'no-title'
  | 'mojibake'
  | 'number-damaged'
  | 'authors-cut';

/** Remarks that need no decision. */
export type NoteCode =
  | 'cut'
  | 'date-unread'
  | 'identifier-unread'
  | 'type-unknown'
  | 'command-unknown'
  | 'authors-incomplete'
  | 'lower-case-tags'
  | 'series-number';

/** One remark about an entry. `detail` is the field, key or text that it is about, at most 200 characters. */
export interface Remark<Code extends string> {
  code: Code;
  detail?: string;
  /** The line in the file, where it is not that of the entry. */
  line?: number;
}
export type EntryFault = Remark<FaultCode>;
export type EntryNote = Remark<NoteCode>;

/** An entry of a file: as read, or only listed with its faults. */
export interface FileEntry {
  /** The first line of the entry, from 1; of a spreadsheet, its row. */
  line: number;
  /** The citation key or id that the file gives it. */
  key: string | null;
  /** As in the file, at most 2,000 characters. */
  original: string;
  /** Null if nothing could be read. */
  row: IntakeRow | null;
  /** Empty if the entry can be stored without a look. */
  faults: EntryFault[];
  notes: EntryNote[];
}

/** An entry with the position in the text up to which the file is read then. */
export interface Positioned {
  entry: FileEntry;
  end: number;
}

/** Why a whole file is refused. */
export type RefusalCode =
  | 'empty'
  | 'too-large'
  | 'too-many-entries'
  | 'too-many-columns'
  | 'encoding'
  | 'mojibake'
  | 'format-unknown'
  | 'no-entries'
  | 'header-repeated'
  | 'header-unknown'
  | 'spreadsheet-format'
  | 'spreadsheet-damaged'
  | 'unpacks-too-large'
  | 'xml-entities'
  | 'no-edits'
  | 'edits-version'
  | 'other-registry'
  | 'open-quote';

/** A file that is not read. `detail` names the part, the number or the text that is the reason. */
export class UnreadableFile extends Error {
  readonly code: RefusalCode;
  readonly detail: string;
  constructor(code: RefusalCode, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}

/** How much of a file is read. Tests have smaller ones. */
export interface ReadingLimits {
  bytes: number;
  entries: number;
  columns: number;
  /** Of one entry, in UTF-16 units. Longer ones are listed, not read. */
  entryCharacters: number;
  /** Of the parts of a spreadsheet that are read, once unpacked. */
  unpackedBytes: number;
}

export const readingLimits: ReadingLimits = {
  bytes: 30_000_000,
  entries: 20_000,
  columns: 1_000,
  entryCharacters: 1_000_000,
  unpackedBytes: 150_000_000,
};

const maxOriginal = 2_000;
const maxDetail = 200;

/** The beginning of a text, without half a character at its end. */
export const beginningOf = (text: string, characters: number): string =>
  text.length <= characters ? text : `${text.slice(0, characters - 1).replace(/[\ud800-\udbff]$/, '')}…`;

export const originalOf = (text: string): string => beginningOf(text.trim(), maxOriginal);

export function remark<Code extends string>(code: Code, detail?: string, line?: number): Remark<Code> {
  return {
    code,
    ...(detail !== undefined && { detail: beginningOf(detail.replace(/\s+/g, ' ').trim(), maxDetail) }),
    ...(line !== undefined && { line }),
  };
}
