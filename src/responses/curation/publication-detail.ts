import * as z from 'zod';
import { OrcidBibliographies } from '#src/records/orcid/bibliography.ts';
import type { PersonRecord } from '#src/records/people/person.ts';
import { shownAuthors, shownEntries } from '#src/records/publications/author-names.ts';
import { editablePublication, editedFields } from '#src/records/publications/edits.ts';
import {
  authorMatchState,
  authorsOf,
  fieldOrigins,
  originsOf,
  type PublicationRecord,
  shownPublication,
} from '#src/records/publications/publication.ts';
import { PublicationRow, publicationSources } from '#src/records/publications/row.ts';
import { Author, Bibliography } from '#src/vocabulary/bibliography.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import { OwnAuthors, ownAuthorsOf } from '../own-authors.ts';
import { withShownAuthors } from '../publications.ts';
import { NotAnAuthor, notAuthorsOf, ResearcherMatch, researcherMatches } from './publication-matches.ts';

export const PublicationParams = z.object({
  id: z.string().trim().min(1).meta({
    description:
      'Any DOI of the publication: `10.1234/abc`, in upper case, percent-encoded, or as a `https://doi.org/` URL.',
  }),
});

const MatchState = PublicationRow.shape.author_match_state;
const anyObject = z.record(z.string(), z.unknown());

const EditedField = z
  .object({
    value: z.unknown().meta({ description: "The editor's value" }),
    source_value: z.unknown().meta({ description: "The sources' current value, or null" }),
  })
  .meta({ id: 'EditedField' });
const editedFieldsOf = (place: string) =>
  z
    .record(z.string(), EditedField)
    .optional()
    .meta({ description: `The edited fields of \`${place}\`` });

export const DashboardPublication = z
  .object({
    id: z.string().meta({ description: 'The DOI' }),
    doi_url: z.url(),
    aliases: z.array(z.string()).meta({ description: 'Other DOIs of the same publication' }),
    source: z.enum(publicationSources),
    original: Bibliography.meta({ description: "The source's data" }),
    orcid_bibliographies: OrcidBibliographies.nullable().meta({
      description: "The ORCID records' data, by iD. Null if not known apart from `original`",
    }),
    translated_titles: z.record(z.string(), z.string()).meta({ description: 'From ORCID records, by language' }),
    enriched: Bibliography.nullable().meta({ description: 'What OpenAlex says' }),
    enrichment: anyObject.nullable().meta({ description: 'Additional data from OpenAlex' }),
    enrichment_pending: z.boolean().meta({ description: 'Whether OpenAlex failed and will be asked again' }),
    edited: z
      .object({
        title: EditedField.optional(),
        publication_date: EditedField.optional(),
        publication_year: EditedField.optional(),
        publication_type: EditedField.optional(),
        is_retracted: EditedField.optional(),
        open_access_status: EditedField.optional(),
        enriched_metadata: editedFieldsOf('enriched_metadata'),
        data: editedFieldsOf('data'),
      })
      .meta({ description: "The fields that an editor has set. All others have the sources' values." }),
    merged: z
      .object({
        title: LocalizedText.nullable(),
        publication_date: z.string().nullable(),
        publication_year: z.int().nullable(),
        publication_type: z.string().nullable(),
        cited_by_count: z.int().nullable(),
        is_retracted: z.boolean(),
        open_access_status: OpenAccessStatus.nullable(),
        enriched_metadata: anyObject.nullable(),
        data: anyObject,
      })
      .meta({ description: 'The publication as shown: edits take precedence over the sources' }),
    author_count: z
      .int()
      .meta({ description: 'The total number of authors in `merged.data`; a response has 1,000 of them' }),
    own_authors: OwnAuthors,
    provenance: z
      .record(z.string(), z.enum(fieldOrigins))
      .meta({ description: 'The origin of each field of `merged.data` that has a value or was edited' }),
    researchers: z.array(ResearcherMatch),
    not_authors: z.array(NotAnAuthor).meta({ description: 'Whom no source links again' }),
    title: LocalizedText.nullable(),
    publication_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    publication_year: z.int().nullable(),
    publication_type: z.string().nullable(),
    cited_by_count: z.int().nullable(),
    is_retracted: z.boolean(),
    open_access_status: OpenAccessStatus.nullable(),
    author_match_state: MatchState,
    visible: z.boolean(),
    deleted_at: z.string().nullable().meta({ description: 'ISO 8601' }),
    edit_count: z.int(),
    last_edited_at: z.int().nullable(),
    may_edit: z
      .boolean()
      .meta({ description: 'Whether the caller may edit it: a steward only what belongs to their groups' }),
    last_fetched_at: z.int(),
    created_at: z.int(),
  })
  .meta({ id: 'DashboardPublication' });
