import { type Collection, partitions as of, type Partition, type PassName, refPartitions } from './keys.ts';

/**
 * The permissions of functions. Each declares its grants, and its role allows exactly these. On the table, a grant is a
 * verb on an entity, such as `people:read`, or a named set of such grants, such as `jobs:end`.
 */
export type Grant = TableGrant | OtherGrant;
export type TableGrant = `${Stored}:${Verb}` | `${Indexed}:query` | keyof typeof grantSets;

/** The actions of each verb on the records of an entity, and on the rows that list them. There is no Scan. */
export const verbs = {
  /** By key: one or many. */
  read: { records: ['GetItem', 'BatchGetItem'], rows: [] },
  /** As a condition of a transaction. */
  check: { records: ['ConditionCheckItem'], rows: [] },
  /** With all items stored beside them. */
  query: { records: ['Query'], rows: [] },
  list: { records: [], rows: ['Query'] },
  write: { records: ['GetItem', 'BatchGetItem', 'PutItem'], rows: ['PutItem'] },
  put: { records: ['PutItem'], rows: ['PutItem'] },
  update: { records: ['UpdateItem'], rows: [] },
  delete: { records: ['DeleteItem'], rows: ['DeleteItem'] },
  /** Putting and deleting many at once. */
  batch: { records: ['BatchWriteItem'], rows: [] },
  /** Continuing a pass through the registry: its progress and failures. */
  run: { records: ['Query', 'PutItem', 'UpdateItem', 'BatchWriteItem'], rows: [] },
} as const;
export type Verb = keyof typeof verbs;

/** The rows of an in-memory list. */
const rowsOf = (collection: Collection) => `${of.lists}${collection}#`;

/**
 * The partitions of an entity's records, and of the rows that list them. Every other partition of src/table/keys.ts
 * is an entity without rows.
 */
export const entities = {
  publications: [of.publications, rowsOf('PUB')],
  works: [of.works, rowsOf('WORK')],
  people: [of.people, rowsOf('PERSON')],
  projects: [of.projects, rowsOf('PROJECT')],
  // The list row is the record; the other partition links to it.
  duplicates: [rowsOf('DUPLICATE'), of['duplicate-links']],
  proposals: [rowsOf('PROPOSAL'), of['proposal-links']],
  groups: [of.groups, rowsOf('GROUP')],
  // Stored with the person, or with the staff id of somebody who has no iD.
  'group-members': [of.people, rowsOf('GROUP_MEMBER')],
  'waiting-members': [of.staff, rowsOf('GROUP_MEMBER')],
  // Stored with the publication or work.
  'publication-groups': [of.publications, rowsOf('GROUP_OUTPUT')],
  'work-groups': [of.works, rowsOf('GROUP_OUTPUT')],
  jobs: [of.jobs, of['job-list']],
  users: [of.users, of['user-list']],
  // Stored with the user, with a copy stored with the workspace.
  memberships: [of.users, of.workspaces],
  // Stored with the user. Their groups have the other copy.
  stewardships: [of.users],
  'api-keys': [of['api-keys'], of['api-key-list']],
  installations: [of.installations, of['installation-list']],

  // Parts of these entities. IAM does not see sort keys, so it limits the verb.
  'publication-rows': [rowsOf('PUB')],
  'work-rows': [rowsOf('WORK')],
  'person-rows': [rowsOf('PERSON')],
  'project-rows': [rowsOf('PROJECT')],
  'group-rows': [rowsOf('GROUP')],
  'group-member-rows': [rowsOf('GROUP_MEMBER')],
  'group-output-rows': [rowsOf('GROUP_OUTPUT')],
  merges: [of.publications],
  'work-people': [of.works],
  affiliations: [of.people],
  'latest-jobs': [of.people],
  'job-items': [of.jobs],
  identities: [of.users],
} as const satisfies Record<string, readonly [records: string, rows?: string]>;

