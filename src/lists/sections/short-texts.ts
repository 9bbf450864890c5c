import { type Bitset, bitset } from '../sets/bitset.ts';
import { addRowsWith } from '../sets/words.ts';
import { uint32s } from './packed.ts';
import type { StoredWords } from './stored-words.ts';

/** The length of the longest short text, in UTF-16 code units. */
const maxLength = 2;

/** Limit of texts with a section of their own, by words. Those for which most would be read come first. */
const maxTexts = 128;

/** Fewer numbers of rows are read in less time than a section. */
const minRead = 10_000;

/**
 * The name of the section with the rows that have a short text in a word: those of a letter or two are in so many words
 * that uniting the rows of each takes long. Undefined if the text is longer.
 */
export const shortTextSection = (words: string, text: string): string | undefined =>
  text.length <= maxLength ? `${words}/${text}` : undefined;

/** The short texts that have a section, each with its rows, of which there are at most `size`. */
export function* commonShortTexts(words: StoredWords, size: number): Generator<[string, Bitset]> {
  const numbers = new Map<string, number>();
  for (const [word, rows] of words.entries())
    for (const text of shortTextsOf(word)) numbers.set(text, (numbers.get(text) ?? 0) + rows.length);
  // A set has a number for 32 rows, so uniting others reads at most eight times as many.
  const common = [...numbers]
    .filter(([, read]) => read > Math.max(size / 4, minRead))
    .sort((one, other) => other[1] - one[1]);
  for (const [text] of common.slice(0, maxTexts)) {
    const rows = bitset(size);
    addRowsWith(words, text, rows);
    yield [text, rows];
  }
}

function shortTextsOf(word: string): Set<string> {
  const texts = new Set<string>();
  for (let length = 1; length <= maxLength; length++)
    for (let at = 0; at + length <= word.length; at++) texts.add(word.slice(at, at + length));
  return texts;
}

/** The rows of a section. */
export const rowsOfShortText = ([rows]: readonly Uint8Array[]): Bitset => uint32s(rows);
