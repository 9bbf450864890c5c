import { setTimeout as sleep } from 'node:timers/promises';
import type { FileEntry } from '#src/formats/reading/entries/remarks.ts';
import type { FileReport } from '#src/formats/reading/read-file.ts';

/** The API of the dashboard of a registry, for who has this token. */
export interface RegistryApi {
  /** Without a slash at its end. */
  address: string;
  token: string;
  workspace?: string | undefined;
}

/** An answer that says why the request was refused. */
class RequestRefused extends Error {}

/** The parts of an intake that the command reads. */
export interface RemoteIntake {
  id: string;
  state: string;
  total: number;
  checked: number;
  counts: Record<string, number>;
  outcomes: Record<string, number>;
  undecided: number;
  to_fetch: number;
  estimate_s: number | null;
  failure: string | null;
}

/** A row as the command reports it. */
export interface RemoteRow {
  line: number;
  key: string | null;
  class: string | null;
  outcome: string;
  message: string | null;
  faults: { code: string; detail?: string; line?: number }[];
}

const rowsAtOnce = 100;
/** Of a body as JSON: the API takes 256 KB. */
const maxBodyBytes = 240_000;
const retries = 6;
const pollMs = 1_500;
const requestTimeoutMs = 60_000;

async function request<T>(api: RegistryApi, method: string, path: string, body?: object): Promise<T> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(`${api.address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${api.token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(api.workspace !== undefined && { 'x-workspace-id': api.workspace }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(requestTimeoutMs),
    }).catch((error: unknown) => error as Error);
    const isBusy = answer instanceof Error || answer.status === 429 || answer.status >= 500;
    if (!(answer instanceof Error) && answer.ok) return (await answer.json()) as T;
    if (isBusy && tries < retries) {
      const asked = answer instanceof Error ? 0 : Number(answer.headers.get('retry-after') ?? 0);
      await sleep(Math.max(asked * 1000, 500 * 2 ** tries));
      continue;
    }
    if (answer instanceof Error) throw new RequestRefused(`${api.address} does not answer: ${answer.message}`);
    const text = await answer.text();
    const said = /"error":\s*"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 200);
    throw new RequestRefused(`${method} ${path} was answered ${answer.status}: ${said}`);
  }
}

/** Begins an intake of a file with these entries, and sends them. */
export async function sendFile(
  api: RegistryApi,
  { name, report, entries }: { name: string; report: FileReport | undefined; entries: readonly FileEntry[] },
  options: { link_names: boolean; group_id: string | null },
  progress: (text: string) => void,
): Promise<RemoteIntake> {
  const { format, encoding, separator, profile, sheet } = report ?? {};
  const intake = await request<RemoteIntake>(api, 'POST', '/api/intakes', {
    kind: 'publications',
    name: name.slice(0, 200),
    total: entries.length,
    options,
    reading: { format, encoding, separator, profile, sheet },
  });
  for (let first = 0; first < entries.length; ) {
    const rows: FileEntry[] = [];
    let bytes = 0;
    for (const entry of entries.slice(first, first + rowsAtOnce)) {
      bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
      if (rows.length > 0 && bytes > maxBodyBytes) break;
      rows.push(entry);
    }
    await request(api, 'POST', `/api/intakes/${intake.id}/rows`, { first, rows });
    first += rows.length;
    progress(`sent ${first} of ${entries.length}`);
  }
  return intake;
}

/** Has a step done, and waits until it is. Throws if it ends early. */
export async function runStep(
  api: RegistryApi,
  id: string,
  step: 'check' | 'apply',
  progress: (text: string) => void,
): Promise<RemoteIntake> {
  const [during, after] = step === 'check' ? ['checking', 'checked'] : ['applying', 'applied'];
  let intake = await request<RemoteIntake>(api, 'POST', `/api/intakes/${id}/${step}`);
  while (intake.state === during) {
    await sleep(pollMs);
    intake = await request<RemoteIntake>(api, 'GET', `/api/intakes/${id}`);
    const done =
      step === 'check'
        ? intake.checked
        : intake.total - (intake.outcomes.waiting ?? 0) - (intake.outcomes.fetching ?? 0);
    const left = step === 'apply' && intake.estimate_s !== null ? `, about ${intake.estimate_s} s left` : '';
    progress(`${step === 'check' ? 'checked' : 'applied'} ${done} of ${intake.total}${left}`);
  }
  if (intake.state === after) return intake;
  throw new RequestRefused(`The intake is ${intake.state}${intake.failure ? ` (${intake.failure})` : ''}`);
}

/** Decides about all rows of a class. */
export const decideClass = (api: RegistryApi, id: string, its: string, decision: string | null) =>
  request(api, 'PATCH', `/api/intakes/${id}/rows`, { class: its, decision });

/** All rows with one of these outcomes or classes. */
export async function rowsWith(api: RegistryApi, id: string, filter: string): Promise<RemoteRow[]> {
  const rows: RemoteRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer: { rows: RemoteRow[]; next_cursor: string | null } = await request(
      api,
      'GET',
      `/api/intakes/${id}/rows?limit=100&${filter}${from}`,
    );
    rows.push(...answer.rows);
    cursor = answer.next_cursor;
  }
  return rows;
}
