import { beforeAll, describe, expect, test } from '@jest/globals';
import { reportDimensions } from '#src/records/reports/definition.ts';
import * as publications from '../../../../lambdas/dashboard/publications/list.ts';
import * as create from '../../../../lambdas/dashboard/reports/create.ts';
import * as preview from '../../../../lambdas/dashboard/reports/preview.ts';
import * as works from '../../../../lambdas/dashboard/works/list.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { admin, half, mover, storeReportRegistry } from '../../../support/report-registry.ts';

captureLog();

interface Cell {
  keys: (string | number | null)[];
  whole: number;
  in_several: number;
  fractional: number | null;
  fractional_unknown: number | null;
  query: Record<string, string>;
}
interface Preview {
  list: string;
  counts: Cell[];
  sums: (Omit<Cell, 'keys'> & { by: string; key: string | number | null })[];
  overall: Omit<Cell, 'keys'>;
  total: number;
  items: { id: string; citation: string; runs: { text: string; bold?: true; italic?: true; link?: string }[] }[];
  labels: Record<string, Record<string, string>>;
}

const ask = (definition: object, authorizer = admin) =>
  call(preview, { url: '/api/reports/preview', body: { definition: { name: 'A report', ...definition } }, authorizer });
const previewed = async (definition: object): Promise<Preview> => {
  const answer = await ask(definition);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};

/** The number of outputs in the list that a number leads to. */
async function listed(list: string, query: Record<string, string>): Promise<number> {
  const target = list === '/api/works' ? works : publications;
  const url = `${list}?${new URLSearchParams({ ...query, perPage: '1' })}`;
  const answer = await call(target, { url, authorizer: admin });
  expect(answer).toMatchObject({ status: 200 });
  return 'include' in query ? answer.body.outputs_total : answer.body.total;
}

async function expectEveryLink({ list, counts, sums, overall }: Preview): Promise<void> {
  for (const { whole, query } of [...counts, ...sums, overall])
    expect({ query, total: await listed(list, query) }).toEqual({ query, total: whole });
}

beforeAll(storeReportRegistry);

const in2024 = { period: { years: 'absolute', from: 2024, to: 2024 } };

describe('every number leads to a list of exactly its outputs', () => {
  test.each(reportDimensions.map((dimension) => [dimension]))('by %s', async (dimension) => {
    for (const outputs of ['publications', 'works', 'both'])
      await expectEveryLink(await previewed({ outputs, group_by: [dimension] }));
  });

  test.each<[string, object]>([
    ['of a faculty', { filter: { group_id: 'faculty' }, group_by: ['group', 'year', 'open_access'], ...in2024 }],
    ['of two groups', { filter: { group_id: 'glass|network' }, group_by: ['group'] }],
    ['without a group', { filter: { group_id: 'none' }, group_by: ['group', 'person'] }],
    ['of a group and of none', { filter: { group_id: 'none|centre' }, group_by: ['group', 'type'] }],
    ['without what is below', { filter: { group_id: 'ceramics|faculty', subgroups: 'false' }, group_by: ['group'] }],
    ['of members now', { filter: { group_id: 'faculty', group_basis: 'current' }, group_by: ['group', 'person'] }],
    ['of people', { filter: { orcid_id: `${half}|${mover}` }, group_by: ['person', 'license'] }],
    ['of licences', { filter: { license: 'cc-by|cc-by-4.0|unknown' }, group_by: ['license'] }],
    ['of types', { filter: { output_type: 'book|journal-article' }, group_by: ['kdsf', 'type'] }],
    ['of funders', { filter: { funder: '10.13039/1' }, group_by: ['funder'] }],
    ['of the issue', { year_of: 'issue', group_by: ['year', 'corresponding'], ...in2024 }],
    ['of years', { period: { years: 'absolute', from: 2023, to: null }, group_by: ['year', 'publisher', 'journal'] }],
    ['by words', { filter: { q: 'mover' }, group_by: ['person'] }],
    ['of edited works', { outputs: 'works', filter: { is_edited: 'false' }, group_by: ['type'] }],
    ['of nothing', { filter: { group_id: 'nowhere' }, group_by: ['group'] }],
  ])('%s', async (_, definition) => expectEveryLink(await previewed(definition)));
});

const wholes = ({ counts }: Preview) => Object.fromEntries(counts.map(({ keys, whole }) => [String(keys[0]), whole]));

test('the faculty counts each output once, whatever its institutes have', async () => {
  const report = await previewed({
    filter: { group_id: 'faculty' },
    outputs: 'publications',
    group_by: ['group'],
    ...in2024,
  });
  expect(wholes(report)).toEqual({ faculty: 6, ceramics: 5, glass: 3, centre: 2 });
  expect(report.overall.whole).toBe(6);
  // In several institutes: the book and the joint paper, and what the half is in.
  expect(Object.fromEntries(report.counts.map(({ keys, in_several }) => [keys[0], in_several]))).toEqual({
    faculty: 0,
    ceramics: 3,
    glass: 2,
    centre: 2,
  });
  expect(report.overall.in_several).toBe(3);
  expect(report.labels.group).toMatchObject({ glass: 'Glass', faculty: 'Faculty' });
});

