import type { FaultCode } from '../entries/remarks.ts';

/** A part of a BibTeX file that is an entry, or should have been one. */
export interface BibtexRecord {
  /** Where it begins in the file, and its text, from the `@` on. */
  start: number;
  text: string;
  /** `article`, in lower case. Empty for text between entries. */
  type: string;
  /** Found while cutting. */
  faults: FaultCode[];
}

/** How far behind the beginning of another entry the end of an open one is looked for, in UTF-16 units. */
const lookAhead = 20_000;
/** Comments within comments. */
const maxComments = 3;

/** An entry, or one of BibTeX's commands: `@article{`. Not an address, such as `me@example.org`. */
const entryStart = /(?<![\w.])@[ \t]*([A-Za-z][\w-]*)\s*([{(])/g;
/** The beginning of another entry at the start of a line: where an entry ends whose braces do not balance. */
const nextEntry = /[ \t%]*@[ \t]*[A-Za-z][\w-]*\s*[{(]\s*[^\s,{}()="]*\s*[,=]/y;
/** A field outside of any entry, or a brace too many: the entry before it was closed too early. */
const leftField = /^[\s,]*(?:\}|[A-Za-z][\w:+-]*\s*=\s*(?:[{"]|\d))/;
/** An entry without its brace. */
const braceless =
  /^[ \t]*@[ \t]*(?:article|book|booklet|conference|inbook|incollection|inproceedings|manual|mastersthesis|misc|online|phdthesis|proceedings|report|techreport|thesis|unpublished)\b/im;

/**
 * Cuts a BibTeX file into records: at each `@` outside of braces, and where braces do not balance, at the next line that
 * begins with an entry. Everything that looks like an entry is in one of them. In time linear in the length of the file.
 */
export function* cutBibtex(text: string, depth = 0): Generator<BibtexRecord> {
  let at = 0;
  let before: BibtexRecord | undefined;
  for (;;) {
    entryStart.lastIndex = at;
    const found = entryStart.exec(text);
    const between = text.slice(at, found?.index ?? text.length);
    const left = leftBehind(between, at, before);
    if (before) yield before;
    before = undefined;
    if (left) yield left;
    if (!found) return;
    const { 1: name = '', 2: opening = '', index } = found;
    const type = name.toLowerCase();
    const bodyStart = entryStart.lastIndex;
    if (type === 'comment') {
      at = yield* cutComment(text, index, bodyStart, depth);
      continue;
    }
    const { end, faults } = endOf(text, bodyStart, opening === '(' ? ')' : '}');
    const isCommented = /(?:^|\n)[^\n]*(?:%|@comment\b)[^\n]*$/i.test(text.slice(Math.max(0, index - 500), index));
    const record = { start: index, text: text.slice(index, end), type, faults };
    if (isCommented) record.text = record.text.replace(/^[ \t]*%/gm, '');
    before = { ...record, faults: isCommented ? ['commented-out', ...faults] : faults };
    at = end;
  }
}

/** Text between two entries: comments mostly. Fields there belong to the entry before, which was closed too early. */
function leftBehind(between: string, start: number, before: BibtexRecord | undefined): BibtexRecord | undefined {
  if (before && leftField.test(between)) {
    before.faults.push('closed-early');
    before.text += between;
    return undefined;
  }
  const lost = braceless.exec(between);
  if (!lost) return undefined;
  return { start: start + lost.index, text: between.slice(lost.index), type: '', faults: ['unreadable'] };
}

/** A comment may have entries in it, which BibTeX reads and others do not. An open one has no end. */
function* cutComment(text: string, start: number, bodyStart: number, depth: number): Generator<BibtexRecord, number> {
  const { end, faults } = endOf(text, bodyStart, '}');
  if (faults.length > 0) {
    yield { start, text: text.slice(start, end), type: 'comment', faults: ['open-comment'] };
    return end;
  }
  const body = text.slice(bodyStart, end - 1);
  if (depth < maxComments && /@[ \t]*[A-Za-z][\w-]*\s*[{(]/.test(body)) {
    for (const record of cutBibtex(body, depth + 1)) {
      yield { ...record, start: bodyStart + record.start, faults: ['commented-out', ...record.faults] };
    }
  }
  return end;
}

/** Where an entry ends: behind the brace that closes it, or before the next entry if it is open. */
function endOf(text: string, bodyStart: number, closing: '}' | ')'): { end: number; faults: FaultCode[] } {
  let inner: number | undefined;
  let depth = closing === '}' ? 1 : 0;
  let limit = text.length;
  const sign = /[{}()]|\n[ \t%]*@/g;
  sign.lastIndex = bodyStart;
  for (let found = sign.exec(text); found && found.index < limit; found = sign.exec(text)) {
    const [written] = found;
    if (written.startsWith('\n')) {
      if (inner === undefined && isEntryAt(text, found.index + 1)) {
        inner = found.index + 1;
        // Behind a field, or outside of any, nothing but the next entry begins with its own line.
        if (depth <= 1 || /[},"]\s*$/.test(text.slice(Math.max(bodyStart, inner - 200), inner))) break;
        limit = Math.min(limit, inner + lookAhead);
      }
      continue;
    }
    if (written === '{') depth += 1;
    if (written === '}') depth -= 1;
    const isEnd = closing === '}' ? depth === 0 : depth <= 0 && written === ')' && inner === undefined;
    if (!isEnd) continue;
    const end = found.index + 1;
    if (inner === undefined) return { end, faults: [] };
    return isSwallowed(text, inner, end) ? { end: inner, faults: ['open-brace'] } : { end, faults: ['entry-inside'] };
  }
  return { end: inner ?? text.length, faults: ['open-brace'] };
}

function isEntryAt(text: string, at: number): boolean {
  nextEntry.lastIndex = at;
  return nextEntry.test(text);
}

/** Whether behind an entry within another one there is nothing but closing braces: then it is one of its own. */
function isSwallowed(text: string, inner: number, end: number): boolean {
  const opening = /[{(]/g;
  opening.lastIndex = inner;
  const first = opening.exec(text)?.index ?? inner;
  let depth = 0;
  const sign = /[{}]/g;
  sign.lastIndex = first;
  for (let found = sign.exec(text); found && found.index < end; found = sign.exec(text)) {
    depth += found[0] === '{' ? 1 : -1;
    if (depth === 0) return /^[\s},]*$/.test(text.slice(found.index + 1, end));
  }
  return false;
}
