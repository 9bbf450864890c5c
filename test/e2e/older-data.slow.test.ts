import { describe } from '@jest/globals';
import { wholeVersions } from '../support/stored-data.ts';
import { describeOlderData, useLaptopOf } from './older-data.ts';

/** The oldest data folder, started with the current code: `npm start` after a pull. */
const [version = ''] = wholeVersions;
const laptop = useLaptopOf(version);

describe(`a laptop with the data of version ${version}`, () => describeOlderData(version, () => laptop().cloud));
