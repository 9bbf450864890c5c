import { beforeAll, describe, expect, test } from '@jest/globals';
import { createGroup } from '#src/curation/groups/groups.ts';
import { addMember } from '#src/curation/groups/members.ts';
import type { CuratorRow } from '#src/records/publications/row.ts';
import { putRow } from '#src/records/store/list-rows.ts';
import { keys } from '#src/table/keys.ts';
import { transact } from '#src/table/table.ts';
import * as people from '../../../lambdas/dashboard/people/list.ts';
import * as publications from '../../../lambdas/dashboard/publications/list.ts';
import * as stats from '../../../lambdas/dashboard/publications/stats.ts';
import * as timeseries from '../../../lambdas/dashboard/publications/timeseries.ts';
import { aCuratorRow, carberry } from '../../support/builders.ts';
import { freshTable } from '../../support/engine.ts';
import { call, sessionOf } from '../../support/event.ts';
import { captureLog } from '../../support/log.ts';
import { storePerson } from '../../support/people.ts';

captureLog();
const ada = '0009-9999-0000-0019';
const authorizer = sessionOf('workspace_member');
const ask = async (target: Parameters<typeof call>[0], url: string) => (await call(target, { url, authorizer })).body;
/** The number of rows of the list with a filter: of all its pages. */
const listed = async (filter: Record<string, unknown>) => {
  const query = Object.entries(filter).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const { total, pages } = await ask(publications, `/api/publications?${['perPage=2', ...query].join('&')}`);
  let rows = 0;
  for (let page = 1; page <= pages; page++) {
    const part = await ask(publications, `/api/publications?${['perPage=2', `page=${page}`, ...query].join('&')}`);
    rows += part.publications.length;
  }
  expect(rows).toBe(total);
  return rows;
};

const deleted_at = '2026-01-31T12:00:00.000Z';
const rows: Partial<CuratorRow>[] = [
  { publication_type: 'book', language: 'de', publisher: 'Kiln Press' },
  { publication_type: 'book', author_match_state: 'needs_attention', orcids: [carberry, ada] },
  { publication_type: 'dataset', visible: false, edit_count: 2, publication_year: 2021, open_access_status: 'gold' },
  { publication_type: 'dataset', visible: false, deleted_at, edit_count: 1 },
  { publication_type: 'book', superseded_by: '10.5555/0', edit_count: 1, visible: false },
  { publication_type: 'book', merged_into: '10.5555/0', deleted_at },
  { publication_type: 'book', deleted_at, orcids: [ada], author_match_state: 'needs_attention' },
  { publication_type: 'report', author_names: '', container_title: null, orcids: [] },
];

beforeAll(async () => {
  await freshTable();
  for (const [n, fields] of rows.entries()) {
    const doi = `10.5555/${n}`;
    const row = aCuratorRow({ doi, orcids: [carberry], publication_year: 2020, created_at: Date.now(), ...fields });
    await transact((at) => [putRow({ ...row, ...keys.publicationRow(doi) }, at)]);
  }
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storePerson(ada, 'Ada', 'Lovelace');
  const context = {
    actor: 'user:ada@example.org',
    workspace: 'default',
    requestId: 'numbers',
    steward: undefined,
    now: new Date(),
  };
  for (const [id, orcid] of [
    ['pots', carberry],
    ['engines', ada],
  ] as const) {
    await createGroup({ id, name: id }, context);
    await addMember(id, { orcid }, context);
  }
});

describe('the list behind a number of the dashboard has that many rows', () => {
  test('of the overview', async () => {
    const numbers = await ask(stats, '/api/publications/stats');
    expect(numbers).toMatchObject({
      total_publications: await listed({}),
      edited_publications: await listed({ is_edited: true }),
      hidden_publications: await listed({ visibility: 'hidden' }),
    });
    expect(numbers.edited_publications).toBe(1);
    expect((await ask(people, '/api/people?perPage=1')).total).toBe(2);
  });

  test.each([
    'publication_type',
    'publication_year',
    'open_access_status',
    'journal',
    'missing',
    'license',
    'match_state',
    'source',
    'language',
    'publisher',
    'integrity',
    'is_edited',
    'visibility',
  ])('of each value of %s', async (name) => {
    const { facets } = await ask(publications, `/api/publications?facets=${name}`);
    const values = facets[name].filter(({ value }: { value: unknown }) => value !== null);
    for (const { value, count } of values) expect([value, await listed({ [name]: value })]).toEqual([value, count]);
  });

  test.each([
    ['pots', 3],
    ['engines', 1],
    ['pots|none', 4],
    ['unknown', 0],
  ])('of the groups %s', async (group_id, total) => {
    const group_basis = 'ever';
    const query = `group_id=${encodeURIComponent(group_id)}&group_basis=${group_basis}`;
    const of = { group_id, group_basis };
    const numbers = await ask(stats, `/api/publications/stats?${query}`);
    expect(numbers).toMatchObject({
      total_publications: total,
      edited_publications: await listed({ ...of, is_edited: true }),
      hidden_publications: await listed({ ...of, visibility: 'hidden' }),
    });
    expect(await listed(of)).toBe(total);
    const { daily_last_7_days: days } = await ask(timeseries, `/api/publications/stats/timeseries?${query}`);
    expect(days.at(-1).count).toBe(total);
  });

  test('of all groups together and none, as without the filter', async () => {
    const url = '/api/publications/stats/timeseries';
    const of = '?group_id=pots%7Cengines%7Cnone&group_basis=ever';
    expect(await ask(timeseries, url + of)).toEqual(await ask(timeseries, url));
  });

  test('of a person, on the page of the person and in the list of people', async () => {
    const { people: all } = await ask(people, '/api/people');
    expect(all).toHaveLength(2);
    for (const { orcid, publication_count, publication_counts } of all) {
      const of = (filter: object) => listed({ orcid_id: orcid, ...filter });
      expect(publication_counts).toEqual({
        visible: await of({ visibility: 'visible' }),
        hidden: await of({ visibility: 'hidden' }),
        deleted: await of({ status: 'deleted' }),
        needs_attention: await of({ match_state: 'needs_attention' }),
      });
      expect(publication_count).toBe(await of({}));
    }
  });
});
