/**
 * Every key of the table. No other file builds a pk, sk or byRef key, so collisions and query ranges can be checked
 * here. Numbers in sort keys are padded so that they sort numerically.
 */

/** The collections that have list rows, spread over `listShards` partitions. */
export const collections = [
  'PUB',
  'WORK',
  'PERSON',
  'PROJECT',
  'DUPLICATE',
  'PROPOSAL',
  'GROUP',
  'GROUP_MEMBER',
  'GROUP_OUTPUT',
] as const;
export type Collection = (typeof collections)[number];

/** The snapshots of lists: one per collection, and one of the publication fields that only curators see. */
export const snapshotNames = [...collections, 'PUB-CURATORS'] as const;
export type SnapshotName = (typeof snapshotNames)[number];

/** The snapshots of lists that are in PostgreSQL instead if the setting `lists` says so: those that grow without a limit. */
export const databaseSnapshots: readonly SnapshotName[] = ['PUB', 'PUB-CURATORS', 'WORK'];

/** Whether a row, by its key, is in a list that may be in PostgreSQL. */
export const isInDatabaseLists = ({ pk }: { pk: string }): boolean =>
  databaseSnapshots.some((collection) => pk.startsWith(`${partitions.lists}${collection}#`));

/** The grant with which a function reads each snapshot, and the rows in it. */
export const snapshotGrants = {
  PUB: 'lists:publications',
  'PUB-CURATORS': 'lists:curated-publications',
  WORK: 'lists:works',
  PERSON: 'lists:people',
  PROJECT: 'lists:projects',
  DUPLICATE: 'lists:duplicates',
  PROPOSAL: 'lists:proposals',
  GROUP: 'lists:groups',
  GROUP_MEMBER: 'lists:group-members',
  GROUP_OUTPUT: 'lists:group-outputs',
} as const satisfies Record<SnapshotName, string>;

export const listShards = 8;

/** Ids never start with this character. */
export const listEpochSortKey = '!EPOCH';

/**
 * The partitions of the table by content: the full name of one, or the prefix of many, which ends in `#` or `:`. A
 * function may access only the partitions of its grants (src/table/grants.ts), so data that few functions may access
 * has its own.
 */
