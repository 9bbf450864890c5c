import { doiPrefix } from '../domain/values/doi.ts';
import { parseWork, readWork } from './crossref.ts';
import { parseDoiRecord, readDoi } from './datacite.ts';
import type { SourceTimeLimits } from './http.ts';
import type { SourceAnswer } from './source.ts';

type Agency = 'crossref' | 'datacite';

const readers: Record<Agency, (doi: string, patience: SourceTimeLimits) => Promise<SourceAnswer<Agency> | undefined>> =
  {
    crossref: readWork,
    datacite: readDoi,
  };

/** Prefixes of large DataCite registrants: Dryad, Zenodo, figshare, Dataverse, Mendeley Data, OSF, arXiv, … */
const dataCitePrefixes = [
  '10.1594',
  '10.3929',
  '10.4121',
  '10.5061',
  '10.5281',
  '10.6084',
  '10.7910',
  '10.13140',
  '10.14279',
  '10.17605',
  '10.17632',
  '10.18452',
  '10.25384',
  '10.48550',
];
const maxCachedPrefixes = 10_000;
const lastAnswered = new Map<string, Agency>(dataCitePrefixes.map((prefix) => [prefix, 'datacite']));

/**
 * Reads a DOI from the agency that registered it. First tries the agency that last had a DOI with the same prefix, then
 * the other, because prefixes move between agencies. Undefined if neither has it. Throws as fetchJson does.
 */
export async function readFromAgency(
  doi: string,
  patience: SourceTimeLimits = {},
): Promise<SourceAnswer<Agency> | undefined> {
  const prefix = doiPrefix(doi);
  const likelier = lastAnswered.get(prefix) ?? 'crossref';
  const order: Agency[] = likelier === 'crossref' ? ['crossref', 'datacite'] : ['datacite', 'crossref'];
  for (const agency of order) {
    const answer = await readers[agency](doi, patience);
    if (!answer) continue;
    if (lastAnswered.size >= maxCachedPrefixes && !lastAnswered.has(prefix)) lastAnswered.clear();
    lastAnswered.set(prefix, agency);
    return answer;
  }
  return undefined;
}

/** What an agency's record says that it sent earlier; undefined if it is none. */
export const parseAgencyRecord = (agency: Agency, raw: unknown): SourceAnswer<Agency> | undefined =>
  agency === 'crossref' ? parseWork(raw) : parseDoiRecord(raw);
