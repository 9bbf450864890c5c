import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { address } from '#src/http/links.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { installation, requireScope } from '#src/identity/credentials/credential-auth.ts';
import { type Included, includedNames } from '#src/lists/changes/output-changes.ts';
import { peopleByAnyName } from '#src/lists/people.ts';
import {
  copiedGroups,
  groupFilterGrants,
  groupFilterReads,
  groupFilters,
  refuseGroups,
  requireGroupScope,
} from '#src/responses/group-query.ts';
import { readChanges, readPublicationChanges, readWorkChanges } from '#src/responses/integrations/changes.ts';
import { changesCursor, type ListName, listNames, parseChangesCursor } from '#src/responses/integrations/cursor.ts';
import {
  completedPublications,
  completedWorks,
  includeParameters,
  requireIncludedScopes,
} from '#src/responses/integrations/included.ts';
import { GroupItem, PersonItem, ProjectItem, PublicationEntry, WorkItem } from '#src/responses/integrations/items.ts';
import { limit } from '#src/responses/query.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { Relation } from '#src/vocabulary/relation.ts';

const path = '/integrations/v1/changes';

/** Optional parts of the items of each list. */
const included: Partial<Record<ListName, Included>> = { publications: includedNames, works: includedNames };

const ListChanges = z
  .object({
    list: z.enum(listNames),
    changes: z.array(
      z.object({
        type: z.enum(['upserted', 'removed']),
        id: z.string().meta({
          description: 'The DOI of a publication, the ORCID iD of a person, or the id of a project, work or group',
        }),
        item: z
          .union([PublicationEntry, ProjectItem, WorkItem, PersonItem, GroupItem])
          .nullable()
          .meta({ description: 'The item as in its list; null if it was removed' }),
        relations: z.array(Relation).nullable().meta({
          description: 'How a publication is related to others; null in other lists and if it was removed',
        }),
        reason: z
          .enum(['withdrawn', 'merged'])
          .nullable()
          .meta({
            description:
              'Why it was removed. `merged`: it is now part of the entry in `merged_into`. `withdrawn`: it is not public, or not of ' +
              'the groups that are asked for',
          }),
        merged_into: z.string().nullable().meta({ description: 'The DOI of that publication, or the id of that work' }),
        changed_at: z.int(),
      }),
    ),
    cursor: z.string().meta({ description: 'The cursor of the next request' }),
    has_more: z.boolean().meta({ description: 'Whether there are more changes to fetch now' }),
    reset: z.boolean().meta({ description: 'Whether to discard the local copy before applying these changes' }),
  })
  .meta({ id: 'ListChanges' });

export const route = defineRoute({
  id: 'changes.list',
  api: 'integrations',
  method: 'GET',
  path,
  summary: 'List the changes of a list, to keep a local copy in sync',
  description:
    'Requires the scope of the list, such as `publications.read`. Start without a cursor and apply the changes in order, ' +
    'by id. Repeat with the returned `cursor` while `has_more` is true, and use the last cursor for the next sync. A ' +
    'change may be returned more than once. `reset` is true in the first response, and in a later one if removals can ' +
    'no longer be listed: discard the local copy and start again with these changes. With `group_id`, only in the lists ' +
    '`publications` and `works` and with the scope `groups.read`, an entry is removed when it does not belong to the ' +
    'groups any more; a cursor is for one question only, and another one starts again.',
  auth: installation(),
  query: z.object({
    list: z.enum(listNames).meta({ description: 'The list to sync.' }),
    cursor: z.string().max(1000).optional().meta({
      description:
        'The `cursor` of the last response, or the `changes_cursor` of a list. Omit it to start from the beginning.',
    }),
    limit,
    locale: query.locale,
    ...groupFilters,
    ...includeParameters,
  }),
  responses: { 200: ListChanges },
  problems: [],
  grants: [
    'lists:publications',
    'lists:works',
    'lists:projects',
    'lists:people',
    'publications:read',
    'works:read',
    ...groupFilterGrants,
  ],
  seldomReads: groupFilterReads,
  async handle({ query: asked, caller, acceptLanguage, given, now }) {
    const { list, cursor = '', limit: maxChanges, locale, include, style } = asked;
    requireScope(caller, `${list}.read`);
    requireIncludedScopes(asked, caller);
    requireGroupScope(asked, caller);
    if (list !== 'publications' && list !== 'works') refuseGroups(asked, list);
    const unknown = include?.find((name) => !included[list]?.includes(name));
    if (unknown) throw invalidField('query', 'include', `cannot have ${unknown} in the list ${list}`);
    const languages = { locale, acceptLanguage };
    const progress = parseChangesCursor(list, cursor);
    const request = { include, style, now };
    const groups = copiedGroups(asked, now);
    const read = () => {
      if (list === 'publications')
        return readPublicationChanges(include, groups)(progress, maxChanges, languages, (items, rows) =>
          completedPublications(items, rows, request, peopleByAnyName),
        );
      if (list === 'works')
        return readWorkChanges(include, groups)(progress, maxChanges, languages, (items, rows) =>
          completedWorks(items, rows, request, peopleByAnyName),
        );
      return readChanges[list](progress, maxChanges, languages);
    };
    const found = await read();
    const next = changesCursor(list, found.progress);
    return {
      status: 200,
      body: { list, changes: found.changes, cursor: next, has_more: found.hasMore, reset: found.isReset },
      headers: {
        ...(found.contentLanguage !== undefined && { 'content-language': found.contentLanguage }),
        ...(found.hasMore && { link: `<${address(path, { ...given, cursor: next })}>; rel="next"` }),
      },
    };
  },
});

export const handler = lambda(route);
