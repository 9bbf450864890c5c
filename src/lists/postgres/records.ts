import { createHash } from 'node:crypto';
import { shardOf } from '#src/table/keys.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { caseRulesOf, fold } from '#src/vocabulary/text/fold.ts';
import { engineDays } from '../index/date-days.ts';
import { sharedTexts, type TextFolding } from '../model/definition.ts';
import { type AnyListSpec, type RowSchema, valuesOf } from '../model/spec.ts';
import { hexOf } from './database.ts';
import { columns, type RowOf, type Table } from './list.ts';
import { fitsResponse } from './response-size.ts';
import { sortHeadBytes, sortKey, splitKey } from './sort-keys.ts';
import { tallyColumns } from './tallies.ts';
import { equalKey, separator, storable } from './texts.ts';

/** A row as the columns of its tables, for json_populate_recordset. */
export type TableRecord = Record<string, string | number | boolean | null | string[] | number[] | Translation[]>;

/** A text in a language other than those that all locales search. */
interface Translation {
  /** Which of the row's texts it is. */
  position: number;
  /** In lower case. */
  tag: string;
  /** Folded by the rules of its language. */
  text: string;
}

/** An entry of an index takes 2,704 bytes. An index of a list is built when it has all rows, and must not fail then. */
const maxEqualBytes = 2_600;
/** Of all values in the index that rows are counted from, and of those in the indexes of sorts, beside a sort and an id. */
const maxCountedBytes = 2_000;
const maxKeptBytes = 200;

/** Changes with the content of a row. */
export const digestOf = (content: string): string => createHash('sha256').update(content).digest('base64url');

/** Thrown for a row that the table of its list cannot hold. */
class RowRefused extends Error {
  // A literal: minified bundles rename classes.
  override name = 'RowRefused';
}

/** The columns of a row. Throws if a value does not fit the declaration of the list. */
export function recordOf<Schema extends RowSchema>(
  { spec, multiple, long, tallies, countedColumns, keptColumns }: Table<Schema>,
  row: RowOf<Schema>,
): TableRecord {
  const id = spec.id(row);
  const content = JSON.stringify(row);
  if (!fitsResponse(content)) throw new RowRefused('the row is larger than a response of the database');
  const record: TableRecord = {
    id: hexOf(sortKey(id)),
    key: id,
    shard: shardOf(id),
    content,
    digest: digestOf(content),
    ...textColumns(spec, row),
    ...tallyColumns(tallies, row),
  };
  for (const [name, read] of Object.entries(spec.sorts)) {
    const value = read(row);
    const key = value === null ? null : sortKey(value);
    if (key && key.length > sortHeadBytes && !long.has(name))
      throw new RowRefused(`the value of the sort ${name} is too long`);
    const [head, rest] = key ? splitKey(key) : [];
    record[columns.sort(name)] = head ? hexOf(head) : null;
    if (long.has(name)) record[columns.rest(name)] = rest ? hexOf(rest) : null;
  }
  for (const [name, read] of Object.entries(spec.equals)) {
    const values = [...new Set(valuesOf(read(row)).map(equalKey))];
    if (values.length > 1 && !multiple.has(name)) throw new RowRefused(`the filter ${name} has several values`);
    if (values.some((value) => Buffer.byteLength(value) > maxEqualBytes))
      throw new RowRefused(`a value of the filter ${name} is too long`);
    // An empty array takes more space than none.
    record[columns.equal(name)] = multiple.has(name) && values.length > 0 ? values : (values[0] ?? null);
  }
  for (const [name, read] of Object.entries(spec.atLeast)) {
    const number = read(row);
    record[columns.number(name)] = number === null ? null : hexOf(sortKey(number));
  }
  for (const [name, holds] of Object.entries(spec.where)) record[columns.where(name)] = holds(row);
  if (spec.output) [record[columns.firstDay], record[columns.lastDay]] = engineDays(spec.output.date(row));
  const bytesOf = (names: readonly string[]) => Buffer.byteLength(names.map((name) => record[name]).join(''));
  if (bytesOf(countedColumns) > maxCountedBytes || bytesOf(keptColumns) > maxKeptBytes)
    throw new RowRefused('the values of its filters are too long');
  return record;
}

/**
 * The searched texts by folding. Most are the same in all foldings, so each column is null if it equals the one before:
 * the indexes have every text once.
 */
function textColumns<Row>(spec: AnyListSpec<Row>, row: Row): TableRecord {
  const texts = (form: TextFolding) => sharedTexts(spec, row, form).map(storable).join(separator);
  const [lower, root, turkic] = [texts('lower'), texts('root'), texts('turkic')];
  const translations = spec.anyLanguage ? [] : translationsOf(spec.texts(row));
  return {
    text_lower: lower,
    text_root: root === lower ? null : root,
    text_turkic: turkic === root ? null : turkic,
    text_translated: translations.length === 0 ? null : translations.map(({ text }) => text).join(separator),
    translations,
  };
}

function translationsOf(texts: readonly (LocalizedText | null)[]): Translation[] {
  return texts.flatMap((text, position) => {
    if (text === null || typeof text === 'string') return [];
    const byTag = new Map<string, string>();
    // Of two tags that differ in case only, the first one counts.
    for (const [tag, each] of Object.entries(text)) {
      if (!byTag.has(tag.toLowerCase())) byTag.set(tag.toLowerCase(), storable(fold(each, caseRulesOf(tag))));
    }
    return Array.from(byTag, ([tag, each]) => ({ position, tag, text: each }));
  });
}
