import { csvLine } from '#src/formats/csv.ts';
import { decisionOf, type IntakeRecord, type StoredIntakeRow } from '#src/records/intakes/intake.ts';
import { env } from '#src/runtime/env.ts';
import { shownRow } from './rows.ts';

/** Rows of one answer: without their entries, they are far below the limit of a response. */
export const rowsPerReport = 1_000;

const header = ['line', 'key', 'title', 'class', 'decision', 'outcome', 'record', 'message'];

/** The outcomes of rows, one a line. */
export function intakeReport(
  intake: IntakeRecord,
  rows: readonly StoredIntakeRow[],
  { isFirst }: { isFirst: boolean },
): string {
  const lines = rows.map((row) => {
    const shown = shownRow(intake, row);
    const [key, title] =
      'cells' in shown ? [shown.id, shown.title] : [shown.key, shown.row?.title ?? shown.target?.title ?? null];
    const record = row.output?.id ?? row.finding.target?.id ?? null;
    return csvLine([
      row.line,
      key,
      title,
      row.class,
      decisionOf(intake, row).decision,
      row.outcome,
      record,
      row.message,
    ]);
  });
  return `${isFirst ? csvLine(header) : ''}${lines.join('')}`;
}

/** The headers of a part of a report. */
export function reportLink({ id, name }: IntakeRecord, next: number | undefined): Record<string, string> {
  const file = name.replace(/\.[^.]*$/, '').replace(/[^\w.-]+/g, '-');
  const more =
    next === undefined
      ? {}
      : { link: `<${env('PUBLIC_BASE_URL').replace(/\/$/, '')}/api/intakes/${id}/report?cursor=${next}>; rel="next"` };
  return {
    'content-disposition': `attachment; filename="${file || 'intake'}-report.csv"`,
    'x-export-limit': String(rowsPerReport),
    'x-export-truncated': String(next !== undefined),
    ...more,
  };
}
