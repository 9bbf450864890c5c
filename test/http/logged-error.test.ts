import { expect, jest, test } from '@jest/globals';
import { log } from '../../src/runtime/log.ts';
import { interceptLog, lastLoggedError } from '../support/log.ts';

test('what tests print of a 500 names its cause, however it was logged', () => {
  interceptLog();
  log('error', 'Request failed', { error: new Error('The kiln is cold', { cause: 'no gas' }) });
  const thrown = lastLoggedError();
  log('error', 'A shard failed', { shard: 7, error: 'The kiln is cold' });
  const told = lastLoggedError();
  jest.restoreAllMocks();
  expect(thrown).toMatch(/^Error: The kiln is cold\n +at [\s\S]*caused by "no gas"$/);
  expect(JSON.parse(told)).toMatchObject({ message: 'A shard failed', shard: 7, error: 'The kiln is cold' });
});
