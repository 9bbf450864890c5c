import { defaultLocale, languageOf } from '#src/vocabulary/locale.ts';
import { caseRulesOf } from '#src/vocabulary/text/fold.ts';
import { searchParts, sharedTexts, type TextFolding, translatedTexts } from '../model/definition.ts';
import type { AnyListSpec } from '../model/spec.ts';
import { pack, unpack } from '../sections/packed.ts';
import { PostingListsPacker } from '../sections/posting-lists.ts';
import { commonShortTexts, rowsOfShortText, shortTextSection } from '../sections/short-texts.ts';
import { packWords, StoredWords } from '../sections/stored-words.ts';
import { add, type Bitset, bitset, union } from '../sets/bitset.ts';
import { type Posting, postingOf, slotsOf, unionPosting } from '../sets/postings.ts';
import { addRowsWith, rowsThatMayHave } from '../sets/words.ts';
import type { Layout } from './layout.ts';
import type { Rows } from './rows.ts';
import { TextIndex } from './text-index.ts';

/** An index of some texts of all rows. */
interface Part<Row> {
  /** The name of the section with the words of the snapshot. */
  section: string;
  textsOf: (row: Row) => string[];
  /** The words of the snapshot, if it has them. */
  stored: StoredWords | undefined;
  /** The words of the other rows. */
  texts: TextIndex;
  /** Slots below this are indexed. */
  end: number;
  /** The rows of the snapshot that contain a text with spaces, by text. Rows of a snapshot do not change. */
  phrases: Map<string, Posting>;
}

/** Limit of texts with spaces whose rows are kept. */
const maxPhrases = 8;

/** Limit of locales whose texts are indexed, which take memory only for rows with text in them. */
const maxLocaleParts = 8;

const rowsPerStep = 2_000;
/** Rows whose texts are compared in a step. */
const rowsPerCheck = 250;

/**
 * Finds rows by a part of their texts, in any locale. Fallback texts are the same for all locales, so they are indexed
 * once per folding. In addition, each locale that has texts of its own has an index of them.
 */
export class SearchIndex<Row extends object> {
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
    const all = bitset(this.#rows.slots);
    for (const [form, text] of searched) this.#addFound(this.#sharedPart(form), text, all);
    const own = this.#ownLocale(locale);
    const text = own && searched.get(caseRulesOf(own));
    if (own && text) this.#addFound(this.#translatedPart(own), text, all);
    return all;
  }

