import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DynamoDb, startDynamoDb } from '../../local/engines/dynamodb.ts';
import { localClient } from '../../local/engines/local-client.ts';
import { startQueues } from '../../local/engines/queues.ts';
import { tryLock } from '../../local/files/lock.ts';
import { makePrivate } from '../../local/files/private-folder.ts';
import { Access, accessKeyOf, ownerCredentials } from '../../local/iam/access.ts';

const folder = mkdtempSync(join(tmpdir(), 'private-test-'));
const tables = join(folder, 'dynamodb');
let engine: DynamoDb;
beforeAll(async () => {
  // A folder of a version that let everybody read it.
  mkdirSync(tables, { mode: 0o755 });
  writeFileSync(join(tables, 'older.db'), '', { mode: 0o644 });
  engine = await startDynamoDb(tables);
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true });
});

const isOpen = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const settle = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', () => settle(true));
    socket.on('error', () => settle(false));
    socket.on('timeout', () => settle(false));
  });

const modes = (path: string) =>
  Object.fromEntries(
    ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })].map((name) => [
      name,
      (statSync(join(path, name)).mode & 0o777).toString(8),
    ]),
  );

describe('the table engine', () => {
  it('listens on 127.0.0.1 and no other address of the computer', async () => {
    const port = Number(new URL(engine.endpoint).port);
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      // Link-local addresses need the name of their interface.
      .filter(({ address }) => !address.startsWith('fe80:'))
      .map(({ address }) => address);
    const addresses = [...new Set([...others, '::1', '127.0.0.2', '127.0.0.1'])];
    const open = await Promise.all(addresses.map(async (host) => ((await isOpen(host, port)) ? [host] : [])));
    expect(open.flat()).toEqual(['127.0.0.1']);
  });

  it('answers only those who know its path', async () => {
    const names = async (endpoint: string) => {
      const client = localClient(endpoint);
      try {
        return (await client.send(new ListTablesCommand({}))).TableNames;
      } finally {
        client.destroy();
      }
    };
    expect(await names(engine.endpoint)).toEqual([]);
    const { origin, pathname } = new URL(engine.endpoint);
    expect(pathname).toMatch(/^\/[0-9a-f]{32}$/);
    for (const path of ['', '/', '/shell/', `/${'0'.repeat(32)}`]) {
      await expect(names(origin + path)).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
    }
  });

  it('keeps its files for the owner, and those that it found', async () => {
    const client = localClient(engine.endpoint);
    const TableName = 'papers';
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      }),
    );
    await client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'PAPER#1' } } }));
    client.destroy();
    const { '.': ofFolder, ...ofFiles } = modes(tables);
    expect(ofFolder).toBe('700');
    expect(Object.keys(ofFiles)).toEqual(expect.arrayContaining(['older.db', 'shared-local-instance.db']));
    expect(new Set(Object.values(ofFiles))).toEqual(new Set(['600']));
  });
});

it('the queues and locks keep their files for the owner', async () => {
  const queues = await startQueues(join(folder, 'queues'));
  tryLock(join(folder, 'queues', 'start.lock'))?.release();
  const { '.': ofFolder, ...ofFiles } = modes(join(folder, 'queues'));
  await queues.stop();
  expect(ofFolder).toBe('700');
  expect(Object.keys(ofFiles)).toEqual(expect.arrayContaining(['fauxqs.db', 'fauxqs.db-wal', 'start.lock']));
  expect(new Set(Object.values(ofFiles))).toEqual(new Set(['600']));
});

it('a folder becomes private with all that is in it', () => {
  const data = join(folder, 'data');
  mkdirSync(join(data, 'inner'), { recursive: true, mode: 0o755 });
  writeFileSync(join(data, 'inner', 'stack.json'), '{}', { mode: 0o644 });
  makePrivate(data);
  expect(modes(data)).toEqual({ '.': '700', inner: '700', 'inner/stack.json': '600' });
});

describe('the local services', () => {
  const ask = (accessKey: string) =>
    new Access().authorize(`AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/us-east-1/s3/aws4_request`, [
      { action: 's3:GetObject', resource: 'arn:aws:s3:::ledger/revocations.json' },
    ]);
  const digest = (name: string) => createHash('sha256').update(name).digest('hex').toUpperCase();

  it('know the owner', () => expect(() => ask(ownerCredentials.accessKeyId)).not.toThrow());
  it.each(['local', 'test', ''])('refuse the well-known access key "%s"', (key) =>
    expect(() => ask(key)).toThrow('The security token included in the request is invalid.'),
  );
  it.each([
    ['GET', '/', {}],
    ['GET', '/ledger/revocations.json?X-Amz-Credential=local%2F20260101%2Fus-east-1%2Fs3%2Faws4_request', {}],
    ['PUT', '/ledger', {}],
    ['GET', '/_fauxqs/queues', {}],
    ['POST', '/?Action=ListQueues', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['POST', '/', { 'x-amz-target': 'AmazonSQS.ListQueues', 'content-type': 'application/x-amz-json-1.0' }],
  ])('answer nobody without a key: %s %s', async (method, path, headers: Record<string, string>) => {
    const queues = await startQueues(undefined, new Access());
    try {
      const body = method === 'POST' ? '{}' : undefined;
      const answer = await fetch(queues.url + path, { method, headers, ...(body && { body }) });
      expect(answer.status).toBe(403);
    } finally {
      await queues.stop();
    }
  });
  it('give functions keys that do not follow from their names', () => {
    expect(accessKeyOf('consumer-publications-list')).toMatch(/^ASIA[0-9A-F]{32}$/);
    expect(accessKeyOf('consumer-publications-list')).not.toContain(digest('consumer-publications-list').slice(0, 16));
  });
});
