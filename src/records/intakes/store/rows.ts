import * as z from 'zod';
import { keys, prefixes } from '#src/table/keys.ts';
import {
  getItems,
  type Item,
  prefixQuery,
  query,
  queryPage,
  updateExpression,
  updateIf,
  type Write,
} from '#src/table/table.ts';
import { compress, decompress } from '../../publications/store/compressed.ts';
import {
  type IntakeClass,
  IntakeFinding,
  type IntakeOutcome,
  IntakeOutput,
  type IntakeRecord,
  intakeClasses,
  intakeDecisions,
  intakeOutcomes,
  type StoredIntakeRow,
} from '../intake.ts';
import { intakeExpiry } from './intakes.ts';

/** A row of the table. What is long is compressed. */
export const IntakeRowItem = z.object({
  index: z.int(),
  line: z.int(),
  body: z.instanceof(Uint8Array),
  check: z.int().default(0),
  class: z.enum(intakeClasses).nullable().default(null),
  found: z.instanceof(Uint8Array).optional(),
  decision: z.enum(intakeDecisions).nullable().optional(),
  fields: z.array(z.string()).nullable().default(null),
  outcome: z.enum(intakeOutcomes).default('waiting'),
  output: IntakeOutput.nullable().default(null),
  message: z.string().nullable().default(null),
  refusal: z.object({ code: z.string(), about: z.string().nullable() }).nullable().default(null),
  edit: z.int().nullable().default(null),
  made: z.instanceof(Uint8Array).optional(),
  attempts: z.int().default(0),
  retry_at: z.int().default(0),
  revision: z.int(),
});

function rowOf(item: Item): StoredIntakeRow {
  const { body, found, made, decision, ...row } = IntakeRowItem.parse(item);
  return {
    ...row,
    decision,
    content: decompress(body),
    finding: IntakeFinding.parse(found === undefined ? {} : decompress(found)),
    made: made === undefined ? undefined : decompress(made),
  };
}

/** A row as it is sent: its content, or null and its class if it names somebody who was erased. */
export interface SentRow {
  index: number;
  line: number;
  content: unknown;
  isErased: boolean;
}

/** The write of a row as sent. One that is there already is replaced; `known`: its revision. */
export const sentRowWrite = (
  intake: IntakeRecord,
  { index, line, content, isErased }: SentRow,
  known: number | undefined,
): Write => ({
  Put: {
    Item: {
      ...keys.intakeRow(intake.id, index),
      index,
      line,
      body: compress(content),
      ...(isErased && { class: 'erased' }),
      revision: (known ?? 0) + 1,
      ...intakeExpiry(intake),
    },
    ...(known === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'revision = :known', ExpressionAttributeValues: { ':known': known } }),
  },
});

/** The revisions of the rows with these indexes that are there. */
export async function revisionsOf(id: string, indexes: readonly number[]): Promise<Map<number, number>> {
  const items = await getItems(
    indexes.map((index) => keys.intakeRow(id, index)),
    ['index', 'revision'],
  );
  return new Map(items.map(({ index, revision }) => [Number(index), Number(revision)]));
}

/** The rows with these indexes that are there, unordered. */
export async function getIntakeRows(id: string, indexes: readonly number[]): Promise<StoredIntakeRow[]> {
  return (await getItems(indexes.map((index) => keys.intakeRow(id, index)))).map(rowOf);
}

/** All rows of an intake, in the order of the file. */
export async function* allIntakeRows(id: string): AsyncGenerator<StoredIntakeRow> {
  for await (const item of query(prefixQuery(keys.intake(id).pk, prefixes.intakeRow), rowsTimeoutMs)) yield rowOf(item);
}

/** A page of rows has up to 1 MB. */
const rowsTimeoutMs = 5_000;

/** Which rows to list. */
export interface RowFilter {
  class: IntakeClass | null;
  outcome: IntakeOutcome | null;
}

/** Pages read for one answer: rows of a rare class are far apart. */
const pagesPerAnswer = 30;

/** Some rows in the order of the file, and the index to continue after. */
export async function findIntakeRows(
  id: string,
  filter: RowFilter,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<{ rows: StoredIntakeRow[]; next: number | undefined }> {
  const conditions = [
    filter.class !== null && '#class = :class',
    filter.outcome !== null &&
      (filter.outcome === 'waiting'
        ? '(attribute_not_exists(#outcome) OR #outcome = :outcome)'
        : '#outcome = :outcome'),
  ].filter((each) => each !== false);
  const names = {
    ...(filter.class !== null && { '#class': 'class' }),
    ...(filter.outcome !== null && { '#outcome': 'outcome' }),
  };
  const base = prefixQuery(keys.intake(id).pk, prefixes.intakeRow);
  const request = {
    ...base,
    ...(conditions.length > 0
      ? {
          FilterExpression: conditions.join(' AND '),
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: {
            ...base.ExpressionAttributeValues,
            ...(filter.class !== null && { ':class': filter.class }),
            ...(filter.outcome !== null && { ':outcome': filter.outcome }),
          },
        }
      : { Limit: limit + 1 }),
  };
  const rows: StoredIntakeRow[] = [];
  let from = after === undefined ? undefined : keys.intakeRow(id, after).sk;
  for (let page = 0; page < pagesPerAnswer; page++) {
    const { items, next } = await queryPage(request, from);
    for (const item of items) {
      if (rows.length === limit) return { rows, next: rows.at(-1)?.index };
      rows.push(rowOf(item));
    }
    if (next === undefined) return { rows, next: undefined };
    from = next;
  }
  return { rows, next: Number(from?.slice(prefixes.intakeRow.length)) };
}

type RowFields = Partial<
  Pick<
    StoredIntakeRow,
    | 'check'
    | 'class'
    | 'decision'
    | 'fields'
    | 'outcome'
    | 'output'
    | 'message'
    | 'refusal'
    | 'edit'
    | 'attempts'
    | 'retry_at'
  >
> & { content?: unknown; finding?: IntakeFinding; made?: unknown };

function rowUpdate(id: string, row: Pick<StoredIntakeRow, 'index' | 'revision'>, fields: RowFields) {
  const { content, finding, made, ...plain } = fields;
  const { UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues } = updateExpression({
    ...plain,
    ...('content' in fields && { body: compress(content) }),
    ...(finding !== undefined && { found: compress(finding) }),
    ...('made' in fields && { made: made === undefined ? undefined : compress(made) }),
    revision: row.revision + 1,
  });
  return {
    Key: keys.intakeRow(id, row.index),
    UpdateExpression,
    ExpressionAttributeNames,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':read': row.revision },
    ConditionExpression: '#revision = :read',
  };
}

/** The write of fields of a row, if it is unchanged since it was read, for the transaction of what it changes. */
export const rowWrite = (id: string, row: Pick<StoredIntakeRow, 'index' | 'revision'>, fields: RowFields): Write => ({
  Update: rowUpdate(id, row, fields),
});

/** Writes fields of a row, unless it has changed since it was read. */
export const saveIntakeRow = (
  id: string,
  row: Pick<StoredIntakeRow, 'index' | 'revision'>,
  fields: RowFields,
): Promise<boolean> => updateIf(rowUpdate(id, row, fields));
