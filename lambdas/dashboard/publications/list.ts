import * as z from 'zod';
import { gapNames } from '../../../src/domain/publications/gaps.ts';
import { authorMatchStates, publicationSources } from '../../../src/domain/publications/row.ts';
import { contentLanguage, negotiateLocale } from '../../../src/domain/values/locale.ts';
import { OpenAccessStatus } from '../../../src/domain/values/open-access-status.ts';
import { OrcidId } from '../../../src/domain/values/orcid-id.ts';
import { invalidField } from '../../../src/errors.ts';
import { negotiateFormat } from '../../../src/formats/accept.ts';
import { mediaTypes } from '../../../src/formats/format.ts';
import { lambda } from '../../../src/http/lambda.ts';
import * as publicationQuery from '../../../src/http/publication-query.ts';
import * as query from '../../../src/http/query.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { echoValues, enumFilter, namesFilter, valuesFilter } from '../../../src/http/values-filter.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { curatedPublications, curatorSorts } from '../../../src/lists/curated-publications.ts';
import { foundElsewhere } from '../../../src/lists/search-everything.ts';
import { localeSearch } from '../../../src/rollout/locale-search.ts';
import {
  CuratedPublicationList,
  curatedItems,
  facetNames,
  facetsOf,
} from '../../../src/views/curation/publications.ts';
import { exportDescription, exportList, type FindRows } from '../../../src/views/export.ts';
import * as formatQuery from '../../../src/views/export-query.ts';
import { journalCondition } from '../../../src/views/journals.ts';
import { echoRecordFilters } from '../../../src/views/publications.ts';
import { optional } from '../../../src/views/query.ts';

const visibilities = ['all', 'visible', 'hidden'] as const;
const versionChoices = ['shown', 'superseded', 'all'] as const;
const searchedParts = ['titles_and_authors', 'everything'] as const;
const statuses = ['active', 'deleted', 'all'] as const;
const year = query.decimalInteger(1000, 3000);
const yearSchema = { type: 'integer', minimum: 1000, maximum: 3000 };

/** A choice whose default is the first value. */
const choice = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  query.withDefault(z.enum(values), values[0], { type: 'string', enum: [...values], default: values[0] }, description);

