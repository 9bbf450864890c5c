import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createGroup } from '#src/curation/groups/groups.ts';
import { setGroupsByHand } from '#src/curation/groups/outputs.ts';
import { listNames, SqliteCopy } from '../../clients/typescript/examples/sqlite-copy.ts';
import { createClient, type ListName, type RegistryClient } from '../../clients/typescript/src/client.ts';
import { type Copy, type Sync, syncList } from '../../clients/typescript/src/sync.ts';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs, tableEnvironment, waitFor } from '../support/cloud.ts';
import { curateProject, curatePublication, importProject, ingestPublication } from '../support/publicity.ts';

const carberry = '0000-0002-1825-0097';
const folder = mkdtempSync(join(tmpdir(), 'registry-copies-'));
let cloud: Cloud;
let client: RegistryClient;
/** The responses that the client received. */
const statuses: number[] = [];

beforeAll(async () => {
  cloud = await startTestCloud({ seed: { kind: 'sample' } });
  Object.assign(process.env, tableEnvironment(cloud));
  const context = { actor: 'user:curator@example.org', workspace: 'default', requestId: 'copies', now: new Date() };
  await createGroup({ id: 'faculty', name: { en: 'Faculty', de: 'Fakultät' } }, context);
  await createGroup({ id: 'institute', name: 'Institute', parent_id: 'faculty' }, context);
  client = createClient({
    baseUrl: cloud.baseUrl,
    credential: cloud.stack.installation_key,
    fetch: async (...args) => {
      const response = await fetch(...args);
      statuses.push(response.status);
      return response;
    },
  });
}, startTimeoutMs);
beforeEach(() => void statuses.splice(0));
afterAll(async () => {
  await cloud?.stop();
  rmSync(folder, { recursive: true });
});

const openCopy = (name: string) => new SqliteCopy(join(folder, name), cloud.baseUrl, 'en');

async function syncAll(copy: Copy, options: { limit?: number } = {}): Promise<Sync[]> {
  const syncs: Sync[] = [];
  for (const list of listNames) syncs.push(await syncList(client, list, copy, { locale: 'en', ...options }));
  return syncs;
}

/** A whole list as seen without a copy, in no order. */
async function listing(list: ListName): Promise<unknown[]> {
  const headers = { 'X-API-Key': cloud.stack.installation_key };
  const response = await fetch(`${cloud.baseUrl}/integrations/v1/${list}?per_page=100&locale=en`, { headers });
  const body = (await response.json()) as Record<string, unknown[]> & { total: number };
  expect(body[list]).toHaveLength(body.total);
  return inOrder(body[list] ?? []);
}

/** The lists whose copy has a different text. */
async function differing(copy: SqliteCopy): Promise<ListName[]> {
  const found: ListName[] = [];
  for (const list of listNames) {
    const [kept, listed] = [inOrder(copy.items(list).values()), await listing(list)];
    if (JSON.stringify(kept) !== JSON.stringify(listed)) found.push(list);
  }
  return found;
}

const inOrder = (items: Iterable<unknown>) =>
  [...items].toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

describe('a copy in SQLite', () => {
  test('is complete with any page size, and follows every change', async () => {
    const copy = openCopy('kept.sqlite');
    const [publications] = await syncAll(copy, { limit: 2 });
    expect(publications?.reset).toBe(true);
    // If the sample is new enough, the feed still reports a preprint replaced by its article.
    expect(publications?.removed).toBeLessThanOrEqual(1);
    for (const list of listNames) {
      expect(copy.count(list)).toBeGreaterThan(0);
      expect(inOrder(copy.items(list).values())).toEqual(await listing(list));
    }

    const [doi = '', other = ''] = copy.items('publications').keys();
    const has = (list: ListName, id: string) => copy.items(list).has(id);
    const round = async (changes: (() => Promise<void>)[], isTold: () => boolean) => {
      for (const change of changes) await change();
      await waitFor('a copy that tells of every change, and lists that are as fresh', async () => {
        await syncAll(copy);
        return isTold() && (await differing(copy)).length === 0;
      });
    };
    await round(
      [
        () => curatePublication(doi, { visible: false }),
        () => curatePublication(other, { edits: { title: 'Anew' } }),
        () => importProject('another', 'Another'),
      ],
      () =>
        !has('publications', doi) &&
        JSON.stringify(copy.items('publications').get(other)).includes('"Anew"') &&
        has('projects', 'another'),
    );
    await round(
      [
        () => curatePublication(doi, { visible: true }),
        () => ingestPublication('10.5555/new', carberry, 'New'),
        () => curateProject('another', { visible: false }),
      ],
      () => has('publications', doi) && has('publications', '10.5555/new') && !has('projects', 'another'),
    );
    copy.close();
  });

  test('that is current costs one request per list, which is a 304 once all changes are settled', async () => {
    const copy = openCopy('current.sqlite');
    await syncAll(copy);
    statuses.splice(0);
    await syncAll(copy);
    expect(statuses).toHaveLength(listNames.length);
    await waitFor('copies that are settled', async () => {
      statuses.splice(0);
      const syncs = await syncAll(copy);
      expect(statuses).toHaveLength(listNames.length);
      return statuses.every((status) => status === 304) && syncs.every(({ pages }) => pages === 0);
    });
    copy.close();
  });

  test('continues where it was interrupted, without reading a page twice', async () => {
    const whole = openCopy('whole.sqlite');
    await syncList(client, 'publications', whole, { locale: 'en', limit: 1 });
    const requests = statuses.splice(0).length;
    expect(requests).toBeGreaterThan(3);

    const file = 'ended.sqlite';
    const ended = openCopy(file);
    let applied = 0;
    const untilTheThird: Copy = {
      checkpoint: (list) => ended.checkpoint(list),
      apply: (list, page, checkpoint) => {
        if (++applied > 2) throw new Error('ended');
        ended.apply(list, page, checkpoint);
      },
    };
    await expect(syncList(client, 'publications', untilTheThird, { locale: 'en', limit: 1 })).rejects.toThrow('ended');
    ended.close();
    statuses.splice(0);
    const again = openCopy(file);
    expect(again.count('publications')).toBe(2);
    await syncList(client, 'publications', again, { locale: 'en', limit: 1 });
    expect(statuses).toHaveLength(requests - 2);
    expect(again.items('publications')).toEqual(whole.items('publications'));
    again.close();
    whole.close();
  });

  test('does not store the entries or the checkpoint of a page that cannot be applied', async () => {
    const copy = openCopy('broken.sqlite');
    const change = {
      type: 'upserted',
      id: 'a',
      changed_at: 1,
      item: { name: 'A', photo_url: null, slug: null, people_type: null },
    } as const;
    const page = {
      changes: [change, { ...change, id: 'b', changed_at: Number.NaN }],
      cursor: 'c',
      etag: undefined,
      hasMore: false,
      reset: false,
    };
    expect(() => copy.apply('people', page, { cursor: 'c', etag: undefined })).toThrow(/NOT NULL/);
    expect([copy.count('people'), copy.checkpoint('people')]).toEqual([0, undefined]);
    copy.close();
  });
});

