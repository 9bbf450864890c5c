import { expect, test } from '@jest/globals';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { worksOf } from '#src/records/publications/store/works.ts';
import { ingest, isolde, publicationCount } from './ingestion-fixture.ts';

/** The one ingestion that is tried with each change; all others are slow tests. */
test('the sample becomes publications, works and a person', async () => {
  const job = await ingest(isolde);
  expect(job).toMatchObject({ status: 'completed', counts: { failed: 0 } });
  expect(job.counts.found).toBe(job.counts.created);
  const article = await getPublication('10.5555/acp.2019.0042');
  expect(article).toMatchObject({ source: 'crossref', visible: true });
  expect((await worksOf(isolde)).length + (await publicationCount())).toBe(job.counts.found);
});