export const route = defineRoute({
  id: 'publications.list',
  api: 'dashboard',
  method: 'GET',
  path: '/api/publications',
  summary: 'Search all publications, including hidden and deleted ones',
  description: `The response includes every change that was made before. ${exportDescription}`,
  auth: member('workspace_member'),
  query: query.withPerPageAlias(
    z.object({
      page: query.page,
      perPage: query.perPage,
      q: query.searchText(`${query.inAnyLanguage('the title')} or the name of an author`),
      search_in: optional(
        choice(
          searchedParts,
          'Where to search for `q`: in titles and author names, or also in DOIs, ORCID iDs, journals, publishers and all names of linked people.',
        ),
      ),
      sort: query.sortBy(curatorSorts),
      dir: query.direction,
      visibility: choice(visibilities, 'Only publications with this visibility.'),
      status: choice(statuses, 'Only publications that are not deleted, only deleted ones, or all.'),
      orcid_id: valuesFilter(OrcidId, { type: 'string' }, 'Only publications of researchers with this ORCID iD.'),
      publication_type: valuesFilter(
        z.string().toLowerCase(),
        { type: 'string' },
        "Only publications of this type, in Crossref's vocabulary, such as `journal-article`.",
      ),
      publication_year: valuesFilter(
        year,
        { oneOf: [yearSchema, { type: 'string', pattern: '^[12]\\d{3}(\\|[12]\\d{3})+$' }] },
        'Only publications of this year.',
      ),
      publication_year_from: query.filter(year, yearSchema, 'Only publications of this year or later.'),
      publication_year_to: query.filter(year, yearSchema, 'Only publications of this year or earlier.'),
      min_cited_by: publicationQuery.minCitedBy,
      match_state: enumFilter(authorMatchStates, 'Only publications whose authors are matched, or only others.'),
      source: enumFilter(publicationSources, 'Only publications with data from this source.'),
      is_retracted: publicationQuery.isRetracted,
      ...publicationQuery.recordFilters,
      publisher: valuesFilter(z.string().max(200), { type: 'string' }, 'Only publications of this publisher.'),
      is_edited: query.filter(
        z.enum(['true', 'false']),
        { type: 'boolean' },
        'Only publications that a curator has edited, or only others.',
      ),
      missing: optional(
        enumFilter(
          gapNames,
          'Only publications without this: authors, an abstract, a venue (of articles, chapters and papers) or a date.',
        ),
      ),
      open_access_status: enumFilter(OpenAccessStatus.options, 'Only publications with this open-access status.'),
      versions: optional(choice(versionChoices, 'Only the shown version of each publication, or the others, or all.')),
      facets: namesFilter(facetNames, 'Also count the values of these fields in all publications that match.'),
      locale: query.locale,
      format: formatQuery.format,
      offset: formatQuery.offset,
    }),
  ),
  responses: { 200: CuratedPublicationList },
  mediaTypes,
  problems: [],
  grants: [
    'lists:curated-publications',
    'lists:people',
    'publications:read',
    'people:read',
    'journals:read',
    'rollout:count',
  ],
  async handle(input) {
    const { query: asked, given, accept, acceptLanguage } = input;
    const {
      page,
      perPage,
      q,
      search_in,
      sort,
      dir,
      visibility,
      status,
      versions,
      is_retracted,
      min_cited_by,
      facets,
      ...rest
    } = asked;
    const {
      publication_year_from: from,
      publication_year_to: to,
      locale,
      format: formatAsked,
      offset,
      integrity,
      publication_subtype,
      exclude_subtype,
      identifier,
      journal,
      ...values
    } = rest;
    const noted = { integrity, publication_subtype, exclude_subtype, identifier, journal };
    const { equals, ...exceptions } = publicationQuery.recordQuery(noted);
    if (from !== null && to !== null && from > to) {
      throw invalidField('query', 'publication_year_to', 'must not be before publication_year_from');
    }
    const [search, ofJournal] = await Promise.all([localeSearch('publications', input), journalCondition(journal)]);
    const alsoFound = search_in === 'everything' ? await foundElsewhere(q, search.locale) : undefined;
    const find = (paging: Parameters<FindRows>[0]) =>
      curatedPublications.find(
        {
          ...paging,
          q,
          locale: search.locale,
          sort,
          dir,
          equals: {
            ...values,
            ...equals,
            ...ofJournal,
            is_retracted,
            visibility: visibility === 'all' ? null : visibility,
            status: status === 'all' ? null : status,
            versions: versions === 'all' ? null : versions,
          },
          ...exceptions,
          atLeast: { cited_by_count: min_cited_by, publication_year: from },
          atMost: { publication_year: to },
          where: ['present'],
          ...(alsoFound && { alsoFound }),
          ...(facets && { facets }),
        },
        0,
      );
    const format = negotiateFormat(formatAsked, accept);
    if (format !== 'json') {
      const exported = { query: { page, per_page: perPage, offset, locale }, given, acceptLanguage };
      return exportList(format, '/api/publications', { ...exported, includes: () => true }, find);
    }
    const { rows, facets: counts, ...numbers } = await find({ page, per_page: perPage });
    const texts = rows.map(({ title }) => title);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    return {
      status: 200,
      body: {
        publications: await curatedItems(rows, language),
        ...numbers,
        sort,
        dir,
        q,
        visibility,
        status,
        versions,
        orcid_id: echoValues(values.orcid_id),
        publication_type: echoValues(values.publication_type),
        publication_year: echoValues(values.publication_year),
        publication_year_from: from,
        publication_year_to: to,
        min_cited_by,
        match_state: echoValues(values.match_state),
        source: echoValues(values.source),
        is_retracted: is_retracted === null ? null : is_retracted === 'true',
        open_access_status: echoValues(values.open_access_status),
        ...echoRecordFilters(noted),
        ...(search_in === 'everything' && { search_in }),
        ...(values.publisher && { publisher: String(echoValues(values.publisher)) }),
        ...(values.missing && { missing: String(echoValues(values.missing)) }),
        ...(values.is_edited && { is_edited: values.is_edited === 'true' }),
        facets: await facetsOf(counts, numbers.total),
      },
      headers: { 'content-language': contentLanguage(texts, language), vary: 'Accept' },
    };
  },
});

export const handler = lambda(route);
