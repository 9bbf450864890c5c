import * as z from 'zod';
import { Affiliation, affiliationAt } from '../domain/affiliation.ts';
import type { PersonRecord } from '../domain/person.ts';
import { inLocale } from '../domain/values/locale.ts';
import { publicStalenessMs } from '../lists/load/collection.ts';
import { publications } from '../lists/publications.ts';

/** A person as installations see them. Never with an e-mail address: the registry has none. */
export const PublicPerson = z
  .object({
    orcid: z.string(),
    name: z.string().nullable(),
    given_name: z.string().nullable(),
    family_name: z.string().nullable(),
    biography: z.string().nullable(),
    photo_url: z.string().nullable(),
    slug: z.string().nullable(),
    people_type: z.string().nullable(),
    affiliation: Affiliation.nullable().meta({ description: 'The one that holds now' }),
    public_publication_count: z.int(),
    last_fetched_at: z.int().nullable(),
  })
  .meta({ id: 'Person' });

/** A record as it is shown in a language, at a time. */
export function publicPerson(
  record: PersonRecord,
  publicPublications: number,
  language: string,
  now: Date,
): z.input<typeof PublicPerson> {
  return {
    orcid: record.orcid,
    name: inLocale(record.name, language),
    given_name: record.given_name,
    family_name: record.family_name,
    biography: record.biography,
    photo_url: record.photo_url,
    slug: record.slug,
    people_type: record.people_type,
    affiliation: affiliationAt(record.affiliations, now),
    public_publication_count: publicPublications,
    last_fetched_at: record.last_fetched_at,
  };
}

/**
 * How many public publications each person has. Whoever has none is not listed and has no page: even that the registry
 * knows them is not public.
 */
export async function publicPublicationCounts(): Promise<ReadonlyMap<string, number>> {
  return (await publications.facetCounts('orcid', ['public'], publicStalenessMs())) as ReadonlyMap<string, number>;
}
