import * as z from 'zod';
import { BulkEdit, EditOutcome } from '#src/curation/bulk-edits/store/bulk-edits.ts';
import { SavedViews } from '#src/curation/domain/saved-view.ts';
import { StoredDocument } from '#src/curation/report-documents/store/stored-documents.ts';
import { ListedOutput } from '#src/curation/reports/store.ts';
import { MergedPublication } from '#src/duplicates/store/merged.ts';
import { DuplicateLink } from '#src/duplicates/store/pairs.ts';
import { Uncompared } from '#src/duplicates/store/uncompared.ts';
import { ApiKeyRecord, apiKeyShape } from '#src/identity/domain/api-key.ts';
import {
  CredentialRecord,
  InstallationRecord,
  installationShape,
  OriginRecord,
} from '#src/identity/domain/installation.ts';
import { RevocationEntry } from '#src/identity/domain/revocation.ts';
import { SignInAttempt } from '#src/identity/domain/sign-in-attempt.ts';
import { Stewardship } from '#src/identity/domain/stewardship.ts';
import { Invitation, Membership, UserRecord, userShape } from '#src/identity/domain/user.ts';
import { StoredApiKey } from '#src/identity/store/api-keys.ts';
import { EndedSessions } from '#src/identity/store/ended-sessions.ts';
import { UsageCounter } from '#src/identity/store/usage.ts';
import { UserItem } from '#src/identity/store/users.ts';
import { IngestionJob } from '#src/ingestion/domain/job.ts';
import { Proposal, proposalShape } from '#src/ingestion/proposals/domain/proposal.ts';
import { ProposalLink } from '#src/ingestion/proposals/store/proposals.ts';
import { FinishedItem, PendingItem } from '#src/ingestion/store/job-items.ts';
import { JobRow, LatestJob } from '#src/ingestion/store/job-list.ts';
import { PendingEnrichment } from '#src/ingestion/store/pending-enrichments.ts';
import { AnswerPart } from '#src/ingestion/store/source-answers.ts';
import { WorkBatch } from '#src/ingestion/store/work-batches.ts';
import { RolloutChange, RolloutRecord } from '#src/lists/rollout/domain/configuration.ts';
import { MinuteCounters } from '#src/lists/rollout/store/minutes.ts';
import { StoredEvent } from '#src/logbook/domain/activity.ts';
import { AuditRecord } from '#src/logbook/domain/audit.ts';
import { GroupRecord, GroupRow, groupShape } from '#src/records/groups/group.ts';
import { GroupImport, ImportedMember } from '#src/records/groups/import.ts';
import { GroupMember, GroupMemberRow, groupMemberShape } from '#src/records/groups/member.ts';
import { GroupOutput, GroupOutputRow, groupOutputShape } from '#src/records/groups/output.ts';
import { IntakeRecord } from '#src/records/intakes/intake.ts';
import { IntakeMapping, IntakeMappingList } from '#src/records/intakes/store/mappings.ts';
import { IntakeRowItem } from '#src/records/intakes/store/rows.ts';
import { UndoneOutput } from '#src/records/intakes/store/undone.ts';
import { UntoldIntake } from '#src/records/intakes/store/untold.ts';
import { IssnRecord } from '#src/records/journals/journal.ts';
import { Comparable } from '#src/records/likeness/comparable.ts';
import { DuplicatePair, duplicatePairShape } from '#src/records/likeness/pair.ts';
import { AffiliationPeriod } from '#src/records/people/affiliation.ts';
import { PersonRecord, PersonRow, personShape } from '#src/records/people/person.ts';
import { ErasureMark } from '#src/records/people/store/erasure-marks.ts';
import { ProjectRecord, ProjectRow, projectShape } from '#src/records/projects/project.ts';
import { PublicationEdit } from '#src/records/publications/edits.ts';
import { PublicationRecord } from '#src/records/publications/publication.ts';
import { CuratorRow, PublicationRow, publicationShape } from '#src/records/publications/row.ts';
import { AliasDecision } from '#src/records/publications/store/alias-decisions.ts';
import { decompress } from '#src/records/publications/store/compressed.ts';
import { PublicationItem } from '#src/records/publications/store/items.ts';
import { Relating } from '#src/records/publications/store/relations.ts';
import { PartCounts, ReportRecord, ReportRun, RunCounts } from '#src/records/reports/report.ts';
import { ReportItem } from '#src/records/reports/report-item.ts';
import { WorkRecord } from '#src/records/works/work.ts';
import { CuratorWorkRow, WorkRow, workShape } from '#src/records/works/work-row.ts';
import { type keys, listEpochSortKey } from '#src/table/keys.ts';
import { FailedRecord, PassProgress } from '#src/table/passes/stored-pass.ts';
import { hasOlderShape } from '#src/table/rewrite.ts';
import type { Item } from '#src/table/table.ts';
import { JsonPatch } from '#src/vocabulary/json/json-patch.ts';
import { PendingEvent, StoredDelivery, StoredWebhook } from '#src/webhooks/domain/webhook.ts';
import { WebhookTurn } from '#src/webhooks/store/turns.ts';
import { ListProgress } from '#src/webhooks/store/webhooks.ts';

