import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { listWorks } from '#src/sources/openalex/lists.ts';
import { readEnrichment, readListed } from '#src/sources/openalex/record.ts';
import { pauseOf } from '#src/sources/requests/pace.ts';
import { nextUtcDayMs } from '#src/vocabulary/sources/pause.ts';
import { sampleDir } from '../../local/options.ts';
import { sampleCredentials } from '../../local/sources/meter.ts';
import { type Replay, startReplay } from '../../local/sources/replay.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';

captureLog();
const manager = mockClient(SecretsManagerClient);
const ror = '03yrm5c26';
const works = 250;
let dir: string;
let replay: Replay;

beforeEach(async () => {
  await freshTable();
  dir = mkdtempSync(join(tmpdir(), 'openalex-'));
  mkdirSync(join(dir, 'openalex/works'), { recursive: true });
  for (let n = 0; n < works; n++) {
    const doi = `10.5555/listed-${n}`;
    const authorships = [
      { author: { id: `https://openalex.org/A${n}` }, institutions: [{ ror: `https://ror.org/${ror}` }] },
    ];
    const work = { id: `https://openalex.org/W${n}`, doi: `https://doi.org/${doi}`, authorships, is_xpac: n === 7 };
    writeFileSync(join(dir, 'openalex/works', `${encodeURIComponent(doi)}.json`), JSON.stringify(work));
  }
  cpSync(join(sampleDir, 'orcid'), join(dir, 'orcid'), { recursive: true });
});
afterEach(async () => {
  await replay.close();
  rmSync(dir, { recursive: true });
  delete process.env.OPENALEX_CREDENTIALS_SECRET_ARN;
  process.env.OPENALEX_REQUESTS_PER_DAY = '0';
});

/** Starts OpenAlex, with a clock of its own: its quota returns at midnight UTC. */
async function start(perDay = {}, untilMidnightMs = 12 * 3_600_000): Promise<void> {
  let askedMs = 0;
  const nowMs = () => {
    askedMs += 200;
    return nextUtcDayMs(0) - untilMidnightMs + askedMs;
  };
  replay = await startReplay({ dir, metered: { nowMs, perDay } });
  Object.assign(process.env, {
    OPENALEX_URL: replay.urls.openalex,
    OPENALEX_REQUESTS_PER_SECOND: '0',
    SOURCES_CONTACT_EMAIL: '',
  });
}

function useKey(key: string): void {
  process.env.OPENALEX_CREDENTIALS_SECRET_ARN = `arn:${key}`;
  manager.reset();
  manager.on(GetSecretValueCommand).resolves({ SecretString: key });
}

/** All works of the institution, and the positions of its pages. */
async function listAll() {
  const dois: string[] = [];
  const positions: (string | null)[] = [];
  for (let position: string | null = null; ; ) {
    positions.push(position);
    const page = await listWorks({ rors: [ror] }, position, {});
    dois.push(...(page?.works ?? []).map(({ doi }) => doi));
    if (!page || page.next === null) return { dois: new Set(dois), positions };
    position = page.next;
  }
}

test('a list of works is read to its end without a key, by page, because OpenAlex answers 401 to cursors then', async () => {
  await start();
  const { dois, positions } = await listAll();
  expect(dois.size).toBe(works);
  expect(positions).toEqual([null, 'page=2', 'page=3']);
  expect(replay.meter?.readings.openalex).toMatchObject({ refusals: 0, billed: 3 });
});

test('with a key it is read by cursors; a page of before goes on by page', async () => {
  await start();
  useKey(sampleCredentials.openalex);
  const { dois, positions } = await listAll();
  expect(dois.size).toBe(works);
  expect(positions.some((position) => position?.startsWith('page='))).toBe(false);
  expect((await listWorks({ rors: [ror] }, 'page=3', {}))?.next).toBeNull();
  expect(replay.meter?.readings.openalex.refusals).toBe(0);
});

test('a list stops at the 10,000th work that OpenAlex shows without a key', async () => {
  await start();
  expect((await listWorks({ rors: [ror] }, 'page=100', {}))?.next).toBeNull();
});

test('a refused key is named as the cause', async () => {
  await start();
  useKey('of somebody else');
  await expect(listWorks({ rors: [ror] }, null, {})).rejects.toThrow(
    /^OpenAlex refuses our requests \(401: check its key\)/,
  );
});

test.each([12 * 60, 15])('a used quota is named as the cause %d minutes before it returns', async (minutes) => {
  await start({ openalex: 0 }, minutes * 60_000);
  await expect(listWorks({ rors: [ror] }, null, {})).rejects.toThrow(/^OpenAlex has no requests left in its quota/);
});

test('a list has the works of the extended index, too, so that none is asked for alone', async () => {
  await start();
  const listed = await readListed(['10.5555/listed-6', '10.5555/listed-7'], {});
  expect([...listed.keys()]).toEqual(['10.5555/listed-6', '10.5555/listed-7']);
});

test('what OpenAlex says is left counts, and single records go on when nothing is left for lists', async () => {
  process.env.OPENALEX_REQUESTS_PER_DAY = '1000';
  await start({ openalex: 3 });
  // Somebody else at this address.
  await fetch(`${replay.urls.openalex}/works?filter=doi:10.5555/listed-1`);
  await readListed(['10.5555/listed-1'], {});
  expect(await pauseOf('openalex', 'list', new Date())).toBeUndefined();
  await readListed(['10.5555/listed-1'], {});
  const pause = await pauseOf('openalex', 'list', new Date());
  expect(pause).toMatchObject({ because: 'quota' });
  expect(Math.abs((pause?.untilMs ?? 0) - Date.now() - 12 * 3_600_000)).toBeLessThan(600_000);
  await expect(readListed(['10.5555/listed-1'], {})).rejects.toMatchObject({ name: 'SourcePaused' });
  expect((await readEnrichment('10.5555/listed-1'))?.doi).toBe('10.5555/listed-1');
  expect(replay.meter?.readings.openalex).toMatchObject({ refusals: 0, billed: 3 });
});

test('the budget counts lists alone', async () => {
  process.env.OPENALEX_REQUESTS_PER_DAY = '2';
  await start();
  for (let n = 0; n < 5; n++) await readEnrichment('10.5555/listed-1');
  for (let n = 0; n < 2; n++) await readListed(['10.5555/listed-1'], {});
  await expect(readListed(['10.5555/listed-1'], {})).rejects.toThrow(/no requests left in our budget/);
  expect(await readEnrichment('10.5555/listed-2')).toBeDefined();
});
