import { daysOfDate } from '#src/records/groups/days.ts';
import { type GroupedOutput, isOfGroups } from '#src/records/groups/group-condition.ts';
import { defaultLocale, defaultText, fallbackTexts, textIn } from '#src/vocabulary/locale.ts';
import { type CaseRules, caseRulesOf, fold, foldForSearch, keepsFoldedParts } from '#src/vocabulary/text/fold.ts';
import type { LocaleMatch } from './page.ts';
import type { GroupFilter, ListQuery } from './query.ts';
import { type AnyListSpec, type OutputSpec, type Tally, type Value, valuesOf, wantedOf } from './spec.ts';

/** The reference implementation of list queries, row by row. Tests compare the faster indexes with it. */

export function matches<Row>(spec: AnyListSpec<Row>, row: Row, query: Omit<ListQuery, 'page' | 'per_page'>): boolean {
  if (query.ids && !query.ids.has(spec.id(row))) return false;
  if (!query.where.every((condition) => spec.where[condition]?.(row))) return false;
  for (const [name, wanted] of Object.entries(query.equals ?? {})) {
    if (wanted === null || wanted === undefined) continue;
    const values = valuesOf(spec.equals[name]?.(row) ?? null);
    const { values: any, orNone } = wantedOf(wanted);
    if (!any.some((value) => values.includes(value)) && !(orNone && values.length === 0)) return false;
  }
  for (const [name, unwanted] of Object.entries(query.except ?? {})) {
    const values = valuesOf(spec.equals[name]?.(row) ?? null);
    const { values: any, orNone } = wantedOf(unwanted ?? null);
    if (any.some((value) => values.includes(value)) || (orNone && values.length === 0)) return false;
  }
  for (const [name, least] of Object.entries(query.atLeast ?? {})) {
    if (least && (spec.atLeast[name]?.(row) ?? -1) < least) return false;
  }
  for (const [name, most] of Object.entries(query.atMost ?? {})) {
    if (typeof most === 'number' && (spec.atLeast[name]?.(row) ?? Infinity) > most) return false;
  }
  if (query.groups && !isInGroups(spec, row, query.groups)) return false;
  const parts = searchParts(query.q, query.locale);
  if (parts.size === 0) return true;
  if (query.alsoFound && isAlsoFound(spec, row, query.alsoFound)) return true;
  return (
    [...parts].some(([form, part]) => sharedTexts(spec, row, form).some((text) => text.includes(part))) ||
    (query.locale !== undefined && isFoundIn(query.locale, spec, row, parts))
  );
}

function isInGroups<Row>(spec: AnyListSpec<Row>, row: Row, { of, outside, and }: GroupFilter): boolean {
  const output = groupedOutput(spec, row);
  if (and && !isInGroups(spec, row, and)) return false;
  return (of !== undefined && isOfGroups(of, output)) || (outside !== undefined && !isOfGroups(outside, output));
}

/** The part of a specification that makes rows outputs. Throws if they are none. */
export function outputOf<Row>({ output }: AnyListSpec<Row>): OutputSpec<Row> {
  if (!output) throw new Error('The rows of this list are no outputs');
  return output;
}

/** A row as the rule of groups sees it. Throws if the rows of this list are no outputs. */
export function groupedOutput<Row>(spec: AnyListSpec<Row>, row: Row): GroupedOutput {
  const { people, date } = outputOf(spec);
  const orcids = valuesOf(spec.equals[people]?.(row) ?? null).map(String);
  return { id: spec.id(row), orcids, days: daysOfDate(date(row)) };
}

const isAlsoFound = <Row>(spec: AnyListSpec<Row>, row: Row, { equals, ids }: NonNullable<ListQuery['alsoFound']>) =>
  ids.has(spec.id(row)) ||
  Object.entries(equals).some(([name, wanted = []]) =>
    valuesOf(spec.equals[name]?.(row) ?? null).some((value) =>
      'containing' in wanted ? containsFolded(value, wanted.containing) : wanted.includes(value),
    ),
  );

/** Whether a value is one of `ValuesContaining`. */
export const containsFolded = (value: Value, folded: string): boolean =>
  foldForSearch(String(value), defaultLocale).includes(folded);

