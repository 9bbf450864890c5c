import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { answerOf, api } from '../../api/client.ts';

const refreshMs = 60_000;

/** The sources that are not asked for a while. Older APIs do not say. */
const paused = queryOptions({
  queryKey: ['ingestion', 'paused-sources'],
  queryFn: async ({ signal }) => {
    const query = { page: 1, perPage: 1 };
    const { paused_sources = [] } = await answerOf(api.GET('/api/ingest/jobs', { params: { query }, signal }));
    return paused_sources;
  },
  refetchInterval: refreshMs,
});

/** Says which sources are not asked for a while, until when, and why. Nothing if all are. */
export function PausedSources() {
  const { data = [] } = useQuery(paused);
  if (data.length === 0) return null;
  return (
    <div className="notice" role="status">
      <CircleAlert aria-hidden size={20} />
      <ul lang="en">
        {data.map(({ source, lists_only, reason }) => (
          <li key={`${source} ${lists_only}`}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}
