import { beforeAll, test } from '@jest/globals';
import { interceptLog } from '../../support/log.ts';

// Before the lists are loaded: a process has one value of the setting, by which PostgreSQL's tables are named.
process.env.LIST_EVERY_VERSION = 'true';
const { checkModel, sequenceCount } = await import('./model-fixture.ts');

beforeAll(() => interceptLog());

test('so they do if lists show every version', () => checkModel(sequenceCount), 3_600_000);
