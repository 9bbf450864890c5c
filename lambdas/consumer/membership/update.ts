import * as z from 'zod';
import { startPeriod } from '#src/curation/people.ts';
import { lambda } from '#src/http/lambda.ts';
import { defineRoute } from '#src/http/route.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import { apiKey } from '#src/identity/credentials/credential-auth.ts';
import { AffiliationStatus, partnerEntity } from '#src/records/people/affiliation.ts';
import { NewAffiliation, PersonParams } from '#src/responses/curated-people/changes.ts';

const PartnerAffiliation = z
  .object({
    person_orcid: z.string(),
    entity_id: z.literal(partnerEntity),
    status: AffiliationStatus,
    starts_at: z.int(),
    ends_at: z.null(),
  })
  .meta({ id: 'PartnerAffiliation' });

export const route = defineRoute({
  id: 'membership.update',
  api: 'consumer',
  method: 'POST',
  path: '/api/partners/people/{orcid}/membership',
  summary: "Start a new period of a person's affiliation with the partner entity",
  description:
    'Starts an open-ended period and ends the previously open one at the same time. `starts_at` defaults to the current ' +
    'time. Repeating a request with the same values changes nothing.',
  auth: apiKey('membership.update'),
  params: PersonParams,
  body: NewAffiliation.extend({ entity_id: z.literal(partnerEntity) }),
  responses: { 200: z.object({ success: z.boolean(), affiliation: PartnerAffiliation }) },
  problems: ['not_found'],
  grants: ['people:write', 'affiliations:query', 'affiliations:update', 'audit:put'],
  async handle({ params: { orcid }, body, caller, now, requestId }) {
    const { started } = await startPeriod(orcid, body, changeContext({ caller, now, requestId }));
    const affiliation = { person_orcid: orcid, ...started, entity_id: body.entity_id };
    return { status: 200, body: { success: true, affiliation } };
  },
});

export const handler = lambda(route);
