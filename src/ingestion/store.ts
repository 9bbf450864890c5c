import { isDeepStrictEqual } from 'node:util';
import { joinFor } from '#src/duplicates/merging/join.ts';
import { type Reporter, retractionWrites } from '#src/duplicates/relations/retraction-writes.ts';
import { type Revision, type Saving, saveWithConsequences } from '#src/duplicates/saving/consequences.ts';
import { saveSeparated } from '#src/duplicates/saving/save-separated.ts';
import { eventWrite } from '#src/logbook/activity.ts';
import type { PersonNames } from '#src/matching/match.ts';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import {
  type OrcidBibliographies,
  type OrcidBibliography,
  orcidBibliographies,
  wholeBibliography,
} from '#src/records/orcid/bibliography.ts';
import type { WorkSummary } from '#src/records/orcid/record.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { describedBy } from '#src/records/publications/described.ts';
import {
  applyIncoming,
  hasPublicationChanged,
  type IncomingPublication,
  type PublicationRecord,
} from '#src/records/publications/publication.ts';
import { withoutAlias } from '#src/records/publications/removals.ts';
import { detachedFrom } from '#src/records/publications/store/alias-decisions.ts';
import { canonicalDois, getPublication, touchPublication } from '#src/records/publications/store/publications.ts';
import type { WorkChange } from '#src/records/publications/store/works.ts';
import { workPeople } from '#src/records/works/work.ts';
import { log } from '#src/runtime/log.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { retryAtMs, supplementsOf } from '#src/sources/enrichments.ts';
import { transact, type Write } from '#src/table/table.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import type { WorkOutcome } from './domain/job.ts';
import { existingDoi, type Identified, summariesAbout } from './identify.ts';
import { addPendingEnrichment } from './store/pending-enrichments.ts';
import { saveSourceAnswer } from './store/source-answers.ts';
import { takingOver, worksToTakeOver } from './take-over.ts';

/** Changes without a request are reported in the default workspace. */
const unrequested: Reporter = { workspace: defaultWorkspace, actor: null };

/** The data of an ORCID record about a publication. */
export interface Listing {
  orcid: string;
  /** The DOI by which it is listed. */
  listedAs: string;
  summaries: WorkSummary[];
  /** By put-code. Undefined if they were not read: then the stored ones stay. */
  contributors: ReadonlyMap<number, Author[]> | undefined;
}

/** A publication as it was fetched. */
export interface FetchedPublication extends Identified {
  /** The ORCID record that lists it, as read. */
  listing: Listing | undefined;
  /** The researchers to link. */
  orcids: string[];
  /** The ids of works without a DOI that it replaces, of which it takes over what curators decided. */
  replaces?: readonly string[];
  /** Whether to store it only if it still exists, because it is being refreshed. */
  mustExist?: boolean;
  /** Whether to store it only if `taken` still leads to another publication. */
  mustSeparate?: boolean;
  /** Whether the caller runs again if it is killed, and then compares the relations of what is stored. */
  isRepeated?: boolean;
  /** Whether it is still to be stored. Asked anew, beside the record, at each attempt. */
  isWanted?: () => Promise<boolean>;
}

/**
 * The result of storing a fetched publication. `refused`: a condition of another write failed. `renamed`: one of its
 * DOIs now belongs to another publication; identify it again. `unknown`: neither an agency nor an ORCID record
 * describes it and it is not stored; or it must exist and does not. `nobody`: a researcher to link is not in the
 * registry. `unwanted`: it is no longer to be stored.
 */
export type StoreResult =
  | { outcome: Exclude<WorkOutcome, 'failed'>; before: PublicationRecord | undefined; record: PublicationRecord }
  | 'refused'
  | 'renamed'
  | 'nobody'
  | 'unknown'
  | 'unwanted';

/**
 * Stores a fetched publication together with the writes of `writesOf`. Retries after concurrent changes, and throws
 * Contention if they do not stop. Replaces source data; edits, visibility, deletion and links stay. If nothing has
 * changed, only the fetch time is written, before these writes. A retraction or reinstatement is reported to the
 * workspace of `reporter`.
 */
