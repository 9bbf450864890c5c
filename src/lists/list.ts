import type * as z from 'zod';
import type { LocalizedText } from '../domain/bibliography.ts';
import { defaultText, foldedFor, localizedSearchText } from '../domain/locale.ts';
import type { Collection } from '../storage/keys.ts';
import { liveRows, overlapMs } from './collection.ts';
import type { Following, Page, Place } from './page.ts';

export type Value = string | number;

/** What a collection can be asked, as functions of a row. Each is called once for a row, when the row is read. */
export interface ListSpec<
  Schema extends z.ZodType<object>,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
> {
  collection: Collection;
  schema: Schema;
  /** Ties are broken by it, ascending. */
  id: (row: z.output<Schema>) => string;
  /** The texts that `q` is looked for in. */
  texts: (row: z.output<Schema>) => (LocalizedText | null)[];
  sorts: Record<Sort, (row: z.output<Schema>) => Value | null>;
  /** Filters for equality; a row with several values passes when one of them is equal. */
  equals: Record<Equal, (row: z.output<Schema>) => Value | readonly Value[] | null>;
  /** Filters for a minimum; a row without the number passes a minimum of 0 only. */
  atLeast: Record<AtLeast, (row: z.output<Schema>) => number | null>;
  /** Conditions by name, such as `public`. */
  where: Record<Where, (row: z.output<Schema>) => boolean>;
}

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

/** How something is made of all rows of a list, one by one. A row may be looked at only while it is added. */
export interface Summary<Row, T> {
  start: () => T;
  add: (summary: T, row: Row) => void;
}

/** What a list knows of how much of it is known. */
export interface Knowledge {
  /** Every row that carries an earlier time of writing is in the list; one that carries a later may still come. */
  settledMs: number;
  /** Raised when rows were taken away for good. */
  epoch: number;
}

/** Where lists are answered from. What asks does not know how the rows are held. */
export interface ListSource<
  Row,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
> {
  /** One page, from rows that are at most `stalenessMs` old; 0 sees everything written before the call. */
  find(query: ListQuery<Sort, Equal, AtLeast, Where>, stalenessMs: number): Promise<Page<Row>>;
  /** The rows after a place in the order, so that going on from there misses none and repeats none that stay. */
  follow(
    query: ListQuery<Sort, Equal, AtLeast, Where>,
    after: Place | undefined,
    stalenessMs: number,
  ): Promise<Following<Row> & Knowledge>;
  /** Something made of all rows; the same object for as long as no row changes. */
  summary<T>(summary: Summary<Row, T>, stalenessMs: number): Promise<{ value: T } & Knowledge>;
  /** How many rows that satisfy the conditions have each value of an equality filter. */
  tally(equal: Equal, where: readonly Where[], stalenessMs: number): Promise<ReadonlyMap<Value, number>>;
}

/** Types a specification. */
export function listSpec<
  Schema extends z.ZodType<object>,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
>(spec: ListSpec<Schema, Sort, Equal, AtLeast, Where>): ListSpec<Schema, Sort, Equal, AtLeast, Where> {
  return spec;
}

/** A list over a collection's rows, held in memory for as long as the process lives. */
export function defineList<
  Schema extends z.ZodType<object>,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
>(spec: ListSpec<Schema, Sort, Equal, AtLeast, Where>): ListSource<z.output<Schema>, Sort, Equal, AtLeast, Where> {
  const rows = liveRows(spec);
  return {
    find: async (query, stalenessMs) => (await rows.current(stalenessMs)).find(query),
    follow: async (query, after, stalenessMs) => {
      const { index, ...reading } = await rows.reading(stalenessMs);
      return { ...index.follow(query, after), ...knowledge(reading) };
    },
    summary: async (summary, stalenessMs) => {
      const { index, ...reading } = await rows.reading(stalenessMs);
      return { value: index.summary(summary), ...knowledge(reading) };
    },
    tally: async (equal, where, stalenessMs) => (await rows.current(stalenessMs)).tally(equal, where),
  };
}

const knowledge = ({ lookedAtMs, epoch }: { lookedAtMs: number; epoch: number }): Knowledge => ({
  settledMs: lookedAtMs - overlapMs,
  epoch,
});

/** None, one or several, as a list. */
export const valuesOf = (value: Value | readonly Value[] | null): readonly Value[] =>
  value === null ? [] : typeof value === 'object' ? value : [value];

/** Any specification of a list of such rows, and any question put to it. */
export interface AnyListSpec<Row> {
  id: (row: Row) => string;
  texts: (row: Row) => (LocalizedText | null)[];
  sorts: Record<string, (row: Row) => Value | null>;
  equals: Record<string, (row: Row) => Value | readonly Value[] | null>;
  atLeast: Record<string, (row: Row) => number | null>;
  where: Record<string, (row: Row) => boolean>;
}
export type AnyListQuery = ListQuery<string, string, string, string>;

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
