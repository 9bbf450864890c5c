import { citationOfItem, hasMoreAuthors, type ReportItem } from '#src/records/reports/report-item.ts';
import { type FormatName, formats } from '../format.ts';
import type { DocumentFormat } from './document-formats.ts';
import type { ReportDocument } from './report-document.ts';
import { writeCsv, writeLongCsv, writeOpenApc } from './report-tables.ts';
import { writeDocx } from './write-docx.ts';
import { writeHtml } from './write-html.ts';
import { writeXlsx } from './write-xlsx.ts';

const writers: Record<DocumentFormat, (document: ReportDocument) => AsyncIterable<string | Uint8Array>> = {
  docx: (document) => whole(writeDocx(document)),
  xlsx: (document) => whole(writeXlsx(document)),
  html: writeHtml,
  csv: writeCsv,
  'long-csv': writeLongCsv,
  openapc: writeOpenApc,
  bibtex: (document) => writeCitations('bibtex', document),
  ris: (document) => writeCitations('ris', document),
};

/** Writes a document in a format, piece by piece where the format allows. */
export async function* writeDocument(format: DocumentFormat, document: ReportDocument): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of writers[format](document)) yield typeof piece === 'string' ? encoder.encode(piece) : piece;
}

async function* whole(bytes: Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await bytes;
}

/** The outputs in a format of reference managers. The keys of BibTeX are unique in the whole file. */
async function* writeCitations(format: FormatName, document: ReportDocument): AsyncGenerator<string> {
  const { head, between, tail, writer } = formats[format];
  const write = writer();
  yield head;
  let isFirst = true;
  for await (const item of document.items()) {
    yield (isFirst ? '' : between) + write(citationIn(item));
    isFirst = false;
  }
  yield tail;
}

/** Without the last of many authors, because those before it are missing. */
function citationIn(item: ReportItem): ReturnType<typeof citationOfItem> {
  const citation = citationOfItem(item);
  const { author } = citation.item;
  if (!author || !hasMoreAuthors(item)) return citation;
  return { ...citation, item: { ...citation.item, author: author.slice(0, -1) }, hasMoreAuthors: true };
}
