import type { components } from '../../api/schema.ts';
import { type Person, written } from '../../data/people.ts';
import { isSame } from '../../data/same.ts';

type Operations = components['schemas']['JsonPatch'];

/** An author as shown. `position` is the index in the whole list if it differs from the index among the shown ones. */
interface ShownAuthor extends Person {
  position?: number;
}

/** Whether the publication has more authors than a response shows. */
export function hasOtherAuthors({ merged, author_count }: components['schemas']['DashboardPublication']): boolean {
  const { authors } = merged.data;
  return Array.isArray(authors) && authors.length < author_count;
}

/**
 * The changes from the shown authors to the edited ones, by index, so that all others stay. Ordered from last to first,
 * so that each index is that before any change.
 */
export function authorPatch(shown: readonly ShownAuthor[], edited: readonly ShownAuthor[]): Operations {
  const positionOf = (index: number) => shown[index]?.position ?? index;
  const path = (position: number) => `/data/authors/${position}`;
  const test = (index: number) => ({
    op: 'test' as const,
    path: path(positionOf(index)),
    value: stored(shown[index]),
  });
  return changedParts(shown, edited)
    .reverse()
    .flatMap(({ start, end, replacements }): Operations => {
      const count = end - start;
      const next = end === 0 ? 0 : positionOf(end - 1) + 1;
      const added = replacements
        .slice(count)
        .map((value) => ({ op: 'add' as const, path: path(next), value: written(value) }));
      const changes = Array.from({ length: count }, (_, offset): Operations => {
        const index = start + offset;
        const value = replacements[offset];
        const change = { path: path(positionOf(index)) };
        return [test(index), value ? { op: 'replace', ...change, value: written(value) } : { op: 'remove', ...change }];
      });
      return [...added.reverse(), ...changes.reverse().flat()];
    });
}

/** An author without the position, which only responses have. */
const stored = ({ position: _, ...author }: ShownAuthor = { name: '' }) => author;

/** A run of authors from `start` to before `end`, and the authors that replace them. */
interface ChangedPart {
  start: number;
  end: number;
  replacements: ShownAuthor[];
}

/** The differences between two lists, by their longest common subsequence. */
function changedParts(before: readonly ShownAuthor[], after: readonly ShownAuthor[]): ChangedPart[] {
  const isCommon = (one: number, other: number) => isSame(before[one], after[other]);
  let first = 0;
  while (first < before.length && first < after.length && isCommon(first, first)) first++;
  let [end, endAfter] = [before.length, after.length];
  while (end > first && endAfter > first && isCommon(end - 1, endAfter - 1)) [end, endAfter] = [end - 1, endAfter - 1];
  const texts = [before.slice(first, end), after.slice(first, endAfter)].map((list) =>
    list.map((each) => JSON.stringify(each)),
  );
  const [was = [], is = []] = texts;
  const lengths = [...was, ''].map(() => new Uint16Array(is.length + 1));
  const lengthAt = (one: number, other: number) => lengths[one]?.[other] ?? 0;
  for (let one = was.length - 1; one >= 0; one--) {
    for (let other = is.length - 1; other >= 0; other--) {
      const longest = Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
      (lengths[one] as Uint16Array)[other] = was[one] === is[other] ? lengthAt(one + 1, other + 1) + 1 : longest;
    }
  }
  const parts: ChangedPart[] = [];
  let [one, other] = [0, 0];
  let part: ChangedPart | undefined;
  while (one < was.length || other < is.length) {
    if (one < was.length && other < is.length && was[one] === is[other]) {
      [one, other, part] = [one + 1, other + 1, undefined];
      continue;
    }
    if (!part) {
      part = { start: first + one, end: first + one, replacements: [] };
      parts.push(part);
    }
    if (other >= is.length || (one < was.length && lengthAt(one + 1, other) >= lengthAt(one, other + 1))) {
      one++;
      part.end++;
    } else {
      const value = after[first + other++];
      if (value) part.replacements.push(value);
    }
  }
  return parts;
}
