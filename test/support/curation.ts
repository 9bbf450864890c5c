import * as bulkEditGet from '../../lambdas/dashboard/bulk-edits/get.ts';
import * as editList from '../../lambdas/dashboard/publication-edits/list.ts';
import * as revert from '../../lambdas/dashboard/publication-edits/revert.ts';
import * as matchDecide from '../../lambdas/dashboard/publication-matches/decide.ts';
import * as matchGet from '../../lambdas/dashboard/publication-matches/get.ts';
import * as matchList from '../../lambdas/dashboard/publication-matches/list.ts';
import * as researcherLink from '../../lambdas/dashboard/publication-researchers/link.ts';
import * as researcherUnlink from '../../lambdas/dashboard/publication-researchers/unlink.ts';
import * as bulk from '../../lambdas/dashboard/publications/bulk.ts';
import * as bulkEdit from '../../lambdas/dashboard/publications/bulk-edit.ts';
import * as remove from '../../lambdas/dashboard/publications/delete.ts';
import * as get from '../../lambdas/dashboard/publications/get.ts';
import * as update from '../../lambdas/dashboard/publications/update.ts';
import { call, sessionOf } from './event.ts';

/** The dashboard's publication routes, called by a member of the default workspace. */

const authorizer = sessionOf('workspace_member');
type Headers = Record<string, string>;

const at = (doi: string) => `/api/publications/${doi}`;
const editsOf = (doi: string) => `/api/publication-edits/${doi}`;

export const getDetail = (doi: string, headers: Headers = {}) => call(get, { url: at(doi), authorizer, headers });
export const patch = (doi: string, operations: unknown, headers: Headers = {}) =>
  call(update, { url: at(doi), authorizer, body: operations, headers });
export const set = (doi: string, path: string, value: unknown, headers: Headers = {}) =>
  patch(doi, [{ op: 'add', path, value }], headers);
export const deletePublication = (doi: string, headers: Headers = {}) =>
  call(remove, { url: at(doi), authorizer, headers });
export const listEdits = (doi: string, query = '') => call(editList, { url: editsOf(doi) + query, authorizer });
export const revertEdit = (doi: string, id: string, headers: Headers = {}) =>
  call(revert, { url: editsOf(doi), authorizer, body: { revert: id }, headers });
export const changeMany = (ids: unknown, action: unknown, more: object = {}) =>
  call(bulk, { url: at('bulk'), authorizer, body: { ids, action, ...more } });
export const editMany = (ids: unknown, operations: unknown, more: { timeLeftMs?: number } = {}) =>
  call(bulkEdit, { url: at('bulk-edit'), authorizer, body: { ids, patch: operations }, ...more });
export const getBulkEdit = (id: string, workspace?: string) =>
  call(bulkEditGet, { url: `/api/bulk-edits/${id}`, authorizer: sessionOf('workspace_member', workspace) });

const matchesOf = (doi: string) => `/api/publication-matches/${doi}`;
export const getMatches = (doi: string) => call(matchGet, { url: matchesOf(doi), authorizer });
export const listMatches = (query = '') => call(matchList, { url: `/api/publication-matches${query}`, authorizer });
const researchersOf = (doi: string) => `/api/publication-researchers/${doi}`;
export const linkResearcher = (doi: string, orcid: string, headers: Headers = {}) =>
  call(researcherLink, { url: researchersOf(doi), authorizer, body: { orcid }, headers });
export const unlinkResearcher = (doi: string, orcid: string, headers: Headers = {}) =>
  call(researcherUnlink, { url: `${researchersOf(doi)}?orcid=${orcid}`, method: 'DELETE', authorizer, headers });
export const decide = (doi: string, body: unknown, headers: Headers = {}) =>
  call(matchDecide, { url: matchesOf(doi), authorizer, body, headers });
