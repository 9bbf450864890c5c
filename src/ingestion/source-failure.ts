import { RetryLater } from '../queues/queue.ts';
import { OrcidRecordUnavailable } from '../sources/orcid.ts';
import { SourceAnswerMalformed, SourceCallPostponed, SourceUnavailable } from '../sources/source.ts';

/** A failure of a source that is recorded, because a retry within this ingestion would not help. */
export type SourceFailure = SourceUnavailable | SourceAnswerMalformed | OrcidRecordUnavailable;

/**
 * Converts a source's error to the failure to record. Throws RetryLater if the message must be delivered again: if the
 * source sent Retry-After and this is not the last delivery, or if our own load was the only reason. Rethrows any other
 * error.
 */
export function sourceFailure(error: unknown, isLast: boolean): SourceFailure {
  if (error instanceof SourceCallPostponed) throw new RetryLater(error.retryAfterSeconds, error.message);
  if (error instanceof SourceUnavailable) {
    if (error.retryAfterSeconds === undefined || isLast) return error;
    throw new RetryLater(error.retryAfterSeconds, error.message);
  }
  if (error instanceof SourceAnswerMalformed || error instanceof OrcidRecordUnavailable) return error;
  throw error;
}