export const partitions = {
  /** Publications, with their aliases, edits and source responses. */
  publications: 'PUB#',
  /** Marks of relations to a DOI, which need not be in the registry. */
  relations: 'RELATED#',
  /** Publications whose relations are still to be compared with those of others. */
  relating: 'RELATING',
  /** Publications that were changed many at once, whose possible duplicates are still to be found. */
  uncompared: 'UNCOMPARED',
  /** Publications whose enrichment is to be retried. */
  enrichments: 'ENRICHMENT',
  /** Bulk edits that outlast their request, with the outcome of each publication. */
  'bulk-edits': 'BULK_EDIT#',
  'open-bulk-edits': 'BULK_EDITS_OPEN',
  /** The saved views of a workspace: those that it shares, and those of each person. */
  'saved-views': 'SAVED_VIEWS#',
  /** The saved reports of a workspace. */
  reports: 'REPORTS#',
  /** The runs of a report, with what each listed and counted. */
  'report-runs': 'REPORT#',
  'open-report-runs': 'REPORT_RUNS_OPEN',
  /** Documents of runs of reports that are too large for one request. */
  'report-documents': 'REPORT_DOCUMENTS#',
  'open-report-documents': 'REPORT_DOCUMENTS_OPEN',
  works: 'WORK#',
  /** Statements of sources about journals, by ISSN. */
  journals: 'JOURNAL#',
  /** People, with their affiliation periods and their latest job. */
  people: 'PERSON#',
  /** The marks of erased people. */
  erasures: 'ERASED#',
  projects: 'PROJECT#',
  /** Groups, such as departments. Their members are stored with people, or with the staff ids of those without an iD. */
  groups: 'GROUP#',
  /** The version of the whole tree of groups, and which group has which external id. */
  'group-tree': 'GROUPS',
  /** Who has a staff id, and the memberships of those who have no iD yet. */
  staff: 'STAFF#',
  /** Imports of memberships, with the memberships before, to undo them. */
  'group-imports': 'GROUP_IMPORT#',
  'group-import-list': 'GROUP_IMPORT_LIST',
  /** Files that were taken in: how far each is, and its rows with what became of them. */
  intakes: 'INTAKE#',
  'open-intakes': 'INTAKES_OPEN',
  /** Intakes of whose changes webhooks have not been told. */
  'untold-intakes': 'INTAKES_UNTOLD',
  /** Records that the undo of an intake has deleted, which no person has. */
  'undone-outputs': 'INTAKE_UNDONE#',
  /** The intakes of a workspace. */
  'intake-list': 'INTAKES#',
  /** How a workspace reads the columns of files. */
  'intake-mappings': 'INTAKE_MAPPINGS#',
  /** Blocks and links for finding possible duplicates. The pairs themselves are list rows. */
  'duplicate-links': 'DUPLICATE#',
  /** Links from people to the proposals that concern them. The proposals themselves are list rows. */
  'proposal-links': 'PROPOSAL#',
  /** The rows of in-memory lists, by collection and shard. */
  lists: 'LIST#',
  jobs: 'JOB#',
  /** The list of all jobs, by month. */
  'job-list': 'INGESTIONS#',
  /** Users, with their memberships, invitations and the groups that they look after. */
  users: 'USER#',
  'user-list': 'USERS',
  /** The members and invitations of a workspace. */
  workspaces: 'WORKSPACE#',
  /** Sessions of the dashboard that were ended before their tokens expire. */
  'ended-sessions': 'SESSION#',
  /** Sign-ins started at the issuer and not yet completed. */
  'sign-ins': 'SIGN-IN#',
  'api-keys': 'KEY#',
  'api-key-list': 'KEYS',
  /** Counters of requests against limits. */
  usage: 'USAGE#',
  /** Installations, with their origins and credentials. */
  installations: 'INSTALLATION#',
  /** The installations of a workspace. */
  'installation-list': 'INSTALLATIONS#',
  sites: 'SITE#',
  /** The webhooks of all installations, and how far they have been told of changes. */
  webhooks: 'WEBHOOKS',
  /** The undelivered events of a webhook, and the log of its deliveries. */
  'webhook-events': 'WEBHOOK#',
  /** Publications of whose retraction webhooks have been told. */
  'known-retractions': 'RETRACTED#',
  /** Rollouts, with the history of their changes. */
  rollout: 'ROLLOUT#',
  /** Counters of requests under a rollout, per minute. */
  'rollout-minutes': 'rollout:metrics:',
  /** The activity log. */
  activity: 'ACTIVITY#',
  /** The audit trail. One route reads it; none changes it. */
  audit: 'AUDIT#',
  /** Revocations not yet copied out of the table. */
  revocations: 'REVOCATIONS',
  /** The next free slots, places and pauses of sources, and the counters of requests to them. */
  pace: 'PACE#',
  /** The progress of passes through the registry, and the records that failed. */
  passes: 'PASS#',
  /** The progress of an import. */
  import: 'IMPORT',
} as const;
export type Partition = keyof typeof partitions;

/** The partitions of the index `byRef`, likewise. */
export const refPartitions = {
  'works-of-people': 'WORKS_OF#',
  'group-imports-of-people': 'GROUP_IMPORTS_OF#',
  'active-jobs': 'JOBS#ACTIVE',
  /** API keys that are not synced with API Gateway. */
  'unsynced-keys': 'KEYS#UNALIGNED',
  'unfinished-erasures': 'ERASURES#OPEN',
  credentials: 'CREDENTIAL#',
  origins: 'ORIGIN#',
} as const;

export const rolloutMinuteShards = 4;

/** Prefix of the sort keys of parts of a publication, edit or merged publication that is too large for one item. */
export const partPrefix = 'PART#';

export const passNames = [
  'backfill',
  'awards',
  'duplicates',
  'suggestions',
  'rederive',
  'rederive-count',
  'repair',
  'repair-partner',
  'reset',
  'erasures',
  'refresh',
  'resume',
  'group-memberships',
] as const;
export type PassName = (typeof passNames)[number];

/** Where release 1.0 stored the progress of passes. Nothing reads it. */
export const formerProgress = ['BACKFILL', 'REPAIR#', 'PROPOSAL#PROGRESS'] as const;

/** Where releases up to 1.0 read the failed records of the refresh. */
const refreshPartition = 'REFRESH';

