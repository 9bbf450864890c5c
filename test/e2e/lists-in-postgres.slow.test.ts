import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listMetrics, registryMetrics } from '#src/runtime/metrics.ts';
import type { Cloud } from '../../local/cloud.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';
import { describeWithPostgres } from '../support/postgres.ts';

describeWithPostgres('a registry whose lists of publications and works are in PostgreSQL', () => {
  let cloud: Cloud;
  // Only a cloud that keeps its data runs what a deployment does.
  const dataDir = mkdtempSync(join(tmpdir(), 'lists-in-postgres-'));
  beforeAll(async () => {
    cloud = await startTestCloud({ lists: 'postgres', dataDir, seed: { kind: 'sample' } });
    // No other test has these settings, so the templates are always synthesized here.
  }, 3 * startTimeoutMs);
  afterAll(async () => {
    await cloud?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const read = async (path: string) => {
    const response = await fetch(`${cloud.baseUrl}${path}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers of several routes
    const body = (await response.json()) as any;
    return { status: response.status, body };
  };

  test('answers lists and searches from it', async () => {
    const { status, body } = await read('/v1/publications?per_page=100');
    expect(status).toBe(200);
    expect(body.total).toBeGreaterThan(10);
    expect(body.publications).toHaveLength(Math.min(body.total, 100));
    const [first] = body.publications;
    const word = String(first.title)
      .split(' ')
      .find((each) => each.length > 4);
    const found = await read(`/v1/publications?q=${encodeURIComponent(word ?? '')}`);
    expect(found.body.publications.map(({ doi }: { doi: string }) => doi)).toContain(first.doi);
  });

  test('has no function that loads a list of publications into memory', async () => {
    const loaded = cloud.logs.filter((line) => listMetrics.rows in line).map(({ collection }) => collection);
    expect(loaded).not.toContain('PUB');
    expect(loaded).not.toContain('WORK');
    expect(cloud.logs.filter((line) => registryMetrics.listsBehind in line)).not.toEqual([]);
    await cloud.runSchedule('FeedLists');
  });
});
