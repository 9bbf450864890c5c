import { type EntryFault, remark } from '../entries/remarks.ts';
import type { BibtexRecord } from './cut.ts';

/** A BibTeX entry before its values are read. */
export interface BibtexEntry {
  type: string;
  key: string | null;
  /** By lower-case name, as written, without delimiters. A repeated field keeps its first value, as in BibTeX. */
  fields: Map<string, string>;
  faults: EntryFault[];
}

/** Abbreviations that every style defines: months, which are left as they are. */
const months = new Set('jan feb mar apr may jun jul aug sep oct nov dec'.split(' '));

/** Names of fields that, with an equals sign within a value, show that a brace or quotation mark before them is open. */
const fieldInValue =
  /(?:^|[\n,])[ \t]*(author|title|journal|journaltitle|booktitle|year|date|volume|number|pages|doi|url|isbn|issn|publisher|editor|abstract|keywords|month)[ \t]*=[ \t]*(?:[{"]|\d{1,4}[ \t]*[,\n])/i;

/** Reads the fields of one record; `abbreviations` are those of the file's `@string`s, by lower-case name. */
export function bibtexEntry(record: BibtexRecord, abbreviations: ReadonlyMap<string, string>): BibtexEntry {
  const reader = new FieldReader(record.text, abbreviations);
  const { key, fields, faults } = reader.entry();
  const found = record.faults.filter((code) => !faults.some((fault) => fault.code === code));
  return { type: record.type, key, fields, faults: [...found.map((code): EntryFault => remark(code)), ...faults] };
}

/** The abbreviations of an `@string`; undefined if it cannot be read. */
export function bibtexStrings(
  record: BibtexRecord,
  abbreviations: ReadonlyMap<string, string>,
): { strings: Map<string, string>; isWhole: boolean } {
  const reader = new FieldReader(record.text, abbreviations);
  const { fields, faults } = reader.strings();
  return { strings: fields, isWhole: faults.length === 0 && record.faults.length === 0 };
}

class FieldReader {
  readonly #text: string;
  readonly #abbreviations: ReadonlyMap<string, string>;
  readonly #fields = new Map<string, string>();
  readonly #faults: EntryFault[] = [];
  #at = 0;

  constructor(text: string, abbreviations: ReadonlyMap<string, string>) {
    this.#text = text;
    this.#abbreviations = abbreviations;
  }

  entry(): Omit<BibtexEntry, 'type'> {
    this.#take(/@\s*[A-Za-z][\w-]*\s*[{(]\s*/y);
    const key = this.#key();
    if (key === null) this.#faults.push(remark('no-key'));
    this.#readFields();
    return { key, fields: this.#fields, faults: this.#faults };
  }

  strings(): Omit<BibtexEntry, 'type' | 'key'> {
    this.#take(/@\s*[A-Za-z][\w-]*\s*[{(]\s*/y);
    this.#readFields();
    return { fields: this.#fields, faults: this.#faults };
  }

  /** The text that a sticky pattern matches here, which is then read. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** The key and its comma. Null if there is none, and the first field follows. */
  #key(): string | null {
    const start = this.#at;
    const written = this.#take(/[^\s,{}="]*(?:[ \t]+[^\s,{}="]+)*/y)?.trim() ?? '';
    this.#take(/\s*/y);
    const isField = this.#text[this.#at] === '=';
    if (isField) {
      this.#at = start;
      return null;
    }
    const hasComma = this.#take(/,/y) !== undefined;
    if (!hasComma && written !== '' && !/^[\s})]*$/.test(this.#text.slice(this.#at))) {
      // The comma behind the key is missing if a field follows; else the key is no key.
      this.#faults.push(remark('missing-comma', written, this.#line(this.#at)));
    }
    return written === '' ? null : written;
  }

  #readFields(): void {
    for (;;) {
      // Lines of comments, as biber reads them, and separators.
      this.#take(/(?:[\s,;]+|%[^\n]*(?:\n|$))*/y);
      if (this.#at >= this.#text.length) return;
      const name = this.#take(/[^\s={}(),"#%]+(?=\s*=)/y);
      if (name === undefined) {
        if (this.#take(/[})]/y) === undefined && !this.#skipToField()) return;
        continue;
      }
      this.#take(/\s*=\s*/y);
      this.#field(name.toLowerCase());
    }
  }

  /** Skips what is no field. False at the end. */
  #skipToField(): boolean {
    const start = this.#at;
    const next = /\n[ \t]*[A-Za-z][\w:+-]*\s*=/g;
    next.lastIndex = start;
    const found = next.exec(this.#text);
    this.#faults.push(
      remark(
        'unreadable',
        this.#text.slice(start, Math.min(start + 200, found?.index ?? this.#text.length)),
        this.#line(this.#at),
      ),
    );
    this.#at = found?.index ?? this.#text.length;
    return found !== null;
  }

  #field(name: string): void {
    const start = this.#at;
    const value = this.#value(name);
    if (value === undefined) {
      this.#faults.push(remark('unreadable', name, this.#line(start)));
      if (!/[,}]/.test(this.#text[this.#at] ?? '')) this.#skipToField();
      return;
    }
    const known = this.#fields.get(name);
    if (known === undefined) this.#fields.set(name, value);
    else if (known.trim() !== value.trim()) this.#faults.push(remark('field-twice', name, this.#line(start)));
    const swallowed = fieldInValue.exec(value)?.[1];
    if (swallowed !== undefined)
      this.#faults.push(remark('swallowed-field', `${name}: ${swallowed}`, this.#line(start)));
    this.#take(/\s*/y);
    const next = this.#text[this.#at];
    if (next === undefined || /[,})%]/.test(next)) return;
    this.#faults.push(
      remark(
        /^[A-Za-z][\w:+-]*\s*=/.test(this.#text.slice(this.#at, this.#at + 60)) ? 'missing-comma' : 'unreadable',
        name,
        this.#line(this.#at),
      ),
    );
  }

  /** Values joined by `#`. Undefined if there is none. */
  #value(name: string): string | undefined {
    const parts: string[] = [];
    do {
      this.#take(/\s*/y);
      const part = this.#part(name);
      if (part === undefined) return parts.length > 0 ? parts.join('') : undefined;
      parts.push(part);
    } while (this.#take(/\s*#/y) !== undefined);
    return parts.join('');
  }

  #part(name: string): string | undefined {
    const opening = this.#text[this.#at];
    if (opening === '{' || opening === '"') return this.#delimited(opening);
    const bare = this.#take(/[^\s,{}"#=()%]+/y);
    if (bare === undefined || /^\d+$/.test(bare)) return bare;
    const abbreviation = this.#abbreviations.get(bare.toLowerCase());
    if (abbreviation !== undefined) return abbreviation;
    if (months.has(bare.toLowerCase())) return bare;
    // Several words without delimiters: `title = On Kilns,`.
    const rest = this.#take(/(?:[ \t]+[^\s,{}"#=]+)*/y) ?? '';
    const isWritten = rest !== '' || !/^[A-Za-z]/.test(bare);
    this.#faults.push(
      remark(isWritten ? 'unreadable' : 'abbreviation', `${name} = ${bare}${rest}`, this.#line(this.#at)),
    );
    return bare + rest;
  }

  /** A value in braces or quotation marks; to the end of the record if it is open. */
  #delimited(opening: '{' | '"'): string {
    const start = this.#at + 1;
    const sign = opening === '{' ? /[{}]/g : /[{}"]/g;
    sign.lastIndex = start;
    let depth = 0;
    for (let found = sign.exec(this.#text); found; found = sign.exec(this.#text)) {
      const [written] = found;
      const isEnd = opening === '{' ? written === '}' && depth === 0 : written === '"' && depth === 0;
      if (isEnd) {
        this.#at = found.index + 1;
        return this.#text.slice(start, found.index);
      }
      if (written === '{') depth += 1;
      if (written === '}') depth -= 1;
      // The brace that closes the entry ends an open quotation mark.
      if (depth < 0) {
        this.#faults.push(remark('open-quote', undefined, this.#line(this.#at)));
        this.#at = found.index;
        return this.#text.slice(start, found.index);
      }
    }
    this.#at = this.#text.length;
    this.#faults.push(remark('open-brace', undefined, this.#line(this.#at)));
    return this.#text.slice(start);
  }

  /** The line of a place, from 0 at the beginning of the record. */
  #line(position: number): number {
    let line = 0;
    for (let at = this.#text.indexOf('\n'); at >= 0 && at < position; at = this.#text.indexOf('\n', at + 1)) line += 1;
    return line;
  }
}
