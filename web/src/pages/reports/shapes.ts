import type { Schema } from '../../api/client.ts';

export type Report = Schema<'Report'>;
export type Counts = Schema<'ReportCounts'>;
export type Preview = Schema<'ReportPreview'>;
export type RunSummary = Schema<'ReportRunSummary'>;
export type Run = Schema<'ReportRun'>;
export type RunChanges = Schema<'ReportChanges'>;

/** A number of a report with the parameters of its list. */
export type Counted = Counts['overall'];
export type CountKey = Counts['counts'][number]['keys'][number];
