import { expect, test } from '@jest/globals';
import { wordDiff } from '../../web/src/text/word-diff.ts';

const marked = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'removed' ? '-' : '+'}[${text}]`))
    .join('');

test.each([
  ['the same', 'Cracked pots', 'Cracked pots', 'Cracked pots'],
  ['a word', 'On cracked pots', 'On broken pots', 'On -[cracked]+[broken] pots'],
  ['a word more', 'Cracked pots', 'Cracked clay pots', 'Cracked +[clay ]pots'],
  ['a part of a number', 'At 7 TeV', 'At 13 TeV', 'At -[7]+[13] TeV'],
  ['Japanese, which has no spaces', '陶器の研究', '陶器の歴史', '陶器の-[研究]+[歴史]'],
  ['all of it', 'Pots', '', '-[Pots]'],
])('the words that differ: %s', (_, before, after, expected) => {
  expect(marked(before, after)).toBe(expected);
});

test('texts that differ in more than a thousand words are compared as a whole', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 20_000 }, (_, n) => `${letter}${n}`).join(' '),
  );
  expect(wordDiff(String(before), String(after)).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
