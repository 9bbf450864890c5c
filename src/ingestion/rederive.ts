import { isDeepStrictEqual } from 'node:util';
import { updateWorkPairs } from '#src/duplicates/find.ts';
import { relateAgain, supersederOf } from '#src/duplicates/relations/relate.ts';
import { saveWithConsequences } from '#src/duplicates/saving/consequences.ts';
import { auditWrites } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import { orcidBibliographies as bibliographiesOf, type OrcidBibliographies } from '#src/records/orcid/bibliography.ts';
import { type PlannedWork, planRecord } from '#src/records/orcid/plan.ts';
import type { WorkGroup, WorkSummary } from '#src/records/orcid/record.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import {
  applyIncoming,
  authorMatchState,
  hasPublicationChanged,
  type IncomingPublication,
  namedPeople,
  type PublicationRecord,
  shownPublication,
} from '#src/records/publications/publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { getWork, saveWork } from '#src/records/publications/store/works.ts';
import type { WorkRecord } from '#src/records/works/work.ts';
import { applyWork, hasWorkChanged, workDocument } from '#src/records/works/work-content.ts';
import { log } from '#src/runtime/log.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { supplementsOf } from '#src/sources/enrichments.ts';
import { workGroupsOf } from '#src/sources/orcid/record.ts';
import { readers } from '#src/sources/readers.ts';
import { isNoAnswer, type ReadAnswer } from '#src/sources/requests/source.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { type EnrichmentName, enrichmentNames, type SourceName } from '#src/vocabulary/sources/declarations.ts';
import { type SourceAnswers, summariesAbout } from './identify.ts';
import { getOrcidSection, getSourceAnswer } from './store/source-answers.ts';
import { findWrongAliases, separateAlias } from './wrong-aliases.ts';
export interface RederiveOptions {
  dryRun: boolean;
  /** Ends requests to agencies. */
  signal: AbortSignal;
  context: ChangeContext;
  /** ORCID records already read, for publications that the same people list. */
  listings: OrcidListings;
}

export interface RederiveResult {
  /** The changing fields: those of `data`, `enriched_metadata`, `author_match_state`, `superseded_by`, or `not_shown`. */
  fields: string[];
  /** The publication that lists have shown instead, if they show this one from now on. */
  shownInsteadOf?: string;
  /** The sources whose answer is not stored or no longer readable. Their previous data stays. */
  missing: SourceName[];
  /** Its aliases that are other publications. Undefined if an agency did not answer. */
  wrongAliases: string[] | undefined;
}

/**
 * Derives a publication again from the stored answers of its sources, as an ingestion would now. Agencies are asked only
 * about aliases that may be wrong, which are separated. Everything else stays: edits, links and decisions, other aliases,
 * visibility, fetch time. Undefined if there is no publication with this canonical DOI.
 */
export async function rederivePublication(doi: string, options: RederiveOptions): Promise<RederiveResult | undefined> {
  const wrongAliases = await repairAliases(doi, options);
  const result = await rederiveStored(doi, options);
  return result && { ...result, wrongAliases };
}

/**
 * Derives a work without a DOI again from the stored list of works of its ORCID record, as an ingestion would now.
 * Everything else stays: what the full work says, edits, people, visibility, merges, fetch time. Undefined if there is no
 * such work, or none that an ORCID record lists.
 */
export function rederiveWork(
  id: string,
  { dryRun, context, listings }: RederiveOptions,
): Promise<Rederived | undefined> {
  return retryIfStale<Rederived | undefined>(`The work ${id}`, async () => {
    const before = await getWork(id);
    if (!before || before.orcid === '') return undefined;
    const planned = await listings.workOf(before);
    // Works that are no longer on the record, or have a DOI now, stay as they are.
    if (planned === 'unknown') return { fields: [], missing: ['orcid'] };
    if (!planned) return { fields: [], missing: [] };
    const { orcid, last_fetched_at, deleted_at, replaced_by } = before;
    const incoming = { id, orcid, ...planned };
    const stays = { last_fetched_at, deleted_at, replaced_by };
    const record = { ...applyWork(before, incoming, context.now), ...stays };
    if (!hasWorkChanged(before, record)) return { fields: [], missing: [] };
    const fields = changedFieldsOf(shownFieldsOfWork(before), shownFieldsOfWork(record));
    if (dryRun) return { fields, missing: [] };
    const change = { action: 'publication.rederived', workspace: null, resource: id, before: {} } as const;
    const audit = auditWrites({ context, changes: [{ ...change, after: { fields } }] });
    if ((await saveWork(record, before, audit.writes)) !== 'saved') return stale;
    audit.log();
    await updateWorkPairs(record, before, context.now);
    return { fields, missing: [] };
  });
}

