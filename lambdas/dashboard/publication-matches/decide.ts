import * as z from 'zod';
import { decideAuthorMatch } from '#src/curation/decide-match.ts';
import { requireVersion } from '#src/http/entity-tag.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { curatorOf } from '#src/responses/curation/curator.ts';
import { PublicationParams } from '#src/responses/curation/publication-detail.ts';
import { answerMatches, PublicationMatches } from '#src/responses/curation/publication-matches.ts';
import { invalidField } from '#src/runtime/errors.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

const position = z.int().min(0).nullable().default(null);

export const route = defineRoute({
  id: 'publication-matches.decide',
  api: 'dashboard',
  method: 'POST',
  path: '/api/publication-matches/{id+}',
  summary: 'Decide which author a researcher is, or is not',
  description:
    '`accept` states that the researcher is this author, `reject` that they are not; `reject` without a ' +
    'position states that they are none of the candidates. `not_an_author` takes the publication from the ' +
    'researcher: no source links them again. `undo` forgets the decision about this author, or without a position ' +
    'all decisions about the researcher, who is linked again if they were no author. A decision stays when the publication is ' +
    'fetched, edited or repaired, as long as the author is in the list. With If-Match, it applies only to ' +
    'that version. A deleted publication must be restored first (400).',
  auth: member('workspace_member'),
  params: PublicationParams,
  body: z.strictObject({
    orcid: OrcidId.meta({ description: 'A researcher of the publication' }),
    author_position: position.meta({
      description: 'Index into the authors. Required to accept, unless one of the others is',
    }),
    editor_position: position.meta({ description: 'Index into the editors' }),
    contributor_position: position.meta({ description: 'Index into the contributors, who have other roles' }),
    decision: z.enum(['accept', 'reject', 'not_an_author', 'undo']),
  }),
  ifMatch: true,
  responses: { 200: PublicationMatches },
  problems: ['not_found', 'conflict'],
  grants: ['publications:store', 'journals:state', 'people:read', 'people:check', 'activity:put'],
  timeoutSeconds: 29,
  async handle({ params: { id }, body, caller, now, ifMatch }) {
    const { orcid, decision: verdict } = body;
    const [given, other] = lists.filter(({ field }) => body[field] !== null);
    if (given && other) throw invalidField('body', other.field, `must be null if ${given.field} is not`);
    if (verdict === 'not_an_author' && given) {
      throw invalidField('body', given.field, 'must be null: the researcher is no author at all');
    }
    const place = given ? { list: given.list, position: body[given.field] ?? 0 } : null;
    const curator = curatorOf({ caller, now });
    return answerMatches(await decideAuthorMatch(id, { orcid, verdict, place }, curator, requireVersion(ifMatch)));
  },
});

const lists = [
  { list: 'authors', field: 'author_position' },
  { list: 'editors', field: 'editor_position' },
  { list: 'contributors', field: 'contributor_position' },
] as const;

export const handler = lambda(route);
