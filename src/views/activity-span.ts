import { invalidField } from '../errors.ts';

const defaultMs = 30 * 24 * 60 * 60_000;
/** Tolerates clients whose clock is ahead by up to this. */
const clockSkewMs = 60_000;

/** The time span of an activity search. Throws Problem `invalid_query` if it ends before it starts. */
export function searchSpan(fromMs: number | null, toMs: number | null, now: Date) {
  const endMs = toMs ?? now.getTime();
  const span = { fromMs: fromMs ?? endMs - defaultMs, toMs: toMs ?? undefined };
  if (span.fromMs <= (toMs ?? endMs + clockSkewMs)) return span;
  throw invalidField('query', 'from', `must not be later than ${toMs === null ? 'now' : '`to`'}`);
}
