import type { Value } from './spec.ts';

/** A query of a list. */
export interface ListQuery<Sort extends string, Equal extends string, AtLeast extends string, Where extends string> {
  /** Counted from 1. */
  page: number;
  per_page: number;
  /** A substring of one of the texts; empty matches all rows. */
  q: string;
  /**
   * The locale to search in (BCP 47): texts in it, else in the default locale, without regard to accents. Undefined: the
   * texts of the default locale are searched as they are, without regard to case.
   */
  locale?: string | undefined;
  sort: Sort;
  dir: 'asc' | 'desc';
  /** Filters that are null or left out do not apply. Of several values, one is enough. */
  equals?: Partial<Record<Equal, Value | readonly Value[] | null>>;
  atLeast?: Partial<Record<AtLeast, number | null>>;
  /** Numbers that have a minimum may have a maximum, too. */
  atMost?: Partial<Record<AtLeast, number | null>>;
  /** Conditions that must all be true. */
  where: readonly Where[];
  /** Only rows with one of these ids. */
  ids?: ReadonlySet<string>;
  /** The equality filters whose values are counted over all rows that match. */
  facets?: readonly Equal[];
}

/** A query of any list. */
export type AnyListQuery = ListQuery<string, string, string, string>;
