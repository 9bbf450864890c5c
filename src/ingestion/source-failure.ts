import { ItemRefused } from '#src/runtime/errors.ts';
import { OrcidRecordUnavailable } from '#src/sources/orcid/record.ts';
import { SourceAnswerMalformed, SourceCallPostponed, SourceUnavailable } from '#src/sources/requests/source.ts';
import type { Delivery } from '#src/table/queues/job.ts';
import { RetryLater } from '#src/table/queues/queue.ts';

/** After a 429 without a delay, the first redelivery comes after this time, and each further one after twice as long. */
const refusedSeconds = 30;

/**
 * The failure of a source, or of its data, to record because a retry within this ingestion would not help. Throws
 * RetryLater if the message must be redelivered: if the source said that we ask too much, if it sent Retry-After and
 * this is not the last delivery, or if only our own load was the reason. Rethrows any other error.
 */
export function failureToRecord(error: unknown, { isLast, receiveCount }: Delivery): Error {
  if (error instanceof SourceCallPostponed) throw new RetryLater(error.retryAfterSeconds, error.message);
  if (error instanceof SourceUnavailable) {
    const { retryAfterSeconds, status, message } = error;
    // That says nothing about the record: after the last delivery, the job is resumed later.
    if (status === 429) throw new RetryLater(retryAfterSeconds ?? refusedSeconds * 2 ** (receiveCount - 1), message);
    if (retryAfterSeconds !== undefined && !isLast) throw new RetryLater(retryAfterSeconds, message);
  }
  return sourceFailure(error);
}

/** The failure of a source, or of its data. Rethrows any other error. */
export function sourceFailure(error: unknown): Error {
  if (error instanceof SourceUnavailable || error instanceof SourceAnswerMalformed) return error;
  if (error instanceof OrcidRecordUnavailable || error instanceof ItemRefused) return error;
  // A text or list beyond the limits of the runtime: the same answer fails at every delivery.
  if (error instanceof RangeError) return new Error('It has more than can be processed', { cause: error });
  throw error;
}
