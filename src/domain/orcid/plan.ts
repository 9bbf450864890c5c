import { maxSummaries } from './bibliography.ts';
import type { WorkGroup, WorkSummary } from './record.ts';

/** The content of an ORCID record: publications, which have a DOI, and works, which have none. */
export interface Plan {
  publications: PlannedPublication[];
  works: PlannedWork[];
}

export interface PlannedPublication {
  /** The DOI of the first summary, in the owner's order of preference, that has one. */
  doi: string;
  /** The group's other `self` DOIs. */
  aliases: string[];
  /** The summary the owner prefers, with or without a DOI. */
  summary: WorkSummary;
  /** The group's other summaries, in the same order. At most so many that `maxSummaries` are not exceeded. */
  others: WorkSummary[];
  putCodes: number[];
}

export interface PlannedWork {
  preferred: WorkSummary;
  /** In ascending order. The lowest identifies the work. */
  putCodes: number[];
}

/**
 * Sorts the groups of an ORCID record into publications and works. Groups that share a DOI are one publication: ORCID
 * groups works by identifier, but older records still contain such pairs.
 */
export function planRecord(groups: WorkGroup[]): Plan {
  const publications: PlannedPublication[] = [];
  const works: PlannedWork[] = [];
  const byDoi = new Map<string, PlannedPublication>();
  for (const group of groups) {
    // The sort is stable: equally preferred summaries stay in the record's order.
    const summaries = group.summaries.toSorted((one, other) => other.displayIndex - one.displayIndex);
    const [preferred, ...others] = summaries;
    if (!preferred) continue;
    const putCodes = summaries.map(({ putCode }) => putCode).sort((one, other) => one - other);
    const [doi, ...aliases] = new Set([...summaries.flatMap(({ selfDois }) => selfDois), ...group.selfDois]);
    if (doi === undefined) {
      works.push({ preferred, putCodes });
      continue;
    }
    const dois = [doi, ...aliases];
    const known = dois.map((each) => byDoi.get(each)).find(Boolean);
    const planned = known ?? { doi, aliases: [], summary: preferred, others: [], putCodes: [] };
    if (!known) publications.push(planned);
    planned.others.push(...(known ? summaries : others));
    planned.others.splice(maxSummaries - 1);
    planned.putCodes.push(...putCodes);
    for (const each of dois) {
      // A DOI that already belongs to another publication stays with it.
      if (byDoi.has(each)) continue;
      byDoi.set(each, planned);
      if (each !== planned.doi) planned.aliases.push(each);
    }
  }
  return { publications, works };
}
