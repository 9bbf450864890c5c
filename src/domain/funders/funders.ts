import type { Funder } from '../values/bibliography.ts';
import { parseDoi } from '../values/doi.ts';
import { parseRor } from './funder-ids.ts';

/** The identifiers of a funder in any notation: a DOI of the Open Funder Registry, a ROR iD, or neither. */
export function funderIds(written: readonly (string | null | undefined)[]): Pick<Funder, 'doi' | 'ror'> {
  const ids = written.flatMap((one) => (typeof one === 'string' ? one.trim() : []));
  return {
    doi: ids.flatMap((id) => parseDoi(id) ?? [])[0] ?? null,
    ror: ids.flatMap((id) => parseRor(id) ?? [])[0] ?? null,
  };
}

/** Limit of entries read. A record has at most a few dozen. */
const maxFunders = 1_000;

/**
 * The distinct funders in the order of the source. Entries are of the same funder if they share an identifier, or if
 * their names are equal and no identifiers contradict that. Empty entries are dropped.
 */
export function mergedFunders(entries: readonly Funder[]): Funder[] {
  // Names are compared by number, because they may be long.
  const numbers = new Map<string, number>();
  let funders = entries
    .filter(saysSomething)
    .slice(0, maxFunders)
    .map((funder): Named => {
      const name = funder.name?.toLowerCase();
      if (name !== undefined && !numbers.has(name)) numbers.set(name, numbers.size);
      const { awards, award_details } = funder;
      return {
        ...funder,
        awards: [...awards],
        award_details: [...award_details],
        nameNumber: name === undefined ? name : numbers.get(name),
      };
    });
  for (;;) {
    const merged: Named[] = [];
    for (const funder of funders) {
      const known = merged.find((each) => isSame(each, funder));
      if (known) join(known, funder);
      else merged.push(funder);
    }
    // A merged entry may have the identifier of a third one.
    if (merged.length === funders.length) return merged.map(withDistinctAwards);
    funders = merged;
  }
}

type Named = Funder & { nameNumber: number | undefined };

const saysSomething = ({ name, doi, ror, awards, award_details }: Funder) =>
  Boolean(name || doi || ror || awards.length > 0 || award_details.length > 0);

function withDistinctAwards({ nameNumber: _, ...funder }: Named): Funder {
  const details = new Map(funder.award_details.map((detail) => [JSON.stringify(detail), detail]));
  return { ...funder, awards: distinctAwards(funder.awards), award_details: [...details.values()] };
}

/** Numbers that differ only in the kind of hyphen are the same. */
function distinctAwards(numbers: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const number of numbers) {
    const key = number.replace(/\p{Pd}/gu, '-').toLowerCase();
    if (!distinct.has(key)) distinct.set(key, number);
  }
  return [...distinct.values()];
}

function isSame(one: Named, other: Named): boolean {
  const isDoiKnown = one.doi !== null && other.doi !== null;
  const isRorKnown = one.ror !== null && other.ror !== null;
  if (isDoiKnown || isRorKnown) return (isDoiKnown && one.doi === other.doi) || (isRorKnown && one.ror === other.ror);
  return one.name !== null && one.nameNumber === other.nameNumber;
}

/** Merges another entry of the same funder in place. */
function join(one: Named, other: Named): void {
  one.name ??= other.name;
  one.nameNumber ??= other.nameNumber;
  one.doi ??= other.doi;
  one.ror ??= other.ror;
  for (const award of other.awards) one.awards.push(award);
  for (const detail of other.award_details) one.award_details.push(detail);
}
