import type { Grant } from '../src/runtime/grant.ts';
import {
  activityPrefix,
  apiKeyPrefix,
  auditPrefix,
  backfillPartition,
  type Collection,
  credentialRefPrefix,
  duplicatePrefix,
  enrichmentPartition,
  erasedPrefix,
  installationListPrefix,
  installationPrefix,
  jobListPrefix,
  jobPrefix,
  keys,
  listPrefix,
  originRefPrefix,
  pacePrefix,
  personPrefix,
  projectPrefix,
  proposalPrefix,
  publicationPrefix,
  refreshPartition,
  refs,
  relatedPrefix,
  relatingPartition,
  repairPrefix,
  revocationPartition,
  rolloutMinutePrefix,
  rolloutPrefix,
  sitePrefix,
  usagePrefix,
  userListPartition,
  userPrefix,
  workPrefix,
  worksOfPrefix,
  workspacePrefix,
} from '../src/storage/keys.ts';
import { tableShape } from '../src/storage/table-shape.ts';

/** The actions that functions use. There is no Scan: the service reads everything by key. */
type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'ConditionCheckItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem';

/** Actions on items of these partitions: a prefix that ends in `#` or `:`, or the whole name of a partition. */
interface TableAccess {
  actions: readonly TableAction[];
  partitions: readonly string[];
  /** Of this index instead of the table. The partitions are then those of the index. */
  index?: 'changes' | 'byRef';
  /** The only attributes that may be read or written. */
  attributes?: readonly string[];
}

const to = (actions: readonly TableAction[], ...partitions: string[]): TableAccess => ({ actions, partitions });
const byRef = (...partitions: string[]): TableAccess => ({ actions: ['Query'], partitions, index: byRefIndex });
const byRefIndex = tableShape.byRef.indexName;
const changesIndex = tableShape.changes.indexName;

const rows = (collection: Collection) => `${listPrefix}${collection}#`;
const list = (collection: Collection): TableAccess[] => [
  to(['Query'], rows(collection)),
  { actions: ['Query'], partitions: [rows(collection)], index: changesIndex },
];
const deletableRows = [rows('PUB'), rows('WORK'), rows('PERSON'), rows('DUPLICATE'), rows('PROPOSAL')];
const allRows = [...deletableRows, rows('PROJECT')];

/** Proposing and withdrawing pairs of possible duplicates. */
const writePairs: TableAccess[] = [
  to(['GetItem'], rows('DUPLICATE')),
  to(['PutItem'], rows('DUPLICATE'), duplicatePrefix),
];

/** The same for a saved publication or work: it is compared with others in its blocks. */
const updatePairs: TableAccess[] = [
  ...writePairs,
  to(['Query'], duplicatePrefix),
  to(['BatchGetItem'], publicationPrefix),
  to(['GetItem'], workPrefix),
];

/** Asking curators, and withdrawing questions. */
const writeProposals: TableAccess[] = [to(['GetItem', 'PutItem'], rows('PROPOSAL')), to(['PutItem'], proposalPrefix)];

/**
 * Saving publications with their rows and their copies in blocks of similar ones. A note says that the relations of one
 * have changed, until they are compared with those of others, which are saved in turn; so are the pairs of duplicates.
 */
const writePublications: TableAccess[] = [
  ...updatePairs,
  to(['GetItem', 'BatchGetItem'], publicationPrefix),
  to(['PutItem'], publicationPrefix, rows('PUB')),
  to(['DeleteItem'], duplicatePrefix),
  to(['GetItem', 'UpdateItem', 'DeleteItem'], relatingPartition),
  to(['Query', 'PutItem'], relatedPrefix),
];

/** Ending a job: its record, its row, the pointer of its researcher to it, and the event, after reading its works. */
const endJobs: TableAccess[] = [
  to(['GetItem', 'Query'], jobPrefix),
  to(['UpdateItem'], jobPrefix, personPrefix),
  to(['PutItem'], jobListPrefix, activityPrefix),
];

