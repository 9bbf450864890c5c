import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { publicationSources } from '#src/records/publications/row.ts';
import { getPublications, touchPublication } from '#src/records/publications/store/publications.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { findChanges, isListable, splitIntoLists } from '#src/sources/changes.ts';
import { type Enrichments, fillersFor } from '#src/sources/enrichments.ts';
import {
  type ListedAnswer,
  type OpenAlexAnswer,
  parseEnrichment,
  readEnrichment,
  readListed,
} from '#src/sources/openalex/record.ts';
import { readers } from '#src/sources/readers.ts';
import { isSourceFailure, type ReadAnswer } from '#src/sources/requests/source.ts';
import { notTried } from '#src/table/passes/run.ts';
import { countMessages } from '#src/table/queues/queue.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { type AgencyName, agencyNames, type EnrichmentName } from '#src/vocabulary/sources/declarations.ts';
import { identifyPublication, readAgency, type SourceAnswers } from '../identify.ts';
import { getSourceAnswer } from '../store/source-answers.ts';
import { storePublication } from '../store.ts';
import { duePublications } from './due.ts';
import { sourceLagMs } from './people.ts';
import { isOutage, type RefreshRun } from './run.ts';

const onlyOwn = Object.fromEntries(agencyNames.map((name) => [name, [name]])) as Record<AgencyName, [AgencyName]>;

/** The agencies to ask about a source's publications. One unknown to all agencies may have been registered since. */
export const agenciesOf: Record<PublicationRecord['source'], readonly AgencyName[]> = {
  ...onlyOwn,
  orcid: agencyNames,
};

/** The most records of a source examined per run; the next run continues. */
const perRun = 5_000;
const storesAtOnce = 4;
const retriesAtOnce = 20;

/** The changes of a batch according to the sources' lists. */
interface Changes {
  /** When the agency last changed it. */
  changedAtMs: ReadonlyMap<string, number>;
  /** Undefined if OpenAlex is not to be asked. */
  openAlex: ReadonlyMap<string, ListedAnswer> | undefined;
}

/**
 * Refreshes the publications that are due: first those that failed before, each separately, then the others, stalest
 * first, up to a hundred at a time.
 */
export async function refreshPublications(run: RefreshRun): Promise<void> {
  const retries = run.retries('publication');
  for (let start = 0; start < retries.length; start += retriesAtOnce) {
    if (run.isOver() || !(await mayAskCrossref(run))) break;
    const group = await readRecords(run, undefined, retries.slice(start, start + retriesAtOnce));
    await inParallel(group, storesAtOnce, (record) => refreshWhole(run, record));
  }
  const beforeMs = run.now.getTime() - run.settings.afterMs.publications;
  const queues = await Promise.all(
    publicationSources.map(async (source) => {
      const needed = [...agenciesOf[source], 'openalex' as const].filter((each) => run.isWanted(each));
      const { due } = needed.length === 0 ? { due: [] } : await duePublications(source, beforeMs, perRun);
      const untried = due.filter(({ id }) => !run.hasFailed('publication', id));
      const { listed = [], single = [] } = Object.groupBy(untried, ({ id }) => (isListable(id) ? 'listed' : 'single'));
      const batches = [...splitIntoLists(listed, ({ id }) => id), ...single.map((each) => [each])];
      return { source, needed, batches };
    }),
  );
  for (;;) {
    // The stalest batch among the sources that can be asked.
    const [next] = queues
      .filter(({ batches, needed }) => batches.length > 0 && needed.every((each) => run.isOpen(each)))
      .sort((one, other) => (one.batches[0]?.[0]?.fetchedAtMs ?? 0) - (other.batches[0]?.[0]?.fetchedAtMs ?? 0));
    const batch = next?.batches.shift();
    if (!next || !batch || run.isOver()) return;
    if (next.needed.includes('crossref') && !(await mayAskCrossref(run))) next.batches.length = 0;
    else
      await refreshBatch(
        run,
        next.source,
        batch.map(({ id }) => id),
        beforeMs,
      );
  }
}

