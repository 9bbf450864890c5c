import { useMemo } from 'react';

interface Part {
  text: string;
  kind: 'same' | 'removed' | 'added';
}

/** Longer texts are shown whole, because the time and memory of the comparison grow with the product of the lengths. */
const maxWords = 1500;

/** The differences of two texts, word by word. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  return (
    <span className="word-diff">
      {parts.map(({ text, kind }, index) => {
        const Element = kind === 'removed' ? 'del' : kind === 'added' ? 'ins' : 'span';
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
        return <Element key={index}>{text}</Element>;
      })}
    </span>
  );
}

/** Compares the words of two texts by their longest common subsequence. */
function wordDiff(before: string, after: string): Part[] {
  const old = before.match(/\s+|[^\s]+/g) ?? [];
  const now = after.match(/\s+|[^\s]+/g) ?? [];
  if (old.length > maxWords || now.length > maxWords) return whole(before, after);
  // common[i][j] is the length of the common subsequence of `old` from i on and `now` from j on.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    const row = common[i] as Uint16Array;
    for (let j = now.length - 1; j >= 0; j--) {
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: Part[] = [];
  const push = (kind: Part['kind'], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const [removed, added] = [old[i], now[j]];
    if (removed !== undefined && removed === added) {
      push('same', removed);
      i++;
      j++;
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      push('removed', removed);
      i++;
    } else if (added !== undefined) {
      push('added', added);
      j++;
    }
  }
  return parts;
}

const whole = (before: string, after: string): Part[] => [
  { kind: 'removed', text: before },
  { kind: 'added', text: after },
];
