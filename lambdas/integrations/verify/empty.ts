import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'verify.empty',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/verify',
  summary: 'Reject a verification request without an origin id',
  auth: { kind: 'none' },
  responses: { 200: z.never() },
  plainText: true,
  cache: 'none',
  problems: ['invalid_id'],
  grants: [],
  async handle() {
    throw new Problem('invalid_id', 'The path is not valid: the origin id is missing');
  },
});

export const handler = lambda(route);
