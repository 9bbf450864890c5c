import { Check, CircleX, Clock, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Job } from './jobs.ts';

const looks = {
  queued: { icon: Clock, tone: 'neutral' },
  processing: { icon: LoaderCircle, tone: 'info' },
  completed: { icon: Check, tone: 'good' },
  partial_failure: { icon: TriangleAlert, tone: 'warning' },
  failed: { icon: CircleX, tone: 'bad' },
} as const;

/** The status of an ingestion job. */
export function JobStatus({ status }: { status: Job['status'] }) {
  const t = useText();
  return <Badge {...looks[status]}>{t(`job.status.${status}`)}</Badge>;
}

/** The source that a queued job waits for, and until when. Older APIs do not say. */
export function JobWaiting({ job }: { job: Pick<Job, 'waiting_for' | 'waiting_until'> }) {
  const t = useText();
  const { dateTime } = useFormat();
  if (job.waiting_for == null || job.waiting_until == null) return null;
  const source = job.waiting_for === 'orcid' ? 'ORCID' : job.waiting_for;
  return <p className="fine">{t('job.waiting', { source, time: dateTime(job.waiting_until) })}</p>;
}

/** The outcomes of the works of a job in one line, without zeros. */
export function JobCounts({ counts }: { counts: Job['counts'] }) {
  const t = useText();
  const { number } = useFormat();
  const shown = (['found', 'created', 'updated', 'skipped', 'failed'] as const).filter((name) => counts[name] > 0);
  if (shown.length === 0) return null;
  return <span>{shown.map((name) => t(`job.count.${name}`, { count: number(counts[name]) })).join(' · ')}</span>;
}
