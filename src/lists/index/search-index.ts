import { defaultLocale, isTranslatedInto, languageOf } from '../../domain/values/locale.ts';
import { searchParts, searchTexts, type TextFolding } from '../model/definition.ts';
import type { AnyListSpec } from '../model/spec.ts';
import { add, type Bitset, bitset, filter, remove, resize, subtract, union } from './bitset.ts';
import { TextIndex } from './text-index.ts';

/** The rows of a list by slot. A row is valid until the next call of `at`. */
interface Rows<Row> {
  size(): number;
  at(slot: number): Row;
}

/** An index of the texts of some rows, in one form. */
interface Part {
  /** The locale whose texts are indexed, with the other texts of the same rows; null for the texts that all share. */
  locale: string | null;
  form: TextFolding;
  texts: TextIndex;
  /** The rows in it; null for all. */
  rows: Bitset | null;
  /** The slots below this are indexed. */
  end: number;
}

/**
 * The maximum number of parts for locales. The shared ones are at most three, because there are three forms. A part of
 * a locale takes memory only for the rows with text in it.
 */
const maxLocaleParts = 8;

/** The number of rows that are indexed in one step. */
const rowsPerStep = 2_000;

/**
 * Finds rows by a part of their texts, in any locale. What a row without text in the requested locale is searched by is the
 * same for all locales, so it is indexed once. Beside that, a locale has only the rows with text in it, and a locale that
 * no row has text in has nothing.
 */
export class SearchIndex<Row> {
  readonly #spec: AnyListSpec<Row>;
  readonly #rows: Rows<Row>;
  /** Each built at the first search that needs it; the most recently used comes last. */
  readonly #parts = new Map<string, Part>();
  /** All tags of texts, in lower case, once one was asked for. A tag stays when the last text with it has gone. */
  #tags: Set<string> | undefined;

  constructor(spec: AnyListSpec<Row>, rows: Rows<Row>) {
    this.#spec = spec;
    this.#rows = rows;
  }

  /** The rows that a search finds; undefined if it searches nothing, because its text is empty. */
  find(q: string, locale: string | undefined): Bitset | undefined {
    const searched = searchParts(q, locale);
    if (searched.size === 0) return undefined;
    const all = bitset(this.#rows.size());
    const own = this.#ownLocale(locale);
    for (const [form, text] of searched) {
      const shared = this.#part(null, form);
      const part = own === undefined ? undefined : this.#part(own, form);
      union(all, this.#findIn(shared, text, part?.rows ?? undefined));
      if (part) union(all, this.#findIn(part, text));
    }
    return all;
  }

  /** Builds what a search in this locale needs, a step at a time. Rows may change in between. */
  *build(locale: string | undefined): Generator<void> {
    const own = this.#ownLocale(locale);
    for (const form of searchParts('x', locale).keys()) {
      yield* this.#buildPart(null, form);
      if (own !== undefined) yield* this.#buildPart(own, form);
    }
  }

  /** Builds what another index of the same rows has. */
  *buildLike(other: SearchIndex<Row>): Generator<void> {
    for (const { locale, form } of other.#parts.values()) yield* this.#buildPart(locale, form);
  }

  /** Adds a row that is in its slot. */
  add(slot: number, row: Row): void {
    if (this.#tags) addTags(this.#tags, this.#spec, row);
    for (const part of this.#parts.values()) {
      // Rows beyond the end follow when the part is built that far.
      if (slot > part.end) continue;
      if (slot === part.end) part.end++;
      this.#addTo(part, slot, row);
    }
  }

  /** Removes a row as it was added. */
  remove(slot: number, row: Row): void {
    for (const part of this.#parts.values()) {
      if (slot >= part.end || !this.#belongs(part, row)) continue;
      if (part.rows) remove(part.rows, slot);
      part.texts.remove(slot, searchTexts(this.#spec, row, part.locale, part.form));
    }
  }

  #addTo(part: Part, slot: number, row: Row): void {
    if (!this.#belongs(part, row)) return;
    if (part.rows) {
      if (slot >>> 5 >= part.rows.length) part.rows = resize(part.rows, 2 * slot + 32);
      add(part.rows, slot);
    }
    part.texts.add(slot, searchTexts(this.#spec, row, part.locale, part.form));
  }

  #belongs({ locale }: Part, row: Row): boolean {
    return locale === null || this.#spec.texts(row).some((text) => isTranslatedInto(text, locale));
  }

  /** The rows of a part that have this text, without some. */
  #findIn(part: Part, text: string, without?: Bitset): Bitset {
    const bits = part.texts.find(text, this.#rows.size());
    if (without) subtract(bits, without);
    if (!text.includes(' ')) return bits;
    filter(bits, (slot) =>
      searchTexts(this.#spec, this.#rows.at(slot), part.locale, part.form).some((each) => each.includes(text)),
    );
    return bits;
  }

  /** The tag that decides which texts are in this locale; undefined if that holds for no text but those all locales share. */
  #ownLocale(locale: string | undefined): string | undefined {
    if (locale === undefined) return undefined;
    const tags = this.#allTags();
    return [locale.toLowerCase(), languageOf(locale)].find((tag) => tag !== defaultLocale && tags.has(tag));
  }

  #allTags(): ReadonlySet<string> {
    if (!this.#tags) {
      this.#tags = new Set();
      for (let slot = 0; slot < this.#rows.size(); slot++) addTags(this.#tags, this.#spec, this.#rows.at(slot));
    }
    return this.#tags;
  }

  #part(locale: string | null, form: TextFolding): Part {
    for (const _ of this.#buildPart(locale, form));
    return this.#openPart(locale, form);
  }

  *#buildPart(locale: string | null, form: TextFolding): Generator<void> {
    const part = this.#openPart(locale, form);
    while (part.end < this.#rows.size()) {
      const end = Math.min(part.end + rowsPerStep, this.#rows.size());
      for (; part.end < end; part.end++) this.#addTo(part, part.end, this.#rows.at(part.end));
      yield;
    }
  }

  /** The part, which may have to be built. */
  #openPart(locale: string | null, form: TextFolding): Part {
    const name = `${form} ${locale ?? ''}`;
    const part = this.#parts.get(name) ?? {
      locale,
      form,
      texts: new TextIndex(),
      rows: locale === null ? null : bitset(this.#rows.size()),
      end: 0,
    };
    this.#parts.delete(name);
    this.#parts.set(name, part);
    const ofLocales = [...this.#parts].filter(([, each]) => each.locale !== null);
    const [oldest] = ofLocales;
    if (ofLocales.length > maxLocaleParts && oldest) this.#parts.delete(oldest[0]);
    return part;
  }
}

function addTags<Row>(tags: Set<string>, spec: AnyListSpec<Row>, row: Row): void {
  for (const text of spec.texts(row)) {
    if (text !== null && typeof text === 'object') for (const tag of Object.keys(text)) tags.add(tag.toLowerCase());
  }
}
