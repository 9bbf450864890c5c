import * as z from 'zod';
import { Affiliation, AffiliationStatus, isKnownEntity, maxUnendedPeriods } from '../../domain/affiliation.ts';
import type { ChangeContext } from '../../domain/audit.ts';
import { nameText } from '../../domain/values/name.ts';
import { OrcidId } from '../../domain/values/orcid-id.ts';
import { webUrl } from '../../domain/values/web-url.ts';
import { invalidField, Problem } from '../../errors.ts';
import { type AffiliationChange, changeAffiliation } from '../../storage/affiliations.ts';

/** Changes of people. Nothing here reads lists, to keep writing functions small. */

export const PersonParams = z.object({
  orcid: OrcidId.meta({ description: 'The ORCID iD, such as `0000-0002-1825-0097`' }),
});

export const unknownPerson = () => new Problem('not_found', 'There is no person with this ORCID iD');

/** Fields that curators may edit although ORCID has them, too. */
export const EditedValues = z.strictObject({
  name: nameText(500).meta({ description: 'The name in English, or in no known language' }),
  biography: z
    .string()
    .trim()
    .max(10_000)
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .transform((text) => text || null)
    .nullable()
    .optional()
    .meta({ description: 'null or an empty text clears it; left out, it stays' }),
});

const isHttps = (text: string) => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};

/** A curator's values for a person. Missing fields stay as they are. */
export const CuratedValues = z
  .strictObject({
    photo_url: z
      .string()
      .trim()
      .refine(isHttps, 'must be an https URL without a user name')
      .overwrite((text) => webUrl(text) ?? text)
      .max(2000)
      .nullable()
      .meta({ description: 'An https URL of a photo; null for none' }),
    people_type: nameText(100).nullable().meta({ description: 'The kind of person, such as `staff`; null for none' }),
    category_ids: z
      .array(nameText(100))
      .max(20)
      .meta({ description: 'All categories of the person. The answer has each once, in alphabetical order.' }),
  })
  .partial();

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

export const affiliationDescription =
  'Starts an open-ended period and ends the previously open one at the same time, whatever its entity. `starts_at` may be ' +
  'in the past or in the future. Repeating a request with the same values changes nothing.';

export const AffiliationResult = z
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

/** Starts an affiliation period and shows it. Throws Problem `not_found` for an unknown person or entity. */
export async function startAffiliation(
  orcid: string,
  asked: z.output<typeof NewAffiliation>,
  by: ChangeContext,
): Promise<z.input<typeof AffiliationResult>> {
  if (!isKnownEntity(asked.entity_id)) throw new Problem('not_found', 'There is no entity with this id');
  const { started, current } = await startPeriod(orcid, asked, by);
  return { success: true, affiliation: { person_orcid: orcid, ...started }, current_affiliation: current };
}

/** Starts an affiliation period, by default now. Throws a Problem if it is not started. */
export async function startPeriod(
  orcid: string,
  { starts_at, ...asked }: z.output<typeof NewAffiliation>,
  by: ChangeContext,
): Promise<AffiliationChange> {
  const changed = await changeAffiliation(orcid, { ...asked, starts_at: starts_at ?? by.now.getTime() }, by);
  if (!changed) throw unknownPerson();
  if (changed === 'too_many') {
    const text = `would give this person more than ${maxUnendedPeriods} periods that have not ended`;
    throw invalidField('body', 'starts_at', text);
  }
  return changed;
}