type Keys = typeof keys;
/** The functions of keys.ts that return the whole key of an item. */
type KeyName = {
  [K in keyof Keys]: Keys[K] extends (...input: never[]) => { pk: string; sk: string } ? K : never;
}[keyof Keys];

/** A schema of items, or of what they hold compressed, with how it is read from them. */
interface UnpackedReader {
  schema: z.ZodType;
  read: (item: Item) => unknown;
}

/** How the items of a key are read; undefined where no code reads their attributes through a schema. */
export type ItemReader = z.ZodType | UnpackedReader | undefined;

const inBody = (schema: z.ZodType): UnpackedReader => ({
  schema,
  read: (item) => schema.parse(decompress(item.body)),
});

/** How every item of the table is read, by its key function. Compiles only if every function has an entry. */
export const itemReaders: Record<KeyName, ItemReader> = {
  publication: {
    schema: z.union([PublicationItem, PublicationRecord]),
    read: (item) => {
      const stored = PublicationItem.parse(item);
      if (stored.kind === 'alias' || stored.parts) return stored;
      return PublicationRecord.parse(decompress(stored.body));
    },
  },
  sourceAnswer: AnswerPart,
  publicationPart: undefined,
  personAnswer: AnswerPart,
  relatedFrom: undefined,
  relating: Relating,
  bulkEdit: BulkEdit,
  bulkEditPatch: inBody(JsonPatch),
  bulkEditOutcome: EditOutcome,
  openBulkEdit: undefined,
  intake: IntakeRecord,
  intakeReading: undefined,
  intakeRow: IntakeRowItem,
  openIntake: undefined,
  untoldIntake: UntoldIntake,
  undoneOutput: UndoneOutput,
  groupImportListRow: undefined,
  intakeListRow: undefined,
  intakeMapping: IntakeMapping,
  intakeMappingList: IntakeMappingList,
  reportDocument: StoredDocument,
  reportDocumentPart: undefined,
  openReportDocument: undefined,
  uncompared: Uncompared,
  sharedViews: SavedViews,
  ownViews: SavedViews,
  report: ReportRecord,
  reportRun: ReportRun,
  reportRunPart: inBody(z.array(ReportItem)),
  reportRunListing: inBody(z.array(ListedOutput)),
  reportRunPartCounts: inBody(PartCounts),
  reportRunCounts: inBody(RunCounts),
  openReportRun: undefined,
  publicationEdit: inBody(PublicationEdit),
  aliasDecision: AliasDecision,
  mergedPublication: inBody(MergedPublication),
  listEpoch: undefined,
  leftRow: undefined,
  publicationRow: CuratorRow,
  workRow: CuratorWorkRow,
  personRow: PersonRow,
  projectRow: ProjectRow,
  duplicatePair: DuplicatePair,
  duplicateBlock: Comparable,
  duplicateLink: DuplicateLink,
  proposal: Proposal,
  proposalOf: ProposalLink,
  person: PersonRecord,
  affiliation: AffiliationPeriod,
  latestJob: LatestJob,
  erased: ErasureMark,
  work: WorkRecord,
  workEdit: inBody(PublicationEdit),
  workPerson: undefined,
  issn: IssnRecord,
  project: ProjectRecord,
  group: GroupRecord,
  groupRow: GroupRow,
  groupTree: undefined,
  groupWithExternalId: undefined,
  groupsOfPerson: GroupMember,
  groupsOfStaff: GroupMember,
  personOfStaff: undefined,
  groupMemberRow: GroupMemberRow,
  groupsOfPublication: GroupOutput,
  groupsOfWork: GroupOutput,
  groupOutputRow: GroupOutputRow,
  groupImport: GroupImport,
  groupImportMember: ImportedMember,
  job: IngestionJob,
  pendingWork: PendingItem,
  workBatch: WorkBatch,
  finishedWork: FinishedItem,
  pendingEnrichment: PendingEnrichment,
  jobRow: JobRow,
  apiKey: StoredApiKey,
  apiKeyRow: z.object({ key_hash: z.string() }),
  usage: UsageCounter,
  endedSessions: EndedSessions,
  signInAttempt: SignInAttempt,
  installation: InstallationRecord,
  origin: OriginRecord,
  credential: CredentialRecord,
  installationRow: z.object({ installation: InstallationRecord, origins: z.array(OriginRecord) }),
  webhook: StoredWebhook,
  webhookAddition: undefined,
  webhookProgress: ListProgress,
  pendingEvent: PendingEvent,
  webhookTurn: WebhookTurn,
  slowWebhookWorker: undefined,
  delivery: StoredDelivery,
  knownRetraction: undefined,
  site: undefined,
  activityWorkspace: undefined,
  activity: StoredEvent,
  audit: AuditRecord,
  importProgress: undefined,
  revocation: RevocationEntry,
  user: UserItem,
  membership: Membership,
  stewardship: Stewardship,
  invitation: Invitation,
  userRow: UserRecord,
  memberRow: Membership,
  invitationRow: Invitation,
  sourceSlot: undefined,
  sourcePlace: undefined,
  sourceDay: undefined,
  sourceRefreshDay: undefined,
  passProgress: PassProgress,
  failedRecord: FailedRecord,
  rollout: RolloutRecord,
  rolloutChange: RolloutChange,
  rolloutMinute: MinuteCounters,
};

