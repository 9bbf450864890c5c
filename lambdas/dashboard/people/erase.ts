import * as z from 'zod';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { member } from '#src/identity/sessions/session-auth.ts';
import { erasePerson } from '#src/operations/erasure/erase-person.ts';
import { readErasureKey } from '#src/records/people/store/unless-erased.ts';
import { PersonParams } from '#src/responses/curated-people/changes.ts';
import { Erasure } from '#src/responses/curated-people/erasure.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';

/** Starts no step after this, because each must end before the gateway gives up. */
const erasingMs = 15_000;

export const route = defineRoute({
  id: 'people.erase',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/people/{orcid}',
  summary: 'Erase a person and all their data',
  description:
    'Permanently deletes the person with their affiliations, works, jobs and questions for curators, and ' +
    'removes them from publications, projects and logs. A keyed hash is stored, so that no ingestion ' +
    'restores them. Publications stay, with their authors as published by the sources. Repeat the request ' +
    'until `done` is true, also after an error: it continues where it stopped. If records fail, everything ' +
    'else is erased, and the final answer is 500, with this result and `failed` in `details`. When ' +
    'everything is erased, a last pass at `again_at` erases data written in the meantime. Without another ' +
    'request, the registry finishes by itself within about twenty minutes. An iD without any data is ' +
    'remembered too.',
  internal: true,
  auth: member('superadmin'),
  params: PersonParams,
  query: z.object({
    confirmation: z.string().meta({ description: '`ERASE`, a space and the ORCID iD' }),
    dry_run: z.enum(['true', 'false']).default('false').meta({ description: 'Only count what would be erased' }),
  }),
  responses: { 200: Erasure },
  problems: [],
  grants: ['people:erase', 'audit:put'],
  memoryMb: 1024,
  timeoutSeconds: 29,
  async handle({ params: { orcid }, query, caller, now, requestId }) {
    const phrase = `ERASE ${orcid}`;
    if (query.confirmation !== phrase) throw invalidField('query', 'confirmation', `mismatch: it must be "${phrase}"`);
    const erased = await erasePerson({
      orcid,
      key: await readErasureKey(),
      context: changeContext({ caller, now, requestId }),
      dryRun: query.dry_run === 'true',
      deadlineMs: now.getTime() + erasingMs,
    });
    const { pseudonym, dryRun, done, againAt, totals, failed } = erased;
    const body = { pseudonym, dry_run: dryRun, done, again_at: againAt, totals };
    if (failed.length === 0) return { status: 200, body };
    const text = `${failed.length} records could not be erased, and everything else is. Try again`;
    throw new Problem('internal_error', text, { details: { ...body, failed }, cause: new Error(text) });
  },
});

export const handler = lambda(route);
