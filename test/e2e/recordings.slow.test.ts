/**
 * Ingests whole folders of recordings through the laptop cloud, from the HTTP request to the lists, and compares the
 * result with the oracle. Besides the sample, REGISTRY_RECORDINGS may name a folder of real recordings.
 */

import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys, listShards } from '#src/table/keys.ts';
import type { Key } from '#src/table/table.ts';
import type { Cloud } from '../../local/cloud.ts';
import { localClient } from '../../local/engines/local-client.ts';
import { sampleDir } from '../../local/options.ts';
import { expectedRegistry } from '../oracle/oracle.ts';
import { recordedWorks } from '../oracle/recordings.ts';
import { startTestCloud, startTimeoutMs, waitFor } from '../support/cloud.ts';

const minutes = 60_000;
const folders: [name: string, dir: string][] = [['the sample', sampleDir]];
if (process.env.REGISTRY_RECORDINGS) folders.push(['REGISTRY_RECORDINGS', process.env.REGISTRY_RECORDINGS]);

describe.each(folders)('the registry after ingesting %s', (_, dir) => {
  const records = recordedWorks(dir);
  const expected = expectedRegistry(records);
  let cloud: Cloud;
  let table: DynamoDBDocumentClient;

  beforeAll(async () => {
    cloud = await startTestCloud({ sourcesDir: dir });
    table = DynamoDBDocumentClient.from(localClient(cloud.dynamodbEndpoint));
  }, startTimeoutMs);
  afterAll(() => cloud?.stop());

  it(
    'has every publication and work of the records, and nothing else',
    async () => {
      const jobs = await ingestAll();
      expect(jobs.filter(({ status }) => status !== 'completed')).toEqual([]);
      expect(totalOf(jobs, 'created')).toBe(expected.publications.size + expected.works.length);
      await expectWhatTheOracleSays();
    },
    10 * minutes,
  );

  it(
    'is the same after everything was ingested a second time',
    async () => {
      const jobs = await ingestAll();
      expect(jobs.filter(({ status }) => status !== 'completed')).toEqual([]);
      expect([totalOf(jobs, 'created'), totalOf(jobs, 'failed')]).toEqual([0, 0]);
      await expectWhatTheOracleSays();
    },
    10 * minutes,
  );

  it(
    'is the same when it is derived again from the stored answers',
    async () => {
      for (let complete = false; !complete; ) {
        const response = await fetch(`${cloud.dashboardUrl}/api/site-tools/rederive`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${cloud.stack.dashboard_tokens.superadmin}`,
          },
          body: JSON.stringify({ dryRun: true }),
        });
        const { totals, fields, missing, ...body } = (await response.json()) as {
          totals: { changed: number };
          fields: object;
          missing: object;
          complete: boolean;
        };
        expect({ status: response.status, changed: totals.changed, fields, missing }).toEqual({
          status: 200,
          changed: 0,
          fields: {},
          missing: {},
        });
        complete = body.complete;
      }
    },
    10 * minutes,
  );

  it(
    'finds each publication by each of its DOIs, raw, percent-encoded and in upper case',
    async () => {
      const misses: string[] = [];
      await eachOf([...expected.publications.keys()], async (doi) => {
        const found = await Promise.all([rawPath(doi), encodeURIComponent(doi), rawPath(doi.toUpperCase())].map(doiAt));
        const [canonical] = found;
        const isOne = canonical === doi && new Set(found).size === 1;
        if (!isOne) misses.push(`${doi} leads to ${found}`);
      });
      expect(misses).toEqual([]);
    },
    5 * minutes,
  );

  /** Requests the ingestion of every researcher and returns the jobs when none is active. */
  async function ingestAll(): Promise<Job[]> {
    const orcids = records.map(({ orcid }) => orcid);
    const response = await fetch(`${cloud.baseUrl}/api/ingest`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': cloud.stack.api_keys.ingest },
      body: JSON.stringify({ orcid_ids: orcids }),
    });
    expect([response.status, await response.json()]).toEqual([
      202,
      { queued: orcids.length, requested: orcids.length },
    ]);
    return Promise.all(orcids.map(endOf));
  }

  function endOf(orcid: string): Promise<Job> {
    const probe = async () => {
      const latest = await item(keys.latestJob(orcid));
      return latest?.active === false && ((await item(keys.job(latest.job_id))) as Job);
    };
    return waitFor(`the end of the ingestion of ${orcid}`, probe, 9 * minutes);
  }

  async function expectWhatTheOracleSays(): Promise<void> {
    const listed = await listedDois();
    expect(listed).toHaveLength(expected.publications.size);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.toSorted()).toEqual([...expected.publications.keys()].sort());
    expect(await workOwners()).toEqual(expected.works.map(({ orcid }) => orcid).sort());
  }

  async function listedDois(): Promise<string[]> {
    const total = expected.publications.size;
    await waitFor(`a list of ${total} publications`, async () => (await listPage(1)).total === total);
    const dois: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const list = await listPage(page);
      dois.push(...list.publications.map(({ id }) => id));
      pages = list.pages;
    }
    return dois;
  }

  /** The curators' list: public ones show only one version of each publication. */
  async function listPage(page: number): Promise<{ publications: { id: string }[]; pages: number; total: number }> {
    const url = `${cloud.dashboardUrl}/api/publications?versions=all&perPage=100&page=${page}`;
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${cloud.stack.dashboard_tokens.workspace_member}` },
    });
    return (await response.json()) as Awaited<ReturnType<typeof listPage>>;
  }

  /** Works have no public list yet, so their rows are read directly. */
  async function workOwners(): Promise<string[]> {
    const owners: string[] = [];
    for (let shard = 0; shard < listShards; shard++) {
      const { Items = [], LastEvaluatedKey } = await table.send(
        new QueryCommand({
          TableName: cloud.tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': keys.listShard('WORK', shard) },
          ConsistentRead: true,
        }),
      );
      expect(LastEvaluatedKey).toBeUndefined();
      owners.push(...Items.map(({ orcid }) => orcid));
    }
    return owners.sort();
  }

  async function doiAt(path: string): Promise<string | undefined> {
    const response = await fetch(`${cloud.baseUrl}/v1/doi/${path}`);
    const body = (await response.json()) as { doi?: string };
    return response.status === 200 ? body.doi : undefined;
  }

  async function item(key: Key) {
    const request = { TableName: cloud.tableName, Key: key, ConsistentRead: true };
    return (await table.send(new GetCommand(request))).Item;
  }
});

interface Job {
  status: string;
  counts: Record<'found' | 'created' | 'updated' | 'skipped' | 'failed', number>;
}

const totalOf = (jobs: Job[], count: keyof Job['counts']) => jobs.reduce((sum, { counts }) => sum + counts[count], 0);

/** A DOI in a path, escaping only characters that would end the path or start an escape. */
const rawPath = (doi: string) => doi.replace(/[%?#]/g, encodeURIComponent);

/** Runs a task for each item, eight at a time. */
async function eachOf<T>(many: T[], run: (one: T) => Promise<void>): Promise<void> {
  const left = [...many];
  const runner = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await run(one);
  };
  await Promise.all(Array.from({ length: 8 }, runner));
}
