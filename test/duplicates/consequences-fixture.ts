import { expect } from '@jest/globals';
import { stateJournals } from '#src/records/journals/store/journals.ts';
import { orcidBibliographies } from '#src/records/orcid/bibliography.ts';
import { namesOf } from '#src/records/people/person.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import {
  applyIncoming,
  type IncomingPublication,
  type PublicationRecord,
} from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import * as attachRoute from '../../lambdas/dashboard/aliases/attach.ts';
import * as detachRoute from '../../lambdas/dashboard/aliases/detach.ts';
import * as repair from '../../lambdas/dashboard/site-tools/repair-author-links.ts';
import { relateSaved, to } from '../relations/relate-fixture.ts';
import { aBibliography, anAuthor, anIncoming, aSummary, carberry, lovelace } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { call, sessionOf } from '../support/event.ts';
import { storePerson } from '../support/people.ts';

/** A publication in a journal of which one of its authors' ORCID records says so, and changes to it. */

const authorizer = sessionOf('workspace_member');
export const now = new Date('2026-01-31T12:00:00Z');
export const [doi, other, data] = ['10.5555/pots', '10.5555/other', '10.5555/data'];
const issn = '0264-3561';

const attach = (alias: string) =>
  call(attachRoute, { url: `/api/aliases/${alias}`, authorizer, body: { publication: doi } });
export const detach = (alias: string) => call(detachRoute, { url: `/api/aliases/${alias}`, authorizer });
export const repairLinks = () =>
  call(repair, { url: '/api/site-tools/repair-author-links', authorizer: sessionOf('superadmin'), body: { doi } });

export const listedBy = (orcid: string, listedAs = doi) => ({
  [orcid]: orcidBibliographies([aSummary({ issns: [issn], selfDois: [listedAs] })], listedAs),
});
const byBoth = (fields: Parameters<typeof aBibliography>[0] = {}) =>
  aBibliography({ authors: [anAuthor('Josiah Carberry'), anAuthor('Ada Lovelace')], ...fields });

/** Stores a publication like an ingestion that knows these people. */
export async function store(fields: Partial<IncomingPublication> = {}, known = [carberry, lovelace]): Promise<void> {
  const people = (await getPeople(known)).map(namesOf);
  const incoming = anIncoming({ doi, original: byBoth(), orcidBibliographies: listedBy(carberry), ...fields });
  const record = applyIncoming(undefined, incoming, people, now);
  expect(await savePublication(record, undefined, [])).toBe('saved');
  await stateJournals(record, now);
}

const relate = async (each: string) => relateSaved((await getPublication(each)) as PublicationRecord, undefined);

/** Stores a publication whose links are to be repaired, and its preprint. */
export async function storeUnmatched(): Promise<void> {
  await store({ original: byBoth(to('has-preprint', other)) }, []);
  await store({ doi: other, orcidBibliographies: {} });
  for (const each of [doi, other]) await relate(each);
}

/** Merges a publication with another one, to which data is a supplement. */
export async function storeMerged(): Promise<void> {
  await store({ orcids: [lovelace] });
  await store({ doi: other, orcidBibliographies: {} });
  expect((await attach(other)).status).toBe(200);
  const original = byBoth({ title: 'Data', ...to('is-supplement-to', other) });
  await store({ doi: data, original, orcidBibliographies: {} });
  await relate(data);
}

/** The publications from which the journal is known. */
export async function statedAbout(): Promise<string[]> {
  const { statements = [] } = ((await getItem(keys.issn(issn))) ?? {}) as { statements?: { doi: string }[] };
  return statements.map((statement) => statement.doi);
}

export async function freshPeople(): Promise<void> {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(lovelace, 'Ada', 'Lovelace');
}
