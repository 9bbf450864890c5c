import type * as z from 'zod';
import type { LocalizedText } from '../domain/bibliography.ts';
import { defaultText } from '../domain/locale.ts';
import type { Collection } from '../storage/keys.ts';
import { rowsInMemory } from './collection.ts';
import { type Page, pageBounds } from './page.ts';

type Value = string | number;

/** What a collection can be asked, as functions of a row. Each is called once for a row, when the row is read. */
export interface ListSpec<
  Schema extends z.ZodType,
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
  /** Part of one of the texts in the default locale, in any case; empty finds all. */
  q: string;
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
  /** How many rows that satisfy the conditions have each value of an equality filter. */
  tally(equal: Equal, where: readonly Where[], stalenessMs: number): Promise<ReadonlyMap<Value, number>>;
}

/** Types a specification. */
export function listSpec<
  Schema extends z.ZodType,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
>(spec: ListSpec<Schema, Sort, Equal, AtLeast, Where>): ListSpec<Schema, Sort, Equal, AtLeast, Where> {
  return spec;
}

/** A list over a collection's rows, held in memory for as long as the process lives. */
export function defineList<
  Schema extends z.ZodType,
  Sort extends string,
  Equal extends string,
  AtLeast extends string,
  Where extends string,
>(spec: ListSpec<Schema, Sort, Equal, AtLeast, Where>): ListSource<z.output<Schema>, Sort, Equal, AtLeast, Where> {
  const rows = rowsInMemory(spec.collection, spec.schema);
  return {
    async find(query, stalenessMs) {
      const all = [...(await rows.current(stalenessMs)).values()];
      const found = all.filter((row) => matches(spec, row, query)).sort(comparison(spec, query));
      const { page, per_page } = query;
      const { first, end, pages } = pageBounds(found.length, page, per_page);
      return { rows: found.slice(first, end), page, per_page, total: found.length, pages };
    },
    async tally(equal, where, stalenessMs) {
      const counts = new Map<Value, number>();
      for (const row of (await rows.current(stalenessMs)).values()) {
        if (!where.every((condition) => spec.where[condition](row))) continue;
        for (const value of valuesOf(spec.equals[equal](row))) counts.set(value, (counts.get(value) ?? 0) + 1);
      }
      return counts;
    },
  };
}

const valuesOf = (value: Value | readonly Value[] | null): readonly Value[] =>
  value === null ? [] : typeof value === 'object' ? value : [value];

// biome-ignore lint/suspicious/noExplicitAny: whatever a list can be asked
type AnySpec<Row> = Omit<ListSpec<any, string, string, string, string>, 'schema'> & { id: (row: Row) => string };
type AnyQuery = Omit<ListQuery<string, string, string, string>, 'page' | 'per_page'>;

/** Whether a row is in the answer: the definition that every faster way of finding it is held to. */
export function matches<Row>(spec: AnySpec<Row>, row: Row, query: AnyQuery): boolean {
  if (query.ids && !query.ids.has(spec.id(row))) return false;
  if (!query.where.every((condition) => spec.where[condition]?.(row))) return false;
  for (const [name, wanted] of Object.entries(query.equals ?? {})) {
    if (wanted !== null && wanted !== undefined && !valuesOf(spec.equals[name]?.(row) ?? null).includes(wanted))
      return false;
  }
  for (const [name, least] of Object.entries(query.atLeast ?? {})) {
    if (least && (spec.atLeast[name]?.(row) ?? -1) < least) return false;
  }
  const q = query.q.toLowerCase();
  return q === '' || spec.texts(row).some((text) => defaultText(text)?.toLowerCase().includes(q));
}

/** The order of the answer: rows without the value last in both directions, equal ones by id, so that pages are stable. */
export function comparison<Row>(spec: AnySpec<Row>, { sort, dir }: Pick<AnyQuery, 'sort' | 'dir'>) {
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
