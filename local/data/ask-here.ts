import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type * as z from 'zod';
import type { SessionContext } from '#src/identity/sessions/session-auth.ts';
import { findUser } from '#src/identity/store/users.ts';
import * as groupMembersCreate from '../../lambdas/dashboard/group-members/create.ts';
import * as groupsCreate from '../../lambdas/dashboard/groups/create.ts';
import * as groupsUpdate from '../../lambdas/dashboard/groups/update.ts';
import * as importDoi from '../../lambdas/dashboard/import/doi.ts';
import * as ingestCreate from '../../lambdas/dashboard/ingest/create.ts';
import * as installationOriginsCreate from '../../lambdas/dashboard/installation-origins/create.ts';
import * as installationsCreate from '../../lambdas/dashboard/installations/create.ts';
import * as invitationsCreate from '../../lambdas/dashboard/invitations/create.ts';
import * as publicationsUpdate from '../../lambdas/dashboard/publications/update.ts';
import * as rolloutUpdate from '../../lambdas/dashboard/rollout/update.ts';
import type { SampleUserName } from './write-access.ts';

/** A request to the Dashboard API by one of the sample users. */
export interface SampleRequest {
  as: SampleUserName;
  method?: 'PATCH';
  path: string;
  body: unknown;
  workspace?: string;
}

/** The part of a function's module that answers requests. */
interface Entry {
  route: { method: string; path: string };
  handler(event: APIGatewayProxyEvent, context: { awsRequestId: string }): Promise<APIGatewayProxyResult>;
}

const entries: readonly Entry[] = [
  groupMembersCreate,
  groupsCreate,
  groupsUpdate,
  importDoi,
  ingestCreate,
  installationOriginsCreate,
  installationsCreate,
  invitationsCreate,
  publicationsUpdate,
  rolloutUpdate,
];

/**
 * Answers a request with the handler of its route, in this thread. The sample needs ten routes a few times: as functions,
 * with their authorizers, they would take more processor time to be bundled and to start than everything else.
 */
export async function askHere(request: SampleRequest, email: string): Promise<{ status: number; text: string }> {
  const { method = 'POST', path, body, workspace } = request;
  const requestId = randomUUID();
  const { entry, pathParameters } = entryOf(method, path);
  const event = {
    httpMethod: method,
    path,
    pathParameters,
    headers: { 'content-type': 'application/json', ...(workspace && { 'x-workspace-id': workspace }) },
    multiValueHeaders: {},
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    body: JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { requestId, authorizer: await sessionOf(email) },
  };
  const { statusCode, body: text } = await entry.handler(event as unknown as APIGatewayProxyEvent, {
    awsRequestId: requestId,
  });
  return { status: statusCode, text };
}

function entryOf(method: string, path: string): { entry: Entry; pathParameters: Record<string, string> } {
  for (const entry of entries) {
    const pattern = entry.route.path.replace(
      /\{(\w+)(\+?)\}/g,
      (_, name, greedy) => `(?<${name}>${greedy ? '.+' : '[^/]+'})`,
    );
    const found = entry.route.method === method && new RegExp(`^${pattern}$`).exec(path);
    if (found) return { entry, pathParameters: { ...found.groups } };
  }
  throw new Error(`Nothing here answers ${method} ${path}`);
}

/** The context that the authorizer of sessions passes to functions. */
async function sessionOf(email: string): Promise<z.input<typeof SessionContext>> {
  const { user, subject, memberships, stewardIn } = await findUser(email);
  if (!user) throw new Error(`There is no user ${email}`);
  return {
    subject: subject?.split(' ').at(-1) ?? '',
    email,
    isSuperadmin: `${user.is_superadmin}`,
    memberships: JSON.stringify(memberships.map(({ workspace, role }) => ({ workspace, role }))),
    stewardIn: JSON.stringify(stewardIn),
    sentBy: 'header',
  };
}
