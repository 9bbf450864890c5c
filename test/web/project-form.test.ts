import { describe, expect, test } from '@jest/globals';
import {
  conflictsOf,
  emptyProject,
  faultsOf,
  inputOf,
  textOf,
  type Values,
  valuesOf,
} from '../../web/src/pages/projects/form.ts';

const project = {
  ...emptyProject,
  programme: 'Horizon Crackpot',
  title: { en: 'Glazes of the South', pt: 'Esmaltes do Sul' },
  abstract: 'Glazes.',
  start_date: '2026-03',
  end_date: '2027',
  total_funding_amount: 75_000.5,
  proponent_institution: 'Brown University',
  page_url: 'https://example.org/',
  member_orcids: ['0000-0002-1825-0097', '0000-0001-5109-3700'],
  work_ids: ['0123456789abcdef0123456789abcdef'],
  funding_entities: [{ name: 'A fund' }],
  project_logo: { url: 'https://example.org/logo.png', width: 200 },
  funding_partner_images: [{ url: 'https://example.org/fund.png', alt: 'A fund' }],
  data: { deep: { er: [1, null] } },
};

describe('the form of a project', () => {
  test.each([
    ['all fields', project],
    ['no more than its title and programme', { ...emptyProject, programme: 'P', title: 'T' }],
  ])('gives back a project with %s as it was', (_, project) => {
    expect(inputOf(valuesOf(project))).toEqual(project);
  });

  test('leaves out what was added and not filled in', () => {
    const values = {
      ...valuesOf(project),
      funding_entities: ['A fund', ' '],
      project_logo: [{ url: '', alt: '' }],
      data: [['', '']] as const,
    };
    expect(inputOf(values)).toMatchObject({ funding_entities: ['A fund'], project_logo: null, data: {} });
  });

  test.each<[string, Partial<Values>, object]>([
    ['no title', { title: [{ tag: '', text: ' ' }] }, { title: 'required' }],
    [
      'two texts and one tag',
      {
        title: [
          { tag: '', text: 'a' },
          { tag: 'de', text: 'b' },
        ],
      },
      { title: 'language' },
    ],
    [
      'one tag twice',
      {
        abstract: [
          { tag: 'de', text: 'a' },
          { tag: 'de', text: 'b' },
        ],
      },
      { abstract: 'language' },
    ],
    ['a date in words', { start_date: 'March 2026' }, { start_date: 'date' }],
    ['a negative amount', { total_funding_amount: '-1' }, { total_funding_amount: 'amount' }],
    ['an amount with a comma', { cesam_funding_amount: '1,5' }, { cesam_funding_amount: 'amount' }],
    ['a wrong check digit', { member_orcids: ['0000-0002-1825-0098'] }, { member_orcids: 'orcids' }],
    [
      'one name twice',
      {
        data: [
          ['a', 1],
          ['a', 2],
        ],
      },
      { data: 'names' },
    ],
    ['a day that does not exist', { start_date: '2026-02-30' }, { start_date: 'date' }],
    ['an end before the start', { start_date: '2026', end_date: '2025' }, { end_date: 'order' }],
    ['an amount that is too large', { total_funding_amount: '1e16' }, { total_funding_amount: 'amount' }],
    ['an address without a scheme', { page_url: 'example.org' }, { page_url: 'address' }],
    ['a script as an image', { project_logo: [{ url: 'javascript:alert(1)' }] }, { project_logo: 'other' }],
    ['a tag that is none', { title: [{ tag: 'english!', text: 'a' }] }, { title: 'language' }],
    ['a title that is too long', { title: [{ tag: '', text: 'a'.repeat(1001) }] }, { title: 'size' }],
  ])('finds %s', (_, change, faults) => {
    expect(faultsOf({ ...valuesOf(project), ...change })).toEqual(faults);
  });
});

test('only what two people have changed to different values is in conflict', () => {
  const typed: Partial<Values> = { title: [{ tag: '', text: 'Mine' }], start_date: '2027', end_date: '2028' };
  const theirs = { ...project, title: 'Theirs', start_date: '2027', page_url: 'https://example.org/other' };
  expect(conflictsOf(typed, project, theirs)).toEqual(['title']);
  expect(conflictsOf(typed, theirs, theirs)).toEqual([]);
  expect(textOf(valuesOf(project).title)).toBe('en: Glazes of the South\npt: Esmaltes do Sul');
});
