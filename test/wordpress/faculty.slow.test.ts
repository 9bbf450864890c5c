import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { saveWork } from '#src/records/publications/store/works.ts';
import { applyWork } from '#src/records/works/work-content.ts';
import type { Cloud } from '../../local/cloud.ts';
import { aBibliography, anIncoming, aSummary } from '../support/builders.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment } from '../support/cloud.ts';
import { manyOrcids, storePerson } from '../support/people.ts';
import { areToolsRequired } from '../support/required-tools.ts';
import { signIn } from './pages.ts';
import { isWordPressInstalled, packages, type Site, startSite } from './site.ts';
import { connectSite, dashboardOf, toolsOf } from './tools.ts';

/**
 * A year of a faculty, on paper and on the pages of a WordPress that is connected to a laptop cloud: two institutes, a centre
 * with two parents, somebody half in each, somebody who moved in July and somebody who left in April.
 */

if (!isWordPressInstalled && areToolsRequired) throw new Error(`The tests of the plugin need: ${packages}`);

let cloud: Cloud;
let site: Site;
const { sync, publish, get } = toolsOf(() => site);
const dashboard = dashboardOf(() => cloud);
const [half = '', mover = '', leaver = ''] = manyOrcids(3);
const outputs: [name: string, orcids: string[], date: string][] = [
  ['Half', [half], '2024-03-01'],
  ['May', [mover], '2024-05-20'],
  ['September', [mover], '2024-09-20'],
  ['Book', [mover], '2024'],
  ['January', [leaver], '2024-01-15'],
  ['November', [leaver], '2024-11-01'],
  ['Joint', [half, mover], '2024-10-10'],
  ['Old', [leaver], '2023-06-01'],
];
/** The outputs of 2024 by group, as they stand on paper. The report, which has no DOI, appeared in August. */
const paper: Record<string, string[]> = {
  ceramics: ['Book', 'Half', 'January', 'Joint', 'May'],
  glass: ['Book', 'Joint', 'Report', 'September'],
  centre: ['Half', 'Joint'],
  network: ['Half', 'Joint'],
  faculty: ['Book', 'Half', 'January', 'Joint', 'May', 'Report', 'September'],
};

async function storeOutputs(): Promise<void> {
  for (const [title, orcids, date] of outputs) {
    const original = aBibliography({ title, publication_date: date, publication_year: Number(date.slice(0, 4)) });
    const doi = `10.5555/${title.toLowerCase()}`;
    for (const orcid of orcids) {
      const before = await getPublication(doi);
      await savePublication(applyIncoming(before, anIncoming({ doi, orcid, original }), [], new Date(1)), before, []);
    }
  }
  const preferred = aSummary({ title: 'Report', publicationDate: '2024-08' });
  const report = { id: 'report', orcid: mover, preferred, putCodes: [1] };
  await saveWork(applyWork(undefined, report, new Date(1)), undefined);
}

async function storeGroups(): Promise<void> {
  const day = (text: string | null) => (text === null ? null : Date.parse(text));
  const create = (id: string, parents: string[]) =>
    dashboard('POST', '/groups', { id, name: id, kind: 'unit', parents: parents.map((parent) => ({ id: parent })) });
  const join = (group: string, orcid: string, from: string, to: string | null) =>
    dashboard('POST', `/groups/${group}/members`, { orcid, starts_at: day(from), ends_at: day(to) });
  for (const id of ['faculty', 'network']) await create(id, []);
  for (const id of ['ceramics', 'glass']) await create(id, ['faculty']);
  await create('centre', ['faculty', 'network']);
  await join('ceramics', half, '2020-01-01', null);
  await join('centre', half, '2022-01-01', null);
  await join('ceramics', mover, '2021-01-01', '2024-07-01');
  await join('glass', mover, '2024-07-01', null);
  await join('ceramics', leaver, '2019-01-01', '2024-04-01');
}

/** The page of a group's outputs of a year. */
const pageOf = (group: string, year: number) => `/${group}-${year}/`;
/** The titles that a visitor reads. */
const shown = async (group: string, year = 2024): Promise<string[]> => {
  const { html } = await get(pageOf(group, year));
  return [...html.matchAll(/<(?:a|cite) class="pubreg-title"[^>]*>(.*?)<\/(?:a|cite)>/g)]
    .map(([, title = '']) => title)
    .sort();
};
const all = (year?: number) =>
  Promise.all(Object.keys(paper).map(async (group) => [group, await shown(group, year)] as const)).then(
    Object.fromEntries,
  );

(isWordPressInstalled ? describe : describe.skip)('a faculty in WordPress', () => {
  beforeAll(async () => {
    [cloud, site] = await Promise.all([startTestCloud(), startSite()]);
    Object.assign(process.env, tableEnvironment(cloud), {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: process.env.TEST_SECRETS_ENDPOINT,
      ERASURE_KEY_SECRET_ARN: 'erasure-key',
    });
    for (const orcid of [half, mover, leaver]) await storePerson(orcid, 'P', orcid.slice(-4));
    await storeOutputs();
    await storeGroups();
    await connectSite(await signIn(site, 'admin', 'admin'), { cloud, site });
    for (const group of Object.keys(paper))
      for (const year of [2023, 2024])
        await publish(
          `${group}-${year}`,
          `[publication_registry_list group="${group}" publication_year="${year}" per_page="100"]`,
        );
  }, startTimeoutMs);
  afterAll(async () => {
    await site?.stop();
    await cloud?.stop();
  });

  test('the pages of 2024 have what stands on paper', async () => {
    expect(await all()).toEqual(paper);
  });

  test('an institute takes over the closed one: 2023 stands under it, and the faculty is unchanged', async () => {
    const before = await all(2023);
    expect(before).toMatchObject({ ceramics: ['Old'], glass: [], faculty: ['Old'] });
    await dashboard('PATCH', '/groups/ceramics', { ends_at: Date.parse('2026-01-01'), taken_over_by: 'glass' });
    await sync();
    expect(await all(2023)).toEqual({ ...before, glass: ['Old'] });
    expect((await all()).faculty).toEqual(paper.faculty);
  });

  test('a hidden centre is gone outside within a second, and from the site with its next update', async () => {
    const ask = (path: string) => fetch(`${cloud.baseUrl}${path}`);
    const outside = async () => {
      const list = (await (await ask('/v1/publications?group_id=centre')).json()) as { total: number };
      return [list.total, (await ask('/v1/groups/centre')).status, (await ask('/groups/centre')).status];
    };
    expect(await outside()).toEqual([2, 200, 200]);
    await dashboard('PATCH', '/groups/centre', { visible: false });
    await setTimeout(1_000);
    expect(await outside()).toEqual([0, 404, 404]);
    await sync();
    const { faculty, centre } = await all();
    expect({ faculty, centre }).toEqual({ faculty: paper.faculty, centre: [] });
  });
});
