import * as z from 'zod';
import { Institution } from '#src/records/people/employment.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { canonicalDois } from '#src/records/publications/store/publications.ts';
import { rowIds } from '#src/records/store/list-rows.ts';
import { env } from '#src/runtime/env.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { log } from '#src/runtime/log.ts';
import {
  bareId,
  listAuthorIds,
  listWorks,
  maxFilterValues,
  type OpenAlexListRecord,
  type WorkFilter,
} from '#src/sources/openalex/lists.ts';
import {
  isNoAnswer,
  isSourceFailure,
  type NoAnswer,
  SourceAnswerMalformed,
  SourceUnavailable,
} from '#src/sources/requests/source.ts';
import { listShards } from '#src/table/keys.ts';
import { hourlyPauses, PassRun } from '#src/table/passes/run.ts';
import type { PassProgress } from '#src/table/passes/stored-pass.ts';
import { type PassPart, walk } from '#src/table/passes/walk.ts';
import { getProposals, proposalId, propose, withdraw } from '../store/proposals.ts';

/** Requests to OpenAlex per run: at most 3,000 works. */
const requestsPerRun = 30;
/** The interval between the starts of two rounds through all works at OpenAlex. */
const everyMs = 7 * 24 * 3_600_000;
const atOnce = 10;
/**
 * Limit of people per proposal: it is written with a link from each, and a DynamoDB transaction has at most 100 writes.
 */
const maxPeople = 90;

/** A page of works, with their authors if people were asked for. */
interface Found {
  works: OpenAlexListRecord[];
  authors: ReadonlyMap<string, string>;
  next: Place | undefined;
}
const nobody: ReadonlyMap<string, string> = new Map();
const end: Found = { works: [], authors: nobody, next: undefined };

export interface SuggestionCounts {
  requests: number;
  works: number;
  proposed: number;
  withdrawn: number;
}

/**
 * Proposes to import works of the institution and of people in the registry that it lacks, as far as one run's requests
 * go; the next run continues. Withdraws proposals of works that have been added. A part that OpenAlex does not answer
 * holds up no other: the run ends if others would get no answer either, and the next one begins with them. Throws at
 * the end if a work could not be proposed.
 */
export async function suggestWorks(now: Date, deadlineMs: number): Promise<SuggestionCounts> {
  const records = await PassRun.continue({ pass: 'suggestions', now, deadlineMs, pauses: hourlyPauses });
  const suggestions = new WorkSuggestions(records, deadlineMs);
  await suggestions.withdrawImported();
  const rors = Institution.parse(JSON.parse(env('INSTITUTION'))).ror.map(bareId);
  for (const part of inTurn(records, suggestions.parts(rors))) {
    const progress = records.progressOf(part.name);
    if (progress?.ended && !isOld(progress, now)) continue;
    const note = { kind: 'part', id: part.name };
    try {
      const { hasEnded } = await walk(records, part);
      await records.forget(note);
      // A part can also be one that OpenAlex does not have.
      if (!hasEnded && (suggestions.isSpent() || records.isOver())) break;
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
      log('warn', 'Works were not suggested', { part: part.name, error });
      if (isSourceFailure(error)) await records.note(note, { reason: error.message });
      // Otherwise the other parts would probably get no answer either.
      if (!isOfRequest(error)) break;
    }
  }
  records.throwIfFailed();
  return suggestions.counts;
}

/** Parts that OpenAlex did not answer come last, those that were asked longest ago first: none holds up another. */
function inTurn(records: PassRun, parts: PassPart[]): PassPart[] {
  const failedAt = new Map(records.failures('part').map(({ id, attempted_at }) => [id, attempted_at]));
  const lastFailure = ({ name }: PassPart) => failedAt.get(name) ?? 0;
  return parts.toSorted((one, other) => lastFailure(one) - lastFailure(other));
}

/** Whether a failure is of one request, so that others may succeed. */
const isOfRequest = (error: NoAnswer): boolean =>
  error instanceof SourceAnswerMalformed ||
  (error instanceof SourceUnavailable && error.status !== undefined && error.status < 500 && error.status !== 429);

const isOld = ({ ended, started_at }: PassProgress, now: Date) => ended && now.getTime() - started_at >= everyMs;

/** Where a list of works continues: after a person, and at a position of OpenAlex. */
const Place = z.object({ after: z.string().nullable(), cursor: z.string().nullable() });
type Place = z.output<typeof Place>;

