import { describe, expect, test } from '@jest/globals';
import { applyProject, ProjectInput } from '#src/records/projects/input.ts';
import { hasProjectChanged, ProjectRecord, projectHref, projectRow } from '#src/records/projects/project.ts';
import { aProject, carberry } from '../support/builders.ts';

const now = new Date('2026-01-31T12:00:00Z');
const later = new Date('2026-02-01T12:00:00Z');

describe('importing a project', () => {
  test('what is left out is empty, and money without a currency is in euros', () => {
    expect(ProjectRecord.parse(applyProject(undefined, aProject(), now))).toEqual({
      id: 'kilns',
      programme: 'Horizon',
      title: 'Kilns of the North',
      abstract: null,
      publication_dois: [],
      work_ids: [],
      start_date: null,
      end_date: null,
      cesam_funding_amount: null,
      cesam_funding_currency: 'EUR',
      total_funding_amount: null,
      total_funding_currency: 'EUR',
      funding_entities: [],
      proponent_institution: null,
      project_logo: null,
      funding_partner_images: [],
      page_url: null,
      member_orcids: [],
      coordinator_orcids: [],
      data: {},
      visible: true,
      deleted_at: null,
      withdrawn_at: null,
      created_at: now.getTime(),
      updated_at: now.getTime(),
      version: 1,
    });
  });

  test.each<[string, object]>([
    ['an id that would need encoding', { id: 'a/b' }],
    ['an id that is a step in a path', { id: '..' }],
    ['an id without end', { id: 'x'.repeat(101) }],
    ['an empty title', { title: ' ' }],
    ['a title in no language', { title: {} }],
    ['a title that nobody can see', { title: '\u200b\u00ad' }],
    ['a title that nobody can see in any language', { title: { en: '\u2060', pt: ' ' } }],
    ['another currency', { total_funding_currency: 'GBP' }],
    ['less than no money', { total_funding_amount: -1 }],
    ['a date in words', { start_date: 'spring' }],
    ['an address that is none', { page_url: 'www' }],
    ['a member without a true iD', { member_orcids: ['0000-0002-1825-0098'] }],
    ['fields nobody knows', { version: 7 }],
  ])('is not: %s', (_, fields) => {
    expect(ProjectInput.safeParse({ id: 'kilns', programme: 'P', title: 'T', ...fields }).success).toBe(false);
  });

  test('people are listed once, however their iDs are written', () => {
    const members = [carberry, `https://orcid.org/${carberry}`];
    expect(applyProject(undefined, aProject({ member_orcids: members }), now).member_orcids).toEqual([carberry]);
  });
});

describe('importing a project again', () => {
  const stored = { ...applyProject(undefined, aProject({ visible: false }), now), deleted_at: later.toISOString() };

  test('stays hidden or deleted unless the import says otherwise, and keeps created_at', () => {
    expect(applyProject(stored, aProject({ title: 'New' }), later)).toMatchObject({
      title: 'New',
      visible: false,
      deleted_at: later.toISOString(),
      created_at: now.getTime(),
      updated_at: later.getTime(),
      version: 2,
    });
    expect(applyProject(stored, aProject({ visible: true }), later).visible).toBe(true);
  });

  test('the same changes nothing, in whatever order its members stand', () => {
    const before = applyProject(undefined, aProject({ data: { a: 1, b: { c: [2], d: 3 } } }), now);
    const after = applyProject(before, aProject({ data: { b: { d: 3, c: [2] }, a: 1 } }), later);
    expect(hasProjectChanged(before, after)).toBe(false);
    expect(hasProjectChanged(before, applyProject(before, aProject({ data: { a: 2 } }), later))).toBe(true);
    expect(hasProjectChanged(undefined, after)).toBe(true);
  });
});

test('the row leaves out what no list shows', () => {
  const row = projectRow(applyProject(undefined, aProject({ member_orcids: [carberry], data: { secret: 1 } }), now));
  expect(JSON.stringify(row)).not.toMatch(/secret|0000-0002/);
});

test('a project links to its own page, else to the registry', () => {
  expect(projectHref({ id: 'kilns', page_url: null }, 'https://r.example')).toBe('https://r.example/v1/projects/kilns');
  expect(projectHref({ id: 'kilns', page_url: 'https://k.example/' }, 'https://r.example')).toBe('https://k.example/');
});
