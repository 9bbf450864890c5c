import { describe, expect, test } from '@jest/globals';
import { importDoi } from '#src/ingestion/import-doi.ts';
import { orcidBibliographies } from '#src/records/orcid/bibliography.ts';
import { authorsOf } from '#src/records/publications/publication.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { getItem } from '#src/table/table.ts';
import * as doiRoute from '../../../../lambdas/consumer/publications/get.ts';
import * as attachRoute from '../../../../lambdas/dashboard/aliases/attach.ts';
import * as detachRoute from '../../../../lambdas/dashboard/aliases/detach.ts';
import { aSummary, carberry, lovelace } from '../../../support/builders.ts';
import { dyingAt } from '../../../support/crash.ts';
import { deletePublication, set } from '../../../support/curation.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import {
  crossref,
  doi,
  failOpenAlex,
  finish,
  ingest,
  kilns,
  listed,
  orcidsAt,
  pills,
  plan,
  pots,
  source,
  storeAliased,
  titleAt,
} from '../../../support/grouped-dois.ts';
import { findInconsistencies } from '../../../support/inconsistencies.ts';
import { captureLog } from '../../../support/log.ts';
import { allItems, events } from '../../../support/table.ts';

captureLog();
const authorizer = sessionOf('workspace_member');
const detach = (alias: string) => call(detachRoute, { url: `/api/aliases/${alias}`, authorizer });
const attach = (alias: string, publication: string) =>
  call(attachRoute, { url: `/api/aliases/${alias}`, authorizer, body: { publication } });
const isPublic = async (asked: string) => (await call(doiRoute, { url: `/v1/doi/${asked}` })).status === 200;
const eventTypes = async () => (await events()).map(({ event_type }) => event_type).sort();
const oldPots = '10.5555/pots.old';
const northern = 'On Cracked Pots of the North';
/** The stored content of a publication, without the fields that every write changes. */
const contentOf = async (asked: string) => ({
  ...(await getPublication(asked)),
  ...{
    version: 0,
    last_fetched_at: 0,
    answer_hashes: {},
    left_orcids: null,
    withdrawn_at: null,
    edit_count: 0,
    alias_depth: 0,
  },
});

/** Crossref calls a DOI an alias. */
function agencyAlias(): void {
  crossref(oldPots, northern, { DOI: pots, aliases: [oldPots] });
  crossref(pots, northern, { aliases: [oldPots], author: [{ given: 'Josiah', family: 'Carberry' }] });
}

