import { createHash } from 'node:crypto';
import * as z from 'zod';
import { invalidField } from '../errors.ts';
import { Progress } from '../lists/changes/change-log.ts';
import type { Position } from '../lists/model/page.ts';

/** The lists of the Integrations API. */
export const listNames = ['publications', 'works', 'projects', 'people'] as const;
export type ListName = (typeof listNames)[number];

/** Raised when cursors get another shape; older ones are then refused, and their holders begin anew. */
const version = 1;

const ChangesCursor = Progress.extend({ version: z.literal(version), list: z.enum(listNames) });

/** The cursor a client goes on with in the changes of a list. */
export const changesCursor = (list: ListName, progress: Progress): string => encode({ version, list, ...progress });

/** The progress a cursor stands for; undefined for an empty one, which begins. */
export function progressOf(list: ListName, cursor: string): Progress | undefined {
  if (cursor === '') return undefined;
  const { list: of, version: _, ...progress } = decode(ChangesCursor, cursor);
  if (of !== list) throw invalidCursor(`belongs to the list ${of}`);
  return progress;
}

const PageCursor = z.object({
  version: z.literal(version),
  question: z.string(),
  value: z.union([z.string(), z.number(), z.null()]),
  id: z.string(),
  changes: z.string(),
});

/** Where the next page of a list begins, and where its changes do. */
export interface PagePlace {
  after: Position;
  changesCursor: string;
}

/** The cursor of the next page of a list. It holds for this question only: `asked` is all that decides what it lists. */
export const pageCursor = (asked: unknown, { after, changesCursor: changes }: PagePlace): string =>
  encode({ version, question: fingerprintOf(asked), ...after, changes });

/** The place a cursor stands for; undefined for an empty one, which begins. */
export function pagePlaceOf(asked: unknown, cursor: string): PagePlace | undefined {
  if (cursor === '') return undefined;
  const { question, value, id, changes } = decode(PageCursor, cursor);
  if (question !== fingerprintOf(asked)) throw invalidCursor('belongs to another query: only per_page may differ');
  return { after: { value, id }, changesCursor: changes };
}

const fingerprintOf = (asked: unknown) =>
  createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16);

const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

function decode<S extends z.ZodType>(schema: S, cursor: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidCursor('is invalid');
  }
}

const invalidCursor = (message: string) => invalidField('query', 'cursor', message);
