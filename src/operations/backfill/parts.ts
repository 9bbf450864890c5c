import { rewriteStewards } from '#src/curation/groups/stewards.ts';
import { rewritePair } from '#src/duplicates/store/pairs.ts';
import { apiKeyShape } from '#src/identity/domain/api-key.ts';
import { installationShape } from '#src/identity/domain/installation.ts';
import { userShape } from '#src/identity/domain/user.ts';
import { apiKeyHashes, rewriteApiKey } from '#src/identity/store/api-keys.ts';
import { listInstallations, rewriteInstallation } from '#src/identity/store/installations.ts';
import { rewriteUser, userEmails } from '#src/identity/store/rewrite-user.ts';
import { knownWorkspaces } from '#src/identity/store/workspaces.ts';
import { proposalShape } from '#src/ingestion/proposals/domain/proposal.ts';
import { rewriteProposal } from '#src/ingestion/proposals/store/proposals.ts';
import { jobRowShape, latestJobIdsOfShard, requestedJobIds, rewriteJobRow } from '#src/ingestion/store/job-list.ts';
import { groupShape } from '#src/records/groups/group.ts';
import { groupMemberShape } from '#src/records/groups/member.ts';
import { groupOutputShape } from '#src/records/groups/output.ts';
import { rewriteGroup } from '#src/records/groups/store/groups.ts';
import { rewriteGroupMember } from '#src/records/groups/store/members.ts';
import { rewriteGroupOutput } from '#src/records/groups/store/outputs.ts';
import { duplicatePairShape } from '#src/records/likeness/pair.ts';
import { personShape } from '#src/records/people/person.ts';
import { rewritePerson } from '#src/records/people/store/people.ts';
import { projectShape } from '#src/records/projects/project.ts';
import { rewriteProject } from '#src/records/projects/store/projects.ts';
import { publicationShape } from '#src/records/publications/row.ts';
import { rewritePublication } from '#src/records/publications/store/publications.ts';
import { rewriteWork } from '#src/records/publications/store/works.ts';
import { outdatedRows, rowIds } from '#src/records/store/list-rows.ts';
import { workShape } from '#src/records/works/work-row.ts';
import { type Collection, listShards } from '#src/table/keys.ts';
import type { RewriteResult } from '#src/table/rewrite.ts';
import type { Page } from '#src/table/table.ts';

/** Records of one kind and shape that are processed in one order. */
export interface Part {
  /** Unique and permanent: the progress is stored under this name. */
  name: string;
  shape: number;
  /** Whether all records are gone through every week: an earlier release may have been in use in between. */
  isWeekly?: boolean;
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
  ...shardsOf('GROUP', groupShape, rewriteGroup),
  // All of them: an earlier release deletes and merges records without knowing of these rows.
  ...weekly(shardsOf('GROUP_MEMBER', groupMemberShape, rewriteGroupMember, rowIds)),
  ...weekly(shardsOf('GROUP_OUTPUT', groupOutputShape, rewriteGroupOutput, rowIds)),
  // An earlier release deletes users without knowing of the groups that they look after.
  ...weekly(shardsOf('GROUP', groupShape, rewriteStewards, rowIds)).map((part) => ({
    ...part,
    name: part.name.replace('GROUP', 'STEWARDS'),
  })),
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

function weekly(all: readonly Part[]): Part[] {
  return all.map((part) => ({ ...part, isWeekly: true }));
}

function shardsOf(
  collection: Collection,
  shape: number,
  rewrite: Part['rewrite'],
  find = (of: Collection, shard: number, after: string | undefined) => outdatedRows(of, shard, shape, after),
): Part[] {
  return Array.from({ length: listShards }, (_, shard) => ({
    name: `${collection}#${shard}`,
    shape,
    findPage: (after) => find(collection, shard, after),
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
