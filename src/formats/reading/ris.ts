import { buildRow, nothingSaid, type Said } from './entries/build-row.ts';
import { noteFields } from './entries/note-identifiers.ts';
import { peopleOfEach } from './entries/people.ts';
import {
  type EntryFault,
  type EntryNote,
  originalOf,
  type Positioned,
  type ReadingLimits,
  remark,
} from './entries/remarks.ts';
import { degreeOf } from './entries/types.ts';

/** Only known tags end a field: https://en.wikipedia.org/wiki/RIS_(file_format)#Tags, with those of EndNote and RefMan. */
const tags = new Set(
  `TY ER A1 A2 A3 A4 A5 AB AD AE AN AP AU AV BT C1 C2 C3 C4 C5 C6 C7 C8 CA CL CN CP CT CY DA DB DI DO DP DS ED EP ET FD
  FN ID IP IS J1 J2 JA JF JO JT K1 KW L1 L2 L3 L4 LA LB LK LP M1 M2 M3 MH N1 N2 NO NV OL OP OT PA PB PL PM PMCID PMID PN PP PT PY RD
  RI RN RP RT SE SF SL SN SP SR ST SV T1 T2 T3 TA TI TT U1 U2 U3 U4 U5 UL UR VL VO VR WP WT WV Y1 Y2 YR`.split(/\s+/),
);
/** Tags that a record has once. With two values, one is wrong. */
const single = new Set('TY TI T1 DO PY VL IS SP EP T2 JO JF JA PB'.split(' '));

const tagLine = /^[ \t\u00a0]{0,4}([A-Za-z][A-Za-z0-9])[ \t\u00a0]{1,3}-(?:[ \t\u00a0](.*)|(\S.*)?)$/;

interface RisLine {
  tag: string;
  /** Of several lines, joined only once. */
  parts: string[];
}

interface RisRecord {
  line: number;
  start: number;
  end: number;
  lines: RisLine[];
  faults: EntryFault[];
  notes: EntryNote[];
}

/** The records of a RIS file: each begins at `TY`, with or without an `ER` before it. */
export function* readRis(text: string, limits: ReadingLimits): Generator<Positioned> {
  const ids = new Map<string, number>();
  for (const record of cutRis(text, limits)) {
    const original = originalOf(text.slice(record.start, record.end));
    const key = valuesOf(record.lines, 'ID')[0] ?? null;
    const { faults, notes, line, end } = record;
    if (record.lines.length === 0 || faults.some(({ code }) => code === 'outside-record' || code === 'too-long')) {
      yield { end, entry: { line, key, original, row: null, faults, notes } };
      continue;
    }
    if (key !== null) {
      const first = ids.get(key);
      if (first === undefined) ids.set(key, line);
      else faults.push(remark('key-twice', key, first));
    }
    faults.push(...repeated(record.lines));
    const built = buildRow(saidIn(record.lines));
    yield {
      end,
      entry: {
        line,
        key,
        original,
        row: built.row,
        faults: [...faults, ...built.faults],
        notes: [...notes, ...built.notes],
      },
    };
  }
}

function* cutRis(text: string, limits: ReadingLimits): Generator<RisRecord> {
  let record: RisRecord | undefined;
  let isLower = false;
  let line = 0;
  /** Whether a header is possible: lines before the first record are no loss. */
  let isBefore = true;
  const finished = (end: number, faults: EntryFault[]): RisRecord[] => {
    if (record === undefined) return [];
    const isOutside = record.faults.some(({ code }) => code === 'outside-record');
    const done = { ...record, end, faults: isOutside ? record.faults : [...record.faults, ...faults] };
    record = undefined;
    if (end - done.start > limits.entryCharacters) {
      return [{ ...done, lines: [], faults: [remark('too-long', String(end - done.start))] }];
    }
    if (isLower) done.notes.push(remark('lower-case-tags'));
    isLower = false;
    return [done];
  };
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    // Of an endless line only its beginning is looked at.
    const written = text.slice(start, end);
    line += 1;
    const found = written.length > limits.entryCharacters ? null : tagLine.exec(written.replace(/\s+$/, ''));
    const tag = found?.[1]?.toUpperCase() ?? '';
    const isTag = found !== null && tags.has(tag) && (tag === found[1] || tag === 'TY' || isLower);
    if (isTag && tag === 'TY') {
      yield* finished(start, [remark('no-end')]);
      isBefore = false;
      isLower = tag !== found[1];
      record = { line, start, end, lines: [], faults: isTyped(found) ? [] : [remark('no-type')], notes: [] };
    }
    if (isTag && tag === 'ER' && record) {
      yield* finished(end, []);
    } else if (record) {
      const parts = [(found?.[2] ?? found?.[3] ?? '').trim()];
      const last = record.lines.at(-1);
      if (isTag) record.lines.push({ tag, parts });
      else if (last && written.trim() !== '') last.parts.push(written.trim());
    } else if (isTag && !isBefore) {
      // Fields behind the end of a record belong to none.
      record = { line, start, end, lines: [], faults: [remark('outside-record')], notes: [] };
    } else if (isTag && tag !== 'ER' && isBefore) {
      isBefore = false;
      record = {
        line,
        start,
        end,
        lines: [{ tag, parts: [(found?.[2] ?? found?.[3] ?? '').trim()] }],
        faults: [remark('no-type')],
        notes: [],
      };
    }
    start = end + 1;
  }
  yield* finished(text.length, [remark('no-end')]);
}

