import type { ProjectRecord } from '../project.ts';
import type { Funder } from '../values/bibliography.ts';
import { comparableName } from './comparable-name.ts';

/** An award of a publication that a project has, too. */
export interface AwardMatch {
  /** As the publication has it, and as the project has it. */
  number: string;
  project_number: string;
  funder: string | null;
  project_funders: string[];
  /** Whether a funder of the project is that of the award; null if one of the two is not known. */
  same_funder: boolean | null;
}

/** The award numbers of a project as it has them, by what is compared of them; and its funders. */
export interface ProjectAwards {
  id: string;
  numbers: Map<string, string>;
  funders: string[];
}

/** The names of fields that hold the number of an award: `grant_agreement`, `awardNumber`, `funding_reference`. */
const awardField = /award|grant|agreement|contract|reference/i;
/** A number shorter than this is shared by awards of several funders. */
const tellingLength = 6;
const minLength = 4;
const maxNumbers = 50;

/**
 * The awards of a project: its id, if that looks like a number of an award, and the texts in fields of `data` and
 * `funding_entities` that are named like one, in any depth. Funders are the texts of `funding_entities`, their names and
 * identifiers, and the programme.
 */
export function awardsOfProject({ id, data, funding_entities, programme }: ProjectRecord): ProjectAwards {
  const numbers = new Map<string, string>();
  const add = (written: string) => {
    const key = awardKey(written);
    if (key.length >= minLength && /\d{2}/.test(key) && numbers.size < maxNumbers) numbers.set(key, written.trim());
  };
  if (/\d{4}/.test(id)) add(id);
  collect(data, false, add);
  collect(funding_entities, false, add);
  const named = funding_entities.flatMap((one) => (typeof one === 'string' ? one : textsOf(one)));
  const programmes = typeof programme === 'string' ? [programme] : Object.values(programme);
  return { id, numbers, funders: [...new Set([...named, ...programmes])] };
}

function collect(value: unknown, isAward: boolean, add: (written: string) => void): void {
  if (isAward && (typeof value === 'string' || typeof value === 'number')) add(String(value));
  else if (Array.isArray(value)) for (const each of value) collect(each, isAward, add);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) collect(each, isAward || awardField.test(name), add);
  }
}

/** The texts of an object that are no award numbers. */
const textsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) =>
        typeof each === 'string' && !awardField.test(name) && !/country|role|type/i.test(name) ? each : [],
      );

/** What is compared of a number: letters and digits, without case. */
const awardKey = (written: string): string => written.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The awards that a publication and a project share. Numbers are the same if their letters and digits are, or if that of
 * the project stands in the other one as a part of its own: "H2020 grant 101000302". A number of less than six characters
 * counts only with the same funder.
 */
export function sharedAwards(funders: readonly Funder[], project: ProjectAwards): AwardMatch[] {
  return funders.flatMap((funder) => {
    const same_funder = isSameFunder(funder, project.funders);
    const written = [...funder.awards, ...funder.award_details.flatMap(({ number }) => number ?? [])];
    return [...new Set(written)].flatMap((number) => {
      const key = keysOf(number).find((each) => project.numbers.has(each));
      if (key === undefined || (key.length < tellingLength && same_funder !== true)) return [];
      const project_number = project.numbers.get(key) ?? key;
      return [{ number, project_number, funder: funder.name, project_funders: project.funders, same_funder }];
    });
  });
}

/** The whole number, and the parts of it that are telling alone. */
export function keysOf(number: string): string[] {
  const parts = number.split(/[\s:;,()#]+/).map(awardKey);
  return [...new Set([awardKey(number), ...parts.filter((part) => part.length >= tellingLength)])];
}

function isSameFunder({ name, doi, ror }: Funder, known: readonly string[]): boolean | null {
  if (known.length === 0 || (!name && !doi && !ror)) return null;
  const names = known.map(comparableName);
  if (name && names.includes(comparableName(name))) return true;
  return known.some((each) => (doi && each.toLowerCase().includes(doi)) || (ror && each.toLowerCase() === ror));
}
