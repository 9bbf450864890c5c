import { styleNames } from '#src/records/publications/list-citation.ts';
import { type Dashboard, type Service, startService } from './peers/process.ts';
import { progress, runCommand } from './shared/command.ts';
import { percentile, timed } from './shared/statistics.ts';

const warmUps = 100;
const bulkSize = 500;

interface Item {
  id: string;
}

await runCommand({
  name: 'bench:curation',
  summary:
    'Measures what curators and plugins do over HTTP, on the laptop cloud: lists with citations, details, statistics, edits\n' +
    'that the next list must show, bulk changes, and copies of a list. Exit code 1 if a list does not show an edit.',
  options: {
    rows: { defaultValue: 100_000, describe: 'synthetic publications' },
    requests: { defaultValue: 100, describe: 'of each kind' },
  },
  async run({ rows, requests }) {
    progress(`starting the laptop cloud with ${rows} publications`);
    const service = await startService('cloud.ts', [String(rows)]);
    try {
      if (!service.dashboard) throw new Error('The laptop cloud has named no dashboard');
      const curator = curatorOf(service.dashboard);
      const { publications } = await curator.get<{ publications: Item[] }>('/api/publications?perPage=100');
      const ids = publications.map(({ id }) => id);
      const idOf = (n: number) => ids[n % ids.length] ?? '';
      const pages = Math.floor(rows / 100);
      const table: Record<string, string | number>[] = [];
      const measure = async (operation: string, count: number, request: (n: number) => Promise<unknown>) => {
        progress(operation);
        const times: number[] = [];
        for (let n = -Math.min(warmUps, count - 1); n < count; n++) {
          const { ms } = await timed(() => request(Math.abs(n)));
          if (n >= 0) times.push(ms);
        }
        table.push({ operation, requests: count, 'p50 ms': percentile(times, 0.5), 'p99 ms': percentile(times, 0.99) });
      };
      for (const perPage of [20, 100]) {
        await measure(`a page of ${perPage} with citations`, requests, (n) =>
          curator.get(`/api/publications?perPage=${perPage}&page=${((n * 37) % pages) + 1}`),
        );
      }
      await measure('a search for an author, with counts', requests, (n) =>
        curator.get(`/api/publications?q=ber${String.fromCharCode(97 + (n % 26))}&facets=publication_type,match_state`),
      );
      await measure('statistics', requests, () => curator.get('/api/publications/stats'));
      await measure('statistics by time', requests, () => curator.get('/api/publications/stats/timeseries'));
      await measure('a detail', requests, (n) => curator.get(`/api/publications/${idOf(n)}`));
      await measure('an edit', requests, (n) => curator.edit(idOf(n), `Edited ${n}`));
      await measure('an edit and a list that shows it', requests, async (n) => {
        const title = `Edited again ${n} ${Date.now()}`;
        await curator.edit(idOf(n), title);
        const { total } = await curator.get<{ total: number }>(`/api/publications?q=${encodeURIComponent(title)}`);
        if (total !== 1) throw new Error(`A list after an edit does not show it: ${title}`);
      });
      const many: string[] = [];
      for (let page = 1; many.length < bulkSize; page++) {
        const list = await curator.get<{ publications: Item[] }>(
          `/api/publications?perPage=100&page=${page}&sort=title`,
        );
        many.push(...list.publications.map(({ id }) => id));
      }
      for (const action of ['delete', 'restore']) {
        await measure(`${action} ${bulkSize} at once`, 1, () =>
          curator.send('POST', '/api/publications/bulk', { action, ids: many.slice(0, bulkSize) }),
        );
      }
      const changes = (include: string) => async () => {
        let cursor = '';
        for (let read = 0; read < 1000; read += 500) {
          const page = await pageOfChanges(service, `${include}&cursor=${cursor}`);
          if (page.changes.length < 500) throw new Error('A page of changes is not full');
          cursor = page.cursor;
        }
      };
      await measure('1,000 changes in two pages', requests, changes(''));
      for (const style of styleNames) {
        await measure(`1,000 citations in two pages, ${style}`, requests, changes(`&include=citation&style=${style}`));
      }
      return { rows: table, facts: { publications: rows } };
    } finally {
      await service.stop();
    }
  },
});

/** A page of the changes of publications, as a plugin reads them. Throws for any status but a success. */
async function pageOfChanges({ url, credential }: Service, query: string) {
  const headers = { 'X-API-Key': credential ?? '' };
  const response = await fetch(`${url}/integrations/v1/changes?list=publications&limit=500${query}`, {
    headers,
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`The changes answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { changes: unknown[]; cursor: string };
}

/** Sends requests as a member of the workspace. Throws for any status but a success. */
function curatorOf({ url, token }: Dashboard) {
  async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'error',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }
  return {
    send,
    get: <T>(path: string) => send<T>('GET', path),
    edit: (id: string, title: string) =>
      send('PATCH', `/api/publications/${id}`, [{ op: 'replace', path: '/title', value: title }]),
  };
}
