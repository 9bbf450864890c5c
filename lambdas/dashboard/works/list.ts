import * as z from 'zod';
import { negotiateFormat } from '#src/formats/accept.ts';
import { workForEditing } from '#src/formats/editing/documents.ts';
import { mediaTypes } from '#src/formats/format.ts';
import { lambda } from '#src/http/lambda.ts';
import * as publicationQuery from '#src/http/publication-query.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { echoValues, enumFilter, namesFilter, orNone, orUnknown, valuesFilter } from '#src/http/values-filter.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { knownGroups } from '#src/lists/groups/group-filter.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { curatedWorkSorts, curatedWorks } from '#src/lists/works.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import { workOrigins } from '#src/records/works/work-row.ts';
import { doiHintReads } from '#src/responses/curated-outputs/doi-hints.ts';
import { echoShared, sharedFilters, workFilterConditions } from '#src/responses/curated-outputs/work-filters.ts';
import {
  CuratedWorkList,
  countedWorkFields,
  curatedWorkItem,
  workCitations,
  workFacetsOf,
} from '#src/responses/curated-outputs/works.ts';
import {
  echoGroups,
  groupConditions,
  groupFilterGrants,
  groupFilterReads,
  groupFilters,
  groupRuleOf,
} from '#src/responses/group-query.ts';
import {
  csvEditMediaType,
  editableInOrder,
  editDescription,
  exportListForEditing,
} from '#src/responses/outputs/edit-export.ts';
import { exportDescription, exportPart, exportRows, type FindRows } from '#src/responses/outputs/export.ts';
import * as formatQuery from '#src/responses/outputs/export-query.ts';
import { optional } from '#src/responses/query.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

const year = query.decimalInteger(1000, 3000);
const yearSchema = { type: 'integer', minimum: 1000, maximum: 3000 };
const choice = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  query.withDefault(z.enum(values), values[0], { type: 'string', enum: [...values], default: values[0] }, description);

export const route = defineRoute({
  id: 'works.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/works',
  summary: 'Search all works without a DOI, including hidden and deleted ones',
  description: `The response includes every change that was made before. ${exportDescription} ${editDescription}`,
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      q: query.searchText(`${query.inAnyLanguage('the title')} or the name of an author`),
      sort: query.sortBy(curatedWorkSorts),
      dir: query.direction,
      visibility: choice(['all', 'visible', 'hidden'], 'Only works with this visibility.'),
      status: choice(
        ['active', 'deleted', 'all'],
        'Only works that are not deleted, only those that are deleted, merged or now publications, or all.',
      ),
      orcid_id: valuesFilter(
        orUnknown(OrcidId),
        { type: 'string' },
        'Only works of people with this ORCID iD. `unknown`: of nobody.',
      ),
      work_type: valuesFilter(
        z.string().toLowerCase(),
        { type: 'string' },
        "Only works of this type, in ORCID's vocabulary.",
      ),
      publication_year_from: query.filter(year, yearSchema, 'Only works of this year or later.'),
      publication_year_to: query.filter(year, yearSchema, 'Only works of this year or earlier.'),
      identifier: publicationQuery.recordFilters.identifier,
      is_edited: query.filter(
        z.enum(['true', 'false']),
        { type: 'boolean' },
        'Only works that a curator has edited, or only others.',
      ),
      ...groupFilters,
      ...sharedFilters,
      facets: optional(
        namesFilter(countedWorkFields, 'Also count the values of these fields in all works that match.'),
      ),
      origin: enumFilter(workOrigins, 'Only works from ORCID records, or only those that curators added.'),
      locale: query.locale,
      format: formatQuery.editableFormat,
      offset: formatQuery.offset,
    }),
  ),
  responses: { 200: CuratedWorkList },
  mediaTypes: [...new Set([...mediaTypes, csvEditMediaType])],
  problems: [],
  grants: [
    'lists:works',
    'works:read',
    'journals:read',
    'setting:institution',
    'rollout:count',
    'lists:curated-publications',
    ...doiHintReads,
    ...groupFilterGrants,
  ],
  seldomReads: ['lists:curated-publications', ...doiHintReads, ...groupFilterReads],
  async handle(input) {
    const { query: asked, given, accept, acceptLanguage } = input;
    const { page, perPage, q, sort, dir, visibility, status, locale, format: formatAsked, offset, ...filters } = asked;
    const {
      publication_year_from: from,
      publication_year_to: to,
      publication_year,
      orcid_id,
      work_type,
      identifier,
      is_edited,
      origin,
      facets,
    } = filters;
    const { groups } = await groupConditions(
      filters,
      { kind: 'work', audience: 'curators', stalenessMs: 0 },
      input.now,
    );
    const search = await localeSearch('works', input);
    const ofFilters = await workFilterConditions(filters);
    const counting = facets?.includes('group')
      ? (await knownGroups('work', 'curators', 0)).counting(groupRuleOf(filters), input.now)
      : undefined;
    const find = (paging: Parameters<FindRows>[0]) =>
      curatedWorks.find(
        {
          ...paging,
          q,
          locale: search.locale,
          sort,
          dir,
          equals: {
            ...{ orcid_id: orcid_id && orNone(orcid_id), work_type, identifier, is_edited, origin },
            ...(publication_year && { publication_year: orNone(publication_year) }),
            ...ofFilters.equals,
            visibility: visibility === 'all' ? null : visibility,
            status: status === 'all' ? null : status,
          },
          except: ofFilters.except,
          atLeast: { publication_year: from, ...ofFilters.atLeast },
          atMost: { publication_year: to, ...ofFilters.atMost },
          where: [],
          ...(ofFilters.ids && { ids: ofFilters.ids }),
          ...(groups && { groups }),
          ...(facets && { facets: facets.filter((name) => name !== 'group') }),
          ...(counting && { countGroups: counting }),
        },
        0,
      );
    const path = '/api/works';
    if (formatAsked === 'csv-edit') {
      const exported = { list: 'works', path, given } as const;
      return exportListForEditing(exported, { page, per_page: perPage, offset }, find, async (rows) => {
        const ids = rows.map(({ id }) => id);
        return editableInOrder(ids, await getWorks(ids), workForEditing);
      });
    }
    const format = negotiateFormat(formatAsked, accept);
    if (format !== 'json') {
      const exported = { query: { page, per_page: perPage, offset, locale }, given, acceptLanguage };
      const part = await exportPart(exported, find);
      return exportRows(format, { path, name: 'works' }, exported, part, workCitations);
    }
    const found = await find({ page, per_page: perPage });
    const { rows, facets: _, groupCounts: __, ...numbers } = found;
    const texts = rows.map(({ title }) => title);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    return {
      status: 200,
      body: {
        works: rows.map((row) => curatedWorkItem(row, language)),
        ...numbers,
        sort,
        dir,
        q,
        visibility,
        status,
        orcid_id: echoValues(orcid_id),
        work_type: echoValues(work_type),
        publication_year_from: from,
        publication_year_to: to,
        identifier: echoValues(identifier),
        ...(is_edited && { is_edited: is_edited === 'true' }),
        origin: echoValues(origin),
        ...echoGroups(filters),
        ...echoShared(filters),
        ...(await workFacetsOf(found, language)),
      },
      headers: { 'content-language': contentLanguage(texts, language), vary: 'Accept' },
    };
  },
});

export const handler = lambda(route);