/** Writing down what a change takes away, in its transaction. */
const recordLoss = to(['PutItem'], revocationPartition);

/** What each grant allows on the table. Grants that are not here allow nothing there. */
const tableAccess = {
  'publications:read': [to(['GetItem', 'BatchGetItem'], publicationPrefix)],
  'publications:write': writePublications,
  'publications:store': [
    ...writePublications,
    to(['BatchGetItem', 'ConditionCheckItem'], personPrefix),
    to(['UpdateItem'], publicationPrefix, rows('PUB')),
    to(['PutItem'], activityPrefix),
  ],
  'publications:relate': [...writePublications, to(['Query'], relatingPartition)],
  'enrichments:defer': [to(['PutItem'], enrichmentPartition)],
  'enrichments:retry': [to(['Query', 'PutItem', 'DeleteItem'], enrichmentPartition)],
  'refresh:run': [
    to(['Query', 'PutItem', 'BatchWriteItem'], refreshPartition),
    to(['UpdateItem'], personPrefix, rows('PERSON')),
    to(['Query'], publicationPrefix),
  ],
  'refresh:read': [to(['Query'], refreshPartition), to(['BatchGetItem'], pacePrefix)],
  'people:read': [to(['GetItem', 'BatchGetItem'], personPrefix)],
  'people:write': [to(['GetItem'], personPrefix), to(['PutItem'], personPrefix, rows('PERSON'))],
  'people:add': [to(['ConditionCheckItem'], erasedPrefix)],
  'people:restore': [to(['GetItem', 'DeleteItem'], erasedPrefix), recordLoss],
  'people:erase': [
    to(['GetItem', 'PutItem'], erasedPrefix),
    recordLoss,
    ...endJobs,
    to(['Query', 'DeleteItem'], jobListPrefix),
    to(['BatchGetItem', 'BatchWriteItem', 'DeleteItem'], jobPrefix),
    to(['Query', 'PutItem', 'DeleteItem'], proposalPrefix),
    to(['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], rows('PROPOSAL')),
    to(['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'], personPrefix),
    to(['UpdateItem', 'GetItem', 'DeleteItem'], rows('PERSON')),
    to(['BatchWriteItem'], refreshPartition),
    byRef(worksOfPrefix),
    to(['BatchGetItem', 'Query', 'DeleteItem'], workPrefix),
    to(['UpdateItem', 'GetItem', 'DeleteItem'], rows('WORK')),
    to(['BatchGetItem', 'UpdateItem', 'DeleteItem'], rows('DUPLICATE')),
    ...writePublications,
    to(['Query', 'GetItem', 'UpdateItem'], rows('PUB')),
    to(['Query'], rows('PROJECT')),
    to(['BatchGetItem', 'PutItem'], projectPrefix),
    to(['PutItem'], rows('PROJECT')),
    to(['Query'], userListPartition, userPrefix),
    to(['Query', 'UpdateItem'], activityPrefix, auditPrefix),
  ],
  'erasures:find': [byRef(refs.openErasures)],
  'affiliations:read': [to(['Query'], personPrefix)],
  'affiliations:write': [
    to(['GetItem', 'Query', 'UpdateItem'], personPrefix),
    to(['PutItem'], personPrefix, rows('PERSON')),
  ],
  'people:export': [byRef(worksOfPrefix), to(['Query'], proposalPrefix), to(['BatchGetItem'], rows('PROPOSAL'))],
  'works:read': [to(['BatchGetItem'], workPrefix)],
  'works:write': [
    to(['GetItem', 'BatchGetItem'], workPrefix),
    byRef(worksOfPrefix),
    to(['PutItem'], workPrefix, rows('WORK')),
    to(['DeleteItem'], duplicatePrefix),
    ...updatePairs,
  ],
  'projects:read': [to(['GetItem', 'BatchGetItem'], projectPrefix)],
  'projects:write': [to(['GetItem'], projectPrefix), to(['PutItem'], projectPrefix, rows('PROJECT'))],

  'duplicates:read': [to(['GetItem'], rows('DUPLICATE'))],
  'duplicates:find': writePairs,
  'duplicates:decide': [
    ...writePairs,
    to(['GetItem', 'PutItem'], workPrefix),
    to(['PutItem'], rows('WORK')),
    to(['DeleteItem'], publicationPrefix, duplicatePrefix),
    to(['ConditionCheckItem'], publicationPrefix),
  ],
  'proposals:withdraw': writeProposals,
  'proposals:propose': [...writeProposals, to(['BatchGetItem'], rows('PROPOSAL')), to(['Query'], proposalPrefix)],
  'proposals:find': [
    ...writeProposals,
    to(['Query'], rows('PUB'), rows('PERSON'), rows('PROJECT'), rows('PROPOSAL')),
    to(['BatchGetItem'], publicationPrefix, personPrefix, projectPrefix, rows('PROPOSAL')),
    to(['GetItem'], proposalPrefix),
  ],
  'proposals:decide': [...writeProposals, to(['Query', 'DeleteItem'], personPrefix)],

  'jobs:read': [to(['GetItem', 'BatchGetItem', 'Query'], jobPrefix), to(['Query'], jobListPrefix)],
  'jobs:latest': [to(['BatchGetItem'], personPrefix, jobPrefix)],
  'jobs:active': [byRef(refs.activeJobs), to(['BatchGetItem'], jobPrefix)],
  'jobs:resume': [...endJobs, byRef(refs.activeJobs)],
  'jobs:request': [...endJobs, to(['PutItem'], jobPrefix, personPrefix)],
  'jobs:plan': [...endJobs, to(['PutItem', 'BatchWriteItem'], jobPrefix)],
  'jobs:work': [...endJobs, to(['PutItem', 'DeleteItem'], jobPrefix)],
  'jobs:end': endJobs,

  'users:read': [to(['Query'], userPrefix)],
  'users:list': [to(['Query'], userListPartition)],
  'users:create': [
    to(['PutItem', 'UpdateItem', 'DeleteItem'], userPrefix),
    to(['PutItem', 'DeleteItem'], userListPartition),
  ],
  'users:update': [to(['GetItem', 'UpdateItem'], userPrefix), to(['PutItem'], userListPartition), recordLoss],
  'users:delete': [
    to(['GetItem', 'Query', 'PutItem', 'DeleteItem'], userPrefix),
    to(['PutItem', 'DeleteItem'], userListPartition),
    to(['DeleteItem'], workspacePrefix),
    recordLoss,
  ],
  'users:bind': [
    // Without the list of attributes, an update could return or change the other attributes of the item.
    { ...to(['UpdateItem'], userPrefix), attributes: ['pk', 'sk', 'id', 'subject', 'deleting'] },
  ],
  'members:read': [to(['Query'], workspacePrefix)],
  'members:write': [
    to(['GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'], userPrefix),
    to(['Query', 'PutItem', 'DeleteItem'], workspacePrefix),
    recordLoss,
  ],
  'invitations:create': [to(['ConditionCheckItem', 'PutItem'], userPrefix), to(['PutItem'], workspacePrefix)],
  'invitations:cancel': [to(['GetItem', 'DeleteItem'], userPrefix), to(['DeleteItem'], workspacePrefix), recordLoss],
  'invitations:accept': [
    to(['GetItem', 'ConditionCheckItem', 'PutItem', 'DeleteItem'], userPrefix),
    to(['PutItem', 'DeleteItem'], workspacePrefix),
  ],

  'api-keys:read': [to(['GetItem'], apiKeyPrefix)],
  'api-keys:list': [to(['Query'], keys.apiKeyList), to(['BatchGetItem'], apiKeyPrefix, usagePrefix)],
  'api-keys:create': [
    to(['GetItem', 'PutItem', 'UpdateItem'], apiKeyPrefix),
    to(['PutItem'], keys.apiKeyList),
    recordLoss,
  ],
  'api-keys:update': [
    to(['GetItem', 'UpdateItem'], apiKeyPrefix),
    to(['DeleteItem'], keys.apiKeyList),
    to(['GetItem'], usagePrefix),
    recordLoss,
  ],
  'api-keys:sync': [byRef(refs.unsyncedKeys), to(['GetItem', 'UpdateItem'], apiKeyPrefix)],
  usage: [to(['UpdateItem'], usagePrefix)],

  'installations:read': [to(['Query'], installationPrefix)],
  'installations:list': [to(['Query'], installationListPrefix)],
  'installations:write': [
    to(['Query'], installationPrefix),
    to(['PutItem'], installationPrefix, installationListPrefix),
    recordLoss,
  ],
  'sites:claim': [to(['UpdateItem'], sitePrefix)],
  'credentials:find': [byRef(credentialRefPrefix), to(['Query'], installationPrefix)],
  'origins:find': [byRef(originRefPrefix), to(['GetItem'], installationPrefix)],

  'lists:publications': list('PUB'),
  'lists:curated-publications': list('PUB'),
  'lists:works': list('WORK'),
  'lists:people': list('PERSON'),
  'lists:projects': list('PROJECT'),
  'lists:duplicates': list('DUPLICATE'),
  'lists:proposals': list('PROPOSAL'),
  'lists:compact': [to(['UpdateItem'], ...allRows)],

  'activity:read': [to(['Query'], activityPrefix)],
  'activity:append': [to(['PutItem'], activityPrefix)],
  'activity:clear': [to(['Query', 'BatchWriteItem', 'PutItem'], activityPrefix)],
  'audit:read': [to(['Query'], auditPrefix)],
  'audit:append': [to(['PutItem'], auditPrefix)],
  'revocations:record': [to(['Query', 'BatchWriteItem'], revocationPartition)],

  'rollout:read': [to(['GetItem', 'Query'], rolloutPrefix), to(['BatchGetItem'], rolloutMinutePrefix)],
  'rollout:write': [to(['GetItem', 'PutItem'], rolloutPrefix)],
  'rollout:count': [to(['GetItem'], rolloutPrefix), to(['UpdateItem'], rolloutMinutePrefix)],

  sources: [to(['UpdateItem'], pacePrefix)],

  'author-links:repair': [to(['Query'], rows('PUB')), to(['GetItem', 'UpdateItem'], repairPrefix)],
  'records:rederive': [
    to(['Query'], rows('PUB'), publicationPrefix, personPrefix),
    to(['GetItem', 'UpdateItem'], repairPrefix),
  ],
  // A record with much beside it is deleted in several steps, each of which leaves a complete record.
  'data:delete': [
    to(['Query', 'UpdateItem', 'GetItem', 'DeleteItem'], ...deletableRows),
    to(['Query', 'BatchGetItem', 'DeleteItem', 'ConditionCheckItem'], publicationPrefix, workPrefix, personPrefix),
    to(['BatchGetItem'], rows('DUPLICATE'), rows('PROPOSAL')),
    to(['DeleteItem'], relatedPrefix, duplicatePrefix, proposalPrefix),
    to(['PutItem'], publicationPrefix, rows('PUB')),
    ...endJobs,
    byRef(refs.activeJobs),
    to(['BatchGetItem', 'BatchWriteItem', 'DeleteItem'], jobPrefix),
    to(['Query', 'DeleteItem'], jobListPrefix),
    to(['GetItem'], personPrefix),
  ],
  // The job that rewrites the records of every entity reads and writes all of them.
  'records:rewrite': [
    to(['GetItem', 'UpdateItem'], backfillPartition),
    to(['Query', 'PutItem'], rows('PUB'), rows('WORK'), rows('PERSON'), rows('PROJECT')),
    to(['GetItem', 'PutItem'], publicationPrefix, workPrefix, personPrefix, projectPrefix),
    to(['Query', 'GetItem', 'PutItem'], rows('DUPLICATE'), rows('PROPOSAL')),
    to(['PutItem', 'DeleteItem'], duplicatePrefix),
    to(['PutItem'], proposalPrefix),
    to(['UpdateItem'], relatingPartition),
    to(['BatchGetItem'], personPrefix, jobPrefix),
    to(['GetItem', 'PutItem'], jobListPrefix),
    to(['ConditionCheckItem'], jobPrefix),
    to(['Query'], activityPrefix),
    to(['Query'], keys.apiKeyList, userListPartition, installationListPrefix),
    to(['GetItem', 'UpdateItem'], apiKeyPrefix),
    to(['Query', 'PutItem'], installationPrefix),
    to(['PutItem'], installationListPrefix),
    to(['Query', 'UpdateItem', 'PutItem'], userPrefix),
    to(['PutItem'], userListPartition, workspacePrefix),
  ],
} satisfies Partial<Record<Grant, readonly TableAccess[]>>;

/** The grants that allow something on the table. */
export type TableGrant = keyof typeof tableAccess;

const accessOf = (grant: Grant): readonly TableAccess[] =>
  (tableAccess as Partial<Record<Grant, readonly TableAccess[]>>)[grant] ?? [];

/** One action on items of the partitions that match one pattern. */
export interface TablePermission {
  action: string;
  /** IAM's pattern of leading keys. */
  pattern: string;
  index: string | undefined;
  attributes: readonly string[] | undefined;
}

/** What these grants allow together, each permission once. */
export function tablePermissions(grants: readonly Grant[]): TablePermission[] {
  const all = grants.flatMap(accessOf).flatMap(({ actions, partitions, index, attributes }) =>
    actions.flatMap((action) =>
      partitions.map((partition) => ({
        action: `dynamodb:${action}`,
        pattern: /[#:]$/.test(partition) ? `${partition}*` : partition,
        index,
        attributes,
      })),
    ),
  );
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/** A statement as IAM has it in JSON. */
export interface TableStatement {
  Action: string[];
  Resource: string[];
  Condition: Record<string, Record<string, string | string[]>>;
}

/**
 * The statements for these grants. All partitions that an action may reach are in one statement, because all keys of a
 * batch have to match one. Actions with the same partitions share a statement, and so do the table and an index, which
 * keeps policies small.
 */
export function tableStatements(grants: readonly Grant[], tableArn: string): TableStatement[] {
  const byAction = Map.groupBy(tablePermissions(grants), ({ action, index, attributes }) =>
    JSON.stringify([action, index, attributes]),
  );
  const sameAccess = Map.groupBy([...byAction.values()], (permissions) =>
    JSON.stringify([
      permissions.map(({ pattern }) => pattern).sort(),
      permissions[0]?.index,
      permissions[0]?.attributes,
    ]),
  );
  const statements = [...sameAccess.values()].map((group) => {
    const actions = group.flatMap(([first]) => (first ? [first.action] : []));
    const { index, attributes } = group[0]?.[0] ?? {};
    const patterns = group[0]?.map(({ pattern }) => pattern) ?? [];
    return {
      Action: actions,
      Resource: [index ? `${tableArn}/index/${index}` : tableArn],
      Condition: conditionOf(patterns, attributes),
    };
  });
  // The rows of a list are queried in the table and in an index.
  const alike = Map.groupBy(statements, ({ Action, Condition }) => JSON.stringify([Action, Condition]));
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, Resource: [first, ...others].flatMap(({ Resource }) => Resource) }] : [],
  );
}

/** `ForAllValues` is true without values, such as the leading keys of a scan; hence the conditions `Null`. */
function conditionOf(patterns: string[], attributes: readonly string[] | undefined): TableStatement['Condition'] {
  const leading = { 'dynamodb:LeadingKeys': patterns.sort() };
  if (!attributes) return { 'ForAllValues:StringLike': leading, Null: { 'dynamodb:LeadingKeys': 'false' } };
  return {
    'ForAllValues:StringLike': leading,
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'] },
    Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
  };
}
