import * as z from 'zod';
import { isUnknownCode } from '../fields/placeholders.ts';
import { lenient, nonNegative, validElements } from '../fields/response-fields.ts';

/** A text other than a code for unknown information. Any field can have one; it counts as missing. */
const knownText = z.string().refine((written) => !isUnknownCode(written));
const text = lenient(knownText);
/** Volumes and pages may be text or numbers. */
const label = lenient(z.union([knownText, z.number().transform(String)]));
const named = z.union([knownText, z.looseObject({ name: knownText }).transform(({ name }) => name)]);

/** The title without the mark that separates it from the authors in catalogues (ISBD): "Pots of clay /". */
const withoutMark = (title: string) => title.replace(/(?<!\s)\s{1,9}[/:;=]\s{0,9}$/, '');

/** A creator or contributor. */
export const Creator = z.looseObject({
  name: text,
  nameType: text,
  givenName: text,
  familyName: text,
  contributorType: text,
  affiliation: validElements(
    z.union([
      knownText.transform((name) => ({ name, affiliationIdentifier: undefined })),
      z.looseObject({ name: knownText, affiliationIdentifier: text }),
    ]),
  ),
  nameIdentifiers: validElements(z.looseObject({ nameIdentifier: knownText, nameIdentifierScheme: text })),
});
export type Creator = z.output<typeof Creator>;

const Related = z.looseObject({ relatedIdentifier: knownText, relatedIdentifierType: text, relationType: text });

const RelatedItem = z.looseObject({
  relationType: text,
  titles: validElements(z.looseObject({ title: knownText })),
  contributors: validElements(Creator),
  volume: label,
  issue: label,
  number: label,
  numberType: text,
  edition: label,
  firstPage: label,
  lastPage: label,
});

/** The attributes used of https://support.datacite.org/docs/api-get-doi. */
const Attributes = z.looseObject({
  doi: z.string(),
  titles: validElements(z.looseObject({ title: knownText.transform(withoutMark), titleType: text, lang: text })),
  creators: validElements(Creator),
  contributors: validElements(Creator),
  dates: validElements(z.looseObject({ date: z.string(), dateType: text })),
  created: text,
  registered: text,
  version: label,
  publicationYear: lenient(z.union([z.int(), z.string()])),
  types: lenient(z.looseObject({ resourceTypeGeneral: text, resourceType: text, citeproc: text })),
  publisher: lenient(named),
  container: lenient(
    z.looseObject({
      title: text,
      volume: label,
      issue: label,
      firstPage: label,
      lastPage: label,
      identifier: text,
      identifierType: text,
      identifiers: validElements(z.looseObject({ identifier: knownText, identifierType: text })),
    }),
  ),
  relatedItems: validElements(RelatedItem),
  relatedIdentifiers: validElements(Related),
  identifiers: validElements(z.looseObject({ identifier: knownText, identifierType: text })),
  descriptions: validElements(z.looseObject({ description: knownText, descriptionType: text, lang: text })),
  rightsList: validElements(
    z.looseObject({ rightsUri: text, rights: text, rightsIdentifier: text, rightsIdentifierScheme: text }),
  ),
  subjects: validElements(z.looseObject({ subject: knownText, subjectScheme: text })),
  fundingReferences: validElements(
    z.looseObject({ funderName: text, funderIdentifier: text, awardNumber: label, awardTitle: text, awardUri: text }),
  ),
  language: text,
  url: text,
  citationCount: lenient(nonNegative),
});
export type Attributes = z.output<typeof Attributes>;

/** `cern.zenodo`: a provider and its repository (https://support.datacite.org/docs/api-get-doi). */
const clientId = /^[a-z0-9]{1,40}\.[a-z0-9-]{1,40}$/;
const Client = z.looseObject({ data: z.looseObject({ id: z.string().toLowerCase().regex(clientId) }) });

/** The record of a DOI. */
export const DoiRecord = z.looseObject({
  type: z.literal('dois'),
  attributes: Attributes,
  relationships: lenient(z.looseObject({ client: lenient(Client) })),
});
export type DoiRecord = z.output<typeof DoiRecord>;
/** The answer for a DOI. */
export const DataciteAnswer = z.looseObject({ data: DoiRecord });
