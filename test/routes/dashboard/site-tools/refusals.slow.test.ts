import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as clear from '../../../../lambdas/dashboard/site-tools/clear-stuck-jobs.ts';
import * as rederive from '../../../../lambdas/dashboard/site-tools/rederive.ts';
import * as repair from '../../../../lambdas/dashboard/site-tools/repair-author-links.ts';
import * as repairAll from '../../../../lambdas/dashboard/site-tools/repair-author-links-bulk.ts';
import * as reset from '../../../../lambdas/dashboard/site-tools/reset-data.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { storePublicationRow } from '../../../support/people.ts';
import { allItems } from '../../../support/table.ts';

captureLog();
beforeAll(() => freshTable());
const admin = sessionOf('superadmin');
beforeEach(() => {
  process.env.RESET_ALLOWED_EMAILS = 'ada@example.org curator@example.org';
  delete process.env.RESET_CONFIRMATION;
});

const tools = [
  { name: 'reset-data', target: reset },
  { name: 'clear-stuck-jobs', target: clear },
  { name: 'repair-author-links', target: repair },
  { name: 'repair-author-links/bulk', target: repairAll },
  { name: 'rederive', target: rederive },
];
const post = ({ target, name }: (typeof tools)[number], body: unknown, authorizer = admin, headers = {}) =>
  call(target, { url: `/api/site-tools/${name}`, body, authorizer, headers });
const [resetTool, clearTool, repairTool, bulkTool] = tools as [
  (typeof tools)[number],
  (typeof tools)[number],
  (typeof tools)[number],
  (typeof tools)[number],
];

describe.each(tools)('$name', (tool) => {
  test.each(['workspace_member', 'workspace_admin', undefined] as const)(
    '403: a %s, whatever is in the body',
    async (role) => {
      for (const body of ['{', undefined, { confirmation: 'RESET primary_entity', doi: '10.5555/pots' }]) {
        const answer = await post(tool, body, sessionOf(role));
        expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 403, code: 'forbidden' });
      }
    },
  );

  test('400: a field that the body does not have is named', async () => {
    const { status, body } = await post(tool, {
      confirmation: 'RESET primary_entity',
      doi: '10.5555/pots',
      workspace: 'x',
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_body' });
    expect(body.error).toContain('workspace');
  });

  test.each([['dryRun'], ['cesamOnly']])('400: %s must be a boolean', async (name) => {
    if (name === 'cesamOnly' && !tool.name.startsWith('repair')) return;
    const { status, body } = await post(tool, {
      confirmation: 'RESET primary_entity',
      doi: '10.5555/pots',
      [name]: 'yes',
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body.details.issues)).toContain(name);
  });
});

describe('reset-data', () => {
  test.each([
    ['another address', 'ada@example.org', admin],
    ['nobody', '', admin],
    ['no address', 'curator@example.org', { ...admin, email: '' }],
  ])('403: allowed is %s: before the body is read', async (_, allowed, authorizer) => {
    process.env.RESET_ALLOWED_EMAILS = allowed;
    for (const body of ['{', { confirmation: 'wrong' }, { confirmation: 'RESET primary_entity' }]) {
      const answer = await post(resetTool, body, authorizer);
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 403, code: 'forbidden' });
    }
  });

  test('403: without the setting', async () => {
    delete process.env.RESET_ALLOWED_EMAILS;
    expect((await post(resetTool, { confirmation: 'RESET primary_entity' })).status).toBe(403);
  });

  test.each(['reset primary_entity', 'RESET primary_entity ', 'RESET', '', 'RESET library'])(
    '400: confirmation mismatch: "%s", also in a dry run, and nothing is deleted',
    async (confirmation) => {
      await storePublicationRow({});
      for (const dryRun of [false, true]) {
        const { status, body } = await post(resetTool, { confirmation, dryRun });
        expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_body' });
        expect(body.error).toContain('confirmation mismatch');
        expect(body.details.issues).toEqual([{ path: 'confirmation', message: expect.stringMatching(/^mismatch/) }]);
      }
      expect((await allItems()).filter(({ pk }) => String(pk).startsWith('LIST#PUB'))).toHaveLength(1);
    },
  );

  test.each([[{}], [{ confirmation: 1 }], [{ confirmation: null }]])('400: %j', async (body) => {
    const answer = await post(resetTool, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain('confirmation');
  });

  test('200: the phrase names the workspace of the request, or is the one of the deployment', async () => {
    const dry = (confirmation: string, headers = {}) => post(resetTool, { confirmation, dryRun: true }, admin, headers);
    expect((await dry('RESET library', { 'X-Workspace-Id': 'library' })).status).toBe(200);
    expect((await dry('RESET primary_entity', { 'X-Workspace-Id': 'library' })).status).toBe(400);
    process.env.RESET_CONFIRMATION = 'delete everything';
    expect((await dry('RESET primary_entity')).status).toBe(400);
    const { status, body } = await dry('delete everything');
    expect(status).toBe(200);
    expect(body).toMatchObject({ dryRun: true, complete: true, totals: { works: 0, people: 0, jobs: 0 } });
    expect(body.shards).toHaveLength(8);
  });
});

describe('clear-stuck-jobs', () => {
  test.each([
    ['thresholdSeconds', 59],
    ['thresholdSeconds', 86_401],
    ['thresholdSeconds', 900.5],
    ['thresholdSeconds', '900'],
    ['reason', ''],
    ['reason', 'x'.repeat(201)],
    ['reason', null],
  ])('400: %s = %j is named', async (name, value) => {
    const { status, body } = await post(clearTool, { [name]: value });
    expect(status).toBe(400);
    expect(body.details.issues[0].path).toBe(name);
  });

  test.each([[undefined], [{}], [''], [{ thresholdSeconds: 60, reason: 'x' }], [{ thresholdSeconds: 86_400 }]])(
    '200: the body %j',
    async (body) => {
      expect((await post(clearTool, body)).status).toBe(200);
    },
  );
});

describe('repair-author-links', () => {
  test.each([[{}], [{ doi: '' }], [{ doi: 'pots' }], [{ doi: 1 }]])('400: %j names the field', async (body) => {
    const answer = await post(repairTool, body);
    expect(answer.status).toBe(400);
    expect(answer.body.details.issues[0].path).toBe('doi');
  });

  test.each([0, 1001, 1.5, '100'])('400: limitPerShard = %j of all is named', async (limitPerShard) => {
    const answer = await post(bulkTool, { limitPerShard });
    expect(answer.status).toBe(400);
    expect(answer.body.details.issues[0].path).toBe('limitPerShard');
  });
});