export type DashboardPublication = z.input<typeof DashboardPublication>;

/** A publication as curators see it, and whether this one may edit it. `people` are the known ones of `peopleOfMatches`. */
export function publicationDetail(
  record: PublicationRecord,
  people: readonly PersonRecord[],
  may_edit: boolean,
  authorsOffset = 0,
): DashboardPublication {
  const withFirst = <B extends { authors: Author[] }>(said: B): B => ({
    ...said,
    authors: shownAuthors(said.authors, [], authorsOffset).map(({ position: _, ...author }) => author),
  });
  const { doi: _, ...merged } = shownPublication(record);
  const { enriched_metadata: __, data: ___, ...promoted } = merged;
  return {
    id: record.doi,
    may_edit,
    doi_url: doiUrl(record.doi),
    aliases: record.aliases,
    source: record.source,
    original: withFirst(record.original),
    orcid_bibliographies: record.orcid_bibliographies && withFirstOfEach(record.orcid_bibliographies, authorsOffset),
    translated_titles: record.translated_titles,
    enriched: record.enriched && withFirst(record.enriched),
    enrichment: record.enrichment,
    enrichment_pending: record.enrichment_pending_since !== null,
    edited: withFirstEdited(editedFields(editablePublication, record)),
    merged: { ...merged, data: withShownAuthors(record, merged.data, authorsOffset) },
    author_count: authorsOf(record).length,
    own_authors: ownAuthorsOf(record),
    provenance: originsOf(record),
    researchers: researcherMatches(record, people),
    not_authors: notAuthorsOf(record, people),
    ...promoted,
    author_match_state: authorMatchState(record),
    visible: record.visible,
    deleted_at: record.deleted_at,
    edit_count: record.edit_count,
    last_edited_at: record.last_edited_at,
    last_fetched_at: record.last_fetched_at,
    created_at: record.created_at,
  };
}

/** The ORCID records' data. All of them together have as many authors as a response has in one list. */
function withFirstOfEach(said: OrcidBibliographies, authorsOffset: number): OrcidBibliographies {
  const maxBytes = maxOrcidAuthorBytes / Object.values(said).flat().length;
  const entries = Object.entries(said).map(([orcid, bibliographies]) => [
    orcid,
    bibliographies.map((each) => ({ ...each, authors: shownEntries(each.authors, authorsOffset, maxBytes) })),
  ]);
  return Object.fromEntries(entries);
}

/** Limit of the JSON of their authors. */
const maxOrcidAuthorBytes = 500_000;

/** The edited fields, with only the first edited and source authors. */
function withFirstEdited(edited: Record<string, unknown>): Record<string, unknown> {
  const EditedAuthors = z.object({ authors: z.object({ value: z.unknown(), source_value: z.unknown() }) }).loose();
  const data = EditedAuthors.safeParse(edited.data).data;
  if (!data) return edited;
  const firstOf = (value: unknown) => {
    const list = z.array(Author).safeParse(value);
    return list.success ? shownAuthors(list.data) : value;
  };
  const { value, source_value } = data.authors;
  return { ...edited, data: { ...data, authors: { value: firstOf(value), source_value: firstOf(source_value) } } };
}

/** The number of an edit, from its id in a request. No edit has the number 0. */
export const editNumber = (id: string): number => (/^[1-9]\d{0,9}$/.test(id) ? Number(id) : 0);
