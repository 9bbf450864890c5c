import type { AnyRoute } from '#src/http/route.ts';
import type { Auth } from '#src/identity/callers/caller.ts';
import type { Role } from '#src/vocabulary/workspace.ts';
import type { DeclarationFile } from '../../lib/load-declarations.ts';
import type { Right } from '../../test/e2e/access-table.ts';
import type { Violation } from './source.ts';

/** The table of access rights. The end-to-end tests call every route as every kind of caller. */
export const accessTableFile = 'test/e2e/access-table.ts';

/**
 * Reports routes missing from the table of access rights, with the line to add, lines for unknown routes, and lines
 * that differ from their route's declaration.
 */
export function checkAccessTable(
  routes: readonly Pick<DeclarationFile<AnyRoute>, 'file' | 'declaration'>[],
  mayCall: Readonly<Record<string, Right>>,
  text: string,
): Violation[] {
  const lineOf = (name: string) => text.split('\n').findIndex((line) => line.includes(`'${name}'`)) + 1;
  const names = new Set(routes.map(({ declaration }) => nameOf(declaration)));
  const declared = routes.flatMap(({ file, declaration }): Violation[] => {
    const name = nameOf(declaration);
    const right = rightOf(declaration.auth);
    if (mayCall[name] === right) return [];
    if (mayCall[name] === undefined) {
      const after = lineOf(lastBefore(name, Object.keys(mayCall)));
      const message = `is not in ${accessTableFile}: if it is right, add after line ${after}:  '${name}': '${right}',`;
      return [{ file, line: 1, message }];
    }
    const message = `says '${mayCall[name]}' for ${name}, and ${file} '${right}': correct the one that is wrong`;
    return [{ file: accessTableFile, line: lineOf(name), message }];
  });
  const surplus = Object.keys(mayCall)
    .filter((name) => !names.has(name))
    .map((name) => ({ file: accessTableFile, line: lineOf(name), message: `there is no route ${name}: remove it` }));
  return [...declared, ...surplus];
}

/** The entry for a route with this declaration. */
function rightOf(auth: Auth): Right {
  switch (auth.kind) {
    case 'none':
      return 'anybody';
    case 'apiKey':
      return auth.scope ?? 'any key';
    case 'installation':
      return auth.scope ?? 'any installation';
    case 'session':
      return auth.role === undefined ? 'signed in' : auth.role === 'steward' ? 'any steward' : 'any member';
    case 'member':
      return auth.forStewards ? stewardOr(auth.role) : roleNames[auth.role];
    case 'operator':
      return 'operator';
  }
}

const roleNames = {
  steward: 'steward',
  workspace_member: 'member',
  workspace_admin: 'admin',
  superadmin: 'superadmin',
} as const;

const stewardOr = (role: Role): Right => (role === 'workspace_admin' ? 'admin or steward' : 'member or steward');

const nameOf = ({ api, id }: AnyRoute) => `${api} ${id}`;

/** The line before a new one: the last one of its noun, else of its API. */
function lastBefore(name: string, listed: string[]): string {
  const sameNoun = listed.filter((other) => other.startsWith(`${name.split('.')[0]}.`));
  const sameApi = listed.filter((other) => other.startsWith(`${name.split(' ')[0]} `));
  return (sameNoun.length > 0 ? sameNoun : sameApi).at(-1) ?? '';
}
