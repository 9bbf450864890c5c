import type * as z from 'zod';
import { parseRor } from '../../domain/funders/funder-ids.ts';
import { groupInParts, withoutJoining } from '../../domain/names/groups.ts';
import { isNobody, isPlaceholderName, namePartsOf, printedName, withSuffix } from '../../domain/names/person-name.ts';
import { type CreditRole, parseCreditRole } from '../../domain/roles/credit-roles.ts';
import type { Author, AuthorAffiliation } from '../../domain/values/bibliography.ts';
import { countryAtEnd } from '../../domain/values/country.ts';
import { orcidOrNull, textOrNull, withAffiliationDetails } from '../fields/response-fields.ts';
import type { Contributor } from './response.ts';

/** A person or group, or nobody if it only says that there is none. */
export function contributor(person: z.output<typeof Contributor>): Author[] {
  const { given, family, suffix, name, ORCID, affiliation } = person;
  const roles = creditRolesOf(person);
  // "No Name" "Supplied": only together they say that there is none.
  if (isNobody([given, family, name].flatMap((part) => textOrNull(part) ?? []).join(' '))) return [];
  const [givenName, familyName, generation] = [nameOrNull(given), nameOrNull(family), textOrNull(suffix)];
  // A family name with a comma and no given name is a whole name.
  const parts =
    givenName === null && familyName !== null && /^[^,]+,[^,]+$/.test(familyName)
      ? namePartsOf(familyName)
      : withSuffix({ given: givenName, family: familyName, ...(generation !== null && { suffix: generation }) });
  const orcid = orcidOrNull(ORCID);
  const group = orcid === null ? groupInParts(parts) : undefined;
  const isPerson = group === undefined && (parts.given !== null || parts.family !== null);
  const printed = isPerson ? printedName(parts) : (group ?? nameOrNull(withoutJoining(textOrNull(name) ?? '')));
  if (!printed) return [];
  return [
    {
      name: printed,
      ...(isPerson ? parts : { given: null, family: null }),
      orcid,
      ...withAffiliationDetails(affiliation.map(affiliationOf)),
      ...(roles.length > 0 && { credit_roles: roles }),
    },
  ];
}

/** `role` also has the kind of contributor, `author`, in Crossref's own vocabulary. */
const creditRolesOf = ({ role }: z.output<typeof Contributor>): CreditRole[] => [
  ...new Set(
    role.flatMap((each) => {
      const isCredit = /credit|casrai/i.test(`${each.vocabulary ?? ''} ${each.role ?? ''}`);
      return (isCredit && parseCreditRole(each.role ?? '')) || [];
    }),
  ),
];

/** https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/affiliations/ */
function affiliationOf({ name, place, id }: z.output<typeof Contributor>['affiliation'][number]): AuthorAffiliation {
  const printed = textOrNull(name);
  const ror = id.flatMap((each) => (each['id-type']?.toUpperCase() === 'ROR' ? (parseRor(each.id) ?? []) : []))[0];
  const places = [...place, printed].flatMap((written) => countryAtEnd(textOrNull(written)) ?? []);
  return { printed, name: null, ror: ror ?? null, country: places[0] ?? null };
}

function nameOrNull(written: string | null | undefined): string | null {
  const name = textOrNull(written);
  return !name || isPlaceholderName(name) ? null : name;
}