const placeAt = (position: string | undefined): Place =>
  position === undefined ? { after: null, cursor: null } : Place.parse(JSON.parse(position));

class WorkSuggestions {
  readonly counts: SuggestionCounts = { requests: 0, works: 0, proposed: 0, withdrawn: 0 };
  readonly #records: PassRun;
  readonly #signal: AbortSignal;

  constructor(records: PassRun, deadlineMs: number) {
    this.#records = records;
    this.#signal = AbortSignal.timeout(Math.max(deadlineMs - Date.now(), 0));
  }

  /** Whether the requests of a run are used up. */
  isSpent(): boolean {
    return this.counts.requests >= requestsPerRun;
  }

  /** The institution's works, then those of the people of each list shard. */
  parts(rors: readonly string[]): PassPart[] {
    const institution = this.#part('institution', rors, async ({ cursor }) => {
      if (rors.length === 0) return end;
      const page = await this.#page({ rors: rors.slice(0, maxFilterValues) }, cursor);
      return (
        page && { ...page, authors: nobody, next: page.next === null ? undefined : { after: null, cursor: page.next } }
      );
    });
    const people = Array.from({ length: listShards }, (_, shard) =>
      this.#part(`people-${shard}`, rors, async ({ after, cursor }) => {
        const orcids = (await rowIds('PERSON', shard, after ?? undefined)).items.slice(0, maxFilterValues);
        if (orcids.length === 0) return end;
        this.counts.requests += 1;
        const authors = await listAuthorIds(orcids, { signal: this.#signal });
        if (!authors) return undefined;
        const next = { after: orcids.at(-1) ?? null, cursor: null };
        if (authors.size === 0) return { works: [], authors, next };
        const page = await this.#page({ authorIds: [...authors.keys()].slice(0, maxFilterValues) }, cursor);
        return page && { ...page, authors, next: page.next === null ? next : { after, cursor: page.next } };
      }),
    );
    return [institution, ...people];
  }

  /** A part whose works are proposed. `find` returns undefined if OpenAlex does not answer. */
  #part(name: string, rors: readonly string[], find: (place: Place) => Promise<Found | undefined>): PassPart {
    let found: Found = end;
    return {
      name,
      atOnce,
      startsOver: (progress) => isOld(progress, this.#records.now),
      findPage: async (position) => {
        if (this.isSpent()) return undefined;
        const page = await find(placeAt(position));
        if (!page) return undefined;
        found = page;
        const items = page.works.map(({ doi }) => ({ id: doi }));
        return { items, next: page.next && JSON.stringify(page.next) };
      },
      handle: async ([doi]) => {
        const work = found.works.find((each) => each.doi === doi);
        if (work) await this.#propose(work, rors, found.authors);
      },
    };
  }

  /** The works that the registry lacks. */
  async #page(filter: WorkFilter, cursor: string | null) {
    this.counts.requests += 1;
    const page = await listWorks(filter, cursor, { signal: this.#signal });
    if (!page) return undefined;
    this.counts.works += page.works.length;
    const known = await canonicalDois(page.works.map(({ doi }) => doi));
    return { works: page.works.filter(({ doi }) => !known.has(doi)), next: page.next };
  }

  async #propose(
    work: OpenAlexListRecord,
    rors: readonly string[],
    authors: ReadonlyMap<string, string>,
  ): Promise<void> {
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
    const { now } = this.#records;
    const evidence = { source: 'openalex' as const, seen_at: now.getTime(), seen };
    const subject = { doi: work.doi, orcids, project_id: null, period: null, membership: null, title: work.title };
    await propose(proposalId('work', work.doi), { kind: 'work', ...subject, evidence }, now);
    this.counts.proposed += 1;
  }

  /** Withdraws the open proposals of works that the registry has: an ingestion was killed before doing so. */
  async withdrawImported(): Promise<void> {
    for (let shard = 0; shard < listShards; shard++) {
      for (let after: string | undefined; ; ) {
        const { items, next } = await rowIds('PROPOSAL', shard, after);
        await this.#records.attemptAll('proposals', items, async (ids) => {
          const open = (await getProposals(ids)).filter(({ kind, status }) => kind === 'work' && status === 'open');
          const known = await canonicalDois(open.flatMap(({ doi }) => doi ?? []));
          const imported = open.filter(({ doi }) => known.has(doi ?? ''));
          await inParallel(imported, atOnce, ({ id }) => withdraw(id));
          this.counts.withdrawn += imported.length;
        });
        if (next === undefined) break;
        after = next;
      }
    }
  }
}
