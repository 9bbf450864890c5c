import * as z from 'zod';
import { negotiateFormat } from '#src/formats/accept.ts';
import { publicationForEditing } from '#src/formats/editing/documents.ts';
import { mediaTypes } from '#src/formats/format.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { echoValues, namesFilter } from '#src/http/values-filter.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatorSorts } from '#src/lists/curated-publications.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { doiHintReads } from '#src/responses/curated-outputs/doi-hints.ts';
import { curatedOutputs, curatedOutputsBody, exportCuratedOutputs } from '#src/responses/curated-outputs/outputs.ts';
import { curatedFilters, curatedSearch } from '#src/responses/curated-outputs/publication-search.ts';
import {
  CuratedPublicationList,
  countedFields,
  curatedItemFields,
  curatedItems,
  facetsOf,
} from '#src/responses/curated-outputs/publications.ts';
import { echoReport } from '#src/responses/curated-outputs/report-filters.ts';
import { echoGroups, groupFilterGrants, groupFilterReads } from '#src/responses/group-query.ts';
import {
  csvEditMediaType,
  editableInOrder,
  editDescription,
  exportListForEditing,
} from '#src/responses/outputs/edit-export.ts';
import { exportDescription, exportList, type FindRows } from '#src/responses/outputs/export.ts';
import * as formatQuery from '#src/responses/outputs/export-query.ts';
import { includeWorks, outputGrants, outputsCursor } from '#src/responses/outputs/outputs.ts';
import { echoRecordFilters } from '#src/responses/publications.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

export const route = defineRoute({
  id: 'publications.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publications',
  summary: 'Search all publications, including hidden and deleted ones',
  description: `The response includes every change that was made before. ${exportDescription} ${editDescription}`,
  auth: member('steward'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      ...curatedFilters,
      sort: query.sortBy(curatorSorts),
      dir: query.direction,
      facets: namesFilter(countedFields, 'Also count the values of these fields in all publications that match.'),
      include: includeWorks,
      outputs_cursor: outputsCursor,
      format: formatQuery.editableFormat,
      offset: formatQuery.offset,
    }),
  ),
  responses: { 200: CuratedPublicationList },
  mediaTypes: [...new Set([...mediaTypes, csvEditMediaType])],
  problems: [],
  grants: [
    'lists:curated-publications',
    'lists:people',
    'publications:read',
    'people:read',
    'journals:read',
    'rollout:count',
    'setting:institution',
    ...outputGrants,
    ...doiHintReads,
    ...groupFilterGrants,
  ],
  // For a search in everything, works, and a group.
  seldomReads: ['lists:people', 'lists:works', ...doiHintReads, ...groupFilterReads],
  // A whole processor: every morning begins with counts over the whole list, which is all computing.
  memoryMb: 1769,
  async handle(input) {
    const { query: values, given, accept, acceptLanguage } = input;
    const { page, perPage, sort, dir, facets, locale, format: formatAsked, offset } = values;
    const { integrity, publication_subtype, exclude_subtype, identifier, journal } = values;
    const { q, search_in, visibility, status, versions, is_retracted, min_cited_by } = values;
    const { locale: searched } = await localeSearch('publications', input);
    const { conditions, find: search } = await curatedSearch(values, searched, input.now);
    const find = (paging: Parameters<FindRows>[0]) => search({ ...paging, sort, dir, facets });
    const outputs = values.include?.includes('works')
      ? await curatedOutputs(values, conditions, searched, input.now)
      : undefined;
    const path = '/api/publications';
    if (formatAsked === 'csv-edit') {
      if (outputs) throw invalidField('query', 'include', 'is not possible in a file for editing');
      const exported = { list: 'publications', path, given } as const;
      return exportListForEditing(exported, { page, per_page: perPage, offset }, find, async (rows) => {
        const ids = rows.map(({ doi }) => doi);
        return editableInOrder(ids, await getPublications(ids), publicationForEditing);
      });
    }
    const format = negotiateFormat(formatAsked, accept);
    if (format !== 'json') {
      const exported = { query: { page, per_page: perPage, offset, locale }, given, acceptLanguage };
      return outputs
        ? exportCuratedOutputs(format, path, exported, outputs)
        : exportList(format, path, { ...exported, includes: () => true }, find);
    }
    const {
      rows,
      facets: counts,
      groupCounts,
      ...numbers
    } = await search({ page, per_page: perPage, sort, dir, facets }, curatedItemFields);
    const texts = rows.map(({ title }) => title);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    return {
      status: 200,
      body: {
        publications: await curatedItems(rows, language),
        ...numbers,
        ...(outputs && (await curatedOutputsBody(outputs, perPage, language))),
        sort,
        dir,
        q,
        visibility,
        status,
        versions,
        orcid_id: echoValues(values.orcid_id),
        publication_type: echoValues(values.publication_type),
        publication_year: echoValues(values.publication_year),
        publication_year_from: values.publication_year_from,
        publication_year_to: values.publication_year_to,
        min_cited_by,
        match_state: echoValues(values.match_state),
        source: echoValues(values.source),
        is_retracted: is_retracted === null ? null : is_retracted === 'true',
        open_access_status: echoValues(values.open_access_status),
        ...echoRecordFilters({ integrity, publication_subtype, exclude_subtype, identifier, journal }),
        ...(search_in === 'everything' && { search_in }),
        ...(values.publisher && { publisher: String(echoValues(values.publisher)) }),
        ...(values.language && { language: String(echoValues(values.language)) }),
        ...(values.license && { license: String(echoValues(values.license)) }),
        ...(values.missing && { missing: String(echoValues(values.missing)) }),
        ...echoGroups(values),
        ...echoReport(values),
        ...(values.output_type && { output_type: values.output_type.join('|') }),
        ...(values.retracted_from && { retracted_from: values.retracted_from }),
        ...(values.is_edited && { is_edited: values.is_edited === 'true' }),
        facets: await facetsOf(counts, numbers.total, groupCounts, language),
      },
      headers: { 'content-language': contentLanguage(texts, language), vary: 'Accept' },
    };
  },
});

export const handler = lambda(route);
