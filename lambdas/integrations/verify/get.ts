import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { verificationToken } from '#src/identity/store/installations.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'verify.get',
  api: 'integrations',
  method: 'GET',
  // Greedy, so that extra path segments give a malformed id instead of an unknown path.
  path: '/integrations/v1/verify/{originId+}',
  summary: 'Get the verification token of an origin',
  auth: { kind: 'none' },
  params: z.object({
    originId: z
      .string()
      // A trailing slash is ignored; a greedy parameter may contain it.
      .regex(/^[A-Za-z0-9_-]{1,64}\/?$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
      .transform((id) => id.replace(/\/$/, ''))
      .meta({ description: 'The id of the origin' }),
  }),
  responses: { 200: z.string() },
  plainText: true,
  cache: 'none',
  problems: ['not_found'],
  grants: ['origins:query', 'installations:read'],
  async handle({ params: { originId } }) {
    const token = await verificationToken(originId);
    if (token === undefined) throw new Problem('not_found', 'There is no origin with a token and this id');
    return { status: 200, body: token };
  },
});

export const handler = lambda(route);
