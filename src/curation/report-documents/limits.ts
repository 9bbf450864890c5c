import type { DocumentFormat } from '#src/formats/documents/document-formats.ts';
import { Problem } from '#src/runtime/errors.ts';

/** More outputs are left to a job. A document of so many takes at most 2 s of a processor: bench/results/documents.md. */
export const mostAtOnce = 1_000;

/** The outputs that fit into the memory of the job, in formats that are made as a whole. */
const mostOutputs: Partial<Record<DocumentFormat, number>> = { docx: 20_000, xlsx: 50_000, html: 50_000 };

/** Throws a Problem for more outputs than a format can have. */
export function requireWithinFormat(format: DocumentFormat, total: number): void {
  const most = mostOutputs[format];
  if (most === undefined || total <= most) return;
  const text = `A document in this format has at most ${most} outputs, and the run has ${total}. Take csv, or run the report for a shorter period`;
  throw new Problem('conflict', text);
}
