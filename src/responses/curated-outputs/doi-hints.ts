import { curatedPublications } from '#src/lists/curated-publications.ts';
import { duplicatePairs } from '#src/lists/duplicates.ts';
import type { Position } from '#src/lists/model/page.ts';
import { curatedWorks } from '#src/lists/works.ts';
import { getJournals } from '#src/records/journals/store/journals.ts';
import { invalidField } from '#src/runtime/errors.ts';

/** Why a work may have a DOI: docs/reports.md. */
export const doiHints = ['duplicate', 'journal'] as const;
export type DoiHint = (typeof doiHints)[number];

/** The list that reads hints, for routes with the filter. */
export const doiHintReads = ['lists:duplicates'] as const;

const readAtOnce = 1_000;
/** A statement of PostgreSQL has room for so many ids. */
const mostHinted = 20_000;

/** The works with one of these hints. */
export async function worksWithHints(hints: readonly DoiHint[]): Promise<ReadonlySet<string>> {
  const [pairs, listed] = await Promise.all([
    hints.includes('duplicate') ? pairedWorks() : [],
    hints.includes('journal') ? worksInJournals() : [],
  ]);
  const ids = new Set([...pairs, ...listed]);
  if (ids.size > mostHinted) throw invalidField('query', 'doi_hint', `finds more than ${mostHinted} works`);
  return ids;
}

/** Works with an open question whether they are a publication. */
async function pairedWorks(): Promise<string[]> {
  const order = { page: 1, per_page: readAtOnce, q: '', sort: 'created_at', dir: 'asc' } as const;
  const open = { ...order, equals: { status: 'open', kind: 'work' }, where: [] };
  const found: string[] = [];
  for (let after: Position | undefined; ; ) {
    const { rows, hasMore } = await duplicatePairs.findAfter(open, after, 0);
    for (const { first_kind, other } of rows) if (first_kind === 'publication') found.push(other);
    const last = rows.at(-1);
    if (!hasMore || !last) return found;
    after = { value: last.created_at, id: last.id };
  }
}

/** Works in journals in which the registry has publications, whichever ISSN these have. */
async function worksInJournals(): Promise<string[]> {
  const [ofWorks, ofPublications] = await Promise.all([
    curatedWorks.facetCounts('journal', [], 0),
    curatedPublications.facetCounts('journal', ['present'], 0),
  ]);
  const issns = [...ofWorks.keys()].map(String);
  const journals = await getJournals(issns);
  const journal = issns.filter((issn) =>
    (journals.get(issn)?.issns ?? [issn]).some((each) => ofPublications.has(each)),
  );
  if (journal.length === 0) return [];
  const order = { page: 1, per_page: readAtOnce, q: '', sort: 'last_fetched_at', dir: 'asc' } as const;
  const found: string[] = [];
  for (let after: Position | undefined; ; ) {
    const { rows, hasMore } = await curatedWorks.findAfter({ ...order, equals: { journal }, where: [] }, after, 0);
    found.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (!hasMore || !last) return found;
    after = { value: last.last_fetched_at, id: last.id };
  }
}
