import { fold } from './fold.ts';

/** Letters that the root collation keeps apart from those of ASCII, as people write them without: in Azeri, Icelandic, Hausa, Sámi. */
const asciiOf = new Map(Object.entries({ ə: 'e', ı: 'i', þ: 'th', ŋ: 'ng', ƙ: 'k', ɓ: 'b', ɗ: 'd', ƴ: 'y' }));

/** A text as URL words: lower-case ASCII letters and digits joined by hyphens; empty if it has none. */
export function slugWords(text: string, maxCharacters: number): string {
  return fold(text, 'root')
    .replace(/[^\p{ASCII}]/gu, (letter) => asciiOf.get(letter) ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxCharacters)
    .replace(/-+$/, '');
}
