import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { session } from '#src/identity/sessions/session-auth.ts';
import { findToken } from '#src/identity/sessions/session-token.ts';
import { describeToken } from '#src/identity/sessions/token-hints.ts';
import { getStewardship } from '#src/identity/store/stewardships.ts';
import { WorkspaceRole } from '#src/vocabulary/workspace.ts';

const Session = z.object({
  email: z.string().nullable().describe('The verified e-mail address; null as in /me'),
  is_superadmin: z.boolean(),
  memberships: z.array(z.object({ workspace_id: z.string(), role: WorkspaceRole })),
  stewardships: z
    .array(z.object({ workspace_id: z.string(), group_id: z.string() }))
    .describe('The groups that they look after, each with the workspace in which they may read for it'),
  expires_at: z
    .int()
    .nullable()
    .describe('When the token expires, in milliseconds since 1970-01-01T00:00:00Z; null if unknown'),
});

export const route = defineRoute({
  id: 'session.get',
  api: 'dashboard',
  method: 'GET',
  path: '/api/session',
  summary: 'Get the signed-in user with their rights, and when the session ends',
  auth: session,
  responses: { 200: Session },
  problems: [],
  grants: ['stewardships:read'],
  async handle({ caller: { email, isSuperadmin, memberships, stewardIn }, head }) {
    const token = findToken(head);
    // A load balancer's token lasts for minutes, but is renewed during its session.
    const exp = (token?.fromLoadBalancer ? undefined : describeToken(token?.jwt ?? '')?.exp) ?? null;
    const stewardship = email === null || stewardIn.length === 0 ? undefined : await getStewardship(email);
    const groups = stewardship?.groups ?? [];
    const body = {
      email,
      is_superadmin: isSuperadmin,
      memberships: memberships.map(({ workspace, role }) => ({ workspace_id: workspace, role })),
      stewardships: groups.map(({ workspace, group_id }) => ({ workspace_id: workspace, group_id })),
      expires_at: exp === null ? null : Math.floor(exp * 1000),
    };
    return { status: 200, body };
  },
});

export const handler = lambda(route);
