import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { importDoi } from '#src/ingestion/import-doi.ts';
import { withdrawSuggestion } from '#src/ingestion/proposals/store/proposals.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { ImportedPublication, importedPublication } from '#src/responses/ingestion/imported-publication.ts';
import { Doi } from '#src/vocabulary/identifiers/doi.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

export const route = defineRoute({
  id: 'import.doi',
  api: 'dashboard',
  method: 'POST',
  path: '/api/import/doi',
  summary: 'Import one publication by its DOI',
  description:
    'Fetches the publication immediately, for at most 8 s. Creates it (201) or refreshes it (200) and links ' +
    'the researchers to it; links are only added. Edits, visibility and deletion stay as they are. Unknown ' +
    'researchers become people without a name; erased ones are not linked and are listed in `erased`. If a ' +
    'source does not answer in time, nothing is written (502). A DOI that no agency knows is an error (400).',
  auth: member('workspace_member'),
  body: z.strictObject({ doi: Doi, researcher_orcids: z.array(OrcidId).max(100).default([]) }),
  responses: { 200: ImportedPublication, 201: ImportedPublication },
  problems: ['upstream_unavailable'],
  grants: [
    'publications:ingest',
    'enrichments:put',
    'people:write',
    'erasures:check',
    'proposals:write',
    'audit:put',
    'sources',
    'secret:source-credentials',
  ],
  timeoutSeconds: 8,
  async handle({ body: { doi, researcher_orcids: orcids }, caller, now, requestId }) {
    const imported = await importDoi(
      { doi, orcids },
      { ...changeContext({ caller, now, requestId }), workspace: caller.workspace },
    );
    if (imported.created) await withdrawSuggestion(imported.record.doi);
    const people = await getPeople(imported.record.researchers.map(({ orcid }) => orcid));
    const body = importedPublication(imported, people);
    return imported.created ? { status: 201, body } : { status: 200, body };
  },
});

export const handler = lambda(route);
