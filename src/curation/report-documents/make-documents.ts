import { randomUUID } from 'node:crypto';
import type { ReportDocument } from '#src/formats/documents/report-document.ts';
import { writeDocument } from '#src/formats/documents/write-document.ts';
import { log } from '#src/runtime/log.ts';
import { noPauses, PassRun } from '#src/table/passes/run.ts';
import {
  beginAttempt,
  documentPartBytes,
  dropDocumentParts,
  endAttempt,
  forgetOpenDocument,
  getDocument,
  openDocuments,
  type StoredDocument,
  saveDocumentProgress,
  savePart,
} from './store/stored-documents.ts';

/** An attempt that fails so often is not begun again: its function ends for lack of time or memory. */
const mostAttempts = 3;
const progressEveryMs = 2_000;

/** The content of a run; undefined if it is not there any more. */
export type OpenRun = (runId: string) => Promise<ReportDocument | undefined>;

/** Makes the documents that requests have left to a job, until the deadline. `leaseMs`: longer than the job may run. */
export async function makeDocuments(openRun: OpenRun, now: Date, deadlineMs: number, leaseMs: number): Promise<void> {
  const run = PassRun.withoutProgress({ name: 'report-documents', now, deadlineMs, pauses: noPauses });
  for (const { runId, format, key } of await openDocuments()) {
    if (run.isOver()) break;
    await run.attempt({ kind: 'report-document', id: `${runId}/${format}` }, async () => {
      const document = await getDocument(runId, format);
      const isOpen = document?.state === 'waiting' || document?.state === 'making';
      if (!document || !isOpen) await forgetOpenDocument(key);
      else if (document.leased_until <= Date.now()) await makeOne(document, openRun, leaseMs);
    });
  }
  run.throwIfFailed();
}

/** Another attempt has begun, or the document has been dropped. */
class Superseded extends Error {}

async function makeOne(open: StoredDocument, openRun: OpenRun, leaseMs: number): Promise<void> {
  const document = await beginAttempt(open, randomUUID(), new Date(), leaseMs);
  if (!document) return;
  // Its outputs are read after the attempt has begun, so that an erasure in between ends it.
  const content = open.attempts < mostAttempts ? await openRun(document.run_id) : undefined;
  if (!content) {
    log('warn', 'A document of a report was given up', { run: document.run_id, format: document.format });
    await endAttempt(document, 'failed', new Date());
    return;
  }
  try {
    await writeParts(document, content);
    if (await endAttempt(document, 'ready', new Date())) return;
    const stored = await getDocument(document.run_id, document.format);
    if (stored?.attempt === document.attempt) return;
  } catch (error) {
    if (!(error instanceof Superseded)) throw error;
  }
  await dropDocumentParts(document);
}

async function writeParts(document: StoredDocument, content: ReportDocument): Promise<void> {
  let [done, bytes, part, savedMs] = [0, 0, 0, Date.now()];
  const counted: ReportDocument = {
    ...content,
    async *items() {
      done = 0;
      for await (const item of content.items()) {
        yield item;
        done++;
        if (Date.now() - savedMs < progressEveryMs) continue;
        savedMs = Date.now();
        if (!(await saveDocumentProgress(document, done))) throw new Superseded();
      }
    },
  };
  let waiting: Uint8Array = new Uint8Array();
  const save = async (length: number) => {
    const body = waiting.subarray(0, length);
    bytes += body.length;
    if (!(await savePart(document, part, body, { bytes, done }, new Date()))) throw new Superseded();
    part++;
    waiting = waiting.subarray(length);
  };
  for await (const piece of writeDocument(document.format, counted)) {
    waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
    while (waiting.length >= documentPartBytes) await save(documentPartBytes);
  }
  if (waiting.length > 0 || part === 0) await save(waiting.length);
}
