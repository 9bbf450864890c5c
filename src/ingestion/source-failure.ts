import { ItemRefused } from '../errors.ts';
import { RetryLater } from '../queues/queue.ts';
import { OrcidRecordUnavailable } from '../sources/orcid/record.ts';
import { SourceAnswerMalformed, SourceCallPostponed, SourceUnavailable } from '../sources/requests/source.ts';

/**
 * The failure of a source, or of its data, to record because a retry within this ingestion would not help. Throws
 * RetryLater if the message must be redelivered: if the source sent Retry-After and this is not the last delivery, or
 * if only our own load was the reason. Rethrows any other error.
 */
export function sourceFailure(error: unknown, isLast: boolean): Error {
  if (error instanceof SourceCallPostponed) throw new RetryLater(error.retryAfterSeconds, error.message);
  if (error instanceof SourceUnavailable) {
    if (error.retryAfterSeconds === undefined || isLast) return error;
    throw new RetryLater(error.retryAfterSeconds, error.message);
  }
  if (error instanceof SourceAnswerMalformed || error instanceof OrcidRecordUnavailable) return error;
  if (error instanceof ItemRefused) return error;
  // A text or list beyond the limits of the runtime: the same answer fails at every delivery.
  if (error instanceof RangeError) return new Error('It has more than can be processed', { cause: error });
  throw error;
}
