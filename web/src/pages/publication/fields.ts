import type { components } from '../../api/schema.ts';

type Publication = components['schemas']['DashboardPublication'];
type Kind = 'text' | 'long' | 'number' | 'boolean' | 'access' | 'lines' | 'people' | 'localized' | 'shown';

/** Not in the table: dates from which the publication date is chosen, and details of other fields. */
type Left =
  | `date_${'online' | 'print' | 'posted' | 'issued'}`
  | 'title_html'
  | 'alternative_titles'
  | 'contributors'
  | 'version'
  | 'issn_types'
  | 'arxiv_id'
  | 'license'
  | 'handle'
  | 'eid'
  | 'relations';

/** The fields of a publication in page order. Fields of the kind `shown` cannot be edited. */
export const fields = {
  title: 'localized',
  subtitle: 'text',
  authors: 'people',
  editors: 'people',
  publication_date: 'text',
  publication_year: 'number',
  publication_type: 'text',
  publication_subtype: 'text',
  container_title: 'text',
  series_title: 'text',
  volume: 'text',
  issue: 'text',
  pages: 'text',
  article_number: 'text',
  publisher: 'text',
  publication_place: 'text',
  institution: 'text',
  edition: 'text',
  event_title: 'text',
  event_place: 'text',
  event_date: 'text',
  issn: 'lines',
  isbn: 'lines',
  pmid: 'text',
  pmcid: 'text',
  language: 'text',
  url: 'text',
  license_url: 'text',
  open_access_status: 'access',
  is_retracted: 'boolean',
  integrity: 'shown',
  cited_by_count: 'shown',
  subjects: 'lines',
  funders: 'shown',
  abstract: 'long',
} as const satisfies Record<Exclude<keyof Publication['original'], Left>, Kind>;

export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];
export const accessStatuses = ['gold', 'hybrid', 'bronze', 'green', 'diamond', 'closed'] as const;

const topLevel: readonly FieldName[] = [
  'title',
  'publication_date',
  'publication_year',
  'publication_type',
  'is_retracted',
  'open_access_status',
];

/** The path of the field in a patch. */
export const pathOf = (name: FieldName): string => (topLevel.includes(name) ? `/${name}` : `/data/${name}`);

interface FieldValues {
  source: unknown;
  enriched: unknown;
  /** The editor's value; undefined if the field was not edited. */
  edited: { value?: unknown; source_value?: unknown } | undefined;
  shown: unknown;
  provenance: string | undefined;
}

/** The values of a field from sources and editors. */
export function valuesOf(publication: Publication, name: FieldName): FieldValues {
  const isTop = topLevel.includes(name);
  const { original, enriched, edited, merged, provenance } = publication;
  const promoted = merged as unknown as Record<string, unknown>;
  const editedTop = edited as Record<string, FieldValues['edited']>;
  return {
    source: original[name],
    enriched: enriched?.[name],
    edited: isTop ? editedTop[name] : edited.data?.[name],
    shown: (isTop ? promoted[name] : merged.data[name]) ?? null,
    provenance: provenance[name],
  };
}

/** The language of the title and abstract; undefined if the title is an object by language. */
export function languageOf({ merged: { title, data } }: Publication): string | undefined {
  return typeof title === 'string' && typeof data.language === 'string' ? data.language : undefined;
}

export const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether two values are the same JSON, ignoring key order. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part != null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** A value as editable text: names of people, lines of a list, `language: text` for translations. */
export function textOf(value: unknown): string {
  if (value == null) return '';
  if (Array.isArray(value)) return value.map(itemText).join('\n');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([language, text]) => `${language}: ${String(text)}`)
      .join('\n');
  }
  return String(value);
}

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item == null) return String(item);
  const { name, awards, kind, date, doi } = item as Record<
    'name' | 'kind' | 'date' | 'doi',
    string | null | undefined
  > & {
    awards?: string[];
  };
  if (kind) return [kind, date, doi].filter(Boolean).join(', ');
  return awards && awards.length > 0 ? `${name ?? ''} (${awards.join(', ')})` : (name ?? JSON.stringify(item));
}

/** Parses an edited text. `base` is the previous value, from which people keep their iDs and affiliations. */
export function parsedValue(name: FieldName, text: string, base: unknown): unknown {
  const trimmed = text.trim();
  const lines = trimmed.split('\n').flatMap((line) => line.trim() || []);
  switch (fields[name] as Kind) {
    case 'number':
      return trimmed === '' ? null : Number(trimmed);
    case 'boolean':
      return trimmed === 'true';
    case 'lines':
      return lines;
    case 'people':
      return peopleOf(lines, base);
    case 'localized':
      return typeof base === 'object' && base != null ? translationsOf(lines) : trimmed || null;
    default:
      return trimmed || null;
  }
}

function peopleOf(lines: readonly string[], base: unknown): unknown[] {
  const before = (Array.isArray(base) ? base : []) as ({ name: string } & Record<string, unknown>)[];
  return lines.map((name, index) => {
    const same = before[index]?.name === name ? before[index] : before.find((person) => person.name === name);
    if (same) return same;
    const renamed = lines.length === before.length ? before[index] : undefined;
    if (!renamed) return { name };
    const { orcid, affiliations, affiliation_details, is_corresponding } = renamed;
    return { name, orcid, affiliations, affiliation_details, is_corresponding };
  });
}

function translationsOf(lines: readonly string[]): Record<string, string> | null {
  const entries = lines.map((line) => {
    const [, language = 'en', text = line] = /^([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*):\s*(.*)$/.exec(line) ?? [];
    return [language, text] as const;
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