const millis = (ms: number) => String(ms).padStart(15, '0');
/** For times sent by clients: any safe integer. */
const anyMillis = (ms: number) => String(ms).padStart(16, '0');
/** The prefix of the sort keys of events at a time. It sorts before all of them. */
export const activityTime = millis;
const editNumber = (n: number) => String(n).padStart(10, '0');
const part = (n: number) => String(n).padStart(4, '0');
const intakeIndex = (n: number) => String(n).padStart(6, '0');
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

/** The sort keys of what a run of a report has beside its record begin with this. */
export const reportRunContents = (id: string): string => `OF#${id}#`;

export const keys = {
  /** A publication or an alias of one. They share the key, so a DOI cannot be both. */
  publication: (doi: string) => ({ pk: `${partitions.publications}${doi}`, sk: 'RECORD' }),
  /** The raw response of a source. A large one is stored in several parts. */
  sourceAnswer: (doi: string, source: string, n: number) => ({
    pk: `${partitions.publications}${doi}`,
    sk: `SOURCE#${source}#${part(n)}`,
  }),
  /** The public part of a section of a person's ORCID record, as ORCID sent it. A large one is stored in several parts. */
  personAnswer: (orcid: string, section: string, n: number) => ({
    pk: `${partitions.people}${orcid}`,
    sk: `SOURCE#${section}#${part(n)}`,
  }),
  /** Marks that the publication `from` states a relation to a DOI, which need not be in the registry. */
  relatedFrom: (doi: string, from: string) => ({ pk: `${partitions.relations}${doi}`, sk: from }),
  /** A part of a record that is too large for one item. The item of the record names the generation. */
  publicationPart: (doi: string, generation: string, n: number) => ({
    pk: `${partitions.publications}${doi}`,
    sk: `${partPrefix}${generation}#${part(n)}`,
  }),
  /** An edit of a publication by number, which is the resulting `edit_count`. */
  publicationEdit: (doi: string, n: number) => ({
    pk: `${partitions.publications}${doi}`,
    sk: `EDIT#${editNumber(n)}`,
  }),

  /** A bulk edit that outlasts its request. */
  bulkEdit: (id: string) => ({ pk: `${partitions['bulk-edits']}${id}`, sk: 'RECORD' }),
  /** Its patch, until it has ended. */
  bulkEditPatch: (id: string) => ({ pk: keys.bulkEdit(id).pk, sk: 'PATCH' }),
  /** The outcome of a publication. Written with its change, so that no publication is changed twice. */
  bulkEditOutcome: (id: string, doi: string) => ({ pk: keys.bulkEdit(id).pk, sk: `OUTCOME#${doi}` }),
  /** An unfinished bulk edit, by the time of its request. */
  openBulkEdit: (requestedAtMs: number, id: string) => ({
    pk: partitions['open-bulk-edits'],
    sk: `${millis(requestedAtMs)}#${id}`,
  }),

  /** The saved views that a workspace shares, and those of a person in it. */
  sharedViews: (workspace: string) => ({ pk: `${partitions['saved-views']}${workspace}`, sk: 'SHARED' }),
  ownViews: (workspace: string, email: string) => ({ pk: keys.sharedViews(workspace).pk, sk: `OWN#${email}` }),

  report: (workspace: string, id: string) => ({ pk: `${partitions.reports}${workspace}`, sk: `REPORT#${id}` }),
  /** Ids of runs are in the order of their times. */
  reportRun: (reportId: string, id: string) => ({ pk: `${partitions['report-runs']}${reportId}`, sk: `RUN#${id}` }),
  reportRunPart: (reportId: string, id: string, part: number) => ({
    pk: keys.reportRun(reportId, id).pk,
    sk: `${reportRunContents(id)}PART#${String(part).padStart(5, '0')}`,
  }),
  /** The outputs that an attempt to start a run has listed. */
  reportRunListing: (reportId: string, id: string, name: string, part: number) => ({
    pk: keys.reportRun(reportId, id).pk,
    sk: `${reportRunContents(id)}LISTED#${name}#${String(part).padStart(5, '0')}`,
  }),
  /** The counts of a part. */
  reportRunPartCounts: (reportId: string, id: string, part: number) => ({
    pk: keys.reportRun(reportId, id).pk,
    sk: `${reportRunContents(id)}COUNTED#${String(part).padStart(5, '0')}`,
  }),
  reportRunCounts: (reportId: string, id: string, name: string) => ({
    pk: keys.reportRun(reportId, id).pk,
    sk: `${reportRunContents(id)}COUNTS#${name}`,
  }),
  /** An unfinished run, by the time of its request. */
  openReportRun: (requestedAtMs: number, id: string) => ({
    pk: partitions['open-report-runs'],
    sk: `${millis(requestedAtMs)}#${id}`,
  }),
  /** The state of a document of a run of a report, in a format. */
  reportDocument: (runId: string, format: string) => ({
    pk: `${partitions['report-documents']}${runId}`,
    sk: `DOCUMENT#${format}`,
  }),
  /** A part of the bytes of a document. Each attempt to make it has its own. */
  reportDocumentPart: (runId: string, format: string, attempt: string, part: number) => ({
    pk: `${partitions['report-documents']}${runId}`,
    sk: `PART#${format}#${attempt}#${String(part).padStart(5, '0')}`,
  }),
  /** A document that is still to be made, by the time of its request. */
  openReportDocument: (requestedAtMs: number, runId: string, format: string) => ({
    pk: partitions['open-report-documents'],
    sk: `${millis(requestedAtMs)}#${runId}#${format}`,
  }),

  /** A publication whose changed relations are still to be compared with those of others. */
  relating: (doi: string) => ({ pk: keys.relatingList, sk: doi }),
  relatingList: partitions.relating,
  /** Publications of one change of many whose possible duplicates are still to be found, by the time of the change. */
  uncompared: (changedAtMs: number, id: string) => ({ pk: partitions.uncompared, sk: `${millis(changedAtMs)}#${id}` }),
  /** A publication as it was before its merge into another one. */
  mergedPublication: (doi: string) => ({ pk: `${partitions.publications}${doi}`, sk: 'MERGED' }),
  /** A curator's decision whether a DOI is an alias of a publication. */
  aliasDecision: (doi: string, alias: string) => ({ pk: `${partitions.publications}${doi}`, sk: `ALIAS#${alias}` }),

  listShard: (collection: Collection, shard: number) =>
    `${partitions.lists}${collection}#${String(shard).padStart(2, '0')}`,
  /** Stored with the rows, so that queries for changes find it. Incremented when rows are deleted permanently. */
  listEpoch: (collection: Collection) => ({ pk: keys.listShard(collection, 0), sk: listEpochSortKey }),
  /**
   * The mark of a row that has left public lists. In the partition of its collection, of which many are read at once, in
   * the index of changes.
   */
  leftRow: ({ pk, sk }: { pk: string; sk: string }) => ({ pk: `${pk.slice(0, pk.lastIndexOf('#'))}#LEFT`, sk }),
  publicationRow: (doi: string) => listRowKey('PUB', doi),
  workRow: (id: string) => listRowKey('WORK', id),
  personRow: (orcid: string) => listRowKey('PERSON', orcid),
  projectRow: (id: string) => listRowKey('PROJECT', id),
  /** Two records that may be one publication, with the decision. This row is its only record. */
  duplicatePair: (id: string) => listRowKey('DUPLICATE', id),
  /** A copy of the compared fields of a publication or work, in a block of similar ones. */
  duplicateBlock: (block: string, record: string) => ({
    pk: `${partitions['duplicate-links']}BLOCK#${block}`,
    sk: record,
  }),
  /** A pair that contains a publication or work. */
  duplicateLink: (record: string, pairId: string) => ({
    pk: `${partitions['duplicate-links']}OF#${record}`,
    sk: pairId,
  }),
  /** A question for curators, with the decision. This row is its only record. */
  proposal: (id: string) => listRowKey('PROPOSAL', id),
  /** A proposal that concerns a person. */
  proposalOf: (orcid: string, id: string) => ({ pk: `${partitions['proposal-links']}OF#${orcid}`, sk: id }),

  person: (orcid: string) => ({ pk: `${partitions.people}${orcid}`, sk: 'RECORD' }),
  /** An affiliation period of a person, by start. The id distinguishes periods with the same start. */
  affiliation: (orcid: string, startsAtMs: number, id: string) => ({
    pk: `${partitions.people}${orcid}`,
    sk: `AFFILIATION#${anyMillis(startsAtMs)}#${id}`,
  }),
  /** The latest ingestion job of a person, and whether it is still active. */
  latestJob: (orcid: string) => ({ pk: `${partitions.people}${orcid}`, sk: 'JOB' }),

  /** An erased person. `mark` is a keyed hash of the iD: without the iD it cannot be found. */
  erased: (mark: string) => ({ pk: `${partitions.erasures}${mark}`, sk: 'RECORD' }),

  work: (id: string) => ({ pk: `${partitions.works}${id}`, sk: 'RECORD' }),
  /** An edit of a work by number, which is the resulting `edit_count`. */
  workEdit: (id: string, n: number) => ({ pk: `${partitions.works}${id}`, sk: `EDIT#${editNumber(n)}` }),
  /** A person of a work who is not the owner of the ORCID record that lists it. Leads to the work in the index. */
  workPerson: (id: string, orcid: string) => ({ pk: `${partitions.works}${id}`, sk: `PERSON#${orcid}` }),

  /** Statements of sources about the journal with an ISSN. */
  issn: (issn: string) => ({ pk: `${partitions.journals}${issn}`, sk: 'RECORD' }),

  project: (id: string) => ({ pk: `${partitions.projects}${id}`, sk: 'RECORD' }),

  group: (id: string) => ({ pk: `${partitions.groups}${id}`, sk: 'RECORD' }),
  groupRow: (id: string) => listRowKey('GROUP', id),
  /** A condition of every write that changes what belongs to what, so that two at once cannot make a circle. */
  groupTree: () => ({ pk: partitions['group-tree'], sk: 'TREE' }),
  /** The group that has an external id. */
  groupWithExternalId: (externalId: string) => ({ pk: partitions['group-tree'], sk: `EXTERNAL_ID#${externalId}` }),
  /** All memberships of a person. Not in the record, which earlier releases would rewrite without them. */
  groupsOfPerson: (orcid: string) => ({ pk: `${partitions.people}${orcid}`, sk: 'GROUPS' }),
  /** All memberships of somebody who has no iD yet. */
  groupsOfStaff: (staffId: string) => ({ pk: `${partitions.staff}${staffId}`, sk: 'GROUPS' }),
  /** The person who has a staff id. */
  personOfStaff: (staffId: string) => ({ pk: `${partitions.staff}${staffId}`, sk: 'PERSON' }),
  /** The row of a member: the iD, or `staff~` and the staff id. */
  groupMemberRow: (id: string) => listRowKey('GROUP_MEMBER', id),
  /** The groups that curators have added to a publication or work, or excluded from it. */
  groupsOfPublication: (doi: string) => ({ pk: `${partitions.publications}${doi}`, sk: 'GROUPS' }),
  groupsOfWork: (id: string) => ({ pk: `${partitions.works}${id}`, sk: 'GROUPS' }),
  groupOutputRow: (id: string) => listRowKey('GROUP_OUTPUT', id),
  /** An import of memberships, and what a member had before it. */
  groupImport: (id: string) => ({ pk: `${partitions['group-imports']}${id}`, sk: 'RECORD' }),
  groupImportListRow: (createdAtMs: number, id: string) => ({
    pk: partitions['group-import-list'],
    sk: `${millis(createdAtMs)}#${id}`,
  }),
  groupImportMember: (id: string, member: string) => ({
    pk: `${partitions['group-imports']}${id}`,
    sk: `${prefixes.importedMember}${member}`,
  }),

  intake: (id: string) => ({ pk: `${partitions.intakes}${id}`, sk: 'RECORD' }),
  /** How the file of an intake was read. */
  intakeReading: (id: string) => ({ pk: `${partitions.intakes}${id}`, sk: 'READING' }),
  /** An entry of the file by its place in it, from 0. What becomes of it is written here, with the change that it makes. */
  intakeRow: (id: string, index: number) => ({
    pk: `${partitions.intakes}${id}`,
    sk: `${prefixes.intakeRow}${intakeIndex(index)}`,
  }),
  /** An intake that a job works on, or is to. */
  openIntake: (id: string) => ({ pk: partitions['open-intakes'], sk: id }),
  undoneOutput: (kind: string, id: string) => ({ pk: `${partitions['undone-outputs']}${kind}#${id}`, sk: 'RECORD' }),
  untoldIntake: (id: string) => ({ pk: partitions['untold-intakes'], sk: id }),
  intakeListRow: (workspace: string, createdAtMs: number, id: string) => ({
    pk: `${partitions['intake-list']}${workspace}`,
    sk: `${millis(createdAtMs)}#${id}`,
  }),
  intakeMapping: (workspace: string, id: string) => ({
    pk: `${partitions['intake-mappings']}${workspace}`,
    sk: `${prefixes.intakeMapping}${id}`,
  }),
  /** Which mappings there are: two at once cannot both be counted as the last. */
  intakeMappingList: (workspace: string) => ({ pk: `${partitions['intake-mappings']}${workspace}`, sk: 'LIST' }),

  job: (id: string) => ({ pk: `${partitions.jobs}${id}`, sk: 'RECORD' }),
  /** A publication that the job still has to fetch. Deleted when done. */
  pendingWork: (jobId: string, doi: string) => ({ pk: `${partitions.jobs}${jobId}`, sk: `PENDING#${doi}` }),
  /** Works of the job's ORCID record that are read in one request. */
  workBatch: (jobId: string, batch: number) => ({ pk: `${partitions.jobs}${jobId}`, sk: `BATCH#${batch}` }),
  /** The outcome of a publication or work of the job. */
  finishedWork: (jobId: string, doiOrWorkId: string) => ({
    pk: `${partitions.jobs}${jobId}`,
    sk: `WORK#${doiOrWorkId}`,
  }),

  /** A publication whose enrichment is to be retried, by due time. */
  pendingEnrichment: (dueAtMs: number, doi: string) => ({
    pk: partitions.enrichments,
    sk: `${millis(dueAtMs)}#${doi}`,
  }),

  /** The row of a job in the list of all jobs, in the partition of the month of its creation. */
  jobRow: (createdAtMs: number, id: string) => ({ pk: keys.jobMonth(createdAtMs), sk: `${millis(createdAtMs)}#${id}` }),
  jobMonth: (ms: number) => `${partitions['job-list']}${month(ms)}`,

  apiKey: (hash: string) => ({ pk: `${partitions['api-keys']}${hash}`, sk: 'RECORD' }),
  /** The row of a key in the list of all keys, by creation time. */
  apiKeyRow: (createdAtMs: number, hash: string) => ({ pk: keys.apiKeyList, sk: `${millis(createdAtMs)}#${hash}` }),
  apiKeyList: partitions['api-key-list'],
  /** The usage counter of an API key (by hash), an installation (by id), or a person. */
  usage: (holder: string) => ({ pk: `${partitions.usage}${holder}`, sk: 'MINUTE' }),

  /** An ended session, or all sessions of a subject, by a hash. */
  endedSessions: (hash: string) => ({ pk: `${partitions['ended-sessions']}${hash}`, sk: 'ENDED' }),
  /** A started sign-in, by a hash of the browser's secret. */
  signInAttempt: (hash: string) => ({ pk: `${partitions['sign-ins']}${hash}`, sk: 'ATTEMPT' }),

  installation: (id: string) => ({ pk: `${partitions.installations}${id}`, sk: 'RECORD' }),
  origin: (installationId: string, id: string) => ({
    pk: `${partitions.installations}${installationId}`,
    sk: `ORIGIN#${id}`,
  }),
  credential: (installationId: string, hash: string) => ({
    pk: `${partitions.installations}${installationId}`,
    sk: `CREDENTIAL#${hash}`,
  }),
  /** The row of an installation in the list of its workspace, by creation time. */
  installationRow: (workspace: string, createdAtMs: number, id: string) => ({
    pk: keys.installationList(workspace),
    sk: `${millis(createdAtMs)}#${id}`,
  }),
  installationList: (workspace: string) => `${partitions['installation-list']}${workspace}`,
  /** A webhook of an installation. */
  webhook: (installationId: string, id: string) => ({
    pk: partitions.webhooks,
    sk: `${prefixes.webhook}${installationId}#${id}`,
  }),
  /** The last addition of a webhook to an installation: two at once cannot both be counted as the fifth. */
  webhookAddition: (installationId: string) => ({ pk: partitions.webhooks, sk: `ADDITION#${installationId}` }),
  /** How far the changes of a list have become events. */
  webhookProgress: (list: string) => ({ pk: partitions.webhooks, sk: `PROGRESS#${list}` }),
  /** An event that is to be delivered, in the order of its list. */
  pendingEvent: (webhookId: string, list: string, occurredAtMs: number, id: string) => ({
    pk: `${partitions['webhook-events']}${webhookId}`,
    sk: `${prefixes.pendingEvent}${list}#${millis(occurredAtMs)}#${id}`,
  }),
  /** Until when a worker delivers to an installation, and whether that is slow. */
  webhookTurn: (installationId: string) => ({ pk: partitions.webhooks, sk: `TURN#${installationId}` }),
  /** Until when one of the workers for slow installations is busy. */
  slowWebhookWorker: (worker: number) => ({ pk: partitions.webhooks, sk: `SLOW#${worker}` }),
  /** A delivery in the log, by time. */
  delivery: (webhookId: string, attemptedAtMs: number, id: string) => ({
    pk: `${partitions['webhook-events']}${webhookId}`,
    sk: `${prefixes.delivery}${millis(attemptedAtMs)}#${id}`,
  }),
  knownRetraction: (doi: string) => ({ pk: `${partitions['known-retractions']}${doi}`, sk: 'KNOWN' }),
  /** The workspace that has verified a site. */
  site: (origin: string) => ({ pk: `${partitions.sites}${origin}`, sk: 'RECORD' }),

  activity: (workspace: string, occurredAtMs: number, id: string) => ({
    pk: keys.activityMonth(workspace, occurredAtMs),
    sk: `${activityTime(occurredAtMs)}#${id}`,
  }),
  /** A workspace that has an activity log; logs can be found only by workspace and month. */
  activityWorkspace: (workspace: string) => ({
    pk: keys.activityWorkspaces,
    sk: `${prefixes.activityWorkspace}${workspace}`,
  }),
  activityWorkspaces: `${partitions.activity}WORKSPACES`,
  /** The partition of a month of the activity log. */
  activityMonth: (workspace: string, ms: number) => `${partitions.activity}${workspace}#${month(ms)}`,

  /** An audit record, in the partition of its month. */
  audit: (occurredAtMs: number, id: string) => ({
    pk: keys.auditMonth(occurredAtMs),
    sk: `${millis(occurredAtMs)}#${id}`,
  }),
  auditMonth: (ms: number) => `${partitions.audit}${month(ms)}`,

  importProgress: () => ({ pk: partitions.import, sk: 'PROGRESS' }),

  /** The revocations of one transaction, by its time. */
  revocation: (atMs: number, id: string) => ({ pk: keys.revocationList, sk: `${millis(atMs)}#${id}` }),
  revocationList: partitions.revocations,

  user: (email: string) => ({ pk: `${partitions.users}${email}`, sk: 'RECORD' }),
  membership: (email: string, workspace: string) => ({ pk: `${partitions.users}${email}`, sk: `MEMBER#${workspace}` }),
  invitation: (email: string, workspace: string) => ({ pk: `${partitions.users}${email}`, sk: `INVITED#${workspace}` }),
  /** The groups that a user looks after. Release 1.2.0 takes it for no membership. */
  stewardship: (email: string) => ({ pk: `${partitions.users}${email}`, sk: 'STEWARD' }),
  /** The row of a user in the list of all users, by e-mail address. */
  userRow: (email: string) => ({ pk: partitions['user-list'], sk: email }),
  /** The members and invitations of a workspace: copies of those stored with the users. */
  memberRow: (workspace: string, email: string) => ({
    pk: `${partitions.workspaces}${workspace}`,
    sk: `MEMBER#${email}`,
  }),
  invitationRow: (workspace: string, email: string) => ({
    pk: `${partitions.workspaces}${workspace}`,
    sk: `INVITED#${email}`,
  }),

  /**
   * When the next request to a source may be sent, and until when it is not to be asked; and the counter of its
   * requests per UTC day.
   */
  sourceSlot: (source: string, lane: 'single' | 'list') => ({
    pk: `${partitions.pace}${source}`,
    sk: lane === 'list' ? 'NEXT_LIST_SLOT' : 'NEXT_SLOT',
  }),
  /** A place of those that all workers together may have at a source at once, numbered from 0. */
  sourcePlace: (source: string, place: number) => ({ pk: `${partitions.pace}${source}`, sk: `PLACE#${place}` }),
  sourceDay: (source: string, day: string) => ({ pk: `${partitions.pace}${source}`, sk: `DAY#${day}` }),
  /** The counter of a source's requests for the refresh, which has its own budget. */
  sourceRefreshDay: (source: string, day: string) => ({ pk: `${partitions.pace}${source}`, sk: `REFRESH#${day}` }),

  /** The failed records of the refresh stay where releases up to 1.0 read them. */
  passPartition: (pass: PassName) => (pass === 'refresh' ? refreshPartition : `${partitions.passes}${pass}`),
  /** The progress of a pass in one of its parts. */
  passProgress: (pass: PassName, part: string) => ({ pk: keys.passPartition(pass), sk: `PROGRESS#${part}` }),
  /** A record that failed in a pass: a person, a publication, or, for the refresh, a whole source. */
  failedRecord: (pass: PassName, kind: string, id: string) => ({ pk: keys.passPartition(pass), sk: `${kind}#${id}` }),

  rollout: (feature: string) => ({ pk: `${partitions.rollout}${feature}`, sk: 'RECORD' }),
  /** A change of a rollout, by the unique version that it made. */
  rolloutChange: (feature: string, version: number) => ({
    pk: `${partitions.rollout}${feature}`,
    sk: `CHANGE#${millis(version)}`,
  }),
  /** A shard of the counters of a UTC minute. Shards are partitions, so many processes can write at once. */
  rolloutMinute: (feature: string, ms: number, shard: number) => ({
    pk: `${partitions['rollout-minutes']}${feature}:${minuteName(ms)}#${shard}`,
    sk: 'COUNTERS',
  }),
} as const;

