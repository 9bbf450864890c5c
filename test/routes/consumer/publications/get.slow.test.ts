import { test } from '@jest/globals';
import { freshTable } from '../../../support/engine.ts';
import { captureLog } from '../../../support/log.ts';
import { checkManyAuthors } from './get-fixture.ts';

captureLog();

test('200: of 20,000 authors the first 1,000 and every linked one, the others by their offset, and all in an export', async () => {
  await freshTable();
  await checkManyAuthors(20_000);
});
