/**
 * Every key of the table. Nothing else in the repository builds a pk, an sk or a byRef key, so that what can collide,
 * and what a Query can reach, is seen here. Numbers in sort keys are padded so that their order is the numbers' order.
 */

/** The collections that have list rows, spread over `listShards` partitions. */
export const collections = ['PUB', 'WORK', 'PERSON', 'PROJECT'] as const;
export type Collection = (typeof collections)[number];

export const listShards = 8;

/** No id begins so. */
export const listEpochSortKey = '!EPOCH';

/** Counters stand apart from what they count for, so that whoever counts can be kept from everything else. */
export const usagePrefix = 'USAGE#';

/** List rows: the compaction of lists may update them and nothing else. */
export const listPrefix = 'LIST#';

/** The activity log, too: whoever reads or clears it reaches nothing else. */
export const activityPrefix = 'ACTIVITY#';

/** The audit trail, which functions may only append to. */
export const auditPrefix = 'AUDIT#';

/** Users with their memberships and invitations. */
export const userPrefix = 'USER#';

const millis = (ms: number) => String(ms).padStart(15, '0');
/** For times that clients make up: any whole number they may send. */
const anyMillis = (ms: number) => String(ms).padStart(16, '0');
/** What the sort keys of the events of a time begin with; it comes before all of them. */
export const activityTime = millis;
const part = (n: number) => String(n).padStart(4, '0');
/** The UTC month of a time, such as 202601. */
const month = (ms: number) => new Date(ms).toISOString().slice(0, 7).replace('-', '');

/** The key of the list row with this id. */
export const listRowKey = (collection: Collection, id: string) => ({
  pk: keys.listShard(collection, shardOf(id)),
  sk: id,
});

export const keys = {
  /** A publication, or the alias that leads to one: one key, so that a DOI can never be both. */
  publication: (doi: string) => ({ pk: `PUB#${doi}`, sk: 'RECORD' }),
  /** A source's answer as it came; a large one goes on in further parts. */
  sourceAnswer: (doi: string, source: string, n: number) => ({ pk: `PUB#${doi}`, sk: `SOURCE#${source}#${part(n)}` }),

  listShard: (collection: Collection, shard: number) => `${listPrefix}${collection}#${String(shard).padStart(2, '0')}`,
  /** Beside the rows, so that looking for changes finds it: raised when rows were taken away for good. */
  listEpoch: (collection: Collection) => ({ pk: keys.listShard(collection, 0), sk: listEpochSortKey }),
  publicationRow: (doi: string) => listRowKey('PUB', doi),
  workRow: (id: string) => listRowKey('WORK', id),
  personRow: (orcid: string) => listRowKey('PERSON', orcid),
  projectRow: (id: string) => listRowKey('PROJECT', id),

  person: (orcid: string) => ({ pk: `PERSON#${orcid}`, sk: 'RECORD' }),
  /** A period in the life of a person, by its beginning; the id tells periods apart that begin together. */
  affiliation: (orcid: string, startsAtMs: number, id: string) => ({
    pk: `PERSON#${orcid}`,
    sk: `AFFILIATION#${anyMillis(startsAtMs)}#${id}`,
  }),
  /** The latest ingestion job of a person, and whether it is still active. */
  latestJob: (orcid: string) => ({ pk: `PERSON#${orcid}`, sk: 'JOB' }),

  work: (id: string) => ({ pk: `WORK#${id}`, sk: 'RECORD' }),

  project: (id: string) => ({ pk: `PROJECT#${id}`, sk: 'RECORD' }),

  job: (id: string) => ({ pk: `JOB#${id}`, sk: 'RECORD' }),
  /** A publication the job has still to do; gone when it is done. */
  pendingWork: (jobId: string, doi: string) => ({ pk: `JOB#${jobId}`, sk: `PENDING#${doi}` }),
  /** What became of a publication, or of a work without a DOI, that the job found. */
  finishedWork: (jobId: string, doiOrWorkId: string) => ({ pk: `JOB#${jobId}`, sk: `WORK#${doiOrWorkId}` }),

  apiKey: (hash: string) => ({ pk: `KEY#${hash}`, sk: 'RECORD' }),
  /** The row of a key in the list of all of them, by when it was made. */
  apiKeyRow: (createdAtMs: number, hash: string) => ({ pk: keys.apiKeyList, sk: `${millis(createdAtMs)}#${hash}` }),
  apiKeyList: 'KEYS',
  /** What the holder of a limit, an API key by its hash or an installation by its id, has used of it. */
  usage: (holder: string) => ({ pk: `${usagePrefix}${holder}`, sk: 'MINUTE' }),

  installation: (id: string) => ({ pk: `INSTALLATION#${id}`, sk: 'RECORD' }),
  origin: (installationId: string, id: string) => ({ pk: `INSTALLATION#${installationId}`, sk: `ORIGIN#${id}` }),
  credential: (installationId: string, hash: string) => ({
    pk: `INSTALLATION#${installationId}`,
    sk: `CREDENTIAL#${hash}`,
  }),
  /** The row of an installation in the list of its workspace, by when it was made. */
  installationRow: (workspace: string, createdAtMs: number, id: string) => ({
    pk: keys.installationList(workspace),
    sk: `${millis(createdAtMs)}#${id}`,
  }),
  installationList: (workspace: string) => `INSTALLATIONS#${workspace}`,
  /** Which workspace has proved that a site is its own. */
  site: (origin: string) => ({ pk: `SITE#${origin}`, sk: 'RECORD' }),

  activity: (workspace: string, occurredAtMs: number, id: string) => ({
    pk: keys.activityMonth(workspace, occurredAtMs),
    sk: `${activityTime(occurredAtMs)}#${id}`,
  }),
  /** The partition of the month a time is in. */
  activityMonth: (workspace: string, ms: number) => `${activityPrefix}${workspace}#${month(ms)}`,

  /** An audit record of the deployment, in the partition of its month; newest first is the partition backwards. */
  audit: (occurredAtMs: number, id: string) => ({
    pk: keys.auditMonth(occurredAtMs),
    sk: `${millis(occurredAtMs)}#${id}`,
  }),
  auditMonth: (ms: number) => `${auditPrefix}${month(ms)}`,

  user: (email: string) => ({ pk: `${userPrefix}${email}`, sk: 'RECORD' }),
  membership: (email: string, workspace: string) => ({ pk: `${userPrefix}${email}`, sk: `MEMBER#${workspace}` }),
  invitation: (email: string, workspace: string) => ({ pk: `${userPrefix}${email}`, sk: `INVITED#${workspace}` }),
  /** Every user once more in one partition, in the order of their addresses. */
  userRow: (email: string) => ({ pk: 'USERS', sk: email }),
  /** Who belongs to a workspace, and who is invited to: the same as beside the users. */
  memberRow: (workspace: string, email: string) => ({ pk: `WORKSPACE#${workspace}`, sk: `MEMBER#${email}` }),
  invitationRow: (workspace: string, email: string) => ({ pk: `WORKSPACE#${workspace}`, sk: `INVITED#${email}` }),

  /** Calls to a source within one second, and within one UTC day. */
  sourceSecond: (source: string, epochSecond: number) => ({ pk: `PACE#${source}`, sk: `SECOND#${epochSecond}` }),
  sourceDay: (source: string, day: string) => ({ pk: `PACE#${source}`, sk: `DAY#${day}` }),

  /** How far the records have been brought to the shapes that the code writes. */
  backfillProgress: () => ({ pk: 'BACKFILL', sk: 'PROGRESS' }),
} as const;

