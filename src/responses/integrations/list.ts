import * as z from 'zod';
import { address } from '#src/http/links.ts';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { type ChangeLog, progressFromNow } from '#src/lists/changes/change-log.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import type { ListSource } from '#src/lists/model/list-source.ts';
import { pageBounds } from '#src/lists/model/page.ts';
import type { GroupFilter, ListQuery } from '#src/lists/model/query.ts';
import { optional, updatedSince } from '../query.ts';
import { changesCursor, type ListName, pageCursor, parsePageCursor } from './cursor.ts';

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
        'The `next_cursor` of the previous page; empty for the first page. With cursors, no item is missed or repeated ' +
        'when the list changes. `page` is then ignored, and `Link` contains cursors.',
    }),
};

export const listEnvelope = {
  ...searchEnvelope,
  q: z.string(),
  next_cursor: z.string().nullable().optional().meta({
    description: 'The cursor of the next page; null on the last page. Only if the request has a `cursor`.',
  }),
  changes_cursor: z.string().optional().meta({
    description: 'The cursor for `/changes`, to use after reading all pages. Only if the request has a `cursor`.',
  }),
};

/** The parameters of a list that can be searched and sorted. */
export const sortableParameters = <const Sorts extends readonly [string, ...string[]]>(
  sorts: Sorts,
  searched: string,
) => ({
  ...listParameters,
  q: optional(query.searchText(searched)),
  sort: optional(query.sortBy(sorts)),
  dir: optional(query.direction),
});

export const sortableEnvelope = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  ...listEnvelope,
  sort: z.enum(sorts),
  dir: z.enum(['asc', 'desc']),
});

export interface Listing<Row> {
  name: ListName;
  source: Pick<ListSource<Row>, 'find' | 'findAndCountAfter'>;
  log: ChangeLog<unknown>;
}

export interface ListRequest {
  /** Everything that determines the items and their order, and nothing else. */
  asked: Omit<ListQuery, 'page' | 'per_page' | 'ids' | 'groups'>;
  /** Conditions that follow from other records, which may change between two pages. */
  ids?: ReadonlySet<string>;
  groups?: GroupFilter;
  equals?: ListQuery['equals'];
  page: number;
  per_page: number;
  cursor: string | undefined;
  given: Readonly<Record<string, string>>;
}

/** A page by number or cursor: its rows, its part of the envelope, and the Link header if it uses cursors. */
export async function listPage<Row>({ name, source, log }: Listing<Row>, request: ListRequest) {
  const { asked, ids, groups, equals, page, per_page, cursor, given } = request;
  const wanted = {
    ...asked,
    page,
    per_page,
    ...(ids && { ids }),
    ...(groups && { groups }),
    equals: { ...asked.equals, ...equals },
  };
  const stalenessMs = publicStalenessMs();
  if (cursor === undefined) {
    const { rows, ...envelope } = await source.find(wanted, stalenessMs);
    return { rows, envelope, headers: {} };
  }
  // Parameters that are no columns are not part of `asked`.
  const owners = [given.orcid, given.entity_id, given.project_id, given.journal];
  const rule = [given.group_id, given.subgroups, given.group_basis, given.group_primary];
  const { public_change: changed, ...least } = asked.atLeast ?? {};
  // Cursors of the release before, which calls this filter `changed`, go on.
  const named = changed === undefined ? asked : { ...asked, atLeast: { ...least, changed } };
  const byOwner = owners.some(Boolean) ? owners : [];
  const byGroup = rule.some(Boolean) ? [{ rule }] : [];
  const key = [name, named, given.updated_since ?? null, ...byOwner, ...byGroup];
  const place = parsePageCursor(key, cursor);
  // Taken before the first row is read, so that all later changes are included.
  const changes = place?.changesCursor ?? changesCursor(name, await progressFromNow(log, stalenessMs));
  const { rows, total, last, hasMore, matched_locale, fallback_used } = await source.findAndCountAfter(
    wanted,
    place?.after,
    stalenessMs,
  );
  const next = hasMore && last ? pageCursor(key, { after: last, changesCursor: changes }) : null;
  const { pages } = pageBounds(total, page, per_page);
  const { page: _, ...parameters } = given;
  const path = `/integrations/v1/${name}`;
  const links = [
    `<${address(path, { ...parameters, cursor: '' })}>; rel="first"`,
    ...(next === null ? [] : [`<${address(path, { ...parameters, cursor: next })}>; rel="next"`]),
  ];
  return {
    rows,
    envelope: {
      page,
      per_page,
      total,
      pages,
      matched_locale,
      fallback_used,
      next_cursor: next,
      changes_cursor: changes,
    },
    headers: { link: links.join(', ') },
  };
}
