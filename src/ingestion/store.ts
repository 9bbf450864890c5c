import { isDeepStrictEqual } from 'node:util';
import { defaultWorkspace } from '../domain/access/workspace.ts';
import type { WorkOutcome } from '../domain/job.ts';
import type { PersonNames } from '../domain/matching/match.ts';
import { orcidBibliographies, translationsOf, wholeBibliography } from '../domain/orcid/bibliography.ts';
import type { WorkSummary } from '../domain/orcid/record.ts';
import { namesOf } from '../domain/person.ts';
import {
  applyIncoming,
  hasPublicationChanged,
  type IncomingPublication,
  type PublicationRecord,
} from '../domain/publication.ts';
import type { Author } from '../domain/values/bibliography.ts';
import { updatePublicationPairs } from '../duplicates/find.ts';
import { relateSaved } from '../relations/relate.ts';
import { type Reporter, retractionWrites } from '../relations/retraction-writes.ts';
import { log } from '../runtime/log.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { readFromAgency } from '../sources/agency.ts';
import type { SourceTimeLimits } from '../sources/http.ts';
import { readEnrichment } from '../sources/openalex.ts';
import { SourceAnswerMalformed, SourceCallPostponed, SourceUnavailable } from '../sources/source.ts';
import { addPendingEnrichment } from '../storage/ingestion/pending-enrichments.ts';
import { saveSourceAnswer } from '../storage/ingestion/source-answers.ts';
import { getPeople } from '../storage/people.ts';
import { canonicalDois, getPublication, savePublication, touchPublication } from '../storage/publications.ts';
import { transact, type Write } from '../storage/table.ts';

/** What the sources know of a DOI; undefined where they do not know it. */
export interface SourceAnswers {
  agency: Awaited<ReturnType<typeof readFromAgency>>;
  openAlex: Awaited<ReturnType<typeof readEnrichment>>;
  /** Why OpenAlex gave no answer. The publication is stored without, and OpenAlex is asked again later. */
  openAlexFailure?: EnrichmentFailure | undefined;
}

type EnrichmentFailure = SourceUnavailable | SourceAnswerMalformed | SourceCallPostponed;

/** What happens without a request is reported in the default workspace. */
const unrequested: Reporter = { workspace: defaultWorkspace, actor: null };

/** When OpenAlex is asked again after a failure. */
const firstRetryMs = 3_600_000;

/** What an ORCID record says of a publication. */
export interface Listing {
  orcid: string;
  /** The DOI by which it is listed. */
  listedAs: string;
  summaries: WorkSummary[];
  /** By put-code. Undefined if they were not read: then those that are stored stay. */
  contributors: ReadonlyMap<number, Author[]> | undefined;
}

/** A publication as it was fetched. */
export interface FetchedPublication extends SourceAnswers {
  /** The canonical DOI. */
  doi: string;
  /** All its DOIs. */
  dois: string[];
  /** The ORCID record that was read and lists it. */
  listing: Listing | undefined;
  /** The researchers to link. */
  orcids: string[];
  /** Whether it is only stored if it is still there, because it was read to be refreshed. */
  mustExist?: boolean;
}

/**
 * What became of a fetched publication. `refused`: a condition of `others` failed. `renamed`: one of its DOIs now belongs
 * to another publication; identify it again. `unknown`: no agency and no ORCID record describe it, and it is not stored;
 * or it must exist and does not. `nobody`: a researcher to link is not in the registry.
 */
export type StoreResult =
  | { outcome: Exclude<WorkOutcome, 'failed'>; before: PublicationRecord | undefined; record: PublicationRecord }
  | 'refused'
  | 'renamed'
  | 'nobody'
  | 'unknown';

/**
 * Reads a DOI from its agency and OpenAlex at once. Throws what the agency throws, after OpenAlex has ended; a failure of
 * OpenAlex is in the result. `run` is the job, which logs each reason for going without OpenAlex once.
 */