test('fractions are shares of authors, of which one in two units of a level is split', async () => {
  const report = await previewed({
    filter: { group_id: 'faculty' },
    outputs: 'publications',
    group_by: ['group'],
    counting: 'fractional',
    ...in2024,
  });
  const fractions = Object.fromEntries(report.counts.map(({ keys, fractional }) => [keys[0], fractional]));
  // half-2024 1/2, mover-may 1, mover-september 1/3, book 1, leaver-before 1/2, joint 2/4.
  expect(fractions.faculty).toBeCloseTo(0.5 + 1 + 1 / 3 + 1 + 0.5 + 0.5, 6);
  expect(fractions.ceramics).toBeCloseTo(0.25 + 1 + 0.5 + 0.5 + 0.125, 6);
  expect(fractions.glass).toBeCloseTo(1 / 3 + 0.5 + 0.25, 6);
  expect(fractions.centre).toBeCloseTo(0.25 + 0.125, 6);
  expect(report.overall.fractional).toBeCloseTo(fractions.faculty ?? 0, 6);
});

test('what is unknown is a row, and an output without known authors has no share', async () => {
  const report = await previewed({
    outputs: 'publications',
    filter: { group_id: 'none' },
    group_by: ['open_access'],
    counting: 'fractional',
  });
  expect(report.counts).toMatchObject([{ keys: [null], whole: 3, fractional: 2, fractional_unknown: 1 }]);
});

test('the year is that of the first publication, or of the issue', async () => {
  expect(wholes(await previewed({ outputs: 'publications', group_by: ['year'] }))).toEqual({
    2023: 1,
    2024: 8,
    null: 1,
  });
  const ofIssue = await previewed({ outputs: 'publications', year_of: 'issue', group_by: ['year'] });
  expect(wholes(ofIssue)).toEqual({ 2023: 1, 2024: 7, 2025: 1, null: 1 });
});

test('corresponding authors are the own, others, or not known', async () => {
  const report = await previewed({ outputs: 'publications', group_by: ['corresponding'] });
  expect(wholes(report)).toEqual({ yes: 1, no: 1, null: 8 });
});

test('the first outputs are cited in the style, the newest first', async () => {
  const { items, total } = await previewed({ filter: { group_id: 'glass' }, style: 'vancouver' });
  expect(total).toBe(3);
  expect(items.map(({ id }) => id)).toEqual(['10.5555/joint', '10.5555/mover-september', '10.5555/book']);
  expect(items[2]?.citation).toContain('Mover M.');
});

test('citations have italics, links and bold own authors, as documents of a run have them', async () => {
  const definition = { filter: { group_id: 'glass' }, style: 'apa' };
  const boldIn = async (bold: string) => {
    const { items } = await previewed({ ...definition, bold });
    for (const { citation, runs } of items) expect(runs.map(({ text }) => text).join('')).toBe(citation);
    const joint = items.find(({ id }) => id === '10.5555/joint');
    expect(joint?.runs.find(({ link }) => link)).toMatchObject({ link: 'https://doi.org/10.5555/joint' });
    return joint?.runs.filter((run) => run.bold).map(({ text }) => text);
  };
  expect(await boldIn('own')).toEqual(['Half, H.', 'Mover, M.']);
  // Of the two, one was in the group then.
  expect(await boldIn('group')).toEqual(['Mover, M.']);
  expect(await boldIn('none')).toEqual([]);
  const { items } = await previewed({ ...definition, locale: 'de' });
  const book = items.find(({ id }) => id === '10.5555/book');
  expect(book?.runs.filter(({ italic }) => italic).map(({ text }) => text)).toEqual(['book']);
});

test('400 names the field of a filter that no list has, or that is wrong', async () => {
  const paths = async (definition: object) =>
    (await ask(definition)).body.details?.issues?.map(({ path }: { path: string }) => path);
  expect(await paths({ filter: { colour: 'red' } })).toEqual(['definition.filter.colour']);
  expect(await paths({ filter: { publication_year: 'soon' } })).toEqual(['definition.filter.publication_year']);
  expect(await paths({ outputs: 'works', filter: { is_retracted: 'true' } })).toEqual([
    'definition.filter.is_retracted',
  ]);
  expect(await paths({ group_by: ['colour'] })).toEqual(['definition.group_by.0']);
  expect(await paths({ locale: 'de_DE', filter: { q: 'kilns' } })).toEqual(['definition.locale']);
});

test('400: no report, if its years end before they begin', async () => {
  const backwards: [object, string][] = [
    [{ period: { years: 'absolute', from: 2024, to: 2020 } }, 'definition.period.to'],
    [{ period: { years: 'relative', from: 0, to: -3 } }, 'definition.period.to'],
    [
      { filter: { publication_year_from: '2024', publication_year_to: '2020' } },
      'definition.filter.publication_year_to',
    ],
  ];
  for (const [definition, path] of backwards) {
    const refused = { status: 400, body: { code: 'invalid_body', details: { issues: [{ path }] } } };
    expect(await ask(definition)).toMatchObject(refused);
    const body = { definition: { name: 'Backwards', ...definition } };
    expect(await call(create, { url: '/api/reports', body, authorizer: admin })).toMatchObject(refused);
  }
});

test('a steward makes reports of their groups alone', async () => {
  expect(await ask({ filter: { group_id: 'faculty' } }, sessionOf('steward'))).toMatchObject({ status: 403 });
});
