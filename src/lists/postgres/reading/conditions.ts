import { languageOf } from '#src/vocabulary/locale.ts';
import { caseRulesOf } from '#src/vocabulary/text/fold.ts';
import { searchParts, type TextFolding } from '../../model/definition.ts';
import type { ListQuery } from '../../model/query.ts';
import { type RowSchema, type Value, type WantedValues, wantedOf } from '../../model/spec.ts';
import type { Values } from '../database.ts';
import { columns, type Table } from '../list.ts';
import { sortKey } from '../sort-keys.ts';

import { filterKey } from '../tallies.ts';
import { equalKey, storable } from '../texts.ts';
import { inGroups } from './groups.ts';

/** A query of which the values that contain a text are known. */
export type KnownQuery = Omit<ListQuery, 'alsoFound'> & {
  alsoFound?: { equals: Readonly<Record<string, readonly Value[]>>; ids: ReadonlySet<string> };
};

/** The parts of a query that decide which rows match, without their order. */
export type Filter = Pick<
  KnownQuery,
  'q' | 'locale' | 'equals' | 'except' | 'atLeast' | 'atMost' | 'where' | 'ids' | 'groups' | 'alsoFound'
>;

/** The condition of a WHERE clause for the rows that `matches` of the definition accepts. */
export function conditionOf<Schema extends RowSchema>(table: Table<Schema>, filter: Filter, values: Values): string {
  const { equals = {}, except = {}, atLeast = {}, atMost = {}, where, ids, groups } = filter;
  const all: string[] = where.map(columns.where);
  if (ids) all.push(`id = ANY(${values.bindKeys([...ids].map(sortKey))})`);
  const valued = valueConditions(table, filter, values);
  if (groups) {
    // A kept filter is passed by most rows: to find these by their ids would take longer.
    const isKept = table.tallies.kept.has(filterKey({ q: '', equals, except, where }) ?? '');
    const told = isKept ? [] : valued.flatMap(({ name, holds }) => (table.toldByPeople.has(name) ? holds : []));
    all.push(inGroups(table, groups, values, told.length === 0 ? undefined : allOf([...all, ...told])));
  }
  all.push(...valued.map(({ holds }) => holds));
  for (const [name, least] of Object.entries(atLeast)) {
    if (!least) continue;
    const column = columns.number(name);
    const isEnough = `${column} >= ${values.bindKey(sortKey(least))}`;
    // A row without the number counts as -1.
    all.push(least > -1 ? isEnough : `${isEnough} OR ${column} IS NULL`);
  }
  for (const [name, most] of Object.entries(atMost)) {
    if (typeof most === 'number') all.push(`${columns.number(name)} <= ${values.bindKey(sortKey(most))}`);
  }
  const found = searchCondition(table, filter, values);
  if (found) all.push(found);
  return allOf(all);
}

const allOf = (conditions: readonly string[]) =>
  conditions.length === 0 ? 'true' : conditions.map((each) => `(${each})`).join(' AND ');

/** The conditions of a filter by values, each with the name of what it filters by. */
function valueConditions<Schema extends RowSchema>(
  table: Table<Schema>,
  { equals = {}, except = {} }: Pick<Filter, 'equals' | 'except'>,
  values: Values,
): { name: string; holds: string }[] {
  const all: { name: string; holds: string }[] = [];
  for (const [name, wanted] of Object.entries(equals)) {
    if (wanted !== null && wanted !== undefined) all.push({ name, holds: hasWanted(table, name, wanted, values) });
  }
  for (const [name, unwanted] of Object.entries(except)) {
    const { values: any, orNone } = wantedOf(unwanted ?? null);
    if (any.length > 0) all.push({ name, holds: `(${hasOne(table, name, any, values)}) IS NOT TRUE` });
    if (orNone) all.push({ name, holds: `${columns.equal(name)} IS NOT NULL` });
  }
  return all;
}

/** The condition of a filter, for rows and for those of their people; undefined if the table of people does not tell all of it. */
export function toldCondition<Schema extends RowSchema>(
  table: Table<Schema>,
  { q, equals = {}, except = {}, atLeast = {}, atMost = {}, where, ids, alsoFound }: Omit<Filter, 'groups'>,
): ((values: Values) => string) | undefined {
  const isTold = ([name, wanted]: [string, unknown]) => (wanted ?? null) === null || table.toldByPeople.has(name);
  const isOther = q !== '' || ids || alsoFound || Object.values(atLeast).some(Boolean);
  if (isOther || Object.values(atMost).some((most) => typeof most === 'number')) return undefined;
  if (![...Object.entries(equals), ...Object.entries(except)].every(isTold)) return undefined;
  return (values) => {
    const valued = valueConditions(table, { equals, except }, values).map(({ holds }) => holds);
    return allOf([...where.map(columns.where), ...valued]);
  };
}