/** The partitions of entities that are queried through an index. */
export const indexed = {
  changes: {
    'publication-changes': rowsOf('PUB'),
    'work-changes': rowsOf('WORK'),
    'person-changes': rowsOf('PERSON'),
    'project-changes': rowsOf('PROJECT'),
    'duplicate-changes': rowsOf('DUPLICATE'),
    'proposal-changes': rowsOf('PROPOSAL'),
    'group-changes': rowsOf('GROUP'),
    'group-member-changes': rowsOf('GROUP_MEMBER'),
    'group-output-changes': rowsOf('GROUP_OUTPUT'),
  },
  byRef: refPartitions,
} as const;

/**
 * The only attributes of an entity that may be read or written: otherwise an update could return or change all of them.
 */
export const attributes = { identities: ['pk', 'sk', 'id', 'subject', 'deleting'] } as const;

/** `pass-…`: the progress and failures of a pass through the registry. */
type Stored = keyof typeof entities | Exclude<Partition, 'lists' | 'passes' | 'import'> | `pass-${PassName}`;
type Indexed = keyof (typeof indexed)['changes'] | keyof (typeof indexed)['byRef'];
export type Entity = Stored | Indexed;

type Verbs = Readonly<Partial<Record<Entity, readonly Verb[]>>>;

/** Comparing a saved publication or work with similar ones, and saving its pairs. */
const compare = {
  publications: ['read'],
  works: ['read'],
  duplicates: ['write'],
  'duplicate-links': ['query', 'delete'],
} as const satisfies Verbs;

/** The groups by hand of an output follow it to the record that stands for it, and back. */
const followOutputs = {
  'publication-groups': ['write', 'check'],
  'work-groups': ['write', 'check'],
} as const satisfies Verbs;

/**
 * A note marks changed relations until they have been compared with those of other publications, which are saved too.
 */
const storePublications = {
  ...compare,
  ...followOutputs,
  publications: ['write'],
  relating: ['read', 'update', 'delete'],
  relations: ['query', 'put'],
} as const satisfies Verbs;

/** Storing statements about journals, by ISSN, from the sources of publications. */
const stateJournals = { journals: ['read', 'update'] } as const satisfies Verbs;

/** The job, its row, its researcher's pointer to it and the event, after reading its works. */
const endJobs = {
  jobs: ['read', 'query', 'update'],
  'latest-jobs': ['update'],
  'job-list': ['put'],
  activity: ['put'],
} as const satisfies Verbs;