/** Crossref's polite pool allows three requests at once. An ingestion uses them, so the refresh waits for its end. */
const mayAskCrossref = async (run: RefreshRun): Promise<boolean> =>
  !run.isWanted('crossref') || (await countMessages('works')) === 0;

/** The publications that can be refreshed. Those that failed before keep the noted source. */
async function readRecords(run: RefreshRun, source: PublicationRecord['source'] | undefined, dois: string[]) {
  const read = async (batch: readonly string[]) => [...(await getPublications([...batch])).values()];
  return (await run.read('publication', source, dois, read)).filter(isRefreshable);
}

/** A deleted one waits until it is restored; `retry-enrichments` handles those with a pending enrichment. */
const isRefreshable = ({ deleted_at, enrichment_pending_since }: PublicationRecord): boolean =>
  deleted_at === null && enrichment_pending_since === null;

async function refreshBatch(
  run: RefreshRun,
  source: PublicationRecord['source'],
  dois: string[],
  beforeMs: number,
): Promise<void> {
  const records = await readRecords(run, source, dois);
  const { stale = [], fetched = [] } = Object.groupBy(records, ({ last_fetched_at }) =>
    last_fetched_at <= beforeMs ? 'stale' : 'fetched',
  );
  // The row lacks the time of an interrupted fetch.
  await inParallel(fetched, storesAtOnce, (record) =>
    run.each('publication', record.doi, source, () => touchPublication(record, new Date(record.last_fetched_at))),
  );
  const [first] = stale;
  if (!first) return;
  if (!isListable(first.doi)) return refreshWhole(run, first);
  const changes = await readChanges(run, source, stale);
  if (!changes) return;
  await inParallel(stale, storesAtOnce, (record) => refreshChanged(run, record, changes));
}

/** The changes at the sources; undefined if one of them does not answer. */
async function readChanges(
  run: RefreshRun,
  source: PublicationRecord['source'],
  stale: readonly PublicationRecord[],
): Promise<Changes | undefined> {
  const dois = stale.map(({ doi }) => doi);
  const sinceMs = Math.min(...stale.map(({ last_fetched_at }) => last_fetched_at)) - sourceLagMs;
  try {
    const changedAtMs = new Map<string, number>();
    for (const agency of agenciesOf[source].filter((each) => run.isWanted(each))) {
      const found = await run.ask(agency, (callOptions) => findChanges[agency](dois, sinceMs, callOptions));
      if (found === notTried) return undefined;
      for (const [doi, ms] of found) changedAtMs.set(doi, ms);
    }
    if (!run.isWanted('openalex')) return { changedAtMs, openAlex: undefined };
    const openAlex = await run.ask('openalex', (callOptions) => readListed(dois, callOptions));
    return openAlex === notTried ? undefined : { changedAtMs, openAlex };
  } catch (error) {
    if (!isSourceFailure(error)) throw error;
    // The list request itself was rejected: each record is read separately later.
    if (!isOutage(error)) {
      await inParallel(dois, storesAtOnce, (doi) => run.fail('publication', doi, error.source, error.message));
    }
  }
  return undefined;
}

/** Refreshes a publication using the lists: reads only what has changed. */
function refreshChanged(
  run: RefreshRun,
  record: PublicationRecord,
  { changedAtMs, openAlex: listed }: Changes,
): Promise<void> {
  const { doi, source, last_fetched_at } = record;
  const changedMs = changedAtMs.get(doi);
  const isChanged = changedMs !== undefined && changedMs >= last_fetched_at - sourceLagMs;
  return run.each('publication', doi, source, async () => {
    const agency = isChanged || (await hasOtherLicense(record)) ? await askAgency(run, record) : undefined;
    if (agency === notTried) return notTried;
    const openAlex = listed && (await listedAnswer(run, record, listed.get(doi)));
    if (openAlex === notTried) return notTried;
    await store(run, record, agency, openAlex);
  });
}

/** Whether another of the licences that Crossref gave applies by now: each has the day on which it begins. */
async function hasOtherLicense({ doi, source, original }: PublicationRecord): Promise<boolean> {
  if (source !== 'crossref') return false;
  const kept = await getSourceAnswer(doi, source);
  const parsed = kept && readers.crossref.parse(kept.raw, kept.asked ?? doi);
  return parsed !== undefined && parsed.bibliography.license_url !== original.license_url;
}

