import {
  type BibliographyField,
  type EditKind,
  promotedFields,
  publicationFields,
} from '../../../../src/vocabulary/bibliography.ts';
import type { components } from '../../api/schema.ts';
import type { FieldKind } from '../../data/field-input.ts';

type Publication = components['schemas']['DashboardPublication'];

/** The control for what editors write. Null: a detail of another field, or a section of its own. */
const controls = {
  localized: 'localized',
  text: 'text',
  term: 'text',
  long: 'long',
  lines: 'lines',
  dois: 'lines',
  people: 'people',
  contributors: 'people',
  date: 'date',
  year: 'year',
  type: 'type',
  language: 'language',
  url: 'url',
  access: 'access',
  boolean: 'boolean',
  funders: 'shown',
  shown: 'shown',
  markup: null,
  detail: null,
  relations: null,
} as const satisfies Record<EditKind, FieldKind | null>;

type Controls = { [Name in BibliographyField]: (typeof controls)[(typeof publicationFields)[Name]['edit']] };
type Controlled = { [Name in BibliographyField]: Controls[Name] extends null ? never : Name }[BibliographyField];
/** Fields that only editors set. */
const ofEditors = { report_year: 'year', standalone: 'boolean' } as const satisfies Record<string, FieldKind>;
export type FieldName = Controlled | keyof typeof ofEditors;

/** The first fields of the page, in order. Others follow in the order of `publicationFields`. */
const pageOrder: readonly Controlled[] = [
  'title',
  'subtitle',
  'alternative_titles',
  'authors',
  'editors',
  'contributors',
  'publication_date',
  'publication_year',
  'date_online',
  'date_print',
  'date_posted',
  'date_issued',
  'publication_type',
  'publication_subtype',
  'container_title',
  'series_title',
  'volume',
  'issue',
  'pages',
  'article_number',
  'publisher',
  'publication_place',
  'institution',
  'edition',
  'version',
  'event_title',
  'event_place',
  'event_date',
  'issn',
  'isbn',
  'pmid',
  'pmcid',
  'arxiv_id',
  'handle',
  'eid',
  'raids',
  'language',
  'url',
  'license',
  'license_url',
  'open_access_status',
  'is_retracted',
  'integrity',
  'cited_by_count',
  'subjects',
  'funders',
  'abstract',
];

const others = Object.entries(publicationFields).flatMap(([name, { edit }]) =>
  controls[edit] ? [name as Controlled] : [],
);

export const fieldNames: readonly FieldName[] = [...new Set([...pageOrder, ...others]), 'report_year', 'standalone'];

/** How each field is edited. Fields of the kind `shown` cannot be. */
export const fields = Object.fromEntries(
  fieldNames.map((name) => [
    name,
    name === 'report_year' || name === 'standalone' ? ofEditors[name] : controls[publicationFields[name].edit],
  ]),
) as Record<FieldName, FieldKind>;

const topLevel: readonly string[] = promotedFields;

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
