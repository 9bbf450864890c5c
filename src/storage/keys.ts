/**
 * Every key of the table. No other file builds a pk, an sk or a byRef key, so that collisions and the range of queries
 * can be checked here. Numbers in sort keys are padded so that they sort numerically.
 */

/** The collections that have list rows, spread over `listShards` partitions. */
export const collections = ['PUB', 'WORK', 'PERSON', 'PROJECT', 'DUPLICATE', 'PROPOSAL'] as const;
export type Collection = (typeof collections)[number];

/** The snapshots of lists: one of each collection, and one of the fields that only curators see of publications. */
export const snapshotNames = [...collections, 'PUB-CURATORS'] as const;
export type SnapshotName = (typeof snapshotNames)[number];

export const listShards = 8;

/** Ids never start with this character. */
export const listEpochSortKey = '!EPOCH';

/** Counters have their own partitions, so that IAM can restrict functions to them. */
export const usagePrefix = 'USAGE#';

/** List rows: list compaction may update only these. */
export const listPrefix = 'LIST#';

/** The activity log: functions that read or clear it have access to nothing else. */
export const activityPrefix = 'ACTIVITY#';

/** The audit trail, to which functions append. One route reads it; none changes it. */
export const auditPrefix = 'AUDIT#';

/** Rollouts with the history of their changes. */
export const rolloutPrefix = 'ROLLOUT#';

/** The counters of requests under a rollout, per minute. */
export const rolloutMinutePrefix = 'rollout:metrics:';
export const rolloutMinuteShards = 4;

/** How far an import has come. */
export const importPartition = 'IMPORT';

/** What was revoked and is not copied out of the table yet. */
export const revocationPartition = 'REVOCATIONS';

/** Users with their memberships and invitations. */
export const userPrefix = 'USER#';

/** Publications with their aliases, works, people and jobs: what a reset may delete. */
export const publicationPrefix = 'PUB#';
/** Marks of relations to a DOI, which need not be in the registry. */
export const relatedPrefix = 'RELATED#';
export const workPrefix = 'WORK#';
export const personPrefix = 'PERSON#';
export const jobPrefix = 'JOB#';
/** The list of all jobs, by month. */
export const jobListPrefix = 'INGESTIONS#';

/** What finds possible duplicates, and what was decided of them. The pairs themselves are rows of a list. */
export const duplicatePrefix = 'DUPLICATE#';

/** The marks of erased people. */
export const erasedPrefix = 'ERASED#';

/** The proposals that concern a person. The proposals themselves are rows of a list. */
export const proposalPrefix = 'PROPOSAL#';

/** How far the repair of author links has come. */
export const repairPrefix = 'REPAIR#';

export const projectPrefix = 'PROJECT#';
export const apiKeyPrefix = 'KEY#';
/** Installations with their origins and credentials, and their lists by workspace. */
export const installationPrefix = 'INSTALLATION#';
export const installationListPrefix = 'INSTALLATIONS#';
export const sitePrefix = 'SITE#';
/** The members and invitations of a workspace. */
export const workspacePrefix = 'WORKSPACE#';
/** The counters of requests to sources. */
export const pacePrefix = 'PACE#';

/** Partitions of which there is one each: the list of all users, the progress of rewriting records, and what is pending. */
export const userListPartition = 'USERS';
export const backfillPartition = 'BACKFILL';
export const relatingPartition = 'RELATING';
export const enrichmentPartition = 'ENRICHMENT';
export const refreshPartition = 'REFRESH';

/** Partitions of the index `byRef`. */
export const worksOfPrefix = 'WORKS_OF#';
export const credentialRefPrefix = 'CREDENTIAL#';
export const originRefPrefix = 'ORIGIN#';

const millis = (ms: number) => String(ms).padStart(15, '0');
/** For times sent by clients: any safe integer. */
const anyMillis = (ms: number) => String(ms).padStart(16, '0');
/** The prefix of the sort keys of events at a time. It sorts before all of them. */
export const activityTime = millis;
const editNumber = (n: number) => String(n).padStart(10, '0');
const part = (n: number) => String(n).padStart(4, '0');
/** The UTC month of a time, such as 202601. */
const month = (ms: number) => new Date(ms).toISOString().slice(0, 7).replace('-', '');

/** The UTC minute of a time, such as 20260131_1200. */
export const minuteName = (ms: number) =>
  new Date(ms).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '_');

/** The key of the list row with this id. */
export const listRowKey = (collection: Collection, id: string) => ({
  pk: keys.listShard(collection, shardOf(id)),
  sk: id,
});

