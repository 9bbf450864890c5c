import { caseRulesOf } from '../../domain/text/fold.ts';
import { defaultLocale, languageOf } from '../../domain/values/locale.ts';
import { searchParts, sharedTexts, type TextFolding, translatedTexts } from '../model/definition.ts';
import type { AnyListSpec } from '../model/spec.ts';
import { type Bitset, bitset, filter, union } from './bitset.ts';
import { TextIndex } from './text-index.ts';

/** The rows of a list by slot. A row is valid until the next call of `at`. */
interface Rows<Row> {
  size(): number;
  at(slot: number): Row;
}

/** An index of some texts of all rows. */
interface Part<Row> {
  textsOf: (row: Row) => string[];
  texts: TextIndex;
  /** Slots below this are indexed. */
  end: number;
}

/** Limit of locales whose texts are indexed, which take memory only for rows with text in them. */
const maxLocaleParts = 8;

const rowsPerStep = 2_000;

/**
 * Finds rows by a part of their texts, in any locale. Fallback texts are the same for all locales, so they are indexed
 * once per folding. In addition, each locale that has texts of its own has an index of them.
 */
export class SearchIndex<Row> {
  readonly #spec: AnyListSpec<Row>;
  readonly #rows: Rows<Row>;
  /** Each built at the first search that needs it. */
  readonly #shared = new Map<TextFolding, Part<Row>>();
  /** By locale; the most recently used comes last. */
  readonly #translated = new Map<string, Part<Row>>();
  /** All language tags in lower case, collected on demand. A tag stays when its last text has gone. */
  #tags: Set<string> | undefined;

  constructor(spec: AnyListSpec<Row>, rows: Rows<Row>) {
    this.#spec = spec;
    this.#rows = rows;
  }

  /** The rows that a search finds; undefined if there is nothing to search for. */
  find(q: string, locale: string | undefined): Bitset | undefined {
    const searched = searchParts(q, locale);
    if (searched.size === 0) return undefined;
    for (const _ of this.build(q, locale));
    const all = bitset(this.#rows.size());
    for (const [form, text] of searched) union(all, this.#findIn(this.#sharedPart(form), text));
    const own = this.#ownLocale(locale);
    const text = own && searched.get(caseRulesOf(own));
    if (own && text) union(all, this.#findIn(this.#translatedPart(own), text));
    return all;
  }

  /** Builds what a search needs, in steps between which rows may change. */
  *build(q: string, locale: string | undefined): Generator<void> {
    const forms = [...searchParts(q, locale).keys()];
    if (forms.length === 0) return;
    for (const form of forms) yield* this.#buildPart(this.#sharedPart(form));
    const own = this.#ownLocale(locale);
    if (own !== undefined) yield* this.#buildPart(this.#translatedPart(own));
  }

  /** Builds what another index of the same rows has. */
  *buildLike(other: SearchIndex<Row>): Generator<void> {
    for (const form of other.#shared.keys()) yield* this.#buildPart(this.#sharedPart(form));
    for (const locale of other.#translated.keys()) yield* this.#buildPart(this.#translatedPart(locale));
  }

  /** Adds a row that is in its slot. */
  add(slot: number, row: Row): void {
    if (this.#tags) addTags(this.#tags, this.#spec, row);
    for (const part of this.#parts()) {
      // Later rows are added when the part is built that far.
      if (slot > part.end) continue;
      if (slot === part.end) part.end++;
      part.texts.add(slot, part.textsOf(row));
    }
  }

  /** Removes a row as it was added. */
  remove(slot: number, row: Row): void {
    for (const part of this.#parts()) if (slot < part.end) part.texts.remove(slot, part.textsOf(row));
  }

  #parts(): Part<Row>[] {
    return [...this.#shared.values(), ...this.#translated.values()];
  }

  #findIn({ texts, textsOf }: Part<Row>, text: string): Bitset {
    const bits = texts.find(text, this.#rows.size());
    if (!text.includes(' ')) return bits;
    filter(bits, (slot) => textsOf(this.#rows.at(slot)).some((each) => each.includes(text)));
    return bits;
  }

  /** The tag whose texts belong to this locale; undefined if all locales search them anyway. */
  #ownLocale(locale: string | undefined): string | undefined {
    if (locale === undefined || this.#spec.anyLanguage) return undefined;
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

  *#buildPart(part: Part<Row>): Generator<void> {
    while (part.end < this.#rows.size()) {
      const end = Math.min(part.end + rowsPerStep, this.#rows.size());
      for (; part.end < end; part.end++) part.texts.add(part.end, part.textsOf(this.#rows.at(part.end)));
      yield;
    }
  }

  /** The index of texts that all locales share, which may have to be built. */
  #sharedPart(form: TextFolding): Part<Row> {
    const part = this.#shared.get(form) ?? newPart((row: Row) => sharedTexts(this.#spec, row, form));
    this.#shared.set(form, part);
    return part;
  }

  /** The index of texts in a locale, which may have to be built. */
  #translatedPart(locale: string): Part<Row> {
    const part = this.#translated.get(locale) ?? newPart((row: Row) => translatedTexts(this.#spec, row, locale));
    this.#translated.delete(locale);
    this.#translated.set(locale, part);
    const [oldest] = this.#translated.keys();
    if (this.#translated.size > maxLocaleParts && oldest) this.#translated.delete(oldest);
    return part;
  }
}

const newPart = <Row>(textsOf: Part<Row>['textsOf']): Part<Row> => ({ textsOf, texts: new TextIndex(), end: 0 });

function addTags<Row>(tags: Set<string>, spec: AnyListSpec<Row>, row: Row): void {
  for (const text of spec.texts(row)) {
    if (text !== null && typeof text === 'object') for (const tag of Object.keys(text)) tags.add(tag.toLowerCase());
  }
}
