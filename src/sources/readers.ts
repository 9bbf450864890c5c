import type { AgencyName, EnrichmentName } from '../domain/sources/declarations.ts';
import { parseWork, readWork } from './crossref/work.ts';
import { parseDoiRecord, readDoi } from './datacite/doi-record.ts';
import { parseAbstract, readAbstract } from './europepmc/abstract.ts';
import { parseEnrichment, readEnrichment } from './openalex/work.ts';
import type { SourceTimeLimits } from './requests/http.ts';
import type { SourceAnswer } from './requests/source.ts';

/** What a source says of one publication, and for an enrichment what it says besides. */
export interface ReadAnswer<Name extends AgencyName | EnrichmentName> extends SourceAnswer<Name> {
  /** The DOI that was asked for, if the answer depends on it. */
  asked?: string;
  /** What has no place in a bibliography. */
  enrichment?: Record<string, unknown>;
}

interface Reader<Name extends AgencyName | EnrichmentName> {
  /** Asks for a DOI; undefined if it is unknown there. Throws as fetchJson does. `run` names the job in warnings. */
  read: (doi: string, timeLimits: SourceTimeLimits, run?: string) => Promise<ReadAnswer<Name> | undefined>;
  /** Reads a record that was kept, as it was sent when `asked` was asked for; undefined if it is none. */
  parse: (raw: unknown, asked: string) => ReadAnswer<Name> | undefined;
}

/** How the answers of each source about a DOI are read. */
export const readers: { [Name in AgencyName | EnrichmentName]: Reader<Name> } = {
  crossref: { read: readWork, parse: parseWork },
  datacite: { read: readDoi, parse: parseDoiRecord },
  openalex: { read: readEnrichment, parse: (raw, asked) => parseEnrichment(asked, raw) },
  europepmc: { read: readAbstract, parse: (raw) => parseAbstract(raw) },
};
