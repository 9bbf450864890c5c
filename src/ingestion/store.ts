import { isDeepStrictEqual } from 'node:util';
import type { WorkOutcome } from '../domain/job.ts';
import { bibliographyOf, translationsOf, withTitle } from '../domain/orcid-plan.ts';
import type { WorkSummary } from '../domain/orcid-record.ts';
import { namesOf } from '../domain/person.ts';
import {
  applyIncoming,
  hasPublicationChanged,
  type IncomingPublication,
  type PublicationRecord,
} from '../domain/publication.ts';
import { updatePublicationPairs } from '../duplicates/find.ts';
import { log } from '../runtime/log.ts';
import { retryIfStale, stale } from '../runtime/retry.ts';
import { readFromAgency } from '../sources/agency.ts';
import type { Patience } from '../sources/http.ts';
import { readEnrichment } from '../sources/openalex.ts';
import { getPeople } from '../storage/people.ts';
import {
  canonicalDois,
  getPublication,
  savePublication,
  storeSourceResponse,
  touchPublication,
} from '../storage/publications.ts';
import { transact, type Write } from '../storage/table.ts';

/** What the sources know of a DOI; undefined where they do not know it. */
export interface SourceAnswers {
  agency: Awaited<ReturnType<typeof readFromAgency>>;
  openAlex: Awaited<ReturnType<typeof readEnrichment>>;
}

/** A publication as it was fetched. */
export interface FetchedPublication extends SourceAnswers {
  /** The canonical DOI. */
  doi: string;
  /** All its DOIs. */
  dois: string[];
  /** The summary of the ORCID record that lists it, if one does. */
  summary: WorkSummary | undefined;
  /** The researchers to link. */
  orcids: string[];
}

/**
 * What became of a fetched publication. `refused`: a condition of `others` failed. `renamed`: one of its DOIs now belongs
 * to another publication; identify it again. `unknown`: no agency and no summary describe it, and it is not stored.
 */
export type StoreResult =
  | { outcome: Exclude<WorkOutcome, 'failed'>; before: PublicationRecord | undefined; record: PublicationRecord }
  | 'refused'
  | 'renamed'
  | 'unknown';

/** Reads a DOI from its agency and OpenAlex at once. If one fails, waits for the other, and throws what it threw. */
export async function readSources(doi: string, patience: Patience): Promise<SourceAnswers> {
  const asked = [readFromAgency(doi, patience), readEnrichment(doi, patience)] as const;
  await Promise.allSettled(asked);
  const [agency, openAlex] = await Promise.all(asked);
  return { agency, openAlex };
}

/** The canonical DOI of the first of these DOIs that an existing publication has; undefined if none has. */
export async function existingDoi(dois: string[]): Promise<string | undefined> {
  const known = await canonicalDois(dois);
  return dois.map((each) => known.get(each)).find(Boolean);
}

/**
 * Stores a fetched publication together with `others`, which depend on what becomes of it. Repeats after concurrent
 * changes, which end in Contention if they do not stop. Source data is replaced; edits, visibility, deletion and links
 * stay. If nothing has changed, only the fetch time is written, before `others`.
 */
export function storePublication(
  fetched: FetchedPublication,
  others: (outcome: WorkOutcome, record: PublicationRecord, before: PublicationRecord | undefined) => Write[],
  now: Date,
): Promise<StoreResult> {
  const { doi, dois, agency, openAlex } = fetched;
  return retryIfStale<StoreResult>(`The publication ${doi}`, async () => {
    const before = await getPublication(doi);
    // Merged since it was identified: what was fetched is of the other one.
    if (before && before.doi !== doi) return 'renamed';
    const described = describe(fetched, before);
    if (!described) return 'unknown';
    const answerHashes: Record<string, string> = {};
    for (const answer of [agency, openAlex]) {
      if (!answer) continue;
      const { source, raw } = answer;
      answerHashes[source] = await storeSourceResponse(doi, source, raw, before?.answer_hashes[source]);
    }
    const incoming: IncomingPublication = {
      doi,
      aliases: await freeAliases(doi, dois),
      ...described,
      enriched: openAlex?.bibliography ?? null,
      enrichment: openAlex?.enrichment ?? null,
      answerHashes,
      orcids: fetched.orcids,
    };
    const linked = [...(before?.researchers.map(({ orcid }) => orcid) ?? []), ...fetched.orcids];
    const record = applyIncoming(before, incoming, (await getPeople(linked)).map(namesOf), now);
    const outcome = before ? (hasPublicationChanged(before, record) ? 'updated' : 'skipped') : 'created';
    const writes = others(outcome, record, before);
    if (before && outcome === 'skipped' && isDeepStrictEqual(before.answer_hashes, record.answer_hashes)) {
      if (!(await touchPublication(before, now))) return stale;
      return writes.length > 0 && (await transact(writes)) ? 'refused' : { outcome, before, record };
    }
    const saved = await savePublication(record, before, writes);
    if (saved === 'refused') return 'refused';
    if (saved === 'saved') {
      await updatePublicationPairs(record, before, now);
      return { outcome, before, record };
    }
    return !before && ((await existingDoi(dois)) ?? doi) !== doi ? 'renamed' : stale;
  });
}

/** The agency's description, or else that of the ORCID record, or else what is stored. Undefined if there is none. */
function describe(
  { agency, summary }: FetchedPublication,
  before: PublicationRecord | undefined,
): Pick<IncomingPublication, 'source' | 'original' | 'translatedTitles'> | undefined {
  const translatedTitles = summary ? translationsOf(summary) : {};
  if (agency) {
    const { source, bibliography } = agency;
    if (summary) return { source, original: withTitle(bibliography, summary), translatedTitles };
    if (bibliography.title !== null || !before) return { source, original: bibliography, translatedTitles };
    // The title of an earlier ORCID summary is better than none.
    const { title, title_html } = before.original;
    return { source, original: { ...bibliography, title, title_html }, translatedTitles };
  }
  if (summary) return { source: 'orcid', original: bibliographyOf(summary), translatedTitles };
  return before && { source: before.source, original: before.original, translatedTitles };
}

/** The DOIs that can be aliases of this publication. A DOI of another publication stays with it. */
async function freeAliases(doi: string, dois: string[]): Promise<string[]> {
  if (dois.length === 1 && dois[0] === doi) return [];
  const known = await canonicalDois(dois);
  const taken = dois.filter((each) => (known.get(each) ?? doi) !== doi);
  if (taken.length > 0) log('warn', 'The DOIs of one work belong to several publications', { doi, taken });
  return dois.filter((each) => each !== doi && !taken.includes(each));
}
