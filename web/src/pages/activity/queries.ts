import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.ts';
import { startOfDay, timeRange } from './days.ts';
import type { ActivitySearch, AuditSearch } from './search.ts';

const perPage = 50;

/** A page of the events of the workspace, newest first. */
export const activityList = ({ from, to, page = 1, view, ...filters }: ActivitySearch) => {
  const kind = view === 'all' ? {} : { ingestion: view === 'ingestions' };
  const query = { ...filters, ...kind, ...timeRange({ from, to }), page, perPage };
  return queryOptions({
    queryKey: ['activity', 'list', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/activity', { params: { query }, signal })),
  });
};

/** A page of the audit records of the deployment, newest first. */
export const auditList = ({ from, to, page = 1, ...filters }: AuditSearch) => {
  const query = { ...filters, ...timeRange({ from, to }), page, perPage };
  return queryOptions({
    queryKey: ['activity', 'audit', query],
    queryFn: ({ signal }) => answerOf(api.GET('/api/site-tools/audit', { params: { query }, signal })),
  });
};

/** Deletes events of the workspace, all or those before a day. Repeats the request until none is left. */
export async function clearActivity(before: string | undefined): Promise<{ deleted: number }> {
  const body = before ? { mode: 'before_date' as const, before: startOfDay(before) } : { mode: 'all' as const };
  let deleted = 0;
  for (;;) {
    const answer = await answerOf(api.POST('/api/activity/cleanup', { body }));
    deleted += answer.deleted_count;
    // Otherwise a request that deletes nothing would be repeated for ever.
    if (answer.complete || answer.deleted_count === 0) return { deleted };
  }
}
