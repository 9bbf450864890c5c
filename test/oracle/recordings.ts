import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedWorks } from './oracle.ts';

/** The files that may hold a person's groups, best first, and where they hold them. */
const places: { file: string; groups(body: Body): unknown[] | undefined }[] = [
  { file: 'works.json', groups: (body) => body.group },
  { file: 'works.group.json', groups: (body) => (Array.isArray(body) ? body : undefined) },
  { file: 'record.json', groups: (body) => body['activities-summary']?.works?.group },
];

type Body = { group?: unknown[]; 'activities-summary'?: { works?: { group?: unknown[] } } };

/** All people in a folder of recordings with recorded works, sorted by iD. */
export function recordedWorks(dir: string): RecordedWorks[] {
  const found = new Map<string, RecordedWorks>();
  for (const version of ['v3.0', 'v3.0-converted']) {
    const people = join(dir, 'orcid', version);
    for (const orcid of existsSync(people) ? readdirSync(people) : []) {
      const groups = groupsOf(join(people, orcid));
      if (groups && !found.has(orcid)) found.set(orcid, { orcid, groups });
    }
  }
  return [...found.values()].sort((a, b) => (a.orcid < b.orcid ? -1 : 1));
}

function groupsOf(person: string): unknown[] | undefined {
  for (const { file, groups } of places) {
    const path = join(person, file);
    const recorded = existsSync(path) ? groups(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
    if (recorded) return recorded;
  }
  return undefined;
}
