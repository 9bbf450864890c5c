import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparableFields } from '#src/records/likeness/comparable.ts';
import type { WorkSummary } from '#src/records/orcid/record.ts';
import { parseCrossrefRecord } from '#src/sources/crossref/record.ts';
import { parseDoiRecord } from '#src/sources/datacite/doi-record.ts';
import { parseEnrichment } from '#src/sources/openalex/record.ts';
import { workGroupsOf } from '#src/sources/orcid/record.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';

/** A description with a plain title, as the mutations need it. */
export type Sample = ComparableFields & { title: string };

/** A publication of an agency, with the people who list it. */
export interface RecordedPublication {
  doi: string;
  bibliography: Bibliography;
  orcids: string[];
}

/** An entry of an ORCID record. */
export interface RecordedWork {
  id: string;
  orcid: string;
  /** Null for a work without a DOI. */
  doi: string | null;
  summary: WorkSummary;
}

export interface Recorded {
  publications: RecordedPublication[];
  works: RecordedWork[];
}

/** Reads a folder of recordings with the layout of local/sample/README.md, as an ingestion would. */
export function readRecorded(dir: string): Recorded {
  const { works, orcidsOf } = readOrcid(join(dir, 'orcid'));
  const found = new Map<string, Bibliography>();
  const add = (answer: { doi: string; bibliography: Bibliography | null } | undefined) => {
    if (answer?.bibliography && !found.has(answer.doi)) found.set(answer.doi, answer.bibliography);
  };
  for (const body of bodiesIn(join(dir, 'crossref'))) {
    const { message = body } = body;
    const items = ((message as Json).items ?? [message]) as Json[];
    for (const item of items) add(quietly(() => parseCrossrefRecord(item)));
  }
  for (const body of bodiesIn(join(dir, 'datacite'))) {
    for (const item of [body.data].flat() as Json[]) add(quietly(() => parseDoiRecord(item)));
  }
  for (const body of bodiesIn(join(dir, 'openalex'))) {
    for (const item of (body.results ?? [body]) as Json[]) {
      const doi = String(item.doi ?? '')
        .replace(/^https:\/\/doi\.org\//, '')
        .toLowerCase();
      if (doi !== '') add(quietly(() => parseEnrichment(doi, item)));
    }
  }
  const publications = [...found].map(([doi, bibliography]) => ({
    doi,
    bibliography,
    orcids: orcidsOf.get(doi) ?? [],
  }));
  return { publications, works };
}

type Json = Record<string, unknown>;

function bodiesIn(dir: string): Json[] {
  const files = existsSync(dir) ? readdirSync(dir, { recursive: true, withFileTypes: true }) : [];
  return files
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .flatMap((file): Json[] => quietly(() => [JSON.parse(readFileSync(file, 'utf8')) as Json]) ?? []);
}

/** The result, or undefined for a recording that no source would answer, such as an error. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function readOrcid(dir: string): { works: RecordedWork[]; orcidsOf: Map<string, string[]> } {
  const works = new Map<string, RecordedWork>();
  const orcidsOf = new Map<string, string[]>();
  for (const folder of ['v3.0', 'v3.0-converted']) {
    const people = existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)).sort() : [];
    for (const orcid of people) {
      const bodies = bodiesIn(join(dir, folder, orcid));
      const sections = bodies.map((body) => (body['activities-summary'] as Json | undefined)?.works ?? body);
      for (const group of sections.flatMap((section) => quietly(() => workGroupsOf(section)) ?? [])) {
        const dois = [...new Set([...group.selfDois, ...group.summaries.flatMap(({ selfDois }) => selfDois)])];
        for (const doi of dois) orcidsOf.set(doi, [...new Set([...(orcidsOf.get(doi) ?? []), orcid])]);
        const [summary] = group.summaries;
        if (!summary) continue;
        const id = `${orcid}/${Math.min(...group.summaries.map(({ putCode }) => putCode))}`;
        works.set(id, { id, orcid, doi: dois[0] ?? null, summary });
      }
    }
  }
  return { works: [...works.values()], orcidsOf };
}

/** A title in one language. */
export const localizedTitle = (title: LocalizedText | null): string | null =>
  title === null || typeof title === 'string' ? title : (Object.values(title)[0] ?? null);