/** Named sets of grants that belong together. */
export const grantSets = {
  /** Saving publications and everything that depends on them. */
  'publications:store': [storePublications],
  /**
   * Saving publications from the sources, also with retraction events, the people they name, and works that they make
   * redundant.
   */
  'publications:ingest': [
    storePublications,
    stateJournals,
    { works: ['write'], merges: ['check'] },
    { publications: ['update'], 'publication-rows': ['update'], people: ['read', 'check'], activity: ['put'] },
  ],
  /** Storing what the sources of publications say of journals. */
  'journals:state': [stateJournals],
  'works:store': [compare, followOutputs, { works: ['write'], 'works-of-people': ['query'] }],
  /** Letting the groups of outputs follow them to the records that stand for them. */
  'groups:follow': [followOutputs],
  /** Saving curators' changes to works. */
  'works:curate': [compare, followOutputs, { works: ['write'], people: ['read'], activity: ['put'] }],
  'jobs:end': [endJobs],
  /** Creating jobs, and ending those that cannot be queued. */
  'jobs:request': [endJobs, { jobs: ['put'], 'latest-jobs': ['put'] }],
  /** Asking the sources within their limits. */
  sources: [{ pace: ['update', 'read'] }],
  /** Which sources are not to be asked. */
  'source-pauses:read': [{ pace: ['read'] }],
  /** Reading the rollout, and counting requests under it. */
  'rollout:count': [{ rollout: ['read'], 'rollout-minutes': ['update'] }],

  // In-memory lists: the rows, and the snapshot, which lib/grants.ts adds. The curators' list has more fields.
  'lists:publications': [{ publications: ['list'], 'publication-changes': ['query'] }],
  'lists:curated-publications': [{ publications: ['list'], 'publication-changes': ['query'] }],
  'lists:works': [{ works: ['list'], 'work-changes': ['query'] }],
  'lists:people': [{ people: ['list'], 'person-changes': ['query'] }],
  'lists:projects': [{ projects: ['list'], 'project-changes': ['query'] }],
  'lists:duplicates': [{ duplicates: ['query'], 'duplicate-changes': ['query'] }],
  'lists:proposals': [{ proposals: ['query'], 'proposal-changes': ['query'] }],
  'lists:groups': [{ groups: ['list'], 'group-changes': ['query'] }],
  'lists:group-members': [{ 'group-members': ['list'], 'group-member-changes': ['query'] }],
  'lists:group-outputs': [{ 'publication-groups': ['list'], 'group-output-changes': ['query'] }],
  /** Writing the snapshots, and the timestamps of rows that were committed late. */
  'lists:compact': [
    { 'publication-rows': ['update'], 'work-rows': ['update'], 'person-rows': ['update'] },
    { 'project-rows': ['update'], duplicates: ['update'], proposals: ['update'] },
    { 'group-rows': ['update'], 'group-member-rows': ['update'], 'group-output-rows': ['update'] },
  ],

  /** Saving groups, who belongs to whom, and their external ids. */
  'groups:curate': [{ groups: ['write', 'check'], 'group-tree': ['write', 'update', 'delete'], audit: ['put'] }],
  /** Saving memberships, also of people without an iD. */
  'group-members:curate': [
    {
      groups: ['read', 'check'],
      people: ['read', 'check'],
      'group-members': ['write'],
      'waiting-members': ['write', 'check', 'delete'],
      'group-member-rows': ['update'],
      audit: ['put'],
    },
  ],

  /** Finding out whether something belongs to the groups of a steward. */
  'stewards:reach': [{ stewardships: ['read'], 'group-tree': ['read'], groups: ['read'] }],
  /** Limiting stewards to their groups, in the transactions of what they write. */
  'stewards:limit': [{ stewardships: ['read', 'check'], 'group-tree': ['read', 'check'], groups: ['read'] }],
  /** Taking groups from their stewards. */
  'stewards:end': [{ groups: ['write'], stewardships: ['write', 'delete'], revocations: ['put'], audit: ['put'] }],
  /** Naming stewards of groups, and inviting those who have no account. */
  'stewards:name': [
    { stewardships: ['write', 'delete'], users: ['read', 'check', 'put', 'update', 'delete'] },
    { revocations: ['put'], usage: ['update'], audit: ['put'] },
  ],

  /** Erasing all data of people. */
  'people:erase': [
    storePublications,
    stateJournals,
    endJobs,
    {
      erasures: ['write'],
      revocations: ['put'],
      jobs: ['list', 'delete', 'batch'],
      proposals: ['write', 'list', 'update', 'delete'],
      people: ['read', 'check', 'query', 'update', 'delete', 'batch'],
      'person-rows': ['read', 'update'],
      'group-members': ['delete'],
      'waiting-members': ['read', 'query', 'delete'],
      'group-member-rows': ['read', 'update'],
      'work-groups': ['check', 'delete'],
      'group-output-rows': ['update'],
      'group-imports': ['delete', 'batch'],
      'group-imports-of-people': ['query'],
      'pass-erasures': ['query', 'put', 'batch'],
      'pass-refresh': ['batch'],
      'pass-backfill': ['batch'],
      'pass-reset': ['batch'],
      'pass-group-memberships': ['batch'],
      works: ['write', 'query', 'delete'],
      'works-of-people': ['query'],
      'work-rows': ['read', 'update'],
      duplicates: ['update', 'delete'],
      publications: ['list'],
      'publication-rows': ['read', 'update'],
      projects: ['list', 'write'],
      'saved-views': ['query', 'read', 'put'],
      'intake-list': ['query'],
      intakes: ['query', 'read', 'update'],
      reports: ['query', 'read', 'put'],
      'report-runs': ['query', 'read', 'put', 'update'],
      'report-documents': ['query', 'batch'],
      users: ['list', 'query'],
      activity: ['query', 'update'],
      audit: ['query', 'update'],
    },
  ],
  /** Permanently deleting publications, works, people and jobs, in steps that leave complete records. */
  'data:delete': [
    endJobs,
    {
      'pass-reset': ['run'],
      publications: ['list', 'read', 'check', 'query', 'put', 'delete'],
      'publication-rows': ['read', 'update'],
      relations: ['delete'],
      journals: ['read', 'update', 'delete'],
      works: ['list', 'read', 'check', 'query', 'delete'],
      'work-rows': ['read', 'update'],
      people: ['list', 'read', 'check', 'query', 'delete'],
      'person-rows': ['read', 'update'],
      'publication-groups': ['delete'],
      'work-groups': ['delete'],
      'group-output-rows': ['update'],
      'group-members': ['delete'],
      'waiting-members': ['delete'],
      'group-member-rows': ['update'],
      duplicates: ['read', 'query', 'update', 'delete'],
      proposals: ['read', 'query', 'update', 'delete'],
      'active-jobs': ['query'],
      jobs: ['list', 'delete', 'batch'],
    },
  ],
  /** Rewriting records of older shapes of all entities. */
  'records:rewrite': [
    {
      'pass-backfill': ['run'],
      publications: ['list', 'write'],
      'publication-rows': ['read'],
      'work-rows': ['read'],
      'person-rows': ['read'],
      'project-rows': ['read'],
      works: ['list', 'write'],
      people: ['list', 'write'],
      projects: ['list', 'write'],
      groups: ['list', 'write'],
      'group-rows': ['read'],
      'group-members': ['list', 'write', 'delete'],
      'waiting-members': ['write', 'delete'],
      'group-member-rows': ['read', 'update'],
      'group-imports': ['batch'],
      'group-imports-of-people': ['query'],
      'publication-groups': ['list', 'write', 'delete'],
      'work-groups': ['write'],
      'group-output-rows': ['read', 'update'],
      duplicates: ['query', 'write'],
      'duplicate-links': ['delete'],
      proposals: ['query', 'write'],
      relating: ['update'],
      jobs: ['read', 'check'],
      'job-list': ['write'],
      activity: ['query'],
      'api-keys': ['list', 'read', 'update'],
      installations: ['list', 'query', 'put'],
      users: ['list', 'query', 'update'],
      memberships: ['put'],
      stewardships: ['write', 'delete'],
      revocations: ['put'],
      'user-list': ['put'],
    },
  ],
} as const satisfies Record<string, readonly Verbs[]>;

