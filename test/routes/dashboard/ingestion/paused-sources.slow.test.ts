import { expect, test } from '@jest/globals';
import { waitForSource } from '#src/ingestion/store/jobs.ts';
import { pauseSource } from '#src/sources/requests/pace.ts';
import * as stuck from '../../../../lambdas/dashboard/ingest/stuck.ts';
import * as clearStuck from '../../../../lambdas/dashboard/site-tools/clear-stuck-jobs.ts';
import { carberry } from '../../../support/builders.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { captureLog } from '../../../support/log.ts';
import { detail, list, request } from './jobs-fixture.ts';

captureLog();
const hourMs = 3_600_000;

test('a source that is not asked is in the answers about jobs at once, with the reason and the time; not any more afterwards', async () => {
  const { job_id } = await request(carberry);
  expect((await detail(job_id)).body).toMatchObject({ paused_sources: [] });
  const untilMs = Date.now() + hourMs;
  await pauseSource('openalex', 'single', { untilMs, because: 'access', detail: '401: check its key' });
  await pauseSource('openalex', 'list', { untilMs, because: 'budget', detail: null });
  await pauseSource('orcid', 'single', { untilMs: Date.now() - 1, because: 'quota', detail: null });
  const paused_sources = [
    {
      source: 'openalex',
      lists_only: false,
      until: untilMs,
      reason: expect.stringMatching(
        /^OpenAlex refuses our requests \(401: check its key\) and is asked again after .* UTC$/,
      ),
    },
    {
      source: 'openalex',
      lists_only: true,
      until: untilMs,
      reason: expect.stringMatching(/^OpenAlex has no requests left in our budget and/),
    },
  ];
  expect((await detail(job_id)).body).toMatchObject({ paused_sources });
  expect((await list()).body).toMatchObject({ paused_sources });
});

test('a job that waits says so in its page, in the listings, also of stuck jobs, and in the dry run', async () => {
  const { job_id } = await request(carberry, new Date(Date.now() - hourMs));
  const untilMs = Date.now() + hourMs;
  await waitForSource(job_id, { source: 'orcid', pause: { untilMs, because: 'quota', detail: null } });
  const waiting = { job_id, status: 'queued', waiting_for: 'orcid', waiting_until: untilMs };
  expect((await detail(job_id)).body).toMatchObject({ job: { ...waiting, attempts: 0 } });
  expect((await list()).body).toMatchObject({ jobs: [waiting] });
  const stuckJobs = await call(stuck, { url: '/api/ingest/stuck', authorizer: sessionOf('workspace_member') });
  expect(stuckJobs.body).toMatchObject({ jobs: [waiting], count: 1 });
  const dryRun = { url: '/api/site-tools/clear-stuck-jobs', body: { dryRun: true } };
  const found = await call(clearStuck, { ...dryRun, authorizer: sessionOf('superadmin') });
  expect(found.body).toMatchObject({ totals: { found: 1 }, jobs: [{ ...waiting, cleared: false }] });
});
