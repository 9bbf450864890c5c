import { invalidField } from '../errors.ts';

const defaultMs = 30 * 24 * 60 * 60_000;
/** A client's clock may be ahead of ours by this, and its "since now" still means now. */
const clockSkewMs = 60_000;

/** The time a search of the activity log is about; Problem `invalid_query` when it would end before it begins. */
export function spanOf(fromMs: number | null, toMs: number | null, now: Date) {
  const endMs = toMs ?? now.getTime();
  const span = { fromMs: fromMs ?? endMs - defaultMs, toMs: toMs ?? undefined };
  if (span.fromMs <= (toMs ?? endMs + clockSkewMs)) return span;
  throw invalidField('query', 'from', `must not be later than ${toMs === null ? 'now' : '`to`'}`);
}
