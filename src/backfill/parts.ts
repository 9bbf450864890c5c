import { personShape } from '../domain/person.ts';
import { projectShape } from '../domain/projects/project.ts';
import { publicationShape } from '../domain/publications/row.ts';
import { workShape } from '../domain/work-row.ts';
import { duplicatePairShape } from '../duplicates/domain/pair.ts';
import { rewritePair } from '../duplicates/storage/pairs.ts';
import { apiKeyShape } from '../identity/domain/api-key.ts';
import { installationShape } from '../identity/domain/installation.ts';
import { userShape } from '../identity/domain/user.ts';
import { apiKeyHashes, rewriteApiKey } from '../identity/storage/api-keys.ts';
import { listInstallations, rewriteInstallation } from '../identity/storage/installations.ts';
import { rewriteUser, userEmails } from '../identity/storage/rewrite-user.ts';
import { knownWorkspaces } from '../identity/storage/workspaces.ts';
import { jobRowShape, latestJobIdsOfShard, requestedJobIds, rewriteJobRow } from '../ingestion/storage/job-list.ts';
import { proposalShape } from '../proposals/domain/proposal.ts';
import { rewriteProposal } from '../proposals/storage/proposals.ts';
import { type Collection, listShards } from '../storage/keys.ts';
import { outdatedRows } from '../storage/list-rows.ts';
import { rewritePerson } from '../storage/people.ts';
import { rewriteProject } from '../storage/projects.ts';
import { rewritePublication } from '../storage/publications/publications.ts';
import { rewriteWork } from '../storage/publications/works.ts';
import type { RewriteResult } from '../storage/rewrite.ts';
import type { Page } from '../storage/table.ts';

/** Records of one kind and shape that are processed in one order. */
export interface Part {
  /** Unique and permanent: the progress is stored under this name. */
  name: string;
  shape: number;
  /** A page of ids of records that may have an older shape, and where to continue. */
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

async function installationIds(): Promise<Page<string>> {
  const ids: string[] = [];
  for (const workspace of await knownWorkspaces()) {
    for (const { installation } of await listInstallations(workspace)) ids.push(installation.id);
  }
  return { items: ids, next: undefined };
}