/** The keys of the sparse index `byRef`. */
export const refs = {
  /** Jobs that are queued or processing, those first whose messages were sent the longest ago. */
  activeJob: (messagesSentAtMs: number, id: string) => ({
    refPk: refs.activeJobs,
    refSk: `${millis(messagesSentAtMs)}#${id}`,
  }),
  activeJobs: 'JOBS#ACTIVE',
  /** API keys the gateway does not know as they are, the longest waiting first. */
  unalignedKey: (sinceMs: number, hash: string) => ({ refPk: refs.unalignedKeys, refSk: `${millis(sinceMs)}#${hash}` }),
  unalignedKeys: 'KEYS#UNALIGNED',
  workOf: (orcid: string, id: string) => ({ refPk: refs.worksOf(orcid), refSk: id }),
  worksOf: (orcid: string) => `WORKS_OF#${orcid}`,
  credential: (hash: string) => ({ refPk: `CREDENTIAL#${hash}`, refSk: 'CREDENTIAL' }),
  origin: (id: string) => ({ refPk: `ORIGIN#${id}`, refSk: 'ORIGIN' }),
} as const;

/** The sort-key prefixes a Query may ask for within a partition. */
export const prefixes = {
  pendingWork: 'PENDING#',
  finishedWork: 'WORK#',
  origin: 'ORIGIN#',
  affiliation: 'AFFILIATION#',
  membership: 'MEMBER#',
  invitation: 'INVITED#',
} as const;

/** The keys of the bucket. */
export const objectKeys = {
  listSnapshot: (collection: Collection) => `lists/${collection}.json.zst`,
} as const;

/** FNV-1a over UTF-16 units: which of the list shards an id belongs to. Never to change: rows would be lost. */
export function shardOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % listShards;
}
