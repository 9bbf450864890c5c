import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleDir } from '../../local/options.ts';
import { type Replay, startReplay } from '../../local/sources/replay.ts';
import { orcidBibliographies, wholeBibliography } from '../../src/domain/orcid/bibliography.ts';
import { planRecord } from '../../src/domain/orcid/plan.ts';
import type { WorkSummary } from '../../src/domain/orcid/record.ts';
import { type BibliographyField, mergeRules } from '../../src/domain/publications/merge-sources.ts';
import { applyIncoming, mergePublication } from '../../src/domain/publications/publication.ts';
import { emptyBibliography } from '../../src/domain/values/bibliography.ts';
import { readFromAgency } from '../../src/sources/agency.ts';
import { readEnrichment } from '../../src/sources/openalex/work.ts';
import { readWorks } from '../../src/sources/orcid/record.ts';
import { anIncoming } from '../support/builders.ts';
import { derivedFields, expectedFields, type Raw } from './fields.ts';
import { expectedRegistry } from './oracle.ts';
import { recordedWorks } from './recordings.ts';

/** Fields taken from one source, for which only the choice of the source is recomputed. */
const chosenFields =
  'title alternative_titles authors editors contributors issn_types isbn pmid pmcid handle eid abstract language license_url subjects url'.split(
    ' ',
  ) as BibliographyField[];

const folders: [name: string, dir: string][] = [['the sample', sampleDir]];
if (process.env.REGISTRY_RECORDINGS) folders.push(['REGISTRY_RECORDINGS', process.env.REGISTRY_RECORDINGS]);

it('every field is worked out again', () => {
  // Relations combine all sources and other publications: see test/relations. Funders combine all sources.
  const elsewhere = ['title_html', 'subtitle', 'relations', 'funders', 'license'];
  const all = Object.keys(mergeRules).filter((field) => !elsewhere.includes(field));
  expect([...derivedFields, ...chosenFields].sort()).toEqual(all.sort());
});

describe.each(folders)('the publications of %s', (_, dir) => {
  let replay: Replay;

  beforeAll(async () => {
    replay = await startReplay({ dir });
    for (const [source, url] of Object.entries(replay.urls)) {
      process.env[`${source.toUpperCase()}_URL`] = url;
      process.env[`${source.toUpperCase()}_REQUESTS_PER_SECOND`] = '0';
    }
    Object.assign(process.env, { OPENALEX_REQUESTS_PER_DAY: '0', SOURCES_CONTACT_EMAIL: '' });
  });
  afterAll(() => replay.close());

  it('are those that the oracle finds on each ORCID record', async () => {
    for (const record of recordedWorks(dir)) {
      const { publications, works } = planRecord((await readWorks(record.orcid)).groups);
      const expected = expectedRegistry([record]);
      const planned = publications.filter(({ doi }) => !expected.components.has(doi));
      expect(planned.length + expected.components.size).toBe(publications.length);
      expect(planned.map(({ doi }) => doi)).toEqual([...expected.publications.keys()]);
      expect(works).toHaveLength(expected.works.length);
    }
  });

  it('have what the oracle says in every field', async () => {
    const recorded = recordings(dir);
    const listings = await listingsOf(dir);
    const dois = new Set([...Object.values(recorded).flatMap((each) => [...each.keys()]), ...listings.keys()]);
    expect(dois.size).toBeGreaterThan(10);
    const wrong: unknown[] = [];
    for (const doi of dois) {
      const listed = listings.get(doi) ?? [];
      const agency = await readFromAgency(doi);
      const openAlex = await readEnrichment(doi);
      if (!agency && !openAlex && listed.length === 0) continue;
      const said = Object.fromEntries(listed.map(({ orcid, summaries }) => [orcid, orcidBibliographies(summaries)]));
      const incoming = anIncoming({
        doi,
        source: agency?.source ?? 'orcid',
        original: agency?.bibliography ?? emptyBibliography,
        orcidBibliographies: said,
        enriched: openAlex?.bibliography ?? null,
      });
      const { data } = mergePublication(applyIncoming(undefined, incoming, [], new Date()));
      const expected: Record<string, unknown> = expectedFields({
        doi,
        crossref: recorded.crossref.get(doi),
        datacite: recorded.crossref.has(doi) ? undefined : recorded.datacite.get(doi),
        openalex: recorded.openalex.get(doi),
        orcid: new Map(listed.map(({ orcid, raw }) => [orcid, raw])),
      });
      const sources = [
        agency?.bibliography,
        openAlex?.bibliography,
        ...Object.values(said).flat().map(wholeBibliography),
      ];
      for (const field of chosenFields) {
        const values = sources.flatMap((source) => (source ? [source[field]] : []));
        expected[field] =
          values.find((value) => (Array.isArray(value) ? value.length > 0 : value !== null)) ??
          emptyBibliography[field];
      }
      const chosenLicence = sources.find((source) => source?.license_url === data.license_url);
      expected.license = data.license_url === null ? data.license : (chosenLicence?.license ?? null);
      // Each award of each source is there, once.
      const awardsOf = (funders: unknown) => (funders as { awards: string[] }[]).flatMap(({ awards }) => awards).sort();
      const stated = new Set(sources.flatMap((source) => awardsOf(source?.funders ?? [])));
      for (const award of stated) {
        if (!awardsOf(data.funders).some((each) => sameHyphens(each) === sameHyphens(award)))
          wrong.push({ doi, award });
      }
      for (const [field, value] of Object.entries(expected)) {
        if (JSON.stringify(data[field]) !== JSON.stringify(value))
          wrong.push({ doi, field, is: data[field], expected: value });
      }
    }
    expect(wrong).toEqual([]);
  }, 300_000);
});

const sameHyphens = (award: string) => award.replace(/\p{Pd}/gu, '-').toLowerCase();

/** The recorded answers by DOI. */
function recordings(dir: string) {
  const of = (part: string, unwrap: (body: Body) => Raw) => {
    const files = existsSync(join(dir, part)) ? readdirSync(join(dir, part)) : [];
    return files.map((file): [string, Raw] => {
      const body = JSON.parse(readFileSync(join(dir, part, file), 'utf8'));
      return [decodeURIComponent(file.slice(0, -'.json'.length)).toLowerCase(), unwrap(body)];
    });
  };
  return {
    crossref: new Map([...of('crossref/list-items', (body) => body), ...of('crossref/works', (body) => body.message)]),
    datacite: new Map(of('datacite/dois', (body) => body.data?.attributes)),
    openalex: new Map(of('openalex/works', (body) => body)),
  };
}

type Body = { message?: Raw; data?: { attributes?: Raw } };

interface Listing {
  orcid: string;
  summaries: WorkSummary[];
  /** The same summaries as recorded. */
  raw: Raw[];
}

/** The ORCID records that list each DOI. */
async function listingsOf(dir: string): Promise<Map<string, Listing[]>> {
  const listings = new Map<string, Listing[]>();
  for (const { orcid, groups } of recordedWorks(dir)) {
    const raw = new Map(
      groups
        .flatMap((group) => (group as { 'work-summary': { 'put-code': number }[] })['work-summary'])
        .map((summary) => [summary['put-code'], summary]),
    );
    for (const { doi, summary, others } of planRecord((await readWorks(orcid)).groups).publications) {
      const summaries = [summary, ...others];
      const listing = { orcid, summaries, raw: summaries.map(({ putCode }) => raw.get(putCode)) };
      listings.set(doi, [...(listings.get(doi) ?? []), listing]);
    }
  }
  return listings;
}
