import { Institution } from '../domain/proposals/employment.ts';
import { env } from '../runtime/env.ts';
import { inParallel } from '../runtime/in-parallel.ts';
import { log } from '../runtime/log.ts';
import {
  bareId,
  type ListedWork,
  listAuthorIds,
  listWorks,
  maxFilterValues,
  type WorkFilter,
} from '../sources/openalex-lists.ts';
import { SourceAnswerMalformed, SourceCallPostponed, SourceUnavailable } from '../sources/source.ts';
import { listShards } from '../storage/keys.ts';
import { rowIds } from '../storage/list-rows.ts';
import { getPeople } from '../storage/people.ts';
import { getProposals, proposalId, propose, withdraw } from '../storage/proposals/proposals.ts';
import { canonicalDois } from '../storage/publications.ts';
import { type ProposalProgress, readProgress, saveProgress } from './progress.ts';

/** Requests to OpenAlex in one run: 3,000 works at most. */
const requestsPerRun = 30;
/** OpenAlex is asked for everything again this long after it was begun. */
const everyMs = 7 * 24 * 3_600_000;
const atOnce = 10;
/** The people of one proposal: it is written with a link from each, and DynamoDB limits a transaction to 100 writes. */
const maxPeople = 90;

export interface SuggestionCounts {
  requests: number;
  works: number;
  proposed: number;
  withdrawn: number;
}

/**
 * Proposes to import the works of the institution and of the people of the registry that it does not have, as far as the
 * requests of one run go; the next run continues. Withdraws proposals of works that it has by now. A failure of OpenAlex
 * ends the run.
 */
export async function suggestWorks(now: Date, untilMs: number): Promise<SuggestionCounts> {
  const run = new Run(now, untilMs);
  await run.withdrawImported();
  const rors = Institution.parse(JSON.parse(env('INSTITUTION'))).ror.map(bareId);
  for (let at = await readProgress('suggestions', now, everyMs); at.step !== null && run.mayAsk(); ) {
    const next = await run.step(at, rors).catch((error: unknown) => {
      if (!isSourceFailure(error)) throw error;
      log('warn', 'Works were not suggested', { error });
      return undefined;
    });
    if (!next) break;
    at = next;
    await saveProgress('suggestions', at);
  }
  return run.counts;
}

const isSourceFailure = (error: unknown) =>
  error instanceof SourceUnavailable || error instanceof SourceAnswerMalformed || error instanceof SourceCallPostponed;

class Run {
  readonly counts: SuggestionCounts = { requests: 0, works: 0, proposed: 0, withdrawn: 0 };
  readonly #now: Date;
  readonly #untilMs: number;
  readonly #signal: AbortSignal;

  constructor(now: Date, untilMs: number) {
    this.#now = now;
    this.#untilMs = untilMs;
    this.#signal = AbortSignal.timeout(Math.max(untilMs - Date.now(), 0));
  }

  mayAsk(): boolean {
    return this.counts.requests < requestsPerRun && Date.now() < this.#untilMs;
  }

  /** Step 0 is the institution, and each other one a shard of people. Undefined if OpenAlex gives no answer. */
  async step(at: ProposalProgress, rors: readonly string[]): Promise<ProposalProgress | undefined> {
    const { step, after, cursor } = at;
    if (step === null) return at;
    const following = { ...at, step: step < listShards ? step + 1 : null, after: null, cursor: null };
    if (step === 0) {
      if (rors.length === 0) return following;
      const page = await this.#page({ rors: rors.slice(0, maxFilterValues) }, cursor, rors, new Map());
      return page && (page.next === null ? following : { ...at, cursor: page.next });
    }
    const orcids = (await rowIds('PERSON', step - 1, after ?? undefined)).items.slice(0, maxFilterValues);
    if (orcids.length === 0) return following;
    this.counts.requests += 1;
    const authors = await listAuthorIds(orcids, { signal: this.#signal });
    if (!authors) return undefined;
    const next = { ...at, after: orcids.at(-1) ?? null, cursor: null };
    if (authors.size === 0) return next;
    const page = await this.#page({ authorIds: [...authors.keys()].slice(0, maxFilterValues) }, cursor, rors, authors);
    return page && (page.next === null ? next : { ...at, cursor: page.next });
  }

  async #page(
    filter: WorkFilter,
    cursor: string | null,
    rors: readonly string[],
    authors: ReadonlyMap<string, string>,
  ) {
    this.counts.requests += 1;
    const page = await listWorks(filter, cursor, { signal: this.#signal });
    if (!page) return undefined;
    this.counts.works += page.works.length;
    const known = await canonicalDois(page.works.map(({ doi }) => doi));
    const unknown = page.works.filter(({ doi }) => !known.has(doi));
    await inParallel(unknown, atOnce, (work) => this.#propose(work, rors, authors));
    return page;
  }

  async #propose(work: ListedWork, rors: readonly string[], authors: ReadonlyMap<string, string>): Promise<void> {
    const named = work.authors.flatMap(({ openalexId, orcid }) => orcid ?? (authors.get(openalexId ?? '') || []));
    const people = await getPeople([...new Set(named)]);
    const orcids = people
      .map(({ orcid }) => orcid)
      .sort()
      .slice(0, maxPeople);
    const ids = work.authors.filter(({ orcid, openalexId }) =>
      orcids.includes(orcid ?? authors.get(openalexId ?? '') ?? ''),
    );
    const seen = {
      openalex_id: work.openalexId,
      publication_year: work.year,
      publication_type: work.type,
      institution_rors: rors.filter((ror) => work.authors.some((author) => author.rors.includes(ror))),
      author_ids: ids.flatMap(({ openalexId }) => openalexId ?? []),
      author_count: work.authors.length,
    };
    const evidence = { source: 'openalex' as const, seen_at: this.#now.getTime(), seen };
    const about = { doi: work.doi, orcids, project_id: null, period: null, title: work.title };
    await propose(proposalId('work', work.doi), { kind: 'work', ...about, evidence }, this.#now);
    this.counts.proposed += 1;
  }

  /** Withdraws the open proposals of works that the registry has: an ingestion was killed before it did. */
  async withdrawImported(): Promise<void> {
    for (let shard = 0; shard < listShards; shard++) {
      for (let after: string | undefined; ; ) {
        const { items, next } = await rowIds('PROPOSAL', shard, after);
        const open = (await getProposals(items)).filter(({ kind, status }) => kind === 'work' && status === 'open');
        const known = await canonicalDois(open.flatMap(({ doi }) => doi ?? []));
        const imported = open.filter(({ doi }) => known.has(doi ?? ''));
        await inParallel(imported, atOnce, ({ id }) => withdraw(id));
        this.counts.withdrawn += imported.length;
        if (next === undefined) break;
        after = next;
      }
    }
  }
}
