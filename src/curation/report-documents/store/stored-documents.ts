import * as z from 'zod';
import { documentFormats } from '#src/formats/documents/document-formats.ts';
import { keys, partitions } from '#src/table/keys.ts';
import {
  deleteItems,
  getItem,
  getItems,
  type Key,
  prefixQuery,
  query,
  queryAll,
  transact,
  updateExpression,
  updateIf,
  type Write,
} from '#src/table/table.ts';

/** A document of a run that is too large to be made in a request. Times in milliseconds since the epoch. */
export const StoredDocument = z.object({
  run_id: z.string(),
  format: z.enum(documentFormats),
  state: z.enum(['waiting', 'making', 'ready', 'failed']),
  requested_at: z.int(),
  /** How often it was begun; the name of the last attempt, and until when nobody else begins another one. */
  attempts: z.int(),
  attempt: z.string().nullable(),
  leased_until: z.int(),
  /** The outputs of the run, and those that the last attempt has written. */
  total: z.int(),
  done: z.int(),
  parts: z.int(),
  bytes: z.int(),
  ready_at: z.int().nullable(),
  /** When its bytes are deleted. */
  ends_at: z.int().nullable(),
});
export type StoredDocument = z.output<typeof StoredDocument>;

/** How long a document can be downloaded. */
export const documentDays = 7;
const dayMs = 86_400_000;
/** How long it is known that there was one. */
const recordDays = 90;

/** The most bytes of a stored part. */
export const documentPartBytes = 300_000;

const secondsIn = (ms: number, days: number) => Math.ceil((ms + days * dayMs) / 1000);

const recordKey = ({ run_id, format }: Pick<StoredDocument, 'run_id' | 'format'>) =>
  keys.reportDocument(run_id, format);

export async function getDocument(runId: string, format: string): Promise<StoredDocument | undefined> {
  const item = await getItem(keys.reportDocument(runId, format));
  return item && StoredDocument.parse(item);
}

/** Asks for a document. Of two requests at once, one stores it, and both get the stored one. */
export async function requestDocument(
  { run_id, format, total }: Pick<StoredDocument, 'run_id' | 'format' | 'total'>,
  before: StoredDocument | undefined,
  now: Date,
): Promise<StoredDocument> {
  const requested_at = now.getTime();
  const document: StoredDocument = {
    ...{ run_id, format, state: 'waiting', requested_at, attempts: 0, attempt: null, leased_until: 0 },
    ...{ total, done: 0, parts: 0, bytes: 0, ready_at: null, ends_at: null },
  };
  const isAsBefore = before
    ? {
        ConditionExpression: 'requested_at = :before AND #state = :state',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':before': before.requested_at, ':state': before.state },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' };
  const failed = await transact([
    {
      Put: {
        Item: { ...recordKey(document), ...document, expiresAtSeconds: secondsIn(requested_at, recordDays) },
        ...isAsBefore,
      },
    },
    { Put: { Item: { ...keys.openReportDocument(requested_at, run_id, format), run_id, format } } },
  ]);
  if (!failed) return document;
  return (await getDocument(run_id, format)) ?? document;
}

/** The documents that are still to be made, oldest first. */
export async function openDocuments(): Promise<{ runId: string; format: string; key: Key }[]> {
  const items = await queryAll(partitionQuery(partitions['open-report-documents']));
  return items.map(({ pk, sk, run_id, format }) => ({
    runId: String(run_id),
    format: String(format),
    key: { pk: String(pk), sk: String(sk) },
  }));
}

