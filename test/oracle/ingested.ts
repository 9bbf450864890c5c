import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCrossrefRecord } from '#src/sources/crossref/record.ts';
import { readDoi } from '#src/sources/datacite/doi-record.ts';
import { readEnrichment } from '#src/sources/openalex/record.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { startReplay } from '../../local/sources/replay.ts';

/** A recorded publication: the source's record, and what the service reads from it. */
export interface Ingested {
  source: 'crossref' | 'datacite' | 'openalex';
  doi: string;
  record: Record<string, unknown>;
  bibliography: Bibliography;
}

type Read = (doi: string) => Promise<{ bibliography: Bibliography } | undefined>;
const places: [source: Ingested['source'], folder: string, read: Read][] = [
  ['crossref', 'crossref/works', readCrossrefRecord],
  ['crossref', 'crossref/list-items', readCrossrefRecord],
  ['datacite', 'datacite/dois', readDoi],
  ['openalex', 'openalex/works', readEnrichment],
];

/** All publications in a folder of recordings (see local/sample/README.md), in order of source and DOI. */
async function ingestedFrom(dir: string): Promise<Ingested[]> {
  const replay = await startReplay({ dir });
  for (const [source, url] of Object.entries(replay.urls)) {
    process.env[`${source.toUpperCase()}_URL`] = url;
    process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
  }
  process.env.OPENALEX_REQUESTS_PER_DAY = '0';
  process.env.SOURCES_CONTACT_EMAIL = '';
  delete process.env.OPENALEX_API_KEY_SECRET_ARN;
  const ingested: Ingested[] = [];
  try {
    for (const [source, folder, read] of places) {
      const path = join(dir, folder);
      for (const file of existsSync(path) ? readdirSync(path).sort() : []) {
        if (!file.endsWith('.json')) continue;
        const doi = decodeURIComponent(file.slice(0, -'.json'.length)).toLowerCase();
        const answer = await read(doi);
        if (!answer) continue;
        const recorded = JSON.parse(readFileSync(join(path, file), 'utf8'));
        const record = recorded.message ?? recorded.data?.attributes ?? recorded;
        ingested.push({ source, doi, record, bibliography: answer.bibliography });
      }
    }
  } finally {
    await replay.close();
  }
  return ingested;
}

/** The publications of the sample and, if `REGISTRY_RECORDINGS` names a folder, those in it. */
export async function allIngested(): Promise<Ingested[]> {
  const own = process.env.REGISTRY_RECORDINGS;
  const sample = await ingestedFrom(join(import.meta.dirname, '../../local/sample'));
  return own ? [...sample, ...(await ingestedFrom(own))] : sample;
}
