import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteItemCommand, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import { getPublication, savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { exportTable } from '../../scripts/transfer/export.ts';
import { importTable, verify } from '../../scripts/transfer/import.ts';
import { anIncoming } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { allItems, putItems } from '../support/table.ts';

const folder = mkdtempSync(join(tmpdir(), 'transfer-'));
const file = join(folder, 'registry.jsonl');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const items = [
  ...Array.from({ length: 700 }, (_, n) => ({
    ...keys.publication(`10.5555/${n}`),
    body: new Uint8Array([n % 256, 255, 0]),
    title: `Ünïcode "${n}"\n\u2028`,
    B: 'the name of a type',
    nested: { B: 'text', BS: ['a'], list: [new Uint8Array([7]), null, true, 1.5] },
    holders: new Set(['a', 'b']),
    parts: new Set([new Uint8Array([1]), new Uint8Array([2])]),
  })),
  { ...keys.user('ada@example.org'), id: 'u1' },
  { ...keys.stewardship('ada@example.org'), email: 'ada@example.org' },
  { ...keys.group('glass'), id: 'glass', stewards: ['ada@example.org'] },
  { ...keys.apiKey('hash'), key_hash: 'hash' },
  { ...keys.latestJob('0000-0002-1825-0097'), job_id: 'j' },
];
const passing = [
  { ...keys.usage('hash'), count: 1 },
  { ...keys.passProgress('backfill', 'PUB#0'), shapes: {} },
];
const ordered = (all: { pk?: unknown; sk?: unknown }[]) =>
  all.toSorted((one, other) => `${one.pk} ${one.sk}`.localeCompare(`${other.pk} ${other.sk}`));

let TableName: string;
let client: DynamoDBClient;
const quiet = () => {};
const withAccounts = { withAccounts: true, report: quiet };

/** A full table, its export, and then an empty table. */
async function exported(options = withAccounts) {
  TableName = await freshTable();
  await putItems([...items, ...passing]);
  client = new DynamoDBClient({});
  const count = await exportTable({ client, TableName }, file, options);
  TableName = await freshTable();
  return count;
}
const run = async () => {
  const { head } = await verify(file);
  await importTable({ client, TableName }, file, head, quiet);
};
const imported = async () => (await allItems()).filter(({ pk }) => pk !== keys.importProgress().pk);

beforeEach(() => rmSync(file, { force: true }));

test('what is imported is what was exported, without counters and progress', async () => {
  expect(await exported()).toBe(items.length);
  await run();
  expect(ordered(await imported())).toEqual(ordered(items));
});

test('an export is readable by its owner only, and has one item per line', async () => {
  await exported();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(items.length + 2);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    format: 'publication-registry-export',
    version: 1,
    accounts: true,
  });
  expect(lines.slice(1, -1).every((line) => 'Item' in JSON.parse(line))).toBe(true);
});

test('without accounts, it has no users, stewards of groups, keys or jobs', async () => {
  expect(await exported({ ...withAccounts, withAccounts: false })).toBe(701);
  const text = readFileSync(file, 'utf8');
  for (const secret of ['ada@', 'KEY#', 'JOB']) expect(text).not.toContain(secret);
});

test('an import that is interrupted anywhere goes on where it stopped, and one that is done again changes nothing', async () => {
  await exported();
  const send = client.send.bind(client) as (command: object) => Promise<unknown>;
  let batches = 0;
  let written = 0;
  client.send = (async (command: object) => {
    if (!(command instanceof BatchWriteItemCommand)) return send(command);
    batches += 1;
    if (batches % 12 === 0) throw new Error('killed');
    written += Object.values(command.input.RequestItems ?? {}).flat().length;
    return send(command);
  }) as typeof client.send;
  let interruptions = 0;
  for (;;) {
    try {
      await run();
      break;
    } catch (error) {
      expect(error).toMatchObject({ message: 'killed' });
      interruptions += 1;
    }
  }
  expect(interruptions).toBeGreaterThan(1);
  expect(ordered(await imported())).toEqual(ordered(items));
  // Only the interrupted step is written again, nothing before it.
  expect(written).toBeLessThanOrEqual(items.length + 200 * interruptions);
  const before = batches;
  await run();
  expect(batches).toBe(before);
});

