import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { duplicatePairs, duplicateSorts } from '#src/lists/duplicates.ts';
import { pairStatuses } from '#src/records/likeness/pair.ts';
import { DuplicateItem, duplicateItems } from '#src/responses/curation/duplicates.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';

const statuses = [...pairStatuses, 'all'] as const;

const DuplicateList = z
  .object({
    duplicates: z.array(DuplicateItem),
    ...pageEnvelope,
    sort: z.enum(duplicateSorts),
    dir: z.enum(['asc', 'desc']),
    status: z.enum(statuses),
    kind: z.enum(['publication', 'work']).nullable(),
    record: z.string().nullable(),
  })
  .meta({ id: 'DuplicateList' });

export const route = defineRoute({
  id: 'duplicates.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/duplicates',
  summary: 'List pairs of records that may be one publication',
  description:
    'By default those without a decision, most likely first. They are found when a publication is stored or ' +
    'edited, and every six hours in the whole registry. The list includes every decision made before the request.',
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      sort: query.sortBy(duplicateSorts),
      dir: query.direction,
      status: query.withDefault(
        z.enum(statuses),
        'open',
        { type: 'string', enum: [...statuses], default: 'open' },
        'Only pairs with this status, or all.',
      ),
      kind: query.oneOf(['publication', 'work'], 'Only pairs of two publications, or those with a work.'),
      record: query.filter(
        z.string().trim().max(2_000),
        { type: 'string', maxLength: 2_000 },
        'Only pairs with this record, by the DOI of a publication or the id of a work.',
      ),
    }),
  ),
  responses: { 200: DuplicateList },
  problems: [],
  grants: ['lists:duplicates', 'publications:read', 'works:read', 'people:read'],
  async handle({ query: { perPage: per_page, status, kind, record, ...order } }) {
    const equals = {
      status: status === 'all' ? null : status,
      kind,
      record: record && (parseDoi(record) ?? record),
    };
    const { rows, ...page } = await duplicatePairs.find({ ...order, q: '', per_page, equals, where: [] }, 0);
    return {
      status: 200,
      body: { duplicates: await duplicateItems(rows), ...page, ...order, status, kind, record },
    };
  },
});

export const handler = lambda(route);
