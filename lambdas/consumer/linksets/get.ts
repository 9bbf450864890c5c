import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { linksetOf, linksetType, signposts } from '#src/publishing/pages/signposting.ts';
import { isPublic } from '#src/records/publications/publicity.ts';
import { findPublication } from '#src/records/publications/store/publications.ts';
import { Problem } from '#src/runtime/errors.ts';

const Targets = z.array(z.object({ href: z.string(), type: z.string().optional() })).optional();
const Linkset = z
  .object({
    linkset: z.array(
      z.object({
        anchor: z.string().meta({ description: 'The address of the page' }),
        author: Targets,
        describedby: Targets,
        related: Targets,
        type: Targets,
        license: Targets,
      }),
    ),
  })
  .meta({ id: 'Linkset' });

export const route = defineRoute({
  id: 'linksets.get',
  api: 'consumer',
  method: 'GET',
  path: '/v1/linksets/{doi+}',
  summary: 'Get the links of the web page of a publication',
  description: 'A link set ([RFC 9264](https://www.rfc-editor.org/rfc/rfc9264)) with the relations of Signposting.',
  auth: { kind: 'none' },
  params: z.object({ doi: z.string().meta({ description: 'The DOI, such as `10.1234/abc`' }) }),
  responses: { 200: Linkset },
  answerType: linksetType,
  problems: ['not_found'],
  grants: ['publications:read', 'setting:site'],
  async handle({ params }) {
    const record = await findPublication(params.doi);
    if (!record || !isPublic(record)) throw new Problem('not_found', 'There is no public publication with this DOI');
    return { status: 200, body: linksetOf(signposts(record)) };
  },
});

export const handler = lambda(route);
