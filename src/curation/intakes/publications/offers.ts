import type { IntakeOffer } from '#src/records/intakes/intake.ts';
import type { IntakeRow } from '#src/records/intakes/row.ts';
import { type FieldPath, fieldPath } from '#src/records/publications/fields.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { defaultText, type LocalizedText } from '#src/vocabulary/locale.ts';

/** The record as shown, of either kind. */
interface ShownRecord {
  kind: 'publication' | 'work';
  title: LocalizedText | null;
  publication_date: string | null;
  work_type?: string | null;
  data: Record<string, unknown>;
}

/** Of a value in an answer, as JSON. */
const maxCharacters = 2_000;

/** Fields beside `data` that can be offered. */
const promotedNames: ReadonlySet<string> = new Set(['title', 'publication_date', 'work_type']);

/** The path of an offered field in the record. */
export const offeredPath = (field: string): FieldPath =>
  promotedNames.has(field) ? fieldPath(field) : fieldPath('data', field);

/** The value of a field in an entry; undefined if it has none. */
export function valueInRow(row: IntakeRow, field: string): unknown {
  if (field === 'title' || field === 'publication_date' || field === 'work_type') return row[field] ?? undefined;
  return Object.hasOwn(row.data, field) ? row.data[field as keyof IntakeRow['data']] : undefined;
}

/** The fields in which an entry says what the record does not, or says it differently. */
export function offersOf(row: IntakeRow, shown: ShownRecord): IntakeOffer[] {
  const names = [
    'title',
    'publication_date',
    ...(shown.kind === 'work' ? ['work_type'] : []),
    ...Object.keys(row.data),
  ];
  return names.flatMap((field): IntakeOffer[] => {
    const file = valueInRow(row, field);
    // Markup follows the title, and people are compared by name.
    if (isNothing(file) || field === 'title_html') return [];
    const stored = storedValue(shown, field);
    if (isAlike(field, stored, file)) return [];
    return [{ field, stored: cut(stored), file: cut(file) }];
  });
}

function storedValue(shown: ShownRecord, field: string): unknown {
  if (field === 'title') return shown.title;
  if (field === 'publication_date') return shown.publication_date;
  if (field === 'work_type') return shown.work_type ?? null;
  return shown.data[field] ?? null;
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function isAlike(field: string, stored: unknown, file: unknown): boolean {
  if (isNothing(stored)) return false;
  if (field === 'title') return plain(defaultText(stored as LocalizedText)) === plain(file);
  // A whole date says more than its year.
  if (field === 'publication_date') return typeof stored === 'string' && stored.startsWith(String(file));
  if (field === 'authors' || field === 'editors' || field === 'contributors')
    return isSameJson(families(stored), families(file));
  if (Array.isArray(stored) && Array.isArray(file)) return isSameJson(stored.map(plain).sort(), file.map(plain).sort());
  return plain(stored) === plain(file);
}

/** Without case, marks and the kinds of dashes and blanks, in which sources differ. */
const plain = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\u2010-\u2015\u2212]/g, '-')
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
    : JSON.stringify(value ?? null);

const families = (people: unknown): string[] =>
  Array.isArray(people)
    ? people.map((each: { family?: string | null; name?: string }) =>
        plain(each.family ?? each.name?.split(' ').at(-1)),
      )
    : [];

function cut(value: unknown): unknown {
  const json = JSON.stringify(value ?? null);
  if (json.length <= maxCharacters) return value ?? null;
  return `${(typeof value === 'string' ? value : json).slice(0, maxCharacters).toWellFormed()}…`;
}
