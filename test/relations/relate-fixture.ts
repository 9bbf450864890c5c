import { expect } from '@jest/globals';
import * as relations from '#src/duplicates/relations/relate.ts';
import { applyIncoming, type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import type { RelationType } from '#src/vocabulary/relation.ts';
import { job } from '../../lambdas/background/relate-publications.ts';
import { aBibliography, anIncoming, carberry } from '../support/builders.ts';
import { rowAsRead } from '../support/list-rows.ts';
import { underRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';

export const relateRemaining = underRole(job, relations.relateRemaining);
export const relateSaved = underRole(job, relations.relateSaved);

export const now = new Date('2026-01-31T12:00:00Z');
export const [article, preprint] = ['10.5555/article', '10.5555/preprint'];
export const dated = { publication_date: '2020', publication_type: 'journal-article' };
export const posted = { publication_date: '2021', publication_type: 'posted-content' };

const people = [{ orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' }];

/** Stores a publication like an ingestion, and compares its relations. */
export async function store(doi: string, fields: Partial<Bibliography> = {}, orcid = carberry): Promise<void> {
  const { record, before } = await save(doi, fields, orcid);
  await relateSaved(record, before);
}

export async function save(doi: string, fields: Partial<Bibliography> = {}, orcid = carberry) {
  const before = await getPublication(doi);
  const incoming = anIncoming({ doi, orcid, original: aBibliography({ title: doi, ...fields }) });
  const record = applyIncoming(before, incoming, people, now);
  expect(await savePublication(record, before, [])).toBe('saved');
  return { record, before };
}

export async function change(doi: string, changes: Partial<PublicationRecord>): Promise<void> {
  const before = (await getPublication(doi)) as PublicationRecord;
  const record = { ...before, ...changes, version: before.version + 1 };
  expect(await savePublication(record, before, [])).toBe('saved');
  await relateSaved(record, before);
}

export const to = (type: RelationType, doi: string) => ({ relations: [{ type, doi }] });
export const relationsOf = async (doi: string) => {
  const record = await getPublication(doi);
  return record && shownPublication(record).data.relations;
};
export const rows = async (): Promise<Record<string, { supersededBy: unknown; orcids: unknown }>> => {
  const found = (await allItems()).filter(({ pk }) => String(pk).startsWith('LIST#PUB#'));
  return Object.fromEntries(
    found.map(rowAsRead).map(({ doi, superseded_by: supersededBy, orcids }) => [doi, { supersededBy, orcids }]),
  );
};
export const notes = async () => (await allItems()).filter(({ pk }) => pk === 'RELATING');
