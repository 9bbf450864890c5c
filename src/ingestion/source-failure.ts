import { RetryLater } from '../queues/queue.ts';
import { OrcidRecordUnavailable } from '../sources/orcid.ts';
import { SourceAnswerMalformed, SourceCallPostponed, SourceUnavailable } from '../sources/source.ts';

/** A failure of a source that is recorded: asking again within this ingestion would not help. */
export type SourceFailure = SourceUnavailable | SourceAnswerMalformed | OrcidRecordUnavailable;

/**
 * The failure to record for an error of a source. Throws RetryLater where the message is to come back instead: when the
 * source said when, unless this is the last delivery; and always when only our own requests were in the way. Any other
 * error is thrown as it is.
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
