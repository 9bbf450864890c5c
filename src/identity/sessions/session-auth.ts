import * as z from 'zod';
import { env } from '#src/runtime/env.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { parseOrigin } from '#src/vocabulary/web-url.ts';
import {
  defaultWorkspace,
  isWorkspaceName,
  type Role,
  roleIncludes,
  WorkspaceRole,
} from '#src/vocabulary/workspace.ts';
import type { MemberAuth, SessionAuth, SessionCaller } from '../callers/caller.ts';
import type { RequestHead } from '../callers/request-head.ts';
import { headerOf, isTrustedOrigin } from '../callers/request-head.ts';

const Workspaces = z.array(z.string());
const Memberships = z.array(z.object({ workspace: z.string(), role: WorkspaceRole }));

/** The authorizer context of a session. API Gateway passes only strings. */
export const SessionContext = z.object({
  subject: z.string(),
  /** Empty for none. */
  email: z.string(),
  isSuperadmin: z.enum(['true', 'false']),
  /** The memberships, as JSON. */
  memberships: z.string(),
  /** The workspaces in which the caller was named steward of a group, as JSON. Missing from the authorizer of 1.2.0. */
  stewardIn: z.string().optional(),
  /** Where the token was sent. Browsers send cookies automatically, so these need CSRF protection. */
  sentBy: z.enum(['header', 'cookie']),
});

/** Requires a session, which anyone with a token of the issuer has: for routes that concern only the caller. */
export const session: SessionAuth = {
  kind: 'session',
  role: undefined,
  authenticate: async (head) => readSession(head),
};

/** Requires a user with at least this role in any workspace: for routes that concern the whole service. */
export const inAnyWorkspace = (role: 'steward' | 'workspace_member'): SessionAuth => ({
  kind: 'session',
  role,
  async authenticate(head) {
    const caller = readSession(head);
    const isSteward = role === 'steward' && caller.stewardIn.length > 0;
    if (caller.isSuperadmin || caller.memberships.length > 0 || isSteward) return caller;
    throw new Problem('forbidden', 'This route requires a role in a workspace');
  },
});

/**
 * Requires a member with at least this role in the workspace of the request: the one in X-Workspace-Id or
 * `workspace_id`, or else their only one. Superadmins can use any workspace; their fallback is the default one.
 */
export const member = (role: Role): MemberAuth => ({
  kind: 'member',
  role,
  forStewards: false,
  async authenticate(head) {
    const caller = readSession(head);
    const place = selectWorkspace(caller, namedWorkspace(head));
    if (!roleIncludes(place.role, role)) throw new Problem('forbidden', `This route requires the role ${role}`);
    return { ...caller, kind: 'member', ...place, steward: undefined };
  },
});

/**
 * Requires a member with at least this role, or the steward of a group. The caller of such a steward has `steward`, and the
 * route must limit them to their groups, with `reachOf` of curation.
 */
export const memberOrSteward = (role: WorkspaceRole): MemberAuth => ({
  kind: 'member',
  role,
  forStewards: true,
  async authenticate(head) {
    const caller = readSession(head);
    const place = selectWorkspace(caller, namedWorkspace(head));
    if (roleIncludes(place.role, role)) return { ...caller, kind: 'member', ...place, steward: undefined };
    const { stewardIn, email } = caller;
    if (stewardIn.length > 0 && email !== null) return { ...caller, kind: 'member', ...place, steward: email };
    throw new Problem('forbidden', `This route requires the role ${role}, or a steward of the group`);
  },
});

const superadmin = member('superadmin');

/** Superadmins on the deployment's list of e-mail addresses that may reset its data. */
export const resetter: MemberAuth = {
  ...superadmin,
  async authenticate(head, state) {
    const caller = await superadmin.authenticate(head, state);
    if (caller.email !== null && env('RESET_ALLOWED_EMAILS').includes(caller.email)) return caller;
    throw new Problem('forbidden', 'Your e-mail address is not among those that may reset the data of this deployment');
  },
};

function readSession(head: RequestHead): SessionCaller {
  const parsed = SessionContext.safeParse(head.requestContext.authorizer);
  // API Gateway never passes such a request; this is for calls without the authorizer.
  if (!parsed.success) throw new Problem('missing_credential', 'You must be signed in to use this route');
  const { subject, email, isSuperadmin, memberships, stewardIn = '[]', sentBy } = parsed.data;
  if (sentBy === 'cookie') requireOwnOrigin(head);
  return {
    kind: 'session',
    subject,
    email: email || null,
    isSuperadmin: isSuperadmin === 'true',
    memberships: Memberships.parse(JSON.parse(memberships)),
    stewardIn: Workspaces.parse(JSON.parse(stewardIn)),
  };
}

/**
 * CSRF protection: browsers also send cookies with requests from other sites. Requests that change data must come from
 * a trusted origin, which pages cannot forge.
 */
export function requireOwnOrigin(head: RequestHead): void {
  if (['GET', 'HEAD'].includes(head.httpMethod)) return;
  const origin = headerOf(head, 'origin');
  const isOwn =
    origin === undefined ? headerOf(head, 'sec-fetch-site') === 'same-origin' : isTrustedOrigin(parseOrigin(origin));
  if (!isOwn)
    throw new Problem(
      'origin_rejected',
      'With cookie authentication, requests that change data must come from a page of the dashboard',
    );
}

function namedWorkspace(head: RequestHead): string | undefined {
  const named = headerOf(head, 'x-workspace-id')?.trim() || head.queryStringParameters?.workspace_id?.trim();
  if (!named) return undefined;
  if (!isWorkspaceName(named)) throw invalidField('query', 'workspace_id', 'is not a valid workspace id');
  return named;
}

function selectWorkspace(
  { isSuperadmin, memberships, stewardIn }: SessionCaller,
  named: string | undefined,
): { workspace: string; role: Role } {
  if (isSuperadmin) {
    return {
      workspace: named ?? (memberships.length === 1 ? memberships[0]?.workspace : undefined) ?? defaultWorkspace,
      role: 'superadmin',
    };
  }
  // A member who is a steward in other workspaces is asked for none: their requests mean the one they belong to.
  const stewarded = stewardIn.map((workspace) => ({ workspace, role: 'steward' as const }));
  const places = memberships.length > 0 && named === undefined ? memberships : [...memberships, ...stewarded];
  if (named === undefined && places.length > 1) {
    throw invalidField(
      'query',
      'workspace_id',
      'or the X-Workspace-Id header is required, because you are a member of several workspaces',
    );
  }
  const place = named === undefined ? places[0] : places.find(({ workspace }) => workspace === named);
  if (!place) throw new Problem('forbidden', 'You are not a member of this workspace');
  return place;
}
