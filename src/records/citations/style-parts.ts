import { splitPages } from '#src/vocabulary/text/pages.ts';
import type { CslItem } from './csl.ts';
import type { CslType } from './types.ts';

/** Parts that the citation styles share. */

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

export const sentence = (words: string): string => (words === '' || /[.?!]$/.test(words) ? words : `${words}.`);

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
