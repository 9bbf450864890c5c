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
  funding_entities: [{ name: 'A fund' }],
  project_logo: { url: 'https://example.org/logo.png' },
  data: { deep: { er: [1, null] } },
};

describe('the form of a project', () => {
  test.each([
    ['all fields', project],
    ['no more than its title and programme', { ...emptyProject, programme: 'P', title: 'T' }],
  ])('gives back a project with %s as it was', (_, project) => {
    expect(inputOf(valuesOf(project))).toEqual(project);
  });

  test('accepts iDs in the usual forms', () => {
    const values = { ...valuesOf(project), member_orcids: 'https://orcid.org/0000000218250097, 0000-0001-5109-3700' };
    expect(faultsOf(values)).toEqual({});
    expect(inputOf(values).member_orcids).toEqual(project.member_orcids);
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
    ['a wrong check digit', { member_orcids: '0000-0002-1825-0098' }, { member_orcids: 'orcids' }],
    ['broken JSON', { data: '{' }, { data: 'json' }],
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
