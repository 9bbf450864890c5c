import { createHash } from 'node:crypto';
import * as z from 'zod';
import { Progress } from '../lists/changes.ts';
import type { Place } from '../lists/page.ts';
import { Problem } from './problems.ts';

/** The lists of the Integrations API. */
export const listNames = ['publications', 'works', 'projects', 'people'] as const;
export type ListName = (typeof listNames)[number];

/** Raised when cursors get another shape; older ones are then refused, and their holders begin anew. */
const version = 1;

const ms = z.int().min(0);
const ChangesCursor = z.tuple([
  z.literal(version),
  z.enum(listNames),
  z.int(),
  ms,
  ms.nullable(),
  ms.nullable(),
  z.tuple([ms, z.string()]).nullable(),
]);

/** The cursor a client goes on with in the changes of a list. */
export function changesCursor(list: ListName, { epoch, sinceMs, begunMs, floorMs, after }: Progress): string {
  const place = after ? [after.value, after.id] : null;
  return written([version, list, epoch, sinceMs, begunMs ?? null, floorMs ?? null, place]);
}

/** The progress a cursor stands for; undefined for an empty one, which begins. */
export function progressOf(list: ListName, cursor: string): Progress | undefined {
  if (cursor === '') return undefined;
  const [, of, epoch, sinceMs, begunMs, floorMs, place] = read(ChangesCursor, cursor);
  if (of !== list) throw refused(`belongs to the list ${of}`);
  return Progress.parse({
    epoch,
    sinceMs,
    ...(begunMs !== null && { begunMs }),
    ...(floorMs !== null && { floorMs }),
    ...(place && { after: { value: place[0], id: place[1] } }),
  });
}

const PageCursor = z.tuple([
  z.literal(version),
  z.string(),
  z.union([z.string(), z.number(), z.null()]),
  z.string(),
  z.string(),
]);

/** Where the next page of a list begins, and where its changes do. */
export interface PagePlace {
  after: Place;
  changesCursor: string;
}

/** The cursor of the next page of a list. It holds for this question only: `asked` is all that decides what it lists. */
export const pageCursor = (asked: unknown, { after, changesCursor }: PagePlace): string =>
  written([version, nameOf(asked), after.value, after.id, changesCursor]);

/** The place a cursor stands for; undefined for an empty one, which begins. */
export function pagePlaceOf(asked: unknown, cursor: string): PagePlace | undefined {
  if (cursor === '') return undefined;
  const [, name, value, id, changesCursor] = read(PageCursor, cursor);
  if (name !== nameOf(asked)) throw refused('belongs to another query: only per_page may differ');
  return { after: { value, id }, changesCursor };
}

const nameOf = (asked: unknown) => createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16);

const written = (parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

function read<S extends z.ZodType>(schema: S, cursor: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw refused('is none that this API has given');
  }
}

const refused = (message: string) =>
  new Problem('invalid_query', `The query is not valid: cursor ${message}`, {
    details: { issues: [{ path: 'cursor', message }] },
  });