export function storePublication(
  fetched: FetchedPublication,
  writesOf: (outcome: WorkOutcome, record: PublicationRecord, before: PublicationRecord | undefined) => Write[],
  now: Date,
  reporter: Reporter = unrequested,
): Promise<StoreResult> {
  const { doi, dois, agency, enrichments } = fetched;
  const { openalex, ...supplements } = enrichments.answers;
  return retryIfStale<StoreResult>(`The publication ${doi}`, async () => {
    const [found, own, isWanted] = await Promise.all([
      getPublication(doi),
      getPeople(fetched.orcids),
      fetched.isWanted?.() ?? true,
    ]);
    if (!isWanted) return 'unwanted';
    const holder = await holderOf(fetched, found);
    const before = found?.doi === doi ? found : undefined;
    // Merged since it was identified: the fetched data belongs to the other publication.
    if (found && !before && fetched.taken !== doi) return 'renamed';
    if (!holder && fetched.mustSeparate) return 'renamed';
    if (!before && fetched.mustExist) return 'unknown';
    const moved = holder ? listedUnder(holder, fetched) : {};
    const described = describe(fetched, before) ?? listedOnly(moved);
    if (!described) return 'unknown';
    const linked = before?.researchers.map(({ orcid }) => orcid) ?? [];
    const orcids = [...new Set([...fetched.orcids, ...Object.keys(moved)])];
    const replaced = await worksToTakeOver(fetched.replaces ?? [], dois);
    if (own.length < new Set(fetched.orcids).size) return 'nobody';
    const involved = new Set([...linked, ...orcids, ...replaced.flatMap(workPeople)]);
    const others = [...involved].filter((orcid) => !fetched.orcids.includes(orcid));
    const people = [...own, ...(await getPeople(others))].map(namesOf);
    const answerHashes: Record<string, string> = {};
    for (const answer of [agency, ...Object.values(enrichments.answers)]) {
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
      aliases: await freeAliases(fetched, holder),
      ...described,
      orcidBibliographies: { ...moved, ...described.orcidBibliographies },
      enriched: openalex?.bibliography ?? null,
      enrichment: openalex?.enrichment ?? null,
      supplements: supplementsOf(supplements),
      pendingSources: Object.keys(enrichments.failures),
      answerHashes,
      orcids,
    };
    const read = applyIncoming(before, incoming, people, now);
    const taking = await takingOver(before, read, replaced, { people, now, reporter });
    const { record, works } = taking;
    const added = record.researchers.flatMap(({ orcid }) => (linked.includes(orcid) ? [] : orcid));
    const outcome = before ? (hasPublicationChanged(before, record) ? 'updated' : 'skipped') : 'created';
    const writes = [
      ...writesOf(outcome, record, before),
      ...retractionWrites(record, before, reporter, now),
      ...taking.writes,
    ];
    // Listed only once: it was not pending before.
    if (record.enrichment_pending_since !== null && (before?.enrichment_pending_since ?? null) === null) {
      writes.push(addPendingEnrichment({ doi, due_at: retryAtMs(enrichments.failures, now), attempts: 0 }));
    }
    const isSame = outcome === 'skipped' && works.length === 0;
    if (before && isSame && isDeepStrictEqual(before.answer_hashes, record.answer_hashes)) {
      if (!(await touchPublication(before, now))) return stale;
      await stateJournals(record, now);
      return writes.length > 0 && (await transact(writes)) ? 'refused' : { outcome, before, record };
    }
    const change = { before, after: record };
    const join = fetched.mustSeparate ? undefined : joinFor(reporter);
    const saving = { now, isFromSources: true, join, works };
    const saved = holder
      ? await separate(fetched, holder, change, writes, saving, reporter)
      : await saveWithConsequences(change, writes, { ...saving, isRepeated: fetched.isRepeated });
    if (saved === 'saved') return { outcome, before, record };
    if (saved === 'refused') return (await getPeople(added)).length < added.length ? 'nobody' : 'refused';
    return !before && ((await existingDoi(dois)) ?? doi) !== doi ? 'renamed' : stale;
  });
}

/** The publication that one of its DOIs wrongly leads to; undefined if there is none. */
async function holderOf({ doi, taken }: FetchedPublication, found: PublicationRecord | undefined) {
  if (taken === undefined) return undefined;
  const holder = taken === doi ? found : await getPublication(taken);
  return holder?.doi === doi ? undefined : holder;
}

/** The ORCID data under a DOI that was taken for an alias of another publication. */
function listedUnder(holder: PublicationRecord, { taken }: FetchedPublication): OrcidBibliographies {
  const isUnder = ({ listed_as }: OrcidBibliography) => listed_as === taken;
  const listed = Object.entries(holder.orcid_bibliographies ?? {}).map(
    ([orcid, each]) => [orcid, each.filter(isUnder)] as const,
  );
  const linked = new Set(holder.researchers.map(({ orcid }) => orcid));
  return Object.fromEntries(listed.filter(([orcid, each]) => each.length > 0 && linked.has(orcid)));
}

