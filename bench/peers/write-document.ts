import type { DocumentFormat } from '#src/formats/documents/document-formats.ts';
import { citationRuns } from '#src/formats/documents/report-document.ts';
import { writeDocument } from '#src/formats/documents/write-document.ts';
import type { ReportStyle } from '#src/records/citations/style-names.ts';
import type { ReportColumn } from '#src/records/reports/definition.ts';
import { reportColumns } from '#src/records/reports/definition.ts';
import { aReportDocument, reportItem } from '../../test/support/report-documents.ts';

/**
 * Writes one document some times, and sends the median. Arguments: a format, or `runs` for citations alone; the number of
 * outputs, of rounds, and of columns; and a style.
 */

export interface DocumentWriting {
  seconds: number;
  bytes: number;
  'process MB': number;
}

const [format = 'docx', outputs = '1000', rounds = '3', columns = '0', style = 'apa'] = process.argv.slice(2);
const items = Array.from({ length: Number(outputs) }, (_, number) => reportItem(number));
const repeated = Array.from({ length: Number(columns) }, (_, at) => reportColumns[at % reportColumns.length]);
const document = aReportDocument(items, {
  style: style as ReportStyle,
  columns: repeated.filter((column): column is ReportColumn => column !== undefined),
});

async function write(): Promise<number> {
  if (format === 'runs') return items.reduce((sum, item) => sum + citationRuns(document, item).length, 0);
  let bytes = 0;
  for await (const piece of writeDocument(format as DocumentFormat, document)) bytes += piece.length;
  return bytes;
}

const times: number[] = [];
let bytes = 0;
for (let round = 0; round < Number(rounds); round++) {
  const started = performance.now();
  bytes = await write();
  times.push((performance.now() - started) / 1000);
}
const [seconds = 0] = times.toSorted((one, other) => one - other).slice(Math.floor(times.length / 2));
process.send?.({ seconds, bytes, 'process MB': process.memoryUsage.rss() / 1e6 } satisfies DocumentWriting);
