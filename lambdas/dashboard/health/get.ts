import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';

export const route = defineRoute({
  id: 'health.get',
  api: 'dashboard',
  method: 'GET',
  path: '/health',
  summary: 'Check that the API is available',
  auth: { kind: 'none' },
  responses: { 200: z.object({ service: z.literal('dashboard-api'), status: z.literal('ok') }) },
  cache: 'none',
  problems: [],
  grants: [],
  async handle() {
    return {
      status: 200,
      body: { service: 'dashboard-api' as const, status: 'ok' as const },
    };
  },
});

export const handler = lambda(route);