export const keys = {
  /** A publication or an alias of one. They share the key, so that a DOI cannot be both. */
  publication: (doi: string) => ({ pk: `${publicationPrefix}${doi}`, sk: 'RECORD' }),
  /** The raw response of a source. A large one is stored in several parts. */
  sourceAnswer: (doi: string, source: string, n: number) => ({
    pk: `${publicationPrefix}${doi}`,
    sk: `SOURCE#${source}#${part(n)}`,
  }),
  /** The public part of a section of a person's ORCID record, as ORCID sent it. A large one is stored in several parts. */
  personAnswer: (orcid: string, section: string, n: number) => ({
    pk: `${personPrefix}${orcid}`,
    sk: `SOURCE#${section}#${part(n)}`,
  }),
  /** Marks that the publication `from` states a relation to a DOI, which need not be in the registry. */
  relatedFrom: (doi: string, from: string) => ({ pk: `${relatedPrefix}${doi}`, sk: from }),
  /** An edit of a publication, by its number: the `edit_count` that it led to. */
  publicationEdit: (doi: string, n: number) => ({
    pk: `${publicationPrefix}${doi}`,
    sk: `EDIT#${editNumber(n)}`,
  }),

  /** A publication whose relations have changed and are not compared with those of others yet. */
  relating: (doi: string) => ({ pk: keys.relatingList, sk: doi }),
  relatingList: relatingPartition,
  /** A publication as it was before it was merged into another one. */
  mergedPublication: (doi: string) => ({ pk: `${publicationPrefix}${doi}`, sk: 'MERGED' }),

  listShard: (collection: Collection, shard: number) => `${listPrefix}${collection}#${String(shard).padStart(2, '0')}`,
  /** Stored with the rows, so that queries for changes find it. Incremented when rows are deleted permanently. */
  listEpoch: (collection: Collection) => ({ pk: keys.listShard(collection, 0), sk: listEpochSortKey }),
  publicationRow: (doi: string) => listRowKey('PUB', doi),
  workRow: (id: string) => listRowKey('WORK', id),
  personRow: (orcid: string) => listRowKey('PERSON', orcid),
  projectRow: (id: string) => listRowKey('PROJECT', id),
  /** Two records that may be of one publication, and what was decided. It has no record besides this row. */
  duplicatePair: (id: string) => listRowKey('DUPLICATE', id),
  /** A copy of what is compared of a publication or work, in a block of similar ones. */
  duplicateBlock: (block: string, member: string) => ({ pk: `${duplicatePrefix}BLOCK#${block}`, sk: member }),
  /** A pair that a publication or work is part of. */
  duplicateLink: (member: string, pairId: string) => ({ pk: `${duplicatePrefix}OF#${member}`, sk: pairId }),
  /** A question for curators, and what was decided. It has no record besides this row. */
  proposal: (id: string) => listRowKey('PROPOSAL', id),
  /** A proposal that concerns a person. */
  proposalOf: (orcid: string, id: string) => ({ pk: `${proposalPrefix}OF#${orcid}`, sk: id }),

  /** Where a pass that looks for proposals continues. */
  proposalProgress: (name: string) => ({ pk: `${proposalPrefix}PROGRESS`, sk: name }),

  person: (orcid: string) => ({ pk: `${personPrefix}${orcid}`, sk: 'RECORD' }),
  /** An affiliation period of a person, by start. The id distinguishes periods with the same start. */
  affiliation: (orcid: string, startsAtMs: number, id: string) => ({
    pk: `${personPrefix}${orcid}`,
    sk: `AFFILIATION#${anyMillis(startsAtMs)}#${id}`,
  }),
  /** The latest ingestion job of a person, and whether it is still active. */
  latestJob: (orcid: string) => ({ pk: `${personPrefix}${orcid}`, sk: 'JOB' }),

  /** That a person was erased. `mark` is a keyed hash of the iD: whoever does not have the iD cannot find it. */
  erased: (mark: string) => ({ pk: `${erasedPrefix}${mark}`, sk: 'RECORD' }),

  work: (id: string) => ({ pk: `${workPrefix}${id}`, sk: 'RECORD' }),

  project: (id: string) => ({ pk: `${projectPrefix}${id}`, sk: 'RECORD' }),

  job: (id: string) => ({ pk: `${jobPrefix}${id}`, sk: 'RECORD' }),
  /** A publication that the job still has to fetch. Deleted when it is done. */
  pendingWork: (jobId: string, doi: string) => ({ pk: `${jobPrefix}${jobId}`, sk: `PENDING#${doi}` }),
  /** Works of the ORCID record of the job that are read in one request. */
  workBatch: (jobId: string, batch: number) => ({ pk: `${jobPrefix}${jobId}`, sk: `BATCH#${batch}` }),
  /** The outcome of a publication or work of the job. */
  finishedWork: (jobId: string, doiOrWorkId: string) => ({ pk: `${jobPrefix}${jobId}`, sk: `WORK#${doiOrWorkId}` }),

  /** A publication whose enrichment is to be read again, by the time when. */
  pendingEnrichment: (dueAtMs: number, doi: string) => ({ pk: enrichmentPartition, sk: `${millis(dueAtMs)}#${doi}` }),

  /** The row of a job in the list of all jobs, in the partition of the month of its creation. */
  jobRow: (createdAtMs: number, id: string) => ({ pk: keys.jobMonth(createdAtMs), sk: `${millis(createdAtMs)}#${id}` }),
  jobMonth: (ms: number) => `${jobListPrefix}${month(ms)}`,

  apiKey: (hash: string) => ({ pk: `${apiKeyPrefix}${hash}`, sk: 'RECORD' }),
  /** The row of a key in the list of all keys, by creation time. */
  apiKeyRow: (createdAtMs: number, hash: string) => ({ pk: keys.apiKeyList, sk: `${millis(createdAtMs)}#${hash}` }),
  apiKeyList: 'KEYS',
  /** The usage counter of an API key (by hash) or an installation (by id). */
  usage: (holder: string) => ({ pk: `${usagePrefix}${holder}`, sk: 'MINUTE' }),

  installation: (id: string) => ({ pk: `${installationPrefix}${id}`, sk: 'RECORD' }),
  origin: (installationId: string, id: string) => ({
    pk: `${installationPrefix}${installationId}`,
    sk: `ORIGIN#${id}`,
  }),
  credential: (installationId: string, hash: string) => ({
    pk: `${installationPrefix}${installationId}`,
    sk: `CREDENTIAL#${hash}`,
  }),
  /** The row of an installation in the list of its workspace, by creation time. */
  installationRow: (workspace: string, createdAtMs: number, id: string) => ({
    pk: keys.installationList(workspace),
    sk: `${millis(createdAtMs)}#${id}`,
  }),
  installationList: (workspace: string) => `${installationListPrefix}${workspace}`,
  /** The workspace that has verified a site. */
  site: (origin: string) => ({ pk: `${sitePrefix}${origin}`, sk: 'RECORD' }),

  activity: (workspace: string, occurredAtMs: number, id: string) => ({
    pk: keys.activityMonth(workspace, occurredAtMs),
    sk: `${activityTime(occurredAtMs)}#${id}`,
  }),
  /** A workspace that has an activity log: logs are found by workspace and month only. */
  activityWorkspace: (workspace: string) => ({
    pk: keys.activityWorkspaces,
    sk: `${prefixes.activityWorkspace}${workspace}`,
  }),
  activityWorkspaces: `${activityPrefix}WORKSPACES`,
  /** The partition of a month of the activity log. */
  activityMonth: (workspace: string, ms: number) => `${activityPrefix}${workspace}#${month(ms)}`,

  /** An audit record, in the partition of its month. */
  audit: (occurredAtMs: number, id: string) => ({
    pk: keys.auditMonth(occurredAtMs),
    sk: `${millis(occurredAtMs)}#${id}`,
  }),
  auditMonth: (ms: number) => `${auditPrefix}${month(ms)}`,

  importProgress: () => ({ pk: importPartition, sk: 'PROGRESS' }),

  /** What one transaction took away, by its time. */
  revocation: (atMs: number, id: string) => ({ pk: keys.revocationList, sk: `${millis(atMs)}#${id}` }),
  revocationList: revocationPartition,

  user: (email: string) => ({ pk: `${userPrefix}${email}`, sk: 'RECORD' }),
  membership: (email: string, workspace: string) => ({ pk: `${userPrefix}${email}`, sk: `MEMBER#${workspace}` }),
  invitation: (email: string, workspace: string) => ({ pk: `${userPrefix}${email}`, sk: `INVITED#${workspace}` }),
  /** The row of a user in the list of all users, by e-mail address. */
  userRow: (email: string) => ({ pk: userListPartition, sk: email }),
  /** The members and invitations of a workspace: copies of those with the users. */
  memberRow: (workspace: string, email: string) => ({ pk: `${workspacePrefix}${workspace}`, sk: `MEMBER#${email}` }),
  invitationRow: (workspace: string, email: string) => ({
    pk: `${workspacePrefix}${workspace}`,
    sk: `INVITED#${email}`,
  }),

  /** The counters of requests to a source, per second and per UTC day. */
  sourceSecond: (source: string, epochSecond: number) => ({
    pk: `${pacePrefix}${source}`,
    sk: `SECOND#${epochSecond}`,
  }),
  sourceDay: (source: string, day: string) => ({ pk: `${pacePrefix}${source}`, sk: `DAY#${day}` }),
  /** The counter of a source's requests for the refresh, which has a budget of its own. */
  sourceRefreshDay: (source: string, day: string) => ({ pk: `${pacePrefix}${source}`, sk: `REFRESH#${day}` }),

  /** What the refresh has tried without success so far: a person, a publication or a whole source. */
  refreshAttempt: (kind: string, id: string) => ({ pk: refreshPartition, sk: `${kind}#${id}` }),
  /** That a job, or a day, has warned of something that a source does. */
  sourceWarning: (source: string, run: string, what: string) => ({
    pk: `${pacePrefix}${source}`,
    sk: `WARNED#${run}#${what}`,
  }),

  /**
   * Where a site tool continues in a list shard: the repair of author links for all people, or those of the partner
   * entity only; and deriving publications again, or only counting what would change.
   */
  repairProgress: (scope: 'all' | 'partner' | 'rederive' | 'rederive-count', shard: number) => ({
    pk: `${repairPrefix}${scope}`,
    sk: String(shard).padStart(2, '0'),
  }),

  /** The progress of rewriting records in their current shapes. */
  rollout: (feature: string) => ({ pk: `${rolloutPrefix}${feature}`, sk: 'RECORD' }),
  /** A change of a rollout, by the version that it made: no two changes have the same. */
  rolloutChange: (feature: string, version: number) => ({
    pk: `${rolloutPrefix}${feature}`,
    sk: `CHANGE#${millis(version)}`,
  }),
  /** A part of the counters of a UTC minute. The shards are partitions, so that many processes can write at once. */
  rolloutMinute: (feature: string, ms: number, shard: number) => ({
    pk: `${rolloutMinutePrefix}${feature}:${minuteName(ms)}#${shard}`,
    sk: 'COUNTERS',
  }),

  /** How far the records have been rewritten in the shapes that the code writes. */
  backfillProgress: () => ({ pk: backfillPartition, sk: 'PROGRESS' }),
} as const;

