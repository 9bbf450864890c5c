import { AsyncLocalStorage } from 'node:async_hooks';
import type { Grant } from '#src/table/grants.ts';
import { db, tableName } from '#src/table/table.ts';
import { tableShape } from '#src/table/table-shape.ts';
import { tableStatements } from '../../lib/table-access.ts';
import { Policy, type Statement } from '../../local/iam/policy.ts';
import { tableRequests } from '../../local/iam/table-requests.ts';
import { useRecorder } from './used-permissions.ts';

interface Role {
  policy: Policy;
  recordUse: ReturnType<typeof useRecorder>;
}

/** A function call with its role. */
interface Session extends Role {
  refused: string[];
}

const sessions = new AsyncLocalStorage<Session>();
const arnOf = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`;
const partitionKeyOf = (_: string, index: string | undefined) =>
  index === tableShape.byRef.indexName ? tableShape.byRef.partitionKey : tableShape.partitionKey;

/**
 * Runs a service function as on AWS: its table calls need the permissions of these grants. Rejects with an Error that
 * names missing ones, even if the function ignores the refusal.
 */
export async function withGrants<T>(grants: readonly Grant[], run: () => T | Promise<T>): Promise<T> {
  const session: Session = { ...roleWith(grants), refused: [] };
  try {
    return await sessions.run(session, run);
  } finally {
    refuse(session, grants);
  }
}

/** Runs concurrent changes by others, which need no permission. */
export const outsideRole = <T>(run: () => T): T => sessions.exit(run);

/** A handler that runs with its declared grants. */
export const underRole =
  <Input extends unknown[], Output>(
    { grants }: { grants: readonly Grant[] },
    handler: (...input: Input) => Output | Promise<Output>,
  ) =>
  (...input: Input): Promise<Output> =>
    withGrants(grants, () => handler(...input));

function refuse({ refused }: Session, grants: readonly Grant[]): void {
  if (refused.length > 0) throw new Error(`The grants ${grants.join(', ')} do not allow ${refused.join(', ')}`);
}

const roles = new Map<string, Role>();

function roleWith(grants: readonly Grant[]): Role {
  const name = grants.join(' ');
  const made = roles.get(name);
  if (made) return made;
  const statements = tableStatements(grants, arnOf('Table')).map(
    (statement): Statement => ({ Effect: 'Allow', ...statement }),
  );
  const role = { policy: new Policy(statements, name), recordUse: useRecorder(grants) };
  roles.set(name, role);
  return role;
}

db.middlewareStack.add(
  (next) => async (args) => {
    const session = sessions.getStore();
    if (session) check(session, args.request as { headers: Record<string, string>; body: string | Uint8Array });
    return next(args);
  },
  { step: 'build', priority: 'low', name: 'checkRole' },
);

function check(
  { policy, recordUse, refused }: Session,
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
      recordUse(request.action, resource.split('/index/')[1], keys);
      continue;
    }
    const refusal = `${request.action} of ${keys.join(' ')} on ${resource}`;
    refused.push(refusal);
    throw Object.assign(new Error(`Not authorized: ${refusal}`), { name: 'AccessDeniedException' });
  }
}
