import * as z from 'zod';
import { erasePerson } from '../../../src/erasure/erase-person.ts';
import { readErasureKey } from '../../../src/erasure/storage/unless-erased.ts';
import { invalidField, Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { changeContext } from '../../../src/identity/callers/actor.ts';
import { member } from '../../../src/identity/sessions/session-auth.ts';
import { PersonParams } from '../../../src/views/curated-people/changes.ts';
import { Erasure } from '../../../src/views/curated-people/erasure.ts';

/** Starts no step after this, because each must end before the gateway gives up. */
const erasingMs = 15_000;

export const route = defineRoute({
  id: 'people.erase',
  api: 'dashboard',
  method: 'DELETE',
  path: '/api/people/{orcid}',
  summary: 'Erase a person, with every trace of them',
  description:
    'Deletes the person with their affiliations, works, jobs and questions for curators, for good; takes them out of ' +
    'publications, projects and logs; and remembers by a keyed hash that no ingestion brings them back. Publications ' +
    'stay, with their authors as the sources publish them. Repeat the request until `done` is true, also after an error: ' +
    'it continues where it was. If records fail, everything else is erased, and the answer at the end is 500, with this ' +
    'result and `failed` in `details`. When everything is erased, a last pass at `again_at` erases what was written meanwhile. ' +
    'Without another request, the registry finishes by itself within about twenty minutes. An iD of which nothing is ' +
    'held is remembered, too.',
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