function shownFieldsOfWork(work: WorkRecord): Record<string, unknown> {
  const { data, ...promoted } = workDocument(work);
  return { ...promoted, ...data };
}

/** Finds the wrong aliases of a publication, and separates them unless it is a dry run. */
async function repairAliases(doi: string, { dryRun, context, signal }: RederiveOptions): Promise<string[] | undefined> {
  const record = await getPublication(doi);
  if (record?.doi !== doi || record.aliases.length === 0) return [];
  try {
    const wrong = await findWrongAliases(record, await storedAgencyAnswer(record), { signal });
    if (!dryRun) for (const alias of wrong) await separateAlias(alias, { signal }, context);
    return wrong;
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    log('warn', 'The aliases of a publication are checked later', { doi, error });
    return undefined;
  }
}

type Rederived = Omit<RederiveResult, 'wrongAliases'>;

function rederiveStored(doi: string, options: RederiveOptions): Promise<Rederived | undefined> {
  const { dryRun, context, listings } = options;
  return retryIfStale<Rederived | undefined>(`The publication ${doi}`, async () => {
    const before = await getPublication(doi);
    if (before?.doi !== doi) return undefined;
    const { incoming, missing } = await incomingOf(before, listings);
    const record = await rederived(before, incoming, context.now);
    const superseder = await supersederOf(record);
    const isMoved = superseder !== before.superseded_by;
    const isChanged = hasPublicationChanged(before, record);
    const changed = isChanged ? changedFields(before, record) : [];
    const fields = isMoved ? [...changed.filter((each) => each !== notShown), 'superseded_by'] : changed;
    const back = superseder === null && before.superseded_by !== null ? { shownInsteadOf: before.superseded_by } : {};
    const result = { fields, missing, ...back };
    if (dryRun) return result;
    if (!isChanged) await stateJournals(record, context.now, before);
    else {
      const change = { action: 'publication.rederived', workspace: null, resource: doi, before: {} } as const;
      const audit = auditWrites({ context, changes: [{ ...change, after: { fields } }] });
      const saving = { now: context.now, isFromSources: true };
      if ((await saveWithConsequences({ before, after: record }, audit.writes, saving)) !== 'saved') return stale;
      audit.log();
    }
    if (isMoved) await relateAgain(doi, context.now);
    return result;
  });
}

async function rederived(
  before: PublicationRecord,
  incoming: IncomingPublication,
  now: Date,
): Promise<PublicationRecord> {
  const people = (await getPeople(before.researchers.map(({ orcid }) => orcid))).map(namesOf);
  const { last_fetched_at, enrichment_pending_since, enrichment_pending_sources } = before;
  const stays = { last_fetched_at, enrichment_pending_since, enrichment_pending_sources };
  const record = { ...applyIncoming(before, incoming, people, now), ...stays };
  const named = namedPeople(record);
  // Older releases matched nobody to the contributors in other roles.
  const isUnasked = named.contributors?.length === 0 || authorMatchState(before) === 'complete';
  const isMatchedAlike = isUnasked && isSameJson(namedPeople(before), named);
  return isMatchedAlike ? { ...record, researchers: before.researchers } : record;
}

/** A source's answer from which a publication was derived. A newer one is of an ingestion that has not stored it yet. */
async function derivedFrom({ doi, answer_hashes }: PublicationRecord, name: SourceName) {
  const answer = await getSourceAnswer(doi, name);
  return answer && answer.hash === answer_hashes[name] ? answer : undefined;
}

/** The stored answer of a publication's agency; undefined if there is none or it is not readable any more. */
async function storedAgencyAnswer(record: PublicationRecord): Promise<SourceAnswers['agency']> {
  const { doi, source } = record;
  const answer = source === 'orcid' ? undefined : await derivedFrom(record, source);
  return source === 'orcid' || !answer ? undefined : readers[source].parse(answer.raw, doi);
}

