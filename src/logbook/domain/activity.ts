import * as z from 'zod';

export const severities = ['info', 'warn', 'error'] as const;
export const eventStatuses = ['success', 'partial', 'failure'] as const;

/** Every event type with its severity and status (specification, Events), plus merging, retraction and proposals. */
const eventTypes = {
  'publication.edited': { severity: 'info', status: 'success' },
  'publication.deleted': { severity: 'info', status: 'success' },
  'publication.restored': { severity: 'info', status: 'success' },
  'publication.visibility_changed': { severity: 'info', status: 'success' },
  'publication.merged': { severity: 'info', status: 'success' },
  'publication.unmerged': { severity: 'info', status: 'success' },
  'proposal.accepted': { severity: 'info', status: 'success' },
  'proposal.rejected': { severity: 'info', status: 'success' },
  'proposal.reopened': { severity: 'info', status: 'success' },
  'publication.retracted': { severity: 'warn', status: 'success' },
  'publication.reinstated': { severity: 'info', status: 'success' },
  'workspace.user.invited': { severity: 'info', status: 'success' },
  'workspace.user.invite_cancelled': { severity: 'info', status: 'success' },
  'workspace.user.removed': { severity: 'info', status: 'success' },
  'workspace.user.role_updated': { severity: 'info', status: 'success' },
  'ingestion.requested': { severity: 'info', status: 'success' },
  'ingestion.job.started': { severity: 'info', status: 'success' },
  'ingestion.job.completed': { severity: 'info', status: 'success' },
  'ingestion.job.partial_failure': { severity: 'warn', status: 'partial' },
  'ingestion.work.failed': { severity: 'warn', status: 'failure' },
  'ingestion.job.failed': { severity: 'error', status: 'failure' },
  'workspace.settings.activity_cleared': { severity: 'info', status: 'success' },
  'intake.applied': { severity: 'info', status: 'success' },
  'intake.undone': { severity: 'info', status: 'success' },
} as const satisfies Record<string, { severity: (typeof severities)[number]; status: (typeof eventStatuses)[number] }>;

export type ActivityType = keyof typeof eventTypes;
export const eventTypeNames = Object.keys(eventTypes) as [ActivityType, ...ActivityType[]];

/** Types that the previous release does not know, each with the known type it is stored as for that release. */
const newerTypes: { readonly [T in ActivityType]?: ActivityType } = {
  'publication.merged': 'publication.edited',
  'publication.unmerged': 'publication.edited',
  'proposal.accepted': 'publication.edited',
  'proposal.rejected': 'publication.edited',
  'proposal.reopened': 'publication.edited',
  'publication.retracted': 'publication.edited',
  'publication.reinstated': 'publication.edited',
  'intake.applied': 'publication.edited',
  'intake.undone': 'publication.edited',
};

export const ActivityEvent = z
  .object({
    id: z.string(),
    /** Milliseconds since the epoch. */
    occurred_at: z.int(),
    event_type: z.enum(eventTypeNames),
    actor_id: z.string().nullable(),
    message: z.string(),
    metadata_json: z.string().nullable(),
    /** The job id for ingestion events. */
    resource_id: z.string().nullable(),
    entity_id: z.string(),
    severity: z.enum(severities),
    status: z.enum(eventStatuses),
  })
  .meta({ id: 'ActivityEvent' });
export type ActivityEvent = z.output<typeof ActivityEvent>;

/** A stored event. A type that only the next release knows appears as the type it is stored as. */
export const StoredEvent = z
  .object({ ...ActivityEvent.shape, newer_type: z.enum(eventTypeNames).optional().catch(undefined) })
  .transform(({ newer_type, ...event }): ActivityEvent => ({ ...event, event_type: newer_type ?? event.event_type }));

/** The types that are stored as another, which the previous release knows. */
export const newerTypeNames = Object.keys(newerTypes) as ActivityType[];

function storedType(type: ActivityType): { event_type: ActivityType; newer_type?: ActivityType } {
  const known = newerTypes[type];
  return known ? { event_type: known, newer_type: type } : { event_type: type };
}

export interface NewEvent {
  type: ActivityType;
  workspace: string;
  actor: string | null;
  message: string;
  resource: string | null;
  metadata?: Record<string, unknown>;
}

/** The event to store. */
export function activityEvent(event: NewEvent, id: string, now: Date): z.input<typeof StoredEvent> {
  return {
    id,
    occurred_at: now.getTime(),
    ...storedType(event.type),
    actor_id: event.actor,
    message: event.message,
    metadata_json: event.metadata ? JSON.stringify(event.metadata) : null,
    resource_id: event.resource,
    entity_id: event.workspace,
    ...eventTypes[event.type],
  };
}
