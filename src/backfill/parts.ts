import { apiKeyShape } from '../domain/access/api-key.ts';
import { installationShape } from '../domain/access/installation.ts';
import { userShape } from '../domain/access/user.ts';
import { defaultWorkspace } from '../domain/access/workspace.ts';
import { duplicatePairShape } from '../domain/duplicates/pair.ts';
import { personShape } from '../domain/person.ts';
import { projectShape } from '../domain/project.ts';
import { proposalShape } from '../domain/proposals/proposal.ts';
import { publicationShape } from '../domain/publication-row.ts';
import { workShape } from '../domain/work.ts';
import { apiKeyHashes, rewriteApiKey } from '../storage/access/api-keys.ts';
import { listInstallations, rewriteInstallation } from '../storage/access/installations.ts';
import { rewriteUser, userEmails, workspacesOf } from '../storage/access/rewrite-user.ts';
import { rewritePair } from '../storage/duplicates/pairs.ts';
import { jobRowShape, latestJobIdsOfShard, requestedJobIds, rewriteJobRow } from '../storage/ingestion/job-list.ts';
import { type Collection, listShards } from '../storage/keys.ts';
import { outdatedRows } from '../storage/list-rows.ts';
import { rewritePerson } from '../storage/people.ts';
import { rewriteProject } from '../storage/projects.ts';
import { rewriteProposal } from '../storage/proposals/proposals.ts';
import { rewritePublication } from '../storage/publications.ts';
import type { Page, RewriteResult } from '../storage/table.ts';
import { rewriteWork } from '../storage/works.ts';

/** Records of one kind and shape that are processed in one order. */
export interface Part {
  /** Unique and permanent: the progress is stored under this name. */
  name: string;
  shape: number;
  /** The ids of some records that may have an older shape, and where to continue. */
  findPage(after: string | undefined): Promise<Page<string>>;
  rewrite(id: string): Promise<RewriteResult>;
}

/** All parts: the list shards, then the kinds of records with other lists. */
export const parts: readonly Part[] = [
  ...shardsOf('PUB', publicationShape, rewritePublication),
  ...shardsOf('WORK', workShape, rewriteWork),
  ...shardsOf('PERSON', personShape, rewritePerson),
  ...shardsOf('PROJECT', projectShape, rewriteProject),
  ...shardsOf('DUPLICATE', duplicatePairShape, rewritePair),
  ...shardsOf('PROPOSAL', proposalShape, rewriteProposal),
  { name: 'users', shape: userShape, findPage: userEmails, rewrite: rewriteUser },
  { name: 'api-keys', shape: apiKeyShape, findPage: apiKeyHashes, rewrite: rewriteApiKey },
  { name: 'installations', shape: installationShape, findPage: installationIds, rewrite: rewriteInstallation },
  // Jobs that were written before there was a list of them.
  ...Array.from({ length: listShards }, (_, shard) => ({
    name: `latest-jobs#${shard}`,
    shape: jobRowShape,
    findPage: (after: string | undefined) => latestJobIdsOfShard(shard, after),
    rewrite: rewriteJobRow,
  })),
  { name: 'requested-jobs', shape: jobRowShape, findPage: requestedJobIds, rewrite: rewriteJobRow },
];

function shardsOf(collection: Collection, shape: number, rewrite: Part['rewrite']): Part[] {
  return Array.from({ length: listShards }, (_, shard) => ({
    name: `${collection}#${shard}`,
    shape,
    findPage: (after) => outdatedRows(collection, shard, shape, after),
    rewrite,
  }));
}

/** All ids in one page. No list contains all workspaces, so they are collected from the memberships of users. */
async function installationIds(): Promise<Page<string>> {
  const workspaces = new Set([defaultWorkspace]);
  let after: string | undefined;
  do {
    const { items, next } = await userEmails(after);
    for (const email of items) for (const workspace of await workspacesOf(email)) workspaces.add(workspace);
    after = next;
  } while (after !== undefined);
  const ids: string[] = [];
  for (const workspace of workspaces) {
    for (const { installation } of await listInstallations(workspace)) ids.push(installation.id);
  }
  return { items: ids, next: undefined };
}
