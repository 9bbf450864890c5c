import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../web/src/api/api-error.ts';
import { importBatch, type StoredProject } from '../../web/src/pages/import/project-batches.ts';
import type { ProjectInput } from '../../web/src/pages/import/project-rows.ts';

const project = (id: string) => ({ id, programme: 'P', title: 'T' }) as ProjectInput;
const refusal = (status: number, issues: { path: string; message: string }[] = []) =>
  new ApiError(new Response(null, { status }), { error: 'No', code: 'invalid_body', details: { issues } });

/** Answers like the API: all or nothing. `requests` has the ids of each request. */
function server(refuse: (ids: string[]) => ApiError | undefined) {
  const requests: string[][] = [];
  const post = async (projects: readonly ProjectInput[]): Promise<StoredProject[]> => {
    const ids = projects.map(({ id }) => id);
    requests.push(ids);
    const error = refuse(ids);
    if (error) throw error;
    return ids.map((id) => ({ id, outcome: 'created', deleted: id === 'gone' }));
  };
  return { requests, post };
}

describe('a batch of projects', () => {
  test('says what became of each', async () => {
    const { post, requests } = server(() => undefined);
    expect([...(await importBatch([project('a'), project('gone')], post))]).toEqual([
      ['a', { state: 'created' }],
      ['gone', { state: 'created', isDeleted: true }],
    ]);
    expect(requests).toEqual([['a', 'gone']]);
  });

  test('is written without what the API refuses, which gets all its faults', async () => {
    const { post, requests } = server((ids) =>
      ids.includes('bad')
        ? refusal(400, [
            { path: `projects.${ids.indexOf('bad')}.title.xx`, message: 'is not a language tag' },
            { path: `projects.${ids.indexOf('bad')}.end_date`, message: 'must not be before start_date' },
          ])
        : undefined,
    );
    const outcomes = await importBatch([project('a'), project('bad'), project('b')], post);
    expect(outcomes.get('bad')).toEqual({
      state: 'failed',
      text: 'title.xx is not a language tag; end_date must not be before start_date',
    });
    expect([outcomes.get('a')?.state, outcomes.get('b')?.state]).toEqual(['created', 'created']);
    expect(requests).toEqual([
      ['a', 'bad', 'b'],
      ['a', 'b'],
    ]);
  });

  test('is sent in halves while it is too large; one that alone is too large is an error', async () => {
    const { post, requests } = server((ids) => (ids.length > 1 ? refusal(413) : undefined));
    expect((await importBatch(['a', 'b', 'c'].map(project), post)).size).toBe(3);
    expect(requests).toEqual([['a', 'b', 'c'], ['a', 'b'], ['a'], ['b'], ['c']]);
    await expect(importBatch([project('a')], server(() => refusal(413)).post)).rejects.toThrow('No');
  });

  test('fails as a whole for any other reason', async () => {
    await expect(importBatch([project('a')], server(() => refusal(403)).post)).rejects.toThrow('No');
    await expect(importBatch([project('a')], () => Promise.reject(new TypeError('offline')))).rejects.toThrow(
      'offline',
    );
  });
});
