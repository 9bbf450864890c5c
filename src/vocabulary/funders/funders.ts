import type { Author, Award, Funder } from '../bibliography.ts';
import { doiUrl, parseDoi } from '../identifiers/doi.ts';
import { parseRor } from './funder-ids.ts';

/** The identifiers of a funder in any notation: a DOI of the Open Funder Registry, a ROR iD, or neither. */
export function funderIds(written: readonly (string | null | undefined)[]): Pick<Funder, 'doi' | 'ror'> {
  const ids = written.flatMap((one) => (typeof one === 'string' ? one.trim() : []));
  return {
    doi: ids.flatMap((id) => parseDoi(id) ?? [])[0] ?? null,
    ror: ids.flatMap((id) => parseRor(id) ?? [])[0] ?? null,
  };
}

/** The printed name of a funder, or an identifier if no source has a name. */
export const funderName = ({ name, ror, doi }: Funder): string | null => name ?? ror ?? (doi && doiUrl(doi));

/** The awards of a funder, with their address: as a source states it, or that of an award which is a DOI. */
export function awardsOfFunder({ awards, award_details }: Funder): Award[] {
  const details = new Map(award_details.toReversed().map((detail) => [detail.number, detail]));
  const numbered = awards.map((number) => {
    const { title = null, uri = null } = details.get(number) ?? {};
    return { number, title, uri: uri ?? awardDoiUrl(number) };
  });
  return [...numbered, ...award_details.filter(({ number }) => number === null)];
}

/** Numbers such as `10.12/2015` are no DOIs, whose prefixes have at least four digits. */
function awardDoiUrl(number: string): string | null {
  const doi = parseDoi(number);
  return doi && /^10\.\d{4}/.test(doi) ? doiUrl(doi) : null;
}

/** Funders without a name get that of the organization with their ROR iD which an author works for. */
export function namedByAuthors(funders: readonly Funder[], authors: readonly Author[]): Funder[] {
  if (funders.every(({ name, ror }) => name !== null || ror === null)) return [...funders];
  const names = new Map<string, string>();
  for (const { affiliation_details = [] } of authors) {
    for (const { ror, name } of affiliation_details) if (ror !== null && name !== null) names.set(ror, name);
  }
  return funders.map((funder) => ({ ...funder, name: funder.name ?? names.get(funder.ror ?? '') ?? null }));
}

/** Limit of entries read. A record has at most a few dozen. */
const maxFunders = 1_000;

/**
 * The distinct funders in the order of the source. Entries are of the same funder if they share an identifier, or if
 * their names are equal and no identifiers contradict that; a nameless one also if only one funder has the same award.
 * Empty entries are dropped.
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
    if (merged.length === funders.length) return joinedByAward(merged).map(withDistinctAwards);
    funders = merged;
  }
}

/** The funders, of which nameless ones are joined with the only one that has the same award. */
function joinedByAward(funders: Named[]): Named[] {
  if (funders.every(({ name }) => name !== null)) return funders;
  const owners = new Map<string, Named | undefined>();
  for (const funder of funders.filter(({ name }) => name !== null)) {
    for (const key of new Set(funder.awards.map(awardKey))) owners.set(key, owners.has(key) ? undefined : funder);
  }
  return funders.filter((funder) => {
    if (funder.name !== null) return true;
    const owner = funder.awards.flatMap((award) => owners.get(awardKey(award)) ?? [])[0];
    const isOther = !owner || Boolean(funder.doi && owner.doi) || Boolean(funder.ror && owner.ror);
    if (!isOther) join(owner, funder);
    return isOther;
  });
}

type Named = Funder & { nameNumber: number | undefined };

const saysSomething = ({ name, doi, ror, awards, award_details }: Funder) =>
  Boolean(name || doi || ror || awards.length > 0 || award_details.length > 0);

function withDistinctAwards({ nameNumber: _, ...funder }: Named): Funder {
  const details = new Map(funder.award_details.map((detail) => [JSON.stringify(detail), detail]));
  return { ...funder, awards: distinctAwards(funder.awards), award_details: [...details.values()] };
}

/** Numbers that differ only in the kind of hyphen are the same. */
const awardKey = (number: string) => number.replace(/\p{Pd}/gu, '-').toLowerCase();

function distinctAwards(numbers: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const number of numbers) {
    const key = awardKey(number);
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
