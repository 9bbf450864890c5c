import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PublicationRecord } from '#src/records/publications/publication.ts';
import { rowOf } from '#src/records/publications/row-of.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import type { Cloud } from '../../local/cloud.ts';
import { syntheticPerson, syntheticPublication } from '../../local/data/synthetic.ts';
import { startTestCloud, startTimeoutMs } from '../support/cloud.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'synthetic-'));
const options = { dataDir, seed: { kind: 'synthetic', count: 60 } } as const;
let cloud: Cloud;
beforeAll(async () => {
  cloud = await startTestCloud(options);
}, startTimeoutMs);
afterAll(async () => {
  await cloud?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('the same number is always the same publication, and another number another', () => {
  const all = Array.from({ length: 500 }, (_, index) => syntheticPublication(index, 500));
  expect(all.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, index) => syntheticPublication(index, 500)));
  expect(new Set(all.map(({ doi }) => doi)).size).toBe(500);
  expect(new Set(all.map(({ original }) => original.title)).size).toBeGreaterThan(490);
  for (const record of all) expect(PublicationRecord.parse(record)).toEqual(record);
});

test('people have iDs that no person has and that pass every check', () => {
  for (let index = 0; index < 200; index++) {
    const { orcid, slug } = syntheticPerson(index);
    expect(parseOrcidId(orcid)).toBe(orcid);
    expect(orcid).toMatch(/^0009-9998-/);
    expect(slug).not.toBeNull();
  }
});

test('a registry seeded with them lists and shows them', async () => {
  const list = await (await fetch(`${cloud.baseUrl}/v1/publications?per_page=100`)).json();
  expect(list).toMatchObject({ total: 60, pages: 1 });
  const { doi, title } = rowOf(syntheticPublication(7, 60));
  const detail = await (await fetch(`${cloud.baseUrl}/v1/doi/${doi}`)).json();
  expect(detail).toMatchObject({ doi, data: { title } });
});

test(
  'its table is in the data folder, from where another start goes on',
  async () => {
    await cloud.stop();
    cloud = await startTestCloud(options);
    expect(await (await fetch(`${cloud.baseUrl}/v1/publications`)).json()).toMatchObject({ total: 60 });
  },
  startTimeoutMs,
);
