import type { Author } from '#src/vocabulary/bibliography.ts';

/** Rows are read and rewritten whole, so a paper with thousands of authors is searchable by only some of them. */
const maxNames = 1_000;
const maxNameLength = 200;
/** Limit of all names together, with separators. */
const maxLength = 16_000;

/**
 * Author names for a list row, one per line, in order: those at the positions `always`, then the first others.
 * Bounded to 1,000 names and 16,000 UTF-16 units. Each name is cut at 200.
 */
export function authorNamesOf(authors: readonly Author[], always: readonly (number | null)[]): string {
  const names = authors.map(({ name }) => name.replace(/\s+/g, ' ').trim().slice(0, maxNameLength));
  const first = [...new Set(always)].filter((position) => position !== null);
  const chosen = new Set<number>();
  let length = 0;
  for (const position of [...first, ...names.keys()]) {
    const name = names[position];
    if (!name || chosen.has(position)) continue;
    length += name.length + 1;
    if (chosen.size >= maxNames || length > maxLength) break;
    chosen.add(position);
  }
  return names.filter((_, position) => chosen.has(position)).join('\n');
}

/** Limit of entries of a list in one response. */
const maxShown = 1_000;
/** Limit of their JSON in UTF-8: a response contains the authors up to five times and has at most 5 MB. */
const maxShownBytes = 500_000;

/** The entries of a list from an offset that fit into one response, at most 1,000. */
export function shownEntries<T>(list: readonly T[], offset = 0, maxBytes = maxShownBytes, most = maxShown): T[] {
  let bytes = 0;
  return list.slice(offset, offset + most).filter((entry) => {
    bytes += new TextEncoder().encode(JSON.stringify(entry)).length;
    return bytes <= maxBytes;
  });
}

/**
 * The authors from an offset that fit into one response, at most 1,000 or `most`, and those at the positions `always`. Each has
 * its position where that differs from its index in the response.
 */
export function shownAuthors(
  authors: readonly Author[],
  always: readonly (number | null)[] = [],
  offset = 0,
  most = maxShown,
): (Author & { position?: number })[] {
  const first = shownEntries(authors, offset, maxShownBytes, most);
  const end = offset + first.length;
  const unplaced = [...new Set(always)]
    .filter((at) => at !== null && (at < offset || at >= end))
    .sort((a, b) => Number(a) - Number(b));
  const placed = first.map((author, index) => (offset === 0 ? author : { ...author, position: offset + index }));
  return [
    ...placed,
    ...unplaced.flatMap((at) => (at !== null && authors[at] ? [{ ...authors[at], position: at }] : [])),
  ];
}

/** Whether all of these authors fit into one response. */
export const areAllShown = (authors: readonly Author[]): boolean => shownAuthors(authors).length === authors.length;
