import type * as z from 'zod';
import { groupInParts, withoutJoining } from '#src/matching/names/groups.ts';
import { isNobody, isPlaceholderName, type NameParts } from '#src/matching/names/person-name.ts';
import { type Named, namedWhole, peopleIn } from '#src/matching/names/several.ts';
import { readNameParts, readWhole, withoutOrcid } from '#src/matching/names/written.ts';
import type { Author, AuthorAffiliation } from '#src/vocabulary/bibliography.ts';
import { countryAtEnd } from '#src/vocabulary/country.ts';
import { parseRor } from '#src/vocabulary/funders/funder-ids.ts';
import { type CreditRole, parseCreditRole } from '#src/vocabulary/roles/credit-roles.ts';
import { orcidOrNull, textOrNull, withAffiliationDetails } from '../fields/response-fields.ts';
import type { CrossrefContributor } from './response.ts';

/** A person or group; several if one name lists several, or nobody if it only says that there is none. */
export function crossrefContributor(person: z.output<typeof CrossrefContributor>): Author[] {
  const { suffix, ORCID, affiliation } = person;
  const [given, family, name] = [person.given, person.family, person.name].map((part) =>
    withoutOrcid(textOrNull(part) ?? ''),
  );
  // "No Name" "Supplied": only together they say that there is none.
  if (isNobody([given, family, name].flatMap((part) => part?.text || []).join(' '))) return [];
  const orcid = orcidOrNull(ORCID) ?? given?.orcid ?? family?.orcid ?? name?.orcid ?? null;
  const generation = textOrNull(suffix);
  const parts = {
    given: personNameOrNull(given?.text),
    family: personNameOrNull(family?.text),
    ...(generation !== null && { suffix: generation }),
  };
  const people = peopleNamed(parts, personNameOrNull(name?.text), orcid !== null);
  const roles = creditRolesOf(person);
  return people.map((named) => ({
    ...named,
    orcid: people.length === 1 ? orcid : null,
    ...withAffiliationDetails(affiliation.map(affiliationOf)),
    ...(roles.length > 0 && { credit_roles: roles }),
  }));
}

function peopleNamed(parts: NameParts, name: string | null, hasOrcid: boolean): Named[] {
  const { given, family } = parts;
  if (given === null && family === null) {
    // Crossref calls it an organization, so it is several people only where it cannot be one.
    const several = name === null ? undefined : peopleIn(name, false);
    if (Array.isArray(several)) return several;
    return name === null ? [] : [namedWhole(withoutJoining(name))];
  }
  const group = hasOrcid ? undefined : groupInParts(parts);
  if (group !== undefined) return [namedWhole(group)];
  // A family name with a comma and no given name is a whole name.
  return given === null && family?.includes(',') ? readWhole(family, { hasOrcid: true }) : readNameParts(parts);
}

/** `role` also has the kind of contributor, `author`, in Crossref's own vocabulary. */
const creditRolesOf = ({ role }: z.output<typeof CrossrefContributor>): CreditRole[] => [
  ...new Set(
    role.flatMap((each) => {
      const isCredit = /credit|casrai/i.test(`${each.vocabulary ?? ''} ${each.role ?? ''}`);
      return (isCredit && parseCreditRole(each.role ?? '')) || [];
    }),
  ),
];

/** https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/affiliations/ */
function affiliationOf({
  name,
  place,
  id,
}: z.output<typeof CrossrefContributor>['affiliation'][number]): AuthorAffiliation {
  const printed = textOrNull(name);
  const ror = id.flatMap((each) => (each['id-type']?.toUpperCase() === 'ROR' ? (parseRor(each.id) ?? []) : []))[0];
  const places = [...place, printed].flatMap((written) => countryAtEnd(textOrNull(written)) ?? []);
  return { printed, name: null, ror: ror ?? null, country: places[0] ?? null };
}

const personNameOrNull = (name: string | undefined) => (!name || isPlaceholderName(name) ? null : name);
