import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import type { Invocation } from '../../local/lambda/functions.ts';
import { startBrowser } from '../../test/browser/browser.ts';
import { progress, type Report, UsageError } from '../shared/command.ts';
import { median } from '../shared/statistics.ts';
import { type FirstAnswer, firstAnswer } from './first-answers.ts';
import { gbSecondDollars, type ProcessorShare, processorShare, wholeProcessorMb } from './processor-share.ts';
import { type ModelledCall, type ModelledWalk, modelWalk } from './walk-model.ts';
import {
  type RecordedPage,
  type RecordedRequest,
  recordWalk,
  type WalkOptions,
  type WalkRole,
} from './walk-recording.ts';

/** How long a person stays on each page. */
const stayMs = 5_000;
const roles: readonly WalkRole[] = ['superadmin', 'workspace-member'];

export interface WalkScale {
  rows: number;
  processes: number;
  /** Another checkout, which is measured in turns with this one; empty for none. */
  against: string;
}

/** The recorded walks of a checkout, and what each call of them takes. */
interface Side {
  name: string;
  cloud: WalkCloud;
  /** With what is asked ahead, and as of a browser that saves data. */
  walks: Record<WalkRole, { ahead: RecordedPage[]; plain: RecordedPage[] }>;
  invocations: Map<string, Invocation[]>;
  answers: Map<string, FirstAnswer[]>;
}

/**
 * Measures how long a curator waits who opens the pages of a morning after a quiet night, when no function has an
 * environment. The pages are recorded in a browser; each of their calls is repeated in new processes with the share of
 * a processor that its function's memory gives.
 */
export async function measureWalk({ rows, processes, against }: WalkScale): Promise<Report> {
  const share = new Shares();
  const browser = await startBrowser();
  const sides: Side[] = [];
  try {
    for (const folder of against ? ['.', against] : ['.']) sides.push(await startSide(folder, rows));
    await Promise.all(sides.map((side) => recordSide(browser, side)));
    for (let n = 0; n < processes; n++) {
      for (const side of sides) {
        progress(`${side.name}: each call in a new process, ${n + 1} of ${processes}`);
        await measureCalls(side, share);
      }
    }
    return reportOf(sides, { rows, processes, by: share.by });
  } finally {
    await browser.close();
    for (const { cloud } of sides) await cloud.stop();
    await share.release();
  }
}

/** Control groups by memory. */
class Shares {
  readonly #byMemory = new Map<number, ProcessorShare | undefined>();
  by = 'not limited: this needs a control group';

