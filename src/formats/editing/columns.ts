import { type EditedList, editedLists } from '#src/records/intakes/edited-lists.ts';
import { type FieldPath, fieldPath } from '#src/records/publications/fields.ts';
import {
  type BibliographyField,
  type EditKind,
  promotedFields,
  publicationFields,
} from '#src/vocabulary/bibliography.ts';

/** How a value is written in a cell, and read from it. `shown` is written only. */
export type CellKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'localized'
  | 'list'
  | 'people'
  | 'contributors'
  | 'parents'
  | 'first-day'
  | 'last-day'
  | 'shown';

export interface EditColumn {
  /** Its heading: the name that the field has in the API. */
  field: string;
  /** Where the value is in the document of the record. */
  path: FieldPath;
  kind: CellKind;
}

/** The forms of cells for the kinds of edits. What a cell cannot hold whole is only shown. */
const kindOfEdit: Record<EditKind, CellKind> = {
  text: 'text',
  long: 'text',
  markup: 'text',
  date: 'text',
  type: 'text',
  term: 'text',
  access: 'text',
  language: 'text',
  url: 'text',
  year: 'number',
  boolean: 'boolean',
  localized: 'localized',
  lines: 'list',
  dois: 'list',
  people: 'people',
  contributors: 'contributors',
  funders: 'shown',
  relations: 'shown',
  detail: 'shown',
  shown: 'shown',
};

const isPromoted = (field: BibliographyField) => promotedFields.some((name) => name === field);

function bibliographyColumns(isTop: (field: BibliographyField) => boolean): EditColumn[] {
  const names = Object.keys(publicationFields) as BibliographyField[];
  return names.map((field) => ({
    field,
    path: isTop(field) ? fieldPath(field) : fieldPath('data', field),
    kind: kindOfEdit[publicationFields[field].edit],
  }));
}

/** Fields that publications have and works have not, or have otherwise. */
const notOfWorks: ReadonlySet<string> = new Set<BibliographyField>([
  'publication_type',
  'is_retracted',
  'open_access_status',
  'cited_by_count',
  'integrity',
  'issn_types',
  'relations',
]);

const flat = (kinds: Record<string, CellKind>): EditColumn[] =>
  Object.entries(kinds).map(([field, kind]) => ({ field, path: fieldPath(field), kind }));

const columns: Record<EditedList, readonly EditColumn[]> = {
  publications: [...flat({ visible: 'boolean' }), ...bibliographyColumns(isPromoted)],
  works: [
    ...flat({ visible: 'boolean', work_type: 'text' }),
    ...bibliographyColumns(isPromoted).filter(({ field }) => !notOfWorks.has(field)),
  ],
  people: flat({
    name: 'text',
    biography: 'text',
    photo_url: 'text',
    people_type: 'text',
    category_ids: 'list',
    given_name: 'shown',
    family_name: 'shown',
    other_names: 'shown',
  }),
  projects: flat({
    visible: 'boolean',
    title: 'localized',
    programme: 'localized',
    abstract: 'localized',
    start_date: 'text',
    end_date: 'text',
    cesam_funding_amount: 'number',
    cesam_funding_currency: 'text',
    total_funding_amount: 'number',
    total_funding_currency: 'text',
    proponent_institution: 'text',
    page_url: 'text',
    member_orcids: 'list',
    coordinator_orcids: 'list',
    work_ids: 'list',
    publication_dois: 'shown',
    funding_entities: 'shown',
  }),
  groups: flat({
    visible: 'boolean',
    name: 'localized',
    kind: 'text',
    parents: 'parents',
    taken_over_by: 'text',
    ror: 'text',
    homepage: 'text',
    external_id: 'text',
    printed_names: 'list',
    starts_at: 'first-day',
    ends_at: 'last-day',
  }),
};

/** The columns behind `id` and `version`: first those that can be changed, then those that are only shown. */
export const editColumns = (list: EditedList): readonly EditColumn[] => sorted[list];

const isShownOnly = ({ kind }: EditColumn) => kind === 'shown';
const sorted = Object.fromEntries(
  editedLists.map((list) => [
    list,
    [...columns[list].filter((column) => !isShownOnly(column)), ...columns[list].filter(isShownOnly)],
  ]),
) as Record<EditedList, EditColumn[]>;

/** Ids have a word before them in cells, because tools take `2020-1` for a date and `12e4` for a number. */
const idPrefixes: Record<EditedList, string> = {
  publications: 'doi:',
  works: 'work:',
  people: 'orcid:',
  projects: 'project:',
  groups: 'group:',
};

export const idCell = (list: EditedList, id: string): string => idPrefixes[list] + id;

/** The list and the id that a cell names, or undefined. */
export function idOfCell(cell: string): { list: EditedList; id: string } | undefined {
  const written = cell.trim();
  const list = editedLists.find((each) => written.startsWith(idPrefixes[each]));
  const id = list && written.slice(idPrefixes[list].length);
  return list && id ? { list, id } : undefined;
}