export async function readSources(doi: string, patience: SourceTimeLimits, run?: string): Promise<SourceAnswers> {
  const asked = [readFromAgency(doi, patience), readEnrichment(doi, patience, run)] as const;
  await Promise.allSettled(asked);
  const agency = await asked[0];
  try {
    return { agency, openAlex: await asked[1] };
  } catch (error) {
    if (!isEnrichmentFailure(error)) throw error;
    return { agency, openAlex: undefined, openAlexFailure: error };
  }
}

const isEnrichmentFailure = (error: unknown): error is EnrichmentFailure =>
  error instanceof SourceUnavailable || error instanceof SourceAnswerMalformed || error instanceof SourceCallPostponed;

/** The canonical DOI of the first of these DOIs that an existing publication has; undefined if none has. */
export async function existingDoi(dois: string[]): Promise<string | undefined> {
  const known = await canonicalDois(dois);
  return dois.map((each) => known.get(each)).find(Boolean);
}

/**
 * The DOI of the publication that has any of these DOIs, or that the agency's answer to one of them is about; and all its
 * DOIs. A new publication has the agency's DOI: that of an alias leads to the same record. `existing`: what `existingDoi`
 * said of `asked` before. It is not asked again about a single DOI: storing notices if that has become an alias.
 */
export async function identifyPublication(
  asked: string[],
  { agency }: SourceAnswers,
  existing: string | undefined,
): Promise<{ doi: string; dois: string[] }> {
  const [first = ''] = asked;
  const dois = [...new Set([...asked, ...(agency ? [agency.doi, ...(agency.aliases ?? [])] : [])])];
  if (dois.length === 1 && (existing ?? first) === first) return { doi: first, dois };
  return { doi: (await existingDoi(dois)) ?? agency?.doi ?? first, dois };
}

/**
 * Stores a fetched publication together with `others`, which depend on what becomes of it. Repeats after concurrent
 * changes, which end in Contention if they do not stop. Source data is replaced; edits, visibility, deletion and links
 * stay. If nothing has changed, only the fetch time is written, before `others`. A retraction that appears or is taken back
 * is reported to the workspace of `by`.
 */
export function storePublication(
  fetched: FetchedPublication,
  others: (outcome: WorkOutcome, record: PublicationRecord, before: PublicationRecord | undefined) => Write[],
  now: Date,
  by: Reporter = unrequested,
): Promise<StoreResult> {
  const { doi, dois, agency, openAlex } = fetched;
  return retryIfStale<StoreResult>(`The publication ${doi}`, async () => {
    const before = await getPublication(doi);
    // Merged since it was identified: what was fetched is of the other one.
    if (before && before.doi !== doi) return 'renamed';
    if (!before && fetched.mustExist) return 'unknown';
    const described = describe(fetched, before);
    if (!described) return 'unknown';
    const linked = before?.researchers.map(({ orcid }) => orcid) ?? [];
    const added = [...new Set(fetched.orcids)].filter((orcid) => !linked.includes(orcid));
    const people = (await getPeople([...linked, ...added])).map(namesOf);
    if (fetched.orcids.some((each) => !people.some(({ orcid }) => orcid === each))) return 'nobody';
    const answerHashes: Record<string, string> = {};
    for (const answer of [agency, openAlex]) {
      if (!answer) continue;
      answerHashes[answer.source] = await saveSourceAnswer(
        doi,
        answer.source,
        answer,
        before?.answer_hashes[answer.source],
      );
    }
    const incoming: IncomingPublication = {
      doi,
      aliases: await freeAliases(doi, dois),
      ...described,
      enriched: openAlex?.bibliography ?? null,
      enrichment: openAlex?.enrichment ?? null,
      enrichmentFailed: fetched.openAlexFailure !== undefined,
      answerHashes,
      orcids: fetched.orcids,
    };
    const record = applyIncoming(before, incoming, people, now);
    const outcome = before ? (hasPublicationChanged(before, record) ? 'updated' : 'skipped') : 'created';
    const writes = [...others(outcome, record, before), ...retractionWrites(record, before, by, now)];
    // Listed once: before that it was not pending.
    if (record.enrichment_pending_since !== null && (before?.enrichment_pending_since ?? null) === null) {
      writes.push(addPendingEnrichment({ doi, due_at: now.getTime() + firstRetryMs, attempts: 0 }));
    }
    if (before && outcome === 'skipped' && isDeepStrictEqual(before.answer_hashes, record.answer_hashes)) {
      if (!(await touchPublication(before, now))) return stale;
      return writes.length > 0 && (await transact(writes)) ? 'refused' : { outcome, before, record };
    }
    // In the transaction: a person who is being erased does not get a link any more.
    const saved = await savePublication(record, before, writes, added);
    if (saved === 'refused') return (await getPeople(added)).length < added.length ? 'nobody' : 'refused';
    if (saved === 'saved') {
      await updatePublicationPairs(record, before, now);
      await relateSaved(record, before);
      return { outcome, before, record };
    }
    return !before && ((await existingDoi(dois)) ?? doi) !== doi ? 'renamed' : stale;
  });
}

