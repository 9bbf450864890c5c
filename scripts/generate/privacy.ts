import { requiredRight } from '#src/http/openapi/security.ts';
import type { AnyRoute } from '#src/http/route.ts';
import { keys } from '#src/table/keys.ts';
import { grantsOf } from '../../lib/route-grants.ts';
import { tablePermissions } from '../../lib/table-access.ts';
import { keyExamples } from './key-examples.ts';
import { personalData } from './personal-data.ts';

const readActions = new Set(['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query']);

/** From the fewest rights to the most; each role includes those before it. */
const roles = ['steward', 'workspace_member', 'workspace_admin', 'superadmin'];

/**
 * The rows of the table in docs/privacy.md: each key with personal data, and the callers whose functions may read it.
 */
export function personalDataRows(routes: readonly AnyRoute[]): string[][] {
  const readers = routes.map((route) => ({
    caller: callerOf(route),
    permissions: tablePermissions(grantsOf(route)).filter(({ action }) => readActions.has(action)),
  }));
  return Object.entries(personalData).flatMap(([name, entry]) => {
    if (!entry) return [];
    const build = keys[name as keyof typeof keyExamples] as (...input: readonly unknown[]) => { pk: string };
    const { pk } = build(...keyExamples[name as keyof typeof keyExamples]);
    const callers = readers
      .filter(({ permissions }) =>
        permissions.some(({ pattern, index }) => index === undefined && isMatch(pattern, pk)),
      )
      .map(({ caller }) => caller);
    return [[`\`${name}\``, entry.whose, entry.data, entry.purpose, entry.until, forWhom(new Set(callers))]];
  });
}

const isMatch = (pattern: string, pk: string) =>
  pattern.endsWith('*') ? pk.startsWith(pattern.slice(0, -1)) : pattern === pk;

function callerOf({ auth }: AnyRoute): string {
  // A steward stands in for a role in functions that read for any of their groups.
  if (auth.kind === 'member' && auth.forStewards) return 'steward';
  const right = requiredRight(auth);
  if (right && (auth.kind === 'member' || auth.kind === 'session')) return right;
  return right ? `${callerNames[auth.kind]} with \`${right}\`` : callerNames[auth.kind];
}

const callerNames = {
  none: 'everybody',
  apiKey: 'API keys',
  installation: 'installations',
  session: 'whoever is signed in',
  member: 'members',
  operator: 'the operator',
} as const;

/** The callers, without those included in another: a role, or the same kind of credential with a certain right. */
function forWhom(callers: ReadonlySet<string>): string {
  const role = roles.find((each) => callers.has(each));
  const callerNames = [...callers].filter((caller) => {
    const [kind = '', right] = caller.split(' with ');
    return !roles.includes(caller) && (right === undefined || !callers.has(kind));
  });
  return [...callerNames.sort(), ...(role ? [`\`${role}\``] : [])].join(', ') || 'background jobs only';
}
