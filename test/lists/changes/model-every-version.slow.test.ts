import { beforeAll, test } from '@jest/globals';
import { interceptLog } from '../../support/log.ts';
import { checkModel, sequenceCount } from './model-fixture.ts';

beforeAll(() => interceptLog());
// Read together with the first row: a process has one value of the setting.
process.env.LIST_EVERY_VERSION = 'true';

test('so they do if lists show every version', () => checkModel(sequenceCount), 3_600_000);
