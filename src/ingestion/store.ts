import { isDeepStrictEqual } from 'node:util';
import { joinFor } from '#src/duplicates/merging/join.ts';
import { type Reporter, retractionWrites } from '#src/duplicates/relations/retraction-writes.ts';
import {
  newResearchers,
  type Revision,
  type Saving,
  saveWithConsequences,
} from '#src/duplicates/saving/consequences.ts';
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
import { namesOf, type PersonRecord } from '#src/records/people/person.ts';
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
import { rematched } from '#src/records/publications/store/rematch.ts';
import type { WorkChange } from '#src/records/publications/store/works.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { retryAtMs, supplementsOf } from '#src/sources/enrichments.ts';
import { transact, type Write, type Writes, writesAt } from '#src/table/table.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import type { ItemOutcome } from './domain/job.ts';
import { existingDoi, type Identified, summariesAbout } from './identify.ts';
import { addPendingEnrichment } from './store/pending-enrichments.ts';
import { saveSourceAnswer } from './store/source-answers.ts';
import { takingOver, worksToTakeOver } from './take-over.ts';

/** Changes without a request are reported in the default workspace. */
const unrequested: Reporter = { workspace: defaultWorkspace, actor: null };

/** The data of an ORCID record about a publication. */
export interface OrcidListing {
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
  listing: OrcidListing | undefined;
  /** The researchers to link. */
  orcids: string[];
  /** The ids of works without a DOI that it replaces, of which it takes over what curators decided. */
  replaces?: readonly string[];
  /** Whether to store it only if it still exists, because it is being refreshed. */
  mustExist?: boolean;
  /** Whether to store it only if `taken` still leads to another publication. */
  mustSeparate?: boolean;
  /**
   * Whether the caller runs again if it is killed, and then compares the relations of what is stored; and whether it looks
   * for `orcids` afterwards in any case.
   */
  isRepeated?: boolean;
  /** Whether it is still to be stored. Asked anew, beside the record, at each attempt. */
  isWanted?: () => Promise<boolean>;
}

/** The publication that was stored, or `skipped` because nothing has changed. */
export interface StoredPublication {
  outcome: Exclude<ItemOutcome, 'failed'>;
  before: PublicationRecord | undefined;
  record: PublicationRecord;
}

/**
 * Why nothing was stored. `refused`: a condition of another write failed. `renamed`: one of its DOIs now belongs to
 * another publication; identify it again. `unknown`: neither an agency nor an ORCID record describes it and it is not
 * stored; or it must exist and does not. `nobody`: a researcher to link is not in the registry. `unwanted`: it is no
 * longer to be stored.
 */
export interface NotStored {
  outcome: 'refused' | 'renamed' | 'nobody' | 'unknown' | 'unwanted';
}

/** The result of storing a fetched publication. Only of one that is stored, it has the record. */
export type StoreResult = StoredPublication | NotStored;

/** Makes the writes that are to be in the transaction of the publication. */
type WritesOf = (outcome: ItemOutcome, record: PublicationRecord, before: PublicationRecord | undefined) => Writes;

/**
 * Stores a fetched publication together with the writes of `writesOf`. Retries after concurrent changes, and throws
 * Contention if they do not stop. Replaces source data; edits, visibility, deletion and links stay. If nothing has
 * changed, only the fetch time is written, before these writes. A retraction or reinstatement is reported to the
 * workspace of `reporter`.
 */
