import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RolePermission } from '../../local/iam/access.ts';
import { type AccessRequest, matches } from '../../local/iam/policy.ts';
import { recordsFolder } from './used-permissions.ts';

/**
 * The roles' permissions besides the table, and whether a function needed them in a test's laptop cloud, where the role
 * decides each service call. Each Jest worker appends to its own file.
 */
const suffix = '.services.tsv';

/** Lambda itself writes the logs. All functions with a list that may be in PostgreSQL have the same access to it. */
const isRecorded = ({ action, resource }: Pick<AccessRequest, 'action' | 'resource'>) =>
  !/^(dynamodb|logs|rds-data):/i.test(action) && !resource.includes('secret:rds!cluster');

type Mark = 'allowed' | 'used';

function note(mark: Mark, permissions: readonly RolePermission[]): void {
  const lines = permissions.map((each) => `${mark}\t${each.roleName}\t${nameOf(each)}\n`);
  appendFileSync(join(recordsFolder(), `${process.pid}${suffix}`), lines.join(''));
}

/** Records the permissions of a cloud's roles. Call the result with each used one. */
export function recordServices(permissions: readonly RolePermission[]) {
  let unused = permissions.filter(isRecorded);
  note('allowed', unused);
  return (roleName: string, request: AccessRequest): void => {
    if (!isRecorded(request)) return;
    const action = request.action.toLowerCase();
    const used = unused.filter(
      (each) =>
        each.roleName === roleName && each.action.toLowerCase() === action && matches(each.resource, request.resource),
    );
    if (used.length === 0) return;
    unused = unused.filter((each) => !used.includes(each));
    note('used', used);
  };
}

/** The permissions that no test used, by role. */
export function unusedServicePermissions(): Map<string, string[]> {
  const files = readdirSync(recordsFolder()).filter((name) => name.endsWith(suffix));
  const lines = files.flatMap((name) => readFileSync(join(recordsFolder(), name), 'utf8').split('\n'));
  const marked = (mark: Mark) =>
    new Set(lines.filter((line) => line.startsWith(`${mark}\t`)).map((line) => line.slice(mark.length + 1)));
  const used = marked('used');
  const unused = [...marked('allowed')].filter((line) => !used.has(line)).map((line) => line.split('\t'));
  const byRole = Map.groupBy(unused, ([role = '']) => role);
  return new Map([...byRole].map(([role, found]) => [role, found.map(([, name = '']) => name)]));
}

/** Without partition, region and account, which never differ. All usage plans count as one. */
const nameOf = ({ action, resource }: RolePermission) =>
  `${action} ${resource.replace(/^arn:aws:[\w-]+:[\w-]*:\d*:/, '').replace(/(?<=^\/usageplans\/)\w+/, '*')}`;
