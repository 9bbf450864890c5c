import type { keyExamples } from './key-examples.ts';

/** Personal data under a key: whose, what, for which purpose, and how long. */
export interface PersonalData {
  whose: string;
  data: string;
  purpose: string;
  until: string;
}

const [researchers, authors] = ['researchers', 'authors, editors, researchers'];
const [users, whoChanged, withUser] = ['users of the dashboard', 'users, API clients', 'the user is deleted'];

const withPublication = 'the publication is deleted for good';
const withPerson = 'the person is erased, or the data is reset';
const untilActivity = 'an administrator deletes it, or `retention.activityDays`';
const [untilAudit, untilReport] = ['400 days, or `retention.auditDays`', '90 days, or `retention.jobReportDays`'];
const untilRun = '90 days, or the report is deleted if the run is frozen';

const runNumbers = {
  whose: researchers,
  data: 'numbers of outputs by person, if the report counts by people',
  purpose: 'to keep what was reported',
  until: `${untilRun}; the iD and the name of a person until their erasure`,
};

/**
 * The personal data under each key; null for none. Compiles only if every key is listed. Keys that are only a partition
 * of others are null too.
 */
export const personalData: Record<keyof typeof keyExamples, PersonalData | null> = {
  publication: {
    whose: authors,
    data:
      'names and iDs as the sources publish them; the iDs of linked researchers with the evidence, the decisions of ' +
      'curators, and what their ORCID records say of it',
    purpose: 'to show publications and whose they are',
    until: withPublication,
  },
  sourceAnswer: {
    whose: authors,
    data: 'names, iDs and affiliations as sent by a source',
    purpose: 'to derive the record again without asking the source',
    until: withPublication,
  },
  publicationPart: {
    whose: authors,
    data: 'a part of a record that is too large for one item',
    purpose: 'to store publications of thousands of authors',
    until: withPublication,
  },
  personAnswer: {
    whose: researchers,
    data: 'the public works and employments of their ORCID record, as ORCID sent them',
    purpose: 'to derive records again, and to find removed works and members of groups',
    until: withPerson,
  },
  relatedFrom: null,
  publicationEdit: {
    whose: `${users}; authors`,
    data: 'who edited, when; names before and after',
    purpose: 'to show and revert edits',
    until: withPublication,
  },
  relating: null,
  uncompared: null,
  bulkEdit: {
    whose: users,
    data: 'who edited many publications, when; their subject at the issuer',
    purpose: 'to report on it',
    until: untilReport,
  },
  bulkEditPatch: {
    whose: authors,
    data: 'the values to set, such as names of authors',
    purpose: 'to edit the publications',
    until: 'all are edited, at most an hour',
  },
  bulkEditOutcome: null,
  openBulkEdit: null,
  reportDocument: null,
  reportDocumentPart: {
    whose: authors,
    data: 'the names and publications in a document of a report',
    purpose: 'to download it',
    until: 'seven days after it was made; an erasure deletes it at once',
  },
  openReportDocument: null,
  sharedViews: {
    whose: users,
    data: 'who saved which search, when; names in it',
    purpose: 'to share it with the workspace',
    until: 'they are deleted, or somebody in it is erased',
  },
  ownViews: {
    whose: users,
    data: 'the searches that a person has saved; names in them',
    purpose: 'to show them again',
    until: 'they are deleted, somebody in them is erased, or the membership ends',
  },
  report: {
    whose: users,
    data: 'who saved which report, when; iDs of people in its filter',
    purpose: 'to show and run it again',
    until: 'it is deleted, or somebody in it is erased',
  },
  reportRun: {
    whose: users,
    data: 'who asked for a run of a report, when; the definition as it was',
    purpose: 'to keep what was reported',
    until: untilRun,
  },
  reportRunPart: {
    whose: authors,
    data: 'the outputs of a run as they were, with the names of authors and the groups of people',
    purpose: 'to make documents of it, and to compare it with later ones',
    until: `${untilRun}; the iD and the name of a person until their erasure`,
  },
  reportRunListing: null,
  reportRunPartCounts: runNumbers,
  reportRunCounts: runNumbers,
  openReportRun: null,
  mergedPublication: {
    whose: authors,
    data: 'the publication as it was before it was merged',
    purpose: 'to undo the merge',
    until: withPublication,
  },
  aliasDecision: null,
  listShard: null,
  listEpoch: null,
  leftRow: null,
  publicationRow: {
    whose: authors,
    data: 'the iDs of linked researchers and of people who are no authors, the names of authors',
    purpose: 'to list and search publications',
    until: withPublication,
  },
  workRow: {
    whose: researchers,
    data: 'the iD of the researcher',
    purpose: 'to list works without a DOI',
    until: withPerson,
  },
  personRow: {
    whose: researchers,
    data: 'iD, names, photo address, kind, categories, current affiliation',
    purpose: 'to list and search people',
    until: withPerson,
  },
  projectRow: null,
  duplicatePair: {
    whose: users,
    data: 'who decided, when',
    purpose: 'to find duplicates and undo decisions',
    until: withPublication,
  },
  duplicateBlock: {
    whose: authors,
    data: 'family names of authors, iDs of researchers',
    purpose: 'to compare records that may be one publication',
    until: withPublication,
  },
  duplicateLink: null,
  proposal: {
    whose: `${researchers}; users`,
    data: 'iD, employment, printed affiliations or publication in question; who decided, when',
    purpose: 'to ask curators, and to remember their decisions',
    until: withPerson,
  },
  proposalOf: {
    whose: researchers,
    data: 'iD',
    purpose: 'to find the questions about a person',
    until: withPerson,
  },
  person: {
    whose: researchers,
    data: 'iD, names, biography, photo address, kind, categories, current affiliation; no e-mail address',
    purpose: 'to show people with their publications, and to match them to authors',
    until: withPerson,
  },
  affiliation: {
    whose: researchers,
    data: 'iD, entity, status and time',
    purpose: 'to say who belonged to the institution when',
    until: withPerson,
  },
  latestJob: { whose: researchers, data: 'iD', purpose: 'to run one ingestion at a time', until: withPerson },
  erased: {
    whose: 'erased people',
    data: 'a keyed hash of the iD, which only the secret and the iD together lead to; when they were erased; until the erasure has finished, the iD encrypted with the secret',
    purpose: 'so that no ingestion restores them',
    until: 'a superadmin asks for the person again',
  },
  work: {
    whose: researchers,
    data: 'iD, a work without a DOI of their ORCID record, its contributors, and the iDs of other people linked to it',
    purpose: 'to show works without a DOI',
    until: withPerson,
  },
  workEdit: {
    whose: `${users}; authors`,
    data: 'who edited, when; names before and after',
    purpose: 'to show and revert edits',
    until: 'their work is deleted',
  },
  workPerson: {
    whose: researchers,
    data: 'iD, a work without a DOI that they are linked to',
    purpose: 'to find their works',
    until: withPerson,
  },
  issn: null,
  project: {
    whose: researchers,
    data: 'the iDs of members and coordinators',
    purpose: 'to show who took part',
    until: 'the person is erased, or somebody takes the iD out',
  },
  group: {
    whose: users,
    data: 'e-mail addresses of the stewards of a group',
    purpose: 'to say who looks after it',
    until: 'an administrator takes them out, or they are deleted',
  },
  groupRow: null,
  groupTree: null,
  groupWithExternalId: null,
  groupsOfPerson: {
    whose: researchers,
    data: 'iD, staff id, groups such as departments with periods and roles',
    purpose: 'to say whose outputs are those of a group',
    until: withPerson,
  },
  groupsOfStaff: {
    whose: 'staff without an iD',
    data: 'name, staff id, groups such as departments with periods and roles',
    purpose: 'to know who has no iD yet',
    until: 'they get an iD, or somebody removes them',
  },
  personOfStaff: {
    whose: researchers,
    data: 'iD and staff id',
    purpose: 'to find people by the number in the systems of the institution',
    until: withPerson,
  },
  groupMemberRow: {
    whose: 'researchers, staff without an iD',
    data: 'iD or name, staff id, groups with periods and roles',
    purpose: 'to list members, and find the outputs of groups',
    until: 'the person is erased, the data is reset, or somebody removes who has no iD',
  },
  groupsOfPublication: null,
  groupsOfWork: null,
  groupOutputRow: null,
  groupImport: { whose: users, data: 'who imported memberships, when', purpose: 'to undo it', until: '90 days' },
  groupImportListRow: null,
  groupImportMember: {
    whose: 'researchers, staff without an iD',
    data: 'the memberships before an import; iD or name and staff id',
    purpose: 'to undo the import',
    until: '90 days, or the person is erased',
  },
  intake: {
    whose: users,
    data: 'who took in a file, when; its name; their subject at the issuer',
    purpose: 'to report on it, and to undo it',
    until: '90 days',
  },
  intakeReading: null,
  intakeRow: {
    whose: authors,
    data: 'names and iDs in an entry of a file; those of people who may be its authors; who was linked',
    purpose: 'to decide what becomes of the entry, to report on it, and to undo that',
    until: '90 days, or somebody in it is erased',
  },
  openIntake: null,
  untoldIntake: null,
  undoneOutput: null,
  intakeListRow: null,
  intakeMapping: null,
  intakeMappingList: null,
  job: {
    whose: `${researchers}; ${whoChanged}`,
    data: 'iD; who requested the ingestion, when',
    purpose: 'to run and trace ingestions',
    until: withPerson,
  },
  pendingWork: {
    whose: researchers,
    data: 'a publication as their ORCID record lists it',
    purpose: 'to fetch it',
    until: 'it is fetched',
  },
  workBatch: {
    whose: authors,
    data: 'names and iDs of contributors to works, from an ORCID record',
    purpose: 'to read the contributors of many works at once',
    until: untilReport,
  },
  finishedWork: {
    whose: researchers,
    data: 'the outcome of a publication; for a failed one, its ORCID data',
    purpose: 'to report on an ingestion, and to retry it',
    until: untilReport,
  },
  pendingEnrichment: null,
  jobRow: { whose: researchers, data: 'iD', purpose: 'to list ingestions', until: withPerson },
  jobMonth: null,
  apiKey: { whose: 'users', data: 'who created it', purpose: 'to know whom to ask', until: 'it is deleted' },
  apiKeyRow: null,
  usage: null,
  endedSessions: null,
  signInAttempt: null,
  importProgress: null,
  installation: null,
  origin: null,
  credential: null,
  installationRow: null,
  installationList: null,
  webhook: null,
  webhookAddition: null,
  webhookProgress: null,
  pendingEvent: null,
  webhookTurn: null,
  slowWebhookWorker: null,
  delivery: null,
  knownRetraction: null,
  site: null,
  activity: {
    whose: `${whoChanged}; ${researchers}`,
    data: 'who did what, when; the iDs it was about; fields before and after',
    purpose: 'to show members of a workspace what happened',
    until: untilActivity,
  },
  activityWorkspace: null,
  activityMonth: null,
  audit: {
    whose: `${whoChanged}; ${researchers}`,
    data: 'who changed what, when; the iD or e-mail address it was about; fields before and after',
    purpose: 'to find out who changed what',
    until: untilAudit,
  },
  auditMonth: null,
  revocation: null,
  user: {
    whose: users,
    data: 'e-mail address, display name, roles, subject at the issuer',
    purpose: 'to let them in',
    until: withUser,
  },
  membership: {
    whose: users,
    data: 'e-mail address, workspace, role',
    purpose: 'to let them in',
    until: 'they are removed',
  },
  stewardship: {
    whose: users,
    data: 'e-mail address, the groups that they look after, the workspace of who named them',
    purpose: 'to let them in',
    until: 'they look after none any more, or are deleted',
  },
  invitation: {
    whose: 'invited people',
    data: 'e-mail address, workspace, role, who invited',
    purpose: 'to let them in',
    until: 'it is accepted, cancelled or 14 days old',
  },
  userRow: { whose: users, data: 'e-mail address, display name, roles', purpose: 'to list users', until: withUser },
  memberRow: {
    whose: users,
    data: 'e-mail address, role',
    purpose: 'to list the members of a workspace',
    until: 'they are removed',
  },
  invitationRow: {
    whose: 'invited people',
    data: 'e-mail address, role, who invited',
    purpose: 'to list invitations',
    until: 'it is accepted, cancelled or 14 days old',
  },
  sourceSlot: null,
  sourcePlace: null,
  sourceDay: null,
  sourceRefreshDay: null,
  passPartition: null,
  passProgress: {
    whose: researchers,
    data: 'the iD of the person whom a pass processed last',
    purpose: 'to continue from there',
    until: 'the pass goes on',
  },
  failedRecord: { whose: researchers, data: 'iD', purpose: 'to try it again', until: 'it succeeds, or their erasure' },
  rollout: { whose: 'users', data: 'who changed it last', purpose: 'to know whom to ask', until: 'the next change' },
  rolloutChange: { whose: 'users', data: 'who changed it, when', purpose: 'to show its history', until: untilAudit },
  rolloutMinute: null,
};