describe('DELETE of an alias', () => {
  test('200: the DOI becomes what its agency says it is, with those who list it; edits stay where they are', async () => {
    await storeAliased({
      doi: pills,
      aliases: [pots],
      orcids: [carberry, lovelace],
      orcidBibliographies: { [carberry]: orcidBibliographies([aSummary()], pots) },
    });
    await set(pills, '/title', 'Edited');
    const answer = await detach(pots);
    expect(answer).toMatchObject({ status: 200, body: { doi: pots, publication: pots, basis: null } });
    expect([await titleAt(pots), await titleAt(pills)]).toEqual([northern, 'Edited']);
    expect([await orcidsAt(pots), await orcidsAt(pills)]).toEqual([[carberry], [lovelace]]);
    expect(await getItem(keys.publicationRow(pills))).toMatchObject({ left_orcids: [carberry] });
    const [event] = (await events()).filter(({ event_type }) => event_type === 'publication.unmerged');
    expect(event).toMatchObject({ actor_id: expect.stringMatching(/^user:/), resource_id: pills });
    expect(findInconsistencies(await allItems())).toEqual([]);
  });

  test('200: without what OpenAlex knows, if that fails; it is asked again later', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    failOpenAlex(pots);
    expect((await detach(pots)).status).toBe(200);
    expect(await getPublication(pots)).toMatchObject({ doi: pots, enrichment_pending_sources: ['openalex'] });
  });

  test('200: of what its agency calls an alias and an ORCID record lists, it is as listed, and no source attaches it', async () => {
    agencyAlias();
    await ingest(carberry, listed(northern, doi(oldPots)));
    expect(await getPublication(oldPots)).toMatchObject({ doi: pots, aliases: [oldPots] });
    expect((await detach(oldPots)).body).toEqual({ doi: oldPots, publication: oldPots, basis: null });
    await importDoi({ doi: pots, orcids: [] }, importContext());
    expect(await getPublication(pots)).toMatchObject({ doi: pots, aliases: [] });
    await ingest(carberry, listed(northern, doi(oldPots)), listed(northern, doi(pots)));
    expect(await getPublication(oldPots)).toMatchObject({ doi: oldPots, source: 'orcid' });
    expect(await getPublication(pots)).toMatchObject({ aliases: [], source: 'crossref' });
    expect(findInconsistencies(await allItems())).toEqual([]);
  });

  test('200: of what nothing describes, it leads nowhere; attaching it takes that back', async () => {
    agencyAlias();
    await importDoi({ doi: pots, orcids: [carberry] }, importContext());
    const before = await contentOf(pots);
    expect((await detach(oldPots)).body).toEqual({ doi: oldPots, publication: null, basis: null });
    expect([await isPublic(oldPots), await isPublic(pots)]).toEqual([false, true]);
    await importDoi({ doi: pots, orcids: [] }, importContext());
    expect(await getPublication(oldPots)).toBeUndefined();
    expect((await detach(oldPots)).status).toBe(404);
    expect((await attach(oldPots, pots)).body).toEqual({ doi: oldPots, publication: pots, basis: 'curator' });
    expect(await contentOf(pots)).toEqual(before);
    expect(await eventTypes()).toEqual(['publication.merged', 'publication.unmerged']);
  });

  test('200: of what only ORCID records list, it is as they say', async () => {
    const [copy, other] = ['10.5555/copy', '10.5555/other'];
    await ingest(carberry, listed('Shards of the South', doi(other), doi(copy)));
    expect(await getPublication(copy)).toMatchObject({ doi: other, aliases: [copy] });
    expect((await detach(copy)).body.publication).toBe(copy);
    expect([await titleAt(copy), await titleAt(other)]).toEqual(['Shards of the South', 'Shards of the South']);
    await ingest(carberry, listed('Shards of the South', doi(other), doi(copy)));
    expect(await getPublication(copy)).toMatchObject({ doi: copy, aliases: [], source: 'orcid' });
  });

  test('200: of a merge, it undoes that', async () => {
    await storeAliased({ doi: pills, aliases: [] });
    await storeAliased({ doi: kilns, aliases: [] });
    expect((await attach(kilns, pills)).body).toEqual({ doi: kilns, publication: pills, basis: 'merge' });
    expect((await attach(kilns, pills)).body).toEqual({ doi: kilns, publication: pills, basis: 'merge' });
    expect((await detach(kilns)).body).toEqual({ doi: kilns, publication: kilns, basis: null });
    expect(await getPublication(pills)).toMatchObject({ aliases: [] });
    expect(await eventTypes()).toEqual(['publication.merged', 'publication.unmerged']);
  });

  test('200: twice changes nothing more', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    await detach(pots);
    const items = await allItems();
    expect(await detach(pots)).toMatchObject({ status: 200, body: { publication: pots } });
    expect(await allItems()).toHaveLength(items.length);
  });

  test('404: a DOI that leads nowhere. 400: what is no DOI', async () => {
    expect((await detach('10.5555/nowhere')).status).toBe(404);
    expect(await detach('pots')).toMatchObject({ status: 400, body: { code: 'invalid_id' } });
  });

  test('502: if a source does not answer, nothing changes', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    source.serve({ [`/crossref/works/${encodeURIComponent(pots)}`]: { status: 500, text: '' } });
    expect((await detach(pots)).status).toBe(502);
    expect(await getPublication(pots)).toMatchObject({ doi: pills, aliases: [pots] });
  });

  test('is whole before and after it dies at any call, and can be repeated', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    for (let n = 1; await dyingAt(n, () => detach(pots)); n++) {
      const [one, other] = [await getPublication(pots), await getPublication(pills)];
      expect([one?.doi === pots, other?.aliases]).toEqual(one?.doi === pots ? [true, []] : [false, [pots]]);
    }
    expect(await getPublication(pots)).toMatchObject({ doi: pots });
    expect((await eventTypes()).filter((type) => type === 'publication.unmerged')).toHaveLength(1);
  });

  test('of two at once, and of an ingestion at the same time, all end, and it is one publication', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    const job = await plan(carberry, listed(northern, doi(pots)));
    const [one, other] = await Promise.all([detach(pots), detach(pots), finish(job)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect([await orcidsAt(pots), await orcidsAt(pills)]).toEqual([[carberry], [lovelace]]);
    expect(findInconsistencies(await allItems())).toEqual([]);
  });
});

