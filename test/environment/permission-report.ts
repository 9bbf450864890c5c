import { loadAuthorizers, loadJobs, loadRoutes } from '../../lib/load-declarations.ts';
import { grantsOf } from '../../lib/route-grants.ts';
import { unusedPermissions } from '../support/used-permissions.ts';

/**
 * Prints the permissions on the table which no test of a route, job or authorizer has used, and roles with more than two
 * that are explained below. Permissions of other services are not recorded.
 */

const mostOfOneRole = 2;

/** Permissions that a role may have although no test uses them with it, and why. */
const explained: { permission: RegExp; because: string }[] = [
  {
    permission: /^(Batch)?GetItem (PUB|PERSON|PROJECT)#\*$/,
    because: 'Reading one record by its key and reading many are one grant: who may do one may do the other.',
  },
  {
    permission: /^(GetItem|UpdateItem) LIST#|^ConditionCheckItem /,
    because: 'The code is the same for the rows and records of all lists, and is tested with those of publications.',
  },
  {
    permission: /^UpdateItem (PACE#|rollout:)/,
    because: 'Limits of sources and counters of searches have tests of their own, below the functions that use them.',
  },
  {
    permission: /^UpdateItem PERSON#/,
    because: 'A job that was tried again and cannot be queued ends by the same code as others.',
  },
  {
    permission: /^Query LIST#/,
    because: 'Lists stay in memory: another route of the test file may have loaded the list with its own role.',
  },
];

const [routes, jobs, authorizers] = await Promise.all([loadRoutes(), loadJobs(), loadAuthorizers()]);
const roles = [
  ...routes.map(({ declaration }) => grantsOf(declaration)),
  ...[...jobs, ...authorizers].map(({ declaration: { grants } }) => grants),
];
const lines = [...unusedPermissions(roles)].flatMap(([role, unused]) => {
  const unexplained = unused.filter((name) => !explained.some(({ permission }) => permission.test(name)));
  if (unexplained.length > 0) return [`${role}: ${unexplained.join(', ')}`];
  return unused.length > mostOfOneRole ? [`${role}: more than ${mostOfOneRole}: ${unused.join(', ')}`] : [];
});
if (lines.length > 0) console.log(`\nPermissions on the table that no test uses, by role:\n  ${lines.join('\n  ')}`);
