import { useMemo } from 'react';
import { type Part, wordDiff } from '../text/word-diff.ts';

/** The differences of two texts, word by word, in one line. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  return <Marked parts={parts} />;
}

/** One of two texts, in which the words that the other one does not have are marked. */
export function OwnWords({ text, other }: { text: string; other: string }) {
  const parts = useMemo(() => wordDiff(other, text).filter(({ kind }) => kind !== 'removed'), [text, other]);
  return <Marked parts={parts} />;
}

function Marked({ parts }: { parts: readonly Part[] }) {
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