describe('the mirror program', () => {
  const script = join(import.meta.dirname, '../../clients/typescript/examples/sqlite-mirror.ts');
  const run = (args: string[], credential?: string) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { PATH: process.env.PATH, ...(credential && { REGISTRY_CREDENTIAL: credential }) };
      execFile(process.execPath, ['--no-warnings', script, ...args], { env }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });
  const copyOf = <Value>(name: string, read: (copy: SqliteCopy) => Value): Value => {
    const copy = new SqliteCopy(name, cloud.baseUrl, 'en');
    const value = read(copy);
    copy.close();
    return value;
  };
  const file = join(folder, 'program.sqlite');
  const key = () => cloud.stack.installation_key;

  test('0: creates a copy and updates it', async () => {
    const first = await run(['--url', cloud.baseUrl, '--file', file], key());
    expect(first).toMatchObject({ code: 0, out: '' });
    expect(first.err).toMatch(/^publications: (\d+) entries, \1 added or updated, [01] removed, rebuilt\n/);
    expect(await run(['--url', `${cloud.baseUrl}/`, '--file', file, '--list', 'people', '--quiet'], key())).toEqual({
      code: 0,
      out: '',
      err: '',
    });
    const copy = openCopy('program.sqlite');
    // These need a scope of their own, and are copied only on request.
    expect(await differing(copy)).toEqual(['groups']);
    copy.close();
  });

  test('keeps the groups of items, and follows them', async () => {
    const groupFile = join(folder, 'groups.sqlite');
    const mirror = () => run(['--url', cloud.baseUrl, '--file', groupFile, '--groups', '--quiet'], key());
    expect(await mirror()).toEqual({ code: 0, out: '', err: '' });
    const [doi = ''] = copyOf(groupFile, (copy) => [...copy.items('publications').keys()]);
    const context = { actor: 'user:curator@example.org', workspace: 'default', requestId: 'copies', now: new Date() };
    const ofFaculty = () => copyOf(groupFile, (copy) => copy.idsOfGroup('publications', 'faculty'));
    for (const added of [['institute'], []]) {
      await setGroupsByHand({ kind: 'publication', id: doi }, { added, excluded: [] }, context);
      await waitFor('a copy that knows the groups', async () => {
        expect(await mirror()).toMatchObject({ code: 0 });
        return ofFaculty().includes(doi) === added.length > 0;
      });
    }
  });

  test.each<[number, string[], () => string | undefined]>([
    [0, ['--help'], () => undefined],
    [1, ['--file', file, '--url', 'http://127.0.0.1:1'], key],
    [2, ['--list', 'pictures'], key],
    [2, ['--nothing'], key],
    [2, ['--url', 'registry'], key],
    [2, [], () => undefined],
    [3, ['--file', ':memory:'], () => 'pri_nonsense'],
  ])('%s: %j', async (code, args, credential) => {
    const { out, err, ...ended } = await run(['--url', cloud.baseUrl, ...args], credential());
    expect(ended.code).toBe(code);
    expect(args.includes('--help') ? out : err).toMatch(/^[A-Za-z][^\n]{20}/);
  });
});
