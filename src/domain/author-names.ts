import type { Author } from './values/bibliography.ts';

/** Rows are read and rewritten whole, so a paper of thousands of authors is found by some of them only. */
const maxNames = 1_000;
const maxNameLength = 200;
/** Of all names together, with their separators. */
const maxLength = 16_000;

/**
 * The names of the authors that a list row has, one a line, in their order: those at the positions `always`, and the first
 * others, up to 1,000 names and 16,000 UTF-16 units in all. A name is cut at 200.
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