function hasWanted<Schema extends RowSchema>(
  table: Table<Schema>,
  name: string,
  wanted: WantedValues,
  values: Values,
): string {
  const { values: any, orNone } = wantedOf(wanted);
  if (!orNone) return hasOne(table, name, any, values);
  const none = `${columns.equal(name)} IS NULL`;
  return any.length === 0 ? none : `${hasOne(table, name, any, values)} OR ${none}`;
}

/** Null for a row without any value. */
function hasOne<Schema extends RowSchema>(
  { multiple }: Table<Schema>,
  name: string,
  wanted: readonly Value[],
  values: Values,
): string {
  const column = columns.equal(name);
  const [only] = wanted;
  if (multiple.has(name)) return `${column} && ${values.bindTexts(wanted.map(equalKey))}`;
  if (wanted.length === 1 && only !== undefined) return `${column} = ${values.bind(equalKey(only), 'text')}`;
  return `${column} = ANY(${values.bindTexts(wanted.map(equalKey))})`;
}

/** Undefined if there is nothing to search for. */
function searchCondition<Schema extends RowSchema>(
  table: Table<Schema>,
  { q, locale, alsoFound }: Filter,
  values: Values,
): string | undefined {
  const parts = searchParts(q, locale);
  if (parts.size === 0) return undefined;
  const any = [...parts].flatMap(([form, part]) => sharedConditions(form, containing(part, values)));
  const own = locale === undefined ? undefined : parts.get(caseRulesOf(locale));
  if (locale !== undefined && own !== undefined && !table.spec.anyLanguage)
    any.push(translatedCondition(locale, own, values));
  if (alsoFound) {
    if (alsoFound.ids.size > 0) any.push(`id = ANY(${values.bindKeys([...alsoFound.ids].map(sortKey))})`);
    for (const [name, wanted] of Object.entries(alsoFound.equals)) {
      if (wanted.length > 0) any.push(hasOne(table, name, wanted, values));
    }
  }
  return any.join(' OR ');
}

/** The condition that a column contains a text. */
type Contains = (column: string) => string;

/** Shorter texts have no trigram. PostgreSQL would go through a whole index, and then through the rows as well. */
const indexedLength = 3;

function containing(part: string, values: Values): Contains {
  const stored = storable(part);
  const pattern = values.bind(`%${stored.replace(/[\\%_]/g, '\\$&')}%`, 'text');
  // A collation of the same order as that of the column and its index, by another name: no index matches, but
  // statistics do, which tell the planner whether there are so few rows that several processes should look for them.
  const collation = [...stored].length < indexedLength ? ' COLLATE "POSIX"' : '';
  return (column) => `${column}${collation} LIKE ${pattern}`;
}

/** A column is null if the one before has the same texts. */
function sharedConditions(form: TextFolding, contains: Contains): string[] {
  const lower = contains('text_lower');
  if (form === 'lower') return [lower];
  const root = [contains('text_root'), `(text_root IS NULL AND ${lower})`];
  if (form === 'root') return root;
  return [contains('text_turkic'), ...root.map((each) => `(text_turkic IS NULL AND ${each})`)];
}

/** The text in the locale itself, or else that in its language. */
function translatedCondition(locale: string, part: string, values: Values): string {
  const contains = containing(part, values);
  const tag = values.bind(locale.toLowerCase(), 'text');
  const language = values.bind(languageOf(locale), 'text');
  const texts = (name: string) => `json_to_recordset(translations) AS ${name}(position int, tag text, text text)`;
  // Without the first condition, null and the second one would need the third one.
  return `(text_translated IS NOT NULL AND ${contains('text_translated')} AND EXISTS (
    SELECT FROM ${texts('own')} WHERE ${contains('own.text')} AND (own.tag = ${tag} OR (own.tag = ${language}
      AND NOT EXISTS (SELECT FROM ${texts('closer')} WHERE closer.position = own.position AND closer.tag = ${tag})))))`;
}
