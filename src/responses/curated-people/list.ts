import * as z from 'zod';
import { searchEnvelope } from '#src/http/page-envelope.ts';
import * as query from '#src/http/query.ts';
import {
  findResearchers,
  type PublicationCounts,
  publicationCount,
  type ResearcherQuery,
} from '#src/lists/researchers.ts';
import { Affiliation, AffiliationStatus, affiliationAt, affiliationStatuses } from '#src/records/people/affiliation.ts';
import type { PersonRow } from '#src/records/people/person.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';

/** Common parts of the dashboard's lists of people; researchers and people have their own parameter rules. */

const Counts = z
  .object({
    visible: z.int(),
    hidden: z.int(),
    deleted: z.int(),
    needs_attention: z.int().meta({
      description: 'Those that are not deleted and have a researcher who is not matched to exactly one author',
    }),
  })
  .meta({ id: 'PersonPublicationCounts', description: 'The publications of a person by state' });

/** A person in the dashboard's lists. Never contains an e-mail address. */
export const CuratedPerson = z
  .object({
    orcid: z.string(),
    name: LocalizedText.nullable().meta({
      description:
        'The name, or the name by language tag (BCP 47); null if it is private on ORCID and not set by a curator',
    }),
    affiliation: Affiliation.nullable().meta({ description: 'The current affiliation' }),
    photo_url: z.string().nullable(),
    people_type: z.string().nullable(),
    category_ids: z.array(z.string()),
    slug: z.string().nullable(),
    publication_count: z.int().meta({ description: 'The publications that are not deleted, including hidden ones' }),
    publication_counts: Counts,
    last_fetched_at: z.int().nullable(),
  })
  .meta({ id: 'CuratedPerson' });

type PersonFields = Pick<
  PersonRow,
  'orcid' | 'name' | 'photo_url' | 'people_type' | 'category_ids' | 'slug' | 'last_fetched_at' | 'affiliations'
>;

/** Converts a row or a record, with the affiliation at a time. */
export function curatedPerson(
  { affiliations, ...fields }: PersonFields,
  counts: Readonly<PublicationCounts>,
  time: Date,
): z.input<typeof CuratedPerson> {
  return {
    ...fields,
    affiliation: affiliationAt(affiliations, time),
    publication_count: publicationCount(counts),
    publication_counts: counts,
  };
}

const directions = ['asc', 'desc'] as const;

const textFilter = (description: string) =>
  query.filter(z.string().trim().normalize('NFC').max(200), { type: 'string', maxLength: 200 }, description);

/** The parameters of both lists, except `sort`. */
export const peopleParameters = {
  page: query.page,
  perPage: query.perPage,
  q: query.searchText(`${query.inAnyLanguage('the name')} or the ORCID iD, which may be in any form`),
  dir: z
    .enum(directions)
    .optional()
    .meta({
      description: 'The sort direction. Default: `asc` for `name`, otherwise `desc`.',
      openapi: { type: 'string', enum: [...directions], default: 'asc' },
      declaredRequired: true,
    }),
  active_only: query.withDefault(
    z.enum(['true', 'false']).transform((value) => value === 'true'),
    'false',
    { type: 'boolean', default: false },
    'Only people with a current affiliation.',
  ),
  entity_id: textFilter('Only people whose current affiliation is with this entity.'),
  affiliation_status: query.oneOf(
    affiliationStatuses,
    'Only people whose current affiliation has this status. With `entity_id`, one affiliation has both.',
  ),
  locale: query.searchLocale,
};
export const categoryParameter = textFilter('Only people in this category.');

/** The fields of both envelopes, except the array and the sort. */
export const peopleEnvelope = {
  ...searchEnvelope,
  dir: z.enum(directions),
  q: z.string(),
  active_only: z.boolean(),
  entity_id: z.string().nullable(),
  affiliation_status: AffiliationStatus.nullable(),
};

type AskedList = Omit<ResearcherQuery, 'per_page' | 'dir'> & {
  perPage: number;
  dir?: ResearcherQuery['dir'] | undefined;
};

/** The people on the requested page, and the envelope with the applied parameters. */
export async function listPeople({ perPage: per_page, dir: given, ...asked }: AskedList, now: Date) {
  const dir = given ?? (asked.sort === 'name' ? 'asc' : 'desc');
  const { rows, countsOf, ...page } = await findResearchers({ ...asked, per_page, dir }, now);
  const { q, active_only, entity_id, affiliation_status } = asked;
  return {
    people: rows.map((row) => curatedPerson(row, countsOf(row.orcid), now)),
    envelope: { ...page, dir, q, active_only, entity_id, affiliation_status },
  };
}
