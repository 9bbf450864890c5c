import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CuratorRow, PublicationRow } from '../../../src/domain/publication-row.ts';
import { foldForSearch } from '../../../src/domain/text/fold.ts';
import type { LocalizedText } from '../../../src/domain/values/locale.ts';
import { curatorSpec } from '../../../src/lists/curated-publications.ts';
import { RowIndex } from '../../../src/lists/index/row-index.ts';
import { publicationSpec } from '../../../src/lists/publications.ts';
import { aCuratorRow, aRow } from '../../support/builders.ts';

/**
 * Locale-aware search defined once more, row by row and text by text, without any code of the index and of the definition
 * it is built on. Only the folding is the same; its test has a source for each line.
 */

const defaultLocale = 'en';
interface Found {
  /** By a text in the requested locale. */
  own: boolean;
  any: boolean;
}

/** The text of a map in a locale: of the tag itself, or of its language. */
const textIn = (text: Record<string, string>, locale: string): string | undefined => {
  const byTag = new Map(Object.entries(text).map(([tag, value]) => [tag.toLowerCase(), value]));
  return byTag.get(locale.toLowerCase()) ?? byTag.get(locale.split('-')[0] ?? '');
};

function isIn(text: string, q: string, rules: string): boolean {
  return foldForSearch(text, rules).includes(foldForSearch(q, rules));
}

/** How a text of a row is found: by the rules of the locale in its own language, otherwise by those or the default ones. */
function search(text: LocalizedText | null, q: string, locale: string, anyLanguage: boolean): Found {
  const [language] = locale.split('-');
  const asMap = typeof text === 'string' ? { [defaultLocale]: text } : (text ?? {});
  const ownText = textIn(asMap, locale);
  const own = ownText !== undefined && isIn(ownText, q, locale);
  const fallbacks = anyLanguage
    ? Object.values(asMap)
    : ownText === undefined
      ? [asMap[defaultLocale] ?? []].flat()
      : [];
  const others = fallbacks.filter((each) => each !== ownText);
  const isOther = others.some((each) => isIn(each, q, defaultLocale) || (language !== 'en' && isIn(each, q, locale)));
  return { own, any: own || isOther };
}

function answer<Row extends { doi: string }>(
  rows: readonly Row[],
  texts: (row: Row) => (LocalizedText | null)[],
  q: string,
  locale: string,
  anyLanguage: boolean,
) {
  const isEmpty = foldForSearch(q, locale) === '';
  const found = rows
    .map((row) => {
      const each = texts(row).map((text) => search(text, q, locale, anyLanguage));
      return { row, own: each.some(({ own }) => own), any: isEmpty || each.some(({ any }) => any) };
    })
    .filter(({ any }) => any)
    .sort((one, other) => (one.row.doi < other.row.doi ? -1 : 1));
  const page = found.slice(0, perPage);
  const isAnyOwn = page.some(({ own }) => own);
  const isSearched = !isEmpty && page.length > 0;
  return {
    dois: page.map(({ row }) => row.doi),
    total: found.length,
    matched_locale: isSearched && !isAnyOwn ? defaultLocale : locale,
    fallback_used: isSearched && page.some(({ own }) => !own),
  };
}

const perPage = 5;
/** Words of which parts of some are equal to parts of others, in some languages and not in others. */
const words = [
  ...['ISI', 'ısı', 'isi', 'Imaging', 'İSTANBUL’DA', 'istanbul', 'ışık', 'IŞIK', 'DİYARBAKIR'],
  ...['Straße', 'STRASSE', 'Ströme', 'strome', 'Ærø', 'aero', 'Łódź', 'lodz', 'niño', 'nino'],
  ...['ΟΔΟΣ', 'οδός', 'Άντα', 'αντα', 'أَحْمَد', 'احمد', 'الـعربية', '٢٠٢٤', '2024', 'שָׁלוֹם', 'שלומ'],
  ...['研究', '研究方法', 'が', 'か', 'ｶﾞ', 'ガ', '한국', '하나', '하', 'हिन्दी', 'हिन्दि', 'शोध', 'ไม่', 'ไม'],
  ...['ｆｕｌｌ', 'full', 'co\u00adop', 'coop', 'ﬁne', 'e\u0301', '\u0301', ''],
];
const tags = ['en', 'tr', 'de', 'el', 'ar', 'zh', 'zh-Hant', 'ja', 'ko', 'hi', 'pt-BR', 'en-GB', 'und'];
const locales = [...tags, 'az', 'lt', 'pt', 'de-AT', 'zh-Hant-TW', 'fr', 'tr-CY', 'en-US'];

const phrase = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((some) => some.join(' ').normalize('NFC'));
const map = fc.dictionary(fc.constantFrom(...tags), phrase, { maxKeys: 4 });
const title = fc.oneof(phrase, map, fc.constant(null));
const q = fc.oneof(
  fc.constantFrom(...words.filter((word) => word.trim() !== '')),
  phrase.map((text) => text.trim()).filter((text) => text !== ''),
  fc.constantFrom('I', 'i', 'ı', 'İ', 'ss', 'o', 'ö', 'σ', '한', 'ᄒ', 'ी', '्', 'か', 'a o', 'i i'),
);
const searches = fc.array(fc.tuple(q, fc.constantFrom(...locales)), { minLength: 1, maxLength: 4 });

/** Printed, so that a failure can be repeated with it. */
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test(`2,000 random lists and searches are answered as the definition says (SEED=${seed})`, () => {
  const order = { page: 1, per_page: perPage, sort: 'last_fetched_at', dir: 'desc', where: [] } as const;
  const property = fc.property(
    fc.array(fc.tuple(title, fc.option(phrase)), { maxLength: 12 }),
    searches,
    fc.nat({ max: 11 }),
    (titles, asked, changedAt) => {
      const index = new RowIndex<PublicationRow>(publicationSpec);
      const curators = new RowIndex<CuratorRow>(curatorSpec);
      const rows = titles.map(([each], n) => aRow({ doi: `10.5555/${n + 10}`, title: each }));
      const curated = titles.map(([each, name], n) =>
        aCuratorRow({ doi: `10.5555/${n + 10}`, title: each, author_names: name ?? '' }),
      );
      index.put(rows);
      curators.put(curated);
      for (const [text, locale] of asked) {
        const { rows: page, total, matched_locale, fallback_used } = index.find({ ...order, q: text, locale });
        expect({ dois: page.map(({ doi }) => doi), total, matched_locale, fallback_used }).toEqual(
          answer(rows, (row) => [row.title], text, locale, false),
        );
        const found = curators.find({ ...order, q: text, locale });
        const names = (row: CuratorRow) => [row.title, ...(row.author_names === '' ? [] : [row.author_names])];
        expect({
          dois: found.rows.map(({ doi }) => doi),
          total: found.total,
          matched_locale: found.matched_locale,
          fallback_used: found.fallback_used,
        }).toEqual(answer(curated, names, text, locale, true));
        // A row changes between two searches, and may bring a language that no row had.
        const changed = rows[changedAt];
        const [first] = titles;
        if (changed && first) {
          rows[changedAt] = { ...changed, title: { ...(first[0] as object), tr: 'ISI', 'de-AT': 'Straße' } };
          index.put([rows[changedAt]]);
        }
      }
    },
  );
  fc.assert(property, { numRuns: 2_000, seed });
});
