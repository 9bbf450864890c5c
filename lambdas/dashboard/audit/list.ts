import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { pageEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { findAuditRecords } from '#src/logbook/audit.ts';
import { AuditRecord, auditActions, auditKinds } from '#src/logbook/domain/audit.ts';
import { auditNames, namesById } from '#src/responses/curation/log-names.ts';
import { logQuery, searchSpan } from '#src/responses/log-query.ts';

const AuditTrail = z
  .object({
    records: z.array(AuditRecord),
    ...pageEnvelope,
    names: namesById('the publications, people, projects and installations that the records are about, by id'),
  })
  .meta({ id: 'AuditTrail' });

export const route = defineRoute({
  id: 'audit.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/site-tools/audit',
  summary: 'List the audit records of the deployment',
  description: 'Newest first, of all workspaces. Without `from` and `to`, records of the last 30 days.',
  auth: member('superadmin'),
  query: query.withPerPageAlias(
    z.object({
      ...logQuery('records', 'key, installation, user, person, project, job, publication or feature'),
      kind: query.oneOf(auditKinds, 'Only records of this kind of resource: the part of `action` before the dot.'),
      action: query.oneOf(auditActions, 'Only records of this action.'),
    }),
  ),
  responses: { 200: AuditTrail },
  problems: [],
  grants: ['audit:query', 'publications:read', 'people:read', 'projects:read', 'installations:read'],
  timeoutSeconds: 29,
  async handle({ query: { from, to, page, perPage, ...filter }, acceptLanguage, now }) {
    const offset = (page - 1) * perPage;
    const { records, total } = await findAuditRecords(
      searchSpan(from, to, now),
      filter,
      { offset, limit: perPage },
      now,
    );
    const names = await auditNames(records, acceptLanguage);
    return { status: 200, body: { records, page, per_page: perPage, total, pages: Math.ceil(total / perPage), names } };
  },
});

export const handler = lambda(route);
