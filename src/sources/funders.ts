import type { Funder } from '../domain/values/bibliography.ts';
import { parseDoi } from '../domain/values/doi.ts';

/** A ROR iD: https://ror.readme.io/docs/identifier. The letters are those of Crockford's base 32. */
const ror = /(?:^|ror\.org\/)(0[a-hj-km-np-tv-z\d]{6}\d{2})\/?$/i;

/** The identifiers of a funder in any notation: a DOI of the Open Funder Registry, a ROR iD, or neither. */
export function funderIds(written: readonly (string | null | undefined)[]): Pick<Funder, 'doi' | 'ror'> {
  const ids = written.flatMap((one) => (typeof one === 'string' ? one.trim() : []));
  const [rorId] = ids.flatMap((id) => ror.exec(id)?.[1]?.toLowerCase() ?? []);
  return {
    doi: ids.flatMap((id) => parseDoi(id) ?? [])[0] ?? null,
    ror: rorId ? `https://ror.org/${rorId}` : null,
  };
}

/** The URI of an award: a web address, or one of the `info:` scheme, which OpenAIRE uses. */
export function awardUri(written: string | null | undefined): string | null {
  const uri = written?.trim() ?? '';
  if (/^info:[\w/.:+-]{1,500}$/i.test(uri)) return uri;
  const url = URL.parse(uri);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The most entries that are read. A record has some tens at most. */
const maxFunders = 1_000;

/**
 * The funders in the order of the source, each once: entries are of the same funder if an identifier of both is the
 * same, or if their names are and no identifiers contradict that. Entries that say nothing are left out.
 */
export function mergedFunders(entries: readonly Funder[]): Funder[] {
  const merged: Funder[] = [];
  for (const entry of entries.slice(0, maxFunders)) {
    const isEmpty =
      !entry.name && !entry.doi && !entry.ror && entry.awards.length === 0 && entry.award_details.length === 0;
    if (isEmpty) continue;
    const place = merged.findIndex((known) => isSame(known, entry));
    const known = merged[place];
    if (known === undefined) merged.push(entry);
    else merged[place] = joined(known, entry);
  }
  // What was joined may have the identifier of another one.
  return merged.length < entries.length ? mergedFunders(merged) : merged.map(withDistinctAwards);
}

function withDistinctAwards(funder: Funder): Funder {
  const details = new Map(funder.award_details.map((detail) => [JSON.stringify(detail), detail]));
  return { ...funder, awards: distinctAwards(funder.awards), award_details: [...details.values()] };
}

/** Numbers that differ only in the kind of their hyphens are the same. */
function distinctAwards(numbers: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const number of numbers) {
    const key = number.replace(/\p{Pd}/gu, '-').toLowerCase();
    if (!distinct.has(key)) distinct.set(key, number);
  }
  return [...distinct.values()];
}

function isSame(one: Funder, other: Funder): boolean {
  const compared = [
    [one.doi, other.doi],
    [one.ror, other.ror],
  ].flatMap(([a, b]) => (a && b ? [a === b] : []));
  if (compared.length > 0) return compared.includes(true);
  return one.name !== null && other.name !== null && one.name.toLowerCase() === other.name.toLowerCase();
}

function joined(one: Funder, other: Funder): Funder {
  return {
    name: one.name ?? other.name,
    doi: one.doi ?? other.doi,
    ror: one.ror ?? other.ror,
    awards: [...one.awards, ...other.awards],
    award_details: [...one.award_details, ...other.award_details],
  };
}
