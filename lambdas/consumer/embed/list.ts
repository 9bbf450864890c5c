import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import type { LocaleMatch } from '#src/lists/model/page.ts';
import type { Output } from '#src/lists/outputs.ts';
import { publications } from '#src/lists/publications.ts';
import { localeSearch } from '#src/lists/rollout/locale-search.ts';
import { openAccessChart } from '#src/publishing/open-access-chart.ts';
import { groupings, publicationListMarkup } from '#src/publishing/pages/publication-list.ts';
import { pageLanguages } from '#src/publishing/pages/texts.ts';
import { groupFilterGrants, groupFilterReads, groupFilters } from '#src/responses/group-query.ts';
import { outputGrants } from '#src/responses/outputs/outputs.ts';
import { askedOutputs, findPublicOutputs } from '#src/responses/outputs/public-outputs.ts';
import { publicConditions, publicFilters } from '#src/responses/owner-filters.ts';
import { optional, skipped } from '#src/responses/query.ts';
import { publicNumbers } from '#src/responses/reports/public-numbers.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { negotiateLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';

const wholeNumber = (fallback: string, minimum: number, maximum: number, description: string) =>
  optional(
    query.withDefault(
      query.decimalInteger(minimum, maximum),
      fallback,
      { type: 'integer', minimum, maximum, default: Number(fallback) },
      description,
    ),
  );

/** Works and publications are put into one order up to here at each request. */
const mostSkipped = 10_000;

export const route = defineRoute({
  id: 'embed.list',
  api: 'consumer',
  method: 'GET',
  path: '/v1/embed',
  summary: 'Get a list of public publications as HTML to put into a page',
  description:
    'A fragment without style and script, with the newest publications and works first. The filters are those of `GET /v1/publications`. ' +
    'After locale-aware search, `data-matched-locale` and `data-fallback-used` of its element say how they were found.',
  auth: { kind: 'none' },
  query: z.object({
    q: optional(query.searchText('the title')),
    ...publicFilters,
    ...groupFilters,
    sort: optional(query.sortBy(['publication_date', 'cited_by_count', 'last_fetched_at'])),
    dir: optional(query.direction),
    group: optional(
      query.withDefault(
        z.enum(groupings),
        'year',
        { type: 'string', enum: [...groupings], default: 'year' },
        'What the headings are.',
      ),
    ),
    heading: wholeNumber('3', 2, 6, 'The level of the headings.'),
    limit: wholeNumber('100', 1, 500, 'The maximum number of entries.'),
    works: optional(
      query.withDefault(
        z.enum(['true', 'false']),
        'true',
        { type: 'boolean', default: true },
        'Whether works without a DOI are listed, too, with `sort=publication_date`.',
      ),
    ),
    skip: skipped,
    chart: optional(
      query.oneOf(
        ['open_access'],
        'A chart before the list, with the same numbers as a table: of all outputs found, by year and open access.',
      ),
    ),
    locale: query.locale,
  }),
  responses: { 200: z.string() },
  answerType: 'text/html',
  problems: [],
  grants: [
    'lists:publications',
    'lists:people',
    'publications:read',
    'projects:read',
    'journals:read',
    'rollout:count',
    ...outputGrants,
    ...groupFilterGrants,
  ],
  seldomReads: groupFilterReads,
  async handle(input) {
    const { query: asked, acceptLanguage, now } = input;
    const search = await localeSearch('embed', input);
    const { q, sort, dir, limit, skip, locale } = asked;
    const isWithWorks = asked.works === 'true' && sort === 'publication_date';
    if (isWithWorks && skip > mostSkipped)
      throw invalidField('query', 'skip', `must be at most ${mostSkipped} with works: works=false leaves them out`);
    const { conditions: filters, owned } = await publicConditions(asked, now);
    const conditions = { ...filters, q, locale: search.locale };
    let outputs: readonly Output[];
    let match: Partial<LocaleMatch>;
    if (isWithWorks) {
      const all = await askedOutputs(asked, conditions, owned, now);
      const page = await findPublicOutputs(all, skip + limit);
      [outputs, match] = [page.outputs.slice(skip), page.match];
    } else {
      const paging = { page: 1, per_page: limit, offset: skip, sort, dir };
      const { rows, ...page } = await publications.find({ ...paging, ...conditions }, publicStalenessMs());
      [outputs, match] = [rows.map((row) => ({ kind: 'publication' as const, row })), page];
    }
    const language = negotiateLanguage(pageLanguages, locale, acceptLanguage);
    const titleLocale = negotiateLocale(
      locale,
      acceptLanguage,
      outputs.map(({ row }) => row.title),
    );
    const { group, heading } = asked;
    const counted = asked.chart
      ? await publicNumbers({ ...asked, by: ['year', 'open_access'] }, now, { q, withWorks: isWithWorks })
      : undefined;
    const chart = counted && openAccessChart(counted.counts, language);
    const list = await publicationListMarkup(outputs, {
      language,
      titleLocale,
      group,
      heading,
      addressOf: doiUrl,
      found: match,
    });
    return { status: 200, body: `${chart?.markup ?? ''}${list.markup}\n`, headers: { 'content-language': language } };
  },
});

export const handler = lambda(route);
