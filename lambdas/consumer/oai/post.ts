import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { answerOai, oaiPath } from '#src/publishing/oai/answer.ts';
import { OaiArguments } from '#src/publishing/oai/protocol.ts';
import { groupFilterGrants } from '#src/responses/group-query.ts';

export const route = defineRoute({
  id: 'oai.post',
  api: 'consumer',
  method: 'POST',
  path: oaiPath,
  summary: 'Harvest publications with OAI-PMH 2.0, with the arguments in a form',
  description: 'The same as `GET /oai`.',
  auth: { kind: 'none' },
  arguments: OaiArguments,
  responses: { 200: z.string() },
  answerType: 'text/xml',
  problems: ['invalid_body', 'body_too_large'],
  grants: ['lists:publications', 'lists:people', 'publications:read', 'setting:site', ...groupFilterGrants],
  async handle({ sent, now }) {
    return { status: 200, body: await answerOai(sent, now) };
  },
});

export const handler = lambda(route);