const partitionQuery = (pk: string) => ({
  ConsistentRead: true,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

/** Removes a document from those that are still to be made. */
export const forgetOpenDocument = (key: Key): Promise<void> => deleteItems([key]);

/** Begins an attempt, unless another one goes on. Returns undefined if it does, or the document is gone. */
export async function beginAttempt(
  document: StoredDocument,
  attempt: string,
  now: Date,
  leaseMs: number,
): Promise<StoredDocument | undefined> {
  const begun = {
    ...{ state: 'making' as const, attempt, attempts: document.attempts + 1 },
    ...{ leased_until: now.getTime() + leaseMs, done: 0, parts: 0, bytes: 0 },
  };
  const update = updateExpression(begun);
  const isBegun = await updateIf({
    Key: recordKey(document),
    ...update,
    ConditionExpression: '#attempts = :before AND requested_at = :requested_at AND #state IN (:waiting, :state)',
    ExpressionAttributeValues: {
      ...update.ExpressionAttributeValues,
      ...{ ':before': document.attempts, ':requested_at': document.requested_at },
      ...{ ':waiting': 'waiting' },
    },
  });
  if (isBegun) return { ...document, ...begun };
  // An earlier try of this call may have begun it.
  const stored = await getDocument(document.run_id, document.format);
  return stored?.attempt === attempt ? stored : undefined;
}

const isOwnAttempt = { ConditionExpression: '#attempt = :attempt' };

function updateOf(document: StoredDocument, values: Partial<StoredDocument>): NonNullable<Write['Update']> {
  const { UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues } = updateExpression(values);
  return {
    Key: recordKey(document),
    UpdateExpression,
    ...isOwnAttempt,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, '#attempt': 'attempt' },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':attempt': document.attempt },
  };
}

/** Says how far an attempt is. False if it is not the last one any more. */
export const saveDocumentProgress = (document: StoredDocument, done: number): Promise<boolean> =>
  updateIf(updateOf(document, { done }) as Parameters<typeof updateIf>[0]);

/** Stores a part of an attempt. False if it is not the last one any more: what was erased is never stored again. */
export async function savePart(
  document: StoredDocument,
  part: number,
  body: Uint8Array,
  { bytes, done }: Pick<StoredDocument, 'bytes' | 'done'>,
  now: Date,
): Promise<boolean> {
  const { run_id, format, attempt } = document;
  const Item = {
    ...keys.reportDocumentPart(run_id, format, attempt ?? '', part),
    body,
    expiresAtSeconds: secondsIn(now.getTime(), documentDays + 1),
  };
  return (
    (await transact([{ Update: updateOf(document, { parts: part + 1, bytes, done }) }, { Put: { Item } }])) ===
    undefined
  );
}

/** Ends an attempt. False if it is not the last one any more. */
export async function endAttempt(document: StoredDocument, state: 'ready' | 'failed', now: Date): Promise<boolean> {
  const { run_id, format, requested_at } = document;
  const nowMs = now.getTime();
  const times = state === 'ready' ? { ready_at: nowMs, ends_at: nowMs + documentDays * dayMs } : {};
  const failed = await transact([
    { Update: updateOf(document, { state, ...times }) },
    { Delete: { Key: keys.openReportDocument(requested_at, run_id, format) } },
  ]);
  return failed === undefined;
}

/** The bytes of some parts of a document; undefined if they have been deleted. */
export async function readParts(document: StoredDocument, first: number, end: number): Promise<Uint8Array | undefined> {
  const { run_id, format, attempt } = document;
  const wanted = Array.from({ length: end - first }, (_, at) =>
    keys.reportDocumentPart(run_id, format, attempt ?? '', first + at),
  );
  const items = new Map((await getItems(wanted)).map((item) => [item.sk, item.body]));
  const parts = wanted.map(({ sk }) => items.get(sk));
  return parts.every((part) => part instanceof Uint8Array) ? Buffer.concat(parts) : undefined;
}

/** Deletes the parts of an attempt. */
export async function dropDocumentParts({ run_id, format, attempt }: StoredDocument): Promise<void> {
  const { pk, sk } = keys.reportDocumentPart(run_id, format, attempt ?? '', 0);
  await dropItems(prefixQuery(pk, sk.slice(0, sk.lastIndexOf('#') + 1)));
}

/**
 * Deletes all documents of a run, and ends the attempts to make them: after a person has been erased from it. What the run
 * says must have changed before.
 */
export const dropDocuments = (runId: string): Promise<void> =>
  dropItems(partitionQuery(keys.reportDocument(runId, '').pk));

async function dropItems(wanted: Parameters<typeof query>[0]): Promise<void> {
  const found: Key[] = [];
  for await (const { pk, sk } of query({ ...wanted, ProjectionExpression: 'pk, sk' })) {
    found.push({ pk: String(pk), sk: String(sk) });
  }
  // The records first, so that no attempt stores another part.
  const isRecord = ({ sk }: Key) => sk.startsWith(keys.reportDocument('', '').sk);
  await deleteItems(found.filter(isRecord));
  await deleteItems(found.filter((key) => !isRecord(key)));
}
