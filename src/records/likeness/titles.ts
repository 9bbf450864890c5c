import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { answers, articles, functionWords, headings, leadingArticles } from './words.ts';

/** A title and its subtitle as given. */
export interface Titled {
  title: LocalizedText | null;
  subtitle: string | null;
}

/** Longer titles are compared only as a whole: the rest is replaced by its hash. */
const maxTitleLength = 300;

/** The titles in all languages, folded, as `main` or `main: rest`. */
export function titlesOf({ title, subtitle }: Titled): string[] {
  const titles = title === null ? [] : typeof title === 'string' ? [title] : Object.values(title);
  return [...new Set(titles.map((each) => foldTitle(each, subtitle)))].filter(Boolean);
}

/** Publishers put this before the title of a retracted article. A notice of retraction is "Retraction: …". */
const retracted = /^\W*(?:retracted|withdrawn)(?: (?:article|paper|chapter))?\s*[:.\])\u2013\u2014-]\s*/iu;

const separator = /(?:\s*[:?!]|\s+[-\u2013\u2014])\s+|\s*\u2014\s*|(?<=\p{L}{3})\.\s+/u;

/** A folded title, with a colon before each subtitle, whether it is part of the title or given separately. */
function foldTitle(title: string, subtitle: string | null): string {
  const written = title.replace(retracted, '');
  const parts = written.split(separator).map(foldWords).filter(Boolean);
  // A short beginning does not identify a title, as in "COVID-19: …".
  while (parts.length > 1 && isGeneric(parts[0] ?? '')) parts.splice(0, 2, `${parts[0]} ${parts[1]}`);
  const whole = parts.join(' ');
  const given = foldWords(subtitle ?? '');
  const isLabel = isHeading(given) && !given.split(' ').some((word) => answers.has(word));
  if (given !== '' && !isLabel && !whole.endsWith(given)) parts.push(given);
  return bounded(parts.join(': '));
}

function bounded(folded: string): string {
  if (folded.length <= maxTitleLength) return folded;
  return `${folded.slice(0, maxTitleLength)}${cutMark}${hashOf(folded.replaceAll(': ', ' '))}`;
}

/** 64 bits of FNV-1a from both ends. Whoever makes two texts of one hash only gets a question asked. */
function hashOf(text: string): string {
  let [forward, backward] = [0x811c9dc5, 0x811c9dc5];
  for (let index = 0; index < text.length; index++) {
    forward = Math.imul(forward ^ text.charCodeAt(index), 0x01000193);
    backward = Math.imul(backward ^ text.charCodeAt(text.length - 1 - index), 0x01000193);
  }
  return [forward, backward].map((part) => (part >>> 0).toString(36)).join('');
}

const cutMark = '\u2026';

/** Whether the title is so long that only its hash represents the rest. */
export const isCut = (folded: string): boolean => folded.includes(cutMark);

/** Words of letters and digits without accents and case: "Städte & Höfe" becomes "stadte and hofe". */
export function foldWords(text: string): string {
  return foldForSearch(text, 'en')
    .replace(/&/g, ' and ')
    .replace(/['\u2019\u02bc]/g, '')
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i')
    .replace(/ł/g, 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The title without its subtitles. */
export const mainTitle = (folded: string): string => folded.split(': ')[0] ?? folded;

/** Characters that are words: Chinese and Japanese are written without blanks. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const everyDense = new RegExp(dense, 'gu');

/** The words of a folded title without articles. A Chinese or Japanese character is a word. */
export function wordsOfTitle(folded: string): string[] {
  const spaced = folded.replaceAll(': ', ' ').replace(everyDense, ' $& ');
  return spaced.split(' ').filter((word, index) => word !== '' && !isArticle(word, index));
}

const isArticle = (word: string, index: number) => articles.has(word) || (index === 0 && leadingArticles.has(word));

/** The words that bear the meaning of a title. */
export const significantWords = (folded: string): string[] =>
  wordsOfTitle(folded).filter((word) => !functionWords.has(word));

const commonPhrases =
  /^(?:(?:the )?(?:table of contents|front matter|back matter|title page|cover|masthead|list of \w+|notes on contributors|book reviews?|letters? to the editor|in (?:memoriam|this issue)|from the editors?|editors? (?:note|choice|introduction)|editorial board|guest editorial|conference (?:report|abstracts?)|(?:authors?|response|reply) (?:reply|response|to .{0,20})|(?:supplementary|supplemental|supporting) (?:materials?|information|data|files?|tables?|figures?|text)|additional files?.{0,12}|data (?:set|from|for).{0,3}|annual report|call for papers|program committee|(?:gbif )?occurrence download|author index|subject index|instructions (?:for|to) authors|issue information|about the authors?|list of contributors)(?: \w{1,4})?)$/;
const minWords = 3;
const minLetters = 14;
const minDenseLetters = 6;

/** Whether a title is too generic to identify a text. */
export function isGeneric(folded: string): boolean {
  const words = folded.replaceAll(': ', ' ').split(' ');
  const letters = folded.replace(/[^\p{L}]/gu, '');
  if (dense.test(letters) || /\p{Script=Hangul}/u.test(letters)) return letters.length < minDenseLetters;
  if (words.length < minWords || letters.length < minLetters) return true;
  return isHeading(folded);
}

const isHeading = (folded: string): boolean =>
  commonPhrases.test(folded) || folded.split(' ').every((word) => headings.has(word) || /^\d+$/.test(word));

const longWords = 7;
const longLetters = 42;
const longDenseLetters = 16;

/** Whether a title is so long that two texts of the same year hardly ever share it. */
export function isLong(folded: string): boolean {
  const letters = folded.replace(/[^\p{L}]/gu, '');
  if (dense.test(letters)) return letters.length >= longDenseLetters;
  return wordsOfTitle(folded).length >= longWords && letters.length >= longLetters;
}
