import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { decideProposal } from '#src/curation/proposals/decide.ts';
import { propose } from '#src/ingestion/proposals/store/proposals.ts';
import { keys } from '#src/table/keys.ts';
import { db, getItem } from '#src/table/table.ts';
import { aQuestion, carberry } from '../support/builders.ts';
import { send } from '../support/crash.ts';
import { decide, fetchPublication, listDuplicates } from '../support/duplicates.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';

/** Readers of lists miss a row whose time is older than the attempt that wrote it. */

captureLog();
const doi = '10.5555/pots';
let nowMs = Date.now();
beforeEach(async () => {
  await freshTable();
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
});
afterEach(() => void jest.restoreAllMocks());

/** Cancels the next transaction, as if another one had been first; a second passes meanwhile. */
function meetAnother(): { isMet: boolean } {
  const met = { isMet: false };
  jest.spyOn(db, 'send').mockImplementation((async (command: { input: object }) => {
    if (met.isMet || !('TransactItems' in command.input)) return send(command as never);
    met.isMet = true;
    nowMs += 1_000;
    throw new TransactionCanceledException({
      $metadata: {},
      message: 'conflict',
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    });
  }) as never);
  return met;
}

test('a decision on a proposal that had to be tried again has the time of the attempt that succeeded', async () => {
  await fetchPublication(doi, { orcids: [carberry] });
  await propose('question', aQuestion({ doi }), new Date(nowMs));
  const met = meetAnother();
  const context = { actor: 'user:curator@example.org', workspace: 'default', requestId: 'r', now: new Date(nowMs) };
  await decideProposal('question', { decision: 'accept' }, context);
  expect(met.isMet).toBe(true);
  for (const key of [keys.proposal('question'), keys.publicationRow(doi)])
    expect((await getItem(key))?.changed).toBe(nowMs);
});

test.each(['merge', 'undo'])('so has the pair of a %s', async (decision) => {
  await fetchPublication(doi);
  await fetchPublication('10.5555/other');
  const [{ id }] = (await listDuplicates()).body.duplicates;
  if (decision === 'undo') await decide(id, { decision: 'merge', keep: doi });
  nowMs += 1_000;
  const met = meetAnother();
  expect((await decide(id, { decision, ...(decision === 'merge' && { keep: doi }) })).status).toBe(200);
  expect(met.isMet).toBe(true);
  expect((await getItem(keys.duplicatePair(id)))?.changed).toBe(nowMs);
});
