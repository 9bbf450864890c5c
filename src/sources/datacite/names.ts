import { parseRor } from '../../domain/funders/funder-ids.ts';
import { groupInParts, withoutJoining } from '../../domain/names/groups.ts';
import {
  isGroupName,
  isInvertedName,
  isNameWithInitials,
  isNobody,
  isPlaceholderName,
  listedNames,
  namePartsOf,
  printedName,
  withoutLifeDates,
  withoutNote,
  withSuffix,
} from '../../domain/names/person-name.ts';
import type { Author, Contributor } from '../../domain/values/bibliography.ts';
import { countryAtEnd } from '../../domain/values/country.ts';
import { orcidOrNull, textOrNull, withAffiliationDetails } from '../fields/response-fields.ts';
import type { Creator } from './response.ts';

/** Whether a contributor is an editor, who has a separate field. */
export const isEditor = ({ contributorType }: Creator) => contributorType === 'Editor';

/** A contributor in a role other than editor. */
export function contributor(person: Creator): Contributor[] {
  if (isEditor(person)) return [];
  return creator(person).map((named) => ({ ...named, role: person.contributorType ?? 'other' }));
}

/** A creator or contributor; several if one name lists several. */
export function creator(person: Creator): Author[] {
  const identifier = person.nameIdentifiers.find((one) =>
    /orcid/i.test(`${one.nameIdentifierScheme} ${one.nameIdentifier}`),
  );
  const orcid = orcidOrNull(identifier?.nameIdentifier);
  const affiliated = withAffiliationDetails(
    person.affiliation.map(({ name, affiliationIdentifier }) => {
      const printed = textOrNull(name);
      const country = countryAtEnd(printed) ?? null;
      return { printed, name: null, ror: parseRor(affiliationIdentifier ?? '') ?? null, country };
    }),
  );
  const written = withoutLifeDates(withoutNote(textOrNull(person.name) ?? ''));
  const whole = [person.givenName, person.familyName].flatMap((part) => textOrNull(part) ?? []).join(' ');
  if (isNobody(whole || written)) return [];
  const isGroup = person.nameType === 'Organizational';
  const listed = isGroup ? undefined : listedNames(written);
  if (listed && (listed.length === 1 || orcid === null)) {
    return listed.map(({ affiliations: own, ...parts }) => {
      const affiliations = [...new Set([...affiliated.affiliations, ...own])];
      return { name: printedName(parts), ...parts, orcid, ...affiliated, affiliations };
    });
  }
  let parts = withSuffix({
    given: nameOrNull(withoutLifeDates(withoutNote(textOrNull(person.givenName) ?? ''))),
    family: nameOrNull(withoutNote(textOrNull(person.familyName) ?? '')),
  });
  const isWrittenAsPerson = isNameWithInitials(written) || isInvertedName(written);
  const isCalledPerson = person.nameType === 'Personal' || (!person.nameType && isWrittenAsPerson);
  const isPerson = orcid !== null || (isCalledPerson && !isGroupName(written));
  if (!parts.given && !parts.family && isPerson && written) parts = namePartsOf(written);
  // A group may be deposited as a person without a given name.
  const isCalledGroup = parts.given === null && /\s/.test(parts.family ?? '') && isGroupName(parts.family ?? '');
  const group = orcid === null ? groupInParts(parts) : undefined;
  const isNamed = !isGroup && !isCalledGroup && group === undefined && (parts.given !== null || parts.family !== null);
  const name = isNamed ? printedName(parts) : (group ?? nameOrNull(withoutJoining(written.replace(/[,;]$/, ''))));
  if (!name) return [];
  return [{ name, ...(isNamed ? parts : { given: null, family: null }), orcid, ...affiliated }];
}

const nameOrNull = (name: string) => (name === '' || isPlaceholderName(name) ? null : name);
