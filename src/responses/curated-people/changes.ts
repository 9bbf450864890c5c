import * as z from 'zod';
import { startPeriod } from '#src/curation/people.ts';
import { changeContext } from '#src/identity/callers/actor.ts';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import { Affiliation, AffiliationStatus } from '#src/records/people/affiliation.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';

/** Changes to people. Nothing here reads lists, to keep the bundles of writing functions small. */

export const PersonParams = z.object({
  orcid: OrcidId.meta({ description: 'The ORCID iD, such as `0000-0002-1825-0097`' }),
});

export const ShownValues = z
  .object({
    success: z.boolean(),
    orcid: z.string(),
    photo_url: z.string().nullable(),
    people_type: z.string().nullable(),
    category_ids: z.array(z.string()),
  })
  .meta({ id: 'CuratedValues' });

export const NewAffiliation = z.strictObject({
  entity_id: z.string().min(1).meta({ description: 'The entity, such as `primary_entity`' }),
  status: AffiliationStatus,
  starts_at: z.int().min(1).optional().meta({
    description: 'The start, in milliseconds since 1970-01-01T00:00:00Z. Default: now.',
  }),
});

const AffiliationResult = z
  .object({
    success: z.boolean(),
    affiliation: Affiliation.extend({ person_orcid: z.string(), ends_at: z.null() }).meta({
      description: 'The new period',
    }),
    current_affiliation: Affiliation.nullable().meta({
      description: 'The affiliation at this moment: another one if the new period starts in the future, or null',
    }),
  })
  .meta({ id: 'AffiliationResult' });

/** Route declaration fields for starting an affiliation period. */
export const startsAffiliation = {
  description:
    'Starts an open-ended period and ends the previously open one at the same time, whatever its entity. `starts_at` may ' +
    'be in the past or in the future. Repeating a request with the same values changes nothing.',
  params: PersonParams,
  body: NewAffiliation,
  responses: { 200: AffiliationResult },
  problems: ['not_found'],
  grants: ['people:write', 'affiliations:query', 'affiliations:update', 'audit:put'],
  async handle(input: AffiliationRequest) {
    const { orcid } = input.params;
    const { started, current } = await startPeriod(orcid, input.body, changeContext(input));
    const affiliation = { person_orcid: orcid, ...started };
    return { status: 200 as const, body: { success: true, affiliation, current_affiliation: current } };
  },
} as const;

interface AffiliationRequest {
  params: z.output<typeof PersonParams>;
  body: z.output<typeof NewAffiliation>;
  caller: MemberCaller;
  now: Date;
  requestId: string;
}
