import * as z from 'zod';
import { defaultWorkspace, isWorkspaceName, type Role, roleIncludes, WorkspaceRole } from '../domain/access/user.ts';
import { parseOrigin } from '../domain/values/origin.ts';
import { invalidField, Problem } from '../errors.ts';
import type { MemberAuth, SessionAuth, SessionCaller } from './caller.ts';
import type { RequestHead } from './request-head.ts';
import { headerOf } from './request-head.ts';
import { isTrustedOrigin } from './trusted-origin.ts';

const Memberships = z.array(z.object({ workspace: z.string(), role: WorkspaceRole }));

/** What the authorizer passes on for somebody signed in: the gateway allows strings only. */
export const SessionContext = z.object({
  subject: z.string(),
  /** Empty for none. */
  email: z.string(),
  isSuperadmin: z.enum(['true', 'false']),
  /** The roles in workspaces, as JSON. */
  memberships: z.string(),
  /** Where the token was: what a browser sends by itself proves no intention. */
  sentBy: z.enum(['header', 'cookie']),
});

/** For whoever is signed in. */
export const session: SessionAuth = {
  kind: 'session',
  authenticate: async (head) => signedIn(head).caller,
};

/**
 * For members of a workspace, with at least this role in it. It is the one they name in X-Workspace-Id or `workspace_id`,
 * or their only one; superadmins may name any and work in the default one otherwise.
 */
export const member = (role: Role): MemberAuth => ({
  kind: 'member',
  role,
  async authenticate(head) {
    const { caller, memberships } = signedIn(head);
    const place = placeOf(caller, memberships, namedWorkspace(head));
    if (!roleIncludes(place.role, role)) throw new Problem('forbidden', `This needs the role ${role}`);
    return { ...caller, kind: 'member', ...place };
  },
});

function signedIn(head: RequestHead): { caller: SessionCaller; memberships: z.output<typeof Memberships> } {
  const parsed = SessionContext.safeParse(head.requestContext.authorizer);
  // The gateway never lets such a request through; without its authorizer nobody is anybody.
  if (!parsed.success) throw new Problem('missing_credential', 'This route is for people who are signed in');
  const { subject, email, isSuperadmin, memberships, sentBy } = parsed.data;
  if (sentBy === 'cookie') refuseForeignPages(head);
  return {
    caller: { kind: 'session', subject, email: email || null, isSuperadmin: isSuperadmin === 'true' },
    memberships: Memberships.parse(JSON.parse(memberships)),
  };
}

/**
 * A cookie goes with requests other sites' pages make, too. What changes something must come from a page of the
 * dashboard: browsers say where a request comes from, and pages cannot make them say otherwise.
 */
function refuseForeignPages(head: RequestHead): void {
  if (['GET', 'HEAD'].includes(head.httpMethod)) return;
  const origin = headerOf(head, 'origin');
  const isOwn =
    origin === undefined ? headerOf(head, 'sec-fetch-site') === 'same-origin' : isTrustedOrigin(parseOrigin(origin));
  if (!isOwn) throw new Problem('origin_rejected', 'With a cookie, changes must come from a page of the dashboard');
}

function namedWorkspace(head: RequestHead): string | undefined {
  const named = headerOf(head, 'x-workspace-id')?.trim() || head.queryStringParameters?.workspace_id?.trim();
  if (!named) return undefined;
  if (!isWorkspaceName(named)) throw invalidField('query', 'workspace_id', 'is not the name of a workspace');
  return named;
}

function placeOf(
  { isSuperadmin }: SessionCaller,
  memberships: z.output<typeof Memberships>,
  named: string | undefined,
): { workspace: string; role: Role } {
  if (isSuperadmin) {
    return {
      workspace: named ?? (memberships.length === 1 ? memberships[0]?.workspace : undefined) ?? defaultWorkspace,
      role: 'superadmin',
    };
  }
  if (named === undefined && memberships.length > 1) {
    throw invalidField(
      'query',
      'workspace_id',
      'names none of the workspaces you belong to; say which one in X-Workspace-Id',
    );
  }
  const place = named === undefined ? memberships[0] : memberships.find(({ workspace }) => workspace === named);
  if (!place) throw new Problem('forbidden', 'You are not a member of this workspace');
  return place;
}
