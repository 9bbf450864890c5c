import type { ReportDefinition, ReportDimension } from '../../../../src/records/reports/definition.ts';

export interface Counted {
  whole: number;
  in_several: number;
  fractional: number | null;
  fractional_unknown: number | null;
  query: Readonly<Record<string, string>>;
}

export type CountKey = string | number | null;

export interface Counts {
  group_by: ReportDimension[];
  list: '/api/publications' | '/api/works';
  counts: (Counted & { keys: CountKey[] })[];
  sums: (Counted & { by: ReportDimension; key: CountKey })[];
  overall: Counted;
  labels: Partial<Record<ReportDimension, Record<string, string>>>;
}

export interface Preview extends Counts {
  total: number;
  items: {
    kind: 'publication' | 'work';
    id: string;
    citation: string;
    runs?: { text: string; bold?: boolean; italic?: boolean }[];
  }[];
}

export interface Report {
  id: string;
  definition: ReportDefinition;
  shared: boolean;
  is_own: boolean;
  created_by: string;
  created_at: number;
  updated_at: number;
  running: string | null;
  last_run: { id: string; as_of: number } | null;
  version: number;
}

export interface RunSummary {
  id: string;
  report_id: string;
  state: 'running' | 'finished' | 'failed';
  name: string;
  requested_at: number;
  requested_by: string;
  as_of: number | null;
  finished_at: number | null;
  total: number | null;
  done: number;
  missing: number;
  previous_run: string | null;
  frozen: boolean;
  expires_at: number | null;
  erased: number;
  message: string | null;
}

export interface Run extends RunSummary {
  definition: ReportDefinition;
  query: Record<string, string> | null;
  counts: Counts | null;
}

export interface ChangedOutput {
  kind: 'publication' | 'work';
  id: string;
  title: string | null;
}

export interface RunChanges {
  since: string;
  new: ChangedOutput[];
  gone: ChangedOutput[];
  changed: (ChangedOutput & { fields: { field: string; before: unknown; after: unknown }[] })[];
  totals: { new: number; gone: number; changed: number };
}
