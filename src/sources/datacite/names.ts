import { groupInParts, withoutJoining } from '#src/matching/names/groups.ts';
import {
  isGroupName,
  isInvertedName,
  isNameWithInitials,
  isNobody,
  isPlaceholderName,
  listedNames,
  withoutLifeDates,
  withoutNote,
} from '#src/matching/names/person-name.ts';
import { type Named, namedBy, namedWhole, peopleIn } from '#src/matching/names/several.ts';
import { hasRole, readNameParts, readWhole, withoutAdditions, withoutOrcid } from '#src/matching/names/written.ts';
import type { Author, Contributor } from '#src/vocabulary/bibliography.ts';
import { countryAtEnd } from '#src/vocabulary/country.ts';
import { parseRor } from '#src/vocabulary/funders/funder-ids.ts';
import { orcidOrNull, textOrNull, withAffiliationDetails } from '../fields/response-fields.ts';
import type { Creator } from './response.ts';

/** Whether a contributor is an editor, who has a separate field. */
export const isEditor = ({ contributorType }: Creator) => contributorType === 'Editor';

/** A contributor in a role other than editor. */
export function dataciteContributor(person: Creator): Contributor[] {
  if (isEditor(person)) return [];
  return creator(person).map((named) => ({ ...named, role: person.contributorType ?? 'other' }));
}

/** A creator or contributor; several if one name lists several, or nobody if it only says that there is none. */
export function creator(person: Creator): Author[] {
  const identifier = person.nameIdentifiers.find((one) =>
    /orcid/i.test(`${one.nameIdentifierScheme} ${one.nameIdentifier}`),
  );
  const [name, given, family] = [person.name, person.givenName, person.familyName].map((part) =>
    withoutOrcid(textOrNull(part) ?? ''),
  );
  const orcid = orcidOrNull(identifier?.nameIdentifier) ?? name?.orcid ?? given?.orcid ?? family?.orcid ?? null;
  const affiliated = withAffiliationDetails(
    person.affiliation.map(({ name, affiliationIdentifier }) => {
      const printed = textOrNull(name);
      const country = countryAtEnd(printed) ?? null;
      return { printed, name: null, ror: parseRor(affiliationIdentifier ?? '') ?? null, country };
    }),
  );
  const parts = { given: given?.text ?? '', family: family?.text ?? '' };
  const people = peopleNamed(person.nameType ?? null, name?.text ?? '', parts, orcid !== null);
  return people.map(({ affiliations: own = [], ...named }) => {
    const affiliations = [...new Set([...affiliated.affiliations, ...own])];
    return { ...named, orcid: people.length === 1 ? orcid : null, ...affiliated, affiliations };
  });
}

function peopleNamed(
  type: string | null,
  name: string,
  { given, family }: { given: string; family: string },
  hasOrcid: boolean,
): (Named & { affiliations?: string[] })[] {
  const isGroup = type === 'Organizational';
  const noted = withoutNote(name);
  const bare = withoutAdditions(withoutLifeDates(noted));
  if (isNobody([given, family].filter(Boolean).join(' ') || bare)) return [];
  const isCalledPerson = hasOrcid || type === 'Personal';
  const isWritten = isNameWithInitials(bare) || isInvertedName(bare) || hasRole(noted);
  const isPerson = !isGroup && (hasOrcid || ((isCalledPerson || (!type && isWritten)) && !isGroupName(bare)));
  const written = isPerson ? bare : noted;
  const listed = isGroup ? undefined : listedNames(written);
  if (listed) return listed.map((one) => ({ ...namedBy(one), affiliations: one.affiliations }));
  const several = isGroup || given || family ? undefined : peopleIn(written, isCalledPerson);
  if (Array.isArray(several)) return several;
  const whole = () => namedOrNobody(nameOrNull(withoutJoining(written.replace(/[,;]$/, ''))));
  const parts = { given: nameOrNull(given), family: nameOrNull(family) };
  const group = hasOrcid ? undefined : groupInParts(parts);
  if (group !== undefined) return [namedWhole(group)];
  // A group may be deposited as a person without a given name.
  const isCalledGroup = parts.given === null && /\s/.test(parts.family ?? '') && isGroupName(parts.family ?? '');
  if (isGroup || isCalledGroup || several === 'unclear') return whole();
  if (parts.given !== null || parts.family !== null) return readNameParts(parts);
  return isPerson && written ? readWhole(written, { hasOrcid: true }) : whole();
}

const namedOrNobody = (name: string | null): Named[] => (name === null ? [] : [namedWhole(name)]);

const nameOrNull = (name: string) => (name === '' || isPlaceholderName(name) ? null : name);