export const storePublication = (
  fetched: FetchedPublication,
  writesOf: WritesOf,
  now: Date,
  reporter: Reporter = unrequested,
): Promise<StoreResult> =>
  retryIfStale<StoreResult>(`The publication ${fetched.doi}`, async () => {
    const place = await findPlace(fetched);
    if ('outcome' in place) return place;
    const involved = await readInvolved(fetched, place);
    if ('outcome' in involved) return involved;
    const { before } = place;
    const { record, works, writes } = await derive(fetched, place, involved, { now, reporter });
    const outcome = before ? (hasPublicationChanged(before, record) ? 'updated' : 'skipped') : 'created';
    const stored = { outcome, before, record } as const;
    const own = writesOf(outcome, record, before);
    const all: Writes = typeof own === 'function' ? (at) => [...writesAt(own, at), ...writes] : [...own, ...writes];
    const hasNews = outcome !== 'skipped' || works.length > 0;
    if (!before || hasNews || !isDeepStrictEqual(before.answer_hashes, record.answer_hashes))
      return save(fetched, place, stored, all, { now, works, reporter });
    if (!(await touchPublication(before, now))) return stale;
    await stateJournals(record, now);
    return (typeof all === 'function' || all.length > 0) && (await transact(all)) ? { outcome: 'refused' } : stored;
  });

/** Where a fetched publication is to be stored, and what describes it there. */
interface Place {
  /** The stored publication with its DOI. */
  before: PublicationRecord | undefined;
  /** The publication that one of its DOIs wrongly leads to. */
  holder: PublicationRecord | undefined;
  described: Description;
  /** The researchers to link, and as far as they are in the registry. */
  orcids: string[];
  own: PersonRecord[];
}

/** Finds the place of a fetched publication, unless it is not to be stored there any more. */
async function findPlace(fetched: FetchedPublication): Promise<Place | NotStored> {
  const { doi, taken } = fetched;
  const [found, own, isWanted] = await Promise.all([
    getPublication(doi),
    getPeople(fetched.orcids),
    fetched.isWanted?.() ?? true,
  ]);
  if (!isWanted) return { outcome: 'unwanted' };
  const leadsTo = taken === undefined || taken === doi ? found : await getPublication(taken);
  const holder = taken === undefined || leadsTo?.doi === doi ? undefined : leadsTo;
  const before = found?.doi === doi ? found : undefined;
  // Merged since it was identified: the fetched data belongs to the other publication.
  if (found && !before && taken !== doi) return { outcome: 'renamed' };
  if (!holder && fetched.mustSeparate) return { outcome: 'renamed' };
  if (!before && fetched.mustExist) return { outcome: 'unknown' };
  const moved = holder ? listedUnder(holder, fetched) : {};
  const described = describe(fetched, before) ?? listedOnly(moved);
  if (!described) return { outcome: 'unknown' };
  const orcidBibliographies = { ...moved, ...described.orcidBibliographies };
  const orcids = [...new Set([...fetched.orcids, ...Object.keys(moved)])];
  return { before, holder, described: { ...described, orcidBibliographies }, orcids, own };
}

interface Involved {
  people: PersonNames[];
  replaced: WorkRecord[];
}

/** Reads the names of all people of a publication, and the works that it replaces. */
async function readInvolved(
  fetched: FetchedPublication,
  { before, orcids, own }: Place,
): Promise<Involved | NotStored> {
  const replaced = await worksToTakeOver(fetched.replaces ?? [], fetched.dois);
  if (own.length < new Set(fetched.orcids).size) return { outcome: 'nobody' };
  const linked = before?.researchers.map(({ orcid }) => orcid) ?? [];
  const involved = new Set([...linked, ...orcids, ...replaced.flatMap(workPeople)]);
  const others = [...involved].filter((orcid) => !fetched.orcids.includes(orcid));
  return { people: [...own, ...(await getPeople(others))].map(namesOf), replaced };
}

