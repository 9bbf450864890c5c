import { splitPages } from '#src/vocabulary/text/pages.ts';
import type { Citation, CslItem, CslName } from './csl.ts';
import { bold, inOwnDirection, type Runs } from './runs.ts';
import type { CslType } from './types.ts';

/** Parts that the citation styles share. */

/** The languages in which a style has its own words, where it has them in several. */
export type StyleLanguage = 'en' | 'de';

export interface StyleOptions {
  /** Which of the authors of the item, by index, are set in bold. */
  ownAuthors?: ReadonlySet<number>;
  language?: StyleLanguage;
}

/** Writes a citation in a style. */
export type StyleWriter = (citation: Citation, options?: StyleOptions) => Runs;

/** Names in the form of a style, of which those of own people are bold. `first` is the index of the first of them. */
export const nameRuns = (
  names: readonly CslName[],
  form: (name: CslName) => string,
  ownAuthors?: ReadonlySet<number>,
  first = 0,
): Runs[] =>
  names.map((name, at) => {
    const written = inOwnDirection(form(name));
    return ownAuthors?.has(first + at) ? bold(written) : written;
  });

/** Who is named first: the authors, or the editors of a whole book that has none. Those of a part are named with it. */
export function creatorsOf(item: CslItem): { names: readonly CslName[]; areEditors: boolean } {
  if (item.author) return { names: item.author, areEditors: false };
  return { names: isPart(item) ? [] : (item.editor ?? []), areEditors: true };
}

export const yearOfItem = (item: CslItem): number | undefined => item.issued?.['date-parts'][0][0];

const parts = new Set<CslType>(['chapter', 'entry-dictionary', 'entry-encyclopedia', 'paper-conference']);
const periodicals = new Set<CslType>(['article-journal', 'article-magazine', 'article-newspaper', 'review-book']);

/** Whether it is part of a book or of proceedings. */
export const isPart = ({ type }: CslItem): boolean => parts.has(type);
/** Whether its container appears in volumes and issues. */
export const isPeriodical = ({ type }: CslItem): boolean => periodicals.has(type);

export const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

export const oneLine = (value: string | undefined): string => (value ?? '').replace(/\s+/g, ' ').trim();

/**
 * The initials of a given name, by word and then by part: [["J", "P"], ["M"]] for "Jean-Paul Marie". Undefined for a name in
 * a script without upper case, which stays whole.
 */
export function initials({ given = '', family = '' }: { given?: string; family?: string }): string[][] | undefined {
  if (!/\p{Lu}|\p{Ll}/u.test(given)) return undefined;
  const isShouted = family === family.toUpperCase();
  const words = given
    .split(/[\s.]+/)
    .flatMap((word) => (!isShouted && /^\p{Lu}{2,3}$/u.test(word) ? [...word] : [word]));
  const letters = (word: string) =>
    word.split(/[-\u2010\u2011]/).flatMap((each) => /\p{L}/u.exec(each)?.[0].toUpperCase() ?? []);
  return words.map(letters).filter((each) => each.length > 0);
}

/** "J.-P. M." */
export const dotted = (name: { given?: string; family?: string }): string =>
  initials(name)
    ?.map((letters) => letters.map((letter) => `${letter}.`).join('-'))
    .join(' ') ?? oneLine(name.given);

/** The whole name, without a blank, in a script without upper case; undefined for other names. */
export const unspacedName = (name: { given?: string; family: string }): string | undefined =>
  name.given && initials(name) === undefined ? `${oneLine(name.family)}${oneLine(name.given)}` : undefined;

/** "3" and "3rd" become "3rd"; words stay, as in "Revised". */
export function editionOf(edition: string): string {
  const number = /^(\d+)(?:st|nd|rd|th)?\.?(?:\s+ed(?:ition|\.)?)?$/i.exec(edition)?.[1];
  if (number !== undefined) return `${number}${ordinalSuffix(Number(number))}`;
  return edition.replace(/\s*\bed(?:ition|n|\.)?$/i, '');
}

function ordinalSuffix(number: number): string {
  if (number % 100 >= 11 && number % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
}

/** "1–13" with an en dash. */
export function pageRange(pages: string | undefined): string {
  const written = oneLine(pages);
  const [first, last] = splitPages(written);
  return last === undefined ? written : `${first}–${last}`;
}
