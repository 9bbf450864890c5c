import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { callersOf, describeAccess } from '../apis/access.ts';
import { describeMembership, describeOpenRoutes, describePeople } from '../apis/consumer.ts';
import { describeLists } from '../apis/lists.ts';
import { describeRandomRequests } from '../apis/random-requests.ts';
import type { Stack } from '../apis/stack.ts';
import { checkContract } from '../support/contract-fetch.ts';

/** Runs the API suites against a running registry, as configured by `npm run test:deployment`. */
const stack: Stack = JSON.parse(readFileSync(String(process.env.TEST_STACK_FILE), 'utf8'));
const mayWrite = process.env.TEST_STACK_WRITE === 'true';
const stackOf = () => stack;

let release: () => void;
beforeAll(() => {
  release = checkContract(stack);
});
afterAll(() => release());

describeOpenRoutes(stackOf);
if (stack.installation_key) {
  describe('the Integrations API', () => describeLists(stackOf));
  describe('people', () => describePeople(stackOf));
}
const callers = callersOf(stack);
describe('who may call what', () => describeAccess(stackOf, () => callers, { mayWrite }));
describeRandomRequests(stackOf, { mayWrite });
const keyForMembership = stack.api_keys?.membership ?? stack.api_keys?.full;
if (mayWrite && stack.installation_key && keyForMembership) describeMembership(stackOf);