test('a record in parts that is rewritten all the while is exported and imported whole, as it was at one time', async () => {
  TableName = await freshTable();
  const doi = '10.5555/large';
  const noteOf = (version: number) => `${version} ${randomBytes(700_000).toString('base64')}`;
  const notes = new Map<number, string>();
  let record: PublicationRecord | undefined;
  const rewrite = async () => {
    const version = (record?.version ?? 0) + 1;
    notes.set(version, noteOf(version));
    const incoming = applyIncoming(undefined, anIncoming({ doi }), [], new Date());
    const next = { ...(record ?? incoming), version, edits: { data: { note: notes.get(version) } } };
    expect(await savePublication(next, record, [])).toBe('saved');
    record = await getPublication(doi);
  };
  await rewrite();
  client = new DynamoDBClient({});
  const send = client.send.bind(client) as (command: object) => Promise<unknown>;
  // Before and after every read of it, except the last attempt.
  let rewrites = 0;
  client.send = (async (command: object) => {
    const isOfIt = command instanceof GetItemCommand && command.input.Key?.pk?.S === keys.publication(doi).pk;
    if (isOfIt && rewrites++ < 4) await rewrite();
    const answer = (await send(command)) as { Items?: { pk?: { S?: string } }[] };
    if (answer.Items?.some(({ pk }) => pk?.S === keys.publication(doi).pk)) await rewrite();
    return answer;
  }) as typeof client.send;
  await exportTable({ client, TableName }, file, withAccounts);
  client.send = send as typeof client.send;
  expect(notes.size).toBeGreaterThan(3);
  TableName = await freshTable();
  await run();
  const stored = await getPublication(doi);
  expect(stored?.edits.data?.note).toBe(notes.get(stored?.version ?? 0));
  const parts = (await imported()).filter(({ sk }) => String(sk).startsWith('PART#'));
  expect(parts).toHaveLength(stored?.parts?.count ?? 0);
  expect(parts.length).toBeGreaterThan(1);
});

test('what the table does not take at once is sent again', async () => {
  await exported();
  const send = client.send.bind(client) as (command: object) => Promise<unknown>;
  let refused = 0;
  client.send = (async (command: object) => {
    if (!(command instanceof BatchWriteItemCommand) || refused >= 3) return send(command);
    refused += 1;
    return { UnprocessedItems: command.input.RequestItems };
  }) as typeof client.send;
  await run();
  expect(ordered(await imported())).toEqual(ordered(items));
});

test('a table with data is refused, and so is the middle of another import', async () => {
  await exported();
  await putItems([{ ...keys.project('p1') }]);
  await expect(run()).rejects.toThrow('is not empty: it has PROJECT#p1');
  TableName = await freshTable();
  await putItems(passing);
  await run();
  const other = readFileSync(file, 'utf8');
  await exported();
  TableName = process.env.TABLE_NAME ?? '';
  await run();
  writeFileSync(file, other);
  await expect(run()).rejects.toThrow('Another import into this table has begun');
});

describe('a file is refused before anything is written', () => {
  const lines = () => readFileSync(file, 'utf8').trim().split('\n');
  test.each<[string, () => void, string]>([
    ['that is empty', () => writeFileSync(file, ''), 'is empty'],
    ['of something else', () => writeFileSync(file, '{"a":1}\n'), 'not an export of a registry'],
    [
      'of a later version',
      () => writeFileSync(file, readFileSync(file, 'utf8').replace('"version":1', '"version":2')),
      'of an unknown version',
    ],
    ['that was cut off', () => writeFileSync(file, `${lines().slice(0, -2).join('\n')}\n`), 'is not complete'],
    ['that lacks a line', () => writeFileSync(file, `${lines().toSpliced(3, 1).join('\n')}\n`), 'changed or damaged'],
    [
      'that was changed',
      () => writeFileSync(file, readFileSync(file, 'utf8').replace('"u1"', '"u2"')),
      'changed or damaged',
    ],
    ['with something after its end', () => appendFileSync(file, '{}\n'), 'is not complete'],
  ])('%s', async (_, damage, message) => {
    await exported();
    damage();
    await expect(run()).rejects.toThrow(message);
    expect(await allItems()).toEqual([]);
  });
});
