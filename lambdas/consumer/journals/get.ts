import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { Issn } from '#src/http/publication-query.ts';
import { defineRoute } from '#src/http/route.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { publications } from '#src/lists/publications.ts';
import { getJournals } from '#src/records/journals/store/journals.ts';
import { JournalResponse } from '#src/responses/journals.ts';
import { Problem } from '#src/runtime/errors.ts';

export const route = defineRoute({
  id: 'journals.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/journals/{issn}',
  summary: 'Get a journal by ISSN',
  description:
    'What the sources say of the journal with this ISSN, if it has public publications. `journal` of a publication is ' +
    'such an ISSN, and the filter `journal` of `/v1/publications` finds its publications.',
  auth: { kind: 'none' },
  params: z.object({ issn: Issn.meta({ description: 'Any ISSN of the journal' }) }),
  responses: { 200: JournalResponse.extend({ publication_count: z.int() }).meta({ id: 'JournalDetail' }) },
  problems: ['not_found'],
  grants: ['journals:read', 'lists:publications'],
  async handle({ params: { issn } }) {
    const journal = (await getJournals([issn])).get(issn);
    const unknown = new Problem('not_found', 'There is no journal with this ISSN that has public publications');
    if (!journal) throw unknown;
    const { total } = await publications.find(
      {
        q: '',
        sort: 'last_fetched_at',
        dir: 'desc',
        page: 1,
        per_page: 1,
        equals: { journal: journal.issns },
        where: ['public'],
      },
      publicStalenessMs(),
    );
    if (total === 0) throw unknown;
    return { status: 200, body: { ...journal, publication_count: total } };
  },
});

export const handler = lambda(route);