const isTyped = (found: RegExpExecArray | null): boolean => (found?.[2] ?? found?.[3] ?? '').trim() !== '';

const valueOfLine = ({ parts }: RisLine): string => parts.join(' ').trim();

const valuesOf = (lines: readonly RisLine[], ...names: string[]): string[] => {
  for (const name of names) {
    const found = lines
      .filter(({ tag }) => tag === name)
      .map(valueOfLine)
      .filter(Boolean);
    if (found.length > 0) return found;
  }
  return [];
};

function repeated(lines: readonly RisLine[]): EntryFault[] {
  const values = new Map<string, string>();
  const faults: EntryFault[] = [];
  for (const line of lines) {
    const { tag } = line;
    const value = single.has(tag) ? valueOfLine(line) : '';
    if (value === '') continue;
    const known = values.get(tag);
    if (known === undefined) values.set(tag, value);
    else if (known !== value) faults.push(remark('field-twice', tag));
  }
  return faults;
}

/** Tags have other meanings in some types: https://github.com/zotero/translators/blob/master/RIS.js */
function saidIn(lines: readonly RisLine[]): Said {
  const all = (...names: string[]) => names.flatMap((name) => valuesOf(lines, name));
  const one = (...names: string[]): string | undefined => valuesOf(lines, ...names)[0];
  /** Values of two tags of one meaning, which files mix, in order; without those that the second one repeats. */
  const inOrder = (first: string, second: string) => {
    const known = new Set(valuesOf(lines, first));
    const said = lines.filter(({ tag }) => tag === first || tag === second);
    return said
      .filter((line) => line.tag === first || !known.has(valueOfLine(line)))
      .flatMap((line) => valueOfLine(line) || []);
  };
  const type = (one('TY') ?? '').toUpperCase();
  const isPart = /^(?:CHAP|ECHAP|ENCYC|DICT|CONF|CPAPER|EBOOK)$/.test(type);
  const isWhole = /^(?:BOOK|EBOOK|EDBOOK|THES|RPRT|STAND|COMP|DATA|SER|MANSCPT)$/.test(type);
  const isPaper = /^(?:CONF|CPAPER)$/.test(type);
  const isNumbered = /^(?:RPRT|STAND|PAT)$/.test(type);
  const serials = all('SN', 'BN');
  const note = noteFields(lines.flatMap(({ tag, parts }) => (tag === 'N1' ? parts : [])).join('\n'));
  const number = isNumbered ? (one('SN') ?? one('M1') ?? one('IS')) : one('M1');
  const hasSerial = serials.some((value) => /\d{4}-?\d{3}[\dXx]/.test(value));
  const [place, eventPlace] = isPaper && one('C1') ? [one('C1'), one('CY')] : [one('CY', 'PP', 'PL'), undefined];
  return {
    ...nothingSaid('ris'),
    types: [type],
    knownType: type === 'THES' ? degreeOf(one('M3')) : undefined,
    title: one('TI', 'T1', 'CT', ...(isWhole ? ['BT'] : [])),
    authors: peopleOfEach(inOrder('AU', 'A1')),
    // A chapter has the editors of its book in A2, a book in ED or A2; A2 of an article is no editor.
    editors: peopleOfEach([...all('ED'), ...(isPart || isWhole ? all('A2') : [])]),
    translators: peopleOfEach(isWhole || isPart ? all('A4') : []),
    dates: [...all('PY', 'Y1', 'YR'), ...all('DA')],
    container: isWhole ? undefined : containerOf(isPaper, one),
    series: isWhole ? (one('T2', 'T3') ?? undefined) : one('T3'),
    publisher: one('PB'),
    place,
    eventTitle: isPaper && one('C3') ? one('T2') : undefined,
    eventPlace,
    institution: undefined,
    edition: type === 'COMP' ? undefined : one('ET'),
    version: type === 'COMP' ? one('ET') : undefined,
    volume: one('VL', 'VO'),
    issue: one('IS', 'IP', 'CP'),
    number,
    pages: [one('SP') ?? '', one('EP') ?? ''],
    articleNumber: /^(?:JOUR|JFULL)$/.test(type) ? one('C7') : undefined,
    serials: isNumbered && !hasSerial ? [] : serials,
    dois: [...all('DO', 'DI'), ...all('M3').filter((value) => /^(?:doi:\s*)?10\.\d{4}/i.test(value)), ...note.dois],
    arxiv: all('AN', 'C1').find((value) => /^arxiv:/i.test(value)) ?? note.arxiv,
    pmid: [
      ...all('PMID', 'PM'),
      ...all('AN').filter((value) => /^\d{1,8}$/.test(value) && isPubmed(one('DB', 'DP'))),
      note.pmid,
    ][0],
    pmcid: [...all('PMCID'), ...all('C2').filter((value) => /^PMC\d+$/i.test(value)), note.pmcid][0],
    urls: all('UR', 'L2', 'LK', 'UL'),
    abstract: [...all('AB'), ...all('N2')].at(0),
    language: one('LA'),
    keywords: all('KW').flatMap((value) => (value.includes(';') ? value.split(';') : [value])),
    departments: [],
  };
}

const isPubmed = (database: string | undefined): boolean =>
  database === undefined || /pubmed|medline|nlm/i.test(database);

const containerOf = (isPaper: boolean, one: (...names: string[]) => string | undefined): string | undefined =>
  isPaper ? one('C3', 'T2', 'BT', 'JO', 'JF', 'JA') : one('T2', 'JF', 'JO', 'BT', 'JA', 'J2', 'J1', 'JT');
