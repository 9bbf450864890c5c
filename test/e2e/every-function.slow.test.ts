import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Callers, describeAccess } from '../apis/access.ts';
import { describeRandomRequests } from '../apis/random-requests.ts';
import { startTimeoutMs } from '../support/cloud.ts';
import { wholeVersions } from '../support/stored-data.ts';
import { allItems } from '../support/table.ts';
import { laptopCallers } from './laptop-callers.ts';
import { describeOlderData, useLaptopOf } from './older-data.ts';

/**
 * All tests that call every function, in one cloud, because starting the functions takes longer than the calls. It has
 * the newest data folder of an older version, as for `npm start` after a pull.
 */
const version = String(wholeVersions.at(-1));
const laptop = useLaptopOf(version);
const stackOf = () => laptop().cloud.stack;

const callers: Callers = {};
beforeAll(async () => {
  Object.assign(callers, await laptopCallers(laptop().cloud, laptop().dataDir));
}, startTimeoutMs);

describe('who may call what', () => describeAccess(stackOf, () => callers, { mayWrite: true }));

/** The laptop's files with secrets, readable only by their owner; AWS keeps these in separate services. */
const vaults = ['secrets.json', 'identity.json', 'outbox.jsonl'];

test('afterwards no secret is in a log line, an item, an object, a message or a template', async () => {
  const address = 'superadmin@example.org';
  const reset = await fetch(`${laptop().cloud.dashboardUrl}/api/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: address, redirectTo: `${laptop().cloud.dashboardUrl}/new-password` }),
  });
  expect(reset.status).toBe(200);
  const shown = Object.values(callers).flatMap(({ headers }) => Object.values(headers));
  const secrets = [
    ...Object.values(readJson(join(laptop().dataDir, 'secrets.json'))),
    ...Object.values(laptop().cloud.stack.dashboard_tokens),
    ...Object.values(laptop().cloud.stack.api_keys),
    laptop().cloud.stack.admin_cli_secret,
    ...shown
      .filter((value) => /^(pr[ki]_\w{20,}$|Bearer .{20,})/.test(value))
      .map((value) => value.replace('Bearer ', '')),
  ].filter((secret) => secret.length >= 16 && !/^[0-9a-f-]{36}$/.test(secret));
  expect(secrets.length).toBeGreaterThan(30);

  const isFound = (content: Buffer) => secrets.filter((secret) => content.includes(secret)).map(nameless);
  const everything = [
    ...filesIn(laptop().dataDir),
    ...filesIn(assemblies).filter((file) => file.endsWith('.json')),
  ].filter((file) => !vaults.some((name) => file.endsWith(name)));
  expect(everything.some((file) => file.endsWith('functions.log'))).toBe(true);
  expect(everything.some((file) => file.endsWith('.template.json'))).toBe(true);
  const found = everything.flatMap((file) => isFound(readFileSync(file)).map((secret) => `${secret} in ${file}`));
  expect(found).toEqual([]);
  expect(isFound(Buffer.from(JSON.stringify([laptop().cloud.logs, await allItems()])))).toEqual([]);
});

/** The part of a secret that a failed test may show. */
const nameless = (secret: string) => `${secret.slice(0, 6)}…`;

const assemblies = join(import.meta.dirname, '../../.local/assemblies');
const readJson = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));

function filesIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));
  return all.filter((file) => statSync(file).isFile());
}

// Last, because these change permissions.
describe(`a laptop with the data of version ${version}`, () => describeOlderData(version, () => laptop().cloud));

describeRandomRequests(stackOf, { mayWrite: true });
