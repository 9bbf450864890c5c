import { beforeEach, describe, expect, test } from '@jest/globals';
import { getProject } from '#src/records/projects/store/projects.ts';
import * as createProject from '../../../../lambdas/dashboard/projects/create.ts';
import { carberry } from '../../../support/builders.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePerson } from '../../../support/people.ts';
import { allItems, auditRecords } from '../../../support/table.ts';

captureLog();
beforeEach(() => freshTable());

/** A person unknown to the registry. */
const stranger = '0009-9999-0000-0019';
const authorizer = sessionOf('workspace_member');
const post = (body: unknown) => call(createProject, { url: '/api/projects', body, authorizer });

test('201: a project with every field, its people with their names', async () => {
  await storePerson(carberry, 'Josiah', 'Carberry');
  const sent = {
    id: 'kilns',
    programme: { en: 'Horizon', 'PT-br': ' Horizonte ' },
    title: { en: 'Kilns', de: 'Brennöfen', fr: ' ' },
    abstract: { en: ' ' },
    start_date: '2024-02',
    end_date: '2024',
    cesam_funding_amount: 0,
    cesam_funding_currency: 'USD',
    total_funding_amount: 1_250_000.5,
    total_funding_currency: 'EUR',
    funding_entities: ['Fund', { name: 'Foundation', url: 'https://fund.example' }, 7],
    proponent_institution: 'Institute',
    project_logo: { url: 'https://images.example/"><script>', alt: '"Logo"' },
    funding_partner_images: [{ src: 'http://images.example/fund.png' }],
    page_url: 'https://kilns.example',
    member_orcids: [`https://orcid.org/${carberry}`, carberry, stranger],
    coordinator_orcids: [carberry],
    data: { acronym: 'KILN', nested: [{ deep: null }] },
    work_ids: ['b'.repeat(32), 'a'.repeat(32)],
    visible: false,
  };
  const { status, body } = await post(sent);
  expect(status).toBe(201);
  expect(body).toEqual({
    ...sent,
    programme: { en: 'Horizon', 'pt-BR': 'Horizonte' },
    title: { en: 'Kilns', de: 'Brennöfen' },
    abstract: null,
    // URLs are stored in their canonical form.
    funding_entities: ['Fund', { name: 'Foundation', url: 'https://fund.example/' }, 7],
    project_logo: { url: 'https://images.example/%22%3E%3Cscript%3E', alt: '"Logo"' },
    page_url: 'https://kilns.example/',
    member_orcids: [carberry, stranger],
    members: [
      { orcid: carberry, name: 'Josiah Carberry' },
      { orcid: stranger, name: null },
    ],
    coordinators: [{ orcid: carberry, name: 'Josiah Carberry' }],
    deleted: false,
    deleted_at: null,
    created_at: expect.any(Number),
    updated_at: body.created_at,
    publication_dois: [],
    version: 1,
  });
  expect(await getProject('kilns')).toMatchObject({ title: body.title, visible: false });
  expect(await auditRecords()).toMatchObject([
    { action: 'project.created', actor_id: 'user:curator@example.org', resource_id: 'kilns', before: null },
  ]);
});

test('201: programme and title are enough, and the id is made from the title', async () => {
  const { status, body } = await post({ programme: 'Horizon', title: 'Kilns of the North' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: 'kilns-of-the-north',
    abstract: null,
    total_funding_currency: 'EUR',
    visible: true,
  });
});

test('409: the id is taken', async () => {
  const body = { id: 'kilns', programme: 'Horizon', title: 'Kilns' };
  expect((await post(body)).status).toBe(201);
  expect(await post({ ...body, title: 'Other' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await getProject('kilns'))?.title).toBe('Kilns');
});

const nested = (levels: number): unknown => (levels === 0 ? 0 : [nested(levels - 1)]);
const tags = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`en-x-a${n}`, 'T']));

describe('400: the field that is wrong is named, and nothing is written:', () => {
  test.each<[string, object]>([
    ['title', { title: undefined }],
    ['programme', { programme: ' ' }],
    ['title', { title: { de: '' } }],
    ['title', { title: 5 }],
    ['title.de_DE', { title: { de_DE: 'T' } }],
    ['title.pt-br', { title: { 'pt-BR': 'T', 'pt-br': 'U' } }],
    ['title.en', { title: { en: 'a\u0000b' } }],
    ['title', { title: 'x'.repeat(1_001) }],
    ['title', { title: tags }],
    ['abstract', { abstract: 'x'.repeat(10_001) }],
    ['id', { id: 'a/b' }],
    ['id', { id: 'bulk' }],
    ['start_date', { start_date: '2026-02-30' }],
    ['start_date', { start_date: '2026-13' }],
    ['end_date', { start_date: '2026-02', end_date: '2026-01-31' }],
    ['end_date', { start_date: '2026-02', end_date: '2025' }],
    ['total_funding_amount', { total_funding_amount: -1 }],
    ['total_funding_amount', { total_funding_amount: 1e16 }],
    ['cesam_funding_amount', { cesam_funding_amount: '5' }],
    ['cesam_funding_currency', { cesam_funding_currency: 'GBP' }],
    ['page_url', { page_url: 'javascript:alert(1)' }],
    ['page_url', { page_url: 'https:example' }],
    ['project_logo.url', { project_logo: { url: 'data:text/html,x' } }],
    ['funding_partner_images.0.link_url', { funding_partner_images: [{ link_url: 'ftp://x.example' }] }],
    ['funding_entities.0.a.href', { funding_entities: [{ a: { href: 'x' } }] }],
    ['data.urls.url.0', { data: { urls: { url: ['javascript:alert(1)'] } } }],
    ['data.n', { data: { n: 1e200 } }],
    ['data.n', { data: { n: 1e-200 } }],
    ['data.n', { data: { n: '\ud800' } }],
    ['data.n', { data: { n: 'a\u0000' } }],
    ['data.a\u0000', { data: { 'a\u0000': 1 } }],
    ['data.a.constructor', { data: { a: { constructor: { name: 'Set' } } } }],
    ['data.', { data: { '': 1 } }],
    [`data.a${'.0'.repeat(16)}`, { data: { a: nested(16) } }],
    ['data', { data: { a: 'x'.repeat(190_000) } }],
    ['funding_entities', { funding_entities: ['x'.repeat(41_000)] }],
    ['member_orcids.1', { member_orcids: [carberry, '0000-0002-1825-0098'] }],
    ['member_orcids', { member_orcids: new Array(501).fill(carberry) }],
    ['work_ids.1', { work_ids: ['a'.repeat(32), '10.5555/a'] }],
    ['work_ids', { work_ids: new Array(501).fill('a'.repeat(32)) }],
    ['version', { version: 7 }],
    ['deleted', { deleted: true }],
  ])('%s', async (path, fields) => {
    const { status, body } = await post({ programme: 'Horizon', title: 'Kilns', ...fields });
    expect(status).toBe(400);
    expect(body.details.issues).toEqual([{ path, message: expect.stringMatching(/^(must|is) /) }]);
  });

  test('an amount that is not finite', async () => {
    const body = '{"programme":"Horizon","title":"Kilns","total_funding_amount":1e999}';
    expect((await post(body)).body.details.issues).toMatchObject([{ path: 'total_funding_amount' }]);
    expect(await allItems()).toEqual([]);
  });
});
