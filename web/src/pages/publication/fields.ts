import type { components } from '../../api/schema.ts';
import type { FieldKind } from '../../data/field-input.ts';

type Publication = components['schemas']['DashboardPublication'];
/** Not in the table: details of other fields, and relations, which have a section of their own. */
type Left = 'title_html' | 'issn_types' | 'relations';

/** The fields of a publication in page order. Fields of the kind `shown` cannot be edited. */
export const fields = {
  title: 'localized',
  subtitle: 'text',
  alternative_titles: 'lines',
  authors: 'people',
  editors: 'people',
  contributors: 'people',
  publication_date: 'date',
  publication_year: 'year',
  date_online: 'date',
  date_print: 'date',
  date_posted: 'date',
  date_issued: 'date',
  publication_type: 'type',
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
  version: 'text',
  event_title: 'text',
  event_place: 'text',
  event_date: 'date',
  issn: 'lines',
  isbn: 'lines',
  pmid: 'text',
  pmcid: 'text',
  arxiv_id: 'text',
  handle: 'text',
  eid: 'text',
  raids: 'lines',
  language: 'language',
  url: 'url',
  license: 'text',
  license_url: 'url',
  open_access_status: 'access',
  is_retracted: 'boolean',
  integrity: 'shown',
  cited_by_count: 'shown',
  subjects: 'lines',
  funders: 'shown',
  abstract: 'long',
  // Only editors set it.
  standalone: 'boolean',
} as const satisfies Record<Exclude<keyof Publication['original'], Left> | 'standalone', FieldKind>;

export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];

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
    source: (original as Record<string, unknown>)[name],
    enriched: (enriched as Record<string, unknown> | null)?.[name],
    edited: isTop ? editedTop[name] : edited.data?.[name],
    shown: (isTop ? promoted[name] : merged.data[name]) ?? null,
    provenance: provenance[name],
  };
}

/** The language of the title and abstract; undefined if the title is an object by language. */
export function languageOf({ merged: { title, data } }: Publication): string | undefined {
  return typeof title === 'string' && typeof data.language === 'string' ? data.language : undefined;
}