/** Stores the sources' answers, and derives the record from them, with the works that it takes over and other writes. */
async function derive(
  fetched: FetchedPublication,
  { before, holder, described, orcids }: Place,
  { people, replaced }: Involved,
  { now, reporter }: { now: Date; reporter: Reporter },
): Promise<{ record: PublicationRecord; works: WorkChange[]; writes: Write[] }> {
  const { doi, enrichments } = fetched;
  const { openalex, ...supplements } = enrichments.answers;
  const answerHashes = await saveAnswers(fetched, before);
  const incoming: IncomingPublication = {
    doi,
    aliases: await freeAliases(fetched, holder),
    ...described,
    enriched: openalex?.bibliography ?? null,
    enrichment: openalex?.enrichment ?? null,
    supplements: supplementsOf(supplements),
    pendingSources: Object.keys(enrichments.failures),
    answerHashes,
    orcids,
  };
  const read = applyIncoming(before, incoming, people, now);
  const { record, works, writes } = await takingOver(before, read, replaced, { people, now, reporter });
  // Listed only once: it was not pending before.
  const isPending = record.enrichment_pending_since !== null && (before?.enrichment_pending_since ?? null) === null;
  const pending = () => addPendingEnrichment({ doi, due_at: retryAtMs(enrichments.failures, now), attempts: 0 });
  const retracted = retractionWrites(record, before, reporter, now);
  return { record, works, writes: [...retracted, ...writes, ...(isPending ? [pending()] : [])] };
}

/** Stores the answers of sources, as far as they are new. Returns their hashes by source. */
async function saveAnswers({ doi, agency, enrichments }: FetchedPublication, before: PublicationRecord | undefined) {
  const given = [agency, ...Object.values(enrichments.answers)].filter((answer) => answer !== undefined);
  const hashes = await inParallel(given, given.length, async (answer) => {
    const { source } = answer;
    return [source, await saveSourceAnswer(doi, source, answer, before?.answer_hashes[source])] as const;
  });
  return Object.fromEntries(hashes);
}

/** Saves a changed publication, and what follows from it. */
async function save(
  fetched: FetchedPublication,
  { holder }: Place,
  stored: StoredPublication,
  writes: Writes,
  { now, works, reporter }: { now: Date; works: WorkChange[]; reporter: Reporter },
): Promise<StoreResult | typeof stale> {
  const { doi, dois, orcids, mustSeparate, isRepeated = false } = fetched;
  const isLookedFor = (orcid: string) => isRepeated && orcids.includes(orcid);
  const change = { before: stored.before, after: stored.record };
  const saving = { now, isFromSources: true, join: mustSeparate ? undefined : joinFor(reporter), works };
  const saved = holder
    ? await separate(fetched, holder, change, writes, saving, reporter)
    : await saveWithConsequences(change, writes, { ...saving, isRepeated, isLookedFor });
  if (saved === 'saved') return stored;
  if (saved === 'refused') {
    const added = newResearchers(change);
    return { outcome: (await getPeople(added)).length < added.length ? 'nobody' : 'refused' };
  }
  return !stored.before && ((await existingDoi(dois)) ?? doi) !== doi ? { outcome: 'renamed' } : stale;
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
  writes: Writes,
  saving: Saving & { works: readonly WorkChange[] },
  { workspace, actor }: Reporter,
) {
  const from = { before: holder, after: await rematched(withoutAlias(holder, taken)) };
  const message = `${taken} is not ${holder.doi}, and leads to ${doi} now`;
  const metadata = { kept: holder.doi, other: taken };
  const reported = { type: 'publication.unmerged', workspace, actor, message, resource: holder.doi, metadata } as const;
  const report = eventWrite(reported, saving.now);
  return saveSeparated({ doi: taken, from, to }, (at) => [...writesAt(writes, at), report], saving);
}

/**
 * Whether a stored publication already has all data of an ORCID record, so that storing it again with the other
 * sources' last answers would change nothing. False if no agency knows it, because the list of works lacks
 * contributors, or if an enrichment is pending. `people` are its researchers.
 */
export function hasAllOfListing(
  record: PublicationRecord,
  listing: OrcidListing,
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

/** How a publication is described, and by whom. */
type Description = Pick<IncomingPublication, 'source' | 'original' | 'client' | 'orcidBibliographies'>;

/** The agency's description, or else the ORCID record's, or else the stored one. Undefined if there is none. */
function describe(
  { agency, listing }: Pick<FetchedPublication, 'agency' | 'listing'>,
  before: PublicationRecord | undefined,
): Description | undefined {
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
function listedOnly(moved: OrcidBibliographies): Description | undefined {
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
