import type { Value } from './spec.ts';

/** What is asked of a list. */
export interface ListQuery<Sort extends string, Equal extends string, AtLeast extends string, Where extends string> {
  /** Counted from 1. */
  page: number;
  per_page: number;
  /** Part of one of the texts; empty finds all. */
  q: string;
  /**
   * The locale to search in (BCP 47): texts in it, else in the default locale, without regard to accents. Left out, the
   * texts of the default locale are searched as they are, in any case.
   */
  locale?: string;
  sort: Sort;
  dir: 'asc' | 'desc';
  /** Filters that are null or left out leave out nothing. */
  equals?: Partial<Record<Equal, Value | null>>;
  atLeast?: Partial<Record<AtLeast, number | null>>;
  /** All of these conditions hold. */
  where: readonly Where[];
  /** Only rows with one of these ids. */
  ids?: ReadonlySet<string>;
}

/** Any question put to a list. */
export type AnyListQuery = ListQuery<string, string, string, string>;
