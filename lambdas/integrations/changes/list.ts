import * as z from 'zod';
import { installation } from '../../../src/auth/credential-auth.ts';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { address } from '../../../src/http/links.ts';
import * as query from '../../../src/http/query.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { readChanges } from '../../../src/views/integration-changes.ts';
import { changesCursor, listNames, progressOf } from '../../../src/views/integration-cursor.ts';
import { PersonItem, ProjectItem, PublicationItem, WorkItem } from '../../../src/views/integration-items.ts';
import { limit } from '../../../src/views/integration-query.ts';

const path = '/integrations/v1/changes';

const ListChanges = z
  .object({
    list: z.enum(listNames),
    changes: z.array(
      z.object({
        type: z.enum(['upserted', 'removed']),
        id: z.string().meta({ description: 'The DOI of a publication, the ORCID iD of a person, else the id' }),
        item: z
          .union([PublicationItem, ProjectItem, WorkItem, PersonItem])
          .nullable()
          .meta({ description: 'The entry as its list shows it; null when it was removed' }),
        changed_at: z.int(),
      }),
    ),
    cursor: z.string().meta({ description: 'What to ask with next, now or the next time' }),
    has_more: z.boolean().meta({ description: 'Whether to ask again at once' }),
    reset: z.boolean().meta({ description: 'Whether to throw away what the copy holds before these changes' }),
  })
  .meta({ id: 'ListChanges' });

export const route = defineRoute({
  id: 'changes.list',
  api: 'integrations',
  method: 'GET',
  path,
  summary: 'What has changed in a list, for those who keep a copy of it',
  description:
    'Needs the scope of the list, such as `publications.read`. Begin without a cursor; apply the changes in their ' +
    'order, by id; then ask with the cursor of the answer for as long as `has_more` is true, and with the last one the ' +
    'next time. A change may be told more than once. `reset` is true on the first answer, and on any later one when ' +
    'entries have gone without a trace: the copy then begins anew with these changes.',
  auth: installation(),
  query: z.object({
    list: z.enum(listNames).meta({ description: 'The list to keep a copy of.' }),
    cursor: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: 'The cursor of the last answer, or the `changes_cursor` of a list. Empty begins.' }),
    limit,
    locale: query.locale,
  }),
  responses: { 200: ListChanges },
  problems: [],
  grants: ['lists'],
  memoryMb: 1024,
  async handle({ query: { list, cursor = '', limit: most, locale }, caller, acceptLanguage, given }) {
    const scope = `${list}.read`;
    if (!caller.scopes.includes(scope)) {
      throw new Problem('scope_not_granted', `This credential does not hold the scope ${scope}`);
    }
    const found = await readChanges[list](progressOf(list, cursor), most, { locale, acceptLanguage });
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
