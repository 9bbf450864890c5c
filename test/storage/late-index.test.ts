import { expect, test } from '@jest/globals';
import { keys, refs } from '#src/table/keys.ts';
import { putItem, queryAll } from '#src/table/table.ts';
import { freshTable, indexCaughtUp } from '../support/engine.ts';

test('the index misses the last writes, if INDEX_CALLS_BEHIND says so, until it has caught up', async () => {
  await freshTable();
  const { refPk, refSk } = refs.activeJob(1, 'a');
  await putItem({ ...keys.job('a'), refPk, refSk });
  const found = () =>
    queryAll({
      IndexName: 'byRef',
      KeyConditionExpression: 'refPk = :pk',
      ExpressionAttributeValues: { ':pk': refPk },
    });
  expect(await found()).toHaveLength(process.env.INDEX_CALLS_BEHIND === undefined ? 1 : 0);
  await indexCaughtUp();
  expect(await found()).toHaveLength(1);
});