/** The fields of every kind of item, by its key function: paths such as `original.authors.name`. */
export function storedFields(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(itemReaders).map(([name, reader]) => {
      const schema = reader instanceof z.ZodType ? reader : reader?.schema;
      return [name, schema ? fieldsOf(schema) : []];
    }),
  );
}

function fieldsOf(schema: z.ZodType): string[] {
  const found = new Set<string>();
  const visit = (node: z.core.JSONSchema.BaseSchema, path: string): void => {
    const { anyOf = [], oneOf = [], allOf = [], prefixItems = [], properties = {}, items, additionalProperties } = node;
    for (const name of Object.keys(properties)) found.add(path + name);
    const inside = [...anyOf, ...oneOf, ...allOf, ...prefixItems, items].flat().map((part) => [path, part] as const);
    const below = Object.entries(properties).map(([name, field]) => [`${path}${name}.`, field] as const);
    for (const [at, part] of [...inside, ...below, [`${path}*.`, additionalProperties] as const])
      if (typeof part === 'object') visit(part, at);
  };
  // Schemas that are used several times are written out.
  visit(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }), '');
  return [...found].sort();
}

/** Keys that data sets need not contain: their items expire within days, have no history, or are large. */
export const optionalKeys: readonly KeyName[] = [
  'endedSessions',
  'leftRow',
  'signInAttempt',
  'activityWorkspace',
  'publicationPart',
  'sourceSlot',
  'sourcePlace',
  'sourceDay',
  'sourceRefreshDay',
  'passProgress',
  'failedRecord',
  'importProgress',
  'relating',
  'bulkEdit',
  'bulkEditPatch',
  'bulkEditOutcome',
  'openBulkEdit',
  'reportDocument',
  'reportDocumentPart',
  'openReportDocument',
  'uncompared',
  'sharedViews',
  'ownViews',
  'report',
  'reportRun',
  'reportRunPart',
  'reportRunListing',
  'reportRunPartCounts',
  'reportRunCounts',
  'openReportRun',
  'pendingEnrichment',
  'rolloutMinute',
  'webhook',
  'webhookAddition',
  'webhookProgress',
  'pendingEvent',
  'webhookTurn',
  'slowWebhookWorker',
  'delivery',
  'knownRetraction',
  'groupImport',
  'groupImportMember',
  'groupImportListRow',
  'intake',
  'intakeReading',
  'intakeRow',
  'openIntake',
  'untoldIntake',
  'undoneOutput',
  'intakeListRow',
  'intakeMapping',
  'intakeMappingList',
];

/** The schemas covered by each shape number: a change of any of them raises it. */
export const shapes: Record<string, { shape: number; schemas: Record<string, z.ZodType> }> = {
  publication: { shape: publicationShape, schemas: { PublicationRecord, PublicationRow, CuratorRow } },
  work: { shape: workShape, schemas: { WorkRecord, WorkRow, CuratorWorkRow } },
  person: { shape: personShape, schemas: { PersonRecord, PersonRow } },
  project: { shape: projectShape, schemas: { ProjectRecord, ProjectRow } },
  group: { shape: groupShape, schemas: { GroupRecord, GroupRow } },
  groupMember: { shape: groupMemberShape, schemas: { GroupMember, GroupMemberRow } },
  groupOutput: { shape: groupOutputShape, schemas: { GroupOutput, GroupOutputRow } },
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
  GROUP: groupShape,
  GROUP_MEMBER: groupMemberShape,
  GROUP_OUTPUT: groupOutputShape,
  KEY: apiKeyShape,
  INSTALLATION: installationShape,
  INSTALLATIONS: installationShape,
  USER: userShape,
  USERS: userShape,
  WORKSPACE: userShape,
};

/** Whether an item should have a shape number, and has an older one. */
export function isOutdated(item: Item): boolean {
  const [kind = '', collection = ''] = String(item.pk).split('#');
  // Links to pairs and proposals have no number.
  const isBeside = kind === 'DUPLICATE' || kind === 'PROPOSAL';
  const shape = isBeside ? undefined : shapeOfPartition[kind === 'LIST' ? collection : kind];
  const isRecord = item.sk === 'RECORD' || !['PUB', 'WORK', 'PERSON', 'KEY'].includes(kind);
  // No list leads to deleted keys, no record to the row of a merged publication; aliases and epochs have no shape.
  const isUnreached =
    (kind === 'KEY' && item.deleted_at !== null) || (collection === 'PUB' && Boolean(item.merged_into));
  const isLeft = item.kind === 'alias' || isUnreached || item.sk === listEpochSortKey;
  return shape !== undefined && isRecord && !isLeft && hasOlderShape(item, shape);
}