  /** Builds what a search needs, in steps between which rows may change. */
  *build(q: string, locale: string | undefined): Generator<void> {
    const searched = searchParts(q, locale);
    if (searched.size === 0) return;
    const own = this.#ownLocale(locale);
    const ownText = own && searched.get(caseRulesOf(own));
    this.#needSections([
      ...[...searched].map(([form, text]) => [sharedWords(form), text] as const),
      ...(own && ownText ? [[translatedWords(own), ownText] as const] : []),
    ]);
    for (const form of searched.keys()) yield* this.#buildPart(this.#sharedPart(form));
    if (own !== undefined) yield* this.#buildPart(this.#translatedPart(own));
    for (const [form, text] of searched) yield* this.#checkStored(this.#sharedPart(form), text);
    if (own && ownText) yield* this.#checkStored(this.#translatedPart(own), ownText);
  }

  /** Asks for all sections that texts need of some words at once. */
  #needSections(searched: readonly (readonly [words: string, text: string])[]): void {
    const names = searched.flatMap(([words, text]) => {
      const short = shortTextSection(words, text);
      return short === undefined ? [words] : [words, short];
    });
    this.#rows.base?.needSections(names);
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

  /** Removes a row as it was added. Rows of the snapshot need not be removed: those that are dead are not found. */
  remove(slot: number, row: Row): void {
    if (slot < this.#rows.baseSize) return;
    for (const part of this.#parts()) if (slot < part.end) part.texts.remove(slot, part.textsOf(row));
  }

  #parts(): Part<Row>[] {
    return [...this.#shared.values(), ...this.#translated.values()];
  }

  #addFound(part: Part<Row>, text: string, bits: Bitset): void {
    if (text.includes(' ')) {
      for (const slot of slotsOf(rowsThatMayHave(part.texts, text, this.#rows.slots)))
        if (this.#contains(part, slot, text)) add(bits, slot);
      unionPosting(bits, part.phrases.get(text) ?? []);
    } else {
      addRowsWith(part.texts, text, bits);
      const short = shortTextSection(part.section, text);
      const rows = short && this.#rows.base?.section(short);
      if (rows) union(bits, rowsOfShortText(rows));
      else if (part.stored) addRowsWith(part.stored, text, bits);
    }
  }

  #contains({ textsOf }: Part<Row>, slot: number, text: string): boolean {
    return textsOf(this.#rows.at(slot)).some((each) => each.includes(text));
  }

  /** Finds the rows of the snapshot that contain a text with spaces, which has to be checked row by row. */
  *#checkStored(part: Part<Row>, text: string): Generator<void> {
    const { stored, phrases } = part;
    if (!stored || !text.includes(' ') || phrases.has(text)) return;
    const candidates = rowsThatMayHave(stored, text, this.#rows.baseSize);
    yield;
    this.#rows.needOf(candidates);
    yield;
    const containing: number[] = [];
    let checked = 0;
    for (const slot of slotsOf(candidates)) {
      if (this.#contains(part, slot, text)) containing.push(slot);
      if (++checked % rowsPerCheck === 0) yield;
    }
    const [oldest] = phrases.keys();
    if (phrases.size >= maxPhrases && oldest !== undefined) phrases.delete(oldest);
    phrases.set(text, postingOf(containing, this.#rows.baseSize));
  }

  /** The tag whose texts belong to this locale; undefined if all locales search them anyway. */
  #ownLocale(locale: string | undefined): string | undefined {
    if (locale === undefined || this.#spec.anyLanguage) return undefined;
    const tags = this.#allTags();
    return [locale.toLowerCase(), languageOf(locale)].find((tag) => tag !== defaultLocale && tags.has(tag));
  }

  #allTags(): ReadonlySet<string> {
    if (!this.#tags) {
      const [stored] = this.#rows.base?.section('tags') ?? [];
      if (!stored) this.#rows.needAll();
      this.#tags = new Set(stored && (JSON.parse(Buffer.from(stored).toString()) as string[]));
      for (let slot = stored ? this.#rows.baseSize : 0; slot < this.#rows.slots; slot++)
        addTags(this.#tags, this.#spec, this.#rows.at(slot));
    }
    return this.#tags;
  }

  /** The sections of a snapshot for what most searches need. */
  *sections(layout: Layout): Generator<[string, Uint8Array]> {
    const tags = [...this.#allTags()].sort();
    yield ['tags', pack([Buffer.from(JSON.stringify(tags))])];
    const translated = this.#spec.anyLanguage ? [] : tags.filter((tag) => tag !== defaultLocale);
    const forms = new Set<TextFolding>(['lower', ...[defaultLocale, ...tags].map(caseRulesOf)]);
    for (const form of forms) yield* this.#sectionsOf(this.#sharedPart(form), layout);
    for (const tag of translated.slice(0, maxSavedLocales)) yield* this.#sectionsOf(this.#translatedPart(tag), layout);
  }

  *#sectionsOf(part: Part<Row>, { order, places }: Layout): Generator<[string, Uint8Array]> {
    for (const _ of this.#buildPart(part));
    const words = packWords(entriesOf(part), new PostingListsPacker(places, order.length));
    yield [part.section, words];
    for (const [text, rows] of commonShortTexts(new StoredWords(unpack(words)), order.length))
      yield [shortTextSection(part.section, text) ?? '', pack([rows])];
  }

  #newPart(section: string, textsOf: Part<Row>['textsOf']): Part<Row> {
    const stored = this.#rows.base?.section(section);
    const words = stored && new StoredWords(stored);
    const end = words ? this.#rows.baseSize : 0;
    return { section, textsOf, stored: words, texts: new TextIndex(), end, phrases: new Map() };
  }

  *#buildPart(part: Part<Row>): Generator<void> {
    if (part.end < this.#rows.baseSize) this.#rows.needAll();
    while (part.end < this.#rows.slots) {
      const end = Math.min(part.end + rowsPerStep, this.#rows.slots);
      for (; part.end < end; part.end++) part.texts.add(part.end, part.textsOf(this.#rows.at(part.end)));
      yield;
    }
  }

  /** The index of texts that all locales share, which may have to be built. */
  #sharedPart(form: TextFolding): Part<Row> {
    const part =
      this.#shared.get(form) ?? this.#newPart(sharedWords(form), (row) => sharedTexts(this.#spec, row, form));
    this.#shared.set(form, part);
    return part;
  }

  /** The index of texts in a locale, which may have to be built. */
  #translatedPart(locale: string): Part<Row> {
    const part =
      this.#translated.get(locale) ??
      this.#newPart(translatedWords(locale), (row) => translatedTexts(this.#spec, row, locale));
    this.#translated.delete(locale);
    this.#translated.set(locale, part);
    const [oldest] = this.#translated.keys();
    if (this.#translated.size > maxLocaleParts && oldest) this.#translated.delete(oldest);
    return part;
  }
}

/** The words of a part, each with the rows of the snapshot and the others. */
function* entriesOf({ stored, texts }: Pick<Part<never>, 'stored' | 'texts'>): Generator<[string, Posting[]]> {
  const met = new Set<string>();
  for (const [word, posting] of stored?.entries() ?? []) {
    const written = texts.postingOf(word);
    if (written) met.add(word);
    yield [word, written ? [posting, written] : [posting]];
  }
  for (const [word, posting] of texts.entries()) if (!met.has(word)) yield [word, [posting]];
}

/** The names of the sections with the words of a part. */
const sharedWords = (form: TextFolding) => `words/${form}`;
const translatedWords = (locale: string) => `words/in ${locale}`;

/** Limit of languages whose words are saved, in alphabetical order. Those of others are indexed at their first search. */
const maxSavedLocales = 16;

function addTags<Row>(tags: Set<string>, spec: AnyListSpec<Row>, row: Row): void {
  for (const text of spec.texts(row)) {
    if (text !== null && typeof text === 'object') for (const tag of Object.keys(text)) tags.add(tag.toLowerCase());
  }
}
