import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listNames, SqliteCopy } from '../clients/typescript/examples/sqlite-copy.ts';
import { createClient, type RegistryClient } from '../clients/typescript/src/client.ts';
import { syncList } from '../clients/typescript/src/sync.ts';
import { startService } from './peers/process.ts';
import { progress, runCommand } from './shared/command.ts';

const locale = 'en';
/** Later changes may be sent again; see `lateCommitMs` in src/lists. */
const settledAfterMs = 12_000;

await runCommand({
  name: 'bench:mirror',
  summary:
    'Copies all lists of the laptop cloud into SQLite, by pages and by changes, then updates the unchanged copy.\n' +
    'Exit code 1 if the copies differ.',
  options: { rows: { defaultValue: 100_000, describe: 'synthetic publications' } },
  async run({ rows }) {
    progress(`starting the laptop cloud with ${rows} publications`);
    const service = await startService('cloud.ts', [String(rows)]);
    const folder = mkdtempSync(join(tmpdir(), 'mirror-'));
    const copy = new SqliteCopy(join(folder, 'copy.sqlite'), service.url, locale);
    try {
      let requests = 0;
      const counted: typeof fetch = (...args) => {
        requests++;
        return fetch(...args);
      };
      const client = createClient({ baseUrl: service.url, credential: service.credential ?? '', fetch: counted });
      const measured = async (task: string, work: () => Promise<number>) => {
        progress(task);
        requests = 0;
        const startedAtMs = performance.now();
        const entries = await work();
        return { task, entries, requests, seconds: (performance.now() - startedAtMs) / 1000 };
      };
      const sync = async () => {
        let changes = 0;
        for (const list of listNames) {
          const { upserted, removed } = await syncList(client, list, copy, { locale });
          changes += upserted + removed;
        }
        return changes;
      };
      const table = [
        await measured('publications by pages of 100, read only', async () => (await byPages(client)).size),
        await measured('all lists by changes, into SQLite', sync),
      ];
      progress('waiting until no change can be sent again');
      await sleep(settledAfterMs);
      table.push(await measured('the copy again, settling', sync), await measured('the copy again, current', sync));
      compare(copy, await byPages(client));
      return { rows: table, facts: { publications: rows, people: copy.count('people') } };
    } finally {
      copy.close();
      rmSync(folder, { recursive: true });
      await service.stop();
    }
  },
});

/** Reads every publication with list cursors, by DOI. */
async function byPages({ api }: RegistryClient): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: { cursor: string; per_page: number } = { cursor, per_page: 100 };
    const answer = await api.GET('/integrations/v1/publications', { params: { query } });
    if (!answer.data) throw new Error(`A page could not be read: ${JSON.stringify(answer.error)}`);
    for (const item of answer.data.publications) found.set(item.doi, JSON.stringify(item));
    cursor = answer.data.next_cursor ?? null;
  }
  return found;
}

function compare(copy: SqliteCopy, listed: Map<string, string>): void {
  const kept = copy.items('publications');
  const differing = [...listed].filter(([doi, item]) => JSON.stringify(kept.get(doi)) !== item);
  if (kept.size !== listed.size || differing.length > 0) {
    throw new Error(`The copy has ${kept.size} of ${listed.size} publications, and ${differing.length} differ`);
  }
}
