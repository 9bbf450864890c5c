import { beforeEach, describe, expect, test } from '@jest/globals';
import { detachWith } from '#src/curation/aliases/detach.ts';
import { mergeWork, undoWorkMerge } from '#src/duplicates/merging/merge-work.ts';
import { pairId } from '#src/duplicates/store/pairs.ts';
import { unlinkPublication } from '#src/operations/erasure/unlink.ts';
import { newPair } from '#src/records/likeness/pair.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { getWork } from '#src/records/publications/store/works.ts';
import { noEnrichments } from '#src/sources/enrichments.ts';
import { notes, relationsOf, rows } from '../relations/relate-fixture.ts';
import { aBibliography, anAuthor, carberry, lovelace } from '../support/builders.ts';
import { decide, editMany, linkResearcher, listEdits, revertEdit, set, unlinkResearcher } from '../support/curation.ts';
import { captureLog } from '../support/log.ts';
import { ingestWork } from '../support/publicity.ts';
import {
  data,
  detach,
  doi,
  freshPeople,
  listedBy,
  now,
  other,
  repairLinks,
  statedAbout,
  store,
  storeMerged,
  storeUnmatched,
} from './consequences-fixture.ts';

/** Journals, pairs and relations follow from a publication at once, whoever changes it. */

captureLog();
const curator = { workspace: 'primary_entity', actor: null, now };
const supplement = [{ type: 'is-supplemented-by', doi: data }];

beforeEach(freshPeople);

describe('the journal of an ORCID record that no longer describes the publication is forgotten, and of one that does is known', () => {
  test('when authors are edited, and the edit is reverted', async () => {
    await store();
    expect(await statedAbout()).toEqual([doi]);
    expect((await set(doi, '/data/authors', [{ name: 'Ada Lovelace' }])).status).toBe(200);
    expect(await statedAbout()).toEqual([]);
    const [edit] = (await listEdits(doi)).body.edits;
    expect((await revertEdit(doi, edit.id)).status).toBe(200);
    expect(await statedAbout()).toEqual([doi]);
  });

  test('when many are edited', async () => {
    await store();
    await editMany([doi], [{ op: 'add', path: '/data/authors', value: [{ name: 'Ada Lovelace' }] }]);
    expect(await statedAbout()).toEqual([]);
  });

  test('when a researcher is unlinked, and linked', async () => {
    await store();
    await unlinkResearcher(doi, carberry);
    expect(await statedAbout()).toEqual([]);
    await linkResearcher(doi, carberry);
    expect(await statedAbout()).toEqual([doi]);
  });

  test('when a match is decided', async () => {
    await store({
      original: aBibliography({ authors: ['J. Carberry', 'Josiah Carberry'].map((name) => anAuthor(name)) }),
    });
    expect(await statedAbout()).toEqual([]);
    await decide(doi, { orcid: carberry, author_position: 0, decision: 'accept' });
    expect(await statedAbout()).toEqual([doi]);
  });

  test('when links are repaired', async () => {
    await store({}, []);
    expect(await statedAbout()).toEqual([]);
    expect((await repairLinks()).body.changed).toBe(true);
    expect(await statedAbout()).toEqual([doi]);
  });

  test('when a person is erased', async () => {
    await store();
    expect(await unlinkPublication(doi, carberry, now)).toBe(true);
    expect(await statedAbout()).toEqual([]);
  });

  test('when publications are merged, and separated', async () => {
    await storeMerged();
    expect(await statedAbout()).toEqual([doi]);
    expect((await detach(other)).status).toBe(200);
    expect(await statedAbout()).toEqual([]);
  });

  test('when a work is merged into it, and separated', async () => {
    await store({ orcids: [lovelace], orcidBibliographies: listedBy(carberry) });
    await ingestWork('work-1', carberry, 'Pots');
    const records = [{ kind: 'publication', id: doi } as const, { kind: 'work', id: 'work-1' } as const] as const;
    const open = newPair(pairId(...records), [...records], { score: 90, reasons: [] }, now);
    const merged = { ...open, status: 'merged', kept: doi, version: open.version + 1 } as const;
    expect(await mergeWork({ before: undefined, after: merged }, curator)).toBe('saved');
    expect((await getWork('work-1'))?.replaced_by).toBe(doi);
    expect(await statedAbout()).toEqual([doi]);
    const again = { ...open, version: merged.version + 1 };
    expect(await undoWorkMerge({ before: merged, after: again }, curator)).toBe('saved');
    // Who lists it stays linked.
    expect(await statedAbout()).toEqual([doi]);
  });

  test('when a DOI becomes a publication of its own', async () => {
    await store({ aliases: [other], orcidBibliographies: listedBy(carberry, other) });
    expect(await statedAbout()).toEqual([doi]);
    await detachWith(other, { agency: undefined, enrichments: noEnrichments }, curator);
    expect((await getPublication(other))?.doi).toBe(other);
    expect(await statedAbout()).toEqual([other]);
  });
});

describe('relations and versions', () => {
  test('of one whose links are repaired: lists show one version', async () => {
    await storeUnmatched();
    expect((await rows())[other]?.supersededBy).toBeNull();
    await repairLinks();
    expect((await rows())[other]?.supersededBy).toBe(doi);
    expect(await notes()).toEqual([]);
  });

  test('of one that was merged: the other one loses what is said about it', async () => {
    await storeMerged();
    expect(await relationsOf(doi)).toEqual(supplement);
    await detach(other);
    expect([await relationsOf(doi), await relationsOf(other)]).toEqual([[], supplement]);
    expect(await notes()).toEqual([]);
  });
});
