import type { keyExamples } from './key-examples.ts';

/** Personal data under a key: whose, what, for which purpose, and how long. */
export interface PersonalData {
  whose: string;
  what: string;
  why: string;
  until: string;
}

const researchers = 'researchers';
const authors = 'authors, editors, researchers';
const users = 'users of the dashboard';
const whoChanged = 'users, API clients';

const untilDeleted = 'it is deleted';
const withPublication = 'the publication is deleted for good';
const withPerson = 'the person is erased, or the data is reset';
const withUser = 'the user is deleted';
const untilActivity = 'an administrator deletes it, or `retention.activityDays`';
const untilAudit = '400 days, or `retention.auditDays`';
const untilReport = '90 days, or `retention.jobReportDays`';

/**
 * The personal data under each key; null for none. A new key does not compile until it is here. Keys that are only a
 * partition of others are null too.
 */
export const personalData: Record<keyof typeof keyExamples, PersonalData | null> = {
  publication: {
    whose: authors,
    what:
      'names and iDs as the sources publish them; the iDs of linked researchers with the evidence, the decisions of ' +
      'curators, and what their ORCID records say of it',
    why: 'to show publications and whose they are',
    until: withPublication,
  },
  sourceAnswer: {
    whose: authors,
    what: 'names, iDs and affiliations as a source sent them',
    why: 'to derive the record again without asking the source',
    until: withPublication,
  },
  publicationPart: {
    whose: authors,
    what: 'a part of a record that is too large for one item',
    why: 'to store publications of thousands of authors',
    until: withPublication,
  },
  personAnswer: {
    whose: researchers,
    what: 'the public works of their ORCID record, as ORCID sent them',
    why: 'to derive records again, and to see what was taken off the ORCID record',
    until: withPerson,
  },
  relatedFrom: null,
  publicationEdit: {
    whose: `${users}; authors`,
    what: 'who edited, when; names before and after',
    why: 'to show and revert edits',
    until: withPublication,
  },
  relating: null,
  bulkEdit: { whose: users, what: 'who edited many publications, when', why: 'to report on it', until: untilReport },
  bulkEditPatch: {
    whose: authors,
    what: 'what is set, such as names of authors',
    why: 'to edit the publications',
    until: 'all are edited, at most an hour',
  },
  bulkEditOutcome: null,
  openBulkEdit: null,
  mergedPublication: {
    whose: authors,
    what: 'the publication as it was before it was merged',
    why: 'to undo the merge',
    until: withPublication,
  },
  listShard: null,
  listEpoch: null,
  publicationRow: {
    whose: authors,
    what: 'the iDs of linked researchers, the names of authors',
    why: 'to list and search publications',
    until: withPublication,
  },
  workRow: {
    whose: researchers,
    what: 'the iD of the researcher',
    why: 'to list works without a DOI',
    until: withPerson,
  },
  personRow: {
    whose: researchers,
    what: 'iD, names, photo address, kind, categories, current affiliation',
    why: 'to list and search people',
    until: withPerson,
  },
  projectRow: null,
  duplicatePair: {
    whose: users,
    what: 'who decided, when',
    why: 'to find duplicates and undo decisions',
    until: withPublication,
  },
  duplicateBlock: {
    whose: authors,
    what: 'family names of authors, iDs of researchers',
    why: 'to compare records that may be of one publication',
    until: withPublication,
  },
  duplicateLink: null,
  proposal: {
    whose: `${researchers}; users`,
    what: 'iD, employment or publication in question; who decided, when',
    why: 'to ask curators, and to remember what they said',
    until: withPerson,
  },
  proposalOf: {
    whose: researchers,
    what: 'iD',
    why: 'to find the questions about a person',
    until: withPerson,
  },
  person: {
    whose: researchers,
    what: 'iD, names, biography, photo address, kind, categories, current affiliation; no e-mail address',
    why: 'to show people with their publications, and to match them to authors',
    until: withPerson,
  },
  affiliation: {
    whose: researchers,
    what: 'iD, entity, status and time',
    why: 'to say who belonged to the institution when',
    until: withPerson,
  },
  latestJob: { whose: researchers, what: 'iD', why: 'to run one ingestion at a time', until: withPerson },
  erased: {
    whose: 'erased people',
    what: 'a keyed hash of the iD, which only the secret and the iD together lead to; when they were erased; until erasing has finished, the iD encrypted with the secret',
    why: 'so that no ingestion brings them back',
    until: 'a superadmin asks for the person again',
  },
  work: {
    whose: researchers,
    what: 'iD, a work without a DOI of their ORCID record',
    why: 'to show works without a DOI',
    until: withPerson,
  },
  project: {
    whose: researchers,
    what: 'the iDs of members and coordinators',
    why: 'to show who took part',
    until: 'the person is erased, or somebody takes the iD out',
  },
  job: {
    whose: `${researchers}; ${whoChanged}`,
    what: 'iD; who requested the ingestion, when',
    why: 'to run and trace ingestions',
    until: withPerson,
  },
  pendingWork: {
    whose: researchers,
    what: 'a publication as their ORCID record lists it',
    why: 'to fetch it',
    until: 'it is fetched',
  },
  workBatch: {
    whose: authors,
    what: 'names and iDs of those who contributed to works of an ORCID record, as that says',
    why: 'to read the contributors of many works at once',
    until: untilReport,
  },
  finishedWork: {
    whose: researchers,
    what: 'what became of a publication; of a failed one, what their ORCID record says',
    why: 'to report on an ingestion, and to try again',
    until: untilReport,
  },
  pendingEnrichment: null,
  jobRow: { whose: researchers, what: 'iD', why: 'to list ingestions', until: withPerson },
  jobMonth: null,
  apiKey: { whose: 'users', what: 'who created it', why: 'to know whom to ask', until: untilDeleted },
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
  site: null,
  activity: {
    whose: `${whoChanged}; ${researchers}`,
    what: 'who did what, when; the iDs it was about; fields before and after',
    why: 'to show members of a workspace what happened',
    until: untilActivity,
  },
  activityWorkspace: null,
  activityMonth: null,
  audit: {
    whose: `${whoChanged}; ${researchers}`,
    what: 'who changed what, when; the iD or e-mail address it was about; fields before and after',
    why: 'to find out who changed what',
    until: untilAudit,
  },
  auditMonth: null,
  revocation: null,
  user: {
    whose: users,
    what: 'e-mail address, display name, roles, subject at the issuer',
    why: 'to let them in',
    until: withUser,
  },
  membership: {
    whose: users,
    what: 'e-mail address, workspace, role',
    why: 'to let them in',
    until: 'they are removed',
  },
  invitation: {
    whose: 'invited people',
    what: 'e-mail address, workspace, role, who invited',
    why: 'to let them in',
    until: 'it is accepted, cancelled or 14 days old',
  },
  userRow: { whose: users, what: 'e-mail address, display name, roles', why: 'to list users', until: withUser },
  memberRow: {
    whose: users,
    what: 'e-mail address, role',
    why: 'to list the members of a workspace',
    until: 'they are removed',
  },
  invitationRow: {
    whose: 'invited people',
    what: 'e-mail address, role, who invited',
    why: 'to list invitations',
    until: 'it is accepted, cancelled or 14 days old',
  },
  sourceSlot: null,
  sourceDay: null,
  sourceRefreshDay: null,
  passPartition: null,
  passProgress: {
    whose: researchers,
    what: 'the iD of the person whom a pass dealt with last',
    why: 'to continue there',
    until: 'the pass goes on',
  },
  failedRecord: {
    whose: researchers,
    what: 'iD',
    why: 'to try what failed again later',
    until: 'it succeeds, or the person is erased',
  },
  sourceWarning: null,
  rollout: { whose: 'users', what: 'who changed it last', why: 'to know whom to ask', until: 'the next change' },
  rolloutChange: { whose: 'users', what: 'who changed it, when', why: 'to show its history', until: untilAudit },
  rolloutMinute: null,
};
