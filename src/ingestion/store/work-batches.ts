import * as z from 'zod';
import { compress, decompress } from '#src/records/publications/store/compressed.ts';
import { expiry } from '#src/runtime/retention.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, putIfAbsent, updateIf } from '#src/table/table.ts';
import { Author } from '#src/vocabulary/bibliography.ts';

/** An item has at most 400 KB. */
const maxBytes = 350_000;

/** Works of a job's ORCID record that are read in one request, by their put-codes. `body`: the contributors, once read. */
export const WorkBatch = z.object({ put_codes: z.array(z.int()), body: z.instanceof(Uint8Array).optional() });

const Contributors = z.array(z.tuple([z.int(), z.array(Author)]));

export interface ReadBatch {
  putCodes: number[];
  /** By put-code; undefined if they have not been read. */
  contributors: Map<number, Author[]> | undefined;
}

/** Adds a batch to a job unless the number is taken. */
export async function addWorkBatch(jobId: string, batch: number, putCodes: number[], now: Date): Promise<void> {
  // As long as the outcomes of the job's works.
  await putIfAbsent({ ...keys.workBatch(jobId, batch), put_codes: putCodes, ...expiry('JOB_REPORT', now.getTime()) });
}

export async function getWorkBatch(jobId: string, batch: number): Promise<ReadBatch | undefined> {
  const item = await getItem(keys.workBatch(jobId, batch));
  if (!item) return undefined;
  const { put_codes: putCodes, body } = WorkBatch.parse(item);
  return { putCodes, contributors: body && new Map(Contributors.parse(decompress(body))) };
}

/** Stores the contributors of a batch, unless it was deleted with its job or they are too many for one item. */
export async function saveContributors(
  jobId: string,
  batch: number,
  contributors: ReadonlyMap<number, Author[]>,
): Promise<void> {
  const body = compress([...contributors]);
  if (body.length > maxBytes) return;
  await updateIf({
    Key: keys.workBatch(jobId, batch),
    UpdateExpression: 'SET body = :body',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':body': body },
  });
}
