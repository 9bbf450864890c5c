import { beforeEach, describe, expect, test } from '@jest/globals';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { interceptLog } from '../support/log.ts';
import { events } from '../support/table.ts';
import { type Answer, content, faults, ingest, isolde, publicationCount, queues } from './ingestion-fixture.ts';

describe('the sample', () => {
  test('delivering every message twice changes nothing', async () => {
    await ingest(isolde);
    const once = await content();
    queues.purge();
    await freshTable();
    await ingest(isolde, 2);
    expect(await content()).toEqual(once);
  });

  test('a second ingestion finds everything and creates nothing', async () => {
    const first = await ingest(carberry);
    const count = await publicationCount();
    const second = await ingest(carberry);
    expect(second.counts).toEqual({ ...first.counts, created: 0, skipped: first.counts.found });
    expect(await publicationCount()).toBe(count);
  });

  test('a publication of two researchers is stored once and linked to both, in either order', async () => {
    for (const order of [
      [isolde, carberry],
      [carberry, isolde],
    ]) {
      await freshTable();
      for (const orcid of order) await ingest(orcid);
      const shared = await getPublication('10.5555/acp.2019.0042');
      expect(shared?.researchers.map(({ orcid }) => orcid)).toEqual([carberry, isolde]);
    }
  });

  test('a publication of a hundred researchers can be linked to one more', async () => {
    const doi = '10.5555/acp.2019.0042';
    await ingest(carberry);
    const shared = await getPublication(doi);
    if (!shared) throw new Error('no publication');
    const [link] = shared.researchers;
    const others = Array.from({ length: 99 }, (_, n) => `0000-0000-0000-${String(n).padStart(4, '0')}`);
    const researchers = [
      ...shared.researchers,
      ...others.map((orcid) => ({ ...link, orcid })),
    ] as typeof shared.researchers;
    const crowded = { ...shared, researchers, version: shared.version + 1 };
    expect(await savePublication(crowded, shared, [])).toBe('saved');
    expect(await ingest(isolde)).toMatchObject({ status: 'completed', counts: { failed: 0 } });
    expect((await getPublication(doi))?.researchers).toHaveLength(101);
  });

  test('a preprint in the group of its article is a version of it, and no alias', async () => {
    for (const orcid of [isolde, carberry, '0009-9999-0000-0027']) await ingest(orcid);
    expect(await getPublication('10.5555/preprints.2020.7')).toMatchObject({ superseded_by: '10.5555/jcp.2020.115' });
    expect(await getPublication('10.5555/jcp.2020.115')).toMatchObject({ aliases: [], superseded_by: null });
  });
});

describe('a source that fails', () => {
  const down: Answer = { status: 500, body: '' };

  test('fails only the works that need it', async () => {
    faults.set('crossref /works/10.5555/acp.2019.0042', down);
    const job = await ingest(isolde);
    expect(job).toMatchObject({ status: 'partial_failure', counts: { failed: 1 } });
    expect(job.counts.created).toBe(job.counts.found - 1);
    expect(await getPublication('10.5555/acp.2019.0042')).toBeUndefined();
    const failures = (await events()).filter(({ event_type }) => event_type === 'ingestion.work.failed');
    expect(failures).toMatchObject([
      { resource_id: job.job_id, message: expect.stringContaining('Crossref answered 500') },
    ]);
  });

  test('failed works are completed by the next ingestion', async () => {
    faults.set('crossref /works/10.5555/acp.2019.0042', { status: 200, body: '<html>busy</html>' });
    expect((await ingest(isolde)).status).toBe('partial_failure');
    faults.clear();
    expect(await ingest(isolde)).toMatchObject({ status: 'completed', counts: { created: 1 } });
  });

  test('a malformed answer fails the work and stores no row', async () => {
    faults.set('crossref /works/10.5555/acp.2019.0042', { status: 200, body: '{"status":"ok","message":[]}' });
    expect((await ingest(isolde)).counts.failed).toBe(1);
    expect(await getPublication('10.5555/acp.2019.0042')).toBeUndefined();
  });

  test.each([
    [404, '{"response-code":404,"error-code":9016}', /no ORCID record/],
    [409, '{"response-code":409,"error-code":9018,"developer-message":"The ORCID record is locked"}', /locked/i],
    [
      409,
      '{"response-code":409,"error-code":9044,"developer-message":"The ORCID record is deactivated"}',
      /deactivated/i,
    ],
    [500, '', /ORCID answered 500/],
  ])('an ORCID record that answers %d %s fails the job and says so', async (status, body, says) => {
    faults.set(`orcid`, { status, headers: { 'content-type': 'application/json' }, body });
    const job = await ingest(isolde);
    expect(job).toMatchObject({ status: 'failed', error_message: expect.stringMatching(says) });
    expect((await events()).at(-1)).toMatchObject({ event_type: 'ingestion.job.failed', message: job.error_message });
  });
});

describe('the log', () => {
  const lines: Record<string, unknown>[] = [];
  const failedJobs = (value: number) => ({
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: 'PublicationRegistry',
          Dimensions: [['table']],
          Metrics: [{ Name: 'FailedJobs', Unit: 'Count' }],
        },
      ],
    },
    FailedJobs: value,
    table: process.env.TABLE_NAME,
  });
  beforeEach(() => {
    lines.length = 0;
    interceptLog((line) => void lines.push(JSON.parse(line)));
  });

  test('has one line with the counts of a job that completes', async () => {
    const { job_id: jobId, counts } = await ingest(isolde);
    const ends = lines.filter(({ message }) => String(message).startsWith(`Ingestion of ${isolde}`));
    expect(ends).toEqual([
      {
        level: 'info',
        message: `Ingestion of ${isolde} is complete: ${counts.found} works`,
        jobId,
        orcid: isolde,
        status: 'completed',
        counts,
        ...failedJobs(0),
      },
    ]);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 'info', message: 'Message handled', job: 'ingest-researcher', jobId }),
    );
  });

  test('has one warning with the reason of a job that fails', async () => {
    faults.set('orcid', { status: 404, headers: { 'content-type': 'application/json' }, body: '{"error-code":9016}' });
    const { job_id: jobId } = await ingest(isolde);
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([
      {
        level: 'warn',
        message: `Ingestion of ${isolde} failed: There is no ORCID record ${isolde}`,
        jobId,
        orcid: isolde,
        status: 'failed',
        ...failedJobs(1),
      },
    ]);
  });

  test('has one warning with DOI, source and reason of a publication that fails; the job shows them too', async () => {
    const doi = '10.5555/acp.2019.0042';
    faults.set(`crossref /works/${doi}`, { status: 500, body: '' });
    const { job_id: jobId, counts } = await ingest(isolde);
    const reason = 'Crossref answered 500 (3 attempts)';
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([
      {
        level: 'warn',
        message: `Publication ${doi} was not stored: ${reason}`,
        jobId,
        orcid: isolde,
        doi,
        source: 'crossref',
        reason,
      },
      {
        level: 'warn',
        message: `Ingestion of ${isolde} is complete except for 1 of ${counts.found} works`,
        jobId,
        orcid: isolde,
        status: 'partial_failure',
        counts,
        reasons: { [reason]: 1 },
        ...failedJobs(0),
      },
    ]);
  });
});
