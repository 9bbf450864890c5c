import * as z from 'zod';
import { ApiKeyRecord, apiKeyShape } from '../../src/domain/access/api-key.ts';
import {
  CredentialRecord,
  InstallationRecord,
  installationShape,
  OriginRecord,
} from '../../src/domain/access/installation.ts';
import { RevocationEntry } from '../../src/domain/access/revocation.ts';
import { Invitation, Membership, UserRecord, userShape } from '../../src/domain/access/user.ts';
import { ActivityEvent } from '../../src/domain/activity.ts';
import { AffiliationPeriod } from '../../src/domain/affiliation.ts';
import { AuditRecord } from '../../src/domain/audit.ts';
import { Comparable } from '../../src/domain/duplicates/comparable.ts';
import { DuplicatePair, duplicatePairShape } from '../../src/domain/duplicates/pair.ts';
import { IngestionJob } from '../../src/domain/job.ts';
import { PersonRecord, PersonRow, personShape } from '../../src/domain/person.ts';
import { ProjectRecord, ProjectRow, projectShape } from '../../src/domain/project.ts';
import { Proposal, proposalShape } from '../../src/domain/proposals/proposal.ts';
import { PublicationRecord } from '../../src/domain/publication.ts';
import { PublicationEdit } from '../../src/domain/publication-edits.ts';
import { CuratorRow, PublicationRow, publicationShape } from '../../src/domain/publication-row.ts';
import { RolloutChange, RolloutRecord } from '../../src/domain/rollout/configuration.ts';
import { WorkRecord, WorkRow, workShape } from '../../src/domain/work.ts';
import { ProposalProgress } from '../../src/proposals/progress.ts';
import { RepairProgress } from '../../src/site-tools/progress.ts';
import { StoredApiKey } from '../../src/storage/access/api-keys.ts';
import { UsageCounter } from '../../src/storage/access/usage.ts';
import { UserItem } from '../../src/storage/access/users.ts';
import { decompress } from '../../src/storage/compressed.ts';
import { MergedPublication } from '../../src/storage/duplicates/merged.ts';
import { DuplicateLink } from '../../src/storage/duplicates/pairs.ts';
import { ErasureMark } from '../../src/storage/erasure/marks.ts';
import { JobRow, LatestJob } from '../../src/storage/ingestion/job-list.ts';
import { FinishedWork, PendingWork } from '../../src/storage/ingestion/job-works.ts';
import { PendingEnrichment } from '../../src/storage/ingestion/pending-enrichments.ts';
import { RefreshAttempt } from '../../src/storage/ingestion/refresh-attempts.ts';
import { AnswerPart } from '../../src/storage/ingestion/source-answers.ts';
import { WorkBatch } from '../../src/storage/ingestion/work-batches.ts';
import { type keys, listEpochSortKey } from '../../src/storage/keys.ts';
import { ProposalLink } from '../../src/storage/proposals/proposals.ts';
import { PublicationItem } from '../../src/storage/publications.ts';
import { Relating } from '../../src/storage/relations.ts';
import { MinuteCounters } from '../../src/storage/rollout/minutes.ts';
import { hasOlderShape, type Item } from '../../src/storage/table.ts';

type Keys = typeof keys;
/** The functions of keys.ts that make the whole key of an item. */
type KeyName = {
  [K in keyof Keys]: Keys[K] extends (...input: never[]) => { pk: string; sk: string } ? K : never;
}[keyof Keys];

/** How the items of a key are read; nothing where no code reads attributes of them through a schema. */
export type ItemReader = z.ZodType | ((item: Item) => unknown) | undefined;

