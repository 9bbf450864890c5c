import { env } from '#src/runtime/env.ts';
import { log } from '#src/runtime/log.ts';
import { sendSigned } from '#src/runtime/requests/signed-request.ts';
import type { RowSchema } from '../../model/spec.ts';
import { type Database, type Found, isMissingColumn, Values } from '../database.ts';
import type { Table } from '../list.ts';
import { clock, type ListState } from '../state.ts';

/** Who finds a list behind wakes the job that brings it up to date. Everybody else learns that from the state of the list. */

/** A job that has not been heard of for so long was killed, or never began. */
const silentMs = 60_000;
/** How long a list is behind after 10,000 changes, at most: what is told until the job knows how many there are. */
const usualMs = 15_000;
const mostSeconds = 300;
const timeoutMs = 2_000;

/** Starts the job. It may fail: the job has a schedule, too. */
export type WakeJob = () => Promise<void>;

/** Whether a job was woken for a list, and is at work as far as is known. */
export const isAwake = ({ wake, clockMs }: ListState): boolean =>
  wake !== undefined && clockMs - wake.renewedMs < silentMs;

/** How long a list will be behind, in seconds. */
export function secondsBehind({ wake, clockMs }: ListState): number {
  const readyMs = wake?.readyMs ?? (wake?.startedMs ?? clockMs) + usualMs;
  return Math.min(Math.max(Math.ceil((readyMs - clockMs) / 1_000), 1), mostSeconds);
}

/**
 * Wakes the job, unless it is awake. Of several who find a list behind at once, one does. If the job is at work on another
 * list, it comes to this one afterwards.
 */
export async function wakeOnce<Schema extends RowSchema>(
  { run }: Database,
  { name }: Table<Schema>,
  wakeJob: WakeJob,
): Promise<void> {
  const claim = () =>
    run(
      `UPDATE list_states SET wake = jsonb_build_object('startedMs', ${clock}, 'renewedMs', ${clock})
      WHERE list = $1::text AND (wake ->> 'renewedMs')::bigint > ${clock} - ${silentMs} IS NOT TRUE
      RETURNING EXISTS (SELECT FROM list_states other
        WHERE other.list <> $1::text AND (other.wake ->> 'renewedMs')::bigint > ${clock} - ${silentMs})::text AS awake`,
      [name],
    );
  let claimed: readonly Found[];
  try {
    claimed = await claim();
  } catch (error) {
    if (!isMissingColumn(error)) throw error;
    // The table of the release before, which goes on using it.
    await run('ALTER TABLE list_states ADD COLUMN IF NOT EXISTS wake jsonb');
    claimed = await claim();
  }
  if (claimed[0]?.awake === 'false') await wakeJob();
}

/** Tells readers that the job is at work, and in how many milliseconds the list will have all changes. */
export async function tellReadiness<Schema extends RowSchema>(
  { run }: Database,
  { name }: Table<Schema>,
  leftMs: number,
): Promise<void> {
  const values = new Values();
  const readyMs = `${clock} + ${values.bind(Math.ceil(leftMs), 'bigint')}`;
  await run(
    `UPDATE list_states SET wake = wake || jsonb_build_object('renewedMs', ${clock}, 'readyMs', ${readyMs})
    WHERE list = ${values.bind(name, 'text')} AND wake IS NOT NULL`,
    values.all,
  );
}

/** Invokes the function of the job, without waiting for it. */
export async function wakeFeeder(): Promise<void> {
  const name = env('LISTS_FEEDER');
  if (name === undefined) return;
  try {
    const { status, body } = await sendSigned({
      service: 'lambda',
      method: 'POST',
      url: new URL(`/2015-03-31/functions/${name}/invocations`, endpoint()),
      headers: { 'content-type': 'application/json', 'x-amz-invocation-type': 'Event' },
      body: '{}',
      timeoutMs,
    });
    if (status !== 202) throw new Error(`Lambda answered ${status}: ${body.toString().slice(0, 200)}`);
    log('info', 'The job of the lists was woken', { function: name });
  } catch (error) {
    log('error', 'The job of the lists was not woken', { function: name, error });
  }
}

const endpoint = () =>
  env('AWS_ENDPOINT_URL_LAMBDA') ?? env('AWS_ENDPOINT_URL') ?? `https://lambda.${env('AWS_REGION')}.amazonaws.com`;
