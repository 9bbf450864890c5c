import * as z from 'zod';
import { address } from '../http/links.ts';
import { pageEnvelope } from '../http/page-envelope.ts';
import * as query from '../http/query.ts';
import { type ChangeLog, progressNow } from '../lists/changes/change-log.ts';
import { publicStalenessMs } from '../lists/load/collection.ts';
import type { ListSource } from '../lists/model/list-source.ts';
import { pageBounds } from '../lists/model/page.ts';
import type { AnyListQuery } from '../lists/model/query.ts';
import { changesCursor, type ListName, pageCursor, pagePlaceOf } from './integration-cursor.ts';
import { optional, updatedSince } from './integration-query.ts';

/** The parameters that all lists of the Integrations API have. */
export const listParameters = {
  page: optional(query.page),
  per_page: optional(query.perPage),
  updated_since: updatedSince,
  cursor: z
    .string()
    .max(4000)
    .optional()
    .meta({
      description:
        'The `next_cursor` of the page before; empty for the first page. Pages then miss no entry and repeat none ' +
        'while others come and go, `page` counts for nothing, and `Link` leads by cursors.',
    }),
};

/** What the envelopes of all lists end with. */
export const listEnvelope = {
  ...pageEnvelope,
  q: z.string(),
  next_cursor: z.string().nullable().optional().meta({
    description: 'Only where `cursor` was given: the cursor of the next page, null on the last',
  }),
  changes_cursor: z.string().optional().meta({
    description: 'Only where `cursor` was given: what to ask `/changes` with, once all pages are read',
  }),
};

/** A list as this API gives it. */
export interface Listing<Row> {
  name: ListName;
  source: Pick<ListSource<Row, string, string, string, string>, 'find' | 'findAfter'>;
  log: ChangeLog<unknown>;
}

/** What a client asked of a list. */
export interface ListRequest {
  /** What decides what is listed and in which order, and nothing else. */
  asked: Omit<AnyListQuery, 'page' | 'per_page' | 'ids'>;
  ids?: ReadonlySet<string>;
  page: number;
  per_page: number;
  cursor: string | undefined;
  given: Readonly<Record<string, string>>;
}

/** A page by its number or after a cursor: its rows, its part of the envelope, and its links where they are not by number. */
export async function listPage<Row>({ name, source, log }: Listing<Row>, request: ListRequest) {
  const { asked, ids, page, per_page, cursor, given } = request;
  const wanted = { ...asked, page, per_page, ...(ids && { ids }) };
  const stalenessMs = publicStalenessMs();
  if (cursor === undefined) {
    const { rows, ...envelope } = await source.find(wanted, stalenessMs);
    return { rows, envelope, headers: {} };
  }
  // What is told of people is not a column, so it is no part of what is asked.
  const key = [name, asked, given.updated_since ?? null];
  const place = pagePlaceOf(key, cursor);
  // Before the first row is read: what changes later than this will be among the changes.
  const changes = place?.changesCursor ?? changesCursor(name, await progressNow(log, stalenessMs));
  const { rows, total, last, hasMore } = await source.findAfter(wanted, place?.after, stalenessMs);
  const next = hasMore && last ? pageCursor(key, { after: last, changesCursor: changes }) : null;
  const { pages } = pageBounds(total, page, per_page);
  const { page: _, ...others } = given;
  const path = `/integrations/v1/${name}`;
  const links = [
    `<${address(path, { ...others, cursor: '' })}>; rel="first"`,
    ...(next === null ? [] : [`<${address(path, { ...others, cursor: next })}>; rel="next"`]),
  ];
  return {
    rows,
    envelope: { page, per_page, total, pages, next_cursor: next, changes_cursor: changes },
    headers: { link: links.join(', ') },
  };
}
