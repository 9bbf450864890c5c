import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { answerOai, oaiPath } from '#src/publishing/oai/answer.ts';
import { OaiArguments } from '#src/publishing/oai/protocol.ts';
import { groupFilterGrants } from '#src/responses/group-query.ts';

export const route = defineRoute({
  id: 'oai.get',
  api: 'consumer',
  method: 'GET',
  path: oaiPath,
  summary: 'Harvest publications with OAI-PMH 2.0',
  description:
    'Answers errors as the protocol says: with the status 200 and an `error` element. Withdrawn publications stay as ' +
    'deleted records.',
  auth: { kind: 'none' },
  arguments: OaiArguments,
  responses: { 200: z.string() },
  answerType: 'text/xml',
  cache: 'none',
  problems: [],
  grants: ['lists:publications', 'lists:people', 'publications:read', 'setting:site', ...groupFilterGrants],
  async handle({ sent, now }) {
    return { status: 200, body: await answerOai(sent, now) };
  },
});

export const handler = lambda(route);
