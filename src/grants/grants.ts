import { type Collection, partitions as of, type Partition, type PassName, refPartitions } from '../storage/keys.ts';

/**
 * What functions may do. Each declares its grants, and its role allows exactly these. On the table, a grant is a verb on
 * an entity, such as `people:read`, or a set of such grants with a name of its own, such as `jobs:end`.
 */
export type Grant = TableGrant | OtherGrant;
export type TableGrant = `${Stored}:${Verb}` | `${Indexed}:query` | keyof typeof grantSets;

/** The actions of each verb on the records of an entity, and on the rows that list them. There is no Scan. */
export const verbs = {
  /** By key: one or many. */
  read: { records: ['GetItem', 'BatchGetItem'], rows: [] },
  /** As a condition of a transaction. */
  check: { records: ['ConditionCheckItem'], rows: [] },
  /** With all that is stored beside them. */
  query: { records: ['Query'], rows: [] },
  list: { records: [], rows: ['Query'] },
  write: { records: ['GetItem', 'BatchGetItem', 'PutItem'], rows: ['PutItem'] },
  put: { records: ['PutItem'], rows: ['PutItem'] },
  update: { records: ['UpdateItem'], rows: [] },
  delete: { records: ['DeleteItem'], rows: ['DeleteItem'] },
  /** Putting and deleting many at once. */
  batch: { records: ['BatchWriteItem'], rows: [] },
  /** Going on with a pass through the registry: how far it has come, and what it failed on. */
  run: { records: ['Query', 'PutItem', 'UpdateItem', 'BatchWriteItem'], rows: [] },
} as const;
export type Verb = keyof typeof verbs;

/** The rows of an in-memory list. */
const rowsOf = (collection: Collection) => `${of.lists}${collection}#`;

/**
 * The partitions of the records of an entity, and of the rows that list them. Every partition of src/storage/keys.ts that
 * is not named here is an entity of its own, without rows.
 */
export const entities = {
  publications: [of.publications, rowsOf('PUB')],
  works: [of.works, rowsOf('WORK')],
  people: [of.people, rowsOf('PERSON')],
  projects: [of.projects, rowsOf('PROJECT')],
  // The row in the list is the record, and the others say what it concerns.
  duplicates: [rowsOf('DUPLICATE'), of['duplicate-links']],
  proposals: [rowsOf('PROPOSAL'), of['proposal-links']],
  jobs: [of.jobs, of['job-list']],
  users: [of.users, of['user-list']],
  // With the user, and a copy with the workspace.
  memberships: [of.users, of.workspaces],
  'api-keys': [of['api-keys'], of['api-key-list']],
  installations: [of.installations, of['installation-list']],

  // What functions do to a part of these only. IAM does not see sort keys, so it limits the verb.
  'publication-rows': [rowsOf('PUB')],
  'work-rows': [rowsOf('WORK')],
  'person-rows': [rowsOf('PERSON')],
  'project-rows': [rowsOf('PROJECT')],
  merges: [of.publications],
  affiliations: [of.people],
  'latest-jobs': [of.people],
  'job-works': [of.jobs],
  identities: [of.users],
} as const satisfies Record<string, readonly [records: string, rows?: string]>;

/** What is queried through an index: its partitions there. */
export const indexed = {
  changes: {
    'publication-changes': rowsOf('PUB'),
    'work-changes': rowsOf('WORK'),
    'person-changes': rowsOf('PERSON'),
    'project-changes': rowsOf('PROJECT'),
    'duplicate-changes': rowsOf('DUPLICATE'),
    'proposal-changes': rowsOf('PROPOSAL'),
  },
  byRef: refPartitions,
} as const;

/** The only attributes of an entity that may be read or written: an update could return or change all of them. */
export const attributes = { identities: ['pk', 'sk', 'id', 'subject', 'deleting'] } as const;

/** `pass-…`: how far a pass through the registry has come, and what it failed on. */
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

/** A note marks changed relations until they are compared with those of other publications, which are saved, too. */
const storePublications = {
  ...compare,
  publications: ['write'],
  relating: ['read', 'update', 'delete'],
  relations: ['query', 'put'],
} as const satisfies Verbs;

/** The job, its row, its researcher's pointer to it and the event, after reading its works. */
const endJobs = {
  jobs: ['read', 'query', 'update'],
  'latest-jobs': ['update'],
  'job-list': ['put'],
  activity: ['put'],
} as const satisfies Verbs;

