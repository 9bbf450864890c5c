import * as z from 'zod';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { publications } from '#src/lists/publications.ts';
import { Affiliation, affiliationAt } from '#src/records/people/affiliation.ts';
import { type PersonRecord, shownNameParts } from '#src/records/people/person.ts';
import { inLocale } from '#src/vocabulary/locale.ts';

const namePart = { description: 'As on the ORCID record. Null if a curator has set another name' };

/** A person as shown to installations. Never contains an e-mail address. */
export const PublicPerson = z
  .object({
    orcid: z.string(),
    name: z.string().nullable(),
    given_name: z.string().nullable().meta(namePart),
    family_name: z.string().nullable().meta(namePart),
    biography: z.string().nullable(),
    photo_url: z.string().nullable(),
    slug: z.string().nullable(),
    people_type: z.string().nullable(),
    affiliation: Affiliation.nullable().meta({ description: 'The current affiliation' }),
    public_publication_count: z.int(),
    last_fetched_at: z.int().nullable(),
  })
  .meta({ id: 'Person' });

/** Converts a record, in a language, with the affiliation at a time. */
export function publicPerson(
  record: PersonRecord,
  publicPublications: number,
  language: string,
  now: Date,
): z.input<typeof PublicPerson> {
  return {
    orcid: record.orcid,
    name: inLocale(record.name, language),
    ...shownNameParts(record),
    biography: record.biography,
    photo_url: record.photo_url,
    slug: record.slug,
    people_type: record.people_type,
    affiliation: affiliationAt(record.affiliations, now),
    public_publication_count: publicPublications,
    last_fetched_at: record.last_fetched_at,
  };
}

/** Public publications per person. People without any are not listed or shown, because their presence is not public. */
export async function publicPublicationCounts(): Promise<ReadonlyMap<string, number>> {
  return (await publications.facetCounts('orcid', ['public'], publicStalenessMs())) as ReadonlyMap<string, number>;
}
