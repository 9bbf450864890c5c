import { setTimeout } from 'node:timers/promises';
import { restampRow } from '#src/records/store/list-rows.ts';
import { isTimeout } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { partitions } from '#src/table/keys.ts';
import type { Cloud } from '../../local/cloud.ts';
import { scan } from '../../test/support/ingestion-drill.ts';
import type { Target } from './requests.ts';

const writesAtOnce = 4;
/** A busy engine does not answer each call in time. Writing a row twice is as good. */
const mostAttempts = 20;
const publicPollMs = 500;
/** Longer than the time between two runs of a scheduled job. */
const mostMs = 400_000;

interface Behind {
  facts: Record<string, number | null>;
  faults: string[];
}

/** The answers to a client until a list had all changes, or for the public list, until it always answered. */
interface Waited {
  seconds: number;
  statuses: Record<number, number>;
}

/**
 * Writes many rows while nobody reads lists, as a bulk change does, and measures how long readers have to wait for them: a
 * curator, who asks again when the answer says so, and the public, all the time.
 */
export async function measureBehind(
  cloud: Cloud,
  { baseUrl, dashboardUrl, memberToken }: Target,
  changes: number,
  progress: (step: string) => void,
): Promise<Behind> {
  if (changes === 0) return { facts: {}, faults: [] };
  const ofCurators = () =>
    fetch(`${dashboardUrl}/api/publications?per_page=1`, {
      headers: { authorization: `Bearer ${memberToken}` },
      redirect: 'error',
    });
  const ofPublic = () => fetch(`${baseUrl}/v1/publications?per_page=1&q=${Math.random()}`);
  await Promise.all([untilAnswered(ofCurators), untilAnswered(ofPublic)]);
  const rows = (await scan(cloud)).filter(({ pk, changed }) => String(pk).startsWith(rowsOfPublications) && changed);
  progress(`writing ${changes} rows at once`);
  await inParallel(rows.slice(0, changes), writesAtOnce, ({ sk, changed }) =>
    untilWritten(() => restampRow('PUB', String(sk), { changed: Number(changed) })),
  );
  progress('waiting for the lists');
  const isOver = new AbortController();
  const ofAll = whileBehind(ofPublic, isOver.signal);
  const curators = await untilAnswered(ofCurators);
  isOver.abort();
  const all = await ofAll;
  const errors = [curators, all].flatMap(({ statuses }) =>
    Object.entries(statuses).filter(([status]) => !['200', '503'].includes(status)),
  );
  return {
    facts: {
      'rows written at once': changes,
      'seconds until curators saw them': curators.seconds,
      'of them, until the public list answered for good': all.seconds,
      'answers 503 to curators, who waited as told': curators.statuses[503] ?? 0,
      'answers 503 of the public list, asked twice a second': all.statuses[503] ?? 0,
    },
    faults: errors.map(([status, count]) => `${count} answers ${status} while lists were behind`),
  };
}

const rowsOfPublications = `${partitions.lists}PUB#`;

async function untilWritten(write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (!isTimeout(error) || attempt === mostAttempts) throw error;
    }
  }
}

/** Asks until there is an answer, and waits in between as long as the one before says. */
async function untilAnswered(ask: () => Promise<Response>): Promise<Waited> {
  const startedAtMs = performance.now();
  const statuses: Record<number, number> = {};
  for (;;) {
    const response = await ask();
    await response.arrayBuffer();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    const ms = performance.now() - startedAtMs;
    if (response.ok || ms > mostMs) return { seconds: ms / 1_000, statuses };
    await setTimeout(1_000 * Number(response.headers.get('retry-after') ?? 1));
  }
}

/** Asks all the time, also while others wait. The seconds are those until the last answer that is none. */
async function whileBehind(ask: () => Promise<Response>, signal: AbortSignal): Promise<Waited> {
  const startedAtMs = performance.now();
  const statuses: Record<number, number> = {};
  let seconds = 0;
  do {
    const response = await ask();
    await response.arrayBuffer();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    if (!response.ok) seconds = (performance.now() - startedAtMs) / 1_000;
    await setTimeout(publicPollMs);
  } while (!signal.aborted);
  return { seconds, statuses };
}
