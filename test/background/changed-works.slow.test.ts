import { beforeEach, describe, expect, test } from '@jest/globals';
import { requestIngestion } from '#src/ingestion/request.ts';
import { ingestResearcher } from '#src/ingestion/researcher.ts';
import { getJob } from '#src/ingestion/store/jobs.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { deleteItems } from '#src/table/table.ts';
import { carberry } from '../support/builders.ts';
import { dyingAt } from '../support/crash.ts';
import {
  answerWorks,
  drain,
  faults,
  ingest,
  now,
  type RecordedWorks,
  recordedWorks,
  requester,
  requests,
} from './ingestion-fixture.ts';

const article = '10.5555/acp.2019.0042';
/** The publication on the record that no agency knows. */
const ghost = '10.5555/ghost.1978.3';
let whole: RecordedWorks;

beforeEach(async () => {
  whole = await recordedWorks(carberry);
  await ingest(carberry);
});

/** Ingests the changes, and returns the publications that were read from agencies. */
async function ingestChanges() {
  requests.length = 0;
  const job = await ingest(carberry, 1, 'changed_works');
  const read = requests
    .filter((each) => /^(crossref|datacite)/.test(each))
    .map((each) => each.replace(/^.*?10\./, '10.'));
  return { job, read: [...new Set(read)].sort() };
}

const isOfArticle = (group: object) => JSON.stringify(group).toLowerCase().includes(article);
/** Changes the article on the record; undefined removes it. */
const answerArticle = (change: (group: string) => string | undefined) =>
  answerWorks(carberry, {
    ...whole,
    group: whole.group.flatMap((group) => {
      const changed = isOfArticle(group) ? change(JSON.stringify(group)) : JSON.stringify(group);
      return changed === undefined ? [] : JSON.parse(changed);
    }),
  });
const listing = async () => (await getPublication(article))?.orcid_bibliographies?.[carberry];

describe('an ingestion of what has changed on an ORCID record', () => {
  test('asks for the record, and for what no agency knows, whose contributors the list does not show', async () => {
    const before = await getPublication(article);
    const { job } = await ingestChanges();
    expect(job).toMatchObject({ status: 'completed', counts: { found: 2, skipped: 2 } });
    expect(requests.toSorted()).toEqual([
      `crossref /works/${ghost}`,
      `datacite /dois/${ghost}`,
      `openalex /works/doi:${ghost}`,
      `orcid /v3.0/${carberry}/person`,
      `orcid /v3.0/${carberry}/works`,
      `orcid /v3.0/${carberry}/works/99000259`,
    ]);
    expect(await getPublication(article)).toEqual(before);
  });

  test('reads a publication again of which it says something else, and only once', async () => {
    const changes: [string, (group: string) => string][] = [
      ['a title', (group) => group.replaceAll('How cracked pots hold water', 'How pots hold water')],
      [
        'a translated title',
        (group) =>
          group.replace('"translated-title":null', '"translated-title":{"value":"Töpfe","language-code":"de"}'),
      ],
      [
        'a new summary',
        (group) =>
          group.replace(
            '"work-summary":[',
            '"work-summary":[{"put-code":7,"external-ids":{"external-id":[{"external-id-type":"eid","external-id-value":"2-s2.0-99000000001","external-id-relationship":"self"}]}},',
          ),
      ],
      [
        'one summary less',
        (group) =>
          JSON.stringify({ ...JSON.parse(group), 'work-summary': JSON.parse(group)['work-summary'].slice(0, 1) }),
      ],
    ];
    for (const [what, change] of changes) {
      answerArticle(change);
      expect([what, (await ingestChanges()).read]).toEqual([what, [article, ghost].sort()]);
    }
    expect((await ingestChanges()).read).toEqual([ghost]);
  });

  test('reads another DOI of a publication', async () => {
    answerArticle((group) => group.replaceAll('"eid"', '"doi"').replaceAll('2-s2.0-99000000001', '10.5555/new-alias'));
    expect((await ingestChanges()).read).toContain('10.5555/new-alias');
    expect(await getPublication('10.5555/new-alias')).toMatchObject({ doi: article });
    expect((await ingestChanges()).read).toEqual([ghost]);
  });

  test('reads what is new on the record, also after it was off', async () => {
    answerArticle(() => undefined);
    expect((await ingestChanges()).read).toEqual([ghost]);
    await deleteItems([keys.publication(article), keys.publicationRow(article)]);
    faults.clear();
    expect((await ingestChanges()).read).toEqual([article, ghost].sort());
    expect(await listing()).toHaveLength(2);
  });

  test('links the researcher again who was unlinked', async () => {
    const stored = await getPublication(article);
    if (!stored) throw new Error('no publication');
    await savePublication({ ...stored, researchers: [], version: stored.version + 1 }, stored, []);
    expect((await ingestChanges()).read).toEqual([article, ghost].sort());
    expect((await getPublication(article))?.researchers).toMatchObject([{ orcid: carberry }]);
  });

  test('matches the authors again of whom a new name says something else', async () => {
    const person = (await (
      await fetch(`${process.env.ORCID_URL}/${carberry}/person`, { headers: { accept: 'application/json' } })
    ).json()) as { name: object };
    const named = { ...person, name: { 'given-names': { value: 'Isolde' }, 'family-name': { value: 'Grün' } } };
    const headers = { 'content-type': 'application/json' };
    faults.set(`/${carberry}/person`, { status: 200, headers, body: JSON.stringify(named) });
    const { read } = await ingestChanges();
    expect(read.length).toBeGreaterThan(1);
    expect((await ingestChanges()).read).toEqual([ghost]);
  });

  test('reads again what failed the last time', async () => {
    answerArticle((group) => group.replaceAll('How cracked pots hold water', 'How pots hold water'));
    faults.set(`/works/${article}`, { status: 400, body: '' });
    expect((await ingestChanges()).job.status).toBe('partial_failure');
    faults.delete(`/works/${article}`);
    expect((await ingestChanges()).read).toEqual([article, ghost].sort());
    expect((await listing())?.[0]?.title).toMatch(/^How pots/);
  });

  test('leaves nothing out if it was killed at any call', async () => {
    answerArticle((group) => group.replaceAll('How cracked pots hold water', 'How pots hold water'));
    const { jobs } = await requestIngestion([carberry], requester, now, { scope: 'changed_works' });
    const jobId = String(jobs[0]?.job_id);
    const delivery = { now, receiveCount: 1, isLast: false, signal: new AbortController().signal };
    for (let n = 1; await dyingAt(n, () => ingestResearcher(jobId, delivery)); n++);
    await drain();
    expect(await getJob(jobId)).toMatchObject({ status: 'completed', counts: { updated: 1 } });
    expect((await listing())?.[0]?.title).toMatch(/^How pots/);
  });
});
