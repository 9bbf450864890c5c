import type { keys, refs } from '../../src/storage/keys.ts';

type Functions<T> = { [K in keyof T as T[K] extends (...input: never[]) => unknown ? K : never]: T[K] };
type Examples<T> = { [K in keyof Functions<T>]: T[K] extends (...input: infer Input) => unknown ? Input : never };

const doi = '10.5555/example';
const orcid = '0000-0002-1825-0097';
const hash = 'a3f1';
const noonMs = Date.UTC(2026, 0, 31, 12);

/** Example arguments of every key function. A key function without an example does not compile. */
export const keyExamples: Examples<typeof keys> = {
  publication: [doi],
  sourceAnswer: [doi, 'crossref', 0],
  personAnswer: [orcid, 'works', 0],
  relatedFrom: [doi, '10.5555/other'],
  publicationEdit: [doi, 1],
  relating: [doi],
  mergedPublication: [doi],
  listShard: ['PUB', 3],
  listEpoch: ['PUB'],
  publicationRow: [doi],
  workRow: ['01KE'],
  personRow: [orcid],
  projectRow: ['kilns-2026'],
  duplicatePair: ['01KD'],
  duplicateBlock: ['b1f0', `publication:${doi}`],
  duplicateLink: [`publication:${doi}`, '01KD'],
  proposal: ['01KQ'],
  proposalOf: [orcid, '01KQ'],
  proposalProgress: ['awards'],
  person: [orcid],
  affiliation: [orcid, noonMs, '01KP'],
  latestJob: [orcid],
  work: ['01KE'],
  project: ['kilns-2026'],
  job: ['01KJ'],
  pendingWork: ['01KJ', doi],
  workBatch: ['01KJ', 3],
  finishedWork: ['01KJ', doi],
  pendingEnrichment: [noonMs, '10.5555/12345678'],
  jobRow: [noonMs, '01KJ'],
  jobMonth: [noonMs],
  apiKey: [hash],
  apiKeyRow: [noonMs, hash],
  usage: [hash],
  installation: ['01KI'],
  origin: ['01KI', '01KG'],
  credential: ['01KI', hash],
  installationRow: ['library', noonMs, '01KI'],
  installationList: ['library'],
  site: ['https://www.example.org'],
  activity: ['library', noonMs, '01KA'],
  activityMonth: ['library', noonMs],
  audit: [noonMs, '01KR'],
  auditMonth: [noonMs],
  importProgress: [],
  revocation: [noonMs, '01KV'],
  user: ['curator@example.org'],
  membership: ['curator@example.org', 'library'],
  invitation: ['curator@example.org', 'library'],
  userRow: ['curator@example.org'],
  memberRow: ['library', 'curator@example.org'],
  invitationRow: ['library', 'curator@example.org'],
  sourceSecond: ['orcid', noonMs / 1000],
  sourceDay: ['openalex', '2026-01-31'],
  sourceRefreshDay: ['openalex', '2026-01-31'],
  refreshAttempt: ['publication', '10.5555/12345678'],
  sourceWarning: ['openalex', '01KJ', 'refused'],
  repairProgress: ['all', 3],
  rollout: ['locale-search'],
  rolloutChange: ['locale-search', 3],
  rolloutMinute: ['locale-search', noonMs, 2],
  backfillProgress: [],
};

export const refExamples: Examples<typeof refs> = {
  activeJob: [noonMs, '01KJ'],
  unsyncedKey: [noonMs, hash],
  workOf: [orcid, '01KE'],
  worksOf: [orcid],
  credential: [hash],
  origin: ['01KG'],
};