/** Grants outside the table: lib/grants.ts defines what each allows, and the settings that it provides. */
export type OtherGrant =
  | `queue:${'researchers' | 'works' | 'webhooks' | 'intakes' | 'fetches'}`
  /** Reading the number of messages in each queue. */
  | 'queues:count'
  /** Filling the lists in PostgreSQL. Functions with the grant of a list that is there have it anyway. */
  | 'database:lists'
  /** All but the first are optional. Functions that may read erasures get their key. */
  | `secret:${'api-key-pepper' | 'source-credentials' | 'admin-cli' | 'sign-in-client'}`
  /** Managing the API Gateway keys that this deployment created, and their usage plans. */
  | 'gateway-keys'
  /** Adding revocations to the ledger outside the table. */
  | 'ledger:append'
  /**
   * Users of the user pool, if there is one: adding and finding, removing, ending their sessions, resetting passwords,
   * and setting the first one.
   */
  | `directory:${'add' | 'remove' | 'sign-out' | 'reset' | 'first-password'}`
  | 'metrics'
  /** Settings for verifying session tokens, and, on a laptop, private hosts that can be verified. */
  | 'sign-in'
  | 'verification'
  /** The Consumer API's public address, to call it from outside. */
  | 'public-address'
  | `setting:${'refresh' | 'reset' | 'institution' | 'groups' | 'site' | 'rollout' | 'installation-limit' | 'invitation-limit'}`;
