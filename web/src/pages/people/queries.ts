import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, type Schema } from '../../api/client.ts';
import type { PeopleSearch, PersonSearch } from './search.ts';

export type Person = Schema<'CuratedPersonDetail'>;
export type Period = Person['affiliations'][number];

const perPage = 50;
const publicationsPerPage = 20;

/** The parameters of a page of the list. */
export function peopleQuery({ q = '', category, affiliation, sort = 'name', dir, page = 1 }: PeopleSearch) {
  const isCurrent = affiliation === 'current';
  return {
    q,
    sort,
    ...(dir && { dir }),
    ...(category !== undefined && { category_id: category }),
    ...(isCurrent ? { active_only: true } : affiliation !== 'any' && { affiliation_status: affiliation }),
    page,
    perPage,
  };
}

export const peopleList = (search: PeopleSearch) => {
  const query = peopleQuery(search);
  return queryOptions({
    queryKey: ['people', 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/people', { params: { query }, signal })),
  });
};

export const categoryList = queryOptions({
  queryKey: ['people', 'categories'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/people/categories', { signal })),
});

export const personDetail = (orcid: string) =>
  queryOptions({
    queryKey: ['people', 'person', orcid],
    queryFn: ({ signal }) => answerOf(api.GET('/api/people/{orcid}', { params: { path: { orcid } }, signal })),
    // Never another person's values in a form.
    placeholderData: undefined,
  });

/** The memberships of a person. */
export const groupsOf = (orcid: string) =>
  queryOptions({
    queryKey: ['groups', 'of-person', orcid],
    queryFn: ({ signal }) => answerOf(api.GET('/api/people/{orcid}/groups', { params: { path: { orcid } }, signal })),
    placeholderData: undefined,
  });

export const publicationsOf = (orcid: string, { page = 1, sort = 'publication_date', dir = 'desc' }: PersonSearch) => {
  const query = {
    q: '',
    orcid_id: orcid,
    sort,
    dir,
    status: 'active',
    visibility: 'all',
    page,
    perPage: publicationsPerPage,
  } as const;
  return queryOptions({
    queryKey: ['publications', 'of', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/publications', { params: { query }, signal })),
  });
};

/** The latest works of a person that have no DOI. */
export const worksOf = (orcid: string) => {
  const query = {
    q: '',
    orcid_id: orcid,
    sort: 'publication_date',
    dir: 'desc',
    status: 'active',
    visibility: 'all',
    page: 1,
    perPage: publicationsPerPage,
  } as const;
  return queryOptions({
    queryKey: ['works', 'of', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/works', { params: { query }, signal })),
    placeholderData: undefined,
  });
};

/** Exports all data about a person, part by part. Only for superadmins. */
export async function exportPerson(orcid: string): Promise<Schema<'PersonExport'>['records']> {
  const records: Schema<'PersonExport'>['records'] = [];
  let cursor: string | null = null;
  do {
    const params = { path: { orcid }, query: cursor == null ? {} : { cursor } };
    const part: Schema<'PersonExport'> = await answerOf(api.GET('/api/people/{orcid}/export', { params }));
    records.push(...part.records);
    cursor = part.next;
  } while (cursor != null);
  return records;
}

/** Sends one erasure request, which may not finish. Only for superadmins. */
export const erasePerson = (orcid: string): Promise<Schema<'Erasure'>> =>
  answerOf(
    api.DELETE('/api/people/{orcid}', {
      params: { path: { orcid }, query: { confirmation: `ERASE ${orcid}`, dry_run: 'false' } },
    }),
  );
