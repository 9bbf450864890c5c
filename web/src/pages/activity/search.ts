import type { Schema } from '../../api/client.ts';
import { day, oneOf, pageNumber, type SearchOf, searchParameters, text } from '../../search-parameters.ts';

export type ActivityEvent = Schema<'ActivityEvent'>;
export type AuditRecord = Schema<'AuditRecord'>;

export const eventTypes = [
  'publication.edited',
  'publication.visibility_changed',
  'publication.deleted',
  'publication.restored',
  'publication.merged',
  'publication.unmerged',
  'publication.retracted',
  'publication.reinstated',
  'intake.applied',
  'intake.undone',
  'proposal.accepted',
  'proposal.rejected',
  'proposal.reopened',
  'ingestion.requested',
  'ingestion.job.started',
  'ingestion.job.completed',
  'ingestion.job.partial_failure',
  'ingestion.job.failed',
  'ingestion.work.failed',
  'workspace.user.invited',
  'workspace.user.invite_cancelled',
  'workspace.user.role_updated',
  'workspace.user.removed',
  'workspace.settings.activity_cleared',
] as const satisfies readonly ActivityEvent['event_type'][];

export const severities = ['info', 'warn', 'error'] as const;

export const auditKinds = [
  'api_key',
  'installation',
  'user',
  'person',
  'project',
  'publication',
  'author_links',
  'job',
  'activity',
  'rollout',
  'site_data',
] as const;

const range = {
  /** Days in the browser's time zone, both included. Without `from`, the last seven days. */
  from: day,
  to: day,
  page: pageNumber,
  actor_id: text,
  resource_id: text,
};

export const activityViews = ['ingestions', 'all'] as const;

export const activitySearch = searchParameters({
  ...range,
  /** Without it, what people did. */
  view: oneOf(activityViews),
  event_type: oneOf(eventTypes),
  severity: oneOf(severities),
});
export type ActivitySearch = SearchOf<typeof activitySearch>;

export const auditSearch = searchParameters({ ...range, kind: oneOf(auditKinds) });
export type AuditSearch = SearchOf<typeof auditSearch>;
