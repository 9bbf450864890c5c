/** A hyphen, which is also part of numbers such as `A-7`, and dashes, which only stand between two of them. */
const hyphen = /\s*[-\u2010\u2011]\s*/;
const dash = /\s*(?:[\u2012-\u2015\u2212]|-{2,})\s*/;

/**
 * The first and last page of a range: of `A-1-A-7` these are `A-1` and `A-7`. Anything else is one page: `33-33`, an article
 * number, a list, or a page with a hyphen in its number, such as `A-7` or `51-0977`.
 */
export function splitPages(written: string): [first: string, last?: string] {
  const pages = written.trim();
  if (/[,;]/.test(pages) || pages.length > maxCharacters) return [pages];
  const sides = pages.split(dash);
  const parts = pages.split(new RegExp(`${dash.source}|${hyphen.source}`));
  if (sides.length === 2) return rangeOf(sides, pages);
  return rangeOf(halvesOf(parts), pages);
}

const maxCharacters = 100;

/** Pages to be printed, which `splitPages` splits at the same place: with a dash between numbers with hyphens, one page once. */
export function shownPages(written: string): string {
  const [first, last] = splitPages(written);
  // `S1-12` alone would be a range.
  if (last === undefined) return splitPages(first).length === 1 ? first : written;
  return hyphen.test(first) || hyphen.test(last) ? joinedPages(first, last) : written;
}

/** The pages from the first to the last, to be split at the same place again. */
export const joinedPages = (first: string, last: string): string =>
  `${first}${[first, last].some((page) => hyphen.test(page)) ? '–' : '-'}${last}`;

function rangeOf(sides: readonly string[], whole: string): [first: string, last?: string] {
  const [first = '', last = '', ...others] = sides;
  if (first === '' || last === '' || others.length > 0) return [whole];
  return first.toLowerCase() === last.toLowerCase() ? [first] : [first, last];
}

/** The two numbers of the same form that parts between hyphens make; none if these are one number, or unclear. */
function halvesOf(parts: readonly string[]): string[] {
  const [first = '', second = '', third] = parts;
  if (parts.length === 2) return isOneNumber(first, second) ? [] : [first, second];
  // "A-1-7", from.
  if (parts.length === 3) return isOneNumber(first, second) && third ? [`${first}-${second}`, third] : [];
  const [one, other] = [parts.slice(0, parts.length / 2), parts.slice(parts.length / 2)];
  return formOf(one) === formOf(other) ? [one.join('-'), other.join('-')] : [];
}

/** Whether a hyphen is within a number: `A-7` and `IV-12`, but `iv-12` is a range; `51-0977`, but `064102-064110` is one. */
const isOneNumber = (first: string, second: string): boolean =>
  (/^\p{L}+$/u.test(first) && /^\d+$/.test(second) && !/^[ivxlcdm]+$/.test(first)) ||
  (/^[1-9]\d*$/.test(first) && /^0\d+$/.test(second));

/** `L-1` for `A-12`: what letters and numbers it has between hyphens. */
const formOf = (parts: readonly string[]): string =>
  parts.map((part) => part.replace(/\p{L}+/gu, 'L').replace(/\d+/g, '1')).join('-');
