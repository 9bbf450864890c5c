import * as createImport from '../../../../lambdas/dashboard/group-imports/create.ts';
import * as imports from '../../../../lambdas/dashboard/group-imports/list.ts';
import * as undo from '../../../../lambdas/dashboard/group-imports/undo.ts';
import * as addMember from '../../../../lambdas/dashboard/group-members/create.ts';
import * as removeMember from '../../../../lambdas/dashboard/group-members/delete.ts';
import * as listMembers from '../../../../lambdas/dashboard/group-members/list.ts';
import * as changeMember from '../../../../lambdas/dashboard/group-members/update.ts';
import * as create from '../../../../lambdas/dashboard/groups/create.ts';
import * as remove from '../../../../lambdas/dashboard/groups/delete.ts';
import * as get from '../../../../lambdas/dashboard/groups/get.ts';
import * as list from '../../../../lambdas/dashboard/groups/list.ts';
import * as update from '../../../../lambdas/dashboard/groups/update.ts';
import { call, sessionOf } from '../../../support/event.ts';

/** The routes of groups, called by an administrator of the default workspace. */

const authorizer = sessionOf('workspace_admin');
type Headers = Record<string, string>;

export const postGroup = (body: object) => call(create, { url: '/api/groups', body, authorizer });
export const getGroupOf = (id: string) => call(get, { url: `/api/groups/${id}`, authorizer });
export const listGroups = (query = '') => call(list, { url: `/api/groups${query}`, authorizer });
export const patchGroup = (id: string, body: object, headers: Headers = {}) =>
  call(update, { url: `/api/groups/${id}`, body, authorizer, headers });
export const deleteGroupOf = (id: string, headers: Headers = {}) =>
  call(remove, { url: `/api/groups/${id}`, authorizer, headers });

export const postMember = (group: string, body: object) =>
  call(addMember, { url: `/api/groups/${group}/members`, body, authorizer });
export const membersOf = (group: string, query = '') =>
  call(listMembers, { url: `/api/groups/${group}/members${query}`, authorizer });
export const patchMember = (group: string, id: string, body: object) =>
  call(changeMember, { url: `/api/groups/${group}/members/${encodeURIComponent(id)}`, body, authorizer });
export const deleteMember = (group: string, id: string) =>
  call(removeMember, { url: `/api/groups/${group}/members/${encodeURIComponent(id)}`, authorizer });

export const postImport = (body: object) => call(createImport, { url: '/api/groups/import', body, authorizer });
export const listImports = () => call(imports, { url: '/api/groups/imports', authorizer });
export const undoImportOf = (id: string) => call(undo, { url: `/api/groups/imports/${id}/undo`, authorizer });

export const day = (text: string): number => Date.parse(text);

/** Lists in memory outlive a table, so each test has groups of its own in the one of its file. */
export function names() {
  let count = 0;
  return (): string => {
    count += 1;
    return `g${count}`;
  };
}
