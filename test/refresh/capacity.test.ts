import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { runs } from '#src/ingestion/refresh/settings.ts';
import { maxRecordsPerRequest } from '#src/sources/changes.ts';
import { declarationOf, sources } from '#src/vocabulary/sources/declarations.ts';
import { readConfig } from '../../lib/config.ts';

const { refresh } = readConfig(undefined);
const page = readFileSync(join(import.meta.dirname, '../../docs/refresh.md'), 'utf8');

/** How many publications of an agency the nights keep current if a share of them changes meanwhile, and what limits it. */
function keptCurrent(agency: 'crossref' | 'datacite', share: number): string {
  const nights = refresh.publicationsAfterDays;
  const ofOne = 1 / maxRecordsPerRequest;
  const ofAgency = ofOne + share * declarationOf(agency).requestsOfChange;
  const requestsOfNight = ((refresh.hours * 60) / runs.everyMinutes) * runs.askForSeconds;
  const limits = [
    { by: `the budget of ${sources[agency].printed}`, count: (nights * refresh.requestsPerDay[agency]) / ofAgency },
    { by: 'the budget of OpenAlex', count: (nights * refresh.requestsPerDay.openalex) / ofOne },
    { by: 'the time of a night', count: (nights * requestsOfNight) / (ofAgency + ofOne) },
  ];
  const [least] = limits.sort((one, other) => one.count - other.count);
  return `${Math.floor((least?.count ?? 0) + 1e-6).toLocaleString('en')}, by ${least?.by}`;
}

test.each([
  ['none', 0],
  ['a tenth', 0.1],
  ['all', 1],
])('the page says how many publications are kept current if %s change', (changed, share) => {
  expect(page).toContain(`| ${changed} | ${keptCurrent('crossref', share)} | ${keptCurrent('datacite', share)} |`);
});