/** Stores a publication whose DOI led to another one, together with that one, and reports the separation. */
async function separate(
  { doi, taken = doi }: FetchedPublication,
  holder: PublicationRecord,
  to: Revision,
  writes: readonly Write[],
  saving: Saving & { works: readonly WorkChange[] },
  { workspace, actor }: Reporter,
) {
  const people = (await getPeople(holder.researchers.map(({ orcid }) => orcid))).map(namesOf);
  const from = { before: holder, after: withoutAlias(holder, taken, people) };
  const message = `${taken} is not ${holder.doi}, and leads to ${doi} now`;
  const metadata = { kept: holder.doi, other: taken };
  const reported = { type: 'publication.unmerged', workspace, actor, message, resource: holder.doi, metadata } as const;
  return saveSeparated({ doi: taken, from, to }, [...writes, eventWrite(reported, saving.now)], saving);
}

/**
 * Whether a stored publication already has all data of an ORCID record, so that storing it again with the other
 * sources' last answers would change nothing. False if no agency knows it, because the list of works lacks
 * contributors, or if an enrichment is pending. `people` are its researchers.
 */
export function hasAllOfListing(
  record: PublicationRecord,
  listing: Listing,
  people: PersonNames[],
  now: Date,
): boolean {
  const described = describe({ agency: undefined, listing }, record);
  if (!described || record.source === 'orcid' || record.enrichment_pending_since !== null) return false;
  const incoming: IncomingPublication = {
    doi: record.doi,
    aliases: [],
    ...described,
    enriched: null,
    enrichment: null,
    supplements: {},
    pendingSources: [],
    answerHashes: {},
    orcids: [listing.orcid],
  };
  return !hasPublicationChanged(record, applyIncoming(record, incoming, people, now));
}

/** The agency's description, or else the ORCID record's, or else the stored one. Undefined if there is none. */
function describe(
  { agency, listing }: Pick<FetchedPublication, 'agency' | 'listing'>,
  before: PublicationRecord | undefined,
): Pick<IncomingPublication, 'source' | 'original' | 'client' | 'orcidBibliographies'> | undefined {
  const stored = (listing && before?.orcid_bibliographies?.[listing.orcid]) ?? [];
  const contributors = listing?.contributors ?? new Map(stored.map(({ put_code, authors }) => [put_code, authors]));
  const known = agency?.bibliography ?? (before && before.source !== 'orcid' ? before.original : undefined);
  const summaries = summariesAbout(listing?.summaries ?? [], known);
  const listed = orcidBibliographies(summaries, listing?.listedAs, contributors);
  const orcid = { orcidBibliographies: listing ? { [listing.orcid]: listed } : {} };
  const [first] = listed;
  if (agency) {
    const { source, bibliography, client = null } = agency;
    return { source, original: bibliography, client, ...orcid };
  }
  if (first) return { source: 'orcid', original: wholeBibliography(first), client: null, ...orcid };
  return before && { source: before.source, original: before.original, client: before.client, ...orcid };
}

/** The description by ORCID records that list it under a DOI that led to another publication. */
function listedOnly(moved: OrcidBibliographies): ReturnType<typeof describe> {
  const [any] = Object.values(moved).flat();
  if (!any) return undefined;
  return {
    source: 'orcid',
    original: describedBy(moved, wholeBibliography(any)),
    client: null,
    orcidBibliographies: {},
  };
}

/**
 * The DOIs that can be aliases of this publication: not those of other publications, except `holder`'s, and not those
 * that a curator has detached from it since it was read.
 */
async function freeAliases({ doi, dois, taken }: FetchedPublication, holder: PublicationRecord | undefined) {
  if (dois.length === 1 && dois[0] === doi) return [];
  const known = await canonicalDois(dois);
  const detached = await detachedFrom([doi], dois);
  const isFree = (each: string) => (known.get(each) ?? doi) === doi || (holder !== undefined && each === taken);
  const foreignDois = dois.filter((each) => !isFree(each));
  if (foreignDois.length > 0)
    log('warn', 'The DOIs of one work belong to several publications', { doi, taken: foreignDois });
  return dois.filter((each) => each !== doi && isFree(each) && !detached.has(each));
}
