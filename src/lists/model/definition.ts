import { defaultText, foldForSearch, localizedSearchText } from '../../domain/values/locale.ts';
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
  // A query that consists only of accents is empty if accents are ignored.
  const q = normalizeQuery(query.q, query.locale);
  return q === '' || searchTexts(spec, row, query.locale).some((text) => text.includes(q));
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

/** The texts of a row, normalized for a search in this locale. */
export function searchTexts<Row>(spec: AnyListSpec<Row>, row: Row, locale: string | undefined): string[] {
  return spec.texts(row).flatMap((text) => {
    if (locale === undefined) return defaultText(text)?.toLowerCase() ?? [];
    return localizedSearchText(text, locale) ?? [];
  });
}

/** The search text `q`, normalized in the same way. Stored texts are in NFC; text that is pasted may not be. */
export const normalizeQuery = (q: string, locale: string | undefined): string =>
  locale === undefined ? q.normalize('NFC').toLowerCase() : foldForSearch(q, locale);

/** The order of a list: rows without the value last in both directions, equal ones by id, so that pages are stable. */
export function comparison<Row>(spec: AnyListSpec<Row>, { sort, dir }: Pick<AnyListQuery, 'sort' | 'dir'>) {
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
