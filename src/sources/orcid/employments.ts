import * as z from 'zod';
import type { Employment } from '#src/records/people/employment.ts';
import { fromOrcidDate } from '#src/vocabulary/partial-date.ts';
import { lenient, textOrNull, validElements } from '../fields/response-fields.ts';
import { withinLimits } from '../limits/cut.ts';
import { employmentLimits } from '../limits/fields.ts';
import { isPublicAtOrcid, orcidText, readSection } from './record.ts';

const date = lenient(z.unknown());

/** https://github.com/ORCID/orcid-model, `employments` of version 3.0. */
const Employments = z.looseObject({
  'affiliation-group': validElements(
    z.looseObject({
      summaries: validElements(
        z.looseObject({
          'employment-summary': z.looseObject({
            'put-code': z.int(),
            visibility: lenient(z.string()),
            'department-name': orcidText,
            'role-title': orcidText,
            'start-date': date,
            'end-date': date,
            organization: z.looseObject({
              name: z.string(),
              'disambiguated-organization': lenient(
                z.looseObject({
                  'disambiguated-organization-identifier': z.string(),
                  'disambiguation-source': z.string(),
                }),
              ),
            }),
          }),
        }),
      ),
    }),
  ),
});

/** Further ones add nothing new. */
const maxEmployments = 100;

/** Reads the public employments of a record, at most 100, also in their original form. Throws like readPerson. */
export async function readEmployments(
  orcid: string,
  signal?: AbortSignal,
): Promise<{ employments: Employment[]; raw: unknown }> {
  const raw = publicPart(await readSection(orcid, 'employments', Employments, signal));
  return { employments: employmentsOf(raw), raw };
}

/** Without what only the member API shows: only this may be stored. */
const publicPart = (section: z.output<typeof Employments>): z.output<typeof Employments> => ({
  'affiliation-group': section['affiliation-group'].map((group) => ({
    ...group,
    summaries: group.summaries.filter(({ 'employment-summary': summary }) => isPublicAtOrcid(summary)),
  })),
});

/** The employments of a section in ORCID's form; none if it is not one. */
export function employmentsOf(section: unknown): Employment[] {
  return (Employments.safeParse(section).data?.['affiliation-group'] ?? [])
    .flatMap(({ summaries }) => summaries.map((each) => each['employment-summary']))
    .filter(isPublicAtOrcid)
    .slice(0, maxEmployments)
    .map((summary) => {
      const { name, 'disambiguated-organization': known } = summary.organization;
      const identifier = known && {
        scheme: known['disambiguation-source'],
        value: known['disambiguated-organization-identifier'],
      };
      const employment: Employment = {
        putCode: summary['put-code'],
        organization: textOrNull(name) ?? '',
        identifier: identifier ?? null,
        department: textOrNull(summary['department-name']),
        role: textOrNull(summary['role-title']),
        startDate: fromOrcidDate(summary['start-date']),
        endDate: fromOrcidDate(summary['end-date']),
      };
      return withinLimits(employment, employmentLimits).value;
    });
}
