import { AsyncLocalStorage } from 'node:async_hooks';
import { tableStatements } from '../../lib/table-access.ts';
import { Policy, type Statement } from '../../local/iam/policy.ts';
import { tableRequests } from '../../local/iam/table-requests.ts';
import type { Grant } from '../../src/runtime/grant.ts';
import { db, tableName } from '../../src/storage/table.ts';
import { tableShape } from '../../src/storage/table-shape.ts';
import { recordUse } from './used-permissions.ts';

interface Role {
  grants: readonly Grant[];
  policy: Policy;
  refused: string[];
}

const roles = new AsyncLocalStorage<Role>();
const arnOf = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
const partitionKeyOf = (_: string, index: string | undefined) =>
  index === tableShape.byRef.indexName ? tableShape.byRef.partitionKey : tableShape.partitionKey;

/**
 * Runs a function of the service as on AWS: its calls of the table need the permissions of these grants. Rejects with an
 * Error that names what they do not allow, even if the function itself ignores it.
 */
export async function withGrants<T>(grants: readonly Grant[], run: () => T | Promise<T>): Promise<T> {
  const role: Role = { grants, policy: policyOf(grants), refused: [] };
  try {
    return await roles.run(role, run);
  } finally {
    refuse(role, grants);
  }
}

/** What somebody else does meanwhile: it needs no permission. */
export const outsideRole = <T>(run: () => T): T => roles.exit(run);

/** A handler that runs with the grants of its declaration. */
export const underRole =
  <Input extends unknown[], Output>(
    { grants }: { grants: readonly Grant[] },
    handler: (...input: Input) => Output | Promise<Output>,
  ) =>
  (...input: Input): Promise<Output> =>
    withGrants(grants, () => handler(...input));

function refuse({ refused }: Role, grants: readonly Grant[]): void {
  if (refused.length > 0) throw new Error(`The grants ${grants.join(', ')} do not allow ${refused.join(', ')}`);
}

const policies = new Map<string, Policy>();

function policyOf(grants: readonly Grant[]): Policy {
  const name = grants.join(' ');
  const statements = () =>
    tableStatements(grants, arnOf('Table')).map((statement): Statement => ({ Effect: 'Allow', ...statement }));
  const policy = policies.get(name) ?? new Policy(statements(), name);
  policies.set(name, policy);
  return policy;
}

db.middlewareStack.add(
  (next) => async (args) => {
    const role = roles.getStore();
    if (role) check(role, args.request as { headers: Record<string, string>; body: string | Uint8Array });
    return next(args);
  },
  { step: 'build', priority: 'low', name: 'checkRole' },
);

function check(
  { grants, policy, refused }: Role,
  { headers, body }: { headers: Record<string, string>; body: string | Uint8Array },
): void {
  const [, operation = ''] = String(headers['x-amz-target']).split('.');
  for (const request of tableRequests(
    operation,
    JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)),
    partitionKeyOf,
  )) {
    const resource = request.resource.replace(arnOf(tableName()), arnOf('Table'));
    const keys = request.valuesOf?.('dynamodb:LeadingKeys') ?? [];
    if (policy.decide({ ...request, resource }) === 'allow') {
      recordUse(grants, request.action, resource.split('/index/')[1], keys);
      continue;
    }
    const what = `${request.action} of ${keys.join(' ')} on ${resource}`;
    refused.push(what);
    throw Object.assign(new Error(`Not authorized: ${what}`), { name: 'AccessDeniedException' });
  }
}
