import { addPerson } from '#src/ingestion/store/add-people.ts';
import { storePublication } from '#src/ingestion/store.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { noEnrichments } from '#src/sources/enrichments.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import * as decideRoute from '../../lambdas/dashboard/duplicates/decide.ts';
import * as getRoute from '../../lambdas/dashboard/duplicates/get.ts';
import * as listRoute from '../../lambdas/dashboard/duplicates/list.ts';
import { aBibliography, anAuthor } from './builders.ts';
import { call, sessionOf } from './event.ts';

/** The dashboard's routes for possible duplicates, called by a member of the default workspace. */

const authorizer = sessionOf('workspace_member');

export const listDuplicates = (query = '') => call(listRoute, { url: `/api/duplicates${query}`, authorizer });
export const getDuplicate = (id: string) => call(getRoute, { url: `/api/duplicates/${id}`, authorizer });
export const decide = (id: string, body: object, headers: Record<string, string> = {}) =>
  call(decideRoute, { url: `/api/duplicates/${id}`, authorizer, body, headers });

/** The default article of the publications in these tests. */
export const teapots = (fields: Partial<Bibliography> = {}): Bibliography =>
  aBibliography({
    title: 'Leakage in connected teapots of the early kingdom',
    authors: [anAuthor('Josiah Carberry'), anAuthor('Ada Lovelace')],
    publication_date: '2020-02',
    publication_year: 2020,
    publication_type: 'journal-article',
    container_title: 'Journal of Psychoceramics',
    ...fields,
  });

/** Stores a publication and its researchers, as an ingestion does after asking the sources. */
export async function fetchPublication(
  doi: string,
  {
    fields = {},
    orcids = [],
    dois = [doi],
    replaces = [],
  }: { fields?: Partial<Bibliography>; orcids?: string[]; dois?: string[]; replaces?: string[] } = {},
): Promise<PublicationRecord> {
  for (const orcid of orcids) await addPerson(orcid, new Date());
  const raw = { doi, fields };
  const agency = { source: 'crossref' as const, doi, bibliography: teapots(fields), cuts: [], raw };
  const fetched = { doi, dois, agency, enrichments: noEnrichments, listing: undefined, orcids, replaces };
  const result = await storePublication(fetched, () => [], new Date());
  if (!('record' in result)) throw new Error(`The publication is ${result.outcome}`);
  return result.record;
}
