import { test } from '@jest/globals';
import { captureLog } from '../support/log.ts';
import { checkSequences } from './property-fixture.ts';

captureLog();

const count = Number(process.env.STRANGERS_SEQUENCES ?? 2_000);
const seed = Number(process.env.STRANGERS_SEED ?? 20_260_131);

test('whatever strangers say, all outputs show what they showed of a publication before', async () => {
  await checkSequences(count, seed);
}, 1_800_000);