/** The number of rows per value of an equality filter. */
export function countValues<Row>(spec: AnyListSpec<Row>, rows: Iterable<Row>, name: string): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const row of rows) {
    for (const value of new Set(valuesOf(spec.equals[name]?.(row) ?? null)))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** A tally of no rows, and what adds one. */
export function startTally<Row>({ fold, entries }: Tally<Row>) {
  const numbers = new Map<string, number>();
  const addNumber = (key: string, number: number) => {
    const before = numbers.get(key);
    numbers.set(key, before === undefined ? number : folds[fold](before, number));
  };
  return { numbers, add: (row: Row) => entries(row, addNumber) };
}

/** How two numbers of one key are combined, by the name of the fold. */
export const folds = { sum: (one: number, other: number) => one + other, min: Math.min, max: Math.max } as const;

/** How texts are normalized for comparison: lower case only, or folded by these case rules. */
export type TextFolding = 'lower' | CaseRules;

/**
 * The search texts by folding of the shared texts. These may not be in the locale, so both its case rules and the
 * default ones apply: a Turkish reader finds Imaging by `imaging`. Also searched unfolded if folding could lose a
 * match. Empty for an accent alone.
 */
export function searchParts(q: string, locale: string | undefined): Map<TextFolding, string> {
  // Stored texts are in NFC; a pasted search text may not be.
  const text = q.normalize('NFC');
  const plain: [TextFolding, string] = ['lower', text.toLowerCase()];
  if (locale === undefined) return new Map(q === '' ? [] : [plain]);
  const rules = [caseRulesOf(locale), caseRulesOf(defaultLocale)];
  const parts = new Map<TextFolding, string>(rules.map((each) => [each, fold(text, each)]));
  if ([...parts.values()].includes('')) return new Map();
  return keepsFoldedParts(text) ? parts : parts.set(...plain);
}

/** The texts of a row that all locales search, by folding: found without a locale, or as a fallback. */
export const sharedTexts = <Row>(spec: AnyListSpec<Row>, row: Row, form: TextFolding): string[] =>
  spec
    .texts(row)
    .flatMap((text) =>
      form === 'lower'
        ? (defaultText(text)?.toLowerCase() ?? [])
        : fallbackTexts(text, spec.anyLanguage).map((each) => fold(each, form)),
    );

/** The texts of a row in a locale that are not shared by all locales, folded by the locale's rules. */
export const translatedTexts = <Row>(spec: AnyListSpec<Row>, row: Row, locale: string): string[] =>
  spec.texts(row).flatMap((text) => {
    const own = textIn(text, locale);
    return own === undefined || fallbackTexts(text, spec.anyLanguage).includes(own)
      ? []
      : [fold(own, caseRulesOf(locale))];
  });

/**
 * Whether the rows of a page were found by text in the locale, or only by text in another language. Each row is read
 * before the next one is taken.
 */
export function localeMatch<Row>(
  spec: AnyListSpec<Row>,
  rows: Iterable<Row>,
  { q, locale }: Pick<ListQuery, 'q'> & { locale: string },
): LocaleMatch {
  const parts = searchParts(q, locale);
  if (parts.size === 0) return { matched_locale: locale, fallback_used: false };
  let [all, found] = [0, 0];
  for (const row of rows) {
    all++;
    if (isFoundIn(locale, spec, row, parts)) found++;
  }
  return { matched_locale: found > 0 || all === 0 ? locale : defaultLocale, fallback_used: found < all };
}

/** Whether a text of the row in this locale contains the search text. */
function isFoundIn<Row>(
  locale: string,
  spec: AnyListSpec<Row>,
  row: Row,
  parts: ReadonlyMap<TextFolding, string>,
): boolean {
  const rules = caseRulesOf(locale);
  const [folded, plain] = [parts.get(rules), parts.get('lower')];
  return spec.texts(row).some((text) => {
    const own = textIn(text, locale);
    if (own === undefined || folded === undefined) return false;
    if (fold(own, rules).includes(folded)) return true;
    return plain !== undefined && own === defaultText(text) && own.toLowerCase().includes(plain);
  });
}

/** A list's order. Rows without the value come last in both directions, equal ones by id, for stable pages. */
export function rowOrder<Row>(spec: AnyListSpec<Row>, { sort, dir }: Pick<ListQuery, 'sort' | 'dir'>) {
  const sign = dir === 'asc' ? 1 : -1;
  return (one: Row, other: Row): number => {
    const [a, b] = [spec.sorts[sort]?.(one) ?? null, spec.sorts[sort]?.(other) ?? null];
    if (a !== b) {
      if (a === null) return 1;
      if (b === null) return -1;
      return a < b ? -sign : sign;
    }
    return spec.id(one) < spec.id(other) ? -1 : 1;
  };
}
