import * as z from 'zod';
import { negotiatePage } from '#src/formats/accept.ts';
import { mediaTypes } from '#src/formats/format.ts';
import { lambda } from '#src/http/lambda.ts';
import * as query from '#src/http/query.ts';
import { ownRedirectResponses, redirectToPath } from '#src/http/redirect.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicationPath } from '#src/publishing/pages/addresses.ts';
import { authorsOf, shownPublication } from '#src/records/publications/publication.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { findPublication } from '#src/records/publications/store/publications.ts';
import { exportOne } from '#src/responses/outputs/export.ts';
import * as formatQuery from '#src/responses/outputs/export-query.ts';
import { OwnAuthors, ownAuthorsOf } from '#src/responses/own-authors.ts';
import { authorsOffset, withShownAuthors } from '#src/responses/publications.ts';
import { Problem } from '#src/runtime/errors.ts';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';

const time = z.int().meta({ description: 'Milliseconds since the epoch' });

const PublicationDetail = z
  .object({
    doi: z.string(),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'The merged metadata: edits take precedence over the sources. `authors` are the first 1,000 and every linked ' +
        'researcher, with its `position` where the index is another one',
    }),
    author_count: z.int().meta({ description: 'The total number of authors' }),
    own_authors: OwnAuthors,
    publication_date: z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' }),
    publication_year: z.int().nullable(),
    publication_type: z.string().nullable(),
    cited_by_count: z.int().nullable(),
    is_retracted: z.boolean(),
    open_access_status: OpenAccessStatus.nullable(),
    enriched_metadata: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'Additional data from OpenAlex' }),
    last_fetched_at: time,
    last_edited_at: time.nullable(),
    edit_count: z.int(),
  })
  .meta({ id: 'PublicationDetail' });

export const route = defineRoute({
  id: 'publications.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/doi/{doi+}',
  summary: 'Get a public publication by DOI',
  description:
    'Accepts any DOI of the publication, in upper or lower case, percent-encoded or not. Browsers, which prefer ' +
    '`text/html`, are redirected to its web page.',
  auth: { kind: 'none' },
  params: z.object({ doi: z.string().meta({ description: 'The DOI, such as `10.1234/abc`' }) }),
  query: z.object({
    format: formatQuery.format,
    locale: formatQuery.titleLocale(query.locale),
    authors_offset: authorsOffset,
  }),
  responses: { 200: PublicationDetail, ...ownRedirectResponses },
  mediaTypes,
  problems: ['not_found'],
  grants: ['publications:read', 'setting:institution'],
  async handle({ params, query: { format: asked, locale, authors_offset }, accept, acceptLanguage }) {
    const record = await findPublication(params.doi);
    // Hidden, deleted, unknown and malformed DOIs get one and the same response.
    if (!record || !isPublic(record)) throw new Problem('not_found', 'There is no public publication with this DOI');
    const format = negotiatePage(asked, accept);
    if (format === 'html') return redirectToPath(publicationPath(record.doi), { vary: 'Accept' });
    if (format !== 'json') return exportOne(format, record, locale, acceptLanguage);
    const { title: _, ...publication } = shownPublication(record);
    const data = withShownAuthors(record, publication.data, authors_offset);
    const { last_fetched_at, last_edited_at, edit_count } = record;
    return {
      status: 200,
      body: {
        ...publication,
        data,
        author_count: authorsOf(record).length,
        own_authors: ownAuthorsOf(record),
        last_fetched_at,
        last_edited_at,
        edit_count,
      },
      headers: { vary: 'Accept' },
    };
  },
});

export const handler = lambda(route);
