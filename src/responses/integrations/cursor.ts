import { createHash } from 'node:crypto';
import * as z from 'zod';
import { CopyProgress } from '#src/lists/changes/change-log.ts';
import type { Position } from '#src/lists/model/page.ts';
import { invalidField } from '#src/runtime/errors.ts';

export const listNames = ['publications', 'works', 'projects', 'people', 'groups'] as const;
export type ListName = (typeof listNames)[number];

/** Increase it when the shape of cursors changes. Older cursors are then rejected, and clients start over. */
const version = 1;

const ChangesCursor = CopyProgress.extend({ version: z.literal(version), list: z.enum(listNames) });

export const changesCursor = (list: ListName, progress: CopyProgress): string => encode({ version, list, ...progress });

/** Parses a cursor of changes; undefined (the start) if empty. Throws Problem `invalid_query` if invalid. */
export function parseChangesCursor(list: ListName, cursor: string): CopyProgress | undefined {
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

/** Where the next page of a list starts, and the cursor of the changes since its first page. */
export interface PagePosition {
  after: Position;
  changesCursor: string;
}

/** The cursor of a list's next page, valid for this query only: `asked` is everything that determines the result. */
export const pageCursor = (asked: unknown, { after, changesCursor: changes }: PagePosition): string =>
  encode({ version, question: fingerprintOf(asked), ...after, changes });

/** Parses a page cursor. An empty one is undefined: the first page. Throws Problem `invalid_query` if it is invalid. */
export function parsePageCursor(asked: unknown, cursor: string): PagePosition | undefined {
  if (cursor === '') return undefined;
  const { question, value, id, changes } = decode(PageCursor, cursor);
  if (question !== fingerprintOf(asked)) throw invalidCursor('belongs to a different query: only per_page may change');
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