describe('POST of an alias', () => {
  test('200: a DOI that nobody knows leads to the publication, and no source takes it away', async () => {
    await importDoi({ doi: kilns, orcids: [lovelace] }, importContext());
    expect((await attach(pots, kilns)).body).toEqual({ doi: pots, publication: kilns, basis: 'curator' });
    await ingest(carberry, listed(northern, doi(pots)));
    expect(await getPublication(pots)).toMatchObject({ doi: kilns, aliases: [pots] });
    expect(await orcidsAt(kilns)).toEqual([carberry, lovelace]);
    await importDoi({ doi: pots, orcids: [] }, importContext());
    expect((await getPublication(pots))?.doi).toBe(kilns);
    // Carberry lists it, so it is his again.
    expect((await detach(pots)).body).toEqual({ doi: pots, publication: pots, basis: null });
    expect([await orcidsAt(pots), await orcidsAt(kilns)]).toEqual([[carberry], [lovelace]]);
  });

  test('200: a publication is merged, with its researchers and edits; DELETE takes it back', async () => {
    await importDoi({ doi: kilns, orcids: [lovelace] }, importContext());
    await importDoi({ doi: pots, orcids: [carberry] }, importContext());
    await set(pots, '/title', 'Edited');
    const [one, other] = [await contentOf(kilns), await contentOf(pots)];
    await attach(pots, kilns);
    expect(await titleAt(pots)).toBe('Edited');
    expect(await orcidsAt(kilns)).toEqual([carberry, lovelace]);
    await detach(pots);
    expect(await contentOf(pots)).toEqual(other);
    expect({ ...(await contentOf(kilns)), last_edited_at: null }).toEqual({ ...one, last_edited_at: null });
  });

  test('200: what is attached to a publication stays with it when a merge with its former one is undone', async () => {
    await storeAliased({ doi: pills, aliases: ['10.5555/moved', '10.5555/stays'] });
    await storeAliased({ doi: kilns, aliases: [] });
    await attach(pills, kilns);
    await detach('10.5555/moved');
    await attach('10.5555/moved', kilns);
    await detach(pills);
    expect(await getPublication('10.5555/moved')).toMatchObject({ doi: kilns, aliases: ['10.5555/moved'] });
    expect(await getPublication('10.5555/stays')).toMatchObject({ doi: pills, aliases: ['10.5555/stays'] });
    expect(findInconsistencies(await allItems())).toEqual([]);
  });

  test('200: what sources call an alias stays one, even if they say something else later', async () => {
    agencyAlias();
    await importDoi({ doi: pots, orcids: [] }, importContext());
    expect((await attach(oldPots, pots)).body.basis).toBe('curator');
    crossref(oldPots, 'Kilns');
    await ingest(carberry, listed('Kilns', doi(oldPots)));
    expect(await getPublication(oldPots)).toMatchObject({ doi: pots, aliases: [oldPots] });
    expect(authorsOf((await getPublication(pots)) as never)).toMatchObject([{ name: 'Josiah Carberry' }]);
  });

  test('400: an unknown publication, or itself. 409: an alias of another one, or a deleted publication', async () => {
    await storeAliased({ doi: pills, aliases: [pots] });
    await storeAliased({ doi: kilns, aliases: [] });
    expect((await attach(pots, '10.5555/nowhere')).body).toMatchObject({ code: 'invalid_body' });
    expect((await attach(pills, pots)).body.error).toMatch(/must be another publication/);
    expect(await attach(pots, kilns)).toMatchObject({ status: 409 });
    await deletePublication(kilns);
    expect((await attach('10.5555/new', kilns)).status).toBe(409);
  });

  test('is whole before and after it dies at any call, of a new DOI and of a publication', async () => {
    for (const other of ['10.5555/new', pots]) {
      await freshTable();
      await storeAliased({ doi: kilns, aliases: [] });
      if (other === pots) await importDoi({ doi: pots, orcids: [carberry] }, importContext());
      for (let n = 1; await dyingAt(n, () => attach(other, kilns)); n++) {
        expect(findInconsistencies(await allItems())).toEqual([]);
      }
      expect(await getPublication(other)).toMatchObject({ doi: kilns, aliases: expect.arrayContaining([other]) });
    }
  });

  test('and DELETE at once end, with one of the two outcomes', async () => {
    agencyAlias();
    await importDoi({ doi: pots, orcids: [] }, importContext());
    const [one, other] = await Promise.all([detach(oldPots), attach(oldPots, pots)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(findInconsistencies(await allItems())).toEqual([]);
  });
});

const importContext = () => ({ actor: 'user:a', now: new Date(), requestId: 'r', workspace: 'primary_entity' });