/**
 * OpenAlex's current answer if it is new. If OpenAlex has the publication under another DOI, which lists do not show, or
 * has added one with more authors than a list has, it is read separately. Otherwise authors that a list has cut stay
 * those of the stored answer.
 */
async function listedAnswer(run: RefreshRun, record: PublicationRecord, listed: ListedAnswer | undefined) {
  const { doi, enriched, enrichment } = record;
  if (!listed) return enriched === null ? undefined : readOpenAlex(run, doi);
  const { answer, areAuthorsCut } = listed;
  if (enriched === null) return areAuthorsCut ? readOpenAlex(run, doi) : answer;
  const bibliography = areAuthorsCut ? { ...answer.bibliography, authors: enriched.authors } : answer.bibliography;
  if (isSameJson({ enriched: bibliography, enrichment: answer.enrichment }, { enriched, enrichment })) return undefined;
  if (!areAuthorsCut) return answer;
  const kept = await getSourceAnswer(doi, 'openalex');
  const { authorships } = (kept?.raw ?? {}) as { authorships?: unknown };
  const whole = kept && parseEnrichment(kept.asked ?? doi, Object.assign({}, answer.raw, { authorships }));
  return whole ?? readOpenAlex(run, doi);
}

/** Refreshes a publication separately from all its sources. */
function refreshWhole(run: RefreshRun, record: PublicationRecord): Promise<void> {
  return run.each('publication', record.doi, record.source, async () => {
    const isWanted = agenciesOf[record.source].some((agency) => run.isWanted(agency));
    const agency = isWanted ? await askAgency(run, record) : undefined;
    if (agency === notTried) return notTried;
    const openAlex = run.isWanted('openalex') ? await readOpenAlex(run, record.doi) : undefined;
    if (openAlex === notTried) return notTried;
    await store(run, record, agency, openAlex);
  });
}

const askAgency = (run: RefreshRun, { doi, source }: PublicationRecord) => {
  const [first = 'crossref'] = agenciesOf[source].filter((agency) => run.isWanted(agency));
  return run.ask(first, (callOptions) => readAgency(doi, callOptions));
};

const readOpenAlex = (run: RefreshRun, doi: string) =>
  run.ask('openalex', (callOptions) => readEnrichment(doi, callOptions));

/** Stores the answers, supplemented by sources that fill gaps, as far as the budgets allow. */
async function store(
  run: RefreshRun,
  record: PublicationRecord,
  agency: SourceAnswers['agency'],
  openalex: OpenAlexAnswer | undefined,
): Promise<void> {
  const { doi } = record;
  const known = [agency?.bibliography ?? record.original, openalex?.bibliography ?? record.enriched ?? []].flat();
  const fillers = await readFillers(run, record, fillersFor(known));
  const answers = { agency, enrichments: { answers: { ...(openalex && { openalex }), ...fillers }, failures: {} } };
  const identified = answers.agency ? await identifyPublication(doi, answers, doi) : { doi, dois: [doi] };
  const fetched = { ...answers, ...identified, listing: undefined, orcids: [], mustExist: true };
  const result = await storePublication(fetched, () => [], run.now);
  // Otherwise it was permanently deleted or became part of another publication.
  if ('record' in result) run.counts[result.outcome === 'skipped' ? 'confirmed' : 'updated'] += 1;
}

/** The answers of sources that fill gaps, where nothing is stored yet. A failing one is asked again another night. */
async function readFillers(
  run: RefreshRun,
  { doi, supplements }: PublicationRecord,
  fillers: readonly EnrichmentName[],
): Promise<Enrichments['answers']> {
  const found: Enrichments['answers'] = {};
  for (const name of fillers.filter((each) => run.isOpen(each) && !Object.hasOwn(supplements, each))) {
    try {
      const answer = await run.ask<ReadAnswer<EnrichmentName> | undefined>(name, (callOptions) =>
        readers[name].read(doi, callOptions),
      );
      if (answer && answer !== notTried) found[name] = answer;
    } catch (error) {
      if (!isSourceFailure(error)) throw error;
    }
  }
  return found;
}
