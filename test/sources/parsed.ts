import { orcidBibliographies, wholeBibliography } from '#src/records/orcid/bibliography.ts';
import { parseCrossrefRecord } from '#src/sources/crossref/record.ts';
import { parseDoiRecord } from '#src/sources/datacite/doi-record.ts';
import { parseEnrichment } from '#src/sources/openalex/record.ts';
import { citedFields } from '#src/sources/orcid/citation.ts';
import { workGroupsOf } from '#src/sources/orcid/record.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';

const doi = '10.5555/pots';

function certain<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The source has no such record');
  return value;
}

/** The bibliography that is read from a record of Crossref with these fields. */
export const fromCrossref = (fields: object): Bibliography =>
  certain(parseCrossrefRecord({ DOI: doi, type: 'journal-article', ...fields })).bibliography;

/** The bibliography that is read from a record of DataCite with these attributes. */
export const fromDataCite = (attributes: object): Bibliography =>
  certain(parseDoiRecord({ type: 'dois', attributes: { doi, ...attributes } })).bibliography;

/** The additions that are read from a work of OpenAlex with these fields. */
export const fromOpenAlex = (fields: object): Bibliography =>
  certain(parseEnrichment(doi, { id: 'https://openalex.org/W1', doi: `https://doi.org/${doi}`, ...fields }))
    .bibliography;

/** The bibliography that is read from a work of an ORCID record with these fields. */
export function fromOrcid(fields: object): Bibliography {
  const summary = { 'put-code': 1, 'external-ids': null, ...fields };
  const [group] = certain(workGroupsOf({ group: [{ 'external-ids': null, 'work-summary': [summary] }] }));
  return wholeBibliography(certain(orcidBibliographies(certain(group).summaries)[0]));
}

/** The fields that are read from the BibTeX entry of a work of an ORCID record with these fields. */
export const fromCitation = (fields: Record<string, string>) => {
  const written = Object.entries(fields).map(([name, value]) => `${name} = {${value}}`);
  return citedFields({ type: 'bibtex', value: `@article{pots, ${written.join(', ')}}` });
};