/** Grants that always come together, or are many. */
export const grantSets = {
  /** Saving publications with what follows from it. */
  'publications:store': [storePublications],
  /** The same for publications from the sources, with retraction events and the people they name. */
  'publications:ingest': [
    storePublications,
    { publications: ['update'], 'publication-rows': ['update'], people: ['read', 'check'], activity: ['put'] },
  ],
  'works:store': [compare, { works: ['write'], 'works-of-people': ['query'] }],
  'jobs:end': [endJobs],
  /** Creating jobs, and ending those that cannot be queued. */
  'jobs:request': [endJobs, { jobs: ['put'], 'latest-jobs': ['put'] }],
  /** Asking the sources within their limits. */
  sources: [{ pace: ['update'] }],
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
  /** Writing the snapshots, and the timestamps of rows that were committed late. */
  'lists:compact': [
    { 'publication-rows': ['update'], 'work-rows': ['update'], 'person-rows': ['update'] },
    { 'project-rows': ['update'], duplicates: ['update'], proposals: ['update'] },
  ],

  /** Erasing people with every trace. */
  'people:erase': [
    storePublications,
    endJobs,
    {
      erasures: ['write'],
      revocations: ['put'],
      jobs: ['list', 'delete', 'batch'],
      proposals: ['write', 'list', 'update', 'delete'],
      people: ['read', 'query', 'update', 'delete', 'batch'],
      'person-rows': ['read', 'update'],
      'pass-erasures': ['query', 'put', 'batch'],
      'pass-refresh': ['batch'],
      'pass-backfill': ['batch'],
      'pass-reset': ['batch'],
      works: ['query', 'delete'],
      'works-of-people': ['query'],
      'work-rows': ['read', 'update'],
      duplicates: ['update', 'delete'],
      publications: ['list'],
      'publication-rows': ['read', 'update'],
      projects: ['list', 'write'],
      users: ['list', 'query'],
      activity: ['query', 'update'],
      audit: ['query', 'update'],
    },
  ],
  /** Deleting publications, works, people and jobs for good, each in steps that leave complete records. */
  'data:delete': [
    endJobs,
    {
      'pass-reset': ['run'],
      publications: ['list', 'read', 'check', 'query', 'put', 'delete'],
      'publication-rows': ['read', 'update'],
      relations: ['delete'],
      works: ['list', 'read', 'check', 'query', 'delete'],
      'work-rows': ['read', 'update'],
      people: ['list', 'read', 'check', 'query', 'delete'],
      'person-rows': ['read', 'update'],
      duplicates: ['read', 'query', 'update', 'delete'],
      proposals: ['read', 'query', 'update', 'delete'],
      'active-jobs': ['query'],
      jobs: ['list', 'delete', 'batch'],
    },
  ],
  /** Rewriting records of older shapes, of every entity. */
  'records:rewrite': [
    {
      'pass-backfill': ['run'],
      publications: ['list', 'write'],
      works: ['list', 'write'],
      people: ['list', 'write'],
      projects: ['list', 'write'],
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
      'user-list': ['put'],
    },
  ],
} as const satisfies Record<string, readonly Verbs[]>;

/** What is not in the table: lib/grants.ts says what each allows, and which settings a function with it is told. */
export type OtherGrant =
  | `queue:${'researchers' | 'works'}`
  /** Reading the number of messages in each queue. */
  | 'queues:count'
  /** All but the first are optional. Whoever may read erasures gets their key. */
  | `secret:${'api-key-pepper' | 'openalex-api-key' | 'admin-cli' | 'sign-in-client'}`
  /** Managing the API Gateway keys that this deployment created, and their usage plans. */
  | 'gateway-keys'
  /** Adding revocations to the ledger outside the table. */
  | 'ledger:append'
  /** Users of the user pool, if there is one: adding and finding, removing, ending their sessions, resetting passwords. */
  | `directory:${'add' | 'remove' | 'sign-out' | 'reset'}`
  | 'metrics'
  /** Settings: for verifying session tokens, and private hosts that can be verified, on a laptop. */
  | 'sign-in'
  | 'verification'
  /** The Consumer API's public address, to call it from outside. */
  | 'public-address'
  | `setting:${'refresh' | 'reset' | 'institution' | 'rollout' | 'installation-limit' | 'invitation-limit'}`;
