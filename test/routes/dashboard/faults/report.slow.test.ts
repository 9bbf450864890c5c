import { beforeAll, expect, test } from '@jest/globals';
import * as reportFault from '../../../../lambdas/dashboard/faults/report.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, requestId, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';

beforeAll(freshTable);

const lines = captureLog();
const fault = {
  message: 'x is undefined, for ada@example.org',
  stack: 'at PersonPage (/assets/page.js:1:20) 0000-0002-1825-0097',
  page: '/people/$orcid',
  release: '1.2.0',
};
const report = (body: object, subject = 'somebody') =>
  call(reportFault, { url: '/api/faults', body, authorizer: { ...sessionOf(), subject } });
const logged = () => lines.filter(({ message }) => message === 'a script of the dashboard failed');

test('202: writes the fault to the log with the id that the answer has, and without iDs and addresses', async () => {
  expect(await report(fault)).toMatchObject({ status: 202, body: { request_id: requestId } });
  expect(logged()).toEqual([
    expect.objectContaining({
      level: 'warn',
      requestId,
      fault: { ...fault, message: 'x is undefined, for [e-mail]', stack: 'at PersonPage (/assets/page.js:1:20) [iD]' },
    }),
  ]);
});

test.each([
  ['message', 501],
  ['stack', 4001],
  ['page', 201],
  ['release', 51],
])('400: a %s of %i characters is not logged', async (name, length) => {
  expect(await report({ ...fault, [name]: 'x'.repeat(length) })).toMatchObject({ status: 400 });
  expect(logged()).toEqual([]);
});

test('429: after a hundred a day from one person, also at once; others may go on', async () => {
  const answers = await Promise.all(Array.from({ length: 102 }, () => report(fault, 'noisy')));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(100);
  expect(answers.find(({ status }) => status !== 202)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(logged()).toHaveLength(100);
  expect(await report(fault, 'other')).toMatchObject({ status: 202 });
});
