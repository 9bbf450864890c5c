import { beforeAll, test } from '@jest/globals';
import { interceptLog } from '../../support/log.ts';
import { checkModel } from './model-fixture.ts';

beforeAll(() => interceptLog());

test('copies equal the lists after every step of random sequences, from any earlier cursor', () => checkModel(5));
