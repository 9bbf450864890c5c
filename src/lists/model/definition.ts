import { defaultText, foldedFor, localizedSearchText } from '../../domain/values/locale.ts';
import type { AnyListQuery } from './query.ts';
import { type AnyListSpec, valuesOf } from './spec.ts';

/**
 * What a list answers, defined row by row. The indexes answer the same faster, and tests compare them with this.
 */

/** Whether a row is in the answer: the definition that every faster way of finding it is held to. */
export function matches<Row>(
  spec: AnyListSpec<Row>,
  row: Row,
  query: Omit<AnyListQuery, 'page' | 'per_page'>,
): boolean {
  if (query.ids && !query.ids.has(spec.id(row))) return false;
  if (!query.where.every((condition) => spec.where[condition]?.(row))) return false;
  for (const [name, wanted] of Object.entries(query.equals ?? {})) {
    if (wanted !== null && wanted !== undefined && !valuesOf(spec.equals[name]?.(row) ?? null).includes(wanted))
      return false;
  }
  for (const [name, least] of Object.entries(query.atLeast ?? {})) {
    if (least && (spec.atLeast[name]?.(row) ?? -1) < least) return false;
  }
  // What is only accents is nothing to search for where accents do not count.
  const q = wordingOf(query.q, query.locale);
  return q === '' || searchedTexts(spec, row, query.locale).some((text) => text.includes(q));
}

/** The texts of a row in the wording that a search in this locale compares. */
export function searchedTexts<Row>(spec: AnyListSpec<Row>, row: Row, locale: string | undefined): string[] {
  return spec.texts(row).flatMap((text) => {
    if (locale === undefined) return defaultText(text)?.toLowerCase() ?? [];
    return localizedSearchText(text, locale) ?? [];
  });
}

/** What is searched for, in the same wording. */
export const wordingOf = (q: string, locale: string | undefined): string =>
  locale === undefined ? q.toLowerCase() : foldedFor(q, locale);

/** The order of the answer: rows without the value last in both directions, equal ones by id, so that pages are stable. */
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
