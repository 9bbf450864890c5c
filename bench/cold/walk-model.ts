import type { RecordedPage, RecordedRequest } from './walk-recording.ts';

/** The times of a call: in an environment that has just started, its loading included, and in one that has answered before. */
export interface CallTimes {
  coldMs: number;
  warmMs: number;
}

/** The calls of a request, in order: of its authorizer, then of its function. */
export interface ModelledCall {
  functionName: string;
  memoryMb: number;
  times: CallTimes;
}

export interface ModelledPage {
  page: string;
  requests: number;
  /** Requests that were made ahead, for other pages. */
  ahead: number;
  /** The functions of which an environment started while the person waited. */
  started: string[];
  /** The longest chain of starts, one after the other. */
  startsInTurn: number;
  waitS: number;
}

export interface ModelledWalk {
  pages: ModelledPage[];
  waitS: number;
  environments: number;
  functions: number;
  requests: number;
  /** Billed by Lambda, starts included. */
  gbSeconds: number;
}

interface Modelled {
  endMs: number;
  startsInTurn: number;
  started: string[];
}

/**
 * How long a person waits at the recorded pages if no function has an environment at first. A request begins when those
 * have ended that had ended before it in the recording, and as long after the last of them. A call takes an environment
 * that is free, or starts one; on Lambda, environments share nothing, so none makes another one slower.
 */
export function modelWalk(
  pages: readonly RecordedPage[],
  callsOf: (request: RecordedRequest) => readonly ModelledCall[],
  stayMs: number,
): ModelledWalk {
  const freeAtMs = new Map<string, number[]>();
  const modelled: ModelledPage[] = [];
  let nowMs = 0;
  let gbSeconds = 0;
  for (const { page, requests, later } of pages) {
    const done = new Map<RecordedRequest, Modelled>();
    const left = new Set([...requests, ...later]);
    while (left.size > 0) {
      const [next, startMs, before] = earliest(left, done, nowMs);
      left.delete(next);
      let endMs = startMs;
      const started: string[] = [];
      for (const { functionName, memoryMb, times } of callsOf(next)) {
        const environments = freeAtMs.get(functionName) ?? [];
        const free = environments.findIndex((atMs) => atMs <= endMs);
        const takenMs = free === -1 ? times.coldMs : times.warmMs;
        endMs += takenMs;
        gbSeconds += (takenMs / 1000) * (memoryMb / 1024);
        if (free === -1) started.push(functionName);
        environments[free === -1 ? environments.length : free] = endMs;
        freeAtMs.set(functionName, environments);
      }
      done.set(next, { endMs, startsInTurn: before + started.length, started });
    }
    const waited = requests.flatMap((request) => done.get(request) ?? []);
    const completeMs = Math.max(nowMs, ...waited.map(({ endMs }) => endMs));
    modelled.push({
      page,
      requests: requests.length,
      ahead: later.length,
      started: waited.flatMap(({ started }) => started),
      startsInTurn: Math.max(0, ...waited.map(({ startsInTurn }) => startsInTurn)),
      waitS: (completeMs - nowMs) / 1000,
    });
    nowMs = completeMs + stayMs;
  }
  return {
    pages: modelled,
    waitS: modelled.reduce((sum, { waitS }) => sum + waitS, 0),
    environments: [...freeAtMs.values()].reduce((sum, { length }) => sum + length, 0),
    functions: freeAtMs.size,
    gbSeconds,
    requests: modelled.reduce((sum, { requests, ahead }) => sum + requests + ahead, 0),
  };
}

/** The next request to begin, of those whose predecessors are done; when; and how many starts it comes after. */
function earliest(
  left: ReadonlySet<RecordedRequest>,
  done: ReadonlyMap<RecordedRequest, Modelled>,
  pageMs: number,
): [request: RecordedRequest, startMs: number, startsBefore: number] {
  let best: [RecordedRequest, number, number] | undefined;
  for (const request of left) {
    if ([...left].some(({ endMs }) => endMs <= request.startMs)) continue;
    const before = [...done].filter(([{ endMs }]) => endMs <= request.startMs);
    const gapMs = request.startMs - Math.max(0, ...before.map(([{ endMs }]) => endMs));
    const startMs = Math.max(pageMs, ...before.map(([, { endMs }]) => endMs)) + gapMs;
    const startsBefore = Math.max(0, ...before.map(([, { startsInTurn }]) => startsInTurn));
    if (!best || startMs < best[1]) best = [request, startMs, startsBefore];
  }
  if (!best) throw new Error('No request can begin');
  return best;
}
