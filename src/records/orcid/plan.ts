import { maxSummaries } from './bibliography.ts';
import type { ExternalId, WorkGroup, WorkSummary } from './record.ts';

/** The content of an ORCID record: publications have a DOI, works have none. */
export interface Plan {
  publications: PlannedPublication[];
  works: PlannedWork[];
}

export interface PlannedPublication {
  doi: string;
  /**
   * All `self` DOIs of its group, the owner's preferred one first; empty if this is the only one. Grouping by ORCID is
   * only a hint: the DOIs may be of different works.
   */
  grouped: string[];
  /** The owner's preferred summary with this DOI; for the first DOI, also among those without a DOI. */
  summary: WorkSummary;
  /** The other summaries of the same kind, in the same order, at most `maxSummaries` together. */
  others: WorkSummary[];
  putCodes: number[];
}

export interface PlannedWork {
  preferred: WorkSummary;
  /** In ascending order. The lowest identifies the work. */
  putCodes: number[];
  /** The identifiers of all its summaries. */
  identifiers: readonly ExternalId[];
}

/**
 * Sorts the groups of an ORCID record into publications, one for each `self` DOI, and works. Groups with a common DOI
 * are combined.
 */
export function planRecord(groups: WorkGroup[]): Plan {
  const publications = new Map<string, PlannedPublication>();
  const works: PlannedWork[] = [];
  for (const group of groups) {
    // The sort is stable, so equally preferred summaries keep the record's order.
    const sorted = group.summaries.toSorted((one, other) => other.displayIndex - one.displayIndex);
    const all = [...new Set([...sorted.flatMap(({ selfDois }) => selfDois), ...group.selfDois])];
    const dois = all.slice(0, maxGrouped);
    const [preferred, ...rest] = all.length > maxGrouped ? withCut(sorted, all.length) : sorted;
    if (!preferred) continue;
    const summaries = [preferred, ...rest];
    if (dois.length === 0) {
      works.push({ preferred, putCodes: putCodesOf(summaries), identifiers: group.identifiers });
      continue;
    }
    const byDoi = Map.groupBy(
      summaries.flatMap((summary) => {
        const own = summary.selfDois.length > 0 ? new Set(summary.selfDois) : dois.slice(0, 1);
        return [...own].map((doi) => ({ doi, summary }));
      }),
      ({ doi }) => doi,
    );
    const grouped = dois.length > 1 ? dois : [];
    for (const doi of dois) {
      const own = (byDoi.get(doi) ?? []).map(({ summary }) => summary);
      // A DOI of the group alone gets the summary that the owner prefers.
      const [summary = preferred, ...others] = own;
      const known = publications.get(doi);
      const planned = known ?? { doi, grouped: [], summary, others: [], putCodes: [] };
      planned.grouped = [...new Set([...planned.grouped, ...grouped])].slice(0, maxGrouped);
      planned.others.push(...(known ? [summary] : []), ...others);
      planned.others.splice(maxSummaries - 1);
      planned.putCodes.push(...putCodesOf(own));
      if (!known) publications.set(doi, planned);
    }
  }
  return { publications: [...publications.values()].map(bounded), works };
}

const putCodesOf = (summaries: readonly WorkSummary[]) =>
  summaries.map(({ putCode }) => putCode).sort((one, other) => one - other);

/** The summaries, with a note in the first one that DOIs of the group were left out. */
function withCut([first, ...others]: WorkSummary[], count: number): WorkSummary[] {
  if (!first) return [];
  const cut = `the DOIs of its group were cut to the first ${maxGrouped} of ${count.toLocaleString('en')}`;
  return [{ ...first, cuts: [...(first.cuts ?? []), cut] }, ...others];
}

/** Drops the last summaries that would not fit into a table item. */
function bounded(planned: PlannedPublication): PlannedPublication {
  let characters = 0;
  const others = planned.others.filter((summary) => {
    characters += JSON.stringify(summary).length;
    return characters <= maxOtherCharacters;
  });
  return { ...planned, others };
}

/** The most DOIs in one group. Only records made to keep the sources busy have more. */
const maxGrouped = 50;
/** At up to three bytes each, most of an item's 400 KB. */
const maxOtherCharacters = 60_000;
