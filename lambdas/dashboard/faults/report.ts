import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { enforceFaultLimit } from '#src/identity/accounts/request-limits.ts';
import { session } from '#src/identity/sessions/session-auth.ts';
import { logNameless } from '#src/runtime/log.ts';

export const route = defineRoute({
  id: 'faults.report',
  api: 'dashboard',
  method: 'POST',
  path: '/api/faults',
  summary: 'Report a fault of the pages',
  description:
    'The pages of the dashboard report faults of their scripts, which are written to the log of the API with the id of ' +
    'this request, without iDs and e-mail addresses. Each person may report 100 per day (UTC).',
  auth: session,
  body: z.strictObject({
    message: z.string().max(500).meta({ description: 'What the browser says about the fault' }),
    stack: z.string().max(4000).meta({ description: 'Where in the scripts it happened' }),
    page: z.string().max(200).meta({ description: 'The pattern of the address of the page, without its values' }),
    release: z.string().max(50).meta({ description: 'The release of the pages' }),
  }),
  responses: { 202: z.object({ request_id: z.string().meta({ description: 'The id of the report in the logs' }) }) },
  problems: ['rate_limited'],
  grants: ['usage:update'],
  async handle({ body: { message, stack, page, release }, caller: { subject }, now, requestId }) {
    await enforceFaultLimit(subject, now);
    logNameless('warn', 'a script of the dashboard failed', { requestId, fault: { message, stack, page, release } });
    return { status: 202, body: { request_id: requestId } };
  },
});

export const handler = lambda(route);
