import { type CaseRules, caseRulesOf, fold } from '../../domain/text/fold.ts';
import type { LocalizedText } from '../../domain/values/locale.ts';
import { defaultLocale, defaultText, searchedTexts } from '../../domain/values/locale.ts';
import type { LocaleMatch } from './page.ts';
import type { AnyListQuery } from './query.ts';
import { type AnyListSpec, type Value, valuesOf } from './spec.ts';

/**
 * The reference implementation of list queries, row by row. The indexes give the same results faster; tests compare them.
 */

/** Whether a row matches a query. */
export function matches<Row>(
  spec: AnyListSpec<Row>,
  row: Row,
  query: Omit<AnyListQuery, 'page' | 'per_page'>,
): boolean {
  if (query.ids && !query.ids.has(spec.id(row))) return false;
  if (!query.where.every((condition) => spec.where[condition]?.(row))) return false;
  for (const [name, wanted] of Object.entries(query.equals ?? {})) {
    if (wanted === null || wanted === undefined) continue;
    const values = valuesOf(spec.equals[name]?.(row) ?? null);
    if (!valuesOf(wanted).some((value) => values.includes(value))) return false;
  }
  for (const [name, least] of Object.entries(query.atLeast ?? {})) {
    if (least && (spec.atLeast[name]?.(row) ?? -1) < least) return false;
  }
  for (const [name, most] of Object.entries(query.atMost ?? {})) {
    if (typeof most === 'number' && (spec.atLeast[name]?.(row) ?? Infinity) > most) return false;
  }
  const parts = searchParts(query.q, query.locale);
  if (parts.size === 0) return true;
  return [...parts].some(([form, part]) =>
    searchTexts(spec, row, query.locale, form).some((text) => text.includes(part)),
  );
}

/** The number of rows with each value of an equality filter. */
export function countValues<Row>(spec: AnyListSpec<Row>, rows: Iterable<Row>, name: string): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const row of rows) {
    for (const value of new Set(valuesOf(spec.equals[name]?.(row) ?? null)))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** How texts are normalized to compare them: in lower case without a locale, or folded by these case rules. */
export type TextFolding = 'lower' | CaseRules;

/**
 * What to find for a search text, by the form of the texts to find it in. Texts that are not in the locale are in an
 * unknown language, so they are compared by its case rules and by the default ones: a Turkish reader finds the ISI of a
 * Turkish title by `ısı`, and Imaging by `imaging`. Empty if nothing is searched: an accent alone is no text.
 */
export function searchParts(q: string, locale: string | undefined): Map<TextFolding, string> {
  const forms: TextFolding[] = locale === undefined ? ['lower'] : [caseRulesOf(locale), caseRulesOf(defaultLocale)];
  const parts = new Map([...forms].map((form) => [form, normalize(q, form)]));
  return [...parts.values()].includes('') ? new Map() : parts;
}

/** Stored texts are in NFC; a search text that is pasted may not be. */
const normalize = (text: string, form: TextFolding) =>
  form === 'lower' ? text.normalize('NFC').toLowerCase() : fold(text, form);

/** The texts of a row, in a form, for a search in this locale. Null is a locale that no text is in. */
export function searchTexts<Row>(
  spec: AnyListSpec<Row>,
  row: Row,
  locale: string | null | undefined,
  form: TextFolding,
): string[] {
  const texts: string[] = [];
  for (const text of spec.texts(row)) {
    if (locale === undefined || form === 'lower') {
      for (const each of plainTexts(text, spec.anyLanguage)) texts.push(each.toLowerCase());
      continue;
    }
    for (const { text: each, isInLocale } of searchedTexts(text, locale, spec.anyLanguage)) {
      if (!isInLocale || form === caseRulesOf(locale ?? '')) texts.push(fold(each, form));
    }
  }
  return texts;
}

function plainTexts(text: LocalizedText | null, anyLanguage = false): string[] {
  if (anyLanguage && text !== null && typeof text === 'object') return Object.values(text);
  const found = defaultText(text);
  return found === null ? [] : [found];
}

/** In which language the rows of a page were found: by text in the locale, or only by text in another language. */
export function localeMatch<Row>(
  spec: AnyListSpec<Row>,
  rows: readonly Row[],
  { q, locale }: Pick<AnyListQuery, 'q'> & { locale: string },
): LocaleMatch {
  const form = caseRulesOf(locale);
  const part = searchParts(q, locale).get(form);
  if (part === undefined || rows.length === 0) return { matched_locale: locale, fallback_used: false };
  const isFoundIn = (row: Row) =>
    spec
      .texts(row)
      .some((text) =>
        searchedTexts(text, locale, spec.anyLanguage).some(
          (each) => each.isInLocale && fold(each.text, form).includes(part),
        ),
      );
  const found = rows.filter(isFoundIn).length;
  return { matched_locale: found > 0 ? locale : defaultLocale, fallback_used: found < rows.length };
}

/** The order of a list: rows without the value last in both directions, equal ones by id, so that pages are stable. */
export function rowOrder<Row>(spec: AnyListSpec<Row>, { sort, dir }: Pick<AnyListQuery, 'sort' | 'dir'>) {
  const sign = dir === 'asc' ? 1 : -1;
  return (one: Row, other: Row): number => {
    const [a, b] = [spec.sorts[sort]?.(one) ?? null, spec.sorts[sort]?.(other) ?? null];
    if (a !== b) {
      if (a === null) return 1;
      if (b === null) return -1;
      return a < b ? -sign : sign;
    }
    return spec.id(one) < spec.id(other) ? -1 : 1;
  };
}
