import Fastify from 'fastify';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { inLocale, negotiateLocale } from '#src/vocabulary/locale.ts';
import { type ListQuery, rowsFromTable } from '../shared/mix.ts';
import { connectPostgres } from './postgres.ts';

/**
 * The public list as a conventional service: Fastify and PostgreSQL, with one database connection per client
 * connection. Sends its address to the parent, which ends it by closing the channel.
 */
const [rows = '0', connections = '1'] = process.argv.slice(2);
const postgres = await connectPostgres(process.env.PGURL ?? '', Number(connections));
const app = Fastify();
const text = (fallback: string) => ({ type: 'string', default: fallback });
const whole = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });

app.get<{ Querystring: QueryParameters }>(
  '/v1/publications',
  {
    schema: {
      querystring: {
        type: 'object',
        properties: {
          page: { ...whole(1, Number.MAX_SAFE_INTEGER), default: 1 },
          per_page: { ...whole(1, 100), default: 20 },
          q: text(''),
          sort: text('last_fetched_at'),
          dir: { ...text('desc'), enum: ['asc', 'desc'] },
          publication_type: { type: 'string' },
          publication_year: whole(1000, 3000),
          min_cited_by: whole(0, Number.MAX_SAFE_INTEGER),
          locale: { type: 'string' },
        },
      },
    },
  },
  async (request, reply) => {
    const { locale, ...parameters } = request.query;
    const { publication_type = null, publication_year = null, min_cited_by = null, ...paging } = parameters;
    const query = { ...paging, publication_type, publication_year, min_cited_by };
    const found = await postgres.find(query);
    const titles = found.rows.map(({ title }) => title);
    const language = negotiateLocale(locale, request.headers['accept-language'], titles);
    reply.headers({ 'content-language': language, vary: 'Accept-Language' });
    return {
      publications: found.rows.map(({ doi, title, ...row }) => ({
        doi,
        title: inLocale(title, language),
        doi_url: doiUrl(doi),
        ...row,
      })),
      ...query,
      total: found.total,
      pages: Math.ceil(found.total / query.per_page),
    };
  },
);

type QueryParameters = Partial<Omit<ListQuery, 'page' | 'per_page' | 'q' | 'sort' | 'dir'>> &
  Pick<ListQuery, 'page' | 'per_page' | 'q' | 'sort' | 'dir'> & { locale?: string };

process.once('disconnect', async () => {
  await app.close();
  await postgres.close();
});
await postgres.load(rowsFromTable(Number(rows)));
process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
