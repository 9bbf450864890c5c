import type { ListQuery } from '#src/lists/model/query.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { defaultText } from '#src/vocabulary/locale.ts';
import { rowFromTable } from './mix.ts';

/** Titles and searches in several languages and scripts. */

/** Replaces the letters of synthetic words, so that their frequencies stay the same. */
const alphabets: Record<string, string> = {
  de: 'abcdefghijklmnöpqrßtüvwxyz',
  tr: 'abcçdefgğhıijklmnoöprsştuü',
  el: 'άβγδέζηθίκλμνξόπρστύφχψωή',
  hi: 'कखगचजटडतदनपबमयरलवशसहािीुे',
  zh: '研究方法文献中国日本学会计算语言信息处理应用发展',
};

/** The locales of the searches. No title is in `fr`. */
export const searchedLocales = ['en', 'fr', ...Object.keys(alphabets)];
const wordsAsked = 40;

/** The nth synthetic publication. Five in ten have a plain title; the others are each also in one of the languages. */
export function localizedRowFromTable(index: number, publications: number): PublicationRow {
  const row = rowFromTable(index, publications);
  const locale = Object.keys(alphabets)[index % 10];
  const title = defaultText(row.title) ?? '';
  return locale === undefined
    ? { ...row, title }
    : { ...row, title: { en: title, [locale]: writtenIn(title, locale) } };
}

/** The text in the letters of a locale, or unchanged. */
function writtenIn(text: string, locale: string): string {
  const letters = [...(alphabets[locale] ?? '')];
  if (letters.length === 0) return text;
  return text.replace(/[a-z]/g, (letter) => letters[(letter.charCodeAt(0) - 97) % letters.length] ?? letter);
}

/** Typical searches in each locale, with any number of variations. */
export function localeMix(
  publications: number,
  { words, pairs }: { words: string[]; pairs: string[] },
): { name: string; queryOf(variation: number): ListQuery }[] {
  const order = { page: 1, per_page: 20, sort: 'last_fetched_at', dir: 'desc', where: ['public'] } as const;
  const titleOf = (index: number) => defaultText(rowFromTable(index % publications, publications).title) ?? '';
  const phraseOf = (index: number) => titleOf(index).split(' ').slice(1, 4).join(' ');
  return searchedLocales.flatMap((locale) => {
    const kind = (name: string, textOf: (variation: number) => string) => ({
      name: `${locale}: ${name}`,
      queryOf: (variation: number) => ({ ...order, locale, q: writtenIn(textOf(variation), locale) }),
    });
    const ofLocale = Math.max(0, Object.keys(alphabets).indexOf(locale));
    return [
      kind('common word', (n) => words[n % wordsAsked] ?? ''),
      kind('rare phrase', (n) => phraseOf(((n * 7919) % 9_000) * 10 + ofLocale)),
      kind('two letters', (n) => pairs[n % wordsAsked] ?? ''),
      kind('no match', (n) => `quux${n}`),
    ];
  });
}
