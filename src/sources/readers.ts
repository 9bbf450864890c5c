import type { AgencyName, EnrichmentName } from '#src/vocabulary/sources/declarations.ts';
import { parseCrossrefRecord, readCrossrefRecord } from './crossref/record.ts';
import { parseDoiRecord, readDoi } from './datacite/doi-record.ts';
import { parseAbstract, readAbstract } from './europepmc/abstract.ts';
import { parseEnrichment, readEnrichment } from './openalex/record.ts';
import type { SourceCallOptions } from './requests/http.ts';
import type { ReadAnswer } from './requests/source.ts';

interface Reader<Name extends AgencyName | EnrichmentName> {
  /** Reads a DOI; undefined if it is unknown there. Throws like fetchJson. */
  read: (doi: string, callOptions: SourceCallOptions) => Promise<ReadAnswer<Name> | undefined>;
  /** Parses a stored answer to a request for `asked`; undefined if it is not one. */
  parse: (raw: unknown, asked: string) => ReadAnswer<Name> | undefined;
}

/** Reads the answers of each source about a DOI. */
export const readers: { [Name in AgencyName | EnrichmentName]: Reader<Name> } = {
  crossref: { read: readCrossrefRecord, parse: parseCrossrefRecord },
  datacite: { read: readDoi, parse: parseDoiRecord },
  openalex: { read: readEnrichment, parse: (raw, asked) => parseEnrichment(asked, raw) },
  europepmc: { read: readAbstract, parse: (raw) => parseAbstract(raw) },
};

/** Reads a DOI from a source, unless its answer was read before. Throws like fetchJson. */
export async function readAnswer<Name extends AgencyName | EnrichmentName>(
  name: Name,
  doi: string,
  callOptions: SourceCallOptions,
): Promise<ReadAnswer<Name> | undefined> {
  return callOptions.readBefore?.[name]?.get(doi) ?? readers[name].read(doi, callOptions);
}