/**
 * Whether a stored publication has all that an ORCID record says of it now, under these DOIs: storing it again with what
 * the other sources said last would change nothing. Nobody knows of one that no agency knows, because the list of works
 * has no contributors, or that still waits for OpenAlex. `people` are its researchers.
 */
export function hasAllOfListing(
  record: PublicationRecord,
  { listing, dois }: { listing: Listing; dois: string[] },
  people: PersonNames[],
  now: Date,
): boolean {
  const described = describe({ agency: undefined, listing }, record);
  if (!described || record.source === 'orcid' || record.enrichment_pending_since !== null) return false;
  const incoming: IncomingPublication = {
    doi: record.doi,
    aliases: dois.filter((each) => each !== record.doi),
    ...described,
    enriched: null,
    enrichment: null,
    enrichmentFailed: false,
    answerHashes: {},
    orcids: [listing.orcid],
  };
  return !hasPublicationChanged(record, applyIncoming(record, incoming, people, now));
}

/** The agency's description, or else that of the ORCID record, or else what is stored. Undefined if there is none. */
function describe(
  { agency, listing }: Pick<FetchedPublication, 'agency' | 'listing'>,
  before: PublicationRecord | undefined,
): Pick<IncomingPublication, 'source' | 'original' | 'orcidBibliographies' | 'translatedTitles'> | undefined {
  const stored = (listing && before?.orcid_bibliographies?.[listing.orcid]) ?? [];
  const contributors = listing?.contributors ?? new Map(stored.map(({ put_code, authors }) => [put_code, authors]));
  const listed = orcidBibliographies(listing?.summaries ?? [], listing?.listedAs, contributors);
  const orcid = {
    orcidBibliographies: listing ? { [listing.orcid]: listed } : {},
    translatedTitles: translationsOf(listing?.summaries ?? []),
  };
  const [first] = listed;
  if (agency) return { source: agency.source, original: agency.bibliography, ...orcid };
  if (first) return { source: 'orcid', original: wholeBibliography(first), ...orcid };
  return before && { source: before.source, original: before.original, ...orcid };
}

/** The DOIs that can be aliases of this publication. A DOI of another publication stays with it. */
async function freeAliases(doi: string, dois: string[]): Promise<string[]> {
  if (dois.length === 1 && dois[0] === doi) return [];
  const known = await canonicalDois(dois);
  const taken = dois.filter((each) => (known.get(each) ?? doi) !== doi);
  if (taken.length > 0) log('warn', 'The DOIs of one work belong to several publications', { doi, taken });
  return dois.filter((each) => each !== doi && !taken.includes(each));
}