/** How every item of the table is read, by the function that makes its key: one without an entry does not compile. */
export const itemReaders: Record<KeyName, ItemReader> = {
  publication: (item) => {
    const stored = PublicationItem.parse(item);
    return stored.kind === 'publication' ? PublicationRecord.parse(decompress(stored.body)) : stored;
  },
  sourceAnswer: AnswerPart,
  personAnswer: AnswerPart,
  relatedFrom: undefined,
  relating: Relating,
  publicationEdit: (item) => PublicationEdit.parse(decompress(item.body)),
  mergedPublication: (item) => MergedPublication.parse(decompress(item.body)),
  listEpoch: undefined,
  publicationRow: CuratorRow,
  workRow: WorkRow,
  personRow: PersonRow,
  projectRow: ProjectRow,
  duplicatePair: DuplicatePair,
  duplicateBlock: Comparable,
  duplicateLink: DuplicateLink,
  proposal: Proposal,
  proposalOf: ProposalLink,
  proposalProgress: ProposalProgress,
  person: PersonRecord,
  affiliation: AffiliationPeriod,
  latestJob: LatestJob,
  erased: ErasureMark,
  work: WorkRecord,
  project: ProjectRecord,
  job: IngestionJob,
  pendingWork: PendingWork,
  workBatch: WorkBatch,
  finishedWork: FinishedWork,
  pendingEnrichment: PendingEnrichment,
  jobRow: JobRow,
  apiKey: StoredApiKey,
  apiKeyRow: z.object({ key_hash: z.string() }),
  usage: UsageCounter,
  installation: InstallationRecord,
  origin: OriginRecord,
  credential: CredentialRecord,
  installationRow: z.object({ installation: InstallationRecord, origins: z.array(OriginRecord) }),
  site: undefined,
  activityWorkspace: undefined,
  activity: ActivityEvent,
  audit: AuditRecord,
  importProgress: undefined,
  revocation: RevocationEntry,
  user: UserItem,
  membership: Membership,
  invitation: Invitation,
  userRow: UserRecord,
  memberRow: Membership,
  invitationRow: Invitation,
  sourceSecond: undefined,
  sourceDay: undefined,
  sourceRefreshDay: undefined,
  refreshAttempt: RefreshAttempt,
  sourceWarning: undefined,
  repairProgress: RepairProgress,
  rollout: RolloutRecord,
  rolloutChange: RolloutChange,
  rolloutMinute: MinuteCounters,
  backfillProgress: undefined,
};

/** Keys no data set has to hold: their items are gone within days, or say nothing of the past. */
export const optionalKeys: readonly KeyName[] = [
  'activityWorkspace',
  'sourceSecond',
  'sourceDay',
  'sourceRefreshDay',
  'refreshAttempt',
  'sourceWarning',
  'repairProgress',
  'backfillProgress',
  'importProgress',
  'relating',
  'pendingEnrichment',
  'rolloutMinute',
];

/** Everything that is written under one number: a change of any of these schemas raises it. */
export const shapes: Record<string, { shape: number; schemas: Record<string, z.ZodType> }> = {
  publication: { shape: publicationShape, schemas: { PublicationRecord, PublicationRow, CuratorRow } },
  work: { shape: workShape, schemas: { WorkRecord, WorkRow } },
  person: { shape: personShape, schemas: { PersonRecord, PersonRow } },
  project: { shape: projectShape, schemas: { ProjectRecord, ProjectRow } },
  apiKey: { shape: apiKeyShape, schemas: { ApiKeyRecord, StoredApiKey } },
  installation: { shape: installationShape, schemas: { InstallationRecord, OriginRecord, CredentialRecord } },
  duplicatePair: { shape: duplicatePairShape, schemas: { DuplicatePair } },
  proposal: { shape: proposalShape, schemas: { Proposal } },
  user: { shape: userShape, schemas: { UserRecord, Membership, Invitation } },
};

const shapeOfPartition: Record<string, number> = {
  PUB: publicationShape,
  WORK: workShape,
  PERSON: personShape,
  PROJECT: projectShape,
  DUPLICATE: duplicatePairShape,
  PROPOSAL: proposalShape,
  KEY: apiKeyShape,
  INSTALLATION: installationShape,
  INSTALLATIONS: installationShape,
  USER: userShape,
  USERS: userShape,
  WORKSPACE: userShape,
};

/** Whether an item ought to have the number of its shape, and has that of an older one. */
export function isOutdated(item: Item): boolean {
  const [kind = '', collection = ''] = String(item.pk).split('#');
  // What is beside the pairs and proposals has no number.
  const isBeside = kind === 'DUPLICATE' || kind === 'PROPOSAL';
  const shape = isBeside ? undefined : shapeOfPartition[kind === 'LIST' ? collection : kind];
  const isRecord = item.sk === 'RECORD' || !['PUB', 'PERSON', 'KEY'].includes(kind);
  // No list leads to what is deleted, and nothing is to be said of the way to another DOI.
  const isLeft = item.kind === 'alias' || (kind === 'KEY' && item.deleted_at !== null) || item.sk === listEpochSortKey;
  return shape !== undefined && isRecord && !isLeft && hasOlderShape(item, shape);
}
