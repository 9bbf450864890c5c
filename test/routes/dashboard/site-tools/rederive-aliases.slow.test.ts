import { beforeEach, describe, expect, test } from '@jest/globals';
import { attachAlias } from '#src/curation/aliases/attach.ts';
import { importDoi } from '#src/ingestion/import-doi.ts';
import { orcidBibliographies } from '#src/records/orcid/bibliography.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { partitions } from '#src/table/keys.ts';
import * as tool from '../../../../lambdas/dashboard/site-tools/rederive.ts';
import { aSummary, carberry, lovelace } from '../../../support/builders.ts';
import { dyingAt } from '../../../support/crash.ts';
import { set } from '../../../support/curation.ts';
import { call, sessionOf } from '../../../support/event.ts';
import {
  crossref,
  failOpenAlex,
  kilns,
  orcidsAt,
  pills,
  pots,
  serve,
  source,
  storeAliased,
  titleAt,
} from '../../../support/grouped-dois.ts';
import { findInconsistencies } from '../../../support/inconsistencies.ts';
import { captureLog } from '../../../support/log.ts';
import { allItems } from '../../../support/table.ts';

/** Data as older versions stored it: all DOIs of an ORCID group are aliases of the first. */

captureLog();
const authorizer = sessionOf('superadmin');
const rederive = (body?: object) => call(tool, { url: '/api/site-tools/rederive', body, authorizer });
const stored = async () => (await allItems()).filter(({ pk }) => !String(pk).startsWith(partitions.passes));
const unknown = '10.5555/unknown';
const context = () => ({ actor: 'user:a', now: new Date(), requestId: 'r', workspace: 'primary_entity' });

/** Crossref's answer to the request for a list, whatever DOIs it names. */
function listing(...dois: string[]): void {
  const items = dois.map((DOI) => ({ DOI, indexed: { 'date-time': '2026-01-31T12:00:00Z' } }));
  serve('/crossref/works', { 'message-type': 'work-list', message: { items } });
}

beforeEach(async () => {
  listing(pots, kilns);
  serve('/datacite/dois', { data: [] });
  await storeAliased({
    doi: pills,
    aliases: [pots, kilns, unknown],
    orcids: [carberry, lovelace],
    orcidBibliographies: { [carberry]: orcidBibliographies([aSummary()], pots) },
  });
  source.requests.length = 0;
});

const wrong = [
  { alias: kilns, publication: pills },
  { alias: pots, publication: pills },
];

describe('aliases that their agency knows as other publications', () => {
  test('are listed by a dry run, which asks each agency once and changes nothing', async () => {
    const before = await stored();
    const { body } = await rederive({ dryRun: true });
    expect(body).toMatchObject({ wrong_aliases: wrong, wrong_aliases_total: 2, aliases_unchecked: 0 });
    expect(await stored()).toEqual(before);
    expect(source.requests.map(({ path }) => path)).toEqual(['/crossref/works', '/datacite/dois']);
  });

  test('become publications of their own, with those who list them; edits and other aliases stay', async () => {
    await set(pills, '/title', 'Edited');
    expect((await rederive()).body).toMatchObject({ wrong_aliases: wrong, complete: true });
    expect([await titleAt(pots), await titleAt(kilns), await titleAt(pills)]).toEqual([
      'On Cracked Pots of the North',
      'Kilns of the Far North',
      'Edited',
    ]);
    expect([await orcidsAt(pots), await orcidsAt(kilns), await orcidsAt(pills)]).toEqual([[carberry], [], [lovelace]]);
    expect(await getPublication(unknown)).toMatchObject({ doi: pills, aliases: [unknown], edit_count: 1 });
    expect(findInconsistencies(await allItems())).toEqual([]);
    expect((await rederive()).body).toMatchObject({ wrong_aliases: [], wrong_aliases_total: 0 });
  });

  test('are separated without what OpenAlex knows, if that fails', async () => {
    failOpenAlex(pots);
    expect((await rederive()).body).toMatchObject({ wrong_aliases_total: 2, failed_total: 0 });
    expect(await getPublication(pots)).toMatchObject({ doi: pots, enrichment_pending_sources: ['openalex'] });
  });

  test('are left alone if curators have decided so, or their own agency calls them aliases', async () => {
    await attachAlias(kilns, pills, context());
    crossref(pills, 'Buy pills', { aliases: [pots] });
    await importDoi({ doi: pills, orcids: [] }, context());
    expect((await rederive()).body).toMatchObject({ wrong_aliases_total: 0 });
    expect(await getPublication(pills)).toMatchObject({ aliases: [pots, kilns, unknown].sort() });
  });

  test('are checked later if an agency does not answer; everything else is derived', async () => {
    source.serve({ '/crossref/works': { status: 503, text: '' } });
    expect((await rederive()).body).toMatchObject({ complete: true, aliases_unchecked: 1, wrong_aliases: [] });
    expect(await getPublication(pots)).toMatchObject({ doi: pills });
  });

  test('are found by the next request after one that was killed at any call', async () => {
    for (let n = 1; await dyingAt(n, () => rederive()); n += 3) {
      expect(findInconsistencies(await allItems())).toEqual([]);
    }
    await rederive();
    expect(await getPublication(pots)).toMatchObject({ doi: pots });
    expect(await getPublication(kilns)).toMatchObject({ doi: kilns });
  });
});
