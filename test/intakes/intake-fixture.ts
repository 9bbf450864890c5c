import { workOnIntake } from '#src/curation/intakes/work.ts';
import { job as fetchJob } from '../../lambdas/background/intakes/fetch-intakes.ts';
import { job } from '../../lambdas/background/intakes/work-on-intakes.ts';
import { intakeClient } from '../routes/dashboard/intakes/intake-requests.ts';
import { underRole } from '../support/roles.ts';

export const client = intakeClient();

const works = underRole(job, workOnIntake);
const fetches = underRole(fetchJob, workOnIntake);

let runs = 0;
/** Later than the lease of any run before has ended. */
const later = () => new Date(Date.now() + ++runs * 600_000);

/** A run of the job, and of the one that asks sources. Returns when the next one is due, in milliseconds. */
export async function runJob(id: string, now = later(), signal = new AbortController().signal) {
  let next = await works(id, { now, signal });
  while (next?.queue === 'fetches' && next.afterMs === 0) {
    next = await fetches(id, { now: later(), signal, queue: 'fetches' });
  }
  return next?.afterMs;
}

/** Runs the job until the step has ended: a call that a busy machine has not answered in time is left for a later run. */
export async function runUntilDone(id: string): Promise<void> {
  while (['applying', 'undoing'].includes((await client.get(id)).body.state)) await runJob(id);
}

/** Sends a file and has it checked. */
export async function takeIn(rows: readonly unknown[], more: object = {}): Promise<string> {
  const begun = await client.create({ kind: 'publications', name: 'old.bib', total: rows.length, ...more });
  if (begun.status !== 201) throw new Error(JSON.stringify(begun.body));
  const { id } = begun.body;
  for (let first = 0; first < rows.length; first += 50) {
    const { status, body } = await client.rows(id, first, rows.slice(first, first + 50));
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  await step(id, 'check');
  return id;
}

/** Has a step done. */
export async function step(id: string, name: 'check' | 'apply' | 'undo') {
  const { status, body } = await client.step(id, name);
  if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`);
  await runJob(id);
  return (await client.get(id)).body;
}

interface ShownRow {
  index: number;
  class: string;
  outcome: string;
  message: string | null;
  decision: string | null;
  target: { kind: string; id: string; title: string | null } | null;
  twice_of: number | null;
  likeness: number | null;
  people: { position: number; orcid: string; name: string; by: string }[];
  groups: { text: string; group_id: string | null; name: string | null }[];
  offers: { field: string; stored: unknown; file: unknown }[];
  output: { kind: string; id: string } | null;
  row: unknown;
  original: string;
}

/** All rows as shown. */
export async function rowsOf(id: string): Promise<ShownRow[]> {
  const rows: ShownRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await client.listRows(id, `?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    rows.push(...body.rows);
    cursor = body.next_cursor;
  }
  return rows;
}

export const classesOf = async (id: string) => (await rowsOf(id)).map((row) => row.class);
export const outcomesOf = async (id: string) => (await rowsOf(id)).map(({ outcome, message }) => message ?? outcome);
