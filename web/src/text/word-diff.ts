import { diffArrays } from 'diff';

export interface Part {
  text: string;
  kind: 'same' | 'removed' | 'added';
}

/** Texts with more differences are shown whole, because the comparison takes longer the more there are. */
const maxDifferences = 1_000;
/** Also of texts without spaces between words. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const wordsOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The words of both texts in order, and which of them has each. */
export function wordDiff(before: string, after: string): Part[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: maxDifferences }) ?? [
    { value: [before], removed: true, added: false },
    { value: [after], removed: false, added: true },
  ];
  return changes.map(({ value, removed, added }) => ({
    text: value.join(''),
    kind: removed ? 'removed' : added ? 'added' : 'same',
  }));
}
