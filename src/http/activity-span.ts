import { Problem } from './problems.ts';

const defaultMs = 30 * 24 * 60 * 60_000;

/** The time a search of the activity log is about; Problem `invalid_query` when it would end before it begins. */
export function spanOf(fromMs: number | null, toMs: number | null, now: Date) {
  const span = { fromMs: fromMs ?? (toMs ?? now.getTime()) - defaultMs, toMs: toMs ?? undefined };
  if (span.fromMs <= (span.toMs ?? Math.max(span.fromMs, now.getTime()))) return span;
  const message = 'must not be later than to';
  throw new Problem('invalid_query', `The query is not valid: from ${message}`, {
    details: { issues: [{ path: 'from', message }] },
  });
}
