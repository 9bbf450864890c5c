import { beforeEach, expect, jest, test } from '@jest/globals';
import { removeMember } from '#src/identity/store/members.ts';
import { db } from '#src/table/table.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { dyingAt, send } from '../support/crash.ts';
import { captureLog } from '../support/log.ts';
import { outsideRole } from '../support/roles.ts';
import {
  author,
  begin,
  byOperator,
  continueEdits,
  leftovers,
  reportOf,
  request,
  store,
  timesEdited,
} from './bulk-edits-fixture.ts';

captureLog();
const dois = ['10.5555/one', '10.5555/two'];

beforeEach(begin);

test('a job that is killed at any call edits every publication once in the next run', async () => {
  let hasDied = true;
  let n = 0;
  while (hasDied) {
    n += 1;
    await begin();
    for (const doi of dois) await store(doi);
    const id = await request(dois);
    hasDied = await dyingAt(n, () => continueEdits());
    await continueEdits();
    const edited = dois.map((doi) => ({ id: doi, outcome: 'edited', edit_id: '1' }));
    expect(await reportOf(id)).toMatchObject({ status: 'completed', results: edited });
    for (const doi of dois) expect(await timesEdited(doi)).toEqual({ edits: 1, events: 1, authors: 1 });
    expect(await leftovers()).toEqual([]);
  }
  expect(n).toBeGreaterThan(10);
});

test('an author who loses the role before any call of a job: each publication is edited once or not at all, and says why', async () => {
  const seen = new Set<string>();
  for (let n = 1; ; n++) {
    await begin();
    for (const doi of dois) await store(doi);
    const id = await request(dois);
    let calls = 0;
    const spy = jest.spyOn(db, 'send').mockImplementation((async (command: object) => {
      if (++calls === n) await outsideRole(() => removeMember(defaultWorkspace, author, byOperator));
      return send(command);
    }) as never);
    await continueEdits();
    spy.mockRestore();
    if (calls < n) break;
    // A run that was killed there leaves the rest to this one.
    await continueEdits();
    const { status, results, stopped_because } = await reportOf(id);
    const outcomes: string[] = results.map(({ outcome }: { outcome: string }) => outcome);
    expect(status).toBe('completed');
    expect(stopped_because).toBe(outcomes.includes('failed') ? 'role_lost' : null);
    for (const [at, doi] of dois.entries()) {
      const times = outcomes[at] === 'edited' ? 1 : 0;
      expect(await timesEdited(doi)).toEqual({ edits: times, events: times, authors: times });
    }
    expect(await leftovers()).toEqual([]);
    for (const outcome of outcomes) seen.add(outcome);
  }
  expect([...seen].sort()).toEqual(['edited', 'failed']);
});