/** The keys of the sparse index `byRef`. */
export const refs = {
  /** Active jobs, by the time their messages were last sent. */
  activeJob: (messagesSentAtMs: number, id: string) => ({
    refPk: refs.activeJobs,
    refSk: `${millis(messagesSentAtMs)}#${id}`,
  }),
  activeJobs: refPartitions['active-jobs'],
  /** API keys that are not synced with API Gateway, longest waiting first. */
  unsyncedKey: (sinceMs: number, hash: string) => ({ refPk: refs.unsyncedKeys, refSk: `${millis(sinceMs)}#${hash}` }),
  unsyncedKeys: refPartitions['unsynced-keys'],
  workOf: (orcid: string, id: string) => ({ refPk: refs.worksOf(orcid), refSk: id }),
  worksOf: (orcid: string) => `${refPartitions['works-of-people']}${orcid}`,
  groupImportOf: (member: string, importId: string) => ({ refPk: refs.groupImportsOf(member), refSk: importId }),
  groupImportsOf: (member: string) => `${refPartitions['group-imports-of-people']}${member}`,
  /** Erasures that have not finished, oldest first. */
  openErasure: (erasedAtMs: number, mark: string) => ({
    refPk: refs.openErasures,
    refSk: `${millis(erasedAtMs)}#${mark}`,
  }),
  openErasures: refPartitions['unfinished-erasures'],
  credential: (hash: string) => ({ refPk: `${refPartitions.credentials}${hash}`, refSk: 'CREDENTIAL' }),
  origin: (id: string) => ({ refPk: `${refPartitions.origins}${id}`, refSk: 'ORIGIN' }),
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
  webhook: 'HOOK#',
  pendingEvent: 'PENDING#',
  delivery: 'DELIVERY#',
  importedMember: 'MEMBER#',
  intakeRow: 'ROW#',
  intakeMapping: 'MAPPING#',
} as const;

/** Snapshots of lists, which can be rebuilt at any time. */
export const listSnapshotPrefix = 'lists/';

/** The keys of the buckets. */
export const objectKeys = {
  revocations: 'revocations/',
  /** An entry of the ledger of revocations, which has its own bucket. Keys sort by time. */
  revocation: (atMs: number, id: string) => `${objectKeys.revocations}${millis(atMs)}-${id}.json`,
  /** The snapshot of a list for code with this schema: each of two releases reads and writes its own. */
  listSnapshot: (name: SnapshotName, schema: string) => `${listSnapshotPrefix}${name}/${schema}.bin`,
} as const;

/** The list shard of an id: FNV-1a over UTF-16 units. Must never change, or rows would be lost. */
export function shardOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % listShards;
}