/** The data derived from the stored answers; for a source without an answer, the stored data. */
async function incomingOf(
  before: PublicationRecord,
  listings: OrcidListings,
): Promise<{ incoming: IncomingPublication; missing: SourceName[] }> {
  const { doi, source, original, enriched, enrichment } = before;
  const missing = new Set<SourceName>();
  const agency = await storedAgencyAnswer(before);
  if (source !== 'orcid' && !agency) missing.add(source);
  const said = new Map(Object.entries({ ...before.supplements, ...(enriched && { openalex: enriched }) }));
  const answers: Partial<Record<EnrichmentName, ReadAnswer<EnrichmentName>>> = {};
  for (const name of enrichmentNames) {
    if (!said.has(name)) continue;
    const stored = await derivedFrom(before, name);
    const answer = stored && readers[name].parse(stored.raw, stored.asked ?? doi);
    if (answer) answers[name] = answer;
    else missing.add(name);
  }
  const { openalex, ...supplements } = answers;
  const orcidBibliographies: OrcidBibliographies = {};
  for (const [iD, stored] of Object.entries(before.orcid_bibliographies ?? {})) {
    const authors = new Map(stored.map((each) => [each.put_code, each.authors]));
    for (const listedAs of new Set(stored.map(({ listed_as }) => listed_as))) {
      const putCodes = stored.flatMap((each) => (each.listed_as === listedAs ? each.put_code : []));
      const listed = await listings.summariesOf(iD, listedAs, putCodes);
      if (!listed) {
        missing.add('orcid');
        continue;
      }
      const summaries = summariesAbout(
        listed,
        agency ? agency.bibliography : source === 'orcid' ? undefined : original,
      );
      orcidBibliographies[iD] = [...(orcidBibliographies[iD] ?? []), ...bibliographiesOf(summaries, listedAs, authors)];
    }
  }
  const incoming: IncomingPublication = {
    doi,
    aliases: [],
    source,
    original: agency ? agency.bibliography : original,
    client: agency ? (agency.client ?? null) : before.client,
    orcidBibliographies,
    enriched: openalex?.bibliography ?? enriched,
    enrichment: openalex?.enrichment ?? enrichment,
    supplements: supplementsOf(supplements),
    pendingSources: [],
    answerHashes: {},
    orcids: [],
  };
  return { incoming, missing: [...missing] };
}

/** The names of the shown fields that differ. */
const changedFields = (before: PublicationRecord, after: PublicationRecord): string[] =>
  changedFieldsOf(shownFields(before), shownFields(after));

function changedFieldsOf(one: Record<string, unknown>, other: Record<string, unknown>): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const changed = names.filter((name) => !isSameJson(one[name] ?? null, other[name] ?? null));
  return changed.length > 0 ? changed.sort() : [notShown];
}

/** Only a source's value changes, and another source takes precedence. */
const notShown = 'not_shown';

function shownFields(record: PublicationRecord): Record<string, unknown> {
  const { data, enriched_metadata } = shownPublication(record);
  return { ...data, enriched_metadata, author_match_state: authorMatchState(record) };
}

/** The works of ORCID records as last read. Caches a few records, because people list many publications. */
export class OrcidListings {
  readonly #read = new Map<string, Promise<WorkGroup[] | undefined>>();

  /** A record's summaries of a DOI; undefined if they are not stored, or the record no longer has any. */
  async summariesOf(orcid: string, listedAs: string, putCodes: number[]): Promise<WorkSummary[] | undefined> {
    const groups = (await this.#groupsOf(orcid))?.map((group) => {
      // A group that got its DOI from its PubMed identifier.
      const isWithout = group.selfDois.length === 0 && group.summaries.every(({ selfDois }) => selfDois.length === 0);
      const isOwn = isWithout && group.summaries.some(({ putCode }) => putCodes.includes(putCode));
      return isOwn ? { ...group, selfDois: [listedAs] } : group;
    });
    const planned = groups && planRecord(groups).publications.find(({ doi }) => doi === listedAs);
    return planned && [planned.summary, ...planned.others];
  }

  /** The work without a DOI on its ORCID record; undefined if it is not there, `unknown` if the record's list is not stored. */
  async workOf({ orcid, put_codes }: WorkRecord): Promise<PlannedWork | 'unknown' | undefined> {
    const groups = await this.#groupsOf(orcid);
    if (!groups) return 'unknown';
    return planRecord(groups).works.find(({ putCodes }) => isDeepStrictEqual(putCodes, put_codes));
  }

  #groupsOf(orcid: string): Promise<WorkGroup[] | undefined> {
    const known = this.#read.get(orcid);
    if (known) return known;
    const [oldest] = this.#read.keys();
    if (oldest !== undefined && this.#read.size >= maxListings) this.#read.delete(oldest);
    const read = getOrcidSection(orcid, 'works').then((kept) => kept && workGroupsOf(kept.raw));
    this.#read.set(orcid, read);
    return read;
  }
}

const maxListings = 50;
