import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PersonNames } from '#src/matching/match.ts';
import { orcidBibliographies, wholeBibliography } from '#src/records/orcid/bibliography.ts';
import { describers } from '#src/records/orcid/describers.ts';
import { planRecord } from '#src/records/orcid/plan.ts';
import type { WorkSummary } from '#src/records/orcid/record.ts';
import { applyOrcidPerson, namesOf } from '#src/records/people/person.ts';
import { mergeRules } from '#src/records/publications/merge-sources.ts';
import { applyIncoming, shownPublication } from '#src/records/publications/publication.ts';
import { readFromAgency } from '#src/sources/agency.ts';
import { readEnrichment } from '#src/sources/openalex/record.ts';
import { readPerson, readWorks } from '#src/sources/orcid/record.ts';
import { type Author, type BibliographyField, emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { withTranslations } from '#src/vocabulary/locale.ts';
import { sampleDir } from '../../local/options.ts';
import { type Replay, startReplay } from '../../local/sources/replay.ts';
import { anIncoming } from '../support/builders.ts';
import { expectedAdditions, expectedCoarType, expectedJournal, expectedLicence } from './additions.ts';
import { expectedAffiliations } from './affiliations.ts';
import { derivedFields, expectedFields } from './fields.ts';
import { expectedRegistry } from './oracle.ts';
import { at, type Facts, isThere, many, type Raw } from './raw.ts';
import { recordedWorks } from './recordings.ts';

/** Fields taken from one source, for which only the choice of the source is recomputed. */
const chosenFields =
  'title alternative_titles authors editors contributors issn_types isbn pmid pmcid handle eid raids abstract language license_url subjects url'.split(
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
    const peopleByOrcid = new Map<string, PersonNames>();
    for (const { orcid } of recordedWorks(dir)) {
      const person = await readPerson(orcid).catch(() => undefined);
      if (person) peopleByOrcid.set(orcid, namesOf(applyOrcidPerson(undefined, person, new Date())));
    }
    const dois = new Set([...Object.values(recorded).flatMap((each) => [...each.keys()]), ...listings.keys()]);
    expect(dois.size).toBeGreaterThan(10);
    const wrong: unknown[] = [];
    let compared = 0;
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
        enrichment: openAlex?.enrichment ?? null,
        orcids: listed.map(({ orcid }) => orcid),
      });
      const people = listed.map(({ orcid }) => peopleByOrcid.get(orcid)).filter((person) => person !== undefined);
      const record = applyIncoming(undefined, incoming, people, new Date());
      const { data, enriched_metadata } = shownPublication(record);
      // Whose word counts is tested in test/strangers; here, what they say.
      const describing = describers(record);
      const expected: Record<string, unknown> = expectedFields({
        doi,
        crossref: recorded.crossref.get(doi),
        datacite: recorded.crossref.has(doi) ? undefined : recorded.datacite.get(doi),
        openalex: recorded.openalex.get(doi),
        orcid: new Map(describing.map((orcid) => [orcid, listed.find((each) => each.orcid === orcid)?.raw ?? []])),
      });
      const sources = [
        agency?.bibliography,
        openAlex?.bibliography,
        ...describing.flatMap((orcid) => said[orcid] ?? []).map(wholeBibliography),
      ];
      for (const field of chosenFields) {
        const values = sources.flatMap((source) => (source ? [source[field]] : []));
        expected[field] =
          values.find((value) => (Array.isArray(value) ? value.length > 0 : value !== null)) ??
          emptyBibliography[field];
      }
      // Translations are those of ORCID records: see test/domain.
      const translations = new Map(Object.entries(record.translated_titles));
      const { title, language } = expected as { title: unknown; language: string | null };
      if (typeof title === 'string') expected.title = withTranslations(title, language ?? undefined, translations);
      const raw = { crossref: recorded.crossref.get(doi), openalex: openAlex && recorded.openalex.get(doi) };
      expected.license = expectedLicence(data.license_url, raw.openalex, doi);
      expected.journal = expectedJournal(expected.issn, raw.openalex, doi);
      expected.coar_type = expectedCoarType(expected.publication_type, expected.publication_subtype);
      const additions: Facts = raw.openalex ? expectedAdditions(raw.openalex, doi) : {};
      for (const [field, value] of Object.entries(additions)) {
        const is = enriched_metadata?.[field];
        if (JSON.stringify(is) !== JSON.stringify(value)) wrong.push({ doi, field, is, expected: value });
      }
      const authorsIn = (list: unknown, read: Author[] = []) => ({ raw: many(list), read });
      const atAgency = raw.crossref ? at(raw.crossref, 'author') : at(recorded.datacite.get(doi), 'creators');
      const affiliated = expectedAffiliations(
        agency && authorsIn(atAgency, agency.bibliography.authors),
        openAlex && authorsIn(at(raw.openalex, 'authorships'), openAlex.bibliography.authors),
      );
      compared += affiliated?.length ?? 0;
      if (affiliated && affiliated.length > 0) {
        expected.authors = (expected.authors as Author[]).map(({ name, given, family, suffix, orcid }, position) => {
          const { affiliations = [], details = [], isCorresponding } = affiliated[position] ?? {};
          const isKnown = details.some((each) => [each.name, each.ror, each.country].some(isThere));
          return {
            ...{ name, given, family, orcid, affiliations, ...(suffix !== undefined && { suffix }) },
            ...(isKnown && { affiliation_details: details }),
            ...(isCorresponding && { is_corresponding: true }),
          };
        });
      } else expected.authors = data.authors;
      // Each award of each source is there, once.
      const awardsOf = (funders: unknown) => (funders as { awards: string[] }[]).flatMap(({ awards }) => awards).sort();
      const stated = new Set(sources.flatMap((source) => awardsOf(source?.funders ?? [])));
      for (const award of stated) {
        if (!awardsOf(data.funders).some((each) => sameHyphens(each) === sameHyphens(award)))
          wrong.push({ doi, award });
      }
      for (const [field, value] of Object.entries(expected)) {
        if (!isSameJson(data[field], value)) wrong.push({ doi, field, is: data[field], expected: value });
      }
    }
    expect(wrong).toEqual([]);
    // Most lists of authors can be told from the names.
    expect(compared).toBeGreaterThan(10);
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
  /** The summaries as recorded. */
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
