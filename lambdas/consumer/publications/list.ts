import * as z from 'zod';
import { negotiateListFormat } from '#src/formats/accept.ts';
import { feeds, isFeed } from '#src/formats/feed.ts';
import { mediaTypes } from '#src/formats/format.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { namesFilter } from '#src/http/values-filter.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { people } from '#src/lists/people.ts';
import { publicationSorts, publications } from '#src/lists/publications.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { citationStyle, includedParts, withCitations } from '#src/responses/citations.ts';
import { echoGroups, groupFilterGrants, groupFilterReads, groupFilters } from '#src/responses/group-query.ts';
import { exportDescription, exportList, type FindRows } from '#src/responses/outputs/export.ts';
import * as formatQuery from '#src/responses/outputs/export-query.ts';
import { feedOfList } from '#src/responses/outputs/feed.ts';
import { outputGrants, outputsCursor } from '#src/responses/outputs/outputs.ts';
import {
  askedOutputs,
  exportPublicOutputs,
  feedOfOutputs,
  PublicationList,
  publicOutputsBody,
} from '#src/responses/outputs/public-outputs.ts';
import { echoPublicFilters, publicConditions, publicFilters } from '#src/responses/owner-filters.ts';
import { publicationItemFields, publicationItems } from '#src/responses/publications.ts';
import { env } from '#src/runtime/env.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

const path = '/v1/publications';

export const route = defineRoute({
  id: 'publications.list',
  api: 'consumer',
  method: 'GET',
  path,
  summary: 'Search public publications',
  description: exportDescription,
  auth: { kind: 'none' },
  query: z.object({
    page: query.page,
    per_page: query.perPage,
    q: query.searchText('the title'),
    sort: query.sortBy(publicationSorts),
    dir: query.direction,
    ...publicFilters,
    ...groupFilters,
    include: namesFilter(
      ['citation', 'works'],
      `What the response has in addition. \`citation\`: ${includedParts.citation} \`works\`: ${includedParts.works}`,
    ),
    style: citationStyle,
    outputs_cursor: outputsCursor,
    locale: query.locale,
    format: formatQuery.listFormat,
    offset: formatQuery.offset,
  }),
  responses: { 200: PublicationList },
  mediaTypes: [...mediaTypes, ...Object.values(feeds).map(({ mediaType }) => mediaType)],
  problems: [],
  grants: [
    'lists:publications',
    'lists:people',
    'publications:read',
    'projects:read',
    'journals:read',
    'rollout:count',
    ...groupFilterGrants,
    ...outputGrants,
    'setting:site',
  ],
  seldomReads: [...groupFilterReads, 'lists:works'],
  async handle(input) {
    const { query: asked, given, accept, acceptLanguage, now } = input;
    const { locale, format: formatAsked, include, style, page, per_page, q, sort, dir } = asked;
    const paging = { page, per_page, q, sort, dir };
    const search = await localeSearch('publications', input);
    const { conditions, owned } = await publicConditions(asked, now);
    const wanted = { ...paging, locale: search.locale, ...conditions };
    const find = (part: Parameters<FindRows>[0]) => publications.find({ ...wanted, ...part }, publicStalenessMs());
    const format = negotiateListFormat(formatAsked, accept);
    const request = { query: asked, given, acceptLanguage };
    const outputs = include?.includes('works')
      ? await askedOutputs(asked, { ...conditions, q, locale: search.locale }, owned, now)
      : undefined;
    if (isFeed(format)) {
      const title = env('SITE_NAME');
      return outputs
        ? feedOfOutputs(format, path, title, request, outputs)
        : feedOfList(format, path, title, request, find);
    }
    if (format !== 'json') {
      return outputs ? exportPublicOutputs(format, path, request, outputs) : exportList(format, path, request, find);
    }
    const { rows, ...found } = await publications.find(wanted, publicStalenessMs(), publicationItemFields);
    const texts = rows.map(({ title }) => title);
    const language = negotiateLocale(locale, acceptLanguage, texts);
    const items = publicationItems(rows, language);
    return {
      status: 200,
      body: {
        publications: await withCitations(items, { include, style }, people),
        ...paging,
        ...echoPublicFilters(asked),
        ...echoGroups(asked),
        ...found,
        ...(outputs && (await publicOutputsBody(outputs, per_page, language, { include, style }))),
      },
      headers: { 'content-language': contentLanguage(texts, language), vary: 'Accept' },
    };
  },
});

export const handler = lambda(route);
