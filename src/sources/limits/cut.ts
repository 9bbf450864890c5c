import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import type { Limit } from '#src/vocabulary/limits.ts';
import { bibliographyLimits } from './fields.ts';

/** The value within the limits, and a sentence for each field that was cut. */
export interface Cut<T> {
  value: T;
  cuts: string[];
}

/** Cuts fields to their limits. A field without a limit stays unchanged. */
export function withinLimits<T extends object>(fields: T, limits: Record<string, Limit>): Cut<T> {
  const cuts = new Set<string>();
  return { value: cutFields(fields, limits, '', cuts), cuts: [...cuts] };
}

/** Cuts a bibliography to its limits. The result also lists cuts made before it was read. */
export function boundedBibliography(
  read: Bibliography,
  cutBefore: readonly string[] = [],
): { bibliography: Bibliography; cuts: string[] } {
  const { value, cuts } = withinLimits(read, bibliographyLimits);
  const bibliography = isSameJson(value.title, read.title) ? value : { ...value, title_html: null };
  return { bibliography, cuts: [...cutBefore, ...cuts] };
}

function cutFields<T extends object>(fields: T, limits: Record<string, Limit>, path: string, cuts: Set<string>): T {
  const known = Object.entries(fields).map(([name, value]) => {
    const limit = limits[name];
    return [name, limit ? cutValue(value, limit, `${path}${name}`, cuts) : value];
  });
  return Object.fromEntries(known) as T; // Each field keeps its type: texts are shorter or null, lists have fewer entries.
}

function cutValue(value: unknown, limit: Limit, path: string, cuts: Set<string>): unknown {
  if (typeof value === 'string') return cutText(value, limit, path, cuts);
  if (Array.isArray(value)) return cutList(value, limit, path, cuts);
  if (value === null || typeof value !== 'object') return value;
  const languages = Object.entries(value);
  const { entries = Number.POSITIVE_INFINITY } = limit;
  if (languages.length > entries) cuts.add(`${path} was cut to ${count(entries)} languages`);
  return Object.fromEntries(
    languages.slice(0, entries).map(([language, text]) => [language, cutValue(text, limit, path, cuts)]),
  );
}

function cutText(
  text: string,
  { characters = Number.POSITIVE_INFINITY, isWhole }: Limit,
  path: string,
  cuts: Set<string>,
) {
  if (text.length <= characters) return text;
  if (isWhole) {
    cuts.add(`${path} was left out, because it has more than ${count(characters)} characters`);
    return null;
  }
  cuts.add(`${path} was cut to ${count(characters)} characters`);
  // The text may end with the first half of a character.
  return `${text
    .slice(0, characters - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

function cutList(list: readonly unknown[], limit: Limit, path: string, cuts: Set<string>): unknown[] {
  const { entries = Number.POSITIVE_INFINITY, totalCharacters = Number.POSITIVE_INFINITY, each } = limit;
  const kept: unknown[] = [];
  let total = 0;
  for (const entry of list) {
    const isRecord = each !== undefined && entry !== null && typeof entry === 'object';
    const within = isRecord ? cutFields(entry, each, `${path}.`, cuts) : cutValue(entry, limit, path, cuts);
    if (within === null) continue;
    total += totalCharacters < Number.POSITIVE_INFINITY ? JSON.stringify(within).length : 0;
    if (kept.length === entries || total > totalCharacters) {
      cuts.add(`${path} was cut to the first ${count(kept.length)} of ${count(list.length)}`);
      break;
    }
    kept.push(within);
  }
  return kept;
}

const count = (number: number) => number.toLocaleString('en');
