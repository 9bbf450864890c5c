import { tryToRelate } from '#src/duplicates/relations/relate.ts';
import { identify } from '#src/ingestion/identify.ts';
import { saveOrcidPerson } from '#src/ingestion/store/add-people.ts';
import { storePublication } from '#src/ingestion/store.ts';
import { comparableBibliography } from '#src/records/likeness/comparable.ts';
import { orcidBibliographies, wholeBibliography } from '#src/records/orcid/bibliography.ts';
import type { WorkSummary } from '#src/records/orcid/record.ts';
import { componentWrites } from '#src/records/publications/store/relations.ts';
import { componentOf } from '#src/records/relations/component.ts';
import { collections, keys } from '#src/table/keys.ts';
import { putItem, transact } from '#src/table/table.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { freshTable } from '../support/engine.ts';
import { type Said, serveSources } from './sources-fixture.ts';
import { listingOf, type Person, type PersonKey, saidOf, type VictimKey, type World } from './victim-fixture.ts';

/** The current answers of the sources, by DOI. */
export const sources = new Map<string, Said>();

let epoch = Date.parse('2026-01-31T12:00:00Z');
let now = epoch;
/** Every write has its own time, in the order of the writes. */
const nextMoment = (): Date => new Date(now++);

/** An empty registry. Lists in memory outlive a table: a new epoch makes them read the next one from the start. */
export async function freshRegistry(): Promise<void> {
  sources.clear();
  serveSources(sources);
  await freshTable();
  epoch += 1;
  for (const collection of collections) await putItem({ ...keys.listEpoch(collection), epoch, changed: Date.now() });
}

/** Stores people as ingestions of their ORCID records do. */
export async function storePeople(people: readonly Person[]): Promise<void> {
  for (const { orcid, given, family } of people) {
    const person = { orcid, givenName: given, familyName: family, creditName: null, biography: null };
    await saveOrcidPerson(person, nextMoment());
  }
}

/** A listing of a DOI on an ORCID record. */
export interface Listed {
  orcid: string;
  doi: string;
  summary: WorkSummary;
  /** The contributors of the work on the record. */
  contributors?: Author[];
  /** All DOIs of its group. */
  grouped?: string[];
}

/** Reads a DOI that an ORCID record lists from its sources and stores it, as a job does. */
export async function ingestListed({
  orcid,
  doi: asked,
  summary,
  contributors = [],
  grouped = [],
}: Listed): Promise<void> {
  const [listed] = orcidBibliographies([summary], asked);
  const claim = {
    orcid,
    listed: listed && comparableBibliography(asked, wholeBibliography(listed)),
    grouped,
    listedAt: async () => undefined,
  };
  for (let attempt = 0; attempt < 3; attempt++) {
    const identified = await identify(asked, claim, {});
    const { doi, agency } = identified;
    const described = agency?.bibliography ?? (listed && wholeBibliography(listed));
    const component = described && componentOf(doi, described);
    if (component?.parent !== undefined) {
      await transact(componentWrites(doi, component.parent, now));
      return tryToRelate(component.parent);
    }
    const listing = {
      orcid,
      listedAs: asked,
      summaries: [summary],
      contributors: agency ? undefined : new Map([[summary.putCode, contributors]]),
    };
    const stored = await storePublication({ ...identified, listing, orcids: [orcid] }, () => [], nextMoment());
    if ('record' in stored) return;
    if (stored.outcome !== 'renamed') throw new Error(`${asked} of ${orcid} is ${stored.outcome}`);
  }
}

/** Ingests publications of the victim, listed by their own people. */
export async function ingestVictim(world: World, chosen: readonly VictimKey[]): Promise<void> {
  for (const key of chosen) {
    sources.set(world.dois[key], saidOf(world, key));
    for (const who of ownersOf(key)) await ingestOwn(world, key, who);
  }
}

/** The victim lists all, the co-author some. */
const ownersOf = (key: VictimKey): PersonKey[] =>
  ['article', 'byName', 'initials', 'announced'].includes(key) ? ['victim', 'coauthor'] : ['victim'];

async function ingestOwn(world: World, key: VictimKey, who: PersonKey): Promise<void> {
  const { victim, coauthor } = world.people;
  const contributors = [victim, coauthor].map(({ given, family }) => ({
    ...{ name: `${given} ${family}`, given: null, family: null, orcid: null, affiliations: [] },
  }));
  await ingestListed({
    orcid: world.people[who].orcid,
    doi: world.dois[key],
    summary: listingOf(world, key),
    contributors: key === 'announced' ? contributors : [],
  });
}

/** Reads a publication of the victim again, from the victim's own record. */
export const refreshVictim = (world: World, key: VictimKey): Promise<void> => ingestOwn(world, key, 'victim');
