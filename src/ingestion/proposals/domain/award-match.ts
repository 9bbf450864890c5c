import type { ProjectRecord } from '#src/records/projects/project.ts';
import type { Funder } from '#src/vocabulary/bibliography.ts';
import { comparableName } from '#src/vocabulary/text/comparable-name.ts';

export interface AwardMatch {
  /** The numbers as the publication and the project write them. */
  number: string;
  project_number: string;
  funder: string | null;
  project_funders: string[];
  /** Whether the project and the award share a funder; null if one of them has no known funder. */
  same_funder: boolean | null;
}

/** A project's award numbers as written, by their comparison key, and its funders. */
export interface ProjectAwards {
  id: string;
  numbers: Map<string, string>;
  funders: string[];
}

/** Names of fields that hold an award number: `grant_agreement`, `awardNumber`, `funding_reference`. */
const awardField = /award|grant|agreement|contract|reference/i;
/** Shorter numbers are shared by awards of several funders. */
const tellingLength = 6;
const minLength = 4;
const maxNumbers = 50;

/**
 * A project's awards: its id, if it looks like an award number, and fields of `data` and `funding_entities` with such a
 * name, at any depth. Funders are the texts of `funding_entities` (names and identifiers) and the programme.
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

/** The texts of an object that are not award numbers. */
const textsOf = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) =>
        typeof each === 'string' && !awardField.test(name) && !/country|role|type/i.test(name) ? each : [],
      );

/** The comparison key of a number: letters and digits, without case. */
const awardKey = (written: string): string => written.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The awards shared by a publication and a project. Numbers match if their letters and digits are equal, or if the
 * project's number is a separate part of the other: "H2020 grant 101000302". Numbers below six characters also need a
 * common funder.
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

/** The keys of the whole number, and of parts that are long enough by themselves. */
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
