import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Grant } from '#src/table/grants.ts';
import { partitions } from '#src/table/keys.ts';
import { type TablePermission, tablePermissions } from '../../lib/table-access.ts';
import { matches } from '../../local/iam/policy.ts';
import { runFolder } from './run-folder.ts';

/** The folder where a test run records used permissions. */
export const recordsFolder = (): string => join(runFolder(), 'used-permissions');

/** Creates that folder in the run's. */
export const makeRecordsFolder = (): void => void mkdirSync(recordsFolder());

/**
 * Records a role's use of the table; functions with equal grants share one. Each Jest worker appends to its own file.
 * Call the result with an action and the items' leading keys.
 */
export function useRecorder(grants: readonly Grant[]) {
  const role = roleOf(grants);
  let unused = tablePermissions(grants);
  return (action: string, index: string | undefined, keys: readonly string[]): void => {
    const used = unused.filter(
      (each) => each.action === action && each.index === index && keys.some((key) => matches(each.pattern, key)),
    );
    if (used.length === 0) return;
    unused = unused.filter((each) => !used.includes(each));
    for (const permission of used)
      appendFileSync(join(recordsFolder(), `${process.pid}.tsv`), `${role}\t${nameOf(permission)}\n`);
  };
}

/** The permissions of these roles that no test used, by role. */
export function unusedPermissions(roles: readonly (readonly Grant[])[]): Map<string, string[]> {
  const used = new Set(
    readdirSync(recordsFolder()).flatMap((name) => readFileSync(join(recordsFolder(), name), 'utf8').split('\n')),
  );
  const unused = new Map<string, string[]>();
  for (const grants of roles) {
    const role = roleOf(grants);
    const names = [...new Set(tablePermissions(grants).map(nameOf))];
    const left = names.filter((name) => !used.has(`${role}\t${name}`));
    if (left.length > 0) unused.set(role, left);
  }
  return unused;
}

/** A role, named by its grants with table access; the others do not matter here. */
const roleOf = (grants: readonly Grant[]) =>
  [...new Set(grants)]
    .filter((grant) => tablePermissions([grant]).length > 0)
    .sort()
    .join(' ');

/**
 * Permissions that a grant always gives together share a name: single and batch reads by key, and reads of list rows
 * from the table and from an index, of which a test uses one depending on the tests before it.
 */
function nameOf({ action, pattern, index }: TablePermission): string {
  const name = action.replace('dynamodb:', '').replace('BatchGetItem', 'GetItem');
  return `${name} ${pattern}${index && !pattern.startsWith(partitions.lists) ? ` of ${index}` : ''}`;
}
