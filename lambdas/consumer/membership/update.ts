import * as z from 'zod';
import { apiKey } from '../../../src/auth/credential-auth.ts';
import { AffiliationStatus, maxUnendedPeriods, partnerEntity } from '../../../src/domain/affiliation.ts';
import { OrcidId } from '../../../src/domain/values/orcid-id.ts';
import { invalidField, Problem } from '../../../src/errors.ts';
import { lambda } from '../../../src/http/lambda.ts';
import { defineRoute } from '../../../src/http/route.ts';
import { changeAffiliation } from '../../../src/storage/affiliations.ts';

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
  params: z.object({ orcid: OrcidId.meta({ description: 'The ORCID iD, such as `0000-0002-1825-0097`' }) }),
  body: z.strictObject({
    entity_id: z.literal(partnerEntity),
    status: AffiliationStatus,
    starts_at: z.int().min(1).optional(),
  }),
  responses: { 200: z.object({ success: z.boolean(), affiliation: PartnerAffiliation }) },
  problems: ['not_found'],
  grants: ['table:write'],
  async handle({ params: { orcid }, body: { entity_id, status, starts_at }, now }) {
    const period = { entity_id, status, starts_at: starts_at ?? now.getTime() };
    const changed = await changeAffiliation(orcid, period, now);
    if (!changed) throw new Problem('not_found', 'There is no person with this ORCID iD');
    if (changed === 'too_many') {
      const text = `would give this person more than ${maxUnendedPeriods} periods that have not ended`;
      throw invalidField('body', 'starts_at', text);
    }
    return { status: 200, body: { success: true, affiliation: { person_orcid: orcid, ...period, ends_at: null } } };
  },
});

export const handler = lambda(route);
