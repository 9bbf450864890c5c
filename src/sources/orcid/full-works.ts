import * as z from 'zod';
import { eachOnce } from '#src/matching/names/each-once.ts';
import { isNobody } from '#src/matching/names/person-name.ts';
import type { WorkDetails } from '#src/records/orcid/work.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { parseCreditRole } from '#src/vocabulary/roles/credit-roles.ts';
import { languageTag } from '#src/vocabulary/text/language.ts';
import { abstractOf } from '../fields/abstract.ts';
import { lenient, orcidOrNull, textOrNull, validElements } from '../fields/response-fields.ts';
import { withinLimits } from '../limits/cut.ts';
import { detailLimits } from '../limits/fields.ts';
import { citedFields } from './citation.ts';
import { isPublicAtOrcid, orcidText, readSection } from './record.ts';

/** https://github.com/ORCID/orcid-model, `bulk` of version 3.0: full works, with an error in place of each missing one. */
const FullWorks = z.looseObject({
  bulk: z.array(z.unknown()).pipe(
    validElements(
      z.looseObject({
        work: z.looseObject({
          'put-code': z.int(),
          visibility: lenient(z.string()),
          'short-description': lenient(z.string()),
          'language-code': lenient(z.string()),
          citation: lenient(z.looseObject({ 'citation-type': orcidText, 'citation-value': orcidText })),
          contributors: lenient(
            z.looseObject({
              contributor: validElements(
                z.looseObject({
                  'credit-name': orcidText,
                  'contributor-orcid': lenient(z.looseObject({ path: lenient(z.string()) })),
                  'contributor-attributes': lenient(z.looseObject({ 'contributor-role': lenient(z.string()) })),
                }),
              ),
            }),
          ),
        }),
      }),
    ),
  ),
});
type FullWork = z.output<typeof FullWorks>['bulk'][number]['work'];

/** Limit of put-codes per request: error 9042, see record.ts. */
export const maxPutCodes = 100;
const maxContributors = 500;
const maxNameLength = 500;
const maxCitationCharacters = 10_000;
/** Roles of people who are not authors. All others, such as those of CRediT, are contributions of authors. */
const otherRoles = new Set(['editor', 'chair-or-translator', 'support-staff', 'assignee']);

/**
 * Reads what summaries lack of these works, in one request. By put-code, without works that are gone or not public.
 * Throws like readPerson.
 */
export async function readDetails(
  orcid: string,
  putCodes: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, WorkDetails>> {
  const works = await readFullWorks(orcid, putCodes, signal);
  return new Map(works.map((work) => [work['put-code'], detailsOf(work)]));
}

/** Reads only the authors among the contributors of these works, like `readDetails`. */
export async function readContributors(
  orcid: string,
  putCodes: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, Author[]>> {
  const works = await readFullWorks(orcid, putCodes, signal);
  return new Map(works.map((work) => [work['put-code'], peopleOf(work, (role) => !otherRoles.has(role))]));
}

async function readFullWorks(orcid: string, putCodes: readonly number[], signal: AbortSignal | undefined) {
  const section = `works/${putCodes.slice(0, maxPutCodes).join(',')}`;
  const { bulk } = await readSection(orcid, section, FullWorks, signal);
  return bulk.flatMap(({ work }) => (isPublicAtOrcid(work) ? work : []));
}

function detailsOf(work: FullWork): WorkDetails {
  const { 'citation-type': type, 'citation-value': value } = work.citation ?? {};
  const citation = type && value && type.length <= 100 ? { type: type.toLowerCase(), value } : null;
  const isKept = citation !== null && citation.value.length <= maxCitationCharacters;
  const details = {
    authors: peopleOf(work, (role) => !otherRoles.has(role)),
    editors: peopleOf(work, (role) => role === 'editor'),
    abstract: abstractOf(work['short-description']),
    language: languageTag(work['language-code']) ?? null,
    citation: isKept ? citation : null,
    cited: citation === null ? {} : citedFields(citation),
  };
  return withinLimits(details, detailLimits).value;
}

/** The contributors whose role, in kebab-case, is one of those wanted, each once: ORCID repeats them for each role. */
function peopleOf(work: FullWork, isWanted: (role: string) => boolean): Author[] {
  const listed = (work.contributors?.contributor ?? []).slice(0, maxContributors).flatMap((each): Author[] => {
    const name = textOrNull(each['credit-name'])?.slice(0, maxNameLength) ?? null;
    const role = each['contributor-attributes']?.['contributor-role']?.toLowerCase().replaceAll('_', '-') ?? '';
    if (name === null || !isWanted(role)) return [];
    if (isNobody(name)) return [];
    const orcid = orcidOrNull(each['contributor-orcid']?.path);
    const credit = parseCreditRole(role);
    const roles = credit === undefined ? {} : { credit_roles: [credit] };
    return [{ name, given: null, family: null, orcid, affiliations: [], ...roles }];
  });
  return eachOnce(listed);
}
