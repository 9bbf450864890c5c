import { afterAll, describe, expect, it } from '@jest/globals';
import { faultsByFunction, parseFaults } from '../../local/gateway/faults.ts';
import type { RestApi } from '../../local/gateway/rest-api.ts';
import { Fixture } from './fixture.ts';

const fixture = new Fixture();
afterAll(() => fixture.dispose());

describe('--fault', () => {
  it('takes shares and delays, both for one route as well', () => {
    const list = 'consumer/publications.list';
    expect(parseFaults([`${list}:error=0.3`, 'dashboard/me.get:delay=2500', `${list}:delay=40`])).toEqual([
      { name: list, errorsPer10000: 3000, delayMs: 40 },
      { name: 'dashboard/me.get', errorsPer10000: 0, delayMs: 2500 },
    ]);
    expect(parseFaults([`${list}:error=1`, 'a/b:error=.0001'])).toMatchObject([
      { errorsPer10000: 10_000 },
      { errorsPer10000: 1 },
    ]);
  });

  it.each([
    ['publications.list:error=0.3', 'must be <api>/<route>:error=<share> or background/<job>:error=<share>'],
    ['a/b', 'must be <api>/<route>:error=<share> or background/<job>:error=<share>'],
    ['a/b:slow=3', 'must be <api>/<route>:error=<share> or background/<job>:error=<share>'],
    ['a/b:error=', 'the share must be above 0'],
    ['a/b:error=0', 'the share must be above 0'],
    ['a/b:error=0.0', 'the share must be above 0'],
    ['a/b:error=1.1', 'the share must be above 0'],
    ['a/b:error=30%', 'the share must be above 0'],
    ['a/b:error=0.00001', 'the share must be above 0 and at most 1, with at most four decimals'],
    ['a/b:delay=0', 'the delay must be above 0'],
    ['a/b:delay=1.5', 'the delay must be a number of milliseconds'],
    ['a/b:delay=60001', 'the delay must be at most 60000 ms'],
  ])('%s is refused', (value, why) => expect(() => parseFaults([value])).toThrow(`--fault ${value}: ${why}`));

  it('refuses two shares for one route', () => {
    expect(() => parseFaults(['a/b:error=0.1', 'a/b:error=0.2'])).toThrow('a/b has a second error');
  });

  it('finds routes and jobs, and lists similar names for an unknown one', () => {
    const names = ['publications.list', 'publications.get', 'people.list', 'health.get', 'docs.page', 'key.get'];
    const methods = new Map(
      names.map((operationName) => {
        const Uri = `arn:aws:apigateway:x:lambda:path/functions/arn:aws:lambda:x:0:function:${operationName}/invocations`;
        return [operationName, { operationName, integration: { Type: 'AWS_PROXY', Uri } }];
      }),
    );
    const worker = 'registry-local-background-CompactListsWorkerFunction1A2B';
    const api = { name: 'registry-local-consumer', root: { methods, children: [] } } as unknown as RestApi;
    const resolve = (route: string) => faultsByFunction(parseFaults([`${route}:error=1`]), [api], [worker]);
    expect([...resolve('consumer/people.list').keys()]).toEqual(['arn:aws:lambda:x:0:function:people.list']);
    expect(() => resolve('consumer/publication.list')).toThrow(
      '--fault: there is no route or job consumer/publication.list. Similar: consumer/publications.list, ',
    );
    expect([...resolve('background/compact-lists')]).toMatchObject([
      [expect.stringContaining(worker), { isJob: true }],
    ]);
    expect(() => resolve('background/compact-list')).toThrow('Similar: background/compact-lists, ');
  });
});

describe('a function with a fault', () => {
  const code = `export const handler = async (event, { injectFault }) => {
    await injectFault?.();
    return 'ok';
  };`;
  const start = (fault: { errorsPer10000: number; delayMs: number; isJob?: boolean }) => {
    const stacks = fixture.stacks({ Worker: fixture.lambda('Worker', code) });
    const answers = new Int32Array(new SharedArrayBuffer(4));
    const faults = new Map([['arn:aws:lambda:us-east-1:000000000000:function:Worker', { ...fault, answers }]]);
    return fixture.functions(stacks, {}, { faults }).byName('Worker');
  };

  it('fails the exact share, spread evenly, over all its environments', async () => {
    const worker = start({ errorsPer10000: 3000, delayMs: 0 });
    const outcomes: boolean[] = [];
    for (let round = 0; round < 10; round++) outcomes.push((await worker.invoke({})).ok);
    expect(outcomes.flatMap((ok, index) => (ok ? [] : index + 1))).toEqual([4, 7, 10]);
    const atOnce = await Promise.all(Array.from({ length: 40 }, () => worker.invoke({})));
    expect(atOnce.filter(({ ok }) => !ok)).toHaveLength(12);
  });

  it('fails as a whole if it is a job, also after its work', async () => {
    const worker = start({ errorsPer10000: 5000, delayMs: 0, isJob: true });
    expect(await worker.invoke({})).toEqual({ ok: true, value: 'ok' });
    expect(await worker.invoke({})).toMatchObject({
      ok: false,
      error: { errorMessage: 'This fails because of --fault' },
    });
  });

  it('is delayed by at least the time given', async () => {
    const worker = start({ errorsPer10000: 0, delayMs: 30 });
    const beforeMs = performance.now();
    expect(await worker.invoke({})).toEqual({ ok: true, value: 'ok' });
    expect(performance.now() - beforeMs).toBeGreaterThanOrEqual(29);
  });
});
