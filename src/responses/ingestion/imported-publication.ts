import * as z from 'zod';
import type { PersonRecord } from '#src/records/people/person.ts';
import {
  authorMatchState,
  matchStates,
  type PublicationRecord,
  shownPublication,
} from '#src/records/publications/publication.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { ErasedPeople } from './jobs.ts';

const MatchState = z.enum(['needs_attention', 'complete']);

export const ImportedPublication = z
  .object({
    id: z.string(),
    doi: z.string(),
    doi_url: z.string(),
    aliases: z.array(z.string()),
    created: z.boolean(),
    title: LocalizedText.nullable(),
    publication_date: z.string().nullable(),
    publication_year: z.int().nullable(),
    publication_type: z.string().nullable(),
    cited_by_count: z.int().nullable(),
    source: z.string(),
    author_match_state: MatchState,
    researcher_orcids: z.array(z.string()),
    researchers: z.array(
      z.object({ orcid: z.string(), name: LocalizedText.nullable(), match_state: MatchState }).meta({
        description: 'A researcher is `complete` if matched to one author alone.',
      }),
    ),
    erased: ErasedPeople,
    visible: z.boolean(),
    deleted_at: z.string().nullable(),
    edit_count: z.int(),
    created_at: z.int(),
    last_fetched_at: z.int(),
  })
  .meta({ id: 'ImportedPublication' });

/** `people` are the known ones among its researchers. */
export function importedPublication(
  { created, record, erased }: { created: boolean; record: PublicationRecord; erased: string[] },
  people: readonly PersonRecord[],
): z.output<typeof ImportedPublication> {
  const { doi, aliases, source, visible, deleted_at, edit_count, created_at, last_fetched_at } = record;
  const publication = shownPublication(record);
  const { title, publication_date, publication_year, publication_type, cited_by_count } = publication;
  const states = matchStates(record);
  return {
    id: doi,
    doi,
    doi_url: doiUrl(doi),
    aliases,
    created,
    title,
    publication_date,
    publication_year,
    publication_type,
    cited_by_count,
    source,
    author_match_state: authorMatchState(record),
    researcher_orcids: record.researchers.map(({ orcid }) => orcid),
    researchers: record.researchers.map(({ orcid }, index) => ({
      orcid,
      name: people.find((person) => person.orcid === orcid)?.name ?? null,
      match_state: states[index] ?? 'needs_attention',
    })),
    erased,
    visible,
    deleted_at,
    edit_count,
    created_at,
    last_fetched_at,
  };
}
