import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { apiVersions } from '#src/http/versions.ts';

export const route = defineRoute({
  id: 'health.get',
  api: 'integrations',
  method: 'GET',
  path: '/integrations/v1/health',
  summary: 'Check that the API is available',
  auth: { kind: 'none' },
  responses: { 200: z.object({ status: z.literal('ok'), version: z.string() }) },
  cache: 'none',
  problems: [],
  grants: [],
  async handle() {
    return {
      status: 200,
      body: { status: 'ok' as const, version: apiVersions.integrations },
    };
  },
});

export const handler = lambda(route);
