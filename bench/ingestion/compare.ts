import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { sampleDir } from '../../local/options.ts';
import { type Replay, startReplay } from '../../local/sources/replay.ts';
import { recordedWorks } from '../../test/oracle/recordings.ts';
import { syntheticSources } from '../../test/support/synthetic-sources.ts';
import { progress, type Report } from '../shared/command.ts';
import { median } from '../shared/statistics.ts';
import type { Phase, SideResult, SideSettings } from './side.ts';

const run = promisify(execFile);
const sideFile = join(import.meta.dirname, 'side.ts');
const ownCheckout = resolve(import.meta.dirname, '../..');
const mostBytes = 512 * 1024 * 1024;

async function sideOf(checkout: string, { urls }: Replay, rest: Omit<SideSettings, 'sourceUrls'>): Promise<SideResult> {
  const settings: SideSettings = { sourceUrls: urls, ...rest };
  const { stdout } = await run(process.execPath, ['--no-warnings', sideFile, checkout, JSON.stringify(settings)], {
    cwd: checkout,
    maxBuffer: mostBytes,
  });
  return JSON.parse(stdout) as SideResult;
}

/**
 * Ingests the same records with this checkout and another one by turns, in processes that measure themselves, and compares
 * what both store of the recordings.
 */
export async function compareIngestions(other: string, publications: number, rounds: number): Promise<Report> {
  const checkouts = [resolve(other), ownCheckout] as const;
  const sources = syntheticSources({ publications: 2 * publications, researchers: 2, faultShare: 0, seed: 1 });
  const replay = await startReplay({ dir: sampleDir, intercept: sources.intercept });
  const phases: [Phase[][], Phase[][]] = [[], []];
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const [side, checkout] of checkouts.entries()) {
        progress(`round ${round} of ${rounds}, ${checkout}`);
        phases[side as 0 | 1].push(
          (await sideOf(checkout, replay, { orcids: sources.orcids, isWholeTable: false })).phases,
        );
      }
    }
  } finally {
    await replay.close();
  }
  const { faults, added } = await comparedItems(checkouts);
  const facts = {
    publications,
    rounds,
    'other checkout': other,
    'fields that only this checkout stores': [...added].sort().join(', ') || 'none',
  };
  return { rows: rowsOf(phases, publications), facts, faults };
}

function rowsOf(sides: readonly Phase[][][], publications: number): Report['rows'] {
  return (sides[0]?.[0] ?? []).map(({ phase: name }) => {
    const of = (side: number, value: (phase: Phase) => number) =>
      median((sides[side] ?? []).map((all) => value(all.find(({ phase }) => phase === name) as Phase))) / publications;
    const both = ({ functionsMs, engineMs }: Phase) => functionsMs + engineMs;
    return {
      part: name,
      'functions ms': of(1, ({ functionsMs }) => functionsMs),
      'engine ms': of(1, ({ engineMs }) => engineMs),
      'both ms': of(1, both),
      'other both ms': of(0, both),
      ratio: of(1, both) / of(0, both),
      calls: of(1, ({ calls }) => calls),
      'other calls': of(0, ({ calls }) => calls),
    };
  });
}

/** The differences of what the two store of the recordings, and the fields that only this checkout has. */
async function comparedItems(checkouts: readonly [string, string]): Promise<{ faults: string[]; added: Set<string> }> {
  const dir = process.env.REGISTRY_RECORDINGS ?? sampleDir;
  const orcids = recordedWorks(dir).map(({ orcid }) => orcid);
  const replay = await startReplay({ dir });
  try {
    const tables: Map<string, unknown[]>[] = [];
    for (const checkout of checkouts) {
      progress(`the items of the recordings, ${checkout}`);
      const { items } = await sideOf(checkout, replay, { orcids, isWholeTable: true });
      tables.push(tableOf(items.filter((item) => !isPassingPair(item))));
    }
    const [one = tableOf([]), two = tableOf([])] = tables;
    progress(`${one.size} and ${two.size} items`);
    const added = new Set<string>();
    const faults = [...new Set([...one.keys(), ...two.keys()])].sort().flatMap((name) => {
      const [before, now] = [one.get(name), two.get(name)];
      if (!before || !now) return [`${name}: only ${before ? 'the other has it' : 'this one has it'}`];
      return differences(before, now, added).map((difference) => `${name}: ${difference}`);
    });
    return { faults, added };
  } finally {
    await replay.close();
  }
}

const mostShown = 200;

/** Where two values differ. Fields that only the second has are collected. */
function differences(one: unknown, two: unknown, added: Set<string>, path: readonly string[] = []): string[] {
  if (isDeepStrictEqual(one, two)) return [];
  if (!isObject(one) || !isObject(two) || listLength(one) !== listLength(two)) {
    const [before, now] = [one, two].map((value) => JSON.stringify(value)?.slice(0, mostShown));
    return [`${path.join('.')} is ${before} and ${now}`];
  }
  for (const name of Object.keys(two)) if (!Object.hasOwn(one, name)) added.add(name);
  return Object.entries(one).flatMap(([name, value]) =>
    Object.hasOwn(two, name)
      ? differences(value, two[name], added, [...path, name])
      : [`${[...path, name].join('.')} is missing`],
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const listLength = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);

/** The items by their keys. Those of different jobs have the same, so there may be several. */
function tableOf(items: readonly Record<string, unknown>[]): Map<string, unknown[]> {
  const byKey = Map.groupBy(items, ({ pk, sk }) => String(steady(`${pk} ${sk}`)));
  const sorted = (all: typeof items) => all.map((item) => JSON.stringify(steady(said(item)))).sort();
  return new Map([...byKey].map(([key, all]) => [key, sorted(all).map((text): unknown => JSON.parse(text))]));
}

/**
 * A row without what readers take a missing field for, which older versions store; and a journal without the publications
 * from which it is known, the first that happened to be stored.
 */
function said(item: Record<string, unknown>): Record<string, unknown> {
  const isUnsaid = (value: unknown) =>
    value === null || value === '' || value === false || isDeepStrictEqual(value, []);
  const pk = String(item.pk);
  if (pk.startsWith('LIST#PUB#'))
    return Object.fromEntries(Object.entries(item).filter(([, value]) => !isUnsaid(value)));
  if (!pk.startsWith('JOURNAL#')) return item;
  return { ...item, statements: (item.statements as object[]).map((each) => ({ ...each, doi: undefined })) };
}

/** A pair was asked about and withdrawn again, because the two were related only afterwards; or a link to one. */
const isPassingPair = ({ pk, status }: Record<string, unknown>): boolean =>
  status === 'obsolete' && /^(LIST#)?DUPLICATE#/.test(String(pk));

/** Fields that differ from run to run: versions, shapes, times, and when a run was done. */
const volatile = /^(version|shape|changed|attempts|refSk|since|expiresAtSeconds|.*_at|.*_ms|.*Ms)$/;

/** A value without times, versions and random ids. */
function steady(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>').replace(/\d{15}#/g, '<time>#');
  if (Array.isArray(value)) return value.map(steady);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .flatMap(([name, each]) => (volatile.test(name) ? [] : [[name, steady(each)]])),
  );
}
