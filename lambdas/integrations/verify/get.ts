import * as z from 'zod';
import { Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { verificationToken } from '../../../src/storage/access/installations.ts';

export const route = defineRoute({
  id: 'verify.get',
  api: 'integrations',
  method: 'GET',
  // Greedy, so that what is too much of a path is a malformed id and not an unknown address.
  path: '/integrations/v1/verify/{originId+}',
  summary: 'The token by which an origin is verified',
  auth: { kind: 'none' },
  params: z.object({
    originId: z
      .string()
      // One slash at the end of an address counts for nothing, and a greedy parameter may hold it.
      .regex(/^[A-Za-z0-9_-]{1,64}\/?$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
      .transform((id) => id.replace(/\/$/, ''))
      .meta({ description: 'The id of an origin' }),
  }),
  responses: { 200: z.string() },
  plainText: true,
  cache: 'none',
  problems: ['not_found'],
  grants: ['table:read'],
  async handle({ params: { originId } }) {
    const token = await verificationToken(originId);
    if (token === undefined) throw new Problem('not_found', 'No origin with a token has this id');
    return { status: 200, body: token };
  },
});

export const handler = lambda(route);
