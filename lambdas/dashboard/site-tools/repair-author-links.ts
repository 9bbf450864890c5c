import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { ResearcherLink } from '#src/matching/link.ts';
import { repairLinks } from '#src/operations/site-tools/repair-links.ts';
import { PeopleNames, peopleNames } from '#src/responses/curation/names.ts';
import { cesamOnly } from '#src/responses/site-tools.ts';
import { Problem } from '#src/runtime/errors.ts';
import { Doi } from '#src/vocabulary/identifiers/doi.ts';

const { score, reasons, candidates } = ResearcherLink.shape;

const AuthorLinks = z
  .object({
    author_match_state: z.enum(['needs_attention', 'complete']),
    researchers: z.array(
      z.object({
        orcid: z.string(),
        author_position: z
          .int()
          .nullable()
          .meta({ description: 'Index into the authors; null if none clearly matches' }),
        editor_position: z.int().nullable().meta({ description: 'Index into the editors' }),
        contributor_position: z.int().optional().meta({ description: 'Index into the contributors' }),
        evidence: z.enum(['orcid', 'name']).nullable(),
        score,
        reasons,
        candidates,
      }),
    ),
  })
  .meta({ id: 'AuthorLinks' });

export const route = defineRoute({
  id: 'site-tools.repair-author-links',
  api: 'dashboard',
  method: 'POST',
  path: '/api/site-tools/repair-author-links',
  summary: 'Match the researchers of a publication to its authors again',
  description:
    'Uses the current names of the people and authors of the publication. This is not an edit: the ' +
    'publication keeps its `edit_count`.',
  internal: true,
  auth: member('superadmin'),
  body: z.strictObject({
    doi: Doi,
    dryRun: z.boolean().default(false).meta({ description: 'Only show what would change' }),
    cesamOnly,
  }),
  responses: {
    200: z.object({
      doi: z.string().meta({ description: 'The canonical DOI' }),
      dryRun: z.boolean(),
      before: AuthorLinks,
      after: AuthorLinks,
      changed: z.boolean(),
      names: PeopleNames,
    }),
  },
  problems: ['not_found'],
  grants: [
    'publications:list',
    'pass-repair:run',
    'pass-repair-partner:run',
    'publications:store',
    'journals:state',
    'people:read',
    'audit:put',
  ],
  async handle({ body: { doi, dryRun, cesamOnly }, caller, now, requestId }) {
    const context = changeContext({ caller, now, requestId });
    const repaired = await repairLinks(doi, { dryRun, cesamOnly, context });
    if (!repaired) throw new Problem('not_found', 'There is no publication with this DOI, or it is deleted');
    const researchers = [...repaired.before.researchers, ...repaired.after.researchers];
    const names = await peopleNames(researchers.map(({ orcid }) => orcid));
    return { status: 200, body: { ...repaired, dryRun, names } };
  },
});

export const handler = lambda(route);
