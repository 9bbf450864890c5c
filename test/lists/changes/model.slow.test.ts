import { beforeAll, test } from '@jest/globals';
import { interceptLog } from '../../support/log.ts';
import { checkModel, sequenceCount } from './model-fixture.ts';

beforeAll(() => interceptLog());

test('copies equal the lists after every step of many random sequences', () => checkModel(sequenceCount), 3_600_000);