/** The keys of the sparse index `byRef`. */
export const refs = {
  /** Active jobs, by the time when their messages were last sent. */
  activeJob: (messagesSentAtMs: number, id: string) => ({
    refPk: refs.activeJobs,
    refSk: `${millis(messagesSentAtMs)}#${id}`,
  }),
  activeJobs: 'JOBS#ACTIVE',
  /** API keys that are not synced with API Gateway, longest waiting first. */
  unsyncedKey: (sinceMs: number, hash: string) => ({ refPk: refs.unsyncedKeys, refSk: `${millis(sinceMs)}#${hash}` }),
  unsyncedKeys: 'KEYS#UNALIGNED',
  workOf: (orcid: string, id: string) => ({ refPk: refs.worksOf(orcid), refSk: id }),
  worksOf: (orcid: string) => `${worksOfPrefix}${orcid}`,
  /** Erasures that have not finished, oldest first. */
  openErasure: (erasedAtMs: number, mark: string) => ({
    refPk: refs.openErasures,
    refSk: `${millis(erasedAtMs)}#${mark}`,
  }),
  openErasures: 'ERASURES#OPEN',
  credential: (hash: string) => ({ refPk: `${credentialRefPrefix}${hash}`, refSk: 'CREDENTIAL' }),
  origin: (id: string) => ({ refPk: `${originRefPrefix}${id}`, refSk: 'ORIGIN' }),
} as const;

/** The sort-key prefixes for queries within a partition. */
export const prefixes = {
  pendingWork: 'PENDING#',
  finishedWork: 'WORK#',
  origin: 'ORIGIN#',
  affiliation: 'AFFILIATION#',
  membership: 'MEMBER#',
  invitation: 'INVITED#',
  rolloutChange: 'CHANGE#',
  activityWorkspace: 'WORKSPACE#',
} as const;

/** Snapshots of lists, which can be written again at any time. */
export const listSnapshotPrefix = 'lists/';

/** The keys of the buckets. */
export const objectKeys = {
  revocations: 'revocations/',
  /** An entry of the ledger of revocations, which is a bucket of its own. Keys sort by time. */
  revocation: (atMs: number, id: string) => `${objectKeys.revocations}${millis(atMs)}-${id}.json`,
  listSnapshot: (name: SnapshotName) => `${listSnapshotPrefix}${name}.json.zst`,
} as const;

/** The list shard of an id: FNV-1a over UTF-16 units. Must never change, or rows would be lost. */
export function shardOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % listShards;
}