  of(memoryMb: number): ProcessorShare | undefined {
    if (memoryMb >= wholeProcessorMb) return undefined;
    if (!this.#byMemory.has(memoryMb)) this.#byMemory.set(memoryMb, processorShare(memoryMb / wholeProcessorMb));
    const share = this.#byMemory.get(memoryMb);
    if (share) this.by = share.by;
    return share;
  }

  async release(): Promise<void> {
    for (const share of this.#byMemory.values()) await share?.release();
  }
}

interface WalkCloud {
  dashboardUrl: string;
  password: string;
  invocations: Invocation[];
  stop(): Promise<void>;
}

async function startWalkCloud(folder: string, rows: number): Promise<WalkCloud> {
  const child = fork(join(import.meta.dirname, '../peers/walk-cloud.ts'), [String(rows)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const invocations: Invocation[] = [];
  const exited = once(child, 'exit');
  const ready = new Promise<{ dashboardUrl: string; password: string }>((onReady, onExit) => {
    child.on('message', (message: { invocation?: Invocation; dashboardUrl?: string; password?: string }) => {
      const { invocation, dashboardUrl, password } = message;
      if (invocation) invocations.push(invocation);
      else if (dashboardUrl && password) onReady({ dashboardUrl, password });
    });
    child.once('exit', (code) => onExit(new Error(`The cloud of ${folder} ended with code ${code}`)));
  });
  const { dashboardUrl, password } = await ready;
  // Rows written a moment ago are read from the table once more, which is rare in a quiet registry.
  await setTimeout(lateCommitMs);
  child.send('CompactLists');
  await once(child, 'message', { signal: AbortSignal.timeout(600_000) });
  return {
    dashboardUrl,
    password,
    invocations,
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

async function startSide(given: string, rows: number): Promise<Side> {
  const folder = resolve(given);
  const name = given === '.' ? 'this' : 'the other';
  progress(`${name}: building the dashboard`);
  await promisify(execFile)('npm', ['run', 'build:web'], { cwd: folder }).catch((cause) => {
    throw new UsageError(`${folder} is no checkout with its dependencies: ${(cause as Error).message.split('\n')[0]}`);
  });
  progress(`${name}: starting a laptop cloud with ${rows} publications`);
  const cloud = await startWalkCloud(folder, rows);
  return { name, cloud, walks: {} as Side['walks'], invocations: new Map(), answers: new Map() };
}

async function recordSide(browser: Browser, side: Side): Promise<void> {
  const { name, cloud, walks } = side;
  const { dashboardUrl, password } = cloud;
  const walk = (role: WalkRole, options: Pick<WalkOptions, 'savesData' | 'isRehearsal'>) =>
    recordWalk(browser, { dashboardUrl, password, role, ...options });
  for (const role of roles) {
    progress(`${name}: the walk of a ${role}`);
    // Once without being recorded, so that every function of the laptop runs.
    await walk(role, { savesData: true, isRehearsal: true });
    const plain = await walk(role, { savesData: true });
    walks[role] = { plain, ahead: needed(await walk(role, { savesData: false }), plain) };
  }
  side.invocations = Map.groupBy(cloud.invocations, requestIdOf);
}

const requestIdOf = ({ event }: Invocation) =>
  (event as { requestContext?: { requestId?: string } }).requestContext?.requestId ?? '';

/** Separates what a page needs from what was asked ahead: without asking ahead, the page asks only for what it needs. */
function needed(pages: readonly RecordedPage[], plain: readonly RecordedPage[]): RecordedPage[] {
  return pages.map(({ page, requests, later }, n) => {
    const names = new Set(plain[n]?.requests.map(({ name }) => name));
    const { own = [], ahead = [] } = Object.groupBy(requests, ({ name }) => (names.has(name) ? 'own' : 'ahead'));
    return { page, requests: own, later: [...ahead, ...later] };
  });
}

/** Identifies a call, which is measured once, however often the walks have it. */
const callKeyOf = ({ environment, event }: Invocation) => {
  const { httpMethod, path, multiValueQueryStringParameters, methodArn } = event as Record<string, unknown>;
  const asked = methodArn ? '' : JSON.stringify([httpMethod, path, multiValueQueryStringParameters]);
  return `${environment.functionName} ${asked}`;
};

async function measureCalls({ walks, invocations, answers }: Side, shares: Shares): Promise<void> {
  const pages = Object.values(walks).flatMap(({ ahead, plain }) => [...ahead, ...plain]);
  const requests = pages.flatMap((page) => [...page.requests, ...page.later]);
  const calls = requests.flatMap(({ id }) => invocations.get(id) ?? []);
  for (const [key, [call]] of Map.groupBy(calls, callKeyOf)) {
    if (!call) continue;
    const answer = await firstAnswer(call, shares.of(call.environment.memoryMb), { isRepeated: true });
    answers.set(key, [...(answers.get(key) ?? []), answer]);
  }
}

function reportOf(sides: Side[], { rows, processes, by }: { rows: number; processes: number; by: string }): Report {
  const [ours, theirs] = sides.map(modelled);
  if (!ours) throw new Error('Nothing was measured');
  const table = roles.flatMap((role) =>
    ours[role].ahead.pages.map((page, n) => ({
      role,
      page: page.page,
      requests: page.requests,
      ahead: page.ahead,
      'starts at once': page.started.length,
      'in turn': page.startsInTurn,
      'waits, s': page.waitS,
      'without asking ahead, s': ours[role].plain.pages[n]?.waitS ?? null,
      ...(theirs && { 'the other, s': theirs[role].ahead.pages[n]?.waitS ?? null }),
      'functions that start': page.started.map(shortName).join(', '),
    })),
  );
  const facts: Report['facts'] = {};
  for (const role of roles) {
    const { ahead, plain } = ours[role];
    facts[`${role}: waits, s`] = ahead.waitS;
    facts[`${role}: without asking ahead, s`] = plain.waitS;
    facts[`${role}: environments of functions`] = `${ahead.environments} of ${ahead.functions}`;
    facts[`${role}: requests; without asking ahead`] = `${ahead.requests}; ${plain.requests}`;
    facts[`${role}: a million walks cost at Lambda, dollars; without asking ahead`] = [ahead, plain]
      .map(({ gbSeconds }) => Math.round(1e6 * gbSeconds * gbSecondDollars))
      .join('; ');
    if (!theirs) continue;
    facts[`${role}: the other waits, s`] = theirs[role].ahead.waitS;
    facts[`${role}: this / the other`] = ahead.waitS / theirs[role].ahead.waitS;
  }
  const walkS = ours.superadmin.ahead.waitS;
  return {
    rows: table,
    summary: functionTable(sides[0] as Side),
    facts: {
      ...facts,
      publications: rows,
      'new processes for each call': processes,
      'shares of a processor by': by,
    },
    figures: {
      walk_s: walkS,
      ...(theirs && { walk_ratio: walkS / theirs.superadmin.ahead.waitS }),
    },
  };
}

type Walks = Record<WalkRole, { ahead: ModelledWalk; plain: ModelledWalk }>;

function modelled(side: Side): Walks {
  const callsOf = ({ id }: RecordedRequest) => (side.invocations.get(id) ?? []).map((call) => callOf(side, call));
  const of = (pages: RecordedPage[]) => modelWalk(pages, callsOf, stayMs);
  return Object.fromEntries(
    roles.map((role) => [role, { ahead: of(side.walks[role].ahead), plain: of(side.walks[role].plain) }]),
  ) as Walks;
}

function callOf({ answers }: Side, call: Invocation): ModelledCall {
  const measured = answers.get(callKeyOf(call)) ?? [];
  return {
    functionName: call.environment.functionName,
    memoryMb: call.environment.memoryMb,
    times: {
      coldMs: median(measured.map(({ loadMs, answerMs }) => loadMs + answerMs)),
      warmMs: median(measured.map(({ againMs }) => againMs ?? Number.NaN)),
    },
  };
}

/** The functions of the walk: what each needs to load and to answer. */
function functionTable({ invocations, answers }: Side): Report['rows'] {
  const byFunction = new Map<string, { memoryMb: number; answers: FirstAnswer[] }>();
  for (const call of [...invocations.values()].flat()) {
    const { functionName, memoryMb } = call.environment;
    const known = byFunction.get(functionName) ?? { memoryMb, answers: [] };
    if (known.answers.length === 0) known.answers.push(...(answers.get(callKeyOf(call)) ?? []));
    byFunction.set(functionName, known);
  }
  return [...byFunction].flatMap(([name, { memoryMb, answers: measured }]) => {
    if (measured.length === 0) return [];
    const of = (value: (answer: FirstAnswer) => number) => median(measured.map(value));
    return {
      function: shortName(name),
      'memory, MB': memoryMb,
      'load, CPU ms': of(({ loadProcessorMs }) => loadProcessorMs),
      'answer, CPU ms': of(({ answerProcessorMs }) => answerProcessorMs),
      'load, ms': of(({ loadMs }) => loadMs),
      'answer, ms': of(({ answerMs }) => answerMs),
      'again, ms': of(({ againMs }) => againMs ?? Number.NaN),
    };
  });
}

/** Without the stack and CDK's digits. */
const shortName = (functionName: string) =>
  functionName.replace(/^.*?-(?=[A-Z])/, '').replace(/-?[A-Z0-9]{8,}(-\w+)?$/, '');
