import { beforeAll, describe, expect, test } from '@jest/globals';
import { captureLog } from '../support/log.ts';
import { cases, flood } from './cases-fixture.ts';
import { checkSequences, movedBy, questionsAfter } from './property-fixture.ts';

captureLog();

/** `STRANGERS_SEQUENCES=40 npm run test:only -- strangers.slow` runs fewer. */
const count = Number(process.env.STRANGERS_SEQUENCES ?? 2_000);
const longMs = 3_600_000;

test(
  'whatever strangers say, all outputs show of a publication what they showed before',
  async () => {
    await checkSequences(count);
  },
  longMs,
);

describe('what a stranger may try', () => {
  let moved: Map<string, string>;
  beforeAll(async () => {
    moved = await movedBy(cases);
  }, longMs);

  test.each(cases)('%s: moves nothing of somebody else', (name) => {
    expect(moved.get(name)).toBe('');
  });
});

test(
  'sixty deposits of one registrant are a few questions for curators',
  async () => {
    const [questions = 0] = await questionsAfter(flood);
    expect(questions).toBeLessThanOrEqual(maxQuestions);
  },
  longMs,
);

const maxQuestions = 10;
