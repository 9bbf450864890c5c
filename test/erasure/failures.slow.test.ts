import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from '@jest/globals';
import { proposalsOf } from '#src/ingestion/proposals/store/proposals.ts';
import { finishErasures } from '#src/operations/erasure/finish-open.ts';
import { openErasures } from '#src/records/people/store/erasure-marks.ts';
import { getProject } from '#src/records/projects/store/projects.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { readPass } from '#src/table/passes/stored-pass.ts';
import { job } from '../../lambdas/background/finish-erasures.ts';
import * as eraseRoute from '../../lambdas/dashboard/people/erase.ts';
import { intercept } from '../site-tools/reset-data-fixture.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { call, sessionOf } from '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { underRole } from '../support/roles.ts';
import { allItems } from '../support/table.ts';
import { ada, erase, now, settled, storeMuch, tracesOf } from './erasure-fixture.ts';

const lines = captureLog();
const finish = underRole(job, finishErasures);
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

/** Fails every transaction that names a key. */
const breakKey = (key: string) =>
  intercept(async (command, real) => {
    const isBroken = command instanceof TransactWriteCommand && JSON.stringify(command.input).includes(`"${key}"`);
    if (isBroken) throw new Error(`${key} of ${carberry} is broken`);
    return real();
  });

beforeEach(async () => {
  await freshTable();
  await storeMuch();
});

test.each([
  ['a publication', keys.publication('10.5555/pots').pk, '10.5555/pots'],
  ['a proposal', 'proposal-3', 'proposal-3'],
  ['a project', keys.project('kilns').pk, 'kilns'],
  ['a work', keys.work('work-1').pk, 'work-1'],
])('%s that fails keeps nothing else from being erased, and erasing is not done', async (_, broken, id) => {
  const end = breakKey(broken);
  const logged = lines.length;
  const first = await erase();
  expect(first).toMatchObject({ done: false, againAt: null, failed: [{ id, attempts: 1 }] });
  const tracesLeft = await tracesOf(carberry);
  expect(tracesLeft.filter((trace) => /^(PERSON|ACTIVITY|AUDIT|JOB)#/.test(trace))).toEqual([]);
  // The notes name nobody.
  expect(JSON.stringify([...lines.slice(logged), await readPass('erasures')])).not.toContain(carberry);
  expect((await erase()).failed).toMatchObject([{ id, attempts: 2 }]);
  expect(await openErasures()).toHaveLength(1);
  end();
  expect(await erase()).toMatchObject({ done: false, againAt: settled.getTime(), failed: [] });
  expect(await tracesOf(carberry)).toEqual([]);
  expect((await erase({ at: settled })).done).toBe(true);
  expect((await readPass('erasures')).failed).toEqual([]);
});

test('a job that fails keeps the person who leads to it, and nothing else', async () => {
  const pointer = (await allItems()).find(
    ({ pk, sk }) => pk === keys.person(carberry).pk && sk === keys.latestJob('').sk,
  );
  const { pk } = keys.job(String(pointer?.job_id));
  const end = breakKey(pk);
  const { failed } = await erase();
  end();
  expect(failed.map(({ step }) => step)).toEqual(['jobs', 'person']);
  expect((await getPublication('10.5555/pots'))?.researchers.map(({ orcid }) => orcid)).toEqual([ada]);
  expect((await getProject('kilns'))?.member_orcids).toEqual([ada]);
  expect(await proposalsOf(carberry)).toEqual([]);
  await erase();
  expect(await tracesOf(carberry)).toEqual([]);
});

test('500: the answer names what failed when everything else is erased', async () => {
  const end = breakKey(keys.publication('10.5555/pots').pk);
  const url = `/api/people/${carberry}?confirmation=ERASE%20${carberry}`;
  const { status, body } = await call(eraseRoute, { url, method: 'DELETE', authorizer: sessionOf('superadmin') });
  end();
  expect(status).toBe(500);
  expect(body.details).toMatchObject({ done: false, failed: [{ step: 'publications', id: '10.5555/pots' }] });
  expect(body.details.totals).toMatchObject({ person: 1, projects: 1 });
});

test('the schedule: one that fails waits longer and longer, and the others are finished', async () => {
  const end = breakKey(keys.publication('10.5555/pots').pk);
  await erase({ deadlineMs: 0 });
  await erase({ orcid: ada, deadlineMs: 0, at: later(0.01) });
  await expect(finish(now, Number.POSITIVE_INFINITY)).rejects.toThrow('1 records could not be erased');
  end();
  // Not yet.
  await finish(later(0.5), Number.POSITIVE_INFINITY);
  expect(await tracesOf(carberry)).not.toEqual([]);
  await finish(later(1), Number.POSITIVE_INFINITY);
  await finish(later(2), Number.POSITIVE_INFINITY);
  expect(await openErasures()).toEqual([]);
  expect(await tracesOf(carberry)).toEqual([]);
  expect((await readPass('erasures')).failed).toEqual([]);
});
