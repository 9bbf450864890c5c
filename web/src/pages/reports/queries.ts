import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ReportDefinition } from '../../../../src/records/reports/definition.ts';
import { answerOf, api } from '../../api/client.ts';

/** The reports that somebody sees, and their runs. Changes read all of them again. */
export const reportList = queryOptions({
  queryKey: ['reports', 'list'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/reports', { signal })),
});

export const reportDetail = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'report', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/reports/{id}', { params: { path: { id } }, signal })),
    // Never another report's values in a form.
    placeholderData: undefined,
  });

/** The counts and outputs of a report now. The old numbers stay until there are new ones. */
export const reportPreview = (definition: ReportDefinition) =>
  queryOptions({
    // Also read again when publications or works change.
    queryKey: ['publications', 'report-preview', definition],
    queryFn: ({ signal }) => answerOf(api.POST('/api/reports/preview', { body: { definition }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

const runningMs = 2_000;

/** The runs of a report, the newest first. While one is running, they are read again. */
export const reportRuns = (id: string) =>
  queryOptions({
    queryKey: ['reports', 'runs', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/reports/{id}/runs', { params: { path: { id } }, signal })),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data?.runs.some(isRunning) ? runningMs : false),
  });

export const reportRun = (runId: string) =>
  queryOptions({
    queryKey: ['reports', 'run', runId],
    queryFn: ({ signal }) => answerOf(api.GET('/api/report-runs/{runId}', { params: { path: { runId } }, signal })),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? runningMs : false),
  });

const isRunning = ({ state }: { state: string }) => state === 'running';

/** The differences between two finished runs. */
export const runChanges = (runId: string, since: string) =>
  queryOptions({
    queryKey: ['reports', 'changes', runId, since],
    queryFn: ({ signal }) => {
      const params = { path: { runId }, query: { since } };
      return answerOf(api.GET('/api/report-runs/{runId}/changes', { params, signal }));
    },
    placeholderData: undefined,
  });

interface Fields {
  definition: ReportDefinition;
  shared: boolean;
}

export const createReport = (body: Fields) => answerOf(api.POST('/api/reports', { body }));

/** Changes a report if nobody else has since the version. */
export const patchReport = (id: string, body: Partial<Fields> & { take_over?: true }, version: number) =>
  answerOf(api.PATCH('/api/reports/{id}', { params: { path: { id }, header: { 'If-Match': `"${version}"` } }, body }));

export const deleteReport = (id: string, version: number) =>
  answerOf(api.DELETE('/api/reports/{id}', { params: { path: { id }, header: { 'If-Match': `"${version}"` } } }));

export const runReport = (id: string) => answerOf(api.POST('/api/reports/{id}/runs', { params: { path: { id } } }));

export const freezeRun = (runId: string) =>
  answerOf(api.POST('/api/report-runs/{runId}/freeze', { params: { path: { runId } } }));
